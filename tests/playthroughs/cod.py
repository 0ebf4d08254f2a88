"""The golden games of Cities of Death: their forces, their tables, and how they are played."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import rules
from rules.cod.mission import missions
from rules.cod.options import DETACHMENTS, LEVEL, LEVELS, SCENARIO
from rules.cod.table import table
from rules.kernel.state import Table
from rules.wh40k.options import GAME_LENGTH
from tests.playthroughs.correcting import Correction, ruled
from tests.playthroughs.playing import FOLDER, Plan, System, names_in
from tests.playthroughs.wh40k import FORCES, gives_up, old_wound
from tests.playthroughs.wh40k import SYSTEM as WH40K

COD = rules.load("cod")


def town(level: str) -> Callable[[int], Table]:
    """A town of a given level, with ruins."""
    return lambda seed: table(4 * seed, level)


def bare(seed: int) -> Table:
    """A table without terrain: the sides place it themselves."""
    return Table(4800, 4800)


GROUNDS: dict[str, Callable[[int], Table]] = {**{level: town(level) for level in LEVELS}, "bare": bare}


# games


SEEDS = range(1, 9)
SAYS = ((), (old_wound,), (), (), (old_wound, gives_up))
NAMES = ("", *missions())
"""The scenarios; the first one is rolled for."""


def plan(first: str, second: str, seed: int, corrections: tuple[Correction, ...] = ()) -> Plan:
    """A plan in which the seed also decides the scenario, the level, agreements and interjections."""
    level, scenario = LEVELS[seed % 3], NAMES[(seed + len(first) + 3 * len(second)) % len(NAMES)]
    return Plan(
        f"{first}-{second}-{seed}",
        (first, second),
        seed,
        {LEVEL: level, SCENARIO: scenario, DETACHMENTS: 0, GAME_LENGTH: 3},
        SAYS[seed % len(SAYS)],
        "declared" if seed % 7 == 0 else "enforced",
        "bare" if seed == 3 else level,
        corrections,
    )


CHOSEN = FOLDER / "cod.plans"
PLANS: tuple[Plan, ...] = (
    *(plan(*named) for named in names_in(CHOSEN)),
    plan("mire", "foundry", 3, ruled(90, 95, 100, 101, 110)),
)


def candidates() -> list[Plan]:
    """Plans of every scenario at every level."""
    return [plan(first, second, seed) for first, second in permutations(FORCES, 2) for seed in SEEDS]


# effects without a line of their own


SYSTEM = System(
    COD,
    FORCES,
    GROUNDS,
    PLANS,
    candidates,
    chosen=CHOSEN,
    basis=WH40K,
    most_bytes=3 * 2**20,
)
