"""The swing of a step in points, against hand-counted fractions and against every tape of dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules.kernel.events import Declaration, Event
from rules.kernel.state import State
from rules.kt.fight import Blow, Fight
from rules.kt.psychic import Manifest
from rules.kt.shoot import Shoot, Volley
from rules.scoresheet import points_left
from rules.swing import Share, summed, told
from tests.playthroughs import SYSTEMS
from tests.rules.kt.board import KT, blade, gun, model, position

Points = dict[str, int]


def recorded(state: State, declaration: Declaration[Any], dice: tuple[int, ...]) -> Event[Any]:
    """The declaration as an event, with its dice."""
    declared = Declaration(by=declaration.by, action=declaration.action, dice=dice)
    decided = rules.decide(KT, state, declared)
    return rules.make_event(1, declared, decided.effects, "", "")


def smallest(system: str) -> rules.GameFile:
    """The golden game of a system with the fewest bytes."""
    return rules.read_game(
        min(SYSTEMS[system].folder.glob("*.jsonl"), key=lambda each: each.stat().st_size).read_bytes()
    )


def shot(**weapon: Any) -> tuple[State, Declaration[Any]]:
    state = position(
        model("a1", (500, 500), weapons=[gun(**weapon)]), model("b1", (1900, 500), points=14),
        model("b2", (2940, 2140)), phase="shooting", step="fire-at-will",
    )  # fmt: skip
    return state, Declaration(by="a", action=Shoot(model="a1", volleys=(Volley("gun", "b1"),)))


def by_every_tape(state: State, declaration: Declaration[Any]) -> dict[tuple[int, int], Fraction]:
    """The probability of what both sides lose, one tape at a time; points are counted here, model by model."""
    found: dict[tuple[int, int], Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        tape, chance = waiting.pop()
        try:
            decided = rules.decide(KT, state, Declaration(by=declaration.by, action=declaration.action, dice=tape))
        except rules.DiceWanted as wanted:
            share = chance / wanted.sides**wanted.count
            waiting += [((*tape, *more), share) for more in product(range(1, wanted.sides + 1), repeat=wanted.count)]
            continue
        fallen = [each for each in decided.state.models.values() if each.out]
        lost = (
            sum(each.sheet.points for each in fallen if each.side == "a"),
            sum(each.sheet.points for each in fallen if each.side == "b"),
        )
        found[lost] = found.get(lost, Fraction(0)) + chance
    return found


def mean(chances: dict[tuple[int, int], Fraction], side: int) -> Fraction:
    return sum((chance * lost[side] for lost, chance in chances.items()), Fraction(0))


def test_a_shot_at_one_model_by_hand() -> None:
    # BS 3+ beyond half range needs 4: 1/2. S 4 on T 4: 1/2. Sv 4+ fails: 1/2. One wound left, so an injury roll: out on
    # 4+, 1/2. 1 in 16 takes 14 points: 14/16 on average.
    state, declaration = shot()
    hit = rules.luck(KT, state, recorded(state, declaration, (6, 6, 1, 6))).swing
    assert hit.shares == {"a": Share(14, "7/8"), "b": Share(0, "0/1")}
    assert (hit.actual, hit.mean, hit.good, hit.bad) == (14, "7/8", "1/16", "1/1")
    assert hit.luck == Fraction(105, 8)
    missed = rules.luck(KT, state, recorded(state, declaration, (1,))).swing
    assert (missed.actual, missed.mean, missed.good, missed.bad) == (0, "7/8", "1/1", "15/16")


def test_what_a_step_costs_its_own_side_counts_against_it() -> None:
    """A psyker with one wound who may die of Perils of the Warp."""
    state = position(
        model("a1", (500, 500), keywords=["PSYKER"], points=30), model("b1", (1500, 500), points=12), phase="psychic"
    )
    declaration: Declaration[Any] = Declaration(by="a", action=Manifest(model="a1"))
    every = by_every_tape(state, declaration)
    found = rules.luck(KT, state, recorded(state, declaration, (1, 2))).swing
    own, theirs = mean(every, 0), mean(every, 1)
    assert own > 0 < theirs
    assert {side: Fraction(share.mean) for side, share in found.shares.items()} == {"a": theirs, "b": own}
    assert (found.actual, Fraction(found.mean)) == (0, theirs - own)
    assert Fraction(found.good) == sum(p for (lost, taken), p in every.items() if taken - lost >= 0)


@settings(max_examples=4)
@given(strength=st.integers(2, 8), save=st.integers(2, 6), points=st.integers(1, 60))
def test_the_mean_is_that_of_every_tape(strength: int, save: int, points: int) -> None:
    state = position(
        model("a1", (500, 500), weapons=[blade(S=strength)]), model("b1", (650, 500), Sv=save, points=points),
        phase="fight", step="lives",
    )  # fmt: skip
    declaration: Declaration[Any] = Declaration(by="a", action=Fight(model="a1", blows=(Blow("blade", "b1", 1),)))
    every = by_every_tape(state, declaration)
    found = rules.luck(KT, state, recorded(state, declaration, (1,))).swing
    assert Fraction(found.mean) == mean(every, 1)
    assert found.actual == 0
    assert Fraction(found.bad) == sum(p for (_, taken), p in every.items() if taken <= 0)


def test_a_step_without_dice_has_no_luck() -> None:
    file = smallest("kt")
    state = rules.empty(KT)
    silent = 0
    for event in file.events:
        if not event.dice and event.by in state.sides:
            silent += 1
            assert rules.luck(KT, state, event).swing.luck == 0, event.number
        rules.evolve(state, event)
    assert silent


def test_the_points_of_a_unit_stay_until_nobody_of_it_is_left() -> None:
    """Counted here by hand, after every step of a city fight."""
    file = smallest("cod")
    state = rules.empty(SYSTEMS["cod"].ruleset)
    for event in file.events:
        rules.evolve(state, event)
        by_hand = dict.fromkeys(state.sides, 0)
        for unit in state.units.values():
            members = [state.models[unit.side + key] for key in unit.sheet.models if unit.side + key in state.models]
            by_hand[unit.side] += unit.sheet.points * (not members or any(not each.out for each in members))
        for each in state.models.values():
            by_hand[each.side] += each.sheet.points * (not each.out)
        assert points_left(state) == by_hand


@pytest.mark.parametrize("system", ["necro", "t9a"])
def test_a_roll_off_whose_tie_bears_the_same_rule_has_odds(system: str) -> None:
    """Either side is first half of the time, however often equal totals are rolled again."""
    ruleset, file = SYSTEMS[system].ruleset, smallest(system)
    number = next(e.number for e in file.events if e.action.__struct_config__.tag == "roll-off")
    before = rules.fold(ruleset, file.events[: number - 1])
    found = rules.luck(ruleset, before, file.events[number - 1])
    assert [each.likelihood.exact for each in found.possible] == ["1/2", "1/2"]


def test_fractions_as_text() -> None:
    assert [told(Fraction(5, 144)), told(Fraction(3)), told(Fraction(-1, 2))] == ["5/144", "3/1", "-1/2"]
    assert summed(["1/3", "1/6", "-1/2"]) == 0
