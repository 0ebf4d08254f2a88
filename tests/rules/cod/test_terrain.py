"""Kinds of city terrain: the cheat sheet row by row, intact buildings and their roofs, rubble, roads, outlines."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.cod import options, ruins
from rules.kernel.effects import Rolled
from rules.kernel.state import Mark, Model, State, Terrain
from rules.wh40k import hooks
from rules.wh40k.movement import terrain
from rules.wh40k.movement.move import Brave
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire
from tests.rules.wh40k.field import box, decide, effects_of, gun, refusal, squad, tank, wanted

from .town import at_work, dangerous, fortified, go, ruin, town

SAVE = "wh40k.assumed.save.cover"
NONE: dict[str, Mark] = {}
FALLEN: dict[str, Mark] = {ruins.FALLEN: ("r1",)}
WHO = {"infantry": ("Infantry",), "vehicle": ("Vehicle",)}

# by the name of the row: the piece on the table, marks of the table, infantry, vehicles, cover
SHEET = {
    "intact-building": ("building", NONE, "impassable", "impassable", 7),
    "rubble": ("rubble", NONE, "difficult", "dangerous", 4),
    "crater": ("crater", NONE, "difficult", "dangerous", 4),
    "ruin": ("ruin", NONE, "difficult", "dangerous", 4),
    "destroyed-ruin": ("rubble", FALLEN, "difficult", "dangerous", 4),
    "fortified-ruin": ("ruin", fortified("r1"), "difficult", "dangerous", 3),
    "dangerous-ruin": ("ruin", dangerous("r1"), "dangerous", "dangerous", 4),
    "barricade": ("barricade", NONE, "difficult", "dangerous", 4),
    "razor-wire": ("razor-wire", NONE, "difficult", "open", 7),
    "tank-trap": ("tank-trap", NONE, "open", "impassable", 5),
}
ROWS = (
    "cod.sheet.intact-building.infantry",
    "cod.sheet.intact-building.vehicle",
    "cod.sheet.intact-building.cover",
    "cod.sheet.rubble.infantry",
    "cod.sheet.rubble.vehicle",
    "cod.sheet.rubble.cover",
    "cod.sheet.crater.infantry",
    "cod.sheet.crater.vehicle",
    "cod.sheet.crater.cover",
    "cod.sheet.ruin.infantry",
    "cod.sheet.ruin.vehicle",
    "cod.sheet.ruin.cover",
    "cod.sheet.destroyed-ruin.infantry",
    "cod.sheet.destroyed-ruin.vehicle",
    "cod.sheet.destroyed-ruin.cover",
    "cod.sheet.fortified-ruin.infantry",
    "cod.sheet.fortified-ruin.vehicle",
    "cod.sheet.fortified-ruin.cover",
    "cod.sheet.dangerous-ruin.infantry",
    "cod.sheet.dangerous-ruin.vehicle",
    "cod.sheet.dangerous-ruin.cover",
    "cod.sheet.barricade.infantry",
    "cod.sheet.barricade.vehicle",
    "cod.sheet.barricade.cover",
    "cod.sheet.razor-wire.infantry",
    "cod.sheet.razor-wire.vehicle",
    "cod.sheet.razor-wire.cover",
    "cod.sheet.tank-trap.infantry",
    "cod.sheet.tank-trap.vehicle",
    "cod.sheet.tank-trap.cover",
)


def kind(name: str, marks: dict[str, Mark] | Any = NONE) -> terrain.Kind:
    """What a piece of a kind does on a table with these marks."""
    piece = box("r1", 2000, 1000, 3200, 2200, 900, name)
    return terrain.kind_of(at_work(town(terrain=(piece,), game=marks)), piece)


def someone(*keywords: str) -> Model:
    return squad("au1", (500, 500), 1, keywords=keywords)[1][0]


@pytest.mark.parametrize("row", ROWS)
def test_the_cheat_sheet(row: str) -> None:
    name, _, column = row.removeprefix("cod.sheet.").partition(".")
    piece, marks, *classes, cover = SHEET[name]
    found = kind(piece, marks)
    if column == "cover":
        assert found.cover == cover
    else:
        expected = dict(zip(("infantry", "vehicle"), classes, strict=True))[column]
        assert found.way(someone(*WHO[column])) == expected


def at_the_gate(piece: tuple[Terrain, ...], **of_unit: Any) -> State:
    return town(squad("au1", (1800, 1600), 1, **of_unit), squad("bu1", (6000, 4000), 1), terrain=piece)


@pytest.mark.parametrize(
    ("row", "name"),
    [("cod.terrain.urban-ruin.difficult", "ruin"), ("cod.terrain.rubble.difficult", "rubble")],
)
def test_difficult_terrain_is_rolled_for_before_the_move(row: str, name: str) -> None:
    assert row in rules.load("cod").clauses
    here = at_the_gate((box("r1", 2000, 1000, 3200, 2200, 900, name),))
    into = go("au1", "au1.1", (2100, 1600, 0))
    assert refusal(here, "a", into) == "wh40k.assumed.terrain.difficult"
    rolled = decide(here, "a", Brave(unit="au1"), (2, 3)).state
    assert refusal(rolled, "a", go("au1", "au1.1", (2101, 1600, 0))) == "wh40k.assumed.movement.infantry"
    assert decide(rolled, "a", into).state.models["au1.1"].at == (2100, 1600, 0)


def test_rubble_slows_vehicles_too() -> None:
    # cod.terrain.rubble.definition: a dangerous terrain test for a vehicle
    here = town(
        tank("au1", (1500, 1600)),
        squad("bu1", (6000, 4000), 1),
        terrain=(box("x", 2000, 1000, 3200, 2200, 100, "rubble"),),
    )
    assert wanted(here, "a", go("au1", "au1.1", (2000, 1600, 0))) == (1, "wh40k.assumed.terrain.dangerous")


def shot_at(piece: tuple[Terrain, ...], at: tuple[int, int], **told: Any) -> list[Rolled]:
    """The cover saves of a model that is hit and wounded by a gun that its armour does not stop."""
    weapon = gun(S=10, AP=2)
    here = town(
        squad("au1", (1500, 1600), 1, weapons=(weapon,)), squad("bu1", at, 1), terrain=piece, phase="shooting", **told
    )  # fmt: skip
    done = decide(
        here, "a", Shoot(unit="au1", target="bu1", fire=(Fire(model="au1.1", weapon="gun"),)), (6, 6, 6, 6, 6, 6)
    )
    return effects_of(done, Rolled, SAVE)


@pytest.mark.parametrize(
    ("row", "name", "needed"),
    [
        ("cod.terrain.urban-ruin.cover-save", "ruin", 4),
        ("cod.terrain.rubble.cover-save", "rubble", 4),
        ("cod.terrain.rubble.definition", "rubble", 4),
    ],
)
def test_cover_of_those_inside(row: str, name: str, needed: int) -> None:
    assert row in rules.load("cod").clauses
    saves = shot_at((box("r1", 2000, 1000, 3200, 2200, 900, name),), (2200, 1600))
    assert [s.needed for s in saves] == [needed]


def test_nobody_enters_an_intact_building() -> None:
    # cod.terrain.intact-building.impassable, cod.terrain.intact-building.definition: nobody can be placed inside
    building = box("h1", 2000, 1000, 3200, 2200, 900, "building")
    here = at_the_gate((building,))
    assert refusal(here, "a", go("au1", "au1.1", (2200, 1600, 0))) == "wh40k.assumed.terrain.impassable"
    rolling = town(tank("au1", (1500, 1600)), squad("bu1", (6000, 4000), 1), terrain=(building,))
    assert refusal(rolling, "a", go("au1", "au1.1", (2000, 1600, 0))) == "wh40k.assumed.terrain.impassable"
    ruined = at_the_gate(
        (box("h1", 2000, 1000, 3200, 2200, 900, "ruin"),), phase={"wh40k.assumed.terrain.difficult": 600}
    )
    assert decide(ruined, "a", go("au1", "au1.1", (2200, 1600, 0))).state.models["au1.1"].at == (2200, 1600, 0)


def test_a_ruin_is_where_models_stand_and_fight() -> None:
    # cod.terrain.urban-ruin.definition, cod.terrain.urban-ruin.level-names
    here = town(squad("au1", (2200, 1600), 1), squad("au2", (2200, 1400, 300), 1), squad("au3", (2200, 1200, 600), 1),
                squad("bu1", (6000, 4000), 1), terrain=ruin())  # fmt: skip
    r1 = ruins.find(here, "r1")
    assert r1 is not None
    assert [m.id for m in ruins.models_in(here, r1)] == ["au1.1", "au2.1", "au3.1"]
    assert [ruins.floor_of(here, here.models[key]) for key in ("au1.1", "au2.1", "au3.1", "bu1.1")] == [1, 2, 3, 1]


@pytest.mark.parametrize("height", [100, 900, 2500])
def test_a_ruin_has_no_class_of_height(height: int) -> None:
    # cod.terrain.urban-ruin.area-no-fixed-size: its outline counts, and how high it really is for sight
    saves = shot_at((box("r1", 2000, 1000, 3200, 2200, height, "ruin"),), (2200, 1600))
    assert [s.needed for s in saves] == [4]


def test_a_road_is_open_ground() -> None:
    # cod.terrain.road.definition, cod.terrain.road.movement
    road = box("way", 2000, 1000, 3200, 2200, 1, "road")
    assert {kind("road").way(someone(*words)) for words in (("Infantry",), ("Vehicle",), ("Vehicle", "Skimmer"))} == {
        "open"
    }
    here = town(tank("au1", (1500, 1600)), squad("bu1", (6000, 4000), 1), terrain=(road,))
    assert decide(here, "a", go("au1", "au1.1", (2700, 1600, 0), fast=True)).state.models["au1.1"].at == (2700, 1600, 0)


# roofs


def roof(agreed: str = "", cover: int = 7, keywords: tuple[str, ...] = ("Infantry", "Jump")) -> State:
    house = box("h1", 2000, 1000, 3200, 2200, 300, "building")
    return town(
        squad("au1", (1800, 1600), 1, keywords=keywords), squad("bu1", (6000, 4000), 1), terrain=(house,),
        options={options.ROOFS: agreed, options.ROOF_COVER: cover},
    )  # fmt: skip


UP = go("au1", "au1.1", (2200, 1600, 300), fast=True)


def test_roofs_by_agreement() -> None:
    row = "cod.terrain.intact-building.roof-exception"
    assert refusal(roof(), "a", UP) == row
    assert refusal(roof("Jet Pack"), "a", UP) == row
    assert decide(roof("Jump, Jet Pack"), "a", UP).state.models["au1.1"].at == (2200, 1600, 300)


def test_cover_on_a_roof_is_agreed() -> None:
    # cod.sheet.note-1
    for agreed in (7, 5):
        here = decide(roof("Jump", agreed), "a", UP).state
        save = at_work(here).value(hooks.COVER, 7, model=here.models["au1.1"], origin=None, weapon=None, attacker=None)
        assert save == agreed


def test_nobody_is_set_up_on_a_roof_either() -> None:
    row = "cod.terrain.intact-building.roof-exception"
    for agreed, refused in (("", row), ("Jump", "")):
        here = roof(agreed)
        places = ((here.models["au1.1"], (2200, 1600, 300)),)
        assert at_work(here).value(hooks.MAY_DEPLOY, "", unit=here.units["au1"], at=places) == refused


# what players agree and what is advice


@pytest.mark.parametrize(
    ("row", "status"),
    [
        ("cod.terrain.agree-types", "recorded"),
        ("cod.terrain.importance", "advice"),
        ("cod.terrain.intact-building.roof-exception", "recorded"),
        ("cod.terrain.intact-building.removable-roof", "recorded"),
        ("cod.terrain.rubble.area-option", "recorded"),
        ("cod.terrain.custom.agree", "recorded"),
        ("cod.terrain.outline.agree", "recorded"),
        ("cod.terrain.outline.walls", "advice"),
        ("cod.terrain.outline.base-excluded", "recorded"),
        ("cod.terrain.outline.corner-lines", "advice"),
        ("cod.sheet.note-1", "recorded"),
        ("cod.ruin.purpose", "advice"),
        ("cod.ruin.height-assumption", "advice"),
        ("cod.ruin.template.trust", "recorded"),
        ("cod.destruction.dust-size", "recorded"),
    ],
)
def test_status_of_what_is_not_enforced(row: str, status: str) -> None:
    _, clause = rules.load("cod").clauses[row]
    assert clause.status == status
    assert clause.en and clause.ru and clause.lines


def test_the_agreed_kind_and_outline_of_a_piece_decide() -> None:
    # cod.terrain.agree-types, cod.terrain.outline.agree, cod.terrain.outline.base-excluded: what is stored counts;
    # cod.terrain.intact-building.removable-roof: such a building is stored as a ruin;
    # cod.terrain.outline.corner-lines: a ruin of three corners is a triangle
    corner = Terrain("r1", "corner", ((2000, 1000), (3200, 1000), (2000, 2200)), 900, 0, "ruin")
    here = town(
        squad("au1", (2300, 1300), 1), squad("au2", (3000, 2000), 1), squad("bu1", (6000, 4000), 1), terrain=(corner,)
    )
    assert ruins.inside(here, here.models["au1.1"], corner)
    assert not ruins.inside(here, here.models["au2.1"], corner)


def test_terrain_of_no_kind_stands_there_like_a_wall() -> None:
    # cod.terrain.custom.agree: unless the players agreed upon a kind for it
    here = at_the_gate((box("statue", 2000, 1000, 3200, 2200, 900, "giant statue"),))
    assert refusal(here, "a", go("au1", "au1.1", (2200, 1600, 0))) == "wh40k.assumed.terrain.impassable"
