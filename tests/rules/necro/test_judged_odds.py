"""Exact probabilities of Necromunda's sequences, against fractions worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import rules
from rules.kernel.effects import Noted, Rolled
from rules.kernel.errors import TooMany
from rules.kernel.events import Action, Declaration, Event
from rules.kernel.state import State
from rules.likelihood import luck
from rules.necro import words
from rules.necro.activation import Activate
from rules.necro.checks import TakeTest
from rules.necro.fight import Shoot
from rules.necro.insane import InsaneRoll
from rules.necro.move import Move
from rules.necro.terminal import AccessTerminal
from rules.odds import distribution, odds

from .arena import NECRO, acting, box, decide, effects_of, fighter, gun, position

F = Fraction
SHOT = Shoot(fighter="a1", target="b1", weapon="gun")
SILL = box("sill", 900, 400, 920, 600, 100)
OPENWORK = box("frame", 900, 300, 920, 700, 400, "openwork")


def chances(state: State, by: str, action: Action, of: Any, **more: Any) -> dict[Any, Fraction]:
    """The distribution of something that a declaration comes to."""
    return distribution(NECRO, state, Declaration(by=by, action=action), of, **more)


def fate(decided: rules.Decided, key: str = "b1") -> str:
    model = decided.state.models[key]
    flesh = "flesh " if words.FLESH in model.game else ""
    return flesh + ("out" if model.out else words.status(decided.state, model))


def range_(terrain: Any = (), **target: Any) -> State:
    return acting(fighter("a1", (500, 500)), fighter("b1", (1500, 500), **target), terrain=terrain)


@pytest.mark.parametrize("terrain", [(), (SILL,), (OPENWORK,)], ids=["open", "behind a sill", "through openwork"])
def test_a_shot(terrain: Any) -> None:
    """BS 4+, S 3 on T 3 4+, Sv 6+: 1/2 * 1/2 * 5/6 is a wound, then a die: 1-2 flesh, 3-5 down, 6 out.

    The document has no modifier for cover: whoever is seen is hit alike (necro.core.hit-roll). A hit pins.
    """
    found = chances(range_(terrain, Sv=6), "a", SHOT, fate)
    hit, hurt = F(1, 2), F(1, 2) * F(1, 2) * F(5, 6)
    assert found == {
        "active": 1 - hit,
        "pinned": hit - hurt,
        "flesh pinned": hurt * F(2, 6),
        "injured": hurt * F(3, 6),
        "out": hurt * F(1, 6),
    }


def test_a_shot_of_two_damage_rolls_two_injury_dice() -> None:
    """Out with any 6, 11/36; else down with any 3 to 5, with a flesh wound or without; else two flesh wounds."""
    state = acting(fighter("a1", weapons=(gun(D=2),)), fighter("b1", (1500, 500)))
    found, hurt = chances(state, "a", SHOT, fate), F(1, 2) * F(1, 2)
    flesh_out = 2 * F(2, 6) * F(1, 6)
    assert found["out"] + found["flesh out"] == hurt * F(11, 36)
    assert found["flesh out"] == hurt * flesh_out
    assert (found["injured"], found["flesh injured"]) == (hurt * F(9, 36), hurt * 2 * F(2, 6) * F(3, 6))
    assert found["flesh pinned"] == hurt * F(4, 36)


@pytest.mark.parametrize(
    ("initiative", "stays"), [(2, F(5, 6)), (4, F(1, 2)), (6, F(1, 6)), (7, F(1, 6))], ids=["2", "4", "6", "none"]
)
def test_pinned_at_a_ledge(initiative: int, stays: Fraction) -> None:
    """A hit of 1/2 pins, and the Initiative test keeps from falling; a natural 6 always does (necro.core.fall-test).

    4" deep the fall is a hit of S 3 that wounds with 1/2.
    """
    deck = box("deck", 300, 300, 600, 700, 400, "platform")
    state = acting(fighter("a1", (1500, 500)), fighter("b1", (560, 500, 400), I=initiative, T=6), terrain=[deck])
    found = chances(state, "a", SHOT, lambda done: done.state.models["b1"].at[2])
    # S 3 at most half of T 6: the shot wounds with 1/6, and then 1 in 6 is out and lies where it was
    gone, down = F(1, 6) * F(1, 6), F(1, 6) * F(3, 6)
    # who is Seriously Injured by the shot is not pinned by it and does not test
    assert found[0] == F(1, 2) * (1 - gone - down) * (1 - stays)
    assert found[400] == 1 - found[0]


def test_a_leap_over_a_gap() -> None:
    """necro.core.jump: Initiative 4+ or 3" down, where S 3 wounds T 3 with 1/2 and one wound in six is the last."""
    decks = [box("west", 300, 300, 700, 700, 300, "platform"), box("east", 900, 300, 1300, 700, 300, "platform")]
    state = acting(fighter("a1", (600, 500, 300)), terrain=decks)
    leap = Move(fighter="a1", path=((1000, 500, 300),))
    found = chances(state, "a", leap, lambda done: (done.state.models["a1"].at[2], fate(done, "a1")))
    hurt = F(1, 2) * F(1, 2)
    assert found == {
        (300, "active"): F(1, 2),
        (0, "pinned"): F(1, 2) - hurt,
        (0, "flesh pinned"): hurt * F(2, 6),
        (0, "injured"): hurt * F(3, 6),
        (0, "out"): hurt * F(1, 6),
    }


@pytest.mark.parametrize("broken", [False, True])
def test_the_table_of_the_insane(broken: bool) -> None:
    """A third each: broken (gone, if broken already), the opponent's, its own player's."""
    marks = {words.INSANE: 1, **({words.BROKEN: 1} if broken else {})}
    first = fighter("a1", game=marks, round={words.READY: 1})
    here = position(first, fighter("b1", (3000, 3000), round={words.READY: 1}))
    asked = decide(here, "a", Activate(fighter="a1")).state

    def became(done: rules.Decided) -> str:
        model = done.state.models["a1"]
        if model.at is None:
            return "gone"
        return words.controller(done.state, model) + (" broken" if words.BROKEN in model.game else "")

    found = chances(asked, "a", InsaneRoll(fighter="a1"), became)
    third = F(1, 3)
    after = {"gone": third, "b broken": third, "a broken": third}
    assert found == (after if broken else {"a broken": third, "b": third, "a": third})


@pytest.mark.parametrize(
    ("intelligence", "ways"),
    [
        # of 36: 2D6 of the value and 2 more, a double 1 never and a double 6 always
        pytest.param(7, 10, id="9 or more"),
        pytest.param(5, 21, id="7 or more"),
        pytest.param(0, 35, id="anything but a double 1"),
        pytest.param(12, 1, id="only a double 6"),
    ],
)
def test_hacking_a_terminal(intelligence: int, ways: int) -> None:
    pieces = [box("d1", 1000, 500, 1200, 550, 300, "door"), box("t1", 600, 480, 640, 520, 120, "terminal")]
    locked = {"necro.door.may-be-locked": ("d1",)}
    state = acting(fighter("a1", Int=intelligence), terrain=pieces, game=locked)
    hack = AccessTerminal(fighter="a1", terminal="t1")
    found = chances(state, "a", hack, lambda done: "necro.door.may-be-locked" in done.state.game)
    assert found[False] == F(ways, 36)


def test_dangerous_ground() -> None:
    """necro.terrain.dangerous-test-activation: Initiative 3+, out of action with 1/3."""
    pool = box("pool", 400, 400, 600, 600, 10, "dangerous")
    ready = {words.READY: 1}
    here = position(fighter("a1", I=3, round=ready), fighter("b1", (3000, 3000), round=ready), terrain=[pool])
    asked = decide(here, "a", Activate(fighter="a1")).state
    found = chances(asked, "a", TakeTest(fighter="a1"), lambda done: done.state.models["a1"].out)
    assert found == {True: F(1, 3), False: F(2, 3)}


# what is told of a step


def test_a_roll_says_what_it_needs_and_what_came_of_it() -> None:
    """The trace of a shot: what each die needed, by which rule, and of what it was rolled."""
    done = decide(range_(Sv=6), "a", SHOT, (4, 3))
    rolls = [(roll.rule, roll.needed, roll.faces, roll.passed) for roll in effects_of(done, Rolled)]
    assert rolls == [("necro.core.hit-roll", 4, (4,), (1,)), ("necro.core.wound-roll", 4, (3,), (0,))]
    deck = box("deck", 300, 300, 700, 700, 300, "platform")
    east = box("east", 900, 300, 1300, 700, 300, "platform")
    leap = Move(fighter="a1", path=((1000, 500, 300),))
    fell = decide(acting(fighter("a1", (600, 500, 300)), terrain=[deck, east]), "a", leap, (1, 1))
    (noted, *_) = effects_of(fell, Noted)
    assert (noted.rule, noted.value, noted.text) == ("necro.core.test-naturals", 4, "failed")


@pytest.mark.parametrize(
    ("dice", "exact", "as_good"),
    [
        pytest.param((3,), "1/2", "1/1", id="a miss"),
        pytest.param((4, 3), "1/4", "1/2", id="a hit that does not wound"),
        pytest.param((4, 4, 6), "1/24", "1/24", id="out of action"),
    ],
)
def test_how_likely_what_happened_was(dice: tuple[int, ...], exact: str, as_good: str) -> None:
    """1/2 to hit, 1/2 to wound, 1/6 for the worst of the injury die."""
    done = decide(range_(), "a", SHOT, dice)
    event: Event[Any] = Event(number=1, by="a", action=SHOT, dice=dice, effects=done.effects)
    found = luck(NECRO, range_(), event)
    assert found.likelihood.exact == exact
    assert found.good is not None and found.good.exact == as_good
    assert sum(Fraction(each.likelihood.exact) for each in found.possible) == 1


def test_what_is_not_allowed_has_no_odds() -> None:
    wall = box("w", 900, 300, 920, 700, 400, "wall")
    with pytest.raises(rules.IllegalAction) as refused:
        odds(NECRO, range_((wall,)), Declaration(by="a", action=SHOT))
    assert refused.value.clause == "necro.terrain.impassable-los"


def test_too_many_courses_are_refused() -> None:
    with pytest.raises(TooMany, match="more than 2 different ways"):
        odds(NECRO, range_(), Declaration(by="a", action=SHOT), most=2)
