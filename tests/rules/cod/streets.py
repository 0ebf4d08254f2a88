"""A city for tests of Cities of Death: a field with ruins, a scenario, sides that have their roles and edges.

    here = city(squad("au1", (1000, 1000), 5), scenario="firesweep", ruins=[ruin("r1", 2000, 2000)])

Everything of `tests.rules.wh40k.field` is used as it is; positions are of the ruleset `cod`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import rules.cod
from rules.cod import prepared
from rules.cod.mission import SCENARIO, missions
from rules.kernel.state import Mark, State, Terrain

from ..wh40k import field as plain
from ..wh40k.field import Group, box

COD = rules.load("cod")
QUARTERS = {"a": ("south", "west"), "b": ("north", "east")}


def shows(row: str, by: str, *values: Any) -> Any:
    """A case of a table, about a row that its neighbour decides."""
    return pytest.param(*values, id=row, marks=pytest.mark.decides(row, by=by))


def ruin(key: str, x: int, y: int, size: int = 600, height: int = 600, kind: str = "ruin") -> Terrain:
    """A square ruin with its south-west corner at a place."""
    return box(key, x, y, x + size, y + size, height, kind)


def city(
    *groups: Group,
    scenario: str = "firesweep",
    level: str = "alpha",
    ruins: Iterable[Terrain] = (),
    attacker: str = "",
    edges: Mapping[str, tuple[str, ...]] | None = None,
    sides: Mapping[str, Mapping[str, Mark]] | None = None,
    game: Mapping[str, Mark] | None = None,
    options: Mapping[str, int | str | bool] | None = None,
    size: tuple[int, int] = (4800, 4800),
    terrain: Iterable[Terrain] = (),
    **more: Any,
) -> State:
    """A position of a scenario in which everything before the present phase is settled."""
    pieces, told = tuple(ruins), {name: dict((sides or {}).get(name, {})) for name in ("a", "b")}
    for name in ("a", "b"):
        if edges is None or name in edges:
            told[name].setdefault(prepared.OWN_EDGES, (edges or QUARTERS)[name])
        if attacker:
            told[name][missions()[scenario]["roles"]] = "attacker" if name == attacker else "defender"
    state = plain.field(
        *groups,
        terrain=(*pieces, *terrain),
        key="cod",
        size=size,
        sides=told,
        game={SCENARIO: scenario, prepared.RUINS: tuple(p.id for p in pieces), **(game or {})},
        options={"cod.level": level, **(options or {})},
        **more,
    )
    return zoned(state)


def zoned(state: State) -> State:
    """The position with the deployment zones of its scenario drawn."""
    drawn = missions()[str(state.game[SCENARIO])].zones(state)
    zones = tuple(zone for side in drawn for zone in drawn[side])
    state.table = type(state.table)(
        state.table.width, state.table.depth, state.table.mapped, state.table.terrain, zones
    )
    return state
