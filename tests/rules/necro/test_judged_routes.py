"""The search for a way of a charge: it is the same with fewer searches where nobody comes to the target."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel import route
from rules.kernel.state import State
from rules.necro import forced, ground, routes, words

from .board import acting, box, fighter, position

WEST, EAST = box("west", 0, 730, 610, 770, 500, "endless wall"), box("east", 790, 730, 3600, 770, 500, "endless wall")
GATE = box("gate", 610, 730, 790, 770, 300, "door")
AJAR = box("gate", 610, 730, 790, 770, 1, "open door")


def lock(gate: Any = GATE, at: tuple[int, int] = (700, 1000)) -> State:
    """A wall from border to border, with a door in it, between a fighter and an enemy."""
    return position(acting(at=(400, 500)), fighter("b1", at), terrain=[WEST, EAST, gate])


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The goals of the searches for ways on the table."""
    goals: list[Any] = []
    search = route.shortest

    def counted(start: Any, goal: Any, *about: Any) -> Any:
        goals.append(goal)
        return search(start, goal, *about)

    monkeypatch.setattr(route, "shortest", counted)
    return goals


@pytest.mark.parametrize("at", [(700, 1000), (400, 823), (700, 823)], ids=["far", "at the wall", "at the door"])
def test_behind_a_closed_door_nobody_is_looked_for_all_around(at: tuple[int, int], searched: list[Any]) -> None:
    """necro.engage.shortest-path: one search to the enemy and one by a thinner base, not one to every place around."""
    state = lock(at=at)
    assert routes.approach(state, state.models["a1"], (state.models["b1"],), within=800) is None
    assert len(searched) <= 2


def test_through_the_open_door_the_way_is_found(searched: list[Any]) -> None:
    state = lock(AJAR)
    found = routes.approach(state, state.models["a1"], (state.models["b1"],), within=800)
    assert found is not None and routes.touches(state.models["a1"], found.path[-1], state.models["b1"])
    assert len(searched) <= 2


def test_a_place_beside_an_enemy_whose_middle_is_blocked_is_still_found() -> None:
    """An enemy in a nook too narrow for the charger's own base is touched from outside."""
    nook = [box("l", 600, 700, 640, 1000, 500, "wall"), box("r", 720, 700, 760, 1000, 500, "wall")]
    state = position(acting(at=(400, 500), base=50), fighter("b1", (680, 720), base=38), terrain=nook)
    found = routes.approach(state, state.models["a1"], (state.models["b1"],), within=800)
    assert found is not None and routes.touches(state.models["a1"], found.path[-1], state.models["b1"])


@pytest.mark.parametrize("apart", [105, 150, 199])
def test_the_least_shift_from_an_enemy(apart: int) -> None:
    """necro.one-inch.forced-separate: looked for from the least that can be enough, and not by less."""
    state = position(fighter("a1", (500, 500)), fighter("b1", (500 + apart, 500)), active="")
    model = state.models["b1"]
    length, found = forced.places(state, model)
    assert length == 200 - apart
    assert all(ground.gap(model, at, state.models["a1"]) >= words.NEAR for at in found)


def test_a_shift_between_two_enemies_is_longer() -> None:
    """Between two enemies, 2.4" apart, there is room only beside their line."""
    state = position(fighter("a1", (380, 500)), fighter("a2", (720, 500)), fighter("b1", (550, 500)), active="")
    length, found = forced.places(state, state.models["b1"])
    assert length > 30 and found
    assert all(forced.fits(state, state.models["b1"], at) for at in found)
