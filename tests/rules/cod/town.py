"""A city for tests: ruins with floors, and units of `tests.rules.wh40k.field` in them.

    here = town(squad("au1", (1000, 1000)), terrain=ruin("r1", 2000, 1000, 3200, 2200, floors=3))

A ruin's floors are 3" apart, each over its whole outline unless `upper` says how far it reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.cod import ruins
from rules.kernel.context import Context
from rules.kernel.state import Mark, Point, State, Terrain
from rules.wh40k.movement.move import ModelMove, Move
from tests.rules.wh40k.field import Group, box, field, ruleset

STOREY = 300


def ruin(
    key: str = "r1",
    left: int = 2000,
    near: int = 1000,
    right: int = 3200,
    far: int = 2200,
    floors: int = 3,
    *,
    height: int = 0,
    storey: int = STOREY,
    upper: tuple[int, int, int, int] | None = None,
) -> tuple[Terrain, ...]:
    """A ruin of so many floors, the ground included, and its upper floors as pieces of their own."""
    reach = upper or (left, near, right, far)
    return (
        box(key, left, near, right, far, height or floors * storey, "ruin"),
        *(box(f"{key}.{n}", *reach, 10, "floor", (n - 1) * storey - 10) for n in range(2, floors + 1)),
    )


def town(*groups: Group, terrain: Iterable[Terrain] = (), **told: Any) -> State:
    """A position in a city."""
    return field(*groups, terrain=tuple(terrain), key="cod", **told)


def dangerous(*keys: str) -> Mapping[str, Mark]:
    """Marks of the table: these ruins are dangerous."""
    return {ruins.DANGEROUS: keys}


def fortified(*keys: str) -> Mapping[str, Mark]:
    """Marks of the table: these ruins are fortified."""
    return {ruins.FORTIFIED: keys}


def go(unit: str, model: str, *path: Point, fast: bool = False) -> Move:
    """One model of a unit moves along a path."""
    return Move(unit=unit, moves=(ModelMove(model=model, path=path),), fast=fast)


def at_work(state: State, by: str = "a", dice: Iterable[int] = ()) -> Context:
    """What a rule works with in this position, for rules that no declaration of their own leads to."""
    return Context(ruleset(state.ruleset), state.copied(), by, tuple(dice))
