"""The penalties ledger: warnings, points, disqualifications, and lifted penalties."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gamelog.contest.act_kind import ActKind
from gamelog.contest.acts.entries import Number
from gamelog.contest.acts.setting import Reason
from gamelog.contest.concerns import Concerns, the_entrant
from gamelog.contest.effects import Effect, PenaltyGiven, PenaltyLifted, StatusChanged
from gamelog.contest.preconditions import entrant_of, in_phase, reason_of, require
from gamelog.contest.roles import JUDGES
from gamelog.contest.state import Penalty, PenaltyKind, TournamentState
from gamelog.contest.terms import Hundredths
from gamelog.contest.waiting_list import moved_up


def always(state: TournamentState, act: Any) -> bool:
    """An act that is always a correction."""
    return True


class Penalise(msgspec.Struct, frozen=True, omit_defaults=True, tag="penalise", forbid_unknown_fields=True):
    """A judge warns, deducts or adds points (hundredths), or disqualifies, which also removes the entrant from the
    event.
    """

    entrant: Number
    kind: PenaltyKind
    reason: Reason
    rule: Annotated[str, Meta(max_length=200)] = ""
    match: Hundredths = 0
    battle: Hundredths = 0
    victory: Hundredths = 0


def check_penalise(state: TournamentState, act: Penalise) -> None:
    """Raises: Refused `no-entrant`, `no-points`, `reason-wanted`."""
    in_phase(state, "registration", "ready", "running", "finished")
    entrant_of(state, act.entrant)
    reason_of(act.reason)
    given = any((act.match, act.battle, act.victory))
    require(given == (act.kind == "points"), "no-points", "$.match",
            "a points penalty says how many" if act.kind == "points" else f"a {act.kind} has no points")  # fmt: skip


def effects_penalise(state: TournamentState, act: Penalise, at: str) -> Iterator[Effect]:
    """The ledger; a disqualified entrant is out, and the waiting list moves up."""
    yield PenaltyGiven(
        act.entrant, act.kind, act.reason, act.rule, len(state.rounds), act.match, act.battle, act.victory
    )
    if act.kind == "disqualification":
        yield StatusChanged(act.entrant, "dropped")
        yield from moved_up(state, state.terms.capacity, leaving=act.entrant)


PENALISE = ActKind(Penalise, check_penalise, effects_penalise, who=JUDGES, concerns=the_entrant, correction=always)


class Lift(msgspec.Struct, frozen=True, omit_defaults=True, tag="lift", forbid_unknown_fields=True):
    """A penalty no longer counts. `penalty` is the number of the act that gave it."""

    penalty: Number
    reason: Reason


def _penalty(state: TournamentState, number: int) -> Penalty | None:
    return next((each for each in state.penalties if each.act == number), None)


def check_lift(state: TournamentState, act: Lift) -> None:
    """Raises: Refused `no-penalty`, `already`, `reason-wanted`."""
    found = _penalty(state, act.penalty)
    require(found, "no-penalty", "$.penalty", f"act {act.penalty} gave no penalty")
    assert found
    require(not found.lifted, "already", "$.penalty", "it is lifted already")
    reason_of(act.reason)


def effects_lift(state: TournamentState, act: Lift, at: str) -> Iterator[Effect]:
    """The mark. Somebody who was disqualified comes back by an act of its own."""
    yield PenaltyLifted(act.penalty, act.reason)


def the_penalty(state: TournamentState, act: Lift) -> Concerns:
    """The penalty alone."""
    return Concerns(topics=(f"penalty {act.penalty}",))


LIFT = ActKind(Lift, check_lift, effects_lift, who=JUDGES, concerns=the_penalty, correction=always)
