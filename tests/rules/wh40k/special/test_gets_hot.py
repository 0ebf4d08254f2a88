"""Gets Hot: rolls of 1 hurt the firer."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import WoundsSet
from rules.kernel.events import Reroll
from rules.wh40k.special.gets_hot import GETS_HOT

from ..field import decide, effects_of, field, gone, gun, ruleset, squad, tank
from ..shots import rolls, shoot

FROM, TO = (1000, 1000), (1000, 2000)
HOT = {"wh40k.usr.gets-hot": 1}
TWIN = {"wh40k.assumed.usr.twin-linked": 1}
ARMOUR = "wh40k.assumed.save.armour"


def at(printing: Any = None, count: int = 1, printed: Any = None, **sheet: Any) -> Any:
    weapon = gun(**{"type": "Rapid Fire", "S": 7, "AP": 2, **(printed or {})}, has={**HOT, **(printing or {})})
    return field(squad("au1", FROM, count, weapons=(weapon,), **sheet), squad("bu1", TO, 5), phase="shooting")


def blast(printing: Any = None, **sheet: Any) -> Any:
    return at({"wh40k.usr.blast": 1, **(printing or {})}, printed={"type": "Heavy"}, **sheet)


def cannon(has: Any = None) -> Any:
    weapon = gun("gun", type="Heavy", range=4800, has={**HOT, **(has or {})})
    return field(tank("au1", FROM, weapons=(weapon,)), squad("bu1", (3000, 1000), 1), phase="shooting")


@pytest.mark.parametrize(
    ("row", "tape", "left"),
    [
        ("wh40k.usr.gets-hot.to-hit", [1, 2, 3], 1),
        ("wh40k.usr.gets-hot.to-hit", [1, 1, 3, 3], 0),
        ("wh40k.usr.gets-hot.to-hit", [2, 2], 2),
    ],
)
def test_each_one_wounds_the_firer(row: str, tape: list[int], left: int) -> None:
    done = decide(at(W=2), "a", shoot("au1", "bu1"), tape)
    assert done.state.models["au1.1"].wounds == left
    assert len(effects_of(done, WoundsSet, row)) == 2 - left


def test_each_firer_is_hurt_by_its_own_dice() -> None:
    assert GETS_HOT["to-hit"] == "wh40k.usr.gets-hot.to-hit"
    done = decide(at(count=3), "a", shoot("au1", "bu1", 3), [2, 2, 1, 2, 3, 2, 2])
    assert gone(done) == ["au1.2"]


def test_hits_of_a_firer_that_died_stand() -> None:
    done = decide(at(), "a", shoot("au1", "bu1"), [1, 6, 1, 6])
    assert gone(done) == ["au1.1", "bu1.1"]


@pytest.mark.parametrize(
    ("row", "sheet", "tape", "clause"),
    [
        ("wh40k.usr.gets-hot.saves", {"Sv": 3}, [1, 2, 3], ARMOUR),
        ("wh40k.usr.gets-hot.saves", {"Sv": None, "has": {"wh40k.assumed.save.invulnerable": 4}}, [1, 2, 4],
         "wh40k.assumed.save.invulnerable"),
        ("wh40k.usr.gets-hot.saves", {"Sv": None, "has": {"wh40k.usr.feel-no-pain": 1}}, [1, 2, 5],
         "wh40k.usr.feel-no-pain.roll"),
    ],
)  # fmt: skip
@pytest.mark.decides("wh40k.usr.gets-hot.saves", by="wh40k.assumed.save.armour")
def test_saves_are_allowed(row: str, sheet: dict[str, Any], tape: list[int], clause: str) -> None:
    done = decide(at(**sheet), "a", shoot("au1", "bu1"), tape)
    assert row in ruleset().clauses
    assert [rule for rule, _ in rolls(done)][1:] == [clause]
    assert gone(done) == []


@pytest.mark.parametrize(
    ("row", "face", "points"),
    [("wh40k.usr.gets-hot.vehicle", face, 2 if face <= 3 else 3) for face in range(1, 7)],
)
def test_a_vehicle_may_take_a_glancing_hit(row: str, face: int, points: int) -> None:
    done = decide(cannon(), "a", shoot("au1", "bu1"), [1, face])
    assert done.state.models["au1.1"].wounds == points
    assert rolls(done)[1][0] == row


@pytest.mark.parametrize(
    ("row", "tape", "fired", "hurt"),
    [
        ("wh40k.usr.gets-hot.no-to-hit", [2, 1, 1, 1, 1], True, False),
        ("wh40k.usr.gets-hot.no-to-hit", [6, 1, 1, 1, 1], True, False),
        ("wh40k.usr.gets-hot.no-to-hit.one", [1, 3], False, True),
        ("wh40k.usr.gets-hot.no-to-hit.one", [1, 4], False, False),
    ],
)
def test_weapons_without_a_roll_to_hit(row: str, tape: list[int], fired: bool, hurt: bool) -> None:
    done = decide(blast(), "a", shoot("au1", "bu1", aimed_at="bu1.3"), tape)
    assert row in ruleset().clauses
    assert rolls(done)[0][0] == "wh40k.usr.gets-hot.no-to-hit"
    assert ("wh40k.assumed.dice.scatter" in [rule for rule, _ in rolls(done)]) is fired
    assert (gone(done) == ["au1.1"]) is hurt


def test_a_template_may_overheat_too() -> None:
    weapon = gun(type="Template", has=HOT)
    here = field(squad("au1", FROM, 1, weapons=(weapon,)), squad("bu1", (1000, 1400), 1), phase="shooting")
    assert gone(decide(here, "a", shoot("au1", "bu1"), [1, 1])) == ["au1.1"]
    assert GETS_HOT["no-to-hit"] == "wh40k.usr.gets-hot.no-to-hit"


@pytest.mark.parametrize(
    ("row", "face", "points"),
    [("wh40k.usr.gets-hot.no-to-hit.vehicle", 3, 2), ("wh40k.usr.gets-hot.no-to-hit.vehicle", 4, 3)],
)
def test_a_vehicle_loses_the_shot(row: str, face: int, points: int) -> None:
    done = decide(cannon({"wh40k.usr.blast": 1}), "a", shoot("au1", "bu1", aimed_at="bu1.1"), [1, face])
    assert done.state.models["au1.1"].wounds == points
    assert [rule for rule, _ in rolls(done)] == ["wh40k.usr.gets-hot.no-to-hit", row]


@pytest.mark.parametrize(
    ("row", "has", "sheet", "tape", "hurt"),
    [
        ("wh40k.usr.gets-hot.reroll", TWIN, {}, [1, 2, 1, 2, 1], True),
        ("wh40k.usr.gets-hot.reroll", TWIN, {}, [1, 2, 2, 2], False),
        # a miss that is rolled again to a 1 does not overheat: only a 1 after a 1 does
        ("wh40k.usr.gets-hot.reroll", TWIN, {}, [2, 2, 1, 1], False),
        ("wh40k.usr.gets-hot.reroll", {}, {"BS": 6}, [1, 1, 2, 5], False),
        ("wh40k.usr.gets-hot.reroll", {}, {"BS": 6}, [1, 1, 1, 5, 1], True),
    ],
)
def test_who_rolls_again_is_hurt_only_by_a_second_one(
    row: str, has: Any, sheet: Any, tape: list[int], hurt: bool
) -> None:
    done = decide(at(has, **sheet), "a", shoot("au1", "bu1"), tape)
    assert (gone(done) == ["au1.1"]) is hurt
    assert bool(effects_of(done, WoundsSet, row)) is hurt


@pytest.mark.parametrize(
    ("row", "has", "sheet", "tape", "hurt"),
    [
        ("wh40k.usr.gets-hot.reroll.no-to-hit", TWIN, {}, [1, 1, 1], True),
        ("wh40k.usr.gets-hot.reroll.no-to-hit", TWIN, {}, [1, 2, 1, 1, 1, 1], False),
        ("wh40k.usr.gets-hot.reroll.no-to-hit", {}, {"BS": 6}, [1, 2, 1, 1, 1, 1], False),
    ],
)
def test_without_a_roll_to_hit_the_die_is_rolled_again(
    row: str, has: Any, sheet: Any, tape: list[int], hurt: bool
) -> None:
    done = decide(blast(has, **sheet), "a", shoot("au1", "bu1", aimed_at="bu1.3"), tape)
    assert (gone(done) == ["au1.1"]) is hurt
    assert bool(effects_of(done, WoundsSet, row)) is hurt


def test_the_die_of_a_weapon_without_a_roll_to_hit_may_stand() -> None:
    """wh40k.usr.gets-hot.reroll.no-to-hit: it may be rolled again, and need not."""
    twice = blast(TWIN), "a", shoot("au1", "bu1", aimed_at="bu1.3")
    assert gone(decide(*twice, [1, 3], rerolls=[Reroll(0, stands=True)])) == ["au1.1"]
    with pytest.raises(rules.IllegalAction) as refused:
        decide(*twice, [2, 1, 1, 1, 1], rerolls=[Reroll(0, stands=True)])
    assert refused.value.clause == "log.stand"
