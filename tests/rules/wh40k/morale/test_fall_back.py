"""Falling back. Side a's own edge is the south one (y = 0); bases have a radius of 50."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel import geometry, route
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Moved, Noted, Rolled, Unmarked
from rules.kernel.errors import IllegalAction
from rules.kernel.state import Decision, State, Zone
from rules.wh40k import hooks, words
from rules.wh40k.deployment import edges
from rules.wh40k.morale import checks as morale
from rules.wh40k.morale import fall_back, retreat
from rules.wh40k.morale.fall_back import FallBack
from rules.wh40k.morale.regroup import Regroup
from rules.wh40k.movement.move import ModelMove, Move
from rules.wh40k.questions import TakeTest
from rules.wh40k.turn import Pass

from ..asking import at
from ..field import asked, box, decide, effects_of, field, gone, refusal, ruleset, squad
from ..paces import go, shift

DISTANCE = "wh40k.fall-back.distance"
SOUTH = Zone("south", "South", ((0, 0), (7200, 0), (7200, 1200), (0, 1200)))
NORTH = Zone("north", "North", ((0, 3600), (7200, 3600), (7200, 4800), (0, 4800)))
OWN = {"a": {edges.ZONE: "south"}, "b": {edges.ZONE: "north"}}
RUNNING = {words.FALLING_BACK: 1}
ENEMY = squad("bu9", (6900, 4500), 1)


def here(*groups: Any, **more: Any) -> State:
    """Unit au1 falls back and is asked for its way; `value` is how far, `foes` who it leaves."""
    value, foes, own = more.pop("value", 600), more.pop("foes", ()), more.pop("own", OWN)
    pending = Decision(DISTANCE, "a", "au1", foes, value)
    state = field(*groups, ENEMY, **{"phase": "shooting", "turn": "b", "pending": pending, "sides": own, **more})
    state.table = type(state.table)(7200, 4800, True, state.table.terrain, (SOUTH, NORTH))
    return state


def one(x: int = 3000, y: int = 2000, **more: Any) -> Any:
    return squad("au1", (x, y), 1, game=RUNNING, **more)


def back(*path: tuple[int, ...]) -> FallBack:
    return FallBack(unit="au1", moves=(go("au1.1", *path),))


def answer(state: State, action: FallBack, dice: tuple[int, ...] = ()) -> str:
    try:
        decide(state, "a", action, dice)
    except IllegalAction as refused:
        return refused.clause
    return "ok"


# how it begins


def broken(dice: list[int], keywords: tuple[str, ...] = ("Infantry",), **more: Any) -> Any:
    """Two of five were shot; the check fails, and further dice are rolled."""
    men = squad("au1", (3000, 2000), 3, phase={words.BEGAN_WITH: 5}, keywords=keywords, **more)
    state = field(men, ENEMY, phase="shooting", turn="b", sides=OWN)
    due = decide(state, "b", Pass())
    return decide(due.state, "a", TakeTest(unit="au1"), [5, 5, *dice])


@pytest.mark.decides("wh40k.fall-back.immediate", by="wh40k.fall-back.distance")
def test_it_falls_back_at_once() -> None:
    # wh40k.fall-back.immediate: the dice of the move are rolled with the check, and nothing else is declared before it
    done = broken([2, 4])
    assert words.falling_back(done.state.units["au1"])
    assert asked(done) == (DISTANCE, "a", "au1")
    assert done.state.pending is not None
    assert done.state.pending.value == 600
    assert refusal(done.state, "b", Pass()) == DISTANCE
    gone_back = decide(done.state, "a", FallBack(unit="au1", moves=shift(done.state, "au1", 0, -600)))
    assert [e.length for e in effects_of(gone_back, Moved, DISTANCE)] == [600, 600, 600]
    assert gone_back.state.phase == "assault"


@pytest.mark.parametrize(
    ("keywords", "count"),
    [
        pytest.param(("Infantry",), 2, id="wh40k.fall-back.distance"),
        pytest.param(("Jet Pack",), 2, id="wh40k.assumed.fall-back.unit-types.jet-pack"),
        *(
            pytest.param((kind,), 3, id=f"wh40k.assumed.fall-back.unit-types.{kind}")
            for kind in ("Beast", "Cavalry", "Bike", "Jetbike", "Jump")
        ),
    ],
)
def test_how_many_dice(keywords: tuple[str, ...], count: int) -> None:
    # wh40k.assumed.fall-back.unit-types: the dice go by the kind of unit
    done = broken([1] * count, keywords)
    assert [e.faces for e in effects_of(done, Rolled, DISTANCE)] == [(1,) * count]
    assert done.state.pending is not None
    assert done.state.pending.value == 100 * count


@pytest.mark.decides("wh40k.fall-back.mixed-speeds", by="wh40k.fall-back.distance")
def test_the_slowest_sets_the_pace() -> None:
    # wh40k.fall-back.mixed-speeds: bikes with one man on foot
    done = broken([3, 3], ("Bike",), special={2: {"keywords": ("Infantry",)}})
    assert [len(e.faces) for e in effects_of(done, Rolled, DISTANCE)] == [2]
    assert [len(e.faces) for e in effects_of(broken([3, 3, 3], ("Bike",)), Rolled, DISTANCE)] == [3]


# how far, and where to


@pytest.mark.parametrize(
    ("path", "says"),
    [
        pytest.param(((3000, 1400),), "ok", id="wh40k.fall-back.distance.all-of-it"),
        pytest.param(((3000, 1410),), "ok", id="wh40k.fall-back.distance.as-exactly-as-anybody-measures"),
        pytest.param(((3000, 1411),), DISTANCE, id="wh40k.fall-back.distance.less"),
        pytest.param(((3000, 1389),), DISTANCE, id="wh40k.fall-back.distance.more"),
        pytest.param((), DISTANCE, id="wh40k.fall-back.distance.nowhere"),
        pytest.param(((3000, 2600),), "wh40k.fall-back.direction", id="wh40k.fall-back.direction.away"),
        pytest.param(((3600, 2000),), "wh40k.fall-back.direction", id="wh40k.fall-back.direction.aside"),
        pytest.param(((3360, 1520),), "wh40k.fall-back.direction", id="wh40k.fall-back.direction.aslant"),
        pytest.param(
            ((3000, 2100), (3000, 1600)), "wh40k.fall-back.trapped", id="wh40k.fall-back.trapped.over-its-way"
        ),
    ],
)
def test_the_way(path: tuple[tuple[int, int], ...], says: str) -> None:
    assert answer(here(one()), back(*path)) == says


def test_every_model_goes() -> None:
    # wh40k.fall-back.direction: each of them
    state = here(squad("au1", (3000, 2000), 3, game=RUNNING))
    done = decide(state, "a", FallBack(unit="au1", moves=shift(state, "au1", 0, -600)))
    assert [done.state.models[f"au1.{n}"].at for n in (1, 2, 3)] == [(3000 + 150 * n, 1400, 0) for n in range(3)]
    some = FallBack(unit="au1", moves=shift(state, "au1", 0, -600)[:2])
    assert refusal(state, "a", some) == DISTANCE
    assert words.falling_back(done.state.units["au1"])


def test_only_the_side_that_is_asked() -> None:
    state = here(one(), squad("au2", (1000, 2000), 1))
    assert refusal(state, "b", back((3000, 1400))) == DISTANCE
    assert refusal(state, "a", FallBack(unit="au2", moves=(go("au2.1", (1000, 1400)),))) == DISTANCE


@pytest.mark.parametrize(
    ("start", "end", "says"),
    [
        pytest.param((1000, 2000), (400, 2000), "ok", id="wh40k.fall-back.direction.no-own-edge.west"),
        pytest.param((3000, 4000), (3000, 4600), "ok", id="wh40k.fall-back.direction.no-own-edge.north"),
        pytest.param(
            (1000, 2000), (1000, 1400), "wh40k.fall-back.direction.no-own-edge",
            id="wh40k.fall-back.direction.no-own-edge.not-the-nearest",
        ),
    ],
)  # fmt: skip
def test_without_an_edge_of_its_own(start: tuple[int, int], end: tuple[int, int], says: str) -> None:
    assert answer(here(one(*start), own={}), back(end)) == says


def test_each_model_has_its_own_nearest_edge() -> None:
    # wh40k.fall-back.direction.no-own-edge: one is nearer to the west, one to the south
    men = squad("au1", places=[(2000, 2060), (2080, 2000)], count=2, game=RUNNING)
    state = here(men, own={}, value=200)
    moves = (go("au1.1", (1800, 2060)), go("au1.2", (2080, 1800)))
    # 2" to different sides: still in coherency
    assert answer(state, FallBack(unit="au1", moves=moves)) == "wh40k.fall-back.trapped.coherency"
    short = here(men, own={}, value=100)
    assert answer(short, FallBack(unit="au1", moves=(go("au1.1", (1900, 2060)), go("au1.2", (2080, 1900))))) == "ok"


# terrain


@pytest.mark.decides("wh40k.fall-back.difficult-terrain", by="wh40k.fall-back.distance")
def test_difficult_terrain_does_not_slow_it() -> None:
    # wh40k.fall-back.difficult-terrain
    wood = box("wood", 2000, 1000, 4000, 1900, 300, "forest")
    done = decide(here(one(), terrain=[wood]), "a", back((3000, 1400)))
    assert not effects_of(done, Rolled)
    assert answer(here(one(), terrain=[wood]), back((3000, 1600))) == DISTANCE  # no less than all of it


@pytest.mark.decides("wh40k.fall-back.dangerous-terrain", by="wh40k.assumed.terrain.dangerous")
def test_dangerous_terrain_is_tested() -> None:
    # wh40k.fall-back.dangerous-terrain: each model on its own
    mines = box("mines", 2900, 1000, 3100, 1900, 50, "dangerous")
    state = here(squad("au1", (3000, 2000), 2, game=RUNNING, Sv=None), terrain=[mines])
    done = decide(state, "a", FallBack(unit="au1", moves=shift(state, "au1", 0, -600)), [1])
    assert [e.model for e in effects_of(done, Rolled, "wh40k.assumed.terrain.dangerous")] == ["au1.1"]
    assert gone(done) == ["au1.1"]
    assert not effects_of(decide(here(one()), "a", back((3000, 1400))), Rolled)


# off the table


@pytest.mark.parametrize(
    ("start", "path", "out"),
    [
        pytest.param(600, (3000, 50), True, id="wh40k.fall-back.leaves-table.touches"),  # the base touches at 50
        pytest.param(651, (3000, 51), False, id="wh40k.fall-back.leaves-table.just-not"),
    ],
)
def test_whoever_touches_the_edge_is_lost(start: int, path: tuple[int, int], out: bool) -> None:
    men = squad("au1", places=[(3000, start), (3000, start + 120)], count=2, game=RUNNING)
    state = here(men)
    moves = (go("au1.1", path), go("au1.2", (3000, start - 480)))
    done = decide(state, "a", FallBack(unit="au1", moves=moves))
    assert gone(done) == (["au1.1", "au1.2"] if out else [])
    if out:
        # one model is enough to say it
        assert gone(decide(state, "a", FallBack(unit="au1", moves=moves[:1]))) == ["au1.1", "au1.2"]


def test_leaving_by_a_detour_is_refused() -> None:
    # wh40k.fall-back.leaves-table, wh40k.fall-back.direction: not over another edge, when its own is as near
    state = here(one(300, 400))
    assert answer(state, back((50, 400))) == "wh40k.fall-back.direction"
    assert answer(state, back((300, 50))) == "ok"


# out of combat


def combat(*more: Any, value: int = 600, **of: Any) -> State:
    """au1 leaves a combat with bu1, which stands between it and its edge."""
    return here(one(), squad("bu1", (3000, 1895), 1), *more, value=value, foes=("bu1",), **of)


@pytest.mark.decides("wh40k.fall-back.from-combat.move-through", by="wh40k.fall-back.enemy-1in")
def test_through_the_enemies_of_the_combat() -> None:
    # wh40k.fall-back.from-combat.move-through
    done = decide(combat(), "a", back((3000, 1400)))
    assert done.state.models["au1.1"].at == (3000, 1400, 0)
    elsewhere = here(one(), squad("bu1", (3000, 1895), 1))
    assert answer(elsewhere, back((3000, 1400))) == "wh40k.fall-back.enemy-1in"


def test_others_still_block() -> None:
    # wh40k.fall-back.from-combat.others-block
    friend = squad("au2", (3000, 1600), 1)
    assert answer(combat(friend), back((3000, 1400))) == "wh40k.fall-back.from-combat.others-block"
    enemy = squad("bu2", (3000, 1600), 1)
    assert answer(combat(enemy), back((3000, 1400))) == "wh40k.fall-back.enemy-1in"


@pytest.mark.parametrize(
    ("end", "says"),
    [
        pytest.param((3000, 1800), "table.overlap", id="wh40k.fall-back.from-combat.extend.onto"),
        pytest.param((3000, 1700), "wh40k.fall-back.from-combat.extend", id="wh40k.fall-back.from-combat.extend.near"),
        pytest.param((3000, 1695), "ok", id="wh40k.fall-back.from-combat.extend.exactly-1in"),
        pytest.param((3000, 1690), "ok", id="wh40k.fall-back.from-combat.extend.about-1in"),
        pytest.param((3000, 1600), "wh40k.fall-back.from-combat.extend", id="wh40k.fall-back.from-combat.extend.far"),
    ],
)
def test_the_move_goes_on_past_the_enemy(end: tuple[int, int], says: str) -> None:
    assert answer(combat(value=200), back(end)) == says


def test_no_extension_where_none_is_needed() -> None:
    # wh40k.fall-back.from-combat.extend: 6" bring it clear already
    assert answer(combat(), back((3000, 1300))) == "wh40k.fall-back.from-combat.extend"


def test_the_unit_goes_on_together() -> None:
    # wh40k.fall-back.from-combat.extend: one has to, the other may keep up
    men = squad("au1", places=[(3000, 2000), (3300, 2000)], count=2, game=RUNNING)
    state = here(men, squad("bu1", (3000, 1895), 1), value=200, foes=("bu1",))
    done = decide(state, "a", FallBack(unit="au1", moves=shift(state, "au1", 0, -305)))
    assert done.state.models["au1.2"].at == (3300, 1695, 0)


def test_begin_remembers_whom_it_leaves() -> None:
    # wh40k.fall-back.from-combat.move-through: those it is locked with
    men = squad("au1", (3000, 2000), 3, phase={words.BEGAN_WITH: 5})
    state = field(men, squad("bu1", (3000, 1895), 1), ENEMY, phase="shooting", turn="b", sides=OWN)
    due = decide(state, "b", Pass())
    done = decide(due.state, "a", TakeTest(unit="au1"), [6, 6, 1, 1])
    assert done.state.pending is not None
    assert done.state.pending.targets == ("bu1",)


# round obstacles

WALL = box("wall", 2900, 1500, 3400, 1700, 400, "wall")


def length(start: tuple[int, int], *path: tuple[int, int]) -> int:
    return geometry.path_length((*start, 0), [(*p, 0) for p in path])


def test_round_impassable_terrain() -> None:
    # wh40k.fall-back.trapped.detour: its base passes beside the wall
    state = here(one(2950, 2000), terrain=[WALL], value=800)
    first = length((2950, 2000), (2849, 1709), (2849, 1491))
    path = ((2849, 1709), (2849, 1491), (2849, 1491 - (800 - first)))
    assert answer(state, back(*path)) == "ok"
    assert answer(state, back((2950, 1200))) == "wh40k.assumed.terrain.impassable"
    # the other end of the wall is farther
    other = length((2950, 2000), (3451, 1760))
    assert answer(state, back((3451, 1760), (3451, 1760 - (800 - other)))) == "wh40k.fall-back.trapped.detour"


def test_a_friend_is_gone_round() -> None:
    # wh40k.fall-back.trapped.detour
    state = here(one(), squad("au2", (3000, 1700), 1))
    first = length((3000, 2000), (2899, 1720), (2899, 1680))
    assert answer(state, back((2899, 1720), (2899, 1680), (2899, 1680 - (600 - first)))) == "ok"
    assert answer(state, back((3000, 1400))) == "wh40k.assumed.movement.infantry"


def test_coherency_on_a_detour() -> None:
    # wh40k.fall-back.trapped.coherency: a wall as wide as this parts the unit, unless one goes with the other
    wall = box("wall", 2900, 1500, 3400, 1700, 400, "wall")
    men = squad("au1", places=[(3100, 2000), (3200, 2060)], count=2, game=RUNNING)
    state = here(men, terrain=[wall], value=800)
    left = length((3100, 2000), (2849, 1730))
    right = length((3200, 2060), (3451, 1730))
    apart = (
        go("au1.1", (2849, 1730), (2849, 1730 - (800 - left))),
        go("au1.2", (3451, 1730), (3451, 1730 - (800 - right))),
    )
    assert answer(state, FallBack(unit="au1", moves=apart)) == "wh40k.fall-back.trapped.coherency"
    behind = length((3200, 2060), (2849, 1740))
    together = (apart[0], go("au1.2", (2849, 1740), (2849, 1740 - (800 - behind))))
    assert answer(state, FallBack(unit="au1", moves=together)) == "ok"


@pytest.mark.parametrize(
    ("x", "says"),
    [
        pytest.param(3200, "ok", id="wh40k.fall-back.enemy-1in.exactly"),  # 200 between the middles: 1"
        pytest.param(3199, "wh40k.fall-back.enemy-1in", id="wh40k.fall-back.enemy-1in.closer"),
    ],
)
def test_an_inch_from_enemies(x: int, says: str) -> None:
    assert answer(here(one(), squad("bu1", (x, 1700), 1)), back((3000, 1400))) == says


def test_nobody_is_trapped_who_can_go() -> None:
    # wh40k.fall-back.trapped
    state = here(one())
    assert answer(state, FallBack(unit="au1", trapped=True)) == "wh40k.fall-back.trapped"
    walled = [
        box("n", 2800, 2200, 3200, 2300, 400, "wall"), box("s", 2800, 1700, 3200, 1800, 400, "wall"),
        box("w", 2700, 1700, 2800, 2300, 400, "wall"), box("e", 3200, 1700, 3300, 2300, 400, "wall"),
    ]  # fmt: skip
    done = decide(here(one(), terrain=walled), "a", FallBack(unit="au1", trapped=True))
    assert gone(done) == ["au1.1"]
    # a gap to the north is a way out
    assert answer(here(one(), terrain=walled[1:]), FallBack(unit="au1", trapped=True)) == "wh40k.fall-back.trapped"


def from_a_floor() -> State:
    """Its way begins 3" above the ground, inside a ruin."""
    ruin = [box("ruin", 2900, 1900, 3400, 2300, 700), box("floor", 2900, 1900, 3400, 2300, 10, "floor", 290)]
    state = here(one(3100, 2100), terrain=ruin, value=700)
    state.models["au1.1"].at = (3100, 2100, 300)
    return state


def test_down_from_a_floor() -> None:
    # wh40k.fall-back.distance, wh40k.assumed.movement.climb: 3" down and 4" on
    state = from_a_floor()
    assert answer(state, back((3100, 2100, 0), (3100, 1700))) == "ok"
    assert answer(state, back((3100, 2100, 0), (3100, 1400))) == DISTANCE
    assert answer(state, FallBack(unit="au1", trapped=True)) == "wh40k.fall-back.trapped"


@pytest.mark.parametrize("length", [300, 1100])
@pytest.mark.parametrize("count", [1, 4, 8])
def test_the_engines_own_way_is_legal(count: int, length: int) -> None:
    # wh40k.fall-back.trapped.detour, wh40k.fall-back.trapped.coherency: round a wall, a wood with a friend in it
    wall = box("wall", 2600, 1500, 3400, 1700, 400, "wall")
    men = squad("au1", places=[(2450 + 130 * (n % 6), 2000 + 130 * (n // 6)) for n in range(count)], count=count)
    state = here(men, squad("au2", (2000, 1600), 3), squad("bu1", (3700, 1400), 2), terrain=[wall], value=length)
    assert state.pending is not None
    moves = fall_back.way_out(Context(ruleset(), state, "a", ()), state.units["au1"], state.pending)
    assert moves is not None
    done = decide(state, "a", FallBack(unit="au1", moves=moves))
    assert len(effects_of(done, Moved)) == count
    assert answer(state, FallBack(unit="au1", trapped=True)) == "wh40k.fall-back.trapped"


def test_the_way_off_the_table_is_found_too() -> None:
    # wh40k.fall-back.leaves-table
    state = here(squad("au1", (3000, 400), 3, game=RUNNING))
    assert state.pending is not None
    moves = fall_back.way_out(Context(ruleset(), state, "a", ()), state.units["au1"], state.pending)
    assert moves is not None
    assert len(moves) == 1
    assert len(gone(decide(state, "a", FallBack(unit="au1", moves=moves)))) == 3


def test_the_way_out_of_a_combat_is_found_too() -> None:
    # wh40k.fall-back.from-combat.extend
    state = combat(value=200)
    assert state.pending is not None
    moves = fall_back.way_out(Context(ruleset(), state, "a", ()), state.units["au1"], state.pending)
    assert moves is not None
    assert answer(state, FallBack(unit="au1", moves=moves)) == "ok"


# the worked examples


@pytest.mark.decides("wh40k.fall-back.example.detour-impassable", by="wh40k.assumed.terrain.impassable")
def test_example_round_impassable_terrain() -> None:
    # wh40k.fall-back.example.detour-impassable: a 6; three go straight on, the leftmost goes round
    rock = box("rock", 2700, 1600, 3050, 1800, 400, "impassable")
    men = squad("au1", places=[(3000, 2000), (3250, 2000), (3500, 2000)], count=3, game=RUNNING)
    state = here(men, terrain=[rock], value=600)
    moves = [go(f"au1.{n}", (2750 + 250 * n, 1400)) for n in (2, 3)]
    first = length((3000, 2000), (3101, 1815))
    around = go("au1.1", (3101, 1815), (3101, 1815 - (600 - first)))
    done = decide(state, "a", FallBack(unit="au1", moves=(*moves, around)))
    assert all(590 <= e.length <= 610 for e in effects_of(done, Moved))
    assert len(effects_of(done, Moved)) == 3
    through = FallBack(unit="au1", moves=(*moves, go("au1.1", (3000, 1400))))
    assert refusal(state, "a", through) == "wh40k.assumed.terrain.impassable"


@pytest.mark.decides("wh40k.fall-back.example.around-enemies", by="wh40k.fall-back.trapped.detour")
def test_example_round_enemies() -> None:
    # wh40k.fall-back.example.around-enemies: Space Marines go back first, away from their own edge
    foes = squad("bu1", places=[(2850, 1850), (3000, 1850), (3150, 1850), (2700, 2000), (3300, 2000)], count=5)
    state = here(one(3000, 2060), foes, value=900)
    assert answer(state, back((3000, 1160))) == "wh40k.fall-back.enemy-1in"
    path = route.cut((3000, 2060, 0), way(state), 900)
    assert max(p[1] for p in path) > 2200
    done = decide(state, "a", FallBack(unit="au1", moves=(ModelMove("au1.1", path),)))
    assert done.state.models["au1.1"].at == path[-1]
    # as long a way straight on from the enemy is not the shortest to its edge
    assert answer(state, back((3000, 2960))) == "wh40k.fall-back.trapped.detour"
    assert answer(state, FallBack(unit="au1", trapped=True)) == "wh40k.fall-back.trapped"


def way(state: State) -> tuple[tuple[int, int, int], ...]:
    """The shortest way of au1.1 to its edge."""
    ctx = Context(ruleset(), state, "a", ())
    unit, model = state.units["au1"], state.models["au1.1"]
    goals, walls = retreat.goals(ctx, model), retreat.obstacles(ctx, unit, model, (), False)
    found = retreat.shortest(ctx, model, ctx.place(model), goals, walls)
    assert found is not None
    return found


@pytest.mark.decides("wh40k.fall-back.example.trapped", by="wh40k.fall-back.trapped")
def test_example_trapped_orks() -> None:
    # wh40k.fall-back.example.trapped: 8" are not to be had between a cliff and the enemy
    cliff = [
        box("cliff", 2600, 1500, 3400, 1600, 500, "impassable"),
        box("side", 2500, 1500, 2600, 2600, 500, "impassable"),
    ]
    foes = squad(
        "bu1", places=[(2700, 2500), (2950, 2450), (3200, 2350), (3400, 2150), (3500, 1900), (3520, 1650)], count=6
    )
    orks = squad("au1", places=[(2800, 1800), (2950, 1800)], count=2, game=RUNNING)
    state = here(orks, foes, terrain=cliff, value=800)
    done = decide(state, "a", FallBack(unit="au1", trapped=True))
    assert gone(done) == ["au1.1", "au1.2"]
    fewer = here(orks, squad("bu1", places=[(2700, 2500)], count=1), terrain=cliff, value=800)
    assert answer(fewer, FallBack(unit="au1", trapped=True)) == "wh40k.fall-back.trapped"


# what it does


def test_no_other_move() -> None:
    # wh40k.fall-back.only-movement
    state = field(squad("au1", game=RUNNING), ENEMY, sides=OWN)
    assert refusal(state, "a", Move(unit="au1", moves=())) == "wh40k.fall-back.only-movement"


@pytest.mark.decides("wh40k.fall-back.each-movement-phase", by="wh40k.fall-back.distance")
def test_it_falls_back_again_each_movement_phase() -> None:
    # wh40k.fall-back.each-movement-phase: after the compulsory test
    state = field(squad("au1", (3000, 2000), game=RUNNING), ENEMY, sides=OWN)
    assert refusal(state, "a", Pass()) == "wh40k.regroup.mandatory"
    done = decide(state, "a", Regroup(unit="au1"), [5, 5, 3, 4])
    assert asked(done) == (DISTANCE, "a", "au1")
    moved = decide(done.state, "a", FallBack(unit="au1", moves=shift(done.state, "au1", 0, -700)))
    assert words.falling_back(moved.state.units["au1"])
    assert decide(moved.state, "a", Pass()).state.phase == "shooting"
    assert asked(decide(state, "a", Regroup(unit="au1"), [4, 4]))[0] != DISTANCE


@pytest.mark.decides("wh40k.fall-back.ends", by="wh40k.regroup.pass")
def test_it_ends_when_the_unit_regroups() -> None:
    # wh40k.fall-back.ends
    state = field(squad("au1", (3000, 2000), game=RUNNING), ENEMY, sides=OWN)
    done = decide(state, "a", Regroup(unit="au1"), [4, 4])
    assert not words.falling_back(done.state.units["au1"])
    assert effects_of(done, Unmarked, "wh40k.regroup.pass")
    assert effects_of(done, Noted, "wh40k.fall-back.ends")
    assert words.falling_back(decide(state, "a", Regroup(unit="au1"), [4, 5, 1, 1]).state.units["au1"])


def test_snap_shots_only() -> None:
    # wh40k.fall-back.shooting: Overwatch included
    for phase, turn in (("shooting", "a"), ("assault", "b")):
        state = field(squad("au1", game=RUNNING), ENEMY, phase=phase, turn=turn)
        model = state.models["au1.1"]
        found = at(hooks.SNAP, state, unit=state.units["au1"], model=model, weapon=model.sheet.weapons[0])
        assert found == "wh40k.fall-back.shooting"
        steady = state.models["bu9.1"]
        assert at(hooks.SNAP, state, unit=state.units["bu9"], model=steady, weapon=None) == ""


def test_it_cannot_go_to_ground() -> None:
    # wh40k.fall-back.no-go-to-ground
    state = field(squad("au1", game=RUNNING), ENEMY)
    assert at(hooks.MAY_GO_TO_GROUND, state, unit=state.units["au1"]) == "wh40k.fall-back.no-go-to-ground"
    # who lies on the ground gets up
    men = squad("au1", (3000, 2000), 3, phase={words.BEGAN_WITH: 5}, game={words.GROUND: 9})
    due = decide(field(men, ENEMY, phase="shooting", turn="b"), "b", Pass())
    done = decide(due.state, "a", TakeTest(unit="au1"), [6, 6, 1, 1])
    assert effects_of(done, Unmarked, "wh40k.fall-back.no-go-to-ground")
    assert not words.gone_to_ground(done.state.units["au1"])


def test_it_cannot_charge() -> None:
    # wh40k.fall-back.no-charge
    state = field(squad("au1", game=RUNNING), ENEMY, phase="assault", step="charge")
    assert at(hooks.MAY_CHARGE, state, unit=state.units["au1"]) == "wh40k.fall-back.no-charge"
    assert at(hooks.MAY_CHARGE, state, unit=state.units["bu9"]) == ""


def test_it_passes_pinning_tests() -> None:
    # wh40k.fall-back.auto-pass-pinning: no dice, nobody is asked
    pinned = squad("au1", game=RUNNING, turn={"wh40k.assumed.pinning": 1})
    done = decide(field(pinned, ENEMY, phase="shooting", turn="b"), "b", Pass())
    assert done.state.pending is None
    assert effects_of(done, Noted, "wh40k.fall-back.auto-pass-pinning")
    assert not words.gone_to_ground(done.state.units["au1"])
    steady = squad("au1", turn={"wh40k.assumed.pinning": 1})
    assert asked(decide(field(steady, ENEMY, phase="shooting", turn="b"), "b", Pass()))[0] == "wh40k.assumed.pinning"


@pytest.mark.parametrize(
    ("agreed", "dice", "again"),
    [
        pytest.param(True, [1, 1], True, id="wh40k.fall-back.auto-fail-morale.another-move"),
        pytest.param(False, [], False, id="wh40k.fall-back.auto-fail-morale.agreed-otherwise"),
    ],
)
def test_it_fails_morale_checks(agreed: bool, dice: list[int], again: bool) -> None:
    # no dice are rolled for the check: the double 1 is how far it goes, not Insane Heroism
    men = squad("au1", (3000, 2000), 3, game=RUNNING, phase={words.BEGAN_WITH: 5})
    options: dict[str, int | str | bool] = {"wh40k.fall-back.auto-fail-morale": agreed}
    due = decide(field(men, ENEMY, phase="shooting", turn="b", options=options, sides=OWN), "b", Pass())
    assert asked(due) == (morale.CASUALTIES, "a", "au1")
    done = decide(due.state, "a", TakeTest(unit="au1"), dice)
    assert effects_of(done, Noted, "wh40k.fall-back.auto-fail-morale")
    assert not effects_of(done, Rolled, morale.CASUALTIES)
    assert (asked(done)[0] == DISTANCE) == again


def test_a_unit_that_broke_in_its_movement_phase_tests_next_turn() -> None:
    # wh40k.fall-back.each-movement-phase: in each later one
    men = squad("au1", (3000, 2000), 3, phase={words.BEGAN_WITH: 5})
    due = decide(field(men, ENEMY, sides=OWN), "a", Pass())
    done = decide(due.state, "a", TakeTest(unit="au1"), [6, 6, 1, 1])
    moved = decide(done.state, "a", FallBack(unit="au1", moves=shift(done.state, "au1", 0, -200)))
    assert moved.state.phase == "shooting"
    assert [e.value for e in effects_of(done, Marked, "wh40k.morale.check.fail")] == [1]


def test_offers() -> None:
    found = rules.options(ruleset(), here(one()))
    assert [(o.side, o.action, o.model, o.limit) for o in found] == [("a", "fall-back", "au1", 600)]
