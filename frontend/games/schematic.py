"""How a battle without coordinates is drawn: both sides in a column each, so that one sees who acts on whom.

Nobody recorded where models stand, so no picture may say so: everybody has one place for the whole battle, the units of
a side one below the other. Lengths are hundredths of an inch, of no table.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules import State
from rules.kernel import hull
from rules.kernel.state import Model, Point, Table

WIDTH = 3600
LEFT, RIGHT = 300, 2100
"""Where the columns begin; there is room for arrows between them."""
ROW = 6
"""So many models of a unit stand side by side."""
GAP = 60
"""Between two models, and twice as much between two units."""


def places(state: State) -> dict[str, Point]:
    """Where each model is drawn, whether it is on the table or not."""
    return {
        key: at
        for side, left in zip(state.sides, (LEFT, RIGHT), strict=False)
        for key, at in _column(state, side, left)
    }


def _column(state: State, side: str, left: int) -> Iterator[tuple[str, Point]]:
    top = 2 * GAP
    for models in _together(state, side):
        cell = 2 * max(hull.wide(model.sheet) for model in models) + GAP
        for index, model in enumerate(models):
            down, across = divmod(index, ROW)
            yield model.id, (left + across * cell + cell // 2, top + down * cell + cell // 2, 0)
        top += -(-len(models) // ROW) * cell + GAP


def _together(state: State, side: str) -> list[list[Model]]:
    """The models of a side, those of a unit together."""
    found: dict[str, list[Model]] = {}
    for model in state.models.values():
        if model.side == side:
            found.setdefault(model.unit or model.id, []).append(model)
    return list(found.values())


def table(state: State) -> Table:
    """A bare table as large as the columns."""
    depth = max((y for _, y, _ in places(state).values()), default=0) + 6 * GAP
    return Table(WIDTH, max(depth, WIDTH // 2), mapped=False, sketch=True)


def drawn(state: State) -> State:
    """A battle without coordinates as it is drawn; any other state as it is."""
    if not state.table.sketch:
        return state
    twin, at = state.copied(), places(state)
    for model in twin.models.values():
        model.at, model.facing = at.get(model.id) if model.at is not None else None, None
    for unit in twin.units.values():
        unit.formation = None
    twin.table = msgspec.structs.replace(table(state), zones=())
    return twin
