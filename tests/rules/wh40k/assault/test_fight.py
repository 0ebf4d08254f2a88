"""The Fight sub-phase: combats, initiative steps, rolls to hit, attacks, piling in, blows at vehicles."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Moved, Rolled
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.assault import combat
from rules.wh40k.assault.blows import Blow
from rules.wh40k.assault.fight import ChooseCombat, Strike
from rules.wh40k.movement.move import ModelMove
from rules.wh40k.turn import Pass

from ..field import blade, decide, effects_of, field, gone, gun, refusal, squad, tank, wanted

STEPS = "wh40k.assumed.fight.initiative-steps"
TO_HIT = "wh40k.assumed.fight.to-hit"
SWORD: dict[str, Any] = {"weapons": (blade(),)}
TOUGH: dict[str, Any] = {"W": 9, **SWORD}


def fighting(*groups: Any, **more: Any) -> State:
    """The Fight sub-phase has begun: the charges of this turn are over."""
    state = field(*groups, phase="assault", step="charge", **more)
    return decide(state, state.turn, Pass()).state


def duel(one: dict[str, Any], other: dict[str, Any], **more: Any) -> State:
    """A model of each side in base contact."""
    return fighting(
        squad("au1", (1000, 1000), 1, **{**TOUGH, **one}), squad("bu1", (1000, 1100), 1, **{**TOUGH, **other}), **more
    )


def value(state: State) -> tuple[str, str, int]:
    pending = state.pending
    assert pending is not None
    return pending.clause, pending.side, pending.value


def test_blows_are_struck_from_the_highest_initiative_down() -> None:
    # wh40k.assumed.fight.initiative-steps
    state = duel({"I": 3}, {"I": 5})
    assert value(state) == (STEPS, "b", 5)
    done = decide(state, "b", Strike(), [1])
    assert value(done.state) == (STEPS, "a", 3)
    assert refusal(done.state, "b", Strike(), [1]) == STEPS


def test_who_is_killed_before_his_step_does_not_strike() -> None:
    # wh40k.assumed.fight.initiative-steps
    state = fighting(
        squad("au1", (1000, 1000), 2, I=3, W=1, Sv=7, **SWORD), squad("bu1", (1000, 1100), 1, I=5, A=2, **TOUGH)
    )
    done = decide(state, "b", Strike(), [4, 4, 4, 4])
    assert sorted(gone(done)) == ["au1.1", "au1.2"]
    assert done.state.over is not None


def test_equal_initiative_strikes_together() -> None:
    # wh40k.assumed.fight.initiative-steps: who is killed at his own step still strikes
    state = fighting(
        squad("au1", (1000, 1000), 1, I=4, W=1, Sv=7, **SWORD),
        squad("au2", (5000, 1000), 1),
        squad("bu1", (1000, 1100), 1, I=4, W=1, Sv=7, **SWORD),
        squad("bu2", (5000, 4000), 1),
    )
    assert value(state) == (STEPS, "a", 4)
    state = decide(state, "a", Strike(), [4, 4]).state
    assert state.models["bu1.1"].out
    assert value(state) == (STEPS, "b", 4)
    done = decide(state, "b", Strike(), [4, 4])
    assert done.state.models["au1.1"].out


@pytest.mark.parametrize(
    ("mine", "theirs", "needed"),
    [
        pytest.param(5, 4, 3, id="wh40k.assumed.fight.to-hit"),
        pytest.param(4, 4, 4, id="equal"),
        pytest.param(4, 8, 4, id="double is not more than double"),
        pytest.param(4, 9, 5, id="more than double"),
        pytest.param(1, 3, 5, id="1 against 3"),
        pytest.param(10, 1, 3, id="10 against 1"),
    ],
)
def test_what_is_needed_to_hit(mine: int, theirs: int, needed: int) -> None:
    done = decide(duel({"WS": mine, "I": 5}, {"WS": theirs}), "a", Strike(), [1])
    assert [r.needed for r in effects_of(done, Rolled, TO_HIT)] == [needed]


def test_most_of_the_target_decide_its_weapon_skill() -> None:
    # wh40k.assumed.fight.to-hit
    state = fighting(
        squad("au1", (1000, 1000), 1, I=5, WS=5, **TOUGH),
        squad("bu1", (1000, 1100), 3, WS=4, **{**TOUGH}, special={1: {**TOUGH, "WS": 9}}),
    )
    assert effects_of(decide(state, "a", Strike(), [1]), Rolled, TO_HIT)[0].needed == 3


@pytest.mark.parametrize(
    ("one", "marks", "attacks"),
    [
        pytest.param({}, {}, 2, id="wh40k.assumed.fight.attacks"),
        pytest.param({"weapons": (blade(), blade("axe"))}, {}, 3, id="two melee weapons"),
        pytest.param({"weapons": (blade(), gun("pistol", type="Pistol"))}, {}, 3, id="a pistol is one"),
        pytest.param({"weapons": (blade(), gun())}, {}, 2, id="a rifle is not"),
        pytest.param({}, {words.CHARGED: ("bu1",)}, 3, id="wh40k.assumed.charge.bonus"),
        pytest.param({}, {words.CHARGED: ("bu1",), words.DISORDERED: 1}, 2, id="wh40k.assumed.charge.disordered"),
    ],
)
def test_how_many_attacks(one: dict[str, Any], marks: dict[str, Any], attacks: int) -> None:
    state = duel({"A": 2, "I": 5, "turn": marks, **one}, {})
    assert wanted(state, "a", Strike()) == (attacks, TO_HIT)


def test_who_charged_through_difficult_terrain_strikes_last() -> None:
    # wh40k.assumed.charge.difficult
    slow = {"wh40k.assumed.charge.difficult": 1, words.CHARGED: ("bu1",)}
    assert value(duel({"I": 5, "turn": slow}, {"I": 3})) == (STEPS, "b", 3)
    grenades = {"has": {"wh40k.assumed.charge.difficult": 1}}
    assert value(duel({"I": 5, "turn": slow, **grenades}, {"I": 3})) == (STEPS, "a", 5)


def row(**theirs: Any) -> State:
    """Three of a in a row away from one of b: the first touches, the second is within 2" of him, the third is not."""
    return fighting(
        squad("au1", (1000, 1000), 3, I=5, places=[(1000, 1000), (1000, 850), (1000, 600)], **TOUGH),
        squad("bu1", (1000, 1100), 1, **{**TOUGH, **theirs}),
    )


def test_who_is_within_two_inches_of_a_friend_in_contact_strikes() -> None:
    # wh40k.assumed.fight.engaged
    assert wanted(row(), "a", Strike()) == (2, TO_HIT)
    third = Strike(blows=(Blow("au1.3"),))
    assert refusal(row(), "a", third) == "wh40k.assumed.fight.engaged"


def test_piling_in_brings_a_model_into_the_fight() -> None:
    # wh40k.assumed.fight.pile-in
    moved = Strike(moves=(ModelMove("au1.3", ((1101, 700, 0), (1101, 850, 0))),))
    done = decide(row(), "a", moved, [1, 1, 1])
    assert [e.model for e in effects_of(done, Moved, "wh40k.assumed.fight.pile-in")] == ["au1.3"]


@pytest.mark.parametrize(
    "move",
    [
        pytest.param(ModelMove("au1.3", ((1300, 600, 0), (1300, 900, 0))), id="farther than 3 inches"),
        pytest.param(ModelMove("au1.3", ((1000, 590, 0),)), id="away from the enemy"),
        pytest.param(ModelMove("au1.1", ((1000, 1001, 0),)), id="in contact already"),
        pytest.param(ModelMove("bu1.1", ((1000, 1101, 0),)), id="not its own"),
    ],
)
def test_piling_in_that_is_refused(move: ModelMove) -> None:
    # wh40k.assumed.fight.pile-in
    assert refusal(row(), "a", Strike(moves=(move,)), [1, 1]) == "wh40k.assumed.fight.pile-in"


def test_models_pile_in_at_their_own_step_only() -> None:
    # wh40k.assumed.fight.pile-in
    late = {"I": 2, **TOUGH}
    state = fighting(
        squad("au1", (1000, 1000), 2, I=5, places=[(1000, 1000), (1000, 700)], **TOUGH, special={2: late}),
        squad("bu1", (1000, 1100), 1, **TOUGH),
    )
    early = Strike(moves=(ModelMove("au1.2", ((1101, 850, 0),)),))
    assert refusal(state, "a", early, [1]) == "wh40k.assumed.fight.pile-in"


# choosing


def two_foes() -> State:
    return fighting(
        squad("au1", (1000, 1000), 1, I=5, A=3, **TOUGH),
        squad("bu1", (1000, 1100), 1, **TOUGH),
        squad("bu2", (1000, 900), 1, **TOUGH),
    )


def test_blows_may_be_split_among_the_units_in_contact() -> None:
    # wh40k.assumed.fight.attacks
    split = Strike(blows=(Blow("au1.1", "bu1", attacks=1), Blow("au1.1", "bu2")))
    done = decide(two_foes(), "a", split, [1, 1, 1])
    assert [(r.target, len(r.faces)) for r in effects_of(done, Rolled, TO_HIT)] == [("bu1", 1), ("bu2", 2)]


@pytest.mark.parametrize(
    ("blows", "clause"),
    [
        ((Blow("au1.1", "bu1", attacks=4),), "wh40k.assumed.fight.attacks"),
        ((Blow("au1.1", "bu1", attacks=2),), "wh40k.assumed.fight.attacks"),
        ((Blow("au1.1", "bu1", "nothing"),), "wh40k.assumed.fight.engaged"),
        ((Blow("bu1.1", "bu1"),), STEPS),
    ],
)
def test_blows_that_are_refused(blows: tuple[Blow, ...], clause: str) -> None:
    assert refusal(two_foes(), "a", Strike(blows=blows), [1] * 4) == clause


def test_a_weapon_is_chosen() -> None:
    # wh40k.assumed.fight.attacks
    hammer = blade("hammer", S="x2", AP=2)
    state = duel({"I": 5, "weapons": (blade(), hammer)}, {"T": 8, "W": 3})
    done = decide(state, "a", Strike(blows=(Blow("au1.1", weapon="hammer"),)), [4, 1, 4])
    # Strength 8 against Toughness 8 wounds on 4+, and AP 2 leaves no save
    assert done.state.models["bu1.1"].wounds == 2
    assert refusal(state, "a", Strike(blows=(Blow("au1.1", weapon="gun"),)), [4]) == "wh40k.assumed.fight.engaged"


def test_bare_hands_do_where_there_is_no_weapon() -> None:
    # wh40k.assumed.fight.attacks
    state = duel({"I": 5, "weapons": (gun(),)}, {"Sv": 7})
    assert decide(state, "a", Strike(), [4, 4]).state.models["bu1.1"].wounds == 8


# several combats


def several() -> State:
    return fighting(
        squad("au1", (1000, 1000), 1, I=5, **TOUGH), squad("bu1", (1000, 1100), 1, **TOUGH),
        squad("au2", (3000, 1000), 1, I=5, **TOUGH), squad("bu2", (3000, 1100), 1, **TOUGH),
    )  # fmt: skip


def test_the_side_whose_turn_it_is_picks_the_combat() -> None:
    # wh40k.assumed.fight.combat
    state = several()
    assert state.pending is not None
    assert (state.pending.side, state.pending.targets) == ("a", ("au1", "au2"))
    assert refusal(state, "b", ChooseCombat(unit="bu2")) == "wh40k.assumed.fight.combat"
    assert refusal(state, "a", Pass()) == "wh40k.assumed.fight.combat"
    done = decide(state, "a", ChooseCombat(unit="au2"))
    assert done.state.active == "au2"
    # afterwards the other is fought without a choice
    state = decide(done.state, "a", Strike(), [1]).state
    state = decide(state, "b", Strike(), [1]).state
    assert state.active == "au1"
    assert value(state) == (STEPS, "a", 5)


def test_units_that_contact_connects_fight_one_combat() -> None:
    # wh40k.assumed.fight.combat
    state = two_foes()
    assert {u.phase[combat.COMBAT] for u in state.units.values()} == {"au1"}


def test_the_phase_goes_on_when_every_combat_was_fought() -> None:
    # wh40k.assumed.fight.combat
    state = decide(duel({"I": 5}, {}), "a", Strike(), [1]).state
    done = decide(state, "b", Strike(), [1])
    assert done.state.turn == "b"
    assert words.locked(done.state, done.state.units["au1"])


# vehicles


def stormed(moved: dict[str, Any] | None = None, **of_tank: Any) -> State:
    """A model that charged a tank this turn and touches its long side."""
    return fighting(
        squad("au1", (1000, 1000), 1, I=5, S=6, turn={words.CHARGED: ("bu1",)}, **TOUGH),
        tank("bu1", (1000, 1200), game=moved or {}, **of_tank),
    )


def test_a_tank_that_stood_still_is_hit_without_a_roll() -> None:
    # wh40k.assumed.fight.to-hit
    state = stormed()
    assert value(state) == (STEPS, "a", 5)
    # two attacks, Strength 6 at the rear armour of 10: 4 glances, 1 does nothing
    done = decide(state, "a", Strike(), [4, 1])
    assert done.state.models["bu1.1"].wounds == 2
    assert not effects_of(done, Rolled, TO_HIT)
    assert done.state.turn == "b"


def test_a_tank_that_moved_has_weapon_skill_1() -> None:
    # wh40k.assumed.fight.to-hit
    state = stormed({"wh40k.assumed.vehicle.close-combat": 600})
    done = decide(state, "a", Strike(), [3, 2, 3])
    assert effects_of(done, Rolled, TO_HIT)[0].needed == 3
    assert done.state.models["bu1.1"].wounds == 3


def test_a_walker_fights_back() -> None:
    # wh40k.assumed.fight.to-hit
    walker: dict[str, Any] = {"keywords": ("Vehicle", "Walker"), "WS": 5, "S": 6, "I": 3, "A": 2, "weapons": (blade(),)}
    state = stormed(**walker)
    # a hit of Strength 6 at its side armour of 11
    done = decide(state, "a", Strike(), [4, 3, 5])
    assert effects_of(done, Rolled, TO_HIT)[0].needed == 4
    assert done.state.models["bu1.1"].wounds == 2
    assert value(done.state) == (STEPS, "b", 3)


def test_a_tank_nobody_charged_is_in_no_combat() -> None:
    # wh40k.assumed.fight.combat
    state = fighting(squad("au1", (1000, 1000), 1, **TOUGH), tank("bu1", (1000, 1200)))
    assert state.pending is None
    assert state.turn == "b"
