"""Concussive: the wounded model drops to Initiative 1."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.context import Context
from rules.wh40k import words
from rules.wh40k.special.concussive import CONCUSSED

from ..field import decide, field, gun, ruleset, squad
from ..shots import resolved, shoot

HAMMER = gun(type="Pistol", has={"wh40k.usr.concussive": 1})


def at(**foe: Any) -> Any:
    return field(squad("au1", (1000, 1000), 1, weapons=(HAMMER,)), squad("bu1", (1000, 2000), 2, W=2, **foe),
                 phase="shooting")  # fmt: skip


def initiative(state: Any, model: str) -> int:
    return words.characteristic(Context(ruleset(), state, "a", ()), state.models[model], "I")


@pytest.mark.parametrize(("row", "save", "value"), [("wh40k.usr.concussive", 1, 1), ("wh40k.usr.concussive", 6, 4)])
def test_an_unsaved_wound_lowers_the_initiative_of_the_model(row: str, save: int, value: int) -> None:
    assert row == CONCUSSED
    done = decide(at(), "a", shoot("au1", "bu1"), [6, 6, save])
    assert initiative(done.state, "bu1.1") == value
    assert initiative(done.state, "bu1.2") == 4


@pytest.mark.parametrize(("phase", "turns"), [("shooting", 0), ("assault", 1)])
def test_until_the_end_of_the_following_assault_phase(phase: str, turns: int) -> None:
    here = at(Sv=None)
    here.phase = phase
    _, ctx = resolved(here, [6], attacker="au1.1", weapon=HAMMER)
    assert ctx.model("bu1.1").game["wh40k.usr.concussive"] == words.turn_number(here) + turns
    assert words.Expiring(CONCUSSED) in ruleset().brought(words.Expiring)


def test_a_discounted_wound_does_not() -> None:
    assert CONCUSSED == "wh40k.usr.concussive"
    done = decide(at(Sv=None, has={"wh40k.usr.feel-no-pain": 1}), "a", shoot("au1", "bu1"), [6, 6, 5])
    assert initiative(done.state, "bu1.1") == 4
