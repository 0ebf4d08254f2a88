"""Kinds of city terrain: the cheat sheet row by row, intact buildings and their roofs, rubble, roads, outlines."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import rules
from rules.cod import obstacles, options, ruins
from rules.kernel.effects import Rolled
from rules.kernel.state import Mark, Model, State, Terrain
from rules.wh40k import hooks
from rules.wh40k.movement import terrain
from rules.wh40k.movement.move import Brave
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire
from tests.rules.wh40k.field import box, decide, effects_of, gun, refusal, squad, tank

from .town import at_work, dangerous, fortified, go, ruin, town

SAVE = "wh40k.assumed.save.cover"
DIFFICULT, DANGEROUS, IMPASSABLE = (f"wh40k.assumed.terrain.{way}" for way in ("difficult", "dangerous", "impassable"))
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
ROWS: dict[str, tuple[str, ...]] = {
    "cod.sheet.intact-building.infantry": ("cod.terrain.intact-building.impassable",),
    "cod.sheet.intact-building.vehicle": ("cod.terrain.intact-building.impassable",),
    "cod.sheet.intact-building.cover": (),
    "cod.sheet.rubble.infantry": ("cod.terrain.rubble.difficult", "cod.terrain.rubble.definition"),
    "cod.sheet.rubble.vehicle": ("cod.terrain.rubble.difficult", "cod.terrain.rubble.definition"),
    "cod.sheet.rubble.cover": ("cod.terrain.rubble.cover-save", "cod.terrain.rubble.definition"),
    "cod.sheet.crater.infantry": (),
    "cod.sheet.crater.vehicle": (),
    "cod.sheet.crater.cover": (),
    "cod.sheet.ruin.infantry": ("cod.terrain.urban-ruin.difficult",),
    "cod.sheet.ruin.vehicle": ("cod.terrain.urban-ruin.difficult",),
    "cod.sheet.ruin.cover": ("cod.terrain.urban-ruin.cover-save", "cod.board.gamma.cover"),
    "cod.sheet.destroyed-ruin.infantry": (),
    "cod.sheet.destroyed-ruin.vehicle": (),
    "cod.sheet.destroyed-ruin.cover": (),
    "cod.sheet.fortified-ruin.infantry": ("cod.stratagem.fortifications.terrain-type",),
    "cod.sheet.fortified-ruin.vehicle": ("cod.stratagem.fortifications.terrain-type",),
    "cod.sheet.fortified-ruin.cover": ("cod.stratagem.fortifications.cover",),
    "cod.sheet.dangerous-ruin.infantry": ("cod.status.dangerous-ruin.dangerous-terrain",),
    "cod.sheet.dangerous-ruin.vehicle": ("cod.status.dangerous-ruin.dangerous-terrain",),
    "cod.sheet.dangerous-ruin.cover": ("cod.status.dangerous-ruin.keeps-rules",),
    "cod.sheet.barricade.infantry": ("cod.terrain.barricade.difficult",),
    "cod.sheet.barricade.vehicle": ("cod.terrain.barricade.vehicle",),
    "cod.sheet.barricade.cover": ("cod.terrain.barricade.cover-save", "cod.board.barricade-tanktrap-cover"),
    "cod.sheet.razor-wire.infantry": ("cod.terrain.razor-wire.infantry",),
    "cod.sheet.razor-wire.vehicle": ("cod.terrain.razor-wire.vehicle",),
    "cod.sheet.razor-wire.cover": ("cod.terrain.razor-wire.no-cover",),
    "cod.sheet.tank-trap.infantry": ("cod.terrain.tank-trap.infantry",),
    "cod.sheet.tank-trap.vehicle": ("cod.terrain.tank-trap.vehicle",),
    "cod.sheet.tank-trap.cover": ("cod.terrain.tank-trap.cover-save", "cod.board.barricade-tanktrap-cover"),
}
"""Every row of the sheet, with the rows of the text that it sums up."""
STOPS = {
    ("infantry", "open"): [],
    ("infantry", "difficult"): [DIFFICULT],
    ("infantry", "dangerous"): [DIFFICULT, DANGEROUS],
    ("infantry", "impassable"): [IMPASSABLE],
    ("vehicle", "open"): [],
    ("vehicle", "dangerous"): [DANGEROUS],
    ("vehicle", "impassable"): [IMPASSABLE],
}
"""What stops those who would go straight through a piece."""


def sheet_rows(*columns: str) -> list[Any]:
    """The rows of these columns of the sheet, each with the clause of the core rules that it sets going."""
    found = []
    for row, text in ROWS.items():
        name, column = row.split(".")[2:]
        if column in columns:
            way = dict(zip(WHO, SHEET[name][2:4], strict=True)).get(column)
            by = SAVE if way is None else (STOPS[column, way] or STOPS[column, DEFAULT[column]])[-1]
            found.append(pytest.param(name, column, id=row, marks=pytest.mark.decides(row, *text, by=by)))
    return found


DEFAULT = {"infantry": "difficult", "vehicle": "dangerous"}
"""What a barricade is to them."""


def kind(name: str, marks: dict[str, Mark] | Any = NONE) -> terrain.Kind:
    """What a piece of a kind does on a table with these marks."""
    piece = box("r1", 2000, 1000, 3200, 2200, 900, name)
    return terrain.kind_of(at_work(town(terrain=(piece,), game=marks)), piece)


def someone(*keywords: str) -> Model:
    return squad("au1", (500, 500), 1, keywords=keywords)[1][0]


def stops(name: str, marks: dict[str, Mark] | Any, column: str) -> list[str]:
    """The clauses that stop somebody, or make him roll, who goes straight through a piece: before he has rolled for
    difficult terrain, and when he has.
    """
    pieces = (box("r1", 2000, 1000, 2100, 2200, 100, name),) if name else ()
    found = []
    for rolled in ({}, {DIFFICULT: 600}) if column == "infantry" else ({},):
        who = squad("au1", (1800, 1600), 1, phase=rolled) if column == "infantry" else tank("au1", (1600, 1600))
        here = town(who, squad("bu1", (6000, 4000), 1), terrain=pieces, game=marks)
        across = go("au1", "au1.1", (2300 if column == "infantry" else 2400, 1600, 0), fast=column == "vehicle")
        try:
            decide(here, "a", across)
        except rules.IllegalAction as refused:
            found.append(refused.clause)
        except rules.DiceWanted as short:
            found.append(short.clause)
            decide(here, "a", across, (6,) * short.count)
    return list(dict.fromkeys(found))


@pytest.mark.parametrize(("name", "column"), sheet_rows("infantry", "vehicle"))
def test_the_sheet_says_who_goes_through(name: str, column: str) -> None:
    """Beside open ground, or a barricade where the piece is open ground to them."""
    piece, marks, *ways, _ = SHEET[name]
    way = dict(zip(WHO, ways, strict=True))[column]
    assert stops(piece, marks, column) == STOPS[column, way]
    assert stops("barricade" if way == "open" else "", NONE, column) != STOPS[column, way]


def sheltered(name: str, marks: dict[str, Mark] | Any, roof: int = 7) -> list[int]:
    """What is needed for the cover saves of a model in a piece, behind an obstacle, or on a roof."""
    narrow = name in obstacles.KINDS
    piece = box("r1", 2000, 1000, 2100 if narrow else 3200, 2200, 100 if narrow else 300, name)
    at = (2160, 1600, 0) if narrow else (2200, 1600, 300 if name == "building" else 0)
    told = {options.ROOFS: "Infantry", options.ROOF_COVER: roof}
    return [save.needed for save in shot_at((piece,) if name else (), at, game=marks, options=told)]


@pytest.mark.parametrize(("name", "column"), sheet_rows("cover"))
def test_the_sheet_says_who_has_cover(name: str, column: str) -> None:
    """Beside open ground; beside a barricade, or a roof of which more was agreed, where the piece gives no cover."""
    piece, marks, *_, save = SHEET[name]
    assert column == "cover"
    assert sheltered(piece, marks) == ([save] if save < 7 else [])
    other = "" if save < 7 else "building" if name == "intact-building" else "barricade"
    assert sheltered(other, NONE, roof=5) != sheltered(piece, marks)


def at_the_gate(piece: tuple[Terrain, ...], **of_unit: Any) -> State:
    return town(squad("au1", (1800, 1600), 1, **of_unit), squad("bu1", (6000, 4000), 1), terrain=piece)


@pytest.mark.parametrize("name", ["ruin", "rubble"])
def test_difficult_terrain_is_rolled_for_before_the_move(name: str) -> None:
    here = at_the_gate((box("r1", 2000, 1000, 3200, 2200, 900, name),))
    into = go("au1", "au1.1", (2100, 1600, 0))
    assert refusal(here, "a", into) == "wh40k.assumed.terrain.difficult"
    rolled = decide(here, "a", Brave(unit="au1"), (2, 3)).state
    assert refusal(rolled, "a", go("au1", "au1.1", (2101, 1600, 0))) == "wh40k.assumed.movement.infantry"
    assert decide(rolled, "a", into).state.models["au1.1"].at == (2100, 1600, 0)


def shot_at(piece: tuple[Terrain, ...], at: tuple[int, ...], **told: Any) -> list[Rolled]:
    """The cover saves of a model that is hit and wounded by a gun that its armour does not stop."""
    firer = squad("au1", (1500, 1600), 1, weapons=(gun(S=10, AP=2, type="Heavy"),))
    here = town(firer, squad("bu1", at, 1), terrain=piece, phase="shooting", **told)
    shot = Shoot(unit="au1", target="bu1", fire=(Fire(model="au1.1", weapon="gun"),))
    try:
        done = decide(here, "a", shot, (6, 6))
    except rules.DiceWanted:
        done = decide(here, "a", shot, (6, 6, 6))
    return effects_of(done, Rolled, SAVE)


@pytest.mark.decides(
    "cod.terrain.intact-building.definition", "cod.terrain.urban-ruin.definition", by="wh40k.assumed.terrain.impassable"
)
def test_nobody_enters_an_intact_building() -> None:
    # nobody can be placed inside; in a ruin of the same outline models stand
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
    here = town(squad("au1", (2200, 1600), 1), squad("au2", (2200, 1400, 300), 1), squad("au3", (2200, 1200, 600), 1),
                squad("bu1", (6000, 4000), 1), terrain=ruin())  # fmt: skip
    r1 = ruins.find(here, "r1")
    assert r1 is not None
    assert [m.id for m in ruins.models_in(here, r1)] == ["au1.1", "au2.1", "au3.1"]
    assert [ruins.floor_of(here, here.models[key]) for key in ("au1.1", "au2.1", "au3.1", "bu1.1")] == [1, 2, 3, 1]


@pytest.mark.parametrize("height", [100, 900, 2500])
def test_a_ruin_has_no_class_of_height(height: int) -> None:
    # its outline counts, whatever its height; that counts for sight alone
    saves = shot_at((box("r1", 2000, 1000, 3200, 2200, height, "ruin"),), (2200, 1600))
    assert [s.needed for s in saves] == [4]


@pytest.mark.decides("cod.terrain.road.definition", by="wh40k.assumed.terrain.dangerous")
def test_a_road_is_open_ground() -> None:
    # cod.terrain.road.movement: nobody is slowed on it; over rubble of the same outline a tank rolls a die
    road = box("way", 2000, 1000, 3200, 2200, 1, "road")
    assert {kind("road").way(someone(*words)) for words in (("Infantry",), ("Vehicle",), ("Vehicle", "Skimmer"))} == {
        "open"
    }
    along = go("au1", "au1.1", (2700, 1600, 0), fast=True)
    for piece, dice in ((road, ()), (replace(road, kind="rubble"), (6,))):
        here = town(tank("au1", (1500, 1600)), squad("bu1", (6000, 4000), 1), terrain=(piece,))
        assert decide(here, "a", along, dice).state.models["au1.1"].at == (2700, 1600, 0)


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
