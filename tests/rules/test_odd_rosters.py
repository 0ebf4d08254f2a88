"""Readers of rosters and files with odd lines: whatever is changed in a file, the answer is `Malformed`, or a roster
that can be mustered and says what was read otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules
from rules import autoplay
from rules.kernel.errors import Malformed
from rules.kernel.remarks import LONGEST, MOST, Fault, Notes, Remark, fault_said, sentence
from rules.kernel.sheet import Roster
from rules.kernel.spelling import nearest
from rules.kt.position import roster_problems as kt_problems
from rules.necro.position import roster_problems as necro_problems
from rules.t9a.army.printed import roster_problems as t9a_problems
from rules.wh40k.position import roster_problems as wh40k_problems

ROOT = Path(__file__).parents[2]
FILES = {
    "kt": ROOT / "gamelog" / "demo" / "harbour-watch.ros",
    "wh40k": ROOT / "tests" / "rules" / "wh40k" / "lantern-watch.ros",
    "t9a": ROOT / "tests" / "rules" / "t9a" / "reed-banner.ros",
    "necro": ROOT / "tests" / "rules" / "necro" / "lamp-row.ros",
}
PROBLEMS: dict[str, Callable[[Roster], Iterable[str]]] = {
    "kt": lambda roster: kt_problems(roster.models),
    "wh40k": wh40k_problems,
    "t9a": t9a_problems,
    "necro": lambda roster: necro_problems(roster.models),
}
"""What keeps a roster from being mustered, besides limits."""
VALUE = re.compile(r'(?<==")[^"<>]*(?=")|(?<=>)[^<>\s][^<>]*(?=<)')
"""Whatever stands in an attribute or between tags."""
ODD = (
    "", "-", "–", "?", "*", "0", "1", "3", "99", "100001", "-1", "1.5", "3.0", "D6", "2D6+1", "Pistol", "Assault",
    "Heavy D3", "Melee", "Template", "User", "x2", "Ordinance 1", "Infanty (Character)", "3+/4", "Two Gun Drones",
    "unit", "model", "upgrade", "Unit", "Vehicle", "Weapon", "Model", "Wargear", "Transport", "{name}", "%s", "\u0663",
    "x" * 300, "&amp;",
)  # fmt: skip
FUZZ = settings(
    max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
)


def changed(text: str, places: Iterable[tuple[int, str]]) -> str:
    """A file with some of its values replaced."""
    found = list(VALUE.finditer(text, text.index("<forces>")))
    wanted = {at % len(found): odd for at, odd in places}
    for at in sorted(wanted, reverse=True):
        start, end = found[at].span()
        text = text[:start] + wanted[at] + text[end:]
    return text


COLUMNS = (
    "M", "WS", "BS", "S", "T", "W", "A", "Ld", "LD", "Sv", "Save", "Max", "Range", "Type", "Strength", "AP", "D",
    "Abilities", "Unit Type", "Front", "HP", "Transport Capacity", "Adv", "Dis", "Res", "Size", "Str", "Rng S", "Rng L",
    "Traits", "Cl", "Ammo",
)  # fmt: skip


def answer(system: str, text: str, reason: str = "") -> Roster | None:
    """The roster, or None if it is refused with a sentence; any other error fails the test."""
    try:
        return rules.load(system).rosters.load(text.encode(), "odd.ros")
    except Malformed as error:
        refused = error
    assert refused.path[:1] == "$" and refused.reason and reason in refused.reason
    return None


def sound(system: str, roster: Roster) -> None:
    """A roster that can be mustered, shown and stored."""
    assert 1 <= len(roster.models) <= 200
    assert not list(PROBLEMS[system](roster))
    assert msgspec.json.decode(msgspec.json.encode(roster), type=Roster) == roster
    assert roster.points == sum(model.points for model in roster.models)
    assert len(roster.remarks) <= MOST + 1
    for remark in roster.remarks:
        assert sentence(remark)
        assert all(
            len(part) <= LONGEST for part in (remark.where, remark.item, remark.column, remark.said, remark.read)
        )
    placed = [key for unit in roster.units for key in unit.models]
    assert not placed or sorted(placed) == sorted(model.id for model in roster.models)


@pytest.mark.parametrize("system", FILES)
@FUZZ
@given(data=st.data())
def test_any_values_in_a_file(system: str, data: st.DataObject) -> None:
    text = FILES[system].read_text(encoding="utf-8")
    places = data.draw(st.lists(st.tuples(st.integers(0, 100_000), st.sampled_from(ODD)), min_size=1, max_size=12))
    roster = answer(system, changed(text, places))
    if roster is not None:
        sound(system, roster)


@pytest.mark.parametrize("system", FILES)
@FUZZ
@given(odd=st.sampled_from(ODD), column=st.sampled_from(COLUMNS))
def test_any_value_in_a_whole_column(system: str, odd: str, column: str) -> None:
    text = FILES[system].read_text(encoding="utf-8")
    text = re.sub(rf'(<characteristic name="{column}"[^>]*>)[^<]*', lambda found: found[1] + odd, text)
    roster = answer(system, text, "no model of this roster can be played")
    if roster is not None:
        sound(system, roster)


@pytest.mark.parametrize("system", FILES)
def test_the_files_themselves_are_sound(system: str) -> None:
    sound(system, rules.load(system).rosters.load(FILES[system].read_bytes(), "plain.ros"))


def test_every_real_roster_can_be_mustered(shared: Path) -> None:
    folder = shared / "data" / "rosters"
    for path in sorted([*(folder / "kill-team").iterdir(), *(folder / "warhammer-40k").glob("*.ros*")]):
        if not path.name.startswith("version-ladder"):
            ruleset, roster = rules.read_roster(path.read_bytes(), path.name)
            sound(ruleset.id, roster)


def test_real_armies_of_another_edition_fight_a_battle(shared: Path) -> None:
    folder = shared / "data" / "rosters" / "warhammer-40k"
    ruleset = rules.load("wh40k")
    armies = [
        ruleset.rosters.load((folder / name).read_bytes(), name)
        for name in ("Tau 428 (Test_Roster).ros", "Thousand Sons Ahriman's Command Squad.rosz")
    ]
    game = autoplay.play(ruleset, armies, 1)
    final = rules.fold(ruleset, game.events)
    assert final.over is not None and not rules.report(ruleset, game.events).findings


# --- remarks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("remark", "said"),
    [
        (Remark("read-as", "Docker", "Gun", "Type", "Pistol", "Pistol 1"),
         "Docker, Gun: Type 'Pistol' is read as Pistol 1"),
        (Remark("read-as", "Docker", "Sv", read="7+"), "Docker, Sv: not given, read as 7+"),
        (Remark("read-as", "Docker", "WS", said="3", read="3+", count=2), "Docker, WS: '3' is read as 3+ (2 times)"),
        (Remark("left-out", "Docker", "Gun", "S", "X", wanted="a number"),
         "Docker, Gun is left out: S: 'X' is not a number"),
        (Remark("left-out", "", "Ghost", "profile"), "Ghost is left out: profile is missing"),
        (Remark("left-out", "Docker", "M", said="?", wanted="a length"), "Docker, M is left out: '?' is not a length"),
        (Remark("edition", said="This", read="That"), "the file is for This; it is played by the rules of That"),
        (Remark("differs", item="models", said="4", read="3"), "the file says 4 models; 3 were read"),
        (Remark("more", count=7), "7 more remarks are not listed"),
    ],
)  # fmt: skip
def test_remarks_in_english(remark: Remark, said: str) -> None:
    assert sentence(remark) == said


def test_remarks_of_an_earlier_step_are_counted_on() -> None:
    first, second = Notes(), Notes()
    for notes in (first, first, second):
        notes.left_out("Docker", "Gun", Fault("S", "X", "a number"))
    second.again(first.remarks)
    assert second.remarks == (Remark("left-out", "Docker", "Gun", "S", "X", wanted="a number", count=3),)


def test_words_of_a_file_are_cut_and_ours_are_not() -> None:
    notes = Notes()
    notes.left_out("x" * 300, "Gun", Fault("S", "y" * 300, "z" * 300))
    (remark,) = notes.remarks
    assert (len(remark.where), len(remark.said), len(remark.wanted)) == (80, 80, 300)


def test_faults_as_sentences() -> None:
    assert fault_said(Fault("Ld", "high", "a number")) == "Ld: 'high' is not a number"
    assert fault_said(Fault("T", "", "a number")) == "T is missing"


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("Assault", "Assault"), ("assault", "Assault"), ("rapid-fire", "Rapid Fire"), ("Asault", "Assault"),
        ("Assualt", "Assault"), ("Assaultt", "Assault"), ("Axsault", "Assault"), ("Aslt", ""), ("Heavy", "Heavy"),
        ("Heavi", "Heavy"), ("Havy", ""), ("Heat", ""), ("", ""), ("Pistols", "Pistol"), ("Crystal", ""),
    ],
)  # fmt: skip
def test_a_word_with_one_slip(word: str, meant: str) -> None:
    assert nearest(word, ("Assault", "Rapid Fire", "Heavy", "Pistol")) == meant


def test_a_word_between_two_is_neither() -> None:
    assert nearest("Hounda", ("Hounds", "Hound a")) == "Hound a"
    assert nearest("Hounde", ("Hounds", "Hounda")) == ""
