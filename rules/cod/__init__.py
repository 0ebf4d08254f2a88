"""Cities of Death: city fights of Warhammer 40,000, after the Russian rules (seed document 003).

Ruins, night and destruction live in modules of their own, every stratagem and every scenario in a file of its own in
`stratagem/` and `scenario/`, the catalogue of the rest in `book/`. The way from mustering to the first turn is in
`steps`. Everything else is Warhammer 40,000. A module that exports `HANDLERS` adds declarations, one that exports
`offers` lists what may be declared; both are found by walking the package.
"""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any

import msgspec

from rules import wh40k
from rules.kernel.context import Context
from rules.kernel.rule import Rule
from rules.kernel.ruleset import Option
from rules.kernel.state import State
from rules.wh40k import position, turn


def _modules() -> list[ModuleType]:
    """Every module of this package, by name."""
    found = pkgutil.walk_packages(__path__, __name__ + ".")
    return [importlib.import_module(name) for name in sorted(info.name for info in found)]


MODULES = _modules()

from rules.cod import (  # noqa: E402
    board,
    book,
    choice,
    chosen,
    deployment,
    muster,
    options,
    player,
    scoring,
    sides,
    steps,
    stratagems,
    table,
)
from rules.cod.mission import SCENARIO, mission, missions  # noqa: E402

HANDLERS: dict[type, Callable[[Context, Any], None]] = {
    kind: handler for module in MODULES for kind, handler in getattr(module, "HANDLERS", {}).items()
}
OFFERS: tuple[Callable[[Context], Iterator[Option]], ...] = tuple(
    module.offers for module in MODULES if "offers" in vars(module)
)


def _rules() -> tuple[Rule, ...]:
    """The rules of this package, by their ids."""
    found = {rule.id: rule for module in MODULES for rule in vars(module).values() if isinstance(rule, Rule)}
    return tuple(found[key] for key in sorted(found) if key.startswith("cod."))


PHASES: dict[str, turn.Settler] = {
    "setup": muster.settle,
    "scenario": choice.settle,
    "sides": sides.settle,
    "stratagems": stratagems.settle,
    "deployment": deployment.settle,
}
STEPS: dict[str, tuple[str, ...]] = {
    "board": ("", board.RUINS, board.OTHERS, board.AGREE),
    "scenario": ("", choice.AFTER_SIX),
    "sides": tuple(sides.CHOICES),
    "stratagems": ("", stratagems.DECLARE, stratagems.PLACE, stratagems.NEXT),
    "deployment": (*position.STEPS["deployment"], *deployment.OWN_STEPS),
    "dusk": ("",),
    "first-turn": ("",),
}
OPTIONS = {**position.DEFAULTS, **options.DEFAULTS}
LIMITS = dataclasses.replace(
    position.LIMITS,
    options=OPTIONS,
    choices={**position.LIMITS.choices, **options.CHOICES, options.SCENARIO: ("", *missions())},
    ranges={**position.LIMITS.ranges, options.FORTIFY: (-1, 99), options.DETACHMENTS: (0, 9)},
    steps={**position.STEPS, **STEPS},
    more=(lambda state: options.problems(state.options), chosen.problems),
)


def problems(state: State) -> Iterable[str]:
    """Everything that keeps a position from being one of a city fight. A scenario may deal out a single zone."""
    if mission(state) is None and (SCENARIO in state.game or state.phase in steps.SETTLING):
        yield f"a city fight in the {state.phase} phase has a scenario"
        return
    if mission(state) is not None:
        state = msgspec.structs.replace(state, table=msgspec.structs.replace(state.table, zones=()))
    yield from position.problems(state, LIMITS)


def _per_point(state: State) -> int:
    played = mission(state)
    return 1 if played is None else played.per_point


READING = dataclasses.replace(
    wh40k.READING,
    ties=wh40k.READING.ties | {sides.TIE},
    scored=wh40k.READING.scored | {clause for played in missions().values() for clause in played.scored},
    per_point=_per_point,
)
COD_6 = wh40k.build(
    "cod",
    "6.1",
    "Cities of Death",
    handlers=HANDLERS,
    offers=OFFERS,
    rules=_rules(),
    books=(book.BOOK,),
    phases=PHASES,
    proposals=player.PROPOSALS,
    plays=player.CityPlayer,
    score=scoring.score,
    problems=problems,
    table=table.table,
    reading=READING,
)

VERSIONS = {COD_6.version: COD_6}

__all__ = ["COD_6", "HANDLERS", "VERSIONS", "problems"]
