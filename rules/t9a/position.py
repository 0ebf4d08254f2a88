"""Problems that make options or a whole position invalid for The 9th Age.

Rules trust what passes this: every problem is reported in a sentence, none is repaired.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from rules.kernel.part import ANY
from rules.kernel.position import course_problems, twice, within
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import Decision, Formation, Mark, Marks, Model, Side, State, Unit
from rules.t9a import charge, deployment, flight, melee, movement, placing, ranks, spells, turn, words
from rules.t9a.army import printed
from rules.t9a.discipline import AGAIN, Check
from rules.t9a.options import DEFAULTS, RANGES
from rules.t9a.special import ambush

DEPLOYING = ("", deployment.ROLL, deployment.ZONES, spells.STEP, deployment.AMBUSHES, deployment.UNITS)
STEPS: Mapping[str, tuple[str, ...]] = {
    "setup": ("",),
    deployment.PHASE: DEPLOYING,
    **{phase: (*steps, *(f"{step} end" for step in steps)) for phase, steps in turn.STEPS.items()},
    "over": ("",),
}
NUMBERS = (words.BEGAN_WITH, melee.FOUGHT, flight.DISTANCE)
"""Marks that hold a number."""
UNITS = (words.CHARGED, words.CHARGING, melee.PURSUIT, melee.RESTRAIN)
"""Marks that hold the id of a unit."""
OF_UNITS = (charge.REACTIONS, flight.DISTANCE, melee.PURSUIT, movement.REFORM, ranks.GAP_CHOICE, AGAIN)
"""Questions about a unit on the table."""
WITH_TARGET = (charge.REACTIONS, melee.PURSUIT)
"""Questions that name another unit."""
HIGHEST = 100_000


def problems(state: State, ruleset: Ruleset) -> Iterator[str]:
    """Everything that makes a position invalid for this system."""
    yield from option_problems(state.options)
    if len(state.table.zones) == 1:
        yield "a table has a deployment zone for each side, or none"
    yield from course_problems(state, words.SIDES, STEPS, turn.PHASES)
    if state.phase in turn.PHASES and not state.turn:
        yield f"it is nobody's player turn in the {state.phase} phase"
    for unit in state.units.values():
        yield from _unit_problems(state, unit)
    if state.pending is not None:
        yield from _question_problems(state, state.pending, ruleset)
    known = {*ruleset.clauses, *(rule.id for rule in ruleset.rules)}
    holders: list[Model | Unit | Side] = [*state.sides.values(), *state.units.values(), *state.models.values()]
    for holder in holders:
        for marks in (holder.game, holder.round, holder.turn, holder.phase):
            yield from _mark_problems(state, holder.id, marks, known)
    yield from printed.sheet_problems(model.sheet for model in state.models.values())


def option_problems(options: Mapping[str, int | str | bool]) -> Iterator[str]:
    """Options that do not exist, and values they cannot have."""
    for key, value in options.items():
        if key not in DEFAULTS:
            yield f"there is no option {key!r}"
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


# questions and marks


def _question_problems(state: State, asked: Decision, ruleset: Ruleset) -> Iterator[str]:
    """Questions that nobody could answer."""
    checks = [check.clause for check in ruleset.brought(Check)]
    answered = {clause for act in ruleset.acts for clause in act.answers if clause != ANY}
    if asked.clause not in answered and asked.clause not in checks:
        yield f"nobody can answer {asked.clause}"
    if state.phase not in (*turn.PHASES, deployment.PHASE):
        yield f"nothing is decided in the {state.phase} phase"
    unit = state.units.get(asked.model)
    if asked.clause in (*OF_UNITS, *checks) and (unit is None or unit.formation is None or unit.side != asked.side):
        yield f"{asked.clause} asks about a unit on the table of the side that answers"
    if asked.clause in WITH_TARGET and not _is_unit(state, asked.targets[0] if asked.targets else ""):
        yield f"{asked.clause} names another unit"
    if asked.clause == AGAIN and asked.about.get("test") not in checks:
        yield f"{asked.clause} names the test that is taken again"
    there = unit.formation.stands if unit is not None and unit.formation is not None else {}
    if asked.clause == ranks.GAP_CHOICE and not (len(asked.targets) > 1 and there.keys() >= set(asked.targets)):
        yield f"{asked.clause} names models of the unit"


def _mark_problems(state: State, holder: str, marks: Marks, known: Collection[str]) -> Iterator[str]:
    for key, value in marks.items():
        if key not in known:
            yield f"mark {key!r} of {holder} is of no rule"
        elif key in NUMBERS and not within(value, 0, HIGHEST):
            yield f"mark {key} of {holder} is a number, not {value!r}"
        elif key in UNITS and not _is_unit(state, value):
            yield f"mark {key} of {holder} is the id of a unit, not {value!r}"
        elif key == ambush.EDGE and value not in ambush.EDGES:
            yield f"mark {key} of {holder} is an edge of the table, not {value!r}"
        elif not isinstance(value, tuple):
            yield from (f"{holder}: {text}" for text in printed.held_problems({key: value}))


def _is_unit(state: State, value: Mark) -> bool:
    return isinstance(value, str) and value in state.units
