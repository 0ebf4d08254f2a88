"""Options that players agree on before a city fight, and settled gaps in the document, with their defaults.

A chart of force organisation is written as `HQ 1-2, Troops 2-6`; categories it does not name are not allowed. A stock
of ruins is written as `r1 900, r2 600`: the id of each ruin and its height in hundredths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rules.kernel.context import Context
from rules.kernel.state import Lasting, State

LEVEL = "cod.level"
SCENARIO = "cod.scenario"
ATTACKER = "cod.attacker"
"""The side agreed to attack; empty if it is rolled for."""
ALTERNATIVE = "cod.org.terrain.alternative"
"""Whether both players agreed on the terrain that the game begins with."""
STOCK = "cod.org.terrain.step1"
"""The ruins available to place; empty if they are not listed."""
CHART = "cod.org.army.standard-foc"
DETACHMENTS = "cod.org.army.extra-detachments"
"""How many detachments an army may have; 0 lets any army through."""
_GUERRILLA = "cod.scenario.elimination.foc"
GUERRILLA = {role: f"{_GUERRILLA}.{role}" for role in ("attacker", "defender")}
"""The chart of each role in Elimination, which the document leaves out."""
HALVES = "cod.gap.half-points"
"""Whether half of an odd cost keeps its fraction; otherwise it is rounded up."""
SQUADRONS = "cod.vp.squadron-note"
"""Whether the note on squadrons overrides the table: half their cost only at 25% or fewer."""
DOUBLE = "cod.scenario.elimination.double"
"""What counts double for the attacker in Elimination: points for the attacker's `own` units, or for `enemy` units."""
TURN_UNIT = "cod.gap.turn-unit"
"""What "once per turn" means: per `player` turn or per `game` turn."""
ROOFS = "cod.terrain.intact-building.roof-exception"
"""Which models may stand on roofs of intact buildings: keywords such as `Jump, Jet Pack`; empty for none."""
ROOF_COVER = "cod.sheet.note-1"
"""The cover save on such a roof; 7 for none."""
FORTIFY = "cod.scenario.scorched-earth.defender-fortify"
"""How many ruins the defender may fortify for free in Scorched Earth; -1 for any number."""

LEVELS = ("alpha", "gamma", "omega")
DEFAULTS: dict[str, int | str | bool] = {
    LEVEL: "alpha",
    SCENARIO: "",
    ATTACKER: "",
    ALTERNATIVE: False,
    STOCK: "",
    CHART: "HQ 1-2, Troops 2-6, Elites 0-3, Fast Attack 0-3, Heavy Support 0-3",
    DETACHMENTS: 1,
    GUERRILLA["attacker"]: "",
    GUERRILLA["defender"]: "HQ 1-2, Troops 2-6, Elites 0-3, Fast Attack 0-3, Heavy Support 0-3",
    HALVES: True,
    SQUADRONS: False,
    DOUBLE: "own",
    TURN_UNIT: "player",
    ROOFS: "",
    ROOF_COVER: 7,
    FORTIFY: -1,
}
CHOICES: Mapping[str, tuple[str, ...]] = {
    LEVEL: LEVELS,
    ATTACKER: ("", "a", "b"),
    DOUBLE: ("own", "enemy"),
    TURN_UNIT: ("player", "game"),
}
FIRST = ("wh40k.assumed.game-length", LEVEL, SCENARIO, ATTACKER)
"""Asked before every battle."""
TEXTS: Mapping[str, str] = {
    LEVEL: "The level of the game.",
    SCENARIO: "The scenario that is played; empty if it is rolled for.",
    ATTACKER: "The side agreed to attack; empty if it is rolled for.",
    ALTERNATIVE: "Yes: both players agreed on the terrain that the game begins with.",
    STOCK: "The ruins there are to place, each with its height in hundredths, such as `r1 900, r2 600`; empty for any.",
    CHART: "The least and most choices of each category of an army, such as `HQ 1-2, Troops 2-6`.",
    DETACHMENTS: "How many detachments an army may have; 0 lets any army through.",
    GUERRILLA["attacker"]: "The attacker's chart of force organisation in Elimination; empty for any army.",
    GUERRILLA["defender"]: "The defender's chart of force organisation in Elimination; empty for any army.",
    HALVES: "Yes: half of an odd cost keeps its fraction. No: it is rounded up.",
    SQUADRONS: "Yes: half the cost of a squadron counts only at 25 % of its vehicles or fewer.",
    DOUBLE: "What counts double for the attacker in Elimination: points for their own units, or for enemy units.",
    TURN_UNIT: "What once per turn means: once in each player turn, or once in each game turn.",
    ROOFS: "Which models may stand on roofs of intact buildings: keywords such as `Jump, Jet Pack`; empty for none.",
    ROOF_COVER: "The cover save on such a roof; 7 for none.",
    FORTIFY: "How many ruins the defender may fortify for free in Scorched Earth; -1 for any number.",
}
_SCENARIOS = f"{SCENARIO}."
_ROW = re.compile(r"([A-Za-z ]+?) (\d{1,2})-(\d{1,2})", re.ASCII)
_RUIN = re.compile(r"([A-Za-z0-9_-]{1,40}) (\d{1,5})", re.ASCII)
_CHARTS = (CHART, *GUERRILLA.values())


def option(state: State, key: str) -> int | str | bool:
    """The agreed value of an option."""
    return state.options.get(key, DEFAULTS[key])


def text(state: State, key: str) -> str:
    """The agreed value of an option that is a word."""
    return str(option(state, key))


def level(state: State) -> str:
    """The level of the game: alpha, gamma or omega."""
    return text(state, LEVEL)


def chart(written: str) -> dict[str, tuple[int, int]]:
    """Least and most choices by category."""
    rows = [_ROW.fullmatch(part.strip()) for part in written.split(",") if part.strip()]
    return {row[1]: (int(row[2]), int(row[3])) for row in rows if row}


def stock(state: State) -> dict[str, int]:
    """The ruins there are to place, and their heights."""
    rows = [_RUIN.fullmatch(part.strip()) for part in text(state, STOCK).split(",") if part.strip()]
    return {row[1]: int(row[2]) for row in rows if row}


def once_until(ctx: Context) -> Lasting:
    """How long something limited to once per turn stays used: until the player turn or the game turn ends."""
    return "turn" if text(ctx.state, TURN_UNIT) == "player" else "round"


def problems(agreed: Mapping[str, int | str | bool]) -> Iterator[str]:
    """What is wrong with the options of a city fight."""
    for key, default in DEFAULTS.items():
        value = agreed.get(key, default)
        if type(value) is not type(default):
            yield f"the option {key} is of the wrong kind: {value!r}"
        elif key == ROOF_COVER and not 2 <= int(value) <= 7:
            yield f"the option {key} is a save, 2 to 7, not {value}"
        elif key in CHOICES and value not in CHOICES[key]:
            yield f"the option {key} is one of {', '.join(filter(None, CHOICES[key]))}, not {value!r}"
        elif key in _CHARTS and not _written(str(value), _ROW):
            yield f"the option {key} is not a chart such as 'HQ 1-2, Troops 2-6': {value!r}"
        elif key == STOCK and not _written(str(value), _RUIN):
            yield f"the option {key} is not a list of ruins such as 'r1 900, r2 600': {value!r}"
    yield from _of_others(agreed)


def _of_others(agreed: Mapping[str, int | str | bool]) -> Iterator[str]:
    """Options of one scenario in a game of another, which nothing would read."""
    played = agreed.get(SCENARIO, DEFAULTS[SCENARIO])
    for key, value in agreed.items():
        of = key.removeprefix(_SCENARIOS).partition(".")[0]
        if played and key.startswith(_SCENARIOS) and of != played and value != DEFAULTS.get(key):
            yield f"the option {key} is for the scenario {of}, not {played}"


def _written(value: str, row: re.Pattern[str]) -> bool:
    return all(row.fullmatch(part.strip()) for part in value.split(",") if part.strip())
