"""Problems that make options, a roster or a whole position invalid for Warhammer 40,000.

Rules trust what passes this: every problem is reported in a sentence, none is repaired. An expansion makes the same
checks with its own `Limits`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from rules.kernel.part import Part, brought
from rules.kernel.position import course_problems, twice, within
from rules.kernel.sheet import Roster, Sheet, Weapon
from rules.kernel.spelling import meant
from rules.kernel.state import State
from rules.selections import MAX_MODELS
from rules.wh40k import questions, turn, words
from rules.wh40k.army import forces
from rules.wh40k.army.printed import CAPACITY, INVULNERABLE, MASTERY, weapon_types
from rules.wh40k.options import DEFAULTS, RANGES, TEXTS, option

__all__ = [
    "DEFAULTS",
    "LIMITS",
    "TEXTS",
    "Limits",
    "option",
    "option_problems",
    "part_problems",
    "problems",
    "roster_problems",
    "sheet_problems",
]

SIDES = words.SIDES
DEPLOYING = ("", "roll-off", "units", "infiltrators-roll-off", "infiltrators")
STEPS: Mapping[str, tuple[str, ...]] = {"setup": ("",), "deployment": DEPLOYING, **turn.STEPS, "over": ("",)}
TEN = ("WS", "BS", "S", "T", "W", "I", "A", "Ld")
PRINTED: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(TEN, (0, 10)), "T": (1, 10), "W": (1, 10), "Sv": (2, 6),
    **dict.fromkeys(("FA", "SA", "RA", "HP"), (1, 20)),
}  # fmt: skip
"""The least and greatest numbers on a sheet."""
HELD: Mapping[str, tuple[int, int]] = {
    INVULNERABLE: (2, 6), CAPACITY: (1, 99), MASTERY: (1, 9), "wh40k.usr.feel-no-pain": (2, 6),
    "wh40k.usr.bulky": (2, 5), "wh40k.usr.blast": (1, 2), "wh40k.usr.deep-strike": (1, 2),
}  # fmt: skip
"""Special rules whose value is a number."""
MOST_WEAPONS, MOST_UNITS, MOST_TEXT = 30, 60, 2_000
SHOTS = re.compile(r"[1-9]?D[36]\Z")
STRENGTH = re.compile(r"User\Z|[+x][0-9]\Z")


class Limits(msgspec.Struct, frozen=True):
    """What a position of a game system may contain. An expansion makes its own with `msgspec.structs.replace`.

    `options` have defaults, and `ranges` or `choices`; without them yes and no, a number up to 99 or any text, as the
    default is. `steps` are the steps of each phase, an empty tuple for any; in `turns` it is somebody's player turn.
    `more` are further checks.
    """

    options: Mapping[str, int | bool | str] = msgspec.field(default_factory=lambda: DEFAULTS)
    ranges: Mapping[str, tuple[int, int]] = msgspec.field(default_factory=lambda: RANGES)
    choices: Mapping[str, Collection[str]] = msgspec.field(default_factory=dict)
    steps: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=lambda: STEPS)
    turns: tuple[str, ...] = turn.PHASES
    more: tuple[Callable[[State], Iterable[str]], ...] = ()


LIMITS = Limits()


def problems(state: State, limits: Limits = LIMITS) -> Iterator[str]:
    """Everything that makes a position invalid for this system."""
    yield from option_problems(state.options, limits)
    if len(state.table.zones) == 1:
        yield "a table has a deployment zone for each side, or none"
    yield from _progress_problems(state, limits)
    yield from _unit_problems(state)
    yield from _question_problems(state, limits)
    yield from sheet_problems(model.sheet for model in state.models.values())
    for check in limits.more:
        yield from check(state)


def option_problems(options: Mapping[str, int | str | bool], limits: Limits = LIMITS) -> Iterator[str]:
    """Values that options cannot have."""
    for key, value in options.items():
        if key not in limits.options:
            continue
        if key in limits.choices:
            if value not in limits.choices[key]:
                near = meant(str(value), limits.choices[key])
                yield f"option {key} is one of {', '.join(sorted(limits.choices[key]))}, not {value!r}{near}"
        elif isinstance(limits.options[key], str):
            if not isinstance(value, str) or len(value) > MOST_TEXT:
                yield f"option {key} is a text of up to {MOST_TEXT} characters"
        else:
            flag = isinstance(limits.options[key], bool)
            least, most = limits.ranges.get(key, (0, 1) if flag else (0, 99))
            if not within(value, least, most):
                yield f"option {key} is a number from {least} to {most}, not {value!r}"


def _progress_problems(state: State, limits: Limits) -> Iterator[str]:
    yield from course_problems(state, SIDES, limits.steps, limits.turns)
    if state.phase in limits.turns and not state.turn:
        yield f"it is nobody's player turn in the {state.phase} phase"


def _unit_problems(state: State) -> Iterator[str]:
    """Every model is in a unit; a unit is on the table or off it; models of vehicles have hulls or bases."""
    for model in state.models.values():
        if not model.unit:
            yield f"model {model.id} is in no unit"
    for unit in state.units.values():
        members = [m for m in state.models.values() if m.unit == unit.id]
        there = [m for m in members if not m.out and m.at is not None]
        if there and any(not m.out and m.at is None for m in members):
            yield f"unit {unit.id} is partly on the table and partly off it"
        if not 0 <= unit.size <= MAX_MODELS:
            yield f"unit {unit.id} began with a number of models up to {MAX_MODELS}, not {unit.size}"
        if len({"Vehicle" in m.sheet.keywords for m in members}) > 1:
            yield f"unit {unit.id} has vehicles and other models"


def _question_problems(state: State, limits: Limits) -> Iterator[str]:
    if state.pending is not None and state.phase not in (*limits.turns, "deployment"):
        yield f"nothing is decided in the {state.phase} phase"


def part_problems(state: State, parts: Sequence[Part]) -> Iterator[str]:
    """Questions that do not fit what the parts of the ruleset ask."""
    pending = state.pending
    if pending is not None:
        tests = [check.clause for check in brought(parts, questions.Check)]
        if pending.clause in tests and pending.model not in state.units:
            yield f"{pending.clause} asks a unit to take a test"
        if pending.clause in [roll.clause for roll in brought(parts, turn.RollAtEnd)] and not pending.model:
            yield f"{pending.clause} is rolled for a model or a unit"


# --- rosters and sheets --------------------------------------------------------------------------------------------


def roster_problems(roster: Roster) -> Iterator[str]:
    """Values of a whole roster that no rule could use."""
    if len(roster.models) > MAX_MODELS:
        yield f"a roster has at most {MAX_MODELS} models, not {len(roster.models)}"
        return
    if len(roster.units) > MOST_UNITS:
        yield f"a roster has at most {MOST_UNITS} units, not {len(roster.units)}"
        return
    yield from (problem.message for problem in forces.structure(roster))
    for unit in roster.units:
        if not 1 <= len(unit.id) <= 40 or not unit.id.isprintable():
            yield f"{unit.name or unit.id}: a unit has an id of 1 to 40 characters"
        if not 0 <= unit.points <= 100_000:
            yield f"{unit.name or unit.id}: points is {unit.points}"
    yield from sheet_problems(roster.models)


def sheet_problems(sheets: Iterable[Sheet]) -> Iterator[str]:
    """Values on a roster's sheets that no rule could use."""
    for sheet in sheets:
        who = sheet.name or sheet.id
        if not 1 <= len(sheet.id) <= 40 or not sheet.id.isprintable():
            yield f"{who}: a model has an id of 1 to 40 characters"
        yield from (f"{who}: {text}" for text in _profile_problems(sheet))
        yield from (f"{who}: {text}" for text in _size_problems(sheet))
        yield from (f"{who}: {text}" for text in _held_problems(sheet.has))
        yield from (f"{who}: {text}" for text in _weapon_problems(sheet.weapons))


def _profile_problems(sheet: Sheet) -> Iterator[str]:
    vehicle = "Vehicle" in sheet.keywords
    for key in ("FA", "SA", "RA", "HP") if vehicle else ("T", "W", "Ld"):
        if key not in sheet.profile:
            yield f"{key} is missing"
    for key, value in sheet.profile.items():
        least, most = PRINTED.get(key, (0, 0))
        if key not in PRINTED:
            yield f"{key[:20]!r} is not a characteristic"
        elif not within(value, least, most):
            yield f"{key} is a number from {least} to {most}, not {value!r}"


def _size_problems(sheet: Sheet) -> Iterator[str]:
    sizes = [("base", sheet.base, 1), ("height", sheet.height, 1), ("points", sheet.points, 0)]
    sizes += [("hull", value, 10) for value in sheet.hull or ()]
    for key, value, least in sizes:
        if not least <= value <= (100_000 if key == "points" else 5_000):
            yield f"{key} is {value}"
    if sheet.hull and "Vehicle" not in sheet.keywords:
        yield "only a vehicle has a hull"


def _held_problems(has: Mapping[str, int | str]) -> Iterator[str]:
    for key, (least, most) in HELD.items():
        if key in has and not within(has[key], least, most):
            yield f"{key} is a number from {least} to {most}, not {has[key]!r}"


def _weapon_problems(weapons: tuple[Weapon, ...]) -> Iterator[str]:
    if len(weapons) > MOST_WEAPONS:
        yield f"a model has at most {MOST_WEAPONS} weapons"
        return
    yield from twice("weapon", [weapon.id for weapon in weapons])
    for weapon in weapons:
        printed, shots = weapon.profile, weapon.profile.get("shots", 1)
        strength = printed.get("S", "User")
        reach = printed.get("range", 0)
        checks = (
            ("type", printed.get("type") in weapon_types()),
            ("range", within(reach, 0, 99_999) and (reach == 0) == (printed.get("type") == "Melee")),
            ("min", within(printed.get("min", 0), 0, 99_999)),
            ("shots", within(shots, 1, 99) or (isinstance(shots, str) and bool(SHOTS.match(shots)))),
            ("S", within(strength, 0, 10) or (isinstance(strength, str) and bool(STRENGTH.match(strength)))),
            ("AP", within(printed.get("AP", 0), 0, 6)),
        )
        yield from (f"{key} of {weapon.name} cannot be {printed.get(key)!r}" for key, ok in checks if not ok)
        yield from (f"{weapon.name}: {text}" for text in _held_problems(weapon.has))
