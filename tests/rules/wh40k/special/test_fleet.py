"""Fleet: dice of runs and charges are rolled again."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Rolled
from rules.kernel.state import State
from rules.wh40k.assault.charge import Charge, ChargeAgain, ChargeRoll
from rules.wh40k.movement.run import Run, RunAgain
from rules.wh40k.turn import Pass

from ..field import asked, decide, effects_of, field, refusal, squad

FLEET = {"wh40k.usr.fleet": 1}
RUN = "wh40k.assumed.run"
AGAIN = "wh40k.assumed.run.again"


def here(**of_squad: Any) -> State:
    return field(squad("au1", (1000, 1000), 2, **of_squad), squad("bu9", (6900, 4500), 1), phase="shooting")


def test_a_run_rolled_again() -> None:
    # wh40k.usr.fleet.reroll
    rolled = decide(here(has=FLEET), "a", Run(unit="au1"), [2])
    assert asked(rolled)[0] == AGAIN
    better = decide(rolled.state, "a", RunAgain(unit="au1", dice=(0,)), [1])
    assert better.state.pending is not None
    # the second result stands, though it is worse
    assert better.state.pending.value == 100


def test_chosen_dice_of_a_run() -> None:
    # wh40k.usr.fleet.reroll: one or more, with Crusader there are two
    both = {"wh40k.usr.fleet": 1, "wh40k.usr.crusader": 1}
    rolled = decide(here(has=both), "a", Run(unit="au1"), [4, 1])
    one = decide(rolled.state, "a", RunAgain(unit="au1", dice=(1,)), [3])
    assert one.state.pending is not None
    assert one.state.pending.value == 400
    two = decide(rolled.state, "a", RunAgain(unit="au1", dice=(0, 1)), [2, 3])
    assert two.state.pending is not None
    assert two.state.pending.value == 300
    assert decide(rolled.state, "a", Pass()).state.pending != rolled.state.pending


@pytest.mark.parametrize(
    ("special", "again"),
    [
        pytest.param({}, False, id="wh40k.usr.fleet.reroll.nobody"),
        pytest.param({1: {"has": FLEET}}, False, id="wh40k.usr.fleet.reroll.not-everybody"),
        pytest.param({1: {"has": FLEET}, 2: {"has": FLEET}}, True, id="wh40k.usr.fleet.reroll.everybody"),
        pytest.param(
            {1: {"has": {"wh40k.usr.fleet": "claw"}}, 2: {"has": {"wh40k.usr.fleet": "hoof"}}}, True,
            id="wh40k.usr.fleet.variants.mixed",
        ),
    ],
)  # fmt: skip
@pytest.mark.decides("wh40k.usr.fleet.variants", by="wh40k.assumed.run.again")
def test_every_model_must_have_it(special: dict[int, Any], again: bool) -> None:
    rolled = decide(here(special=special), "a", Run(unit="au1"), [2])
    assert asked(rolled)[0] == (AGAIN if again else RUN)


@pytest.mark.parametrize("variant", ["foot", "claw", "hoof"])
def test_the_variants_are_one_rule(variant: str) -> None:
    # wh40k.usr.fleet.variants
    rolled = decide(here(has={"wh40k.usr.fleet": variant}), "a", Run(unit="au1"), [2])
    assert asked(rolled)[0] == AGAIN


def charging(**of_squad: Any) -> State:
    """A unit that has declared its charge, and is asked for its range."""
    state = field(
        squad("au1", (1000, 1000), 1, **of_squad), squad("bu1", (1600, 1000), 1, weapons=()), phase="assault",
        step="charge",
    )  # fmt: skip
    state = decide(state, "a", Charge(unit="au1", targets=("bu1",))).state
    while state.pending is not None and state.pending.side == "b":
        state = decide(state, "b", Pass()).state
    return state


def test_a_charge_rolled_again() -> None:
    # wh40k.usr.fleet.reroll: a single die of it
    done = decide(charging(has=FLEET), "a", ChargeRoll(unit="au1", reroll=(0,)), [1, 4, 6])
    assert [e.faces for e in effects_of(done, Rolled, "wh40k.usr.fleet.reroll")] == [(6,)]
    assert done.state.pending is not None
    assert done.state.pending.value == 1000
    without = charging()
    assert refusal(without, "a", ChargeRoll(unit="au1", reroll=(0,)), [1, 4, 6]) == "wh40k.usr.fleet.reroll"


def test_the_dice_of_a_charge_are_seen_before_any_is_rolled_again() -> None:
    # wh40k.usr.fleet.reroll: the side is asked once the dice lie
    seen = decide(charging(has=FLEET), "a", ChargeRoll(unit="au1"), [1, 4])
    assert asked(seen) == ("wh40k.usr.fleet.reroll", "a", "au1")
    better = decide(seen.state, "a", ChargeAgain(unit="au1", dice=(0,)), [6])
    assert better.state.pending is not None
    assert better.state.pending.value == 1000
    kept = decide(seen.state, "a", Pass())
    assert kept.state.pending is not None
    assert kept.state.pending.value == 500
    for dice in ((), (2,), (0, 0)):
        with pytest.raises(rules.Malformed):
            decide(seen.state, "a", ChargeAgain(unit="au1", dice=dice), [6, 6])
    assert refusal(seen.state, "b", ChargeAgain(unit="au1", dice=(0,)), [6]) == "wh40k.usr.fleet.reroll"
