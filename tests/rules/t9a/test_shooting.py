"""Shooting: who may, what a shot needs, cover, range, who takes the losses; odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import rules
from rules.kernel.effects import Asked, Measured, Removed
from rules.kernel.state import Decision, State, Terrain
from rules.odds import distribution
from rules.t9a import shooting
from rules.t9a.charge import React
from rules.t9a.shooting import Shoot

from .battle import rolls
from .parade import DOWN, Group, bow, decide, effects_of, foes, ground, piece, refusal, regiment

AIM = "t9a.core.aim"
MISS = (1,) * 5


def archers(**more: Any) -> Group:
    """Five archers in one rank."""
    return regiment("a1", (1000, 1000), more.pop("count", 5), **{"weapons": (bow(),), **more})


def targets(gap: int = 500, **more: Any) -> Group:
    """Ten enemies so far ahead."""
    return foes("b1", (1394, 1000 + gap), **more)


def field(*groups: Group, **more: Any) -> State:
    return ground(*groups, **{"phase": "shooting", "step": "shoot", **more})


def shot(state: State, dice: Any = MISS) -> rules.Decided:
    return decide(state, "a", Shoot(unit="a1", target="b1"), dice)


@pytest.mark.parametrize(
    ("face", "hit"), [pytest.param(3, 0, id="t9a.core.aim.below"), pytest.param(4, 1, id="t9a.core.aim.reached")]
)
def test_a_shot_hits_on_the_aim_or_better(face: int, hit: int) -> None:
    dice = (face, 1, 1, 1, 1, *((1,) if hit else ()))
    (roll,) = rolls(shot(field(archers(), targets()), dice), AIM)
    assert (roll.needed, roll.modifiers, sum(roll.passed)) == (4, (), hit)


def test_a_1_always_misses_and_no_6_helps_a_7() -> None:
    """t9a.core.aim"""
    sharp = field(archers(weapons=(bow(Aim=1),)), targets())
    assert sum(rolls(shot(sharp), AIM)[0].passed) == 0
    assert sum(rolls(shot(sharp, (2, 1, 1, 1, 1, 1)), AIM)[0].passed) == 1
    dim = field(archers(weapons=(bow(Aim=6),)), targets(1500))
    assert sum(rolls(shot(dim, (6,) * 5), AIM)[0].passed) == 0


@pytest.mark.parametrize(
    ("gap", "turn", "terrain", "modifiers"),
    [
        pytest.param(1200, {}, (), (), id="t9a.assumed.aim.long-range.half"),
        pytest.param(1201, {}, (), ((shooting.RANGE, -1),), id="t9a.assumed.aim.long-range.beyond-half"),
        pytest.param(500, {"t9a.core.movement-sequence": "advance"}, (), ((shooting.MOTION, -1),),
                     id="t9a.assumed.aim.moved"),
        pytest.param(500, {}, ("field",), ((shooting.COVER, -1),), id="t9a.assumed.aim.cover.soft"),
        pytest.param(500, {}, ("wall",), ((shooting.COVER, -2),), id="t9a.assumed.aim.cover.hard"),
        pytest.param(500, {}, ("field", "wall"), ((shooting.COVER, -2),), id="t9a.assumed.aim.cover.hard-counts"),
        pytest.param(500, {}, ("water",), (), id="t9a.assumed.aim.cover.none"),
        pytest.param(1300, {"t9a.core.movement-sequence": "advance"}, ("wall",),
                     ((shooting.RANGE, -1), (shooting.MOTION, -1), (shooting.COVER, -2)), id="t9a.core.aim.all"),
    ],
)  # fmt: skip
def test_modifiers_of_a_shot(gap: int, turn: Any, terrain: tuple[str, ...], modifiers: Any) -> None:
    pieces: list[Terrain] = [piece(kind, 900, 1200, 1500, 1300, kind) for kind in terrain]
    done = shot(field(archers(turn=turn), targets(gap), terrain=pieces))
    assert rolls(done, AIM)[0].modifiers == modifiers
    assert rolls(done, AIM)[0].needed == 4
    facts = [e.fact for e in effects_of(done, Measured, shooting.COVER)]
    assert facts == (
        [f"{'hard' if 'wall' in terrain else 'soft'} cover"] if any(c == shooting.COVER for c, _ in modifiers) else []
    )


def test_losses_are_taken_from_the_rear_and_cause_panic() -> None:
    """t9a.core.aim: three of ten die, more than a quarter."""
    done = shot(field(archers(), targets()), (6, 6, 6, 1, 1, 6, 6, 6))
    assert sorted(e.model for e in effects_of(done, Removed)) == ["b1.10", "b1.8", "b1.9"]
    assert [e.decision.clause for e in effects_of(done, Asked)] == ["t9a.core.panic.fail"]


def test_models_of_the_first_two_ranks_shoot() -> None:
    """t9a.core.aim"""
    done = shot(field(archers(count=15), targets()), (1,) * 10)
    assert len(rolls(done, AIM)[0].faces) == 10


def test_several_shots_of_a_weapon() -> None:
    """t9a.core.aim"""
    done = shot(field(archers(weapons=(bow(Shots=2),)), targets()), (1,) * 10)
    assert len(rolls(done, AIM)[0].faces) == 10


OPEN = field(archers(), targets())


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        pytest.param(field(archers(game={"t9a.core.fleeing": "panic"}), targets()), "t9a.core.fleeing",
                     id="t9a.core.fleeing.shot"),
        pytest.param(field(archers(turn={"t9a.core.shaken": 1}), targets()), "t9a.core.shaken",
                     id="t9a.core.shaken.shot"),
        pytest.param(field(archers(phase={AIM: 1}), targets()), AIM, id="t9a.core.aim.twice"),
        pytest.param(field(archers(turn={"t9a.core.movement-sequence": "march"}), targets()), "t9a.core.march-move",
                     id="t9a.core.march-move.shot"),
        pytest.param(field(archers(turn={"t9a.core.movement-sequence": "reform"}), targets()), "t9a.core.reform",
                     id="t9a.core.reform.shot"),
        pytest.param(field(archers(), targets(2401)), AIM, id="t9a.core.aim.out-of-range"),
        pytest.param(field(archers(facing=DOWN), targets()), AIM, id="t9a.core.aim.not-in-front"),
        pytest.param(field(archers(weapons=()), targets()), AIM, id="t9a.core.aim.no-weapon"),
        pytest.param(field(archers(), targets(0)), AIM, id="t9a.core.aim.engaged"),
        pytest.param(field(archers(), targets(), regiment("a2", (1000, 1421))), AIM, id="t9a.core.aim.target-engaged"),
        pytest.param(field(archers(), targets(), terrain=[piece("h", 0, 1200, 3000, 1300, "hill")]), AIM,
                     id="t9a.core.aim.out-of-sight"),
        pytest.param(field(archers(keywords=("Standard", "War Machine")), targets()), AIM, id="t9a.core.aim.machine"),
        pytest.param(ground(archers(), targets()), "t9a.core.player-turn", id="t9a.core.player-turn.step"),
    ],
)  # fmt: skip
def test_who_may_not_shoot(state: State, clause: str) -> None:
    assert refusal(state, "a", Shoot(unit="a1", target="b1"), MISS) == clause


def test_the_edge_of_the_range_is_in_range() -> None:
    """t9a.core.aim: 24 inches and no more."""
    assert rolls(shot(field(archers(), targets(2400))), AIM)[0].modifiers == ((shooting.RANGE, -1),)


def test_odds_of_an_arrow() -> None:
    """t9a.core.aim: 4+ to hit, 4+ to wound, Armour 1 saves on 6+: 1/2 * 1/2 * 5/6 = 5/24."""
    state = field(archers(count=1, files=1), targets(Arm=1, count=1, files=1))
    found = distribution(
        rules.load("t9a"), state, rules.Declaration(by="a", action=Shoot(unit="a1", target="b1")),
        lambda decided: decided.state.models["b1.1"].out,
    )  # fmt: skip
    assert found[True] == Fraction(5, 24)


# Stand and Shoot


def charged(**more: Any) -> State:
    """a1 has declared a charge on the archers of b."""
    pending = Decision("t9a.core.charge-reactions", "b", model="b1", targets=("a1",))
    archers_of_b = targets(700, count=5, **{"weapons": (bow(),), **more})
    return ground(archers(weapons=()), archers_of_b, phase="charge", step="declare", pending=pending)


def test_shots_at_a_charger_are_harder() -> None:
    """t9a.assumed.aim.stand-and-shoot: 4+ and -1; that the archers have moved in their own turn does not matter."""
    state = charged(turn={"t9a.core.movement-sequence": "advance"})
    done = decide(state, "b", React(unit="b1", reaction="stand-and-shoot"), (4, 5, 1, 1, 1, 1))
    (roll,) = rolls(done, AIM)
    assert (roll.by, roll.needed, roll.modifiers) == ("b", 4, ((shooting.STANDING, -1),))
    assert roll.passed == (0, 1, 0, 0, 0)


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"weapons": ()}, id="t9a.core.charge-reactions.no-weapon"),
        pytest.param({"weapons": (bow(Range=600),)}, id="t9a.core.charge-reactions.out-of-range"),
        pytest.param({"keywords": ("Standard", "War Machine")}, id="t9a.core.charge-reactions.machine"),
    ],
)
def test_who_cannot_stand_and_shoot(more: dict[str, Any]) -> None:
    reaction = React(unit="b1", reaction="stand-and-shoot")
    assert refusal(charged(**more), "b", reaction, MISS) == "t9a.core.charge-reactions"
