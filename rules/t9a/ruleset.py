"""The 9th Age as a value: its parts, in the order in which options are listed."""

from __future__ import annotations

from itertools import chain

from rules.kernel import common
from rules.kernel.part import Part, parts_in
from rules.kernel.rule import rules_in
from rules.kernel.ruleset import Reading, Rosters, Ruleset
from rules.kernel.setting import settings
from rules.t9a import (
    book,
    characteristic,
    charge,
    deployment,
    discipline,
    flight,
    granted,
    join,
    labels,
    losses,
    machines,
    magic,
    melee,
    movement,
    notes,
    objective,
    options,
    panic,
    pieces,
    player,
    position,
    queries,
    rally,
    random_movement,
    reaching,
    returning,
    shooting,
    signs,
    special,
    spells,
    table,
    telling,
    turn,
    words,
)
from rules.t9a.army import forces, roster

LIMITS = (4500, 4000, 3000, 2000, 1500)
ROSTERS = Rosters(
    roster.load, forces.listed, forces.pick, forces.team, forces.speciality, LIMITS, options.POINTS, below=roster.BELOW
)

PARTS: tuple[Part, ...] = (
    common.PART,
    words.PART,
    discipline.PART,
    characteristic.PART,
    turn.PART,
    deployment.PART,
    spells.PART,
    charge.PART,
    flight.PART,
    rally.PART,
    random_movement.PART,
    returning.PART,
    panic.PART,
    movement.PART,
    join.PART,
    magic.PART,
    shooting.PART,
    machines.PART,
    melee.PART,
    objective.PART,
    queries.PART,
    reaching.PART,
    telling.PART,
    labels.PART,
    notes.PART,
    signs.PART,
    *parts_in(special),
    Part(marks=granted.marks((*book.OF_MODELS, *rules_in(special)))),
)

T9A = Ruleset(
    id="t9a",
    version="2.0-beta",
    name="The 9th Age (2.0 beta, 2018)",
    parts=PARTS,
    sides=words.SIDES,
    listed=(*book.BOOK.named, *rules_in(special)),
    books=(book.BOOK,),
    settle=turn.settle,
    score=turn.score,
    table=table.table,
    palette=pieces.PALETTE,
    rosters=ROSTERS,
    player=player.Autoplayer,
    checks=lambda state: chain(position.problems(state), position.part_problems(state, PARTS)),
    settings=settings(options.DEFAULTS, options.TEXTS, options.RANGES, first=options.FIRST),
    lose=losses.lose,
    fall=losses.fall,
    reading=Reading(
        ties=frozenset({deployment.TIE}),
        lengths=frozenset(),
        scored=frozenset({turn.VICTORY}),
        tallies=turn.parts,
    ),
)

VERSIONS = {T9A.version: T9A}
