"""The 9th Age as a value: its parts, in the order in which options are listed."""

from __future__ import annotations

from rules.kernel import common
from rules.kernel.part import parts_in
from rules.kernel.rule import rules_in
from rules.kernel.ruleset import Reading, Ruleset
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
    panic,
    rally,
    shooting,
    signs,
    special,
    table,
    turn,
    words,
)

T9A = Ruleset(
    id="t9a",
    version="2.0-beta",
    name="The 9th Age (2.0 beta, 2018)",
    parts=(
        common.PART,
        discipline.PART,
        turn.PART,
        deployment.PART,
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
        signs.PART,
        *parts_in(special),
    ),
    sides=words.SIDES,
    listed=(*book.BOOK.named, *rules_in(special)),
    books=(book.BOOK,),
    settle=turn.settle,
    score=turn.score,
    table=table.table,
    reading=Reading(
        ties=frozenset({deployment.TIE}),
        lengths=frozenset(),
        scored=frozenset({turn.VICTORY}),
    ),
)

VERSIONS = {T9A.version: T9A}
