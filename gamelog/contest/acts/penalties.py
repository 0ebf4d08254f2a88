"""The penalties ledger: warnings, points, disqualifications, and what is lifted again."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from gamelog.contest.acts.entries import Number
from gamelog.contest.acts.setting import Reason, move_up
from gamelog.contest.preconditions import entrant_of, in_phase, reason_of, require
from gamelog.contest.state import Penalty, State
from gamelog.contest.terms import Hundredths


class Penalise(msgspec.Struct, frozen=True, omit_defaults=True, tag="penalise", forbid_unknown_fields=True):
    """A judge warns, takes or gives points (hundredths), or disqualifies, which also takes out of the event."""

    entrant: Number
    kind: Literal["warning", "points", "disqualification"]
    reason: Reason
    rule: Annotated[str, Meta(max_length=200)] = ""
    match: Hundredths = 0
    battle: Hundredths = 0
    victory: Hundredths = 0


class Lift(msgspec.Struct, frozen=True, omit_defaults=True, tag="lift", forbid_unknown_fields=True):
    """A penalty counts no more. `penalty` is the number of the act that gave it."""

    penalty: Number
    reason: Reason


def check_penalise(state: State, act: Penalise) -> None:
    """Raises: Refused `no-entrant`, `no-points`, `reason-wanted`."""
    in_phase(state, "registration", "ready", "running", "finished")
    entrant_of(state, act.entrant)
    reason_of(act.reason)
    given = any((act.match, act.battle, act.victory))
    require(given == (act.kind == "points"), "no-points", "$.match",
            "a points penalty says how many" if act.kind == "points" else f"a {act.kind} has no points")  # fmt: skip


def apply_penalise(state: State, act: Penalise, number: int, at: str) -> None:
    """The ledger; who is disqualified is out, and whoever waits moves up."""
    state.penalties.append(
        Penalty(number, act.entrant, act.kind, act.reason, act.rule, len(state.rounds), act.match, act.battle,
                act.victory)
    )  # fmt: skip
    if act.kind == "disqualification":
        state.entrants[act.entrant].status = "dropped"
        move_up(state)


def _penalty(state: State, number: int) -> Penalty | None:
    return next((each for each in state.penalties if each.act == number), None)


def check_lift(state: State, act: Lift) -> None:
    """Raises: Refused `no-penalty`, `already`, `reason-wanted`."""
    found = _penalty(state, act.penalty)
    require(found, "no-penalty", "$.penalty", f"act {act.penalty} gave no penalty")
    assert found
    require(not found.lifted, "already", "$.penalty", "it is lifted already")
    reason_of(act.reason)


def apply_lift(state: State, act: Lift, number: int, at: str) -> None:
    """The mark. Who was disqualified comes back by an act of its own."""
    found = _penalty(state, act.penalty)
    assert found
    found.lifted = act.reason


HANDLERS = {Penalise: (check_penalise, apply_penalise), Lift: (check_lift, apply_lift)}
