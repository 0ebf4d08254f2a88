"""The common part of the five standard scenarios: opposite quarters, units in turn, a roll for the first turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.cod import ground, placement, prepared
from rules.cod.book import SPECIAL
from rules.cod.mission import ALTERNATE, STRATAGEMS, Mission, Step
from rules.kernel.rule import Rule
from rules.kernel.state import Outcome, State, Terrain, Unit, Zone

NO_RESERVES = SPECIAL["reserves.not-deployed"]
QUARTERS: Step = ("sides", "quarters")


def quarter_zones(state: State) -> Mapping[str, tuple[Zone, ...]]:
    """The quarters of both sides, once they are chosen."""
    names: dict[tuple[str, ...], str] = {edges: name for name, edges in ground.QUARTERS.items()}
    found = {side: names.get(prepared.own_edges(state, side), "") for side in state.sides}
    return {side: (ground.quarter(state.table, name, side),) for side, name in found.items() if name}


def none_kept(state: State, unit: Unit) -> str:
    """The scenario has no Reserves."""
    return NO_RESERVES


def own_edges(state: State, unit: Unit) -> tuple[Any, ...]:
    """A unit comes on over its side's own table edges."""
    return prepared.segments(state, unit.side)


def scenario(
    rule: Rule,
    score: Callable[[State], dict[str, int]],
    victory: Callable[[State], Outcome],
    *more: Step,
    flags: Callable[[State], tuple[str, ...]] | None = None,
    scored: tuple[str, ...] = (),
    per_point: int = 1,
    wanted: Callable[[State, str], Sequence[Terrain]] = lambda state, side: (),
) -> Mission:
    """A standard scenario; `more` are steps after the stratagems."""
    return Mission(
        rule,
        (QUARTERS, STRATAGEMS, *more, ALTERNATE),
        score,
        victory,
        placement.by_quarters(rule["deploy.quarters"], rule["deploy.order"], rule["deploy.exclusion"]),
        none_kept,
        arrival=own_edges,
        zones=quarter_zones,
        flags=flags,
        special=False,
        scored=scored,
        per_point=per_point,
        wanted=wanted,
    )
