"""Armies of The 9th Age in BattleScribe files: an invented one, whole and with what files may lack."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules
from rules import autoplay
from rules.kernel.errors import Malformed, OtherSystem
from rules.kernel.remarks import sentence
from rules.kernel.sheet import Ability, Roster
from rules.t9a.army import printed

FILE = Path(__file__).with_name("reed-banner.ros")
TEXT = FILE.read_text(encoding="utf-8")


def read(text: str = TEXT) -> Roster:
    return rules.load("t9a").rosters.load(text.encode(), "reed.ros")


def said(found: Roster) -> list[str]:
    return [sentence(each) for each in found.remarks if each.item != "Base"]


def test_a_file_is_recognised_and_read() -> None:
    ruleset, found = rules.read_roster(FILE.read_bytes(), FILE.name)
    assert (ruleset.id, found.name, found.faction, found.points) == ("t9a", "Reed Banner", "River Margraviate", 945)
    assert [(u.name, u.category, u.points, len(u.models)) for u in found.units] == [
        ("Margravine Ottla", "Characters", 260, 1), ("Ilse of the Locks", "Characters", 200, 1),
        ("Ford Wardens", "Core", 335, 20), ("Reed Bows", "Core", 150, 12),
    ]  # fmt: skip
    assert found.extra == {"list": ["Army size: warband"]} and said(found) == []
    assert not list(printed.roster_problems(found)) and not ruleset.rosters.problems(found, 945)


def test_a_character_with_a_mount() -> None:
    ottla = read().models[0]
    assert ottla.profile == {
        "Adv": 800, "Mar": 1600, "Dis": 9, "HP": 3, "Def": 6, "Res": 4, "Arm": 4, "Att": 3, "Off": 6, "Str": 4, "AP": 1,
        "Agi": 5, "Base": "25x50",
    }  # fmt: skip
    assert ottla.keywords == ("Standard", "Cavalry", "Character", "General")
    assert [(w.name, w.profile) for w in ottla.weapons] == [
        ("Ford sabre", {"Str": "+1", "AP": 1}), ("Courser", {"Att": 1, "Off": 3, "Str": 4, "AP": 0, "Agi": 4}),
    ]  # fmt: skip
    assert ottla.has == {"t9a.core.swiftstride": 1}
    assert Ability("Scale coat", "Type Heavy, Save +2, Rules -", "wargear") in ottla.abilities


def test_a_wizard_and_a_regiment() -> None:
    _, ilse, *wardens = read().models[:22]
    assert ilse.keywords == ("Standard", "Infantry", "Character", "Wizard Adept") and ilse.has == {"t9a.channel": 1}
    assert Ability("Divination", kind="path") in ilse.abilities
    roles = [sheet.keywords[2:] for sheet in wardens]
    assert roles == [("Champion",), ("Musician",), ("Standard Bearer",), *[()] * 17]
    assert wardens[0].has == {"t9a.core.scoring": 1, "t9a.bodyguard": "General"}
    assert Ability("Pike and Otter", "Type Banner, Effect The otter looks on.", "banner") in wardens[0].abilities
    assert sum(sheet.points for sheet in wardens) == 335


def test_a_shot_needs_an_aim() -> None:
    (bow,) = read().models[-1].weapons
    assert (bow.profile, bow.text) == ({"Range": 3000, "Str": 3, "AP": 0, "Shots": 1, "Aim": 4}, "Volley Fire, Aim 4+")
    without = read(TEXT.replace("Volley Fire, Aim 4+", "Volley Fire"))
    assert not without.models[-1].weapons and said(without) == ["Reed Bows, Long bow is left out: Aim is missing"]
    assert "Long bow" in [each.name for each in without.models[-1].abilities]


def test_bases_are_said_or_usual() -> None:
    found = [sentence(each) for each in read().remarks if each.item == "Base"]
    assert found[0] == "Margravine Ottla, Base: not given, read as 25x50"
    based = read(TEXT.replace('name="Type" typeId="x">Cavalry</characteristic>',
                              'name="Type" typeId="x">Cavalry</characteristic>'
                              '<characteristic name="Base">50x75mm</characteristic>'))  # fmt: skip
    assert based.models[0].profile["Base"] == "50x75"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('name="Dis" typeId="x">9<', 'name="Dis" typeId="x">high<',
         "Margravine Ottla, Dis is left out: 'high' is not a number from 0 to 10"),
        ('number="20" type="model"', 'number="120" type="model"', "Ford Wardens: number '120' is read as 1"),
        ('name="AP" typeId="x">+1<', 'name="AP" typeId="x">lots<', "is not a weapon with a range"),
        ('value="945.0"', 'value="1000.0"', "the file says 1000 points; 945 were read"),
        ('"The 9th Age 2.0 beta"', '"The 9th Age 3rd edition"', "the file is for The 9th Age 3rd edition; it is"),
    ],
)  # fmt: skip
def test_odd_values_are_remarked_on(old: str, new: str, why: str) -> None:
    assert old in TEXT
    assert why in " ".join(said(read(TEXT.replace(old, new, 1))))


def test_a_model_without_a_value_that_is_needed_is_not_mustered() -> None:
    """t9a.core.size-and-type"""
    found = read(TEXT.replace('name="HP" typeId="x">3<', 'name="HP" typeId="x">?<', 1))
    assert [p.facts for p in rules.load("t9a").rosters.problems(found, 0)] == [
        {"kind": "Margravine Ottla", "missing": "HP"}
    ]


def test_a_file_of_the_third_edition_is_a_mere_list() -> None:
    bare = re.sub(r"<profiles>.*?</profiles>", "", TEXT.replace("2.0 beta", "3rd edition"), flags=re.DOTALL)
    found = read(bare)
    assert [(u.name, len(u.models), u.points) for u in found.units][2] == ("Ford Wardens", 20, 335)
    assert {p.facts["kind"] for p in rules.load("t9a").rosters.problems(found, 0)} == {u.name for u in found.units}


def test_files_of_other_games_and_empty_ones() -> None:
    with pytest.raises(OtherSystem, match="Grim and Dark Future; one for The 9th Age is wanted"):
        read(TEXT.replace("The 9th Age 2.0 beta", "Grim and Dark Future"))
    with pytest.raises(Malformed, match="no entries"):
        read(re.sub(r"<selections>.*</selections>", "", TEXT, flags=re.DOTALL))
    with pytest.raises(OtherSystem, match="one for Kill Team"):
        rules.load("kt").rosters.load(FILE.read_bytes(), FILE.name)


def test_an_army_from_a_file_fights_a_battle() -> None:
    found, ruleset = read(), rules.load("t9a")
    game = autoplay.play(ruleset, [found, found], 4)
    assert rules.fold(ruleset, game.events).over is not None and not rules.report(ruleset, game.events).findings
