"""The origin of a game's dice, for its evidence page."""

from __future__ import annotations

from typing import Any

import rules
from frontend.games.cast import Cast
from frontend.games.secret_sentences import who
from gamelog.games import selectors
from gamelog.games.models import Game
from rules import provenance
from rules.kernel.secrets import DICE, Commit, Reveal


def provenance_of(game: Game) -> dict[str, Any]:
    """The origin of a game's dice: commitments, reveals, and whether every die was recomputed."""
    header = rules.read_header(game.header)
    found: dict[str, Any] = {"kind": header.dice, "rows": [], "dice": 0, "wrong": [], "standing": "declared"}
    if header.dice == "table":
        return found
    try:
        events, state = selectors.events_of(game), selectors.position_at(game, game.number)
    except rules.Malformed:
        return {**found, "standing": "unrevealed"}
    cast = Cast(game.rules)
    cast.meet(state)
    return {
        **found,
        "rows": [_row(cast, events, each) for each in provenance.committers(game.rules, header.dice)],
        "dice": sum(len(event.dice) for event in events),
        "wrong": sorted({finding.number for finding in provenance.check(game.rules, header, events)}),
        "standing": provenance.standing(game.rules, header, events),
    }


def _row(cast: Cast, events: list[rules.Event[Any]], by: str) -> dict[str, Any]:
    row: dict[str, Any] = {"who": who(cast, by), "committed": 0, "revealed": 0}
    for event in events:
        if event.by != by or getattr(event.action, "subject", "") != DICE:
            continue
        if isinstance(event.action, Commit):
            row |= {"committed": event.number, "hash": event.action.commitment}
        elif isinstance(event.action, Reveal):
            row |= {"revealed": event.number, "seed": event.action.value, "salt": event.action.salt}
    return row
