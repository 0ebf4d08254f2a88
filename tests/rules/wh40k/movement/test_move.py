"""The Movement phase: paths, coherency, terrain. Bases have a radius of 50: middles 200 apart leave a gap of 1"."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Moved, Rolled, WoundsSet
from rules.kernel.errors import IllegalAction, Malformed
from rules.kernel.events import Action
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.deployment import placing
from rules.wh40k.movement.move import Brave, Move
from rules.wh40k.turn import Pass
from rules.wh40k.vehicles import vehicle

from ..field import box, decide, effects_of, field, gone, refusal, ruleset, squad, tank, wanted
from ..paces import go, shift

ENEMY = squad("bu1", (6500, 4500), 1)
ONE = {"count": 1}


def here(*groups: Any, **more: Any) -> State:
    return field(*(groups or (squad("au1", (1000, 1000), 1),)), ENEMY, **more)


def walks(*path: tuple[int, ...], unit: str = "au1", fast: bool = False) -> Move:
    return Move(unit=unit, moves=(go(f"{unit}.1", *path),), fast=fast)


def answer(state: State, action: Action, dice: tuple[int, ...] = ()) -> str:
    """`ok`, or the clause that refuses it."""
    try:
        decide(state, "a", action, dice)
    except IllegalAction as refused:
        return refused.clause
    return "ok"


MOVE = "wh40k.assumed.movement.infantry"
TYPES = "wh40k.assumed.movement.unit-types"


def single(*keywords: str, **more: Any) -> Any:
    return squad("au1", (1000, 1000), 1, keywords=keywords, **more)


@pytest.mark.parametrize(
    ("state", "action", "says"),
    [
        pytest.param(here(), walks((1600, 1000)), "ok", id="wh40k.assumed.movement.infantry-6in"),
        pytest.param(here(), walks((1601, 1000)), MOVE, id="wh40k.assumed.movement.infantry-more"),
        pytest.param(here(), walks((1300, 1000), (1300, 1300)), "ok", id="wh40k.assumed.measurement-round-a-corner"),
        pytest.param(here(), walks((1300, 1000), (1300, 1301)), MOVE, id="wh40k.assumed.measurement-corner-too-far"),
        pytest.param(here(), walks((1360, 1480)), "ok", id="wh40k.assumed.measurement-3-4-5"),
        pytest.param(here(), Move(unit="au1", moves=()), "ok", id="wh40k.assumed.movement.infantry-stays"),
        pytest.param(here(), walks((50, 1000)), MOVE, id="wh40k.assumed.movement.infantry-too-far-to-the-edge"),
        pytest.param(here(squad("au1", (500, 1000), 1)), walks((50, 1000)), "ok", id="edge-touched"),
        pytest.param(here(squad("au1", (500, 1000), 1)), walks((49, 1000)), "table.edge", id="edge-crossed"),
        # one's own turn, phase and unit
        pytest.param(here(), walks((6500, 4400), unit="bu1"), words.ACTED, id="the-enemy's"),
        pytest.param(here(phase="shooting"), walks((1100, 1000)), MOVE, id="another-phase"),
        pytest.param(here(turn="b"), walks((1100, 1000)), words.ACTED, id="another-turn"),
        pytest.param(here(squad("au1", None, 1)), walks((1100, 1000)), "table.present", id="not-there"),
        pytest.param(
            here(squad("au1", (1000, 1000), 1, phase={words.ACTED: 1})), walks((1100, 1000)), words.ACTED, id="twice"
        ),
        # 1" from enemies: exactly 1" is within it
        pytest.param(
            here(squad("au1", (1000, 1000), 1), squad("bu2", (1500, 1000), 1)), walks((1299, 1000)), "ok",
            id="wh40k.assumed.movement.infantry-more-than-1in-away",
        ),
        pytest.param(
            here(squad("au1", (1000, 1000), 1), squad("bu2", (1500, 1000), 1)), walks((1300, 1000)), MOVE,
            id="wh40k.assumed.movement.infantry-within-1in",
        ),
        pytest.param(
            here(squad("au1", (1000, 1000), 1), squad("bu2", (1250, 1110), 1)), walks((1500, 1000)), "ok",
            id="wh40k.assumed.movement.infantry-passes-within-1in",
        ),
        # not through models
        pytest.param(
            here(squad("au1", (1000, 1000), 1), squad("bu2", (1250, 1000), 1)), walks((1500, 1000)), MOVE,
            id="wh40k.assumed.movement.infantry-through-an-enemy",
        ),
        pytest.param(
            here(squad("au1", (1000, 1000), 1), squad("au2", (1250, 1000), 1)), walks((1500, 1000)), MOVE,
            id="wh40k.assumed.movement.infantry-through-a-friend",
        ),
        pytest.param(
            here(squad("au1", (1000, 1000), 1), squad("au2", (1250, 1000), 1)), walks((1200, 1000)), MOVE,
            id="wh40k.assumed.movement.infantry-onto-a-friend",
        ),
        pytest.param(
            here(squad("au1", (1000, 1000), 1), squad("au2", (1250, 1000), 1)), walks((1150, 1000)), "ok",
            id="wh40k.assumed.movement.infantry-up-to-a-friend",
        ),
        # locked in combat
        pytest.param(
            here(squad("au1", (1000, 1000), 1), squad("bu2", (1105, 1000), 1)), walks((800, 1000)),
            "wh40k.assumed.movement.locked", id="wh40k.assumed.movement.locked",
        ),
        # other types
        pytest.param(here(single("Bike")), walks((2200, 1000)), "ok", id="wh40k.assumed.movement.unit-types-bike"),
        pytest.param(here(single("Bike")), walks((2201, 1000)), MOVE, id="wh40k.assumed.movement.unit-types-bike+"),
        pytest.param(here(single("Beast")), walks((2200, 1000)), "ok", id="wh40k.assumed.movement.unit-types-beast"),
        pytest.param(here(single("Jump")), walks((1700, 1000)), MOVE, id="wh40k.assumed.movement.unit-types-on-foot"),
        pytest.param(
            here(single("Jump")), walks((2200, 1000), fast=True), "ok", id="wh40k.assumed.movement.unit-types-packs"
        ),
        pytest.param(
            here(single("Jump")), walks((2201, 1000), fast=True), TYPES, id="wh40k.assumed.movement.unit-types-packs+"
        ),
        pytest.param(here(tank("au1")), walks((1600, 1000)), "ok", id="wh40k.assumed.movement.unit-types-combat"),
        pytest.param(here(tank("au1")), walks((1601, 1000)), MOVE, id="wh40k.assumed.movement.unit-types-combat+"),
        pytest.param(
            here(tank("au1")), walks((2200, 1000), fast=True), "ok", id="wh40k.assumed.movement.unit-types-cruising"
        ),
        pytest.param(
            here(single("Vehicle", "Walker")), walks((1601, 1000), fast=True), TYPES,
            id="wh40k.assumed.movement.unit-types-walker",
        ),
        # over everything
        pytest.param(
            here(single("Jetbike"), squad("bu2", (1250, 1000), 1)), walks((1600, 1000)), "ok",
            id="wh40k.assumed.movement.flying-over-an-enemy",
        ),
        pytest.param(
            here(single("Jump"), squad("bu2", (1250, 1000), 1)), walks((1600, 1000), fast=True), "ok",
            id="wh40k.assumed.movement.flying-with-packs",
        ),
        pytest.param(
            here(single("Jump"), squad("bu2", (1250, 1000), 1)), walks((1600, 1000)), MOVE,
            id="wh40k.assumed.movement.flying-not-without",
        ),
        pytest.param(
            here(single("Jetbike"), squad("au2", (1250, 1000), 1)), walks((1250, 1000)), "table.overlap",
            id="wh40k.assumed.movement.flying-but-not-onto-somebody",
        ),
        # impassable
        pytest.param(
            here(terrain=[box("w", 1200, 900, 1300, 1100, 300, "wall")]), walks((1500, 1000)),
            "wh40k.assumed.terrain.impassable", id="wh40k.assumed.terrain.impassable-through",
        ),
        pytest.param(
            here(terrain=[box("w", 1200, 900, 1300, 1100, 300, "impassable")]), walks((1200, 1000)),
            "wh40k.assumed.terrain.impassable", id="wh40k.assumed.terrain.impassable-into",
        ),
        pytest.param(
            here(terrain=[box("w", 1200, 900, 1300, 1100, 300, "wall")]),
            walks((1000, 1150), (1400, 1150)), "ok", id="wh40k.assumed.terrain.impassable-along-its-side",
        ),
        pytest.param(
            here(single("Jetbike"), terrain=[box("w", 1200, 900, 1300, 1100, 300, "wall")]), walks((1500, 1000)), "ok",
            id="wh40k.assumed.movement.flying-over-a-wall",
        ),
        pytest.param(
            here(single("Jetbike"), terrain=[box("w", 1200, 900, 1300, 1100, 300, "impassable")]), walks((1250, 1000)),
            "wh40k.assumed.terrain.impassable", id="wh40k.assumed.terrain.impassable-placed-in",
        ),
        pytest.param(
            here(tank("au1"), terrain=[box("w", 1500, 900, 1600, 1100, 300, "tank-trap")]), walks((1300, 1000)),
            "wh40k.assumed.terrain.impassable", id="wh40k.assumed.terrain.impassable-to-vehicles",
        ),
        # height
        pytest.param(
            here(terrain=[box("f", 1050, 900, 1300, 1100, 200, "floor")]),
            walks((1000, 1000, 200), (1200, 1000, 200)), "table.surface", id="wh40k.assumed.movement.climb-no-hold",
        ),
        pytest.param(
            here(terrain=[box("f", 950, 900, 1300, 1100, 200, "floor")]),
            walks((1000, 1000, 200), (1200, 1000, 200)), "ok", id="wh40k.assumed.movement.climb",
        ),
        pytest.param(
            here(terrain=[box("f", 950, 900, 1300, 1100, 100, "floor")]),
            walks((1000, 1000, 100), (1290, 1000, 100), (1301, 1000, 0)), "ok", id="wh40k.assumed.movement.climb-down",
        ),
        pytest.param(
            here(terrain=[box("f", 950, 900, 1300, 1100, 500, "floor")]), walks((1000, 1000, 500), (1200, 1000, 500)),
            MOVE, id="wh40k.assumed.movement.climb-costs-its-height",
        ),
        pytest.param(
            here(terrain=[box("f", 1300, 900, 1500, 1100, 200, "floor")]), walks((1400, 1000, 200)),
            "wh40k.assumed.movement.climb", id="wh40k.assumed.movement.climb-not-from-afar",
        ),
    ],
)  # fmt: skip
def test_paths(state: State, action: Action, says: str) -> None:
    assert answer(state, action) == says


def test_a_move_is_an_effect_a_model() -> None:
    # wh40k.assumed.movement.infantry: everybody by 6", those in front first
    state = here(squad("au1", (1000, 1000), 3))
    done = decide(state, "a", Move(unit="au1", moves=shift(state, "au1", 600, 0)))
    assert [(e.model, e.length) for e in effects_of(done, Moved)] == [("au1.3", 600), ("au1.2", 600), ("au1.1", 600)]
    assert [done.state.models[f"au1.{n}"].at for n in (1, 2, 3)] == [(1600, 1000, 0), (1750, 1000, 0), (1900, 1000, 0)]
    unit = done.state.units["au1"]
    assert unit.turn[words.MOVED] == 600
    assert words.ACTED in unit.phase
    # in the other order the second runs into the first
    backwards = Move(unit="au1", moves=tuple(reversed(shift(state, "au1", 600, 0))))
    assert refusal(state, "a", backwards) == MOVE


def test_what_is_malformed() -> None:
    state = here(squad("au1", (1000, 1000), 2))
    for moves in (
        (go("au1.1", (1000, 1100)), go("au1.1", (1000, 1200))),
        (go("nobody", (1000, 1100)),),
        (go("au1.1", *[(1000, 1000 + n % 2) for n in range(101)]),),
        (go("au1.1", facing=(0, 0)),),
    ):
        with pytest.raises(Malformed):
            decide(state, "a", Move(unit="au1", moves=moves))
    assert refusal(state, "a", Move(unit="au1", moves=(go("bu1.1", (6000, 4500)),))) == "table.present"


def test_staying_is_not_moving() -> None:
    done = decide(here(), "a", Move(unit="au1", moves=()))
    assert words.MOVED not in done.state.units["au1"].turn
    assert words.ACTED in done.state.units["au1"].phase


@pytest.mark.parametrize(
    ("x", "fine"),
    [
        pytest.param(1300, True, id="wh40k.assumed.coherency.2in"),  # 300 between the middles: 2"
        pytest.param(1301, False, id="wh40k.assumed.coherency.more"),
    ],
)
def test_coherency(x: int, fine: bool) -> None:
    state = here(squad("au1", (1000, 1000), 2))
    says = answer(state, Move(unit="au1", moves=(go("au1.2", (x, 1000)),)))
    assert says == ("ok" if fine else "wh40k.assumed.coherency")


def test_coherency_is_a_chain() -> None:
    # wh40k.assumed.coherency: each near another is not enough
    pairs = squad("au1", places=[(1000, 1000), (1150, 1000), (1300, 1000), (1450, 1000)], count=4)
    state = here(pairs)
    assert answer(state, Move(unit="au1", moves=(go("au1.4", (1450, 1200)), go("au1.3", (1420, 1080))))) == "ok"
    apart = Move(unit="au1", moves=(go("au1.4", (1800, 1000)), go("au1.3", (1650, 1000))))
    assert refusal(state, "a", apart) == "wh40k.assumed.coherency"


def test_coherency_upwards() -> None:
    # wh40k.assumed.coherency: 6" up
    floors = [box("r", 900, 900, 1300, 1100, 1000, "road"), box("f", 900, 900, 1300, 1100, 600, "floor")]
    state = here(squad("au1", (1000, 1000), 2), terrain=floors)
    models = words.standing(state, "au1")
    models[0].at = (1000, 1000, 600)
    assert coherent(state, models)
    models[0].at = (1000, 1000, 601)
    assert not coherent(state, models)


def coherent(state: State, models: Any) -> bool:
    return placing.coherent(Context(ruleset(), state, "a", ()), models)


def test_a_gap_that_can_be_closed_is_closed() -> None:
    # wh40k.assumed.coherency: a unit that lost it restores it when it moves, if it can
    state = here(squad("au1", places=[(1000, 1000), (1600, 1000)], count=2))
    assert answer(state, Move(unit="au1", moves=(go("au1.1", (1300, 1000)),))) == "ok"
    lazy = Move(unit="au1", moves=(go("au1.1", (1010, 1000)),))
    assert refusal(state, "a", lazy) == "wh40k.assumed.coherency"
    assert answer(state, Move(unit="au1", moves=())) == "ok"


def test_a_unit_that_lost_coherency_comes_nearer_to_it() -> None:
    # wh40k.assumed.coherency
    state = here(squad("au1", places=[(1000, 1000), (3000, 1000)], count=2))
    assert answer(state, Move(unit="au1", moves=(go("au1.1", (1500, 1000)), go("au1.2", (2500, 1000))))) == "ok"
    assert answer(state, Move(unit="au1", moves=())) == "ok"
    away = Move(unit="au1", moves=(go("au1.1", (900, 1000)),))
    assert refusal(state, "a", away) == "wh40k.assumed.coherency"


# vehicles


def test_a_hull_lies_along_its_way() -> None:
    # wh40k.assumed.movement.infantry: 150 to either side of its way are clear, 149 are not
    state = here(tank("au1", (1000, 1000)), squad("au2", (1500, 1200), 1))
    assert answer(state, walks((1600, 1000))) == "ok"
    near = here(tank("au1", (1000, 1000)), squad("au2", (1500, 1199), 1))
    assert answer(near, walks((1600, 1000))) == MOVE
    # across it would be wider: it turns first
    across = here(tank("au1", (1000, 1000)), squad("au2", (1210, 1500), 1))
    assert answer(across, walks((1000, 1600))) == "table.overlap"
    turned = Move(unit="au1", moves=(go("au1.1", (1000, 1600), facing=(0, 1000)),))
    assert answer(across, turned) == "ok"
    done = decide(across, "a", turned)
    assert done.state.models["au1.1"].facing == (0, 1000)
    assert vehicle.speed(done.state.units["au1"]) == "combat"


def test_turning_on_the_spot_is_not_moving() -> None:
    done = decide(here(tank("au1")), "a", Move(unit="au1", moves=(go("au1.1", facing=(0, 1000)),)))
    assert done.state.models["au1.1"].facing == (0, 1000)
    assert vehicle.speed(done.state.units["au1"]) == "stationary"


def test_an_immobilised_vehicle_stays() -> None:
    model, parts = tank("au1")
    parts[0].game[vehicle.IMMOBILISED] = 1
    assert refusal(here((model, parts)), "a", walks((1100, 1000))) == vehicle.IMMOBILISED


# difficult terrain

WOOD = box("wood", 1200, 800, 1600, 1200, 300, "forest")
DIFFICULT = "wh40k.assumed.terrain.difficult"


def test_difficult_terrain_is_rolled_for_first() -> None:
    # wh40k.assumed.terrain.difficult: the higher of two dice
    state = here(terrain=[WOOD])
    assert refusal(state, "a", walks((1300, 1000))) == DIFFICULT
    assert wanted(state, "a", Brave(unit="au1")) == (2, DIFFICULT)
    rolled = decide(state, "a", Brave(unit="au1"), [2, 4])
    assert [e.value for e in effects_of(rolled, Marked, DIFFICULT)] == [400]
    assert answer(rolled.state, walks((1400, 1000))) == "ok"
    assert answer(rolled.state, walks((1401, 1000))) == MOVE
    assert refusal(rolled.state, "a", Brave(unit="au1")) == DIFFICULT
    # the roll holds for other ways too
    assert answer(rolled.state, walks((599, 1000))) == MOVE
    gone_by = decide(rolled.state, "a", walks((1400, 1000)))
    assert refusal(gone_by.state, "a", Brave(unit="au1")) == words.MOVED


@pytest.mark.parametrize(
    ("start", "end", "says"),
    [
        pytest.param((1300, 1000), (1400, 1000), DIFFICULT, id="wh40k.assumed.terrain.difficult-within"),
        pytest.param((1300, 1000), (1300, 1400), DIFFICULT, id="wh40k.assumed.terrain.difficult-leaving"),
        pytest.param((1100, 1180), (1690, 1180), DIFFICULT, id="wh40k.assumed.terrain.difficult-crossing"),
        pytest.param((1100, 1240), (1690, 1240), DIFFICULT, id="wh40k.assumed.terrain.difficult-with-its-base"),
        pytest.param((1100, 1250), (1690, 1250), "ok", id="wh40k.assumed.terrain.difficult-past-it"),
    ],
)
def test_what_goes_through_difficult_terrain(start: tuple[int, int], end: tuple[int, int], says: str) -> None:
    assert answer(here(squad("au1", start, 1), terrain=[WOOD]), walks(end)) == says


@pytest.mark.parametrize(
    ("keywords", "fast", "dice"),
    [
        pytest.param(("Beast",), False, 0, id="wh40k.assumed.terrain.unit-types-beast"),
        pytest.param(("Cavalry",), False, 1, id="wh40k.assumed.terrain.unit-types-cavalry"),
        pytest.param(("Bike",), False, 1, id="wh40k.assumed.terrain.unit-types-bike"),
        pytest.param(("Jump",), True, 1, id="wh40k.assumed.terrain.unit-types-packs"),
        pytest.param(("Vehicle", "Tank"), False, 1, id="wh40k.assumed.terrain.unit-types-vehicle"),
    ],
)
def test_who_is_not_slowed(keywords: tuple[str, ...], fast: bool, dice: int) -> None:
    state = here(single(*keywords), terrain=[WOOD])
    done = decide(state, "a", walks((1400, 1000), fast=fast), [6] * dice)
    assert len(effects_of(done, Rolled, "wh40k.assumed.terrain.dangerous")) == dice


def test_who_flies_only_minds_start_and_end() -> None:
    # wh40k.assumed.terrain.unit-types
    state = here(squad("au1", (1000, 1000), 1, keywords=("Jetbike",)), terrain=[WOOD])
    assert not effects_of(decide(state, "a", walks((1700, 1000))), Rolled)
    assert wanted(state, "a", walks((1600, 1000))) == (1, "wh40k.assumed.terrain.dangerous")


# dangerous terrain

MINES = box("mines", 1200, 800, 1600, 1200, 50, "dangerous")
DANGEROUS = "wh40k.assumed.terrain.dangerous"


def braved(state: State, dice: tuple[int, int] = (6, 1)) -> State:
    return decide(state, "a", Brave(unit="au1"), dice).state


def test_each_model_tests_in_dangerous_terrain() -> None:
    # wh40k.assumed.terrain.dangerous: the third stays out of it
    men = squad("au1", places=[(1100, 900), (1100, 1050), (1000, 1180)], count=3, Sv=None)
    state = braved(here(men, terrain=[MINES]))
    moves = Move(unit="au1", moves=(go("au1.1", (1300, 900)), go("au1.2", (1300, 1050)), go("au1.3", (1100, 1180))))
    done = decide(state, "a", moves, [1, 2])
    assert [(e.model, e.faces) for e in effects_of(done, Rolled, DANGEROUS)] == [("au1.1", (1,)), ("au1.2", (2,))]
    assert gone(done) == ["au1.1"]


@pytest.mark.parametrize(
    ("save", "lives"),
    [
        pytest.param([4], True, id="wh40k.assumed.terrain.dangerous.saved"),
        pytest.param([3], False, id="wh40k.assumed.terrain.dangerous.unsaved"),
    ],
)
def test_armour_saves_from_dangerous_terrain(save: list[int], lives: bool) -> None:
    done = decide(braved(here(terrain=[MINES])), "a", walks((1300, 1000)), [1, *save])
    assert (gone(done) == []) == lives


def test_cover_does_not_save_from_dangerous_terrain() -> None:
    # wh40k.assumed.terrain.dangerous: a forest around it would give 5+
    wood = box("wood", 1100, 700, 1700, 1300, 300, "forest")
    naked = squad("au1", (1000, 1000), 1, Sv=None)
    done = decide(braved(here(naked, terrain=[wood, MINES])), "a", walks((1300, 1000)), [1])
    assert gone(done) == ["au1.1"]


def test_an_invulnerable_save_from_dangerous_terrain() -> None:
    # wh40k.assumed.terrain.dangerous
    blessed = squad("au1", (1000, 1000), 1, Sv=None, has={"wh40k.assumed.save.invulnerable": 5})
    done = decide(braved(here(blessed, terrain=[MINES])), "a", walks((1300, 1000)), [1, 5])
    assert gone(done) == []


def test_one_test_a_move() -> None:
    # wh40k.assumed.terrain.dangerous
    fields = [box("m1", 1100, 800, 1200, 1200, 50, "dangerous"), box("m2", 1300, 800, 1400, 1200, 50, "dangerous")]
    done = decide(braved(here(terrain=fields)), "a", walks((1600, 1000)), [3])
    assert len(effects_of(done, Rolled, DANGEROUS)) == 1


def test_a_vehicle_in_dangerous_terrain() -> None:
    # wh40k.assumed.terrain.dangerous.vehicle
    state = here(tank("au1", (800, 1000)), terrain=[WOOD])
    done = decide(state, "a", walks((1200, 1000)), [1])
    assert [(e.was, e.to) for e in effects_of(done, WoundsSet, "wh40k.assumed.terrain.dangerous.vehicle")] == [(3, 2)]
    assert vehicle.IMMOBILISED in done.state.models["au1.1"].game
    fine = decide(state, "a", walks((1200, 1000)), [2])
    assert fine.state.models["au1.1"].wounds == 3


def test_who_is_killed_by_his_move_has_moved() -> None:
    # wh40k.assumed.terrain.dangerous: the whole unit is gone
    state = braved(here(squad("au1", (1000, 1000), 1, Sv=None), squad("au2", (500, 3000), 1), terrain=[MINES]))
    done = decide(state, "a", walks((1300, 1000)), [1])
    assert gone(done) == ["au1.1"]
    assert words.MOVED in done.state.units["au1"].turn


# what is offered


def offered(state: State) -> list[tuple[str, str, int]]:
    return [(o.action, o.model, o.limit) for o in rules.options(ruleset(), state)]


def test_offers() -> None:
    state = here(squad("au1", (1000, 1000), 1), tank("au2", (3000, 3000)))
    found = offered(state)
    assert ("move", "au1", 600) in found
    assert ("difficult-terrain", "au1", 0) in found
    assert ("difficult-terrain", "au2", 0) not in found
    moved = decide(state, "a", Move(unit="au1", moves=())).state
    assert ("move", "au1", 600) not in offered(moved)
    assert ("move", "au2", 1200) in offered(moved)
    rolled = decide(state, "a", Brave(unit="au1"), [3, 1]).state
    assert ("move", "au1", 300) in offered(rolled)


def test_the_phase_can_be_ended() -> None:
    assert decide(here(), "a", Pass()).state.phase == "shooting"
