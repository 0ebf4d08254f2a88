"""The 9th Age as a value: its parts, in the order in which options are listed."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import common
from rules.kernel.part import parts_in
from rules.kernel.rule import rules_in
from rules.kernel.ruleset import Reading, Rosters, Ruleset
from rules.kernel.state import State
from rules.t9a import (
    book,
    charge,
    deployment,
    discipline,
    flight,
    join,
    machines,
    magic,
    melee,
    movement,
    objective,
    options,
    panic,
    position,
    rally,
    shooting,
    special,
    spells,
    table,
    turn,
    words,
)
from rules.t9a.army import forces, roster

LIMITS = (4500, 4000, 3000, 2000, 1500)
ROSTERS = Rosters(
    roster.load, forces.listed, forces.pick, forces.team, forces.speciality, LIMITS, options.POINTS
)


def _problems(state: State) -> Iterator[str]:
    return position.problems(state, T9A)


T9A: Ruleset = Ruleset(
    id="t9a",
    version="2.0-beta",
    name="The 9th Age (2.0 beta, 2018)",
    parts=(
        common.PART,
        discipline.PART,
        turn.PART,
        deployment.PART,
        spells.PART,
        charge.PART,
        flight.PART,
        rally.PART,
        panic.PART,
        join.PART,
        movement.PART,
        magic.PART,
        shooting.PART,
        machines.PART,
        melee.PART,
        objective.PART,
        *parts_in(special),
    ),
    sides=words.SIDES,
    listed=(*book.BOOK.named, *rules_in(special)),
    books=(book.BOOK,),
    settle=turn.settle,
    score=turn.score,
    table=table.table,
    checks=_problems,
    rosters=ROSTERS,
    reading=Reading(
        ties=frozenset({deployment.TIE}),
        lengths=frozenset(),
        scored=frozenset({turn.VICTORY}),
    ),
)

VERSIONS = {T9A.version: T9A}
