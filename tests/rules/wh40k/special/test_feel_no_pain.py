"""Feel No Pain: a roll to discount each unsaved Wound."""

from __future__ import annotations

from typing import Any

import pytest

from rules.wh40k.special.feel_no_pain import FEEL_NO_PAIN

from ..field import asked, decide, field, gone, gun, ruleset, squad
from ..shots import needs, notes, resolved, rolls, shoot

FNP = "wh40k.usr.feel-no-pain"
ROLL = "wh40k.usr.feel-no-pain.roll"
ETERNAL = "wh40k.usr.eternal-warrior"


def at(value: int = 1, *, weapon: Any = None, count: int = 1, has: Any = None, **foe: Any) -> Any:
    weapon = weapon or gun(type="Pistol", AP=1)
    target = squad("bu1", (1000, 2000), count, has={FNP: value, **(has or {})}, **foe)
    return field(squad("au1", (1000, 1000), 3, weapons=(weapon,)), target, phase="shooting")


@pytest.mark.parametrize(
    ("row", "value", "face", "dies"),
    [
        ("wh40k.usr.feel-no-pain.roll", 1, 4, True),
        ("wh40k.usr.feel-no-pain.roll", 1, 5, False),
        ("wh40k.usr.feel-no-pain.roll", 5, 6, False),
        ("wh40k.usr.feel-no-pain.bracketed", 6, 5, True),
        ("wh40k.usr.feel-no-pain.bracketed", 6, 6, False),
        ("wh40k.usr.feel-no-pain.bracketed", 3, 3, False),
        ("wh40k.usr.feel-no-pain.bracketed", 3, 2, True),
    ],
)
@pytest.mark.decides("wh40k.usr.feel-no-pain.bracketed", by="wh40k.usr.feel-no-pain.roll")
def test_the_roll(row: str, value: int, face: int, dies: bool) -> None:
    done = decide(at(value), "a", shoot("au1", "bu1"), [6, 6, face])
    assert row in ruleset().clauses
    assert needs(done, ROLL) == [5 if value == 1 else value]
    assert (gone(done) == ["bu1.1"]) is dies


@pytest.mark.decides("wh40k.usr.feel-no-pain.not-a-save", by="wh40k.assumed.save.armour")
def test_it_is_no_save_and_comes_after_one() -> None:
    assert FEEL_NO_PAIN["not-a-save"] == "wh40k.usr.feel-no-pain.not-a-save"
    # AP 1 denies the armour save and the roll is made all the same
    assert [rule for rule, _ in rolls(decide(at(), "a", shoot("au1", "bu1"), [6, 6, 5]))][2:] == [ROLL]
    both = decide(at(weapon=gun(type="Pistol", AP=0)), "a", shoot("au1", "bu1"), [6, 6, 1, 5])
    assert [rule for rule, _ in rolls(both)][2:] == ["wh40k.assumed.save.armour", ROLL]


@pytest.mark.decides("wh40k.usr.feel-no-pain.counts-as-saved", by="wh40k.assumed.pinning")
def test_a_discounted_wound_counts_as_saved() -> None:
    assert FEEL_NO_PAIN["counts-as-saved"] == "wh40k.usr.feel-no-pain.counts-as-saved"
    unsaved, _ = resolved(at(Sv=None), [6, 6, 5, 4], hits=2)
    assert unsaved == 1
    pins = gun(type="Pistol", AP=1, has={"wh40k.assumed.pinning": 1})
    here = at(weapon=pins, count=2)
    assert asked(decide(here, "a", shoot("au1", "bu1"), [6, 6, 5])) == ("", "", "")
    assert asked(decide(here, "a", shoot("au1", "bu1"), [6, 6, 4]))[0] == "wh40k.assumed.pinning"


@pytest.mark.parametrize(
    ("row", "weapon", "has", "rolled"),
    [
        ("wh40k.usr.feel-no-pain.instant-death", gun(type="Pistol", S=8, AP=1), {}, False),
        ("wh40k.usr.feel-no-pain.instant-death", gun(type="Pistol", AP=1, has={"wh40k.usr.instant-death": 1}), {},
         False),
        ("wh40k.usr.feel-no-pain.instant-death", gun(type="Pistol", S=7, AP=1), {}, True),
        ("wh40k.usr.feel-no-pain.instant-death", gun(type="Pistol", S=8, AP=1), {ETERNAL: 1}, True),
    ],
)  # fmt: skip
@pytest.mark.decides("wh40k.usr.feel-no-pain.instant-death", by="wh40k.usr.feel-no-pain.roll")
def test_not_against_instant_death(row: str, weapon: Any, has: Any, rolled: bool) -> None:
    done = decide(at(weapon=weapon, has=has, W=2), "a", shoot("au1", "bu1"), [6, 6] + [5] * rolled)
    assert bool(needs(done, ROLL)) is rolled
    assert bool(notes(done, row)) is not rolled
    assert (gone(done) == ["bu1.1"]) is not rolled


def test_wounds_one_at_a_time() -> None:
    assert FEEL_NO_PAIN["mixed-saves"] == "wh40k.usr.feel-no-pain.mixed-saves"
    here = at(weapon=gun(type="Pistol", AP=0), count=3)
    done = decide(here, "a", shoot("au1", "bu1", 3), [6] * 6 + [1, 4] + [1, 5] + [4])
    assert [rule.rsplit(".", 1)[1] for rule, _ in rolls(done)][2:] == ["armour", "roll", "armour", "roll", "armour"]
    assert gone(done) == ["bu1.1"]


@pytest.mark.decides("wh40k.usr.feel-no-pain.mixed-saves", by="wh40k.assumed.save.armour")
def test_one_model_with_it_is_enough_to_resolve_them_singly() -> None:
    foe = squad("bu1", (1000, 2000), 2, special={2: {"has": {FNP: 1}}})
    here = field(squad("au1", (1000, 1000), 2, weapons=(gun(type="Pistol", AP=0),)), foe, phase="shooting")
    done = decide(here, "a", shoot("au1", "bu1", 2), [6] * 4 + [4] + [4])
    assert [len(faces) for _, faces in rolls(done)] == [2, 2, 1, 1]
    here.models["bu1.2"].sheet.has.clear()
    plain = decide(here, "a", shoot("au1", "bu1", 2), [6] * 4 + [4, 4])
    assert [len(faces) for _, faces in rolls(plain)] == [2, 2, 2]
    assert "wh40k.usr.feel-no-pain.mixed-saves" in ruleset().clauses


def test_a_granted_rule_works_too() -> None:
    foe = squad("bu1", (1000, 2000), 1, phase={FNP: 4})
    here = field(squad("au1", (1000, 1000), 1, weapons=(gun(type="Pistol", AP=1),)), foe, phase="shooting")
    assert gone(decide(here, "a", shoot("au1", "bu1"), [6, 6, 4])) == []
    assert ROLL == "wh40k.usr.feel-no-pain.roll"
