"""Whole battles on every layout: after each step fighters stand where one can stand, and not on each other."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

import rules
from rules import autoplay
from rules.kernel import walk
from rules.kernel.engine import empty, evolve
from rules.kernel.sheet import Roster
from rules.kernel.state import State
from rules.necro import ground, table
from tests.rules.necro.board import NECRO, fighter


def gang(side: str) -> Roster:
    """Five fighters; what they shoot with pushes."""
    shove = (
        fighter("a0").sheet.weapons[0].__class__("shove", "Shove", {"Range": 1600, "S": 4, "D": 1, "Knockback": 200})
    )
    keys = [f"{side}{number}" for number in range(1, 6)]
    sheets = [fighter(key, None, M=700, weapons=(shove, fighter("a0").sheet.weapons[1])).sheet for key in keys]
    return Roster(f"Gang {side}", "necro", models=tuple(sheets))


def misplaced(state: State) -> Iterator[str]:
    """Fighters that stand where nobody can, or on another."""
    models = state.alive()
    for index, model in enumerate(models):
        assert model.at is not None
        yield from (f"{model.id}: {sentence}" for _, sentence in ground.groundless(state, model, model.at))
        yield from (f"{model.id} on {other.id}" for other in walk.at_place(model, model.at, models[index + 1 :]))


@pytest.mark.parametrize("layout", table.LAYOUTS, ids=lambda layout: layout.name)
def test_nobody_ends_where_nobody_can_stand(layout: table.Layout) -> None:
    of = msgspec.structs.replace(NECRO, table=lambda seed: table.laid(layout))
    file = autoplay.play(of, [gang("a"), gang("b")], 5)
    state = empty(of)
    for record in file.records:
        evolve(state, record.event)
        if state.pending is None:
            assert list(misplaced(state)) == [], record.event.number
    assert list(rules.verify(of, [record.event for record in file.records])) == []
