"""As whom a battle is watched: as a spectator, as one of its sides, as staff. `?as=b` says it.

Each is a JSON of its own, which the server makes: nothing that a reader may not see is sent and hidden. Without `?as=`
nobody's secrets are in it, whoever asks.

    spectator  what everybody sees: late where the battle is shown late
    a side     as its players see it: what it has written down in secret is told from the step in which it did so on
    staff      nothing is late, and what has been opened is told where it was written down; unopened secrets are
               nobody's but their side's (`gamelog.games.access`)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext as _

import rules
from frontend.games import seats
from frontend.games.cast import Cast
from frontend.games.replay import ExplanationLine
from gamelog.games import access, late, secrets
from gamelog.games.models import Event as Row
from gamelog.games.models import Game
from rules import Event
from rules.kernel.canonical import tag_of
from rules.kernel.secrets import DICE

SPECTATOR, STAFF = "spectator", "staff"


class Choice(NamedTuple):
    """A perspective to choose: the query string that asks for it (never empty) and what it is called."""

    query: str
    words: str
    chosen: bool


class Opening(NamedTuple):
    """What was written down in a step, and in which step everybody was shown it, 0 while it is a secret."""

    number: int
    side: str
    text: str
    opened: int


def offered(actor: access.Actor, game: Game) -> tuple[str, ...]:
    """The perspectives that `actor` may choose besides the usual one, in which nobody's secrets are told."""
    own = access.own_sides(actor, game)
    staff = (STAFF,) if access.is_staff(actor) else ()
    return (*((SPECTATOR,) if own or staff else ()), *own, *staff)


def asked(request: HttpRequest, game: Game) -> str:
    """The perspective that a request asks for, empty for the usual one.

    Raises: PermissionDenied: it is not this reader's.
    """
    key = request.GET.get("as", "")
    if key and key not in offered(request.user, game):
        raise PermissionDenied("only its players see a battle as a side does, and only staff as staff")
    return key


def access_as(request: HttpRequest, game_id: UUID) -> tuple[Game, str]:
    """A game as it is seen in the perspective asked for, and that perspective. Raises: Http404, PermissionDenied."""
    found = access.access_game(request.user, game_id)
    key = asked(request, found)
    return (late.as_shown_late(found) if seen_late(found, key) else found), key


def seen_late(game: Game, key: str) -> bool:
    """Whether the perspective shows the battle late to somebody who may see it at once."""
    return bool(key == SPECTATOR and game.delay and not game.finished)


def choices(request: HttpRequest, game: Game, key: str, query: str) -> list[Choice]:
    """The perspectives to choose from, none if there is nothing to choose. `query` is that of the line shown."""
    keys = offered(request.user, game)
    if not keys:
        return []
    names = seats.names(game)
    shown = {each: names.get(each, each) for each in keys if each not in (SPECTATOR, STAFF)}
    words = {each: _("as %(side)s") % {"side": name} for each, name in shown.items()}
    delayed = seen_late(game, SPECTATOR)
    listed = {"": _("without secrets") if delayed else _("as a spectator"), **words}
    if delayed:
        listed = {SPECTATOR: _("as a spectator, %(minutes)d min late") % {"minutes": game.delay}, **listed}
    if STAFF in keys:
        listed[STAFF] = _("as staff")
    return [Choice(with_as(query, each) or "?", text, each == key) for each, text in listed.items()]


def with_as(query: str, key: str) -> str:
    """A query string with the perspective added; the usual one is not named."""
    return f"{query}{'&' if query else '?'}{urlencode({'as': key})}" if key else query


# what has been written down


def openings(actor: access.Actor, game: Game, key: str, last: int) -> list[Opening]:
    """What the perspective tells of secrets up to step `last`, in the order in which they were written down.

    Dice seeds are left out: they say nothing to anybody, and their place is the page on evidence.
    """
    if key in ("", SPECTATOR):
        return []
    told = {(each.side, each.number): each for each in _opened(game, last) if key in (STAFF, each.side)}
    if key != STAFF:
        for row in secrets.secrets_of(actor, game).filter(side=key, number__lte=last).exclude(subject=DICE):
            told.setdefault((row.side, row.number), Opening(row.number, row.side, row.value, 0))
    return sorted(told.values())


def _opened(game: Game, last: int) -> Iterator[Opening]:
    """What the battle itself has opened up to a step."""
    committed: dict[tuple[str, str], int] = {}
    rows = Row.objects.filter(game=game, number__lte=last, type__in=("commit", "reveal")).order_by("number")
    for event in (rules.read_event(game.rules, body) for body in rows.values_list("body", flat=True)):
        if _about_secret(event, "commit"):
            committed[event.by, event.action.subject] = event.number
        elif _about_secret(event, "reveal") and (number := committed.get((event.by, event.action.subject))):
            yield Opening(number, event.by, event.action.value, event.number)


def _about_secret(event: Event[Any], tag: str) -> bool:
    return tag_of(event.action) == tag and event.action.subject != DICE


def line(cast: Cast, opening: Opening) -> ExplanationLine:
    """The line of a step that tells what was written down in it."""
    said = re.sub(r"\S+", lambda word: cast.thing(word[0]), opening.text)
    if opening.opened:
        text = _("It says: %(text)s. Everybody was shown it in step %(number)d.")
        return ExplanationLine(r="log.commit", t=text % {"text": said, "number": opening.opened}, y=1, j=opening.opened)
    about = {"text": said, "side": cast.side(opening.side)}
    return ExplanationLine(r="log.commit", t=_("A secret of %(side)s. It says: %(text)s") % about, y=2)
