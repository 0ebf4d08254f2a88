"""What both ways of storing a step share: who may declare it, its entry, and the columns that lists show of its game.

A step is stored with others that wait (`writer`) or, if it asks for more than that, in a transaction of its own
(`services`).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import rules
from gamelog.games import access, corrections
from gamelog.games.models import Game, Seat
from gamelog.streams import clock
from gamelog.streams.models import column
from gamelog.streams.store import Draft, Sent
from rules.kernel.canonical import tag_of
from rules.kernel.secrets import Commit, Reveal

SHOWN = ("number", "head", "phase", "round", "finished", "winner", "updated")
"""The columns of a game that follow from its newest event."""
AT = "%Y-%m-%dT%H:%M:%SZ"
"""How an event says when it was recorded."""


def require_declared(declaration: rules.Declaration[Any], game: Game, actor: access.Actor) -> None:
    """Refuse what somebody may not declare as a step of this game.

    Raises:
        PermissionDenied: they may not declare for its side, or for a side whose re-roll it names.
        rules.IllegalAction: it is a correction.
    """
    for side in (declaration.by, *(request.by for request in declaration.rerolls if request.by)):
        access.require_declare(actor, game, side)
    if isinstance(declaration.action, Commit | Reveal):
        access.require_own(actor, game, declaration.by)
    corrections.refuse(declaration)


def sent(key: str, declaration: rules.Declaration[Any]) -> Sent:
    """What came with an idempotency key."""
    # The expected number is not part of it: a client that missed the answer retries with the number it knows now.
    return Sent(key, rules.digest(rules.canonical(declaration)) if key else "")


def drafted(game: Game, declaration: rules.Declaration[Any], decided: rules.Decided, who: str = "") -> Draft:
    """A decided declaration as the next entry of a game's stream."""
    # The columns of a game are as old as its newest event.
    at = clock.after(game.updated if game.number else None)
    made = rules.make_event(game.number + 1, declaration, decided.effects, game.head, at.strftime(AT), who)
    return draft_of(rules.seal(made))._replace(at=at)


def draft_of(record: rules.Record) -> Draft:
    """A sealed event as an entry, with its columns."""
    return Draft(record.body, tag_of(record.event.action), record.event.by)


def show(game: Game, state: rules.State, at: datetime) -> None:
    """Set the columns that lists show of a game to its newest position, whose event was recorded at a moment."""
    # A position may come from a file: values that do not fit a column are cut here and stay whole in the event.
    game.phase, game.round = column(state.phase, 40), min(max(state.round, 0), 9999)
    game.finished, game.winner = state.over is not None, column(rules.result(game.rules, state).winner, 40)
    game.updated = at


def seats_to_name(game: Game, state: rules.State) -> list[Seat]:
    """The seats of a game, some of them new, whose side has another name or faction now; they are not saved."""
    seats = {seat.side: seat for seat in game.seats.all()}
    found = []
    for key, side in state.sides.items():
        seat = seats.get(key) or Seat(game=game, side=key)
        shown = column(side.name, 200), column(side.faction, 200)
        if key == column(key, 20) and (seat.pk is None or (seat.name, seat.faction) != shown):
            seat.name, seat.faction = shown
            found.append(seat)
    return found
