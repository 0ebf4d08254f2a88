"""Lists that players of The 9th Age exchange: text as hands change it, JSON of a converter, reports of matches."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import autoplay
from rules.kernel.errors import Malformed
from rules.kernel.remarks import LONGEST, Remark, sentence
from rules.kernel.sheet import Ability, Roster
from rules.t9a.army import printed, records, roster

FUZZ = settings(max_examples=300, deadline=None, derandomize=True, database=None)
LIST = """River Margraviate
535 - Margrave, General, Courser, Shield, Lance (Blessed Prow), Reed Oath
280 - Lock Witch, Barded Otter, Wizard Adept, Divination (Ebb, Flow)
520 - 12 Knights of the Ford, Standard Bearer (Pike Banner), Musician, Champion
175 - 30 Levy
1510
"""
BASE = "Adv4 Mar8 Dis7 HP1 Def3 Res3 Arm1 Att1 Off3 Str3 AP0 Agi3 | Standard, Infantry"


def read(text: str, name: str = "army.txt") -> Roster:
    return roster.load(text.encode(), name)


def about(found: Roster) -> list[tuple[str, int, int]]:
    """Name, number of models and points of each unit."""
    return [(unit.name, len(unit.models), unit.points) for unit in found.units]


def said(found: Roster, besides: str = "profile") -> list[str]:
    """The remarks in words, except those about missing characteristics."""
    return [sentence(each) for each in found.remarks if each.item != besides]


def refused(text: str, name: str = "army.txt") -> str:
    with pytest.raises(Malformed) as caught:
        read(text, name)
    return str(caught.value)


# text


def test_a_list_as_it_is_pasted() -> None:
    found = read(LIST)
    assert (found.points, found.system, said(found)) == (1510, "The 9th Age, 2.0 beta", [])
    assert about(found) == [
        ("Margrave", 1, 535), ("Lock Witch", 1, 280), ("Knights of the Ford", 12, 520), ("Levy", 30, 175),
    ]  # fmt: skip
    general, witch, *knights = found.models[:5]
    assert general.keywords == ("Character", "General") and witch.keywords == ("Character", "Wizard Adept")
    assert [m.keywords for m in knights] == [("Standard Bearer",), ("Musician",), ("Champion",)]
    assert [(a.name, a.kind) for a in general.abilities] == [
        ("Courser", "wargear"), ("Shield", "wargear"), ("Lance (Blessed Prow)", "wargear"), ("Reed Oath", "wargear"),
    ]  # fmt: skip
    assert [(a.name, a.kind) for a in witch.abilities[1:]] == [
        ("Divination", "path"),
        ("Ebb", "power"),
        ("Flow", "power"),
    ]
    assert knights[0].abilities == (Ability("Pike Banner", kind="banner"),)


def test_what_a_list_does_not_say_is_named_and_keeps_it_from_the_table() -> None:
    """t9a.core.size-and-type"""
    found, lists = read(LIST), rules.load("t9a").rosters
    missing = "Adv, Mar, Dis, HP, Def, Res, Arm, Att, Off, Str, AP, Agi, Base, Height, Type"
    assert [each for each in found.remarks if each.item == "profile"] == [
        Remark("left-out", unit.name, "profile", missing) for unit in found.units
    ]
    assert all(not sheet.profile for sheet in found.models)
    assert [p.facts["kind"] for p in lists.problems(found, 4500)] == [unit.name for unit in found.units]


def test_an_army_is_known_by_its_heading_and_nobody_else_is_named() -> None:
    found = read("Jo 'Otter' Bloggs - Sylvan Elves\n100 - Bard, General\n50 - 5 Hounds\n150\n")
    assert (found.name, found.faction) == ("Sylvan Elves", "Sylvan Elves")
    assert b"Bloggs" not in rules.canonical(found)


BELOW = f"""
model: Margrave: {BASE} | - | base 20x20 | rules: Fear
model: Lock Witch: {BASE} | - | base 20x20
model: Knights of the Ford: {BASE} | Knife | base 25x50 | parts: Horse
model: Levy: {BASE} | - | base 20x20
weapon: Knife | Melee
weapon: Shield | Melee | AP1
part: Courser | mount | Att2 Str4 | rules: Swiftstride
part: Horse | mount | Att1
"""


def test_lines_by_hand_below_a_list_say_what_it_does_not() -> None:
    found = read(LIST + BELOW)
    general, knight = found.models[0], found.models[2]
    assert not found.remarks and not rules.load("t9a").rosters.problems(found, 1510)
    assert general.keywords == ("Standard", "Infantry", "Character", "General") and general.has == {"t9a.fear": 1}
    assert [w.name for w in general.weapons] == ["Shield", "Courser"]
    assert Ability("Swiftstride", kind="mount", rule="t9a.core.swiftstride") in general.abilities
    assert [w.name for w in knight.weapons] == ["Knife", "Horse"] and knight.profile["Base"] == "25x50"
    game = autoplay.play(rules.load("t9a"), [found, found], 2)
    assert rules.fold(rules.load("t9a"), game.events).over is not None


@pytest.mark.parametrize(
    ("below", "why"),
    [
        ("model: Dragon: x\n", "line 7: models are"), (f"model: Dragon: {BASE} | - | base 20x20\n",
         "$: 'model: Dragon'"),
        ("model: Dragon\n", "line 7: a model is"), ("weapon: Bow | far\n", "line 7: Bow: 'far'"),
        (f"model: Levy: {BASE} | - | base 20x20\n" * 2, "line 8: 'Levy' is described twice"),
    ],
)  # fmt: skip
def test_lines_by_hand_that_cannot_be_read(below: str, why: str) -> None:
    assert refused(LIST + below).startswith(why)


@pytest.mark.parametrize(
    ("line", "units", "why"),
    [
        ("100 - 15 Hounds", [("Hounds", 15, 100)], []), ("100 – 15x Hounds", [("Hounds", 15, 100)], []),
        ("100 .- Hounds", [("Hounds", 1, 100)], []), ("100: 15 Hounds", [("Hounds", 15, 100)], []),
        ("090 - 15 Hounds", [("Hounds", 15, 90)], []), ("1.100 - 15 Hounds", [("Hounds", 15, 1100)], []),
        ("100pts - 15 Hounds: Musician; Champion", [("Hounds", 15, 100)], []),
        ("Hounds, Musician, 310", [("Hounds", 1, 310)], []), ("15 Hounds, 570pts", [], ["left out"]),
        ("Hounds, Champion [475pts]", [("Hounds", 1, 475)], []),
        ("15 Hounds [475pts]: Champion, Musician", [("Hounds", 15, 475)], []),
        ("100 - 1x15 Hounds", [("Hounds", 15, 100)], []),
        ("2x335 - Wyrm", [("Wyrm", 1, 335), ("Wyrm 2", 1, 335)], ["number"]),
        ("90 - 2 x 5 Hounds", [("Hounds", 5, 90), ("Hounds 2", 5, 90)], ["number"]),
        ("90 - 2x1 Razor Boar", [("Razor Boar", 1, 90), ("Razor Boar 2", 1, 90)], ["number"]),
        ("100 - 15 Hounds (5+), Shield", [("Hounds", 15, 100)], []), ("100 - 15 Hounds [Core]",
         [("Hounds", 15, 100)], []),
        ("100 - 15 Hounds, FCG", [("Hounds", 15, 100)], ["FCG"]), ("100 - 15 Hounds, M, C, S",
         [("Hounds", 15, 100)], ["M"]),
        ("100 - 150 Hounds", [("Hounds", 1, 100)], ["150"]), ("100 - Åsklander’s Hounds",
         [("Åsklander’s Hounds", 1, 100)], []),
    ],
)  # fmt: skip
def test_what_hands_do_to_an_entry(line: str, units: list[tuple[str, int, int]], why: list[str]) -> None:
    found = read(f"50 - Bard, General\n60 - 5 Otters\n{line}\n")
    assert about(found)[2:] == units
    words = " ".join(said(found))
    assert all(each in words for each in why) and bool(why) == bool(words)


@pytest.mark.parametrize("total", ["150", "4.500", "4500 pts", "++ Total: [4499pts] ++", "Total: 4499"])
def test_a_total_is_the_last_line(total: str) -> None:
    found = read(f"100 - Bard, General\n50 - 5 Hounds\n{total}\n")
    assert len(found.units) == 2
    figure = "".join(c for c in total if c.isdigit())
    assert said(found) == ([] if figure == "150" else [f"the file says {figure} points; 150 were read"])


def test_lines_that_break_in_the_middle_belong_to_the_entry_above() -> None:
    found = read("100 - Bard, General, Lute (Song of\nReeds)\n50 - 5 Hounds,\nMusician\n150\n")
    assert [a.name for a in found.models[0].abilities] == ["Lute (Song of Reeds)"]
    assert found.models[1].keywords == ("Musician",)
    assert (
        said(found) == ["Bard: 'Reeds)' is read as Reeds)", "Hounds: 'Musician' is read as Musician"]
        or len(said(found)) == 2
    )


def test_an_entry_that_has_lost_its_points_is_reported() -> None:
    found = read("100 - Bard, General\n50 - 5 Hounds\n20 Spears, Musician\n250\n")
    assert len(found.units) == 2
    assert said(found) == [
        "20 Spears, Musician is left out: points is missing",
        "the file says 250 points; 150 were read",
    ]


def test_the_text_export_of_battlescribe() -> None:
    found = read(
        "++ Army (Sylvan Elves) [4,500pts] ++\n+ Characters +\nBard [290pts]: General, Lute\n+ Core +\n"
        "12x Hounds [1,100pts]: Musician\n++ Total: [1,390pts] ++\nCreated with BattleScribe\n"
    )
    assert (found.faction, about(found), said(found)) == ("Sylvan Elves", [("Bard", 1, 290), ("Hounds", 12, 1100)], [])


def test_several_lists_in_one_text() -> None:
    two = LIST + "Sylvan Elves\n100 - Bard, General\n50 - 5 Hounds\n150\n"
    assert refused(two) == (
        "$: this file holds 2 lists: 1: ? (1510); 2: Sylvan Elves (150). Put the number of one behind a hash at the "
        "end of the file's name, as in army#1.txt, or leave only that list in the file"
    )
    assert read(two, "army#2.txt").points == 150 and read(two, "army #1.txt").name == "army"
    assert "has no list number 3" in refused(two, "army#3.txt")
    assert read(LIST, "army#1.txt").points == 1510


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "\n\n",
        "hello - there",
        "100 - Bard\n",
        "1. e4 e5\n2. Nf3 Nc6\n",
        "2024-01-02 - a day",
        '"x"',
        "[]",
        "{}",
    ],
)
def test_other_texts_are_no_lists(text: str) -> None:
    assert refused(text).startswith("$.gameSystemName: ")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("100 - Bard\n" * 61, "$: a list has at most 60 entries, this one has 61"),
        ("100 - 100 Hounds\n" * 5, "$: a list has at most 400 models, this one has 500"),
        ("100 - Bard\n" * 2 + "\n" * 2001, "line 2001: a list has at most 2000 lines"),
        ("100 - Bard\n100 - Bard\n" + "x" * 2001, "line 3: a line has at most 2000 characters"),
    ],
)
def test_limits(text: str, why: str) -> None:
    assert refused(text).startswith(why)


PIECES = st.sampled_from([
    "100 - ", "2x335 - ", "90 - 2 x 5 ", "Hounds", "Bard", ", ", "General", "BSB", "FCG", "C", "Wizard Master", "(",
     ")", "[",
    "]", "Alchemy", "Fly (8)", "Channel (x)", "4500", "++ Total: [4,499pts] ++", "15x ", ":", ";", "485 - 6 Brutes",
    "–", "\t",
    "Standard Bearer with Eel", "Ж", "٣", "\u2028", "\x00", "model: Hounds: x", "weapon: Bow | far", "{", "%s", "#",
])  # fmt: skip


@FUZZ
@given(lines=st.lists(st.lists(PIECES, max_size=8).map("".join), max_size=10))
def test_any_text_is_a_list_or_a_refusal(lines: list[str]) -> None:
    sound("100 - Bard, General\n50 - 5 Hounds\n" + "\n".join(lines), "x#1.txt")


def sound(text: str, name: str) -> None:
    """The roster of a text is one that could be stored and shown; or the refusal says where and why."""
    try:
        found = read(text, name)
    except Malformed as error:
        refusal = error
    else:
        assert not list(printed.roster_problems(found))
        assert found.points == sum(sheet.points for sheet in found.models)
        assert json.loads(rules.canonical(found)) and rules.load("t9a").rosters.problems(found, 4500) is not None
        for remark in found.remarks:
            assert sentence(remark)
            assert all(
                len(part) <= LONGEST for part in (remark.where, remark.item, remark.column, remark.said, remark.read)
            )
        return
    assert refusal.path[0] == "$" or refusal.path.startswith("line ")
    assert refusal.reason


# JSON


def unit(name: Any = "Bard", **about: Any) -> dict[str, Any]:
    return {"name": name, "points": 100, "quantity": 1, "upgrades": ["General"], **about}


def army(*units: Any, **about: Any) -> dict[str, Any]:
    return {"army": "Sylvan Elves", "player_name": "Jo", "total_points": 100, "tournament": "Round 1",
            "units": list(units), **about}  # fmt: skip


def report(one: Any, two: Any) -> dict[str, Any]:
    return {"id": "1", "scoreOne": 20, "scoreTwo": 0, "armyOne": "HE", "armyTwo": "Otters", "armyListOne": one,
            "armyListTwo": two}  # fmt: skip


def reported(*units: Any, total: Any = 100) -> dict[str, Any]:
    return {"units": list(units), "pointsPerCategory": {"Core": 1041.25, "Total": total}, "modelCount": {"total": 1}}


def load(value: Any, name: str = "a.json") -> Roster:
    return read(json.dumps(value), name)


def test_an_army_of_a_converter() -> None:
    found = load(army(unit(), unit("Hounds", points=150, quantity=5, upgrades=["Musician", "Fear"]), total_points=250))
    assert (found.name, found.faction, found.points, said(found)) == ("Sylvan Elves", "Sylvan Elves", 250, [])
    assert about(found) == [("Bard", 1, 100), ("Hounds", 5, 150)]
    assert found.models[0].keywords == ("Character", "General") and found.models[1].has == {"t9a.fear": 1}
    assert b"Jo" not in rules.canonical(found)


def test_options_that_the_converter_cut_or_glued() -> None:
    cut = ["Wizard (Wizard Adept", "Evocation)", "Banner 280 - 20x Spears"]
    found = load(army(unit(upgrades=cut), total_points=380))
    assert found.models[0].keywords == ("Character", "Wizard Adept")
    assert [(a.name, a.kind) for a in found.models[0].abilities] == [("Evocation", "path"), ("Banner", "wargear")]
    assert said(found) == [
        "Bard: 'Wizard (Wizard Adept' is read as Wizard (Wizard Adept, Evocation)",
        "Bard, 280 - 20x Spears is left out: '280 - 20x Spears' is not an entry on its own line",
        "the file says 380 points; 100 were read",
    ]


def test_lists_of_a_file_are_chosen_by_number() -> None:
    lines = "\n".join(json.dumps(army(unit(points=n), total_points=n)) for n in (100, 200))
    assert refused(lines, "r.jsonl").startswith(
        "$: this file holds 2 lists: 1: Sylvan Elves (100); 2: Sylvan Elves (200)."
    )
    assert "as in r#1.jsonl" in refused(lines, "r.jsonl")
    assert [read(lines, f"r#{n}.jsonl").points for n in (1, 2)] == [100, 200]
    assert read(f"[{lines.replace(chr(10), ',')}]", "r#2.json").points == 200
    assert "has no list number 3; it holds 1: Sylvan Elves (100); 2:" in refused(lines, "r#3.jsonl")


def test_a_report_has_two_lists_or_one() -> None:
    one, two = (
        reported(unit("Mage", cost=100, category="Characters")),
        reported({"name": "Otter", "cost": 90}, total=90),
    )
    both = report(one, two)
    assert load(both, "m#1.json").name == "Highborn Elves" and load(both, "m#2.json").faction == "Otters"
    assert "this file holds 2 lists: 1: Highborn Elves (100); 2: Otters (90)" in refused(json.dumps(both), "m.json")
    alone = load(report(None, two), "m.json")
    assert about(alone) == [("Otter", 1, 90)]
    assert (
        said(alone)[0] == "the file is for The 9th Age, 3rd edition; it is played by the rules of The 9th Age, 2.0 beta"
    )
    assert "has no list number 1; it holds 2: Otters (90)" in refused(json.dumps(report(None, two)), "m#1.json")


def test_options_of_a_report_say_what_they_are() -> None:
    options = [("General, Disciplined, and The Dead Arise", "Leadership"), ("Pet Otter", "Mount"), ("Alchemy", "Path"),
               ("Wizard Master", "Wizard Level"), ("Light Troops", "Mount")]  # fmt: skip
    listed = [{"name": name, "type": kind} for name, kind in options]
    found = load(report(reported({"name": "Mage", "cost": 100, "options": listed, "category": "Characters"}), None))
    (mage,) = found.models
    assert mage.keywords == ("Character", "General", "Wizard Master") and mage.has == {"t9a.light-troops": 1}
    assert [(a.name, a.kind) for a in mage.abilities] == [
        ("Disciplined", "wargear"), ("The Dead Arise", "wargear"), ("Pet Otter", "mount"), ("Alchemy", "path"),
        ("Light Troops", "ability"),
    ]  # fmt: skip


def test_lines_by_hand_below_json() -> None:
    text = json.dumps(army(unit()), indent=1)
    found = read(f"{text}\n\nmodel: Bard: {BASE} | - | base 20x20\n", "a.json")
    assert not found.remarks and found.models[0].profile["Dis"] == 7
    line = text.count("\n") + 2
    assert refused(f"{text}\nmodel: Bard: x\n", "a.json").startswith(f"line {line}: ")


@pytest.mark.parametrize(
    ("about", "why"),
    [
        ({"points": "much"}, "Bard: points 'much' is read as 0"), ({"points": None},
         "Bard: points not given, read as 0"),
        ({"points": 10.5}, "Bard: points '10.5' is read as 11"), ({"points": -5}, "Bard: points '-5' is read as 0"),
        ({"points": True}, "Bard: points 'true' is read as 0"), ({"points": 20001},
         "Bard: points '20001' is read as 0"),
        ({"quantity": "few"}, "Bard: number 'few' is read as 1"), ({"quantity": 0}, "Bard: number '0' is read as 1"),
        ({"quantity": 101}, "Bard: number '101' is read as 1"), ({"quantity": [5]}, "Bard: number '[5]' is read as 1"),
        ({"upgrades": [5]}, "Bard is left out: upgrades[0]: '5' is not one of 100 options by name"),
        ({"upgrades": ["Channel"]}, "Bard, Channel is left out: value: 'Channel' is not a number from 1"),
    ],
)  # fmt: skip
def test_odd_values_are_remarked_on(about: dict[str, Any], why: str) -> None:
    assert why in said(load(army(unit(**about))))


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (army(5), "$.units[0]: a unit is an object with a name"), (army(unit(), {}),
         "$.units[1].name: a unit has a name"),
        (army(unit(name=5)), "$.units[0].name: "), (army(unit(name=" \n")), "$.units[0].name: "),
        (army(unit(upgrades="General")), "$.units[0].upgrades: a list of options is wanted"),
        (army(unit(), units=5), "$.units: a list of units is wanted"), (army(), "$: this list has no entries"),
        (report({"units": [unit(), 3]}, None), "$.armyListOne.units[1]: a unit is an object"),
        (report([], None), "$.armyListOne: there is no list here"), ([army(unit()), 5], "$[1]: this is no list"),
        (army(*[unit()] * 61), "$: a list has at most 60 entries"),
        (army(*[unit(quantity=100)] * 5), "$: a list has at most 400 models"),
    ],
)  # fmt: skip
def test_members_that_cannot_be_read_are_named_by_their_path(value: Any, why: str) -> None:
    assert refused(json.dumps(value), "a.json").startswith(why)


@pytest.mark.parametrize(
    "text",
    ['{"total_points": 1, "units": [', '{"total_points": NaN, "units": []}', '{"total_points": ' + "9" * 5000 + "}",
     '{"upgrades": ' + "[" * 100_000, '{"total_points": 1}\n{"units": \\q}'],
)  # fmt: skip
def test_damaged_json_is_refused(text: str) -> None:
    assert refused(text, "a.json").startswith("$: ")


def test_where_json_is_damaged() -> None:
    assert refused('{"total_points": 1,\n "units": oops}').endswith("(line 2, column 11)")


@pytest.mark.parametrize(
    "value",
    [{"gang": {"gangers": []}}, {"units": []}, {"upgrades": 1}, [{"upgrades": 1}], [["upgrades", "total_points"]]],
)
def test_json_of_other_games_is_theirs(value: Any) -> None:
    assert refused(json.dumps(value)).startswith("$.gameSystemName: ")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
    | st.sampled_from(["General", "Fly (8)", "(", "a 100 - b", "BSB", "\ud800", "x" * 300, "Wizard (Wizard Master"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(
        ["name", "points", "cost", "quantity", "models", "upgrades", "options", "type", "category", "units",
         "army"]), inner),
    max_leaves=12,
)  # fmt: skip


@FUZZ
@given(changes=st.dictionaries(st.sampled_from(["name", "points", "quantity", "upgrades", "models", "category"]), JSON),
       whole=st.dictionaries(st.sampled_from(["army", "total_points", "units", "armyListOne",
        "modelCount"]), JSON))  # fmt: skip
def test_any_json_is_a_list_or_a_refusal_with_its_path(changes: dict[str, Any], whole: dict[str, Any]) -> None:
    value = {
        **army(unit(), unit("Hounds", **{k: v for k, v in changes.items() if k != "name"}), unit(**changes)),
        **whole,
    }
    sound(json.dumps(value), "x.json")
    sound(json.dumps(report(reported(unit(**changes), total=whole.get("total_points")), whole)), "x#1.json")


def test_a_number_that_is_too_long_for_a_whole_one() -> None:
    assert records.figure({"total_points": Decimal("1e999999")}) == 0
    assert records.figure({"total_points": "4500"}) == 4500


# real files


@pytest.fixture
def ninth_age(shared: Path) -> Path:
    return shared / "data" / "rosters" / "ninth-age"


POINTS = {
    "t9a-2021-round-3.jsonl": (4007, 4498, 4499, 4500, 4500, 4125, 4500, 4113, 4499, 4500, 4500, 4498),
    "t9a-2021-round-5.jsonl": (4497, 4499, 4500, 4499, 4499, 4500, 4496, 4499, 4496, 4135, 4500, 4080),
    "t9a3-report-67e308671615ad18a5463e5a.json": (4000, 3998),
    "t9a3-report-67f1134b1fed61a6cc2e3d12.json": (4000, 3995),
    "t9a3-report-68a80557ace4ce79ee4a332e.json": (1795, 1800),
    "t9a3-report-68b92c4c247046efbbd9849f.json": (4000, 3998),
}


@pytest.mark.parametrize("name", POINTS)
def test_every_real_list_is_read(ninth_age: Path, name: str) -> None:
    data = (ninth_age / name).read_bytes()
    stem, _, suffix = name.rpartition(".")
    with pytest.raises(Malformed, match=f"this file holds {len(POINTS[name])} lists"):
        rules.read_roster(data, name)
    for number, points in enumerate(POINTS[name], 1):
        ruleset, found = rules.read_roster(data, f"{stem}#{number}.{suffix}")
        assert (ruleset.id, found.points) == ("t9a", points)
        assert not list(printed.roster_problems(found))
        # Where a converter swallowed an entry, both figures and the entry are named.
        differs = [each for each in found.remarks if each.kind == "differs"]
        assert bool(differs) == (str(points) not in {str(p) for p in _declared(data, number)})


def _declared(data: bytes, number: int) -> list[int]:
    """The points that a list of a file says it has."""
    text = data.decode()
    values = [json.loads(text)] if text.startswith("{\n") else [json.loads(line) for line in text.splitlines()]
    if len(values) > 1:
        return [values[number - 1]["total_points"]]
    return [values[0][records.LISTS[number - 1]]["pointsPerCategory"]["Total"]]


def test_swallowed_entries_of_real_lists_are_named(ninth_age: Path) -> None:
    found = roster.load((ninth_age / "t9a-2021-round-3.jsonl").read_bytes(), "r#1.jsonl")
    assert len(found.models) == 285 and said(found) == [
        "Plague Disciples, 485 - 6 Murmillo Brutes is left out: "
        "'485 - 6 Murmillo Brutes' is not an entry on its own line",
        "the file says 4492 points; 4007 were read",
    ]


def test_a_real_report_with_one_list(ninth_age: Path) -> None:
    (path,) = ninth_age.glob("*one-list.json")
    found = roster.load(path.read_bytes(), path.name)
    assert (found.faction, found.points, len(found.models)) == ("Vampire Covenant", 3997, 151)


def test_a_real_list_with_characteristics_by_hand_fights_a_battle(ninth_age: Path) -> None:
    data = (ninth_age / "t9a3-report-68a80557ace4ce79ee4a332e.json").read_bytes()
    bare = roster.load(data, "r#1.json")
    kinds = dict.fromkeys(sheet.type for sheet in bare.models)
    below = "".join(f"\nmodel: {kind}: {BASE} | - | base 25x50" for kind in kinds)
    found = roster.load(data + below.encode(), "r#1.json")
    assert not [each for each in found.remarks if each.item == "profile"]
    ruleset = rules.load("t9a")
    assert not ruleset.rosters.problems(found, 1800)
    game = autoplay.play(ruleset, [found, found], 1)
    assert rules.fold(ruleset, game.events).over is not None
