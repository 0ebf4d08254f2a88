"""Line of sight into ruins, through them, over them, and from their upper floors; the worked example."""

from __future__ import annotations

import pytest

from rules import IllegalAction
from rules.cod import ruins
from rules.kernel.effects import Measured
from rules.kernel.state import Point, State, Terrain
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.sight import LineOfSight
from rules.wh40k.shooting.volley import Fire
from tests.rules.wh40k.field import box, decide, effects_of, gun, squad

from .town import ruin, town

UNSEEN = "wh40k.assumed.shooting.sequence"
SHOT = Shoot(unit="au1", target="bu1", fire=(Fire(model="au1.1", weapon="gun"),))
MISS = (1,)


def duel(
    viewer: Point, target: Point, terrain: tuple[Terrain, ...], *more: tuple[object, ...], **told: object
) -> State:
    shooter = squad("au1", viewer, 1, weapons=(gun(range=4800, type="Heavy"),))
    return town(shooter, squad("bu1", target, 1), *more, terrain=terrain, phase="shooting", **told)  # type: ignore[arg-type]


def seen(here: State, shot: Shoot = SHOT) -> bool:
    """Whether the shot may be fired; if not, because the target is not seen."""
    try:
        decide(here, "a", shot, MISS)
    except IllegalAction as refused:
        if refused.clause != UNSEEN or "does not see" not in str(refused):
            raise
        return False
    return True


@pytest.mark.decides("cod.ruin.los.example", "cod.ruin.los.far-side", by="wh40k.assumed.shooting.sequence")
@pytest.mark.parametrize(
    ("x", "visible"),
    [
        (2600, True),  # A: 5.5" deep
        (2650, True),  # its body begins exactly 6" deep
        (2651, False),
        (2750, False),  # B: 7" from the edge
        (3400, False),  # C: on the far side
    ],
)
def test_example_of_three_genestealers(x: int, visible: bool) -> None:
    # cod.ruin.los.six-inch, cod.gap.within-inclusive
    assert seen(duel((1000, 1600, 0), (x, 1600, 0), ruin())) is visible


@pytest.mark.decides("cod.ruin.los.six-inch", by="wh40k.assumed.shooting.sequence")
@pytest.mark.parametrize(
    ("viewer", "target", "visible"),
    [
        # from inside to outside it is the same
        ((2600, 1600, 0), (1000, 1600, 0), True),
        ((2800, 1600, 0), (1000, 1600, 0), False),
        # both inside: no more than 6" of the ruin between them
        ((2100, 1600, 0), (2700, 1600, 0), True),
        ((2100, 1600, 0), (2800, 1600, 0), False),
        # on an upper floor as on the ground
        ((1000, 1600, 0), (2600, 1600, 300), True),
        ((1000, 1600, 0), (2800, 1600, 600), False),
    ],
)
def test_six_inches_of_a_ruin(viewer: Point, target: Point, visible: bool) -> None:
    assert seen(duel(viewer, target, ruin())) is visible


@pytest.mark.parametrize("right", [2400, 2010])
def test_the_far_side_of_a_narrow_ruin(right: int) -> None:
    # cod.ruin.los.far-side: however thin it is
    assert not seen(duel((1000, 1600, 0), (3400, 1600, 0), ruin(right=right)))


@pytest.mark.decides("cod.destruction.dust-size", by="wh40k.assumed.shooting.sequence")
@pytest.mark.parametrize(
    ("viewer", "target", "fell", "visible"),
    [
        ((1000, 1600, 0), (3400, 1600, 0), True, False),
        # other rubble has no size, and an inch of it hides nobody
        ((1000, 1600, 0), (3400, 1600, 0), False, True),
        # 6" into the dust and out of it, and no deeper
        ((1000, 1600, 0), (2600, 1600, 0), True, True),
        ((1000, 1600, 0), (2700, 1600, 0), True, False),
        ((2600, 1600, 0), (1000, 1600, 0), True, True),
        # 6" high: over it from the fourth floor of a ruin, not from the second
        ((1900, 1600, 900), (4200, 1600, 0), True, True),
        ((1900, 1600, 300), (4200, 1600, 0), True, False),
    ],
)
def test_the_dust_of_a_fallen_ruin_hides(viewer: Point, target: Point, fell: bool, visible: bool) -> None:
    rubble = box("r1", 2000, 1000, 2400 if viewer[2] else 3200, 2200, 100, "rubble")
    tower = ruin("r2", 1400, 1400, 1960, 1800, floors=4) if viewer[2] else ()
    game = {ruins.FALLEN: ("r1",)} if fell else {}
    assert seen(duel(viewer, target, (*tower, rubble), game=game)) is visible


def test_past_the_corner_of_a_ruin() -> None:
    # cod.ruin.los.normal: a line that does not go through the ruin is as any other
    assert seen(duel((1000, 990, 0), (3400, 990, 0), ruin()))
    assert seen(duel((1000, 500, 0), (3400, 500, 0), ruin()))


@pytest.mark.decides("cod.ruin.los.normal", by="wh40k.assumed.shooting.sequence")
def test_walls_hide_as_everywhere() -> None:
    wall = box("r1.wall", 2000, 1000, 2010, 2200, 900, "wall")
    assert seen(duel((1000, 1600, 0), (2200, 1600, 0), ruin()))
    assert not seen(duel((1000, 1600, 0), (2200, 1600, 0), (*ruin(), wall)))


@pytest.mark.decides(
    "cod.ruin.los.over-top", "cod.terrain.urban-ruin.area-no-fixed-size", by="wh40k.assumed.shooting.sequence"
)
@pytest.mark.parametrize(
    ("level", "height", "visible"),
    [(900, 300, True), (600, 300, True), (300, 300, False), (900, 900, False)],
)
def test_over_the_top(level: int, height: int, visible: bool) -> None:
    # a viewer on a high floor sees a model on the far side of a lower ruin
    tower = ruin("r2", 800, 1400, 1200, 1800, floors=4)
    low = ruin("r1", 1500, 1000, 2000, 2200, floors=1, height=height)
    assert seen(duel((1000, 1600, level), (2400, 1600, 0), (*tower, *low))) is visible


@pytest.mark.parametrize("visible", [True, False])
def test_without_a_map_the_line_is_declared(visible: bool) -> None:
    # cod.ruin.los.over-top: players look from the model's eye level and declare what they agree upon
    here = duel((1000, 1600, 900), (2400, 1600, 0), (), mapped=False)
    said = Shoot(unit="au1", target="bu1", fire=SHOT.fire, facts=(LineOfSight(target="bu1", visible=visible),))
    assert seen(here, said) is visible


@pytest.mark.decides("cod.terrain.urban-ruin.upper-sees-over-models", by="wh40k.assumed.save.cover")
@pytest.mark.parametrize(
    ("level", "crowd", "covered"),
    [
        (0, 0, True),
        # from an upper floor over those on the ground
        (300, 0, False),
        # but not over those who stand as high
        (300, 300, True),
    ],
)
def test_upper_floors_see_over_models(level: int, crowd: int, covered: bool) -> None:
    tower = ruin("r2", 800, 1400, 1200, 1800, floors=3)
    stage = (box("stage", 1300, 1300, 1500, 1900, 10, "floor", 290),) if crowd else ()
    tall = squad("bu2", places=[(1400, 1400 + 90 * n) for n in range(5)], count=5, height=400)
    if crowd:
        for model in tall[1]:
            assert model.at is not None
            model.at = (model.at[0], model.at[1], crowd)
    target = (1650, 1600, 0)
    weapon = gun(range=4800, type="Heavy", S=10, AP=2)
    here = town(
        squad("au1", (1150, 1600, level), 1, weapons=(weapon,)), squad("bu1", target, 1, height=300), tall,
        terrain=(*tower, *stage), phase="shooting",
    )  # fmt: skip
    done = decide(here, "a", SHOT, (6, 6, 6) if covered else (6, 6))
    cover = [m for m in effects_of(done, Measured, "wh40k.assumed.save.cover") if m.target == "bu1.1"]
    assert bool(cover) is covered


def test_terrain_still_hides_from_upper_floors() -> None:
    # cod.terrain.urban-ruin.upper-sees-over-models: models only
    tower = ruin("r2", 800, 1400, 1200, 1800, floors=3)
    wall = box("w", 1400, 1000, 1410, 2200, 2000, "wall")
    assert not seen(duel((1000, 1600, 300), (2000, 1600, 0), (*tower, wall)))
