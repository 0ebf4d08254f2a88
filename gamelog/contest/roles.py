"""The roles that may declare acts: the offices of an event, its players, and everybody else.

`spectator` is everybody, logged in or not. `player` is somebody who plays in the event, acting only for themselves:
their own entry, their own table. `club-editor` is an editor of the club that holds the event.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from gamelog.contest.state import TournamentState

Role: TypeAlias = Literal["organiser", "judge", "scorekeeper", "player", "club-editor", "spectator"]
ORDER: tuple[Role, ...] = ("organiser", "judge", "scorekeeper", "player", "club-editor", "spectator")
"""From the role that may do most to the one that may do least."""

ORGANISER: frozenset[Role] = frozenset({"organiser"})
JUDGES: frozenset[Role] = frozenset({"organiser", "judge"})
STAFF: frozenset[Role] = frozenset({"organiser", "judge", "scorekeeper"})
PLAYER: frozenset[Role] = frozenset({"player"})
PLAYERS: frozenset[Role] = STAFF | PLAYER
EVERYBODY: frozenset[Role] = PLAYERS | {"club-editor", "spectator"}
SITE: frozenset[Role] = frozenset()
"""Acts that nobody declares: the site itself does."""


def is_entrant(state: TournamentState, entrant: int, person: str) -> bool:
    """Whether somebody, by opaque id, plays under a number."""
    found = state.entrants.get(entrant)
    return found is not None and person in found.people()


def sits_at(state: TournamentState, number: int, table: int, side: str, person: str) -> bool:
    """Whether somebody, by opaque id, plays on a side (`a` or `b`) of a table of a round."""
    pair = state.rounds[number - 1].pair_at(table) if 1 <= number <= len(state.rounds) else None
    return pair is not None and is_entrant(state, pair.a if side == "a" else pair.b, person)
