"""Problems that make a table, its options, a gang's sheets or a whole position invalid for Necromunda.

Rules trust what passes this: every problem is reported in a sentence, none is repaired.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from rules.kernel.errors import Malformed
from rules.kernel.part import ANY, Part, brought
from rules.kernel.position import course_problems, round_problems, twice, within
from rules.kernel.sheet import Sheet
from rules.kernel.state import Decision, Mark, State
from rules.necro import breach, checks, door, options, scenario, words
from rules.necro.army import equipment
from rules.necro.book import DOOR, TERMINAL

STEPS: dict[str, tuple[str, ...]] = {
    "setup": ("",),
    "deployment": ("", "fighters"),
    "priority": ("",),
    "action": ("", "finished"),
    "end": ("",),
    "over": ("",),
}
"""The phases and the steps of each."""
PLAYED = ("priority", "action", "end")
"""The phases of a round."""
TURNS = ("action",)
"""Phases in which it is somebody's turn."""
FREE_OPERATE = TERMINAL["hack-free-operate"]
LISTS = (door.LOCKED, door.OPERATED, door.BROKEN_OPEN)
"""Marks on the table that list doors."""
COUNTED = {door.HEIGHTS: door.OPEN, breach.LOST: ""}
"""Marks on the table with a number for each door: the kind that the door then has, if any."""
MOST_WEAPONS, MOST_FIGHTERS, MOST_NUMBER = 100, 200, 999
FIGHTER_MARKS = (words.POINTS, words.FLESH)
"""Marks on fighters that are numbers."""


def judge(parts: Sequence[Part]) -> Callable[[State], Iterator[str]]:
    """The function that lists the problems of a position in a game of these parts."""
    asked = {clause for part in parts for act in part.acts for clause in act.answers}
    asked |= {check.clause for check in brought(parts, checks.Check)} | {
        clause for part in parts for clause in part.declines
    }
    return lambda state: problems(state, asked - {ANY})


def problems(state: State, questions: Collection[str]) -> Iterator[str]:
    """Everything that makes a position invalid for Necromunda; `questions` are the clauses that may ask something."""
    yield from option_problems(state.options)
    yield from scenario.problems(state)
    if len(state.table.zones) == 1:
        yield "a table needs a deployment zone for each side, or none at all"
    yield from _progress_problems(state)
    if state.pending is not None:
        yield from _question_problems(state, state.pending, questions)
    yield from _door_problems(state)
    yield from _fighter_problems(state)
    yield from sheet_problems(model.sheet for model in state.models.values())


def option_problems(given: dict[str, int | str | bool]) -> Iterator[str]:
    """Options that do not exist, and values they cannot have."""
    for key, value in given.items():
        if key not in options.DEFAULTS:
            continue
        if isinstance(options.DEFAULTS[key], str):
            yield from _text_problems(key, value)
            continue
        least, most = options.RANGES.get(key, (0, 1))
        if not within(value, least, most):
            yield f"option {key} is a number from {least} to {most}, not {value!r}"


def _text_problems(key: str, value: object) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"option {key} is text, not {value!r}"
        return
    try:
        equipment.read(value)
    except Malformed as error:
        yield f"option {key}, {error}"


def _progress_problems(state: State) -> Iterator[str]:
    yield from course_problems(state, words.SIDES, STEPS, TURNS)
    if state.phase in ("priority", "end"):
        yield from round_problems(state)
    fighter = words.active(state)
    if fighter is None:
        return
    if state.phase != "action":
        yield f"{fighter.id} is activated outside the Action phase"
    if state.step != "finished" and not within(fighter.phase.get(words.POINTS), 0, MOST_NUMBER):
        yield f"{fighter.id} is activated and has no action points written down"
    if state.step != "finished" and words.controller(state, fighter) != state.to_act:
        yield f"{fighter.id} is activated, and its controller is not the side to act"


def _question_problems(state: State, pending: Decision, questions: Collection[str]) -> Iterator[str]:
    clause, model = pending.clause, state.models.get(pending.model)
    if clause not in questions:
        yield f"no decision is asked for by {clause!r}"
    if state.phase not in ("deployment", *PLAYED):
        yield f"nothing is decided in the {state.phase} phase"
    elif state.phase == "deployment":
        return
    elif model is None or model.at is None or model.out:
        yield f"{clause} is about a fighter on the table"
    elif clause == DOOR["close-on-fighter-pass"] and door.CAUGHT not in model.phase:
        yield f"{model.id} is in no doorway"
    if clause == FREE_OPERATE and door.piece_of(state, str(pending.about.get("door", ""))) is None:
        yield f"{clause} is about a door"


def _door_problems(state: State) -> Iterator[str]:
    kinds = {piece.id: piece.kind for piece in door.doors(state)}
    if state.phase != "setup" and any(piece.kind == door.DRAWN_LOCKED for piece in state.table.terrain):
        yield "a locked door is a door with a mark once the battle has begun"
    for key in LISTS:
        value = state.game.get(key, ())
        if not isinstance(value, tuple) or not set(value) <= kinds.keys():
            yield f"mark {key} lists doors, not {value!r}"
    for key in door.listed(state, door.LOCKED):
        if kinds.get(key) == door.OPEN:
            yield f"{key} is open and locked"
    for key, kind in COUNTED.items():
        yield from _number_problems(key, state.game.get(key, ()), kinds, kind)
    known = door.numbers(state, door.HEIGHTS)
    for piece in door.doors(state):
        drawn = state.phase == "setup" and piece.height > door.FLAT
        if piece.kind == door.OPEN and piece.id not in known and not drawn:
            yield f"{piece.id} is open, and nobody knows how high it is"


def _number_problems(key: str, value: Mark, kinds: dict[str, str], kind: str) -> Iterator[str]:
    for each in value if isinstance(value, tuple) else (str(value),):
        name, sign, number = each.rpartition("=")
        if not sign or not number.isascii() or not number.isdigit() or not 0 < int(number) < 1_000_000:
            yield f"mark {key} gives numbers, not {each!r}"
        elif kind and kinds.get(name) != kind:
            yield f"mark {key} is about {name}, which is no {kind}"


def _fighter_problems(state: State) -> Iterator[str]:
    for model in state.models.values():
        marks = {**model.game, **model.phase}
        for key in FIGHTER_MARKS:
            if key in marks and not within(marks[key], 0, MOST_NUMBER):
                yield f"mark {key} of {model.id} is a number, not {marks[key]!r}"
        if words.PINNED in model.game and words.INJURED in model.game:
            yield f"{model.id} is both pinned and seriously injured"
        if words.FLED in model.game and (model.at is not None or model.out):
            yield f"{model.id} has fled, and is on the table or out of action"
        held = model.phase.get(words.CONTROLLED, "")
        if held and held not in state.sides:
            yield f"{model.id} is controlled by {held!r}, not a side"
        made = model.phase.get(words.DONE, ())
        if not isinstance(made, tuple):
            yield f"mark {words.DONE} of {model.id} lists actions, not {made!r}"


PRINTED = {"M": 9_999, "W": 99, "A": 99, "S": 99, "T": 99, "WS": 10, "BS": 10, "I": 10, "Sv": 10}
"""The greatest numbers on a sheet; M in hundredths of an inch. Tests on two dice have numbers up to 20."""
WEAPON = {"Range": (0, 99_999), "S": (0, 99), "AP": (-99, 99), "D": (0, 99), "Blast": (0, 2_000)}


def sheet_problems(sheets: Iterable[Sheet]) -> Iterator[str]:
    """Values on a gang's sheets that no rule could use."""
    for sheet in sheets:
        who = sheet.name or sheet.id
        if not 1 <= len(sheet.id) <= 40 or not sheet.id.isprintable():
            yield f"{who}: a fighter has an id of 1 to 40 characters"
        for key, most in {**PRINTED, **dict.fromkeys(checks.DOUBLE, 20)}.items():
            if not within(sheet.profile.get(key, 1), 0, most):
                yield f"{who}: {key} is a number up to {most}, not {sheet.profile[key]!r}"
        for name, value, least in (("base", sheet.base, 1), ("height", sheet.height, 1), ("points", sheet.points, 0)):
            if not least <= value <= 100_000:
                yield f"{who}: {name} is {value}"
        yield from (f"{who}: {text}" for text in _weapon_problems(sheet))


def _weapon_problems(sheet: Sheet) -> Iterator[str]:
    if len(sheet.weapons) > MOST_WEAPONS:
        yield f"a fighter has at most {MOST_WEAPONS} weapons"
        return
    yield from twice("weapon", [weapon.id for weapon in sheet.weapons])
    for weapon in sheet.weapons:
        for key, (least, most) in WEAPON.items():
            value = weapon.profile.get(key, 0)
            if isinstance(value, int) and not least <= value <= most:
                yield f"{key} of {weapon.name} cannot be {value!r}"


def roster_problems(sheets: tuple[Sheet, ...]) -> Iterator[str]:
    """Values of a whole gang that no rule could use."""
    if len(sheets) > MOST_FIGHTERS:
        yield f"a gang has at most {MOST_FIGHTERS} fighters, not {len(sheets)}"
        return
    yield from twice("fighter", [sheet.id for sheet in sheets])
    yield from sheet_problems(sheets)
