"""Positions and gangs that no battle can go on from."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.actions import Begin
from rules.kernel.errors import Malformed
from rules.kernel.state import Decision, State
from rules.necro import breach, door, insane, options, position, words
from rules.necro.table import GANTRY, SUMP, laid

from .arena import NECRO, acting, box, fighter, gun, sheet
from .arena import position as board

DOOR = box("d1", 1000, 1000, 1200, 1050, 300, "door")
ENGINE = box("g1", 1500, 1500, 1580, 1580, 140, "generator")
LOW = box("p1", 1500, 1500, 1900, 1900, 200, "platform")
DECK = box("p1", 1500, 1500, 1900, 1900, 300, "platform")
AJAR = box("d1", 1000, 1000, 1200, 1050, door.FLAT, "open door")


def problems(state: State) -> list[str]:
    return list(NECRO.problems(state))


@pytest.mark.parametrize(
    "state",
    [
        board(fighter("a1"), fighter("b1", (900, 900))),
        acting(fighter("a1"), terrain=(DOOR,), game={door.LOCKED: ("d1",), breach.LOST: ("d1=3",)}),
        acting(fighter("a1"), terrain=(AJAR,), game={door.HEIGHTS: ("d1=300",), door.OPERATED: ("d1",)}),
        acting(fighter("a1", phase={words.CONTROLLED: "b"}), fighter("b1", (900, 900)), to_act="b"),
        board(fighter("a1", acts=2), active="a1", pending=Decision(insane.ROLL, "a", model="a1")),
        board(fighter("a1"), phase="end", to_act="", pending=Decision("necro.core.flee-check", "a", model="a1")),
        board(fighter("a1"), options={options.ROUNDS: 20, options.DOORS: True}),
        board(fighter("a1"), options={options.SCENARIO: 1}, terrain=(ENGINE,)),  # necro.assumed.scenario.power
        board(fighter("a1"), options={options.SCENARIO: 2}, terrain=(DECK,)),  # necro.assumed.scenario.heights
    ],
)
def test_sound_positions(state: State) -> None:
    assert problems(state) == []


@pytest.mark.parametrize(
    ("state", "problem"),
    [
        (board(fighter("a1"), options={"rounds": 3}), "there is no option 'rounds'"),
        (board(fighter("a1"), options={options.ROUNDS: 21}), "a number from 1 to 20, not 21"),
        (board(fighter("a1"), options={options.SCENARIO: "x"}), "a number from 0 to 2"),
        (board(fighter("a1"), options={options.SCENARIO: 1}, terrain=(DECK,)), "a generator, and the table has none"),
        (board(fighter("a1"), options={options.SCENARIO: 2}, terrain=(LOW,)), 'a floor more than 2" above the ground'),
        (board(fighter("a1"), phase="melee"), "no phase 'melee'"),
        (board(fighter("a1"), active="a1"), "a1 is activated and has no action points"),
        (acting(fighter("a1"), phase="end"), "outside the Action phase"),
        (acting(fighter("a1", phase={words.CONTROLLED: "b"}), to_act="a"), "its controller is not the side to act"),
        (acting(fighter("a1", phase={words.CONTROLLED: "c"}), to_act="a"), "controlled by 'c'"),
        (acting(fighter("a1", phase={words.DONE: 1})), "lists actions"),
        (acting(fighter("a1"), pending=Decision("necro.core.fight", "a", model="a1")), "no decision is asked for"),
        (acting(fighter("a1"), pending=Decision(insane.ROLL, "a")), "about a fighter on the table"),
        (acting(fighter("a1"), pending=Decision(position.FREE_OPERATE, "a", model="a1")), "is about a door"),
        (
            acting(fighter("a1"), pending=Decision("necro.door.close-on-fighter-pass", "a", model="a1")),
            "a1 is in no doorway",
        ),
        (
            board(fighter("a1"), phase="setup", to_act="", pending=Decision(insane.ROLL, "a", model="a1")),
            "nothing is decided",
        ),
        (acting(fighter("a1"), terrain=(AJAR,)), "nobody knows how high"),
        (
            acting(fighter("a1"), terrain=(AJAR,), game={door.HEIGHTS: ("d1=300",), door.LOCKED: ("d1",)}),
            "d1 is open and locked",
        ),
        (acting(fighter("a1"), terrain=(DOOR,), game={door.HEIGHTS: ("d1=300",)}), "which is no open door"),
        (acting(fighter("a1"), terrain=(DOOR,), game={breach.LOST: ("d1=x",)}), "gives numbers"),
        (acting(fighter("a1"), terrain=(DOOR,), game={breach.LOST: 3}), "gives numbers"),
        (acting(fighter("a1"), terrain=(DOOR,), game={door.LOCKED: ("d9",)}), "lists doors"),
        (
            acting(fighter("a1"), terrain=(box("d1", 0, 0, 9, 9, 300, "locked door"),)),
            "a locked door is a door with a mark",
        ),
        (board(fighter("a1", game={words.PINNED: 1, words.INJURED: 1})), "both pinned and seriously injured"),
        (board(fighter("a1", game={words.FLED: 1})), "has fled, and is on the table"),
        (board(fighter("a1", game={words.FLESH: "x"})), "is a number, not 'x'"),
        (board(fighter("a1", WS=11)), "WS is a number up to 10"),
        (board(fighter("a1", Cl="7+")), "Cl is a number up to 20"),
        (board(fighter("a1", weapons=(gun(), gun()))), "weapon 'gun' stands twice"),
        (board(fighter("a1", weapons=(gun(AP=-100),))), "AP of gun cannot be -100"),
    ],
)
def test_what_is_wrong(state: State, problem: str) -> None:
    found = problems(state)
    assert any(problem in each for each in found), found


def test_gangs() -> None:
    # necro.core.characteristics
    one: Any = sheet("1", ())
    assert list(position.roster_problems((one,))) == []
    assert list(position.roster_problems((one, one))) == ["fighter '1' stands twice"]
    assert "at most 200" in next(position.roster_problems((one,) * 201))


def test_a_battle_for_the_heights_does_not_begin_on_level_ground() -> None:
    """necro.assumed.scenario.heights: nobody could ever score."""
    agreed: dict[str, int | str | bool] = {options.SCENARIO: 2}
    begin = Begin(table=laid(SUMP), options=agreed)
    with pytest.raises(Malformed, match="and the table has none"):
        rules.decide(NECRO, rules.empty(NECRO), rules.Declaration(by="a", action=begin))
    begin = Begin(table=laid(GANTRY), options=agreed)
    assert rules.decide(NECRO, rules.empty(NECRO), rules.Declaration(by="a", action=begin)).effects
