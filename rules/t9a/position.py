"""Problems that make options or a whole position invalid for The 9th Age.

Rules trust what passes this: every problem is reported in a sentence, none is repaired.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from rules.kernel.part import ANY, Part, brought
from rules.kernel.position import course_problems, twice, within
from rules.kernel.state import Formation, State, Unit
from rules.t9a import charge, deployment, flight, machines, melee, movement, placing, ranks, spells, turn, words
from rules.t9a.army import printed
from rules.t9a.discipline import AGAIN, Check
from rules.t9a.options import DEFAULTS, RANGES

DEPLOYING = ("", deployment.ROLL, deployment.ZONES, spells.STEP, deployment.AMBUSHES, deployment.UNITS)
STEPS: Mapping[str, tuple[str, ...]] = {
    "setup": ("",),
    deployment.PHASE: DEPLOYING,
    **{phase: (*steps, *(f"{step} end" for step in steps)) for phase, steps in turn.STEPS.items()},
    "over": ("",),
}
OF_UNITS = (
    charge.REACTIONS,
    melee.ALLOCATION,
    flight.DISTANCE,
    melee.PURSUIT,
    movement.REFORM,
    ranks.GAP_CHOICE,
    AGAIN,
)
"""Questions about a unit on the table."""
WITH_TARGET = (charge.REACTIONS, machines.HITS_AGAIN, melee.PURSUIT)
"""Questions that name another unit."""


def problems(state: State) -> Iterator[str]:
    """Everything that makes a position invalid for this system."""
    yield from option_problems(state.options)
    if len(state.table.zones) == 1:
        yield "a table has a deployment zone for each side, or none"
    yield from course_problems(state, words.SIDES, STEPS, turn.PHASES)
    if state.phase in turn.PHASES and not state.turn:
        yield f"it is nobody's player turn in the {state.phase} phase"
    for unit in state.units.values():
        yield from _unit_problems(state, unit)
    if state.pending is not None and state.phase not in (*turn.PHASES, deployment.PHASE):
        yield f"nothing is decided in the {state.phase} phase"
    yield from printed.sheet_problems(model.sheet for model in state.models.values())


def option_problems(options: Mapping[str, int | str | bool]) -> Iterator[str]:
    """Values that options cannot have."""
    for key, value in options.items():
        if key not in DEFAULTS:
            continue
        least, most = RANGES.get(key, (0, 1))
        if not within(value, least, most):
            yield f"option {key} is a number from {least} to {most}, not {value!r}"


# units and their formations


def _unit_problems(state: State, unit: Unit) -> Iterator[str]:
    members = state.members(unit.id)
    yield from (
        f"model {key} of unit {unit.id} is in no list" for key in unit.sheet.models if _listed(state, unit, key)
    )
    if unit.formation is None:
        if any(m.at is not None for m in members):
            yield f"unit {unit.id} has models on the table and stands in no formation"
        return
    if any(m.at is None for m in members):
        yield f"unit {unit.id} stands in a formation and has models off the table"
    yield from (f"unit {unit.id}: {text}" for text in formation_problems(unit.formation, {m.id for m in members}))


def _listed(state: State, unit: Unit, key: str) -> bool:
    return f"{unit.side}{key}" not in state.models


def formation_problems(stands: Formation, members: Collection[str]) -> Iterator[str]:
    """What is wrong with ranks and files for these models."""
    sides = [beside for beside in (stands.left, stands.right) if beside]
    listed = [*stands.stands, *(beside.model for beside in sides)]
    if sorted(listed) != sorted(members):
        yield "its formation has other models than the unit"
    yield from twice("in its formation model", listed)
    if stands.facing == (0, 0):
        yield "its formation faces nowhere"
    if not 1 <= stands.files <= printed.MOST_IN_UNIT or not all(within(side, 10, 999) for side in stands.cell):
        yield f"its formation has {stands.files} files of bases of {stands.cell[0]} by {stands.cell[1]} mm"
    if not all(within(size, 10, 999) for beside in sides for size in (beside.width, beside.length)):
        yield "a model beside its ranks has a base from 10 to 999 mm"
    yield from _cell_problems(stands)


def _cell_problems(stands: Formation) -> Iterator[str]:
    """Places outside the ranks and files, or taken twice."""
    taken: set[tuple[int, int]] = set()
    for key, stand in stands.stands.items():
        small = all(1 <= size <= printed.MOST_IN_UNIT for size in (stand.wide, stand.deep))
        inside = 0 <= stand.file <= stands.files - stand.wide and 0 <= stand.rank <= printed.MOST_IN_UNIT
        if not small or not inside:
            yield f"{key} stands outside the ranks and files"
            continue
        covered = placing.cells(stand)
        if covered & taken:
            yield f"{key} stands where another model stands"
        taken |= covered


# questions


def part_problems(state: State, parts: Sequence[Part]) -> Iterator[str]:
    """Questions that do not fit what the parts of the ruleset ask."""
    if state.pending is None:
        return
    asked, checks = state.pending, [check.clause for check in brought(parts, Check)]
    answered = {clause for part in parts for act in part.acts for clause in act.answers if clause != ANY}
    if asked.clause not in answered and asked.clause not in checks:
        yield f"nobody can answer {asked.clause}"
    unit = state.units.get(asked.model)
    if asked.clause in (*OF_UNITS, *checks) and (unit is None or unit.formation is None or unit.side != asked.side):
        yield f"{asked.clause} asks about a unit on the table of the side that answers"
    if asked.clause in WITH_TARGET and not (asked.targets and asked.targets[0] in state.units):
        yield f"{asked.clause} names another unit"
    if asked.clause == AGAIN and asked.about.get("test") not in checks:
        yield f"{asked.clause} names the test that is taken again"
    there = unit.formation.stands if unit is not None and unit.formation is not None else {}
    if asked.clause == ranks.GAP_CHOICE and not there.keys() >= set(asked.targets):
        yield f"{asked.clause} names models of the unit"
