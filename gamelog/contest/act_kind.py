"""A kind of act as one value: its struct, its check, its effects, the roles that may declare it, and its subject."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gamelog.contest.concerns import Concerns, the_event
from gamelog.contest.effects import Effect
from gamelog.contest.roles import Role
from gamelog.contest.state import TournamentState
from rules.kernel.canonical import tag_of


def nobodys(state: TournamentState, act: Any, person: str) -> bool:
    """An act that no player may declare for themselves."""
    return False


def never(state: TournamentState, act: Any) -> bool:
    """An act that never corrects anything."""
    return False


def as_declared(act: Any) -> Any:
    """An act that is stored as declared."""
    return act


@dataclass(frozen=True)
class ActKind:
    """Everything there is to know about one kind of act. A module of `gamelog.contest.acts` exports one for each.

    `check(state, act)` raises Refused where the act cannot stand. `effects(state, act, at)` gives what it does at a
    time (UTC, ISO 8601), once it has passed the check; it leaves the state alone, and refuses only what no check can
    know beforehand: that there is no pairing. `who` are the roles that may declare it, and `own(state, act, person)`
    says whether it is a player's own business, by opaque id. `correction(state, act)` says whether it changes what
    stood, so that its effect on the standings is shown before it is stored. `stored(act)` is the form it is kept in.
    """

    struct: type
    check: Callable[[TournamentState, Any], None]
    effects: Callable[[TournamentState, Any, str], Iterable[Effect]]
    who: frozenset[Role]
    concerns: Callable[[TournamentState, Any], Concerns] = the_event
    own: Callable[[TournamentState, Any, str], bool] = nobodys
    correction: Callable[[TournamentState, Any], bool] = never
    stored: Callable[[Any], Any] = as_declared

    @property
    def tag(self) -> str:
        """The `type` of the act in JSON."""
        return tag_of(self.struct)
