"""Problems that make a table, its options, a roster's sheets or a whole position invalid for Kill Team.

Rules trust what passes this: every problem is reported in a sentence, none is repaired.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rules.kernel.errors import Malformed
from rules.kernel.position import course_problems, round_problems, twice, within
from rules.kernel.sheet import Sheet, Weapon
from rules.kernel.state import Decision, State
from rules.kt import allowed
from rules.kt.options import DEFAULTS

SIDES = ("a", "b")
STEPS: dict[str, tuple[str, ...]] = {
    "setup": ("",),
    "deployment": ("",),
    "initiative": ("",),
    "movement": ("",),
    "psychic": ("",),
    "shooting": ("ready", "fire-at-will"),
    "fight": ("hammer", "lives"),
    "morale": ("break", "nerve"),
    "over": ("",),
}
"""The phases and the sections of each."""
TURNS = ("movement", "psychic", "shooting", "fight", "morale")
"""Phases in which it is somebody's turn."""
QUESTIONS = (
    "kt.deploy.roll-off",
    "kt.move.advance",
    "kt.charge.react",
    "kt.charge.roll",
    "kt.charge.success",
    "kt.psychic.deny",
    "kt.fight.consolidate",
)
"""Clauses that may ask a side a question."""
RANGES = {
    "kt.game.round-count": (1, 99),
    "kt.roster.format-agreed": (1, 10_000),
    "kt.gap.roll-off-dice": (1, 2),
    "kt.initiative.roll": (1, 2),
}
"""The least and greatest values of options; others take a number up to 99, or yes and no."""
PRINTED = {"M": 99_999, "WS": 10, "BS": 10, "S": 99, "T": 99, "W": 99, "Ld": 99, "Sv": 10, "Max": 200}
"""The greatest numbers on a sheet; M in hundredths."""
LEAST = {"W": 1}
"""The least numbers on a sheet, where that is not 0."""
MOST_WEAPONS, MOST_MODELS = 100, 200
AMOUNT = re.compile(r"[1-9]?D[36]\Z")
STRENGTH = re.compile(r"User\Z|[+x][0-9]\Z")


def problems(state: State) -> Iterator[str]:
    """Everything that makes a position invalid for Kill Team."""
    yield from option_problems(state.options)
    if len(state.table.zones) == 1:
        yield "a table needs a deployment zone for each side, or none at all"
    yield from _progress_problems(state)
    if state.pending is not None:
        yield from _question_problems(state, state.pending)
    yield from sheet_problems(model.sheet for model in state.models.values())


def option_problems(options: dict[str, int | str | bool]) -> Iterator[str]:
    """Values that options cannot have."""
    for key, value in options.items():
        if key not in DEFAULTS:
            continue
        if isinstance(DEFAULTS[key], str):
            yield from _text_problems(key, value)
            continue
        least, most = (0, 1) if isinstance(DEFAULTS[key], bool) else RANGES.get(key, (0, 99))
        if not isinstance(value, int) or not least <= value <= most:
            yield f"option {key} is a number from {least} to {most}, not {value!r}"


def _text_problems(key: str, value: object) -> Iterator[str]:
    """What is wrong with the option that is a text, the specialisms that datasheets allow."""
    try:
        allowed.read(value if isinstance(value, str) else str(value))
    except Malformed as error:
        yield f"option {key}, {error.path}: {error.reason}"


def _progress_problems(state: State) -> Iterator[str]:
    yield from course_problems(state, SIDES, STEPS, TURNS)
    if state.phase == "initiative":
        yield from round_problems(state)
    if state.active and state.models[state.active].side != state.to_act:
        yield f"active model {state.active} is not of the side to act"


def _question_problems(state: State, pending: Decision) -> Iterator[str]:
    if pending.clause not in QUESTIONS:
        yield f"no decision is asked for by {pending.clause!r}"
    elif pending.clause != "kt.deploy.roll-off":
        named = [state.models[key] for key in (pending.model, *pending.targets) if key in state.models]
        if not pending.model or any(model.at is None for model in named):
            yield f"{pending.clause} is about models on the table"
    if state.phase not in (*TURNS, "deployment", "initiative"):
        yield f"nothing is decided in the {state.phase} phase"


def sheet_problems(sheets: Iterable[Sheet]) -> Iterator[str]:
    """Values on a roster's sheets that no rule could use."""
    for sheet in sheets:
        who = sheet.name or sheet.id
        if not 1 <= len(sheet.id) <= 40 or not sheet.id.isprintable():
            yield f"{who}: a model has an id of 1 to 40 characters"
        if any(not allowed.WORD.fullmatch(word) for word in sheet.specialities or ()):
            yield f"{who}: specialities are words such as leader or comms"
        for key, most in PRINTED.items():
            if not within(sheet.profile.get(key, 1), LEAST.get(key, 0), most):
                yield f"{who}: {key} is a number from {LEAST.get(key, 0)} to {most}, not {sheet.profile[key]!r}"
        if not _amount(sheet.profile.get("A", 1)):
            yield f"{who}: A is a number, D3 or D6, not {sheet.profile['A']!r}"
        sizes = (("base", sheet.base, 1), ("height", sheet.height, 1), ("points", sheet.points, 0))
        for key, value, least in sizes:
            if not least <= value <= 100_000:
                yield f"{who}: {key} is {value}"
        held = (("kt.save.invulnerable", 10), ("kt.psyker.deny", 99))
        for key, most in held:
            if not within(sheet.has.get(key, 1), 0, most):
                yield f"{who}: {key} is no number"
        yield from (f"{who}: {text}" for text in _weapon_problems(sheet.weapons))


def roster_problems(sheets: tuple[Sheet, ...]) -> Iterator[str]:
    """Values of a whole roster that no rule could use."""
    if len(sheets) > MOST_MODELS:
        yield f"a roster has at most {MOST_MODELS} models, not {len(sheets)}"
        return
    yield from twice("model", [sheet.id for sheet in sheets])
    yield from sheet_problems(sheets)


def _weapon_problems(weapons: tuple[Weapon, ...]) -> Iterator[str]:
    if len(weapons) > MOST_WEAPONS:
        yield f"a model has at most {MOST_WEAPONS} weapons"
        return
    yield from twice("weapon", [weapon.id for weapon in weapons])
    for weapon in weapons:
        printed, strength = weapon.profile, weapon.profile.get("S", "User")
        checks = (
            ("range", within(printed.get("range", 0), 0, 99_999)),
            ("attacks", _amount(printed.get("attacks", 1))),
            ("S", within(strength, 0, 99) or (isinstance(strength, str) and bool(STRENGTH.match(strength)))),
            ("AP", within(printed.get("AP", 0), -99, 99)),
            ("D", _amount(printed.get("D", 1))),
        )
        for key, ok in checks:
            if not ok:
                yield f"{key} of {weapon.name} cannot be {printed.get(key)!r}"


def _amount(value: object) -> bool:
    return within(value, 0, 99) or (isinstance(value, str) and bool(AMOUNT.match(value)))
