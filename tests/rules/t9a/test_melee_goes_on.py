"""Combats of several units, with characters and parts, go on from any position, and every offer can be taken."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.autoplay import Autoplay
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Declaration
from rules.kernel.part import Choice, Option
from rules.kernel.sheet import Weapon
from rules.kernel.state import State
from rules.t9a import melee as chapter
from rules.t9a.melee import Aimed, Allocate, Fight, Pursue

from .battle import melee
from .parade import RIGHT, decide, foes, regiment

T9A = rules.load("t9a")
HERO: dict[str, Any] = {
    "keywords": ("Standard", "Infantry", "Character"),
    "HP": 3,
    "Att": 4,
    "Off": 6,
    "Str": 5,
    "Agi": 6,
}
HOOVES = Weapon("hooves", "Hooves", {"Att": 1, "Agi": 2, "Str": 4})


def line() -> State:
    """Three regiments against three, one of them on a flank; each side has a hero, and one regiment rides."""
    return melee(
        regiment("a1", (1000, 1000), 15, special={3: HERO}),
        regiment("a2", (1394, 1000), 10, weapons=(HOOVES,), Agi=4),
        foes("b1", (1394, 1000), 15, special={2: HERO}),
        foes("b2", (1788, 1000), 5, has={"t9a.fear": 1}),
        regiment("b3", (1000, 1000), 5, facing=RIGHT),
        regiment("a9", (6000, 300)), foes("b9", (6000, 4500)),
    )  # fmt: skip


def accepted(state: State, option: Option) -> bool:
    """Whether one of the proposals for an option is taken."""
    for seed in range(4):
        choice = Choice(Context(T9A, state, option.side, ()), option, [option], Seeded(bytes([seed])), {})
        for action in T9A.act(option.action).proposals(choice):
            try:
                rules.decide(T9A, state, Declaration(by=option.side, action=action), draw=Seeded(b"x").throw)
            except IllegalAction:
                continue
            return True
    return False


@pytest.mark.parametrize("seed", range(5))
def test_a_melee_phase_is_played_to_its_end(seed: int) -> None:
    game = Autoplay(T9A, seed, line())
    seen: set[str] = set()
    for _ in range(80):
        if game.state.phase != "melee" or game.state.over is not None:
            break
        offered = rules.options(T9A, game.state)
        assert offered, game.state.pending
        assert [option for option in offered if not accepted(game.state, option)] == []
        seen |= {option.action for option in offered}
        game.next()
    assert game.state.phase != "melee"
    assert {"fight", "allocate"} <= seen
    assert not [u for u in game.state.units.values() if chapter.BEFORE in u.phase]


@pytest.mark.parametrize(
    "action",
    [
        Fight(unit="a9"), Allocate(unit="a1"), Allocate(unit="a1", attacks=(Aimed("a1.1", "b1", 5),)),
        Pursue(unit="a1"), Pursue(unit="a1", target="b1"),
    ],
)  # fmt: skip
def test_what_is_recorded_against_the_rules_is_noted(action: Any) -> None:
    assert decide(line(), "a", action, lenient=True).findings
