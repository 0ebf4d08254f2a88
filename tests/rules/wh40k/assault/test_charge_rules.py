"""Counter-attack, Furious Charge, Hammer of Wrath and Hatred: what a charge or a first round changes in a fight."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Moved, Noted, Rolled
from rules.kernel.state import Decision, State
from rules.wh40k import words
from rules.wh40k.assault.blows import Blow
from rules.wh40k.assault.charge import Charge, ChargeMove, ChargeRoll
from rules.wh40k.assault.fight import ChooseCombat, Strike
from rules.wh40k.movement.move import ModelMove
from rules.wh40k.questions import TakeTest
from rules.wh40k.turn import Pass

from ..field import asked, blade, decide, effects_of, field, refusal, squad, tank, then, wanted

TO_HIT = "wh40k.assumed.fight.to-hit"
TO_WOUND = "wh40k.assumed.to-wound"
SWORD: dict[str, Any] = {"weapons": (blade(),), "W": 5}
CHARGED: dict[str, Any] = {"turn": {words.CHARGED: ("bu1",)}}


def duel(one: dict[str, Any], other: dict[str, Any] | None = None, **more: Any) -> State:
    """The Fight sub-phase: one of a, who is faster, and one of b."""
    state = field(
        squad("au1", (1000, 1000), 1, **{"I": 5, **SWORD, **one}),
        squad("bu1", (1000, 1100), 1, **{**SWORD, **(other or {})}),
        phase="assault",
        step="charge",
        **more,
    )
    return decide(state, "a", Pass()).state


# counter-attack

COUNTER: dict[str, Any] = {"has": {"wh40k.usr.counter-attack": 1}}


def charged(**of_b: Any) -> State:
    state = field(
        squad("au1", (1000, 1000), 1, **SWORD),
        squad("bu1", (1000, 1500), 2, **{**SWORD, **of_b}),
        phase="assault",
        step="charge",
    )
    return decide(state, "a", Charge(unit="au1", targets=("bu1",))).state


@pytest.mark.parametrize(
    ("dice", "marked"),
    [
        pytest.param([4, 4], ["bu1.1"], id="wh40k.usr.counter-attack.test"),
        pytest.param([4, 5], [], id="wh40k.usr.counter-attack.fail"),
    ],
)
def test_a_charged_unit_is_tested_at_once(dice: list[int], marked: list[str]) -> None:
    state = charged(special={1: {**SWORD, **COUNTER}})
    assert state.pending is not None
    assert (state.pending.clause, state.pending.side) == ("wh40k.usr.counter-attack.test", "b")
    state = decide(state, "b", TakeTest(unit="bu1"), dice).state
    assert state.pending is not None
    assert state.pending.clause == "wh40k.assumed.charge.roll"
    assert [k for k, m in state.models.items() if "wh40k.usr.counter-attack.pass" in m.phase] == marked


@pytest.mark.parametrize("dice", [[4, 4], [4, 5]])
@pytest.mark.decides("wh40k.usr.counter-attack.pass", "wh40k.usr.counter-attack.fail", by="wh40k.assumed.fight.to-hit")
def test_who_has_the_rule_strikes_once_more(dice: list[int]) -> None:
    # wh40k.usr.counter-attack.pass: of the two only the first has it
    state = charged(I=5, special={1: {**SWORD, **COUNTER, "I": 5}})
    state = then(
        state, ("b", TakeTest(unit="bu1"), dice), ("a", ChargeRoll(unit="au1"), [4, 4]),
        ("a", ChargeMove(unit="au1", moves=(ModelMove("au1.1", ((1000, 1400, 0),)),)), []), ("a", Pass(), []),
    )  # fmt: skip
    assert wanted(state, "b", Strike()) == (2 if sum(dice) == 8 else 1, TO_HIT)
    only_second = Strike(blows=(Blow("bu1.2", attacks=2),))
    assert refusal(state, "b", only_second, [1] * 4) == "wh40k.assumed.fight.attacks"


@pytest.mark.decides("wh40k.usr.counter-attack.locked", by="wh40k.usr.counter-attack.test")
def test_who_was_locked_does_not_counter_attack() -> None:
    # wh40k.usr.counter-attack.locked
    state = field(
        squad("au1", (1000, 1000), 1, **SWORD),
        squad("au2", (1000, 1600), 1, **SWORD),
        squad("bu1", (1000, 1500), 1, **SWORD, **COUNTER),
        phase="assault",
        step="charge",
    )
    done = decide(state, "a", Charge(unit="au1", targets=("bu1",)))
    assert asked(done)[0] == "wh40k.assumed.charge.roll"
    assert effects_of(done, Noted, "wh40k.usr.counter-attack.locked")
    assert charged(**COUNTER).pending == Decision("wh40k.usr.counter-attack.test", "b", "bu1")


def test_there_is_one_counter_attack_test_a_phase() -> None:
    # wh40k.usr.counter-attack.test
    state = field(
        squad("au1", (1000, 1000), 1, **SWORD),
        squad("au2", (1000, 2000), 1, **SWORD),
        squad("bu1", (1000, 1500), 1, **SWORD, **COUNTER),
        phase="assault",
        step="charge",
    )
    state = decide(state, "a", Charge(unit="au1", targets=("bu1",))).state
    state = decide(state, "b", TakeTest(unit="bu1"), [1, 2]).state
    state.pending, state.active = None, ""
    assert asked(decide(state, "a", Charge(unit="au2", targets=("bu1",))))[0] == "wh40k.assumed.charge.roll"


# furious charge

FURIOUS: dict[str, Any] = {"has": {"wh40k.usr.furious-charge": 1}}


@pytest.mark.parametrize(
    ("one", "needed"),
    [
        pytest.param({**FURIOUS, **CHARGED}, 3, id="wh40k.usr.furious-charge"),
        pytest.param(FURIOUS, 4, id="no charge"),
        pytest.param(CHARGED, 4, id="no rule"),
        pytest.param(
            {**FURIOUS, "turn": {**CHARGED["turn"], words.DISORDERED: 1}}, 4, id="wh40k.usr.furious-charge.disordered"
        ),
    ],
)
@pytest.mark.decides("wh40k.usr.furious-charge.disordered", by="wh40k.usr.furious-charge")
def test_furious_charge(one: dict[str, Any], needed: int) -> None:
    state = duel(one)
    count, _ = wanted(state, "a", Strike())
    done = decide(state, "a", Strike(), [4] + [1] * (count - 1) + [1])
    assert effects_of(done, Rolled, TO_WOUND)[0].needed == needed


def test_furious_charge_comes_after_a_fist_doubles_the_strength() -> None:
    # wh40k.usr.furious-charge: 3 doubled and 1 more is 7 against 6
    fist = {"weapons": (blade("fist", S="x2"),), "S": 3}
    done = decide(duel({**FURIOUS, **CHARGED, **fist}, {"T": 6}), "a", Strike(), [4, 1, 1])
    assert effects_of(done, Rolled, TO_WOUND)[0].needed == 3


# hammer of wrath

HAMMER: dict[str, Any] = {"has": {"wh40k.usr.hammer-of-wrath": 1, "wh40k.usr.furious-charge": 1}}
STEPS = "wh40k.assumed.fight.initiative-steps"


@pytest.mark.decides("wh40k.usr.hammer-of-wrath.initiative", by="wh40k.assumed.fight.initiative-steps")
@pytest.mark.decides("wh40k.usr.hammer-of-wrath.profile", by="wh40k.assumed.to-wound")
def test_hammer_of_wrath_strikes_at_step_10_without_a_roll_to_hit() -> None:
    # wh40k.usr.hammer-of-wrath.attack wh40k.usr.hammer-of-wrath.initiative
    state = duel({**HAMMER, **CHARGED, "weapons": (blade("axe", S="+2", AP=2),)}, {"Sv": 2})
    assert state.pending is not None
    assert (state.pending.clause, state.pending.value) == (STEPS, 10)
    # wh40k.usr.hammer-of-wrath.profile: Strength 4 and no AP, so it wounds on 4+ and may be saved
    done = decide(state, "a", Strike(), [4, 2])
    assert not effects_of(done, Rolled, TO_HIT)
    assert effects_of(done, Rolled, TO_WOUND)[0].needed == 4
    assert done.state.models["bu1.1"].wounds == 5
    assert done.state.pending is not None
    assert done.state.pending.value == 5
    # afterwards the axe counts: Strength 6 wounds on 2+
    assert effects_of(decide(done.state, "a", Strike(), [4, 1, 1]), Rolled, TO_WOUND)[0].needed == 2
    ordinary = duel(CHARGED)
    assert ordinary.pending is not None
    assert (ordinary.pending.clause, ordinary.pending.value) == (STEPS, 5)


@pytest.mark.parametrize("one", [{**HAMMER}, {**CHARGED}], ids=["no charge", "no rule"])
def test_who_has_no_hammer_of_wrath(one: dict[str, Any]) -> None:
    # wh40k.usr.hammer-of-wrath.attack
    state = duel(one)
    assert state.pending is not None
    assert state.pending.value == 5


def test_it_is_one_attack_however_many_are_touched() -> None:
    # wh40k.usr.hammer-of-wrath.attack
    state = field(
        squad("au1", (1000, 1000), 2, places=[(1000, 1000), (1150, 1000)], I=5, **SWORD, **HAMMER, **CHARGED),
        squad("bu1", (1000, 1100), 1, **SWORD),
        squad("bu2", (1000, 900), 1, **SWORD),
        phase="assault",
        step="charge",
    )
    state = decide(state, "a", Pass()).state
    # one die to wound: the second model touches nobody
    assert wanted(state, "a", Strike()) == (1, TO_WOUND)
    at_other = Strike(blows=(Blow("au1.1", "bu2", "wh40k.usr.hammer-of-wrath.attack"),))
    assert effects_of(decide(state, "a", at_other, [1]), Rolled, TO_WOUND)[0].target == "bu2"


@pytest.mark.decides("wh40k.usr.hammer-of-wrath.no-pile-in", by="wh40k.assumed.fight.pile-in")
def test_nobody_piles_in_at_step_10() -> None:
    # wh40k.usr.hammer-of-wrath.no-pile-in
    state = field(
        squad("au1", (1000, 1000), 2, places=[(1000, 1000), (1000, 800)], I=5, **SWORD, **HAMMER, **CHARGED),
        squad("bu1", (1000, 1100), 1, **SWORD),
        phase="assault",
        step="charge",
    )
    state = decide(state, "a", Pass()).state
    closer = Strike(moves=(ModelMove("au1.2", ((1101, 900, 0),)),))
    assert refusal(state, "a", closer, [1]) == "wh40k.assumed.fight.pile-in"
    state = decide(state, "a", Strike(), [1]).state
    assert effects_of(decide(state, "a", closer, [1, 1, 1, 1]), Moved)


@pytest.mark.decides("wh40k.usr.hammer-of-wrath.transport", by="wh40k.assumed.vehicle.glancing")
def test_it_strikes_a_transport_and_not_those_inside() -> None:
    # wh40k.usr.hammer-of-wrath.transport
    state = field(
        squad("au1", (1000, 1000), 1, I=5, S=6, weapons=(blade(),), **HAMMER, **CHARGED),
        tank("bu1", (1000, 1200), has={"wh40k.assumed.transport.capacity": 10}),
        squad("bu2", None, 3, game={words.ABOARD: "bu1.1"}),
        phase="assault",
        step="charge",
    )
    state = decide(state, "a", Pass()).state
    for face, left in (3, 3), (4, 2):
        done = decide(state, "a", Strike(), [face])
        assert done.state.models["bu1.1"].wounds == left
        assert not any(done.state.models[f"bu2.{n}"].out for n in (1, 2, 3))


# hatred


def hating(whom: int | str) -> dict[str, Any]:
    return {"has": {"wh40k.usr.hatred": whom}}


@pytest.mark.decides("wh40k.usr.hatred.reroll", by="wh40k.assumed.fight.to-hit")
def test_who_hates_rolls_misses_again() -> None:
    # wh40k.usr.hatred.reroll
    state = duel({**hating(1), "A": 3})
    rolled = effects_of(decide(state, "a", Strike(), [4, 3, 1, 2, 4, 1, 1]), Rolled, TO_HIT)[0]
    assert rolled.again == ((1, 2), (2, 4))
    assert sum(rolled.passed) == 2
    indifferent = decide(duel({"A": 3}), "a", Strike(), [4, 3, 1, 1])
    assert effects_of(indifferent, Rolled, TO_HIT)[0].passed == (1, 0, 0)


@pytest.mark.decides("wh40k.usr.hatred.later-rounds", by="wh40k.assumed.fight.to-hit")
def test_in_later_rounds_nothing_is_rolled_again() -> None:
    # wh40k.usr.hatred.later-rounds
    state = field(
        squad("au1", (1000, 1000), 1, I=5, **SWORD, **hating(1)),
        squad("bu1", (1000, 1100), 1, **SWORD),
        squad("au2", (4000, 1000), 1, I=5, **SWORD, **hating(1)),
        squad("bu2", (4000, 1101), 1, **SWORD),
        phase="shooting",
    )
    # the combat of the first goes on since an earlier turn
    state = decide(state, "a", Pass()).state
    assert "wh40k.usr.hatred.later-rounds" in state.units["au1"].phase
    state.units["au2"].phase.pop("wh40k.usr.hatred.later-rounds")
    state = decide(state, "a", Pass()).state
    for chosen, again in (("au1", ()), ("au2", ((0, 1),))):
        here = decide(state, "a", ChooseCombat(unit=chosen)).state
        dice = [1, 1] if again else [1]
        assert effects_of(decide(here, "a", Strike(), dice), Rolled, TO_HIT)[0].again == again


@pytest.mark.parametrize(
    ("whom", "again"),
    [
        pytest.param(1, True, id="everybody"),
        pytest.param("Orks", True, id="wh40k.usr.hatred.target"),
        pytest.param("Eldar", False, id="others"),
        pytest.param("Big Meks", False, id="wh40k.usr.hatred.example"),
    ],
)
@pytest.mark.decides("wh40k.usr.hatred.target", "wh40k.usr.hatred.example", by="wh40k.assumed.fight.to-hit")
def test_whom_it_hates(whom: int | str, again: bool) -> None:
    # wh40k.usr.hatred.target: Ork boyz are Orks and no Big Meks
    state = duel(hating(whom), {"name": "Ork Boy"})
    state.sides["b"].faction = "Orks"
    assert wanted(state, "a", Strike()) == (1, TO_HIT)
    rolled = effects_of(decide(state, "a", Strike(), [1, 1] if again else [1]), Rolled, TO_HIT)[0]
    assert bool(rolled.again) == again


@pytest.mark.parametrize("whom", ["Orks", "Big Meks"])
def test_big_meks_are_hated_as_orks_and_as_themselves(whom: str) -> None:
    # wh40k.usr.hatred.example
    state = duel(hating(whom), {"name": "Big Mek"})
    state.sides["b"].faction = "Orks"
    assert effects_of(decide(state, "a", Strike(), [1, 1]), Rolled, TO_HIT)[0].again == ((0, 1),)
