"""Gangs of Necromunda from files of any format, against counts made from the files themselves; limits; what the players
say about equipment; and gangs that fight.
"""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import autoplay
from rules.kernel.errors import IllegalAction, Malformed, OtherSystem
from rules.kernel.remarks import Remark, sentence
from rules.kernel.sheet import Ability, Roster, Sheet
from rules.necro.army import printed, yaktribe
from rules.necro.army.equipment import agreed, read
from rules.necro.army.roster import FIGHTERS, load, pick, problems, speciality, team
from rules.necro.fight import Shoot
from rules.necro.options import CREDITS, EQUIPMENT
from rules.necro.position import roster_problems

from .board import NECRO, acting, fighter, position, refusal, wanted

HERE = Path(__file__).parent
LAMP_ROW = HERE / "lamp-row.ros"
"""Written for these tests after the data for Necromunda Gang War: its types of profiles and their columns."""
DEMO = HERE.parents[2] / "gamelog" / "demo" / "necro"
EXPORTS = (
    "maxs-marauders.157849.2021-01-21.json", "seventh-sanctum.483979.json", "blood-brothers.485755.json",
    "redbeards-reclaimers.407538.json",
)  # fmt: skip


@pytest.fixture(scope="module")
def exports(shared: Path) -> Path:
    """The folder with the five real gangs."""
    return shared / "data" / "rosters" / "necromunda"


def ganger(**members: Any) -> dict[str, Any]:
    """A fighter as an export has it."""
    return {
        "ganger_id": "11", "name": "Lug", "type": "Gang Leader", "m": 5, "ws": 3, "bs": 3, "s": 3, "t": 3, "w": 2,
        "i": 4, "a": 2, "ld": 5, "cl": 5, "wil": 6, "int": 7, "cost": "155", "xp": "3", "kills": "0",
        "equipment": [], "skills": [], "injuries": [], "status": "Alive", "notes": "", **members,
    }  # fmt: skip


def gang(*gangers: Any, wrapped: bool = True, **members: Any) -> bytes:
    """An export of a gang."""
    made = {"gang_id": "1", "gang_name": "Test Pipe Rats", "gang_type": "Rats", "gangers": list(gangers), **members}
    return json.dumps({"gang": made} if wrapped else made).encode()


def one(**members: Any) -> Sheet:
    """The only fighter of an export."""
    (sheet,) = load(gang(ganger(**members))).models
    return sheet


def said(roster: Roster) -> list[str]:
    return [sentence(remark) for remark in roster.remarks]


def refused(data: bytes, name: str = "gang.json") -> Malformed:
    with pytest.raises(Malformed) as caught:
        load(data, name)
    return caught.value


# --- real exports --------------------------------------------------------------------------------------------------


def members(path: Path) -> dict[str, Any]:
    """The gang in a file."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    inner: dict[str, Any] = found.get("gang", found)
    return inner


@pytest.mark.parametrize("name", EXPORTS)
def test_real_gangs_keep_everything(exports: Path, name: str) -> None:
    file = members(exports / name)
    roster = load((exports / name).read_bytes(), name)
    alive = [each for each in file["gangers"] if each["status"] == "Alive"]
    assert (roster.name, roster.faction) == (html.unescape(file["gang_name"]), file["gang_type"])
    assert roster.points == sum(int(each["cost"]) for each in alive)
    assert len({model.name for model in roster.models}) == len(roster.models) == len(alive)
    for model, each in zip(roster.models, alive, strict=True):
        wanted = {name: each.get(name.lower(), each.get("intelligence")) for name in printed.MODEL if name != "Sv"}
        wanted["M"] *= 100
        assert model.profile == {name: value for name, value in wanted.items() if value}
        assert model.points == int(each["cost"])
        kept = [(ability.kind, ability.name) for ability in model.abilities]
        assert kept == [
            *(("wargear", html.unescape(e["name"])) for e in each["equipment"] for _ in range(int(e["qty"]))),
            *(("ability", skill) for skill in each["skills"]), *(("injury", scar) for scar in each["injuries"]),
        ]  # fmt: skip
        assert html.unescape(each["name"]).startswith(model.name.rstrip(" 12")[:20])
    assert not list(roster_problems(roster.models))


@pytest.mark.parametrize(("name", "alive", "left"), list(zip(EXPORTS, (14, 15, 13, 13), (4, 1, 0, 1), strict=True)))
def test_the_dead_and_the_recovering_stay_at_home_and_are_named(
    exports: Path, name: str, alive: int, left: int
) -> None:
    roster = load((exports / name).read_bytes(), name)
    away = [remark for remark in roster.remarks if remark.column == "status"]
    assert (len(roster.models), len(away)) == (alive, left)
    absent = [e for e in members(exports / name)["gangers"] if e["status"] != "Alive"]
    assert [(r.item, r.said) for r in away] == [(html.unescape(e["name"]), e["status"]) for e in absent]


@pytest.mark.parametrize("name", EXPORTS)
def test_every_item_skill_and_injury_of_a_real_gang_is_named_in_a_remark(exports: Path, name: str) -> None:
    roster = load((exports / name).read_bytes(), name)
    named = {remark.item: remark.count for remark in roster.remarks if remark.kind == "left-out"}
    carried = [ability.name for model in roster.models for ability in model.abilities]
    assert {item: carried.count(item) for item in carried} == {item: named[item] for item in carried}


def test_entities_in_names_and_words(exports: Path) -> None:
    roster = load((exports / "redbeards-reclaimers.407538.json").read_bytes())
    assert roster.name == "Redbeard’s Reclaimers"
    assert roster.models[0].name == "Marty “Redbeard” Warbringer"
    assert any(a.name == "Jardlan “Longshot” Hunting Rifle" for m in roster.models for a in m.abilities)
    assert "&" not in json.dumps([roster.notes, [m.name for m in roster.models]]).replace(" & ", "")


def test_a_real_gang_without_fighters_says_so(exports: Path) -> None:
    error = refused((exports / "dirty-pigs.no-fighters.json").read_bytes())
    assert (error.path, error.reason) == ("$.gangers", "the gang Dirty Pigs has no fighters yet")


def test_ratings_that_count_the_dead_are_compared(exports: Path) -> None:
    roster = load((exports / EXPORTS[0]).read_bytes())
    assert "the file says 1715 points; 1500 were read" in said(roster)
    assert (roster.extra["wealth"], roster.extra["territories"]) == ("1745", "Settlement")


def test_real_gangs_fight_a_battle(exports: Path) -> None:
    armed: dict[str, int | str | bool] = {
        EQUIPMENT: "weapon: Lasgun | 18/24 | +1/- | 3 | - | 1\nweapon: Autopistol | 4/12 | - | 3 | - | 1\n"
    }
    gangs = [load((exports / name).read_bytes()) for name in (EXPORTS[0], EXPORTS[2])]
    game = autoplay.play(NECRO, gangs, 1, options=armed)
    final = rules.fold(NECRO, game.events)
    assert final.over is not None and not rules.report(NECRO, game.events).findings
    weapons = [w.name for m in final.models.values() for w in m.sheet.weapons]
    assert weapons.count("Lasgun") == 5 and "Autopistol" in weapons


# --- exports made here ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrapped", [True, False])
def test_both_wrappers_and_both_kinds_of_numbers(wrapped: bool) -> None:
    texts = {key: str(value) for key, value in ganger().items() if isinstance(value, int)}
    bare = ganger(intelligence=7, **texts)
    del bare["int"]
    data = gang(bare, wrapped=wrapped)
    assert load(data) == load(gang(ganger()))
    assert load(b"\xef\xbb\xbf" + data) == load(data)


def test_a_value_of_0_is_none() -> None:
    assert "BS" not in one(bs=0).profile and "Int" not in one(int="0").profile


@pytest.mark.parametrize("status", ["Dead", "Recovery", "Captured", "retired"])
def test_only_the_living_fight(status: str) -> None:
    roster = load(gang(ganger(), ganger(name="Nut", status=status)))
    assert [model.name for model in roster.models] == ["Lug"]
    assert f"Nut is left out: status: '{status}' is not Alive" in said(roster)


@pytest.mark.parametrize("status", ["Alive", "alive", "", None])
def test_who_is_not_said_to_be_away_fights(status: str | None) -> None:
    assert one(status=status).name == "Lug"


@pytest.mark.parametrize(
    ("kind", "rank"),
    [("Gang Leader", "Leader"), ("House Champion", "Champion"), ("Ganger", "Ganger"), ("juve", "Juve")],
)
def test_a_type_that_names_a_rank(kind: str, rank: str) -> None:
    roster = load(gang(ganger(type=kind)))
    assert roster.models[0].keywords == (rank,)
    assert not any("rank" in each for each in said(roster))


def test_a_type_that_names_none_is_read_as_a_ganger() -> None:
    roster = load(gang(ganger(type="Pit Mother"), ganger(type="Pit Mother")))
    assert [model.keywords for model in roster.models] == [("Ganger",)] * 2
    assert "Pit Mother: rank not given, read as Ganger (2 times)" in said(roster)


def test_quantities_of_equipment() -> None:
    roster = load(gang(ganger(equipment=[{"name": "Knife", "qty": "2"}, {"name": "Rope"}, "Lamp",
                                         {"name": "Bomb", "qty": "many"}, {"qty": 1}])))  # fmt: skip
    assert [a.name for a in roster.models[0].abilities] == ["Knife", "Knife", "Rope", "Lamp", "Bomb"]
    assert "Lug, Bomb: number 'many' is read as 1" in said(roster)
    assert "Lug, equipment is left out: name is missing" in said(roster)
    assert "Knife is left out: profile is missing (2 times)" in said(roster)


def test_odd_values_are_spared_or_leave_a_fighter_out() -> None:
    roster = load(gang(ganger(ws="high", cost="free"), ganger(name="Nut", t=[]), "Jim", None))
    (lug,) = roster.models
    assert "WS" not in lug.profile and lug.points == 0
    assert said(roster)[:2] == ["Lug, WS is left out: 'high' is not a roll such as 3+",
                                "Lug, points: 'free' is read as 0"]  # fmt: skip
    assert "Nut is left out: T: '?' is not a number from 1" in said(roster)
    assert "gangers[2] is left out: profile is missing" in said(roster)
    assert "gangers[3] is left out: profile is missing" in said(roster)


def test_words_of_the_owner_and_what_campaigns_count() -> None:
    data = gang(ganger(name="Lug &amp; Nut", notes="Line one\r\nLine &quot;two&quot;", xp=4, kills=0),
                credits=20, stash=[{"name": "Rope", "qty": "1"}], gang_notes="Hold\x00 fast")  # fmt: skip
    roster = load(data)
    assert roster.notes == ('Lug & Nut: Line one\nLine "two"', "Hold fast")
    assert roster.extra == {"credits": "20", "stash": "Rope", "fighters": {"Lug & Nut": {"xp": "4"}}}


def test_fighters_of_one_name_are_numbered() -> None:
    assert [m.name for m in load(gang(ganger(), ganger(), ganger(name="Jo"))).models] == ["Lug 1", "Lug 2", "Jo"]


# --- what is no gang -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "path", "reason"),
    [
        (gang(), "$.gang.gangers", "the gang Test Pipe Rats has no fighters yet"),
        (gang(wrapped=False), "$.gangers", "the gang Test Pipe Rats has no fighters yet"),
        (gang(gangers={}), "$.gang.gangers", "the fighters of a gang are a list"),
        (gang(ganger(status="Dead")), "$.gang.gangers",
         "no fighter of this gang can be played: Lug is left out: status: 'Dead' is not Alive"),
        (gang(*[ganger()] * 201), "$.gang.gangers", "this gang has more than 200 fighters"),
        (gang(ganger(cost=99_999), ganger(cost=2)), "$.gang.gangers",
         "the fighters of this gang cost more than 100000 credits"),
        (b'{"gang": {"gangers": [\n  1,, 2]}}', "$", "this is no readable JSON (line 2, column 5)"),
        (b'{"campaign": {"campaign_name": "A\\q"}}', "$", "this is no readable JSON (line 1, column 34)"),
        (b'{"gangers": "\xff"}', "$", "this file is not UTF-8"),
        (b'{"gangers": ' + b"[" * 100_000, "$", "this file nests lists too deep"),
        (b'{"campaign": {"gangs": []}}', "$.campaign",
         "this is a campaign, which names its gangs without their fighters; export each gang by itself"),
        (b'[{"Name": "Jo", "Gang Name": "Rats"}]', "$",
         "these are fighters of several gangs in one list, which is not read; export each gang by itself"),
    ],
)  # fmt: skip
def test_what_is_refused_is_said_with_its_member(data: bytes, path: str, reason: str) -> None:
    error = refused(data)
    assert (error.path, error.reason) == (path, reason)


@pytest.mark.parametrize(
    "data", [b"{}", b"[]", b"[1, 2", b'{"a": 1}', b"hello", b"", b'{"army": "Elves", "units": []}']
)
def test_what_is_nothing_of_this_game_may_be_of_another(data: bytes) -> None:
    assert refused(data).path == "$.gameSystemName"


def test_a_list_of_another_game_is_named() -> None:
    with pytest.raises(OtherSystem) as caught:
        load(b'{"system": "Chess", "models": []}')
    assert caught.value.system == "Chess" and "one for Necromunda is wanted" in caught.value.reason


# --- which game a file is for --------------------------------------------------------------------------------------


def test_a_file_is_read_by_its_game() -> None:
    files = {
        "valve-sisters.txt": (DEMO / "valve-sisters.txt").read_bytes(), "lamp-row.ros": LAMP_ROW.read_bytes(),
        "gang.json": gang(ganger()),
    }  # fmt: skip
    for name, data in files.items():
        ruleset, roster = rules.read_roster(data, name)
        assert (ruleset.id, bool(roster.models)) == ("necro", True), name


def test_files_of_other_games_are_theirs() -> None:
    demo = DEMO.parent
    for name, system in (("harbour-watch.ros", "kt"), ("40k/ferry-guard.txt", "wh40k")):
        assert rules.read_roster((demo / name).read_bytes(), name)[0].id == system
        assert refused((demo / name).read_bytes(), name).path == "$.gameSystemName"


def test_an_unknown_game_is_refused_with_the_names_of_ours() -> None:
    text = LAMP_ROW.read_text(encoding="utf-8").replace("Necromunda Gang War", "Draughts")
    with pytest.raises(OtherSystem) as caught:
        rules.read_roster(text.encode(), "x.ros")
    assert caught.value.system == "Draughts"
    assert any("Necromunda" in each for each in caught.value.wanted)


# --- BattleScribe --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lamp_row() -> Roster:
    return load(LAMP_ROW.read_bytes(), LAMP_ROW.name)


def test_a_whole_file(lamp_row: Roster) -> None:
    assert (lamp_row.name, lamp_row.faction, lamp_row.points) == ("Lamp Row", "Lamp Row Keepers", 610)
    assert [(m.name, m.keywords[0], m.points) for m in lamp_row.models] == [
        ("Grigor the Bright", "Leader", 170), ("Lamp Mate", "Champion", 145), ("Wick 1", "Ganger", 61),
        ("Wick 2", "Ganger", 61), ("Wick 3", "Ganger", 61), ("Wick 4", "Ganger", 62), ("Match", "Juve", 50),
    ]  # fmt: skip
    assert lamp_row.extra["costs"] == {"Experience": "3"} and lamp_row.remarks == ()
    assert lamp_row.rules == (Ability("Old lamp works", "Rules: Worth a little every week.", "faction"),)
    assert not list(roster_problems(lamp_row.models))


def test_fighters_of_a_file(lamp_row: Roster) -> None:
    boss, mate, wick, *_, match = lamp_row.models
    assert boss.profile == {
        "M": 500, "WS": 3, "BS": 3, "S": 3, "T": 3, "W": 2, "I": 4, "A": 2, "Ld": 5, "Cl": 7, "Wil": 8, "Int": 8,
        "Sv": 5,
    }  # fmt: skip
    assert {w.id: w.profile for w in boss.weapons} == {
        "arc-lamp": {"S": 5, "AP": -1, "D": 1, "Range": 1200, "Blast": 300},
        "great-hook": {"S": 5, "AP": 0, "D": 2, "Knockback": 100},
    }
    assert [(a.kind, a.name) for a in boss.abilities] == [
        ("ability", "Gang Hierarchy"), ("wargear", "Tarred coat"), ("ability", "Loud Voice"),
    ]  # fmt: skip
    assert mate.weapons[0].profile == {"S": 4, "AP": -1, "D": 1, "Range": 800, "Template": 1}
    assert mate.abilities == (Ability("Old limp", "He walks slowly when he is watched.", "injury"),)
    assert [w.id for w in wick.weapons] == ["rust-rifle", "lamp-hook"] and "Sv" not in wick.profile
    assert match.weapons[1].profile == {"S": 3, "AP": 0, "D": 1, "Range": 900, "Grenade": 1, "Blast": 500}


def swapped(*pairs: tuple[str, str]) -> bytes:
    """The file with some of its text replaced, everywhere."""
    text = LAMP_ROW.read_text(encoding="utf-8")
    for before, after in pairs:
        assert before in text
        text = text.replace(before, after)
    return text.encode()


def test_an_odd_weapon_stays_as_text() -> None:
    roster = load(swapped(('name="Str" typeId="t">S+2<', 'name="Str" typeId="t">huge<')))
    assert "Lamp Boss, Great hook is left out: Str: 'huge' is not a number, S or S+1" in said(roster)
    assert any(a.name == "Great hook" and "Str huge" in a.text for a in roster.models[0].abilities)


def test_a_minus_that_was_left_out_is_read_and_named() -> None:
    roster = load(swapped(('name="AP" typeId="t">-1<', 'name="AP" typeId="t">1<')))
    assert roster.models[0].weapons[0].profile["AP"] == -1
    assert "Lamp Boss, Arc lamp: AP '1' is read as -1" in said(roster)


def test_a_fighter_without_a_rank_is_a_ganger() -> None:
    roster = load(swapped(('name="Champion"', 'name="Friends"')))
    assert roster.models[1].keywords == ("Ganger", "Friends", "Gang Fighter")
    assert "Lamp Mate: rank not given, read as Ganger" in said(roster)


def test_columns_that_a_fighter_can_do_without_are_spared() -> None:
    roster = load(swapped(('name="WS" typeId="t">5+<', 'name="WS" typeId="t">?<')))
    assert "WS" not in roster.models[-1].profile and len(roster.models) == 7
    assert "Match, WS is left out: '?' is not a roll such as 3+" in said(roster)


def test_nobody_can_be_played_without_toughness() -> None:
    error = refused(swapped(('name="T" typeId="t">3<', 'name="T" typeId="t">-<')))
    assert error.reason.startswith("no model of this roster can be played: Lamp Boss is left out: T is missing")


@pytest.mark.parametrize("kind", ["Ranged Weapon", "HtH Weapon"])
def test_the_first_edition_is_another_game(kind: str) -> None:
    error = refused(swapped(('typeName="Weapon"', f'typeName="{kind}"'), ("Necromunda Gang War", "Necromunda")))
    assert error.path == "$.gameSystemName" and "Necromunda, first edition" in error.reason


def test_a_later_edition_is_read_and_named() -> None:
    roster = load(swapped(("Necromunda Gang War", "Necromunda (2023)")))
    assert roster.remarks[0] == Remark("edition", said="Necromunda (2023)", read="Necromunda (Underhive, Gang War)")


# --- limits --------------------------------------------------------------------------------------------------------


def test_credits_both_sides_of_the_limit(lamp_row: Roster) -> None:
    # necro.assumed.gang.credits
    assert problems(lamp_row, 610) == problems(lamp_row, 0) == []
    (found,) = problems(lamp_row, 609)
    assert (found.rule, found.message) == (CREDITS, "610 credits, but the agreed limit is 609")
    assert found.facts == {"points": 610, "limit": 609}


def test_a_gang_without_fighters() -> None:
    # necro.assumed.gang.fighters
    assert [each.rule for each in problems(Roster("Nobody", "Necromunda"), 0)] == [FIGHTERS]


@pytest.mark.parametrize(
    ("limit", "ids"),
    [
        (0, "1234567"),
        (610, "1234567"),
        (609, "123456"),
        (498, "12345"),
        (497, "12347"),
        (315, "12"),
        (314, "134"),
        (50, "7"),
    ],
)
def test_picked_gangs_take_the_higher_ranks_first(lamp_row: Roster, limit: int, ids: str) -> None:
    assert "".join(pick(lamp_row, limit)) == ids
    chosen = team(lamp_row, pick(lamp_row, limit))
    assert chosen.points == sum(m.points for m in chosen.models) and problems(chosen, limit) == []


def test_nobody_is_cheap_enough(lamp_row: Roster) -> None:
    with pytest.raises(IllegalAction) as caught:
        pick(lamp_row, 49)
    assert (caught.value.clause, caught.value.facts) == (CREDITS, {"points": 50, "limit": 49})


@pytest.mark.parametrize("ids", [["9"], ["1", "1"]])
def test_a_team_is_of_the_gang_and_each_once(lamp_row: Roster, ids: list[str]) -> None:
    with pytest.raises(IllegalAction) as caught:
        team(lamp_row, ids)
    assert caught.value.clause == FIGHTERS


def test_what_sets_fighters_apart(lamp_row: Roster) -> None:
    assert [speciality(model) for model in lamp_row.models] == ["leader", "champion", "", "", "", "", ""]


# --- what the players say about equipment --------------------------------------------------------------------------

TABLE = """
weapon: Knife | E | - | S | -1 | 1
weapon: Bow | 9/18 | +1/- | 4 | - | 1 | 5+ | Gas
armour: Hide coat | 6+
броня: Plate | 4+
rank: Pit Mother | Leader
"""


def equipped(table: str = TABLE, **members: Any) -> Sheet:
    (sheet,) = agreed(load(gang(ganger(**members))), {EQUIPMENT: table}).models
    return sheet


def test_equipment_does_what_was_agreed() -> None:
    # necro.assumed.gang.equipment
    items = [{"name": "knife", "qty": 2}, {"name": "Bow"}, {"name": "Hide Coat"}, {"name": "Plate"}, {"name": "Rope"}]
    sheet = equipped(equipment=items, type="Pit mother", s=4)
    assert {w.id: w.profile for w in sheet.weapons} == {
        "knife": {"S": 4, "AP": -1, "D": 1}, "knife-2": {"S": 4, "AP": -1, "D": 1},
        "bow": {"S": 4, "AP": 0, "D": 1, "Range": 1800, "Gas": 1},
    }  # fmt: skip
    assert (sheet.profile["Sv"], sheet.keywords) == (4, ("Leader",))
    assert [(a.name, a.rule) for a in sheet.abilities] == [
        ("Hide Coat", "necro.core.save"), ("Plate", "necro.core.save"), ("Rope", ""),
    ]  # fmt: skip


def test_what_was_not_agreed_stays_as_it_is() -> None:
    roster = load(gang(ganger(equipment=[{"name": "Rope"}, {"name": "Bow"}], skills=["Knife"])))
    assert agreed(roster, {}) == agreed(roster, {EQUIPMENT: " "}) == roster
    then = agreed(roster, {EQUIPMENT: TABLE})
    assert [w.name for w in then.models[0].weapons] == ["Bow"]
    assert [a.name for a in then.models[0].abilities] == ["Rope", "Knife"]  # a skill is no weapon, whatever its name
    assert [r.item for r in then.remarks if r.column == "profile"] == ["Rope"]
    assert "Sv" not in then.models[0].profile


def test_a_weapon_of_a_file_is_what_was_agreed(lamp_row: Roster) -> None:
    wick = agreed(lamp_row, {EQUIPMENT: "weapon: Rust rifle | 10 | - | 6 | - | 2"}).models[2]
    assert wick.weapons[0].profile == {"S": 6, "AP": 0, "D": 2, "Range": 1000}
    assert [w.id for w in wick.weapons] == ["rust-rifle", "lamp-hook"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Knife", "line 1: 'Knife' has no colon"),
        ("\nknife: A | 3", "line 2: 'knife' is not a key; the keys are weapon, armour, rank"),
        ("1 x Knife: A", "line 1: '1 x Knife' is not a key; the keys are weapon, armour, rank"),
        ("armour: Plate", "line 1: there is no value after 'Plate'; write 'armour: NAME | VALUE'"),
        ("armour: Plate | good", "line 1: 'good' is not a roll such as 3+"),
        ("armour: A | 4+\narmour: a | 4+", "line 2: 'a' stands twice"),
        ("rank: Boss | Baker", "line 1: 'Baker' names none of the ranks Leader, Champion, Ganger, Juve"),
        ("weapon: Knife | E", "line 1: a weapon is 'weapon: NAME | RANGE"),
        ("x" * 20_001, "$: a list of equipment has at most 20000 characters"),
    ],
)
def test_equipment_that_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(Malformed) as caught:
        read(text)
    assert str(caught.value).startswith(reason)
    state = rules.empty(NECRO)
    state.options = {EQUIPMENT: text}
    assert any(str(caught.value) in each for each in NECRO.problems(state))


# --- gangs that fight ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_the_gangs_that_are_shipped_fight(seed: int) -> None:
    gangs = [load((DEMO / name).read_bytes(), name) for name in ("valve-sisters.txt", "cinder-choir.txt")]
    game = autoplay.play(NECRO, gangs, seed)
    final = rules.fold(NECRO, game.events)
    assert final.over is not None and not rules.report(NECRO, game.events).findings
    assert {side.points for side in final.sides.values()} == {660, 665}


def test_a_gang_above_the_agreed_credits_cannot_muster(lamp_row: Roster) -> None:
    with pytest.raises(IllegalAction) as caught:
        autoplay.play(NECRO, [lamp_row, lamp_row], 1, options={CREDITS: 49})
    assert caught.value.clause == CREDITS


@pytest.mark.parametrize(("skill", "may"), [(2, True), (0, False)])
def test_a_fighter_whose_file_has_no_ballistic_skill_does_not_shoot(skill: int, may: bool) -> None:
    here = position(acting("a1", BS=skill), fighter("b1", (1000, 500)))
    assert any(option.action == "shoot" for option in rules.options(NECRO, here)) is may
    shoot = Shoot(fighter="a1", target="b1", weapon="gun")
    if may:
        assert wanted(here, "a", shoot)[1] == "necro.core.hit-roll"
    else:
        assert refusal(here, "a", shoot) == "necro.core.hit-roll"


# --- whatever the file ---------------------------------------------------------------------------------------------

ODD = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-5, 12), st.integers(), st.floats(),
        st.sampled_from(["", "-", "3", "3+", "Alive", "Dead", "Leader", "&amp;", "x" * 300, "\ud800", "٣",
                         "{x}", "%s"]),
        st.text(max_size=8),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["name", "qty", "traits", "x"]), inner, max_size=3),
    ),
    max_leaves=6,
)  # fmt: skip
KEYS = [*ganger(), "intelligence", "x"]


@given(
    gangers=st.lists(st.one_of(ODD, st.dictionaries(st.sampled_from(KEYS), ODD, max_size=6).map(lambda d: ganger(**d))),
                     max_size=4),
    more=st.dictionaries(st.sampled_from(["gang_name", "gang_type", "credits", "stash", "gang_rating", "gang_notes",
                                          "territories", "campaign"]), ODD, max_size=4),
    wrapped=st.booleans(),
)  # fmt: skip
@settings(derandomize=True, database=None, max_examples=300)
def test_any_export_is_a_gang_or_is_refused_with_its_member(
    gangers: list[Any], more: dict[str, Any], wrapped: bool
) -> None:
    roster = answer(gang(*gangers, wrapped=wrapped, **more))
    if roster is not None:
        assert 1 <= len(roster.models) <= 200 and not list(roster_problems(roster.models))
        assert msgspec.json.decode(msgspec.json.encode(roster), type=Roster) == roster
        assert roster.points == sum(model.points for model in roster.models)
        assert all(sentence(remark) for remark in roster.remarks)


def answer(data: bytes) -> Roster | None:
    """The gang, or None if it is refused with the path of a member; any other error fails the test."""
    try:
        return load(data)
    except Malformed as error:
        refused = error
    assert refused.path.startswith("$") and refused.reason
    return None


@given(data=st.one_of(st.binary(max_size=40), ODD.map(lambda value: json.dumps(value).encode())))
@settings(derandomize=True, database=None, max_examples=300)
def test_any_bytes_are_refused_with_a_path(data: bytes) -> None:
    assert answer(data) is None or yaktribe.is_json(data)
