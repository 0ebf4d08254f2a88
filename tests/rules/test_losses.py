"""Whatever takes the last wound of a model: it is out of action then, or the rules have decided otherwise.

In every system, by every declaration that can write wounds and by every position a game can begin with.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.kernel.actions import Begin, Fact, Loss
from rules.kernel.effects import Marked, Removed, Rolled, WoundsSet
from rules.kernel.errors import IllegalAction, Malformed, RulesError
from rules.kernel.events import Action, Claim, Declaration
from rules.kernel.sheet import Ability
from rules.kernel.state import Model, State
from rules.kt.faction import FACTION, FactionTactic
from rules.kt.words import FLESH
from rules.wh40k import words
from tests.rules.kt import board
from tests.rules.wh40k import field as battle

from .deciding import decide, effects_of, wanted

CURSE = Ability("Curse", "Something that the engine does not know.")


def skirmish(**of_b: Any) -> State:
    """Kill Team: a model with a curse, and an enemy with two wounds."""
    enemy = {"W": 2, **of_b}
    return board.position(board.model("a1", abilities=(CURSE,)), board.model("b1", (1500, 500), **enemy), cp=3)


def tactic(*losses: Loss, changes: tuple[Claim, ...] = ()) -> FactionTactic:
    return FactionTactic(name="Nurgling Attack", cost=1, losses=losses, changes=changes)


def curse(*losses: Loss, changes: tuple[Claim, ...] = ()) -> Fact:
    return Fact(model="a1", ability="Curse", losses=losses, changes=changes)


BY_ANY = pytest.mark.parametrize("told", [tactic, curse])


@BY_ANY
def test_a_mortal_wound_costs_a_wound(told: Any) -> None:
    # kt.damage.mortal: no save is rolled
    done = decide(skirmish(), "a", told(Loss("b1", 1)))
    assert [(e.was, e.to) for e in effects_of(done, WoundsSet)] == [(2, 1)]
    assert not effects_of(done, Rolled)


@BY_ANY
def test_the_last_wound_leads_to_an_injury_roll(told: Any) -> None:
    # kt.gap.mortal-wound-injury-dice: one die, whatever the batch; the declaring side rolls it
    act = told(Loss("b1", 3))
    assert wanted(skirmish(), "a", act) == (1, "kt.injury.result")
    dead = decide(skirmish(), "a", act, [4])
    assert dead.state.models["b1"].out
    assert [roll.by for roll in effects_of(dead, Rolled)] == ["a"]
    hurt = decide(skirmish(), "a", act, [3]).state.models["b1"]
    assert (hurt.out, hurt.wounds, hurt.game) == (False, 1, {FLESH: 1})


def test_as_many_dice_as_the_batch_where_that_is_agreed() -> None:
    state = msgspec.structs.replace(skirmish(), options={"kt.gap.mortal-wound-injury-dice": 0})
    assert wanted(state, "a", tactic(Loss("b1", 3))) == (3, "kt.injury.result")


@BY_ANY
def test_wounds_that_are_written_down_are_lost_as_any_are(told: Any) -> None:
    """A stratagem that leaves 0 wounds left a model in action with none, no injury rolled and nothing asked."""
    act = told(changes=(Claim(model="b1", wounds=0),))
    assert wanted(skirmish(), "a", act) == (1, "kt.injury.result")
    assert decide(skirmish(), "a", act, [6]).state.models["b1"].out
    assert decide(skirmish(), "a", act, [1]).state.models["b1"].wounds == 1
    left = decide(skirmish(), "a", told(changes=(Claim(model="b1", wounds=1),)))
    assert [e.rule for e in effects_of(left, WoundsSet)] == [FACTION if told is tactic else "log.fact"]


@BY_ANY
@pytest.mark.parametrize(
    ("claim", "enemy"),
    [
        (Claim(model="b1", wounds=0, out=False), {}),
        (Claim(model="b1", out=False), {"out": True, "wounds": 0}),
    ],
)
def test_nobody_is_in_action_without_a_wound(told: Any, claim: Claim, enemy: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match="in action without a wound"):
        decide(skirmish(**enemy), "a", told(changes=(claim,)))


@BY_ANY
def test_a_death_that_is_declared_asks_for_nothing(told: Any) -> None:
    done = decide(skirmish(), "a", told(changes=(Claim(model="b1", wounds=0, out=True),)))
    assert (done.state.models["b1"].out, done.state.models["b1"].wounds) == (True, 0)


def test_who_is_out_of_action_loses_nothing_more() -> None:
    with pytest.raises(Malformed, match="no wounds to lose"):
        decide(skirmish(out=True, wounds=0), "a", tactic(Loss("b1", 1)))
    with pytest.raises(Malformed, match="there is no model"):
        decide(skirmish(), "a", tactic(Loss("b9", 1)))


def test_the_injury_of_a_stratagem_may_be_rolled_again() -> None:
    """It is a roll like any other: a Command Re-roll is asked for it."""
    of = rules.load("kt")
    held: Declaration[Any] = Declaration(by="a", action=tactic(Loss("b1", 2)), dice=(1,), hold=("a",))
    done = rules.decide(of, skirmish(), held)
    assert done.state.pending is not None
    assert done.state.pending.clause == "log.hold"


# Warhammer 40,000 and Cities of Death

KEYS = pytest.mark.parametrize("key", ["wh40k", "cod"])


def war(key: str, *groups: Any) -> State:
    state = battle.field(battle.squad("au1", (1000, 1000), 1), *groups, phase="shooting", key=key)
    caster = state.models["au1.1"]
    caster.sheet = msgspec.structs.replace(caster.sheet, abilities=(CURSE,))
    return state


def cursed(*losses: Loss, changes: tuple[Claim, ...] = ()) -> Fact:
    return Fact(model="au1.1", ability="Curse", losses=losses, changes=changes)


@KEYS
def test_a_model_without_wounds_is_removed(key: str) -> None:
    state = war(key, battle.squad("bu1", (1000, 2000), 2, W=2))
    hurt = decide(state, "a", cursed(Loss("bu1.1", 1))).state.models["bu1.1"]
    assert (hurt.wounds, hurt.out) == (1, False)
    for told in (cursed(Loss("bu1.1", 2)), cursed(changes=(Claim(model="bu1.1", wounds=0),))):
        done = decide(state, "a", told)
        assert [e.model for e in effects_of(done, Removed)] == ["bu1.1"]


@KEYS
def test_a_vehicle_without_hull_points_is_wrecked_and_its_passengers_get_out(key: str) -> None:
    aboard = battle.squad("bu2", None, 3, game={words.ABOARD: "bu1.1"})
    wagon = battle.tank("bu1", (3000, 3000), has={"wh40k.assumed.transport.capacity": 10})
    carried = war(key, wagon, aboard, battle.squad("bu3", (5000, 3000), 1))
    points = carried.models["bu1.1"].wounds
    for told in (cursed(Loss("bu1.1", points)), cursed(changes=(Claim(model="bu1.1", out=True),))):
        done = decide(carried, "a", told).state
        assert done.models["bu1.1"].out
        assert [piece.kind for piece in done.table.terrain] == ["wreck"]
        assert done.pending is not None
        assert (done.pending.side, done.pending.model) == ("b", "bu2")
    less = decide(carried, "a", cursed(Loss("bu1.1", points - 1))).state.models["bu1.1"]
    assert (less.wounds, less.out) == (1, False)


@KEYS
def test_hull_points_can_be_claimed(key: str) -> None:
    """They were bounded as if a vehicle had a single Wound."""
    state = war(key, battle.tank("bu1", (3000, 3000)), battle.squad("bu3", (5000, 3000), 1))
    points = state.models["bu1.1"].wounds
    assert points > 2
    left = decide(state, "a", cursed(changes=(Claim(model="bu1.1", wounds=points - 1),))).state
    assert left.models["bu1.1"].wounds == points - 1


# positions

SYSTEMS = {"kt": skirmish(), "wh40k": war("wh40k", battle.squad("bu1", (1000, 2000), 2, W=2))}


@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize(
    ("wounds", "out", "said"),
    [
        (0, False, "in action with 0"),
        (3, False, "in action with 3"),
        (9, True, "has 9 wounds"),
        (-1, True, "has -1 wounds"),
    ],
)
def test_a_game_does_not_begin_with_impossible_wounds(key: str, wounds: int, out: bool, said: str) -> None:
    of, state = rules.load(key), SYSTEMS[key].copied()
    hurt = next(model for model in state.models.values() if model.side == "b")
    hurt.wounds, hurt.out = wounds, out
    with pytest.raises(Malformed, match=said):
        rules.decide(of, rules.empty(of), Declaration(by="a", action=Begin(position=state)))


def test_a_sheet_has_a_wound_at_least() -> None:
    of = rules.load("kt")
    state = skirmish(W=0, wounds=0)
    with pytest.raises(Malformed, match="W is a number from 1"):
        rules.decide(of, rules.empty(of), Declaration(by="a", action=Begin(position=state)))


# the property: no declaration leaves anybody in action without a wound


def _claims(models: list[str]) -> st.SearchStrategy[tuple[Claim, ...]]:
    wounds = st.one_of(st.none(), st.integers(0, 3))
    claim = st.builds(Claim, model=st.sampled_from(models), wounds=wounds, out=st.sampled_from([None, True, False]))
    return st.lists(claim, max_size=3).map(tuple)


def _losses(models: list[str]) -> st.SearchStrategy[tuple[Loss, ...]]:
    return st.lists(st.builds(Loss, st.sampled_from(models), st.integers(1, 4)), max_size=2).map(tuple)


def _standing(model: Model) -> bool:
    return model.out or model.wounds >= 1


def _decided(state: State, action: Action, faces: list[int]) -> State | None:
    """The position after it, even in a game that stores what the table says; None where it cannot be stored."""
    told: Declaration[Any] = Declaration(by="a", action=action)
    dice = iter(faces * 20)
    try:
        return rules.decide(
            rules.load(state.ruleset), state, told, lenient=True,
            draw=lambda throw: tuple(next(dice) for _ in range(throw.count)),
        ).state  # fmt: skip
    except (RulesError, IllegalAction):
        return None


@given(_claims(["a1", "b1"]), _losses(["a1", "b1"]), st.lists(st.integers(1, 6), min_size=3, max_size=3), st.booleans())
def test_no_tactic_or_ability_leaves_a_model_at_zero(
    changes: tuple[Claim, ...], losses: tuple[Loss, ...], faces: list[int], of_faction: bool
) -> None:
    action = tactic(*losses, changes=changes) if of_faction else curse(*losses, changes=changes)
    after = _decided(skirmish(), action, faces)
    assert after is None or all(map(_standing, after.models.values()))


@given(_claims(["au1.1", "bu1.1", "bu2.1"]), _losses(["au1.1", "bu1.1", "bu2.1"]), st.sampled_from(["wh40k", "cod"]))
def test_nor_does_one_in_the_larger_systems(changes: tuple[Claim, ...], losses: tuple[Loss, ...], key: str) -> None:
    state = war(key, battle.squad("bu1", (1000, 2000), 2, W=2), battle.tank("bu2", (3000, 3000)))
    after = _decided(state, cursed(*losses, changes=changes), [1, 2, 3])
    assert after is None or all(map(_standing, after.models.values()))


def test_marked_is_not_what_removes() -> None:
    """A flesh wound that is only declared is a mark, and asks for no roll."""
    done = decide(skirmish(), "a", curse(changes=(Claim(model="b1", marks={FLESH: 1}),)))
    assert [e.key for e in effects_of(done, Marked)] == [FLESH]
