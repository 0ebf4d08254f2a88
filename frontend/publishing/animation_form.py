"""The choice of a moving picture on the page of what can be shared, and what is said while a worker draws it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from frontend.base.numbers import whole_number
from frontend.publishing import battle_animation, pdf_pages
from frontend.publishing.battle_animation import PACES, WIDTHS, Wish
from frontend.publishing.battle_moments import MOST, activation
from gamelog.games import moving_pictures
from gamelog.games.errors import NotDrawn, TooManyPictures
from gamelog.games.models import OPEN, Game, JobState, MovingPicture


class Busy(Exception):
    """Too many pictures wait to be drawn; the message says so, in the reader's language."""


def ask(game: Game, wish: Wish) -> MovingPicture:
    """The picture, drawn or on its way: a worker draws what nobody has asked for yet.

    Raises: NotDrawn; Busy; pdf_pages.NoFont.
    """
    battle_animation.check(game, wish)
    pdf_pages.load_fonts()
    try:
        found = moving_pictures.ask(game, **_look(wish))
    except TooManyPictures:
        raise Busy(_("Other pictures are being drawn just now. Try again in a moment.")) from None
    if found.state == JobState.FAILED:
        raise NotDrawn(found.error or _("This picture could not be drawn."))
    return found


def known(game: Game, wish: Wish) -> MovingPicture | None:
    """The picture, if somebody has asked for it."""
    return moving_pictures.known(game, **_look(wish))


def _look(wish: Wish) -> dict[str, Any]:
    return {**wish._asdict(), "language": get_language(), "format": battle_animation.FORMAT}


def waits(picture: MovingPicture | None) -> str:
    """What is said while a picture is drawn; empty once it is, or if nobody has asked for it."""
    if picture is None or picture.state not in OPEN:
        return ""
    count = moving_pictures.before(picture)
    if not count:
        return _("The picture is being drawn.")
    return ngettext(
        "In the queue: %(count)d picture is drawn before it.",
        "In the queue: %(count)d pictures are drawn before it.", count,
    ) % {"count": count}  # fmt: skip


def wish(first: int, last: int, asked: Mapping[str, str]) -> Wish:
    """What an address asks for: the range, `width` and `pace`."""
    width = asked.get("width", "")
    return Wish(first, last, whole_number(width) if width else WIDTHS[1], asked.get("pace") or "usual")


def of_request(request: HttpRequest, game: Game, number: int) -> dict[str, Any]:
    """The form as it stands: the range (at first that of the activation in which the step is) and what there is to
    choose. Once a picture is asked for, its address, what is said while it is drawn, or why there is none.
    """
    chosen = "from" in request.GET
    first, last = (
        (whole_number(request.GET.get(key, "")) for key in ("from", "to")) if chosen else activation(game, number)
    )
    found = wish(first, last, request.GET)
    shown: dict[str, Any] = {
        "wish": found, "most": MOST, "widths": WIDTHS, "paces": [(key, pace_words(key)) for key in PACES],
    }  # fmt: skip
    if chosen:
        try:
            shown |= {"waits": waits(ask(game, found)), "address": address(game, found), "state": state(game, found)}
        except (NotDrawn, Busy, pdf_pages.NoFont) as error:
            shown["why"] = str(error)
    return shown


def address(game: Game, found: Wish, name: str = "game-animation") -> str:
    """Where the picture is."""
    query = QueryDict(mutable=True)
    query.update({"width": str(found.width), "pace": found.pace})
    return f"{reverse(name, args=[game.pk, found.first, found.last])}?{query.urlencode()}"


def state(game: Game, found: Wish) -> str:
    """Where a page that waits for the picture asks how far it is."""
    return address(game, found, "game-animation-state")


def pace_words(pace: str) -> str:
    """What a speed is called."""
    return {"slow": _("slowly"), "usual": _("at the usual speed"), "fast": _("fast")}[pace]
