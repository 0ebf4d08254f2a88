"""Blind: a unit that is hit may be left with WS 1 and BS 1."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.context import Context
from rules.wh40k import words
from rules.wh40k.special.blind import BLIND

from ..field import decide, field, gun, ruleset, squad, tank
from ..shots import needs, notes, rolls, shoot

FROM, TO = (1000, 1000), (1000, 2000)
FLASH = {"wh40k.usr.blind": 1}


def at(foe: Any = None, weapon: Any = None, **more: Any) -> Any:
    weapon = weapon or gun(type="Pistol", has=FLASH)
    return field(squad("au1", FROM, 2, weapons=(weapon,)), foe or squad("bu1", TO, 3), phase="shooting", **more)


def skill(state: Any, name: str, model: str = "bu1.1") -> int:
    return words.characteristic(Context(ruleset(), state, "a", ()), state.models[model], name)


@pytest.mark.parametrize(
    ("row", "face", "ws", "bs"),
    [
        ("wh40k.usr.blind.pass", 4, 4, 4),
        ("wh40k.usr.blind.fail", 5, 1, 1),
        ("wh40k.usr.blind.fail", 6, 1, 1),
    ],
)
def test_the_initiative_test(row: str, face: int, ws: int, bs: int) -> None:
    done = decide(at(), "a", shoot("au1", "bu1"), [6, face, 1])
    assert (skill(done.state, "WS"), skill(done.state, "BS")) == (ws, bs)
    assert [effect for effect in done.effects if effect.rule == row]
    assert skill(done.state, "I") == 4


@pytest.mark.decides("wh40k.usr.blind.pass", "wh40k.usr.blind.fail", by="wh40k.assumed.shooting.to-hit")
@pytest.mark.parametrize(("face", "needed"), [(4, 3), (5, 6)], ids=["wh40k.usr.blind.pass", "wh40k.usr.blind.fail"])
def test_the_blinded_shoot_with_bs_1(face: int, needed: int) -> None:
    state = decide(at(), "a", shoot("au1", "bu1"), [6, face, 1]).state
    state.turn = state.to_act = "b"
    assert needs(decide(state, "b", shoot("bu1", "au1"), [2, 2]), "wh40k.assumed.shooting.to-hit") == [needed]


def test_a_hit_is_enough_and_a_miss_is_none() -> None:
    assert BLIND["test"] == "wh40k.usr.blind.test"
    assert [rule for rule, _ in rolls(decide(at(), "a", shoot("au1", "bu1"), [6, 6, 1]))][1] == BLIND["test"]
    assert len(rolls(decide(at(), "a", shoot("au1", "bu1"), [1]))) == 1


def test_one_test_for_a_unit_and_an_attack() -> None:
    done = decide(at(), "a", shoot("au1", "bu1", 2), [6, 6, 6, 1, 1])
    assert [rule for rule, _ in rolls(done)].count("wh40k.usr.blind.test") == 1


def test_the_best_initiative_of_the_unit_counts() -> None:
    foe = squad("bu1", TO, 3, special={3: {"I": 5}})
    done = decide(at(foe), "a", shoot("au1", "bu1"), [6, 5, 1])
    assert notes(done, "wh40k.usr.blind.pass")


def test_until_the_end_of_its_next_turn() -> None:
    done = decide(at(), "a", shoot("au1", "bu1"), [6, 6, 1])
    unit = done.state.units["bu1"]
    assert unit.game["wh40k.usr.blind.fail"] == words.next_turn_of(done.state, "b")
    assert words.Expiring(words.BLINDED) in ruleset().brought(words.Expiring)


@pytest.mark.decides("wh40k.usr.blind.self-hit", by="wh40k.usr.blind.test")
def test_who_hits_itself_was_prepared() -> None:
    assert BLIND["self-hit"] == "wh40k.usr.blind.self-hit"
    bomb = gun(type="Heavy", has={**FLASH, "wh40k.usr.blast": 1})
    here = at(squad("bu1", (1000, 1750), 1), bomb)
    done = decide(here, "a", shoot("au1", "bu1", aimed_at="bu1.1"), [5, 270, 6, 6, 1, 1])
    assert notes(done, "wh40k.usr.blind.self-hit")
    assert "wh40k.usr.blind.test" not in [rule for rule, _ in rolls(done)]
    assert words.BLINDED not in done.state.units["au1"].game
    enemy = decide(here, "a", shoot("au1", "bu1", aimed_at="bu1.1"), [1, 1, 1])
    assert [rule for rule, _ in rolls(enemy)][1] == BLIND["test"]


def test_vehicles_without_an_initiative_do_not_test() -> None:
    here = at(tank("bu1", (1000, 2000)))
    done = decide(here, "a", shoot("au1", "bu1"), [6, 1])
    assert [rule for rule, _ in rolls(done)] == [
        "wh40k.assumed.shooting.to-hit", "wh40k.assumed.vehicle.penetration",
    ]  # fmt: skip
