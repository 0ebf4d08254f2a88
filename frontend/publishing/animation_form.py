"""The choice of a moving picture on the page of what can be shared, and its making, one at a time in each process."""

from __future__ import annotations

from collections.abc import Mapping
from threading import BoundedSemaphore
from typing import Any

from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from frontend.base.numbers import whole_number
from frontend.publishing import battle_animation
from frontend.publishing.battle_animation import PACES, WIDTHS, Refused, Wish
from frontend.publishing.battle_moments import MOST, activation
from gamelog.games.models import Game

PATIENCE = 25.0
"""Seconds that a request waits for its turn."""
_turn = BoundedSemaphore(1)


class Busy(Exception):
    """Other pictures are being made; the message says so, in the reader's language."""


def made_in_turn(game: Game, wish: Wish) -> bytes:
    """The moving picture. Raises: Busy, and as `battle_animation.gif`."""
    battle_animation.check(game, wish)
    if not _turn.acquire(timeout=PATIENCE):
        raise Busy(_("Other pictures are being drawn just now. Try again in a moment."))
    try:
        return battle_animation.gif(game, wish)
    finally:
        _turn.release()


def wish(first: int, last: int, asked: Mapping[str, str]) -> Wish:
    """What an address asks for: the range, `width` and `pace`."""
    width = asked.get("width", "")
    return Wish(first, last, whole_number(width) if width else WIDTHS[1], asked.get("pace") or "usual")


def of_request(request: HttpRequest, game: Game, number: int) -> dict[str, Any]:
    """The form as it stands: the range (at first that of the activation in which the step is), what there is to choose,
    and the address of the picture once it is asked for, or why there is none.
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
            battle_animation.check(game, found)
            shown["address"] = address(game, found)
        except Refused as error:
            shown["why"] = str(error)
    return shown


def address(game: Game, found: Wish) -> str:
    """Where the picture is."""
    query = QueryDict(mutable=True)
    query.update({"width": str(found.width), "pace": found.pace})
    return f"{reverse('game-animation', args=[game.pk, found.first, found.last])}?{query.urlencode()}"


def pace_words(pace: str) -> str:
    """What a speed is called."""
    return {"slow": _("slowly"), "usual": _("at the usual speed"), "fast": _("fast")}[pace]
