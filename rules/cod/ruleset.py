"""Cities of Death as a value: the sequence of Warhammer 40,000 with the parts of this package."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules import cod
from rules.cod import (
    board,
    book,
    choice,
    chosen,
    deployment,
    options,
    pieces,
    player,
    scoring,
    sides,
    steps,
    stratagems,
    table,
)
from rules.cod.mission import SCENARIO, mission, missions
from rules.kernel.part import Part, parts_in
from rules.kernel.rule import rules_in
from rules.kernel.setting import settings
from rules.kernel.state import State
from rules.wh40k import position, ruleset

STEPS: dict[str, tuple[str, ...]] = {
    "board": ("", board.RUINS, board.OTHERS, board.AGREE),
    "scenario": ("", choice.AFTER_SIX),
    "sides": tuple(sides.CHOICES),
    "stratagems": ("", stratagems.DECLARE, stratagems.PLACE, stratagems.NEXT),
    "deployment": (*position.STEPS["deployment"], *deployment.OWN_STEPS),
    "dusk": ("",),
    "first-turn": ("",),
}
LIMITS = msgspec.structs.replace(
    position.LIMITS,
    options={**position.DEFAULTS, **options.DEFAULTS},
    choices={**position.LIMITS.choices, **options.CHOICES, options.SCENARIO: ("", *missions())},
    ranges={**position.LIMITS.ranges, options.FORTIFY: (-1, 99), options.DETACHMENTS: (0, 9)},
    steps={**position.STEPS, **STEPS},
    more=(lambda state: options.problems(state.options), chosen.problems),
)


def problems(state: State) -> Iterable[str]:
    """Everything that makes a position invalid for a city fight. A scenario may have a single zone."""
    if mission(state) is None and (SCENARIO in state.game or state.phase in steps.SETTLING):
        yield f"a city fight in the {state.phase} phase has a scenario"
        return
    if mission(state) is not None:
        state = msgspec.structs.replace(state, table=msgspec.structs.replace(state.table, zones=()))
    yield from position.problems(state, LIMITS)


def _per_point(state: State) -> int:
    played = mission(state)
    return 1 if played is None else played.per_point


READING = msgspec.structs.replace(
    ruleset.READING,
    ties=ruleset.READING.ties | {steps.TIE},
    scored=ruleset.READING.scored | {clause for played in missions().values() for clause in played.scored},
    per_point=_per_point,
)
COD_6 = ruleset.build(
    "cod",
    "6.1",
    "Cities of Death",
    parts=(*parts_in(cod), Part(brings=(*missions().values(), *chosen.stratagems().values()))),
    listed=rules_in(cod),
    books=(book.BOOK,),
    player=player.CityPlayer,
    score=scoring.score,
    checks=problems,
    settings=settings(
        LIMITS.options, {**position.TEXTS, **options.TEXTS}, LIMITS.ranges, LIMITS.choices, first=options.FIRST
    ),
    table=table.table,
    palette=pieces.PALETTE,
    reading=READING,
)

VERSIONS = {COD_6.version: COD_6}
