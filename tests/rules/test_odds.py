"""Exact probabilities, against walking every single tape of dice."""

from __future__ import annotations

import os
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import msgspec
import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.errors import OutOfTime, TooMany
from rules.kernel.events import Action, Declaration
from rules.kernel.known import Known
from rules.kernel.state import State
from rules.kt.fight import Blow, Fight
from rules.kt.move import Advance
from rules.kt.psychic import Manifest
from rules.kt.shoot import Shoot, Volley
from rules.odds import distribution, odds, outcome, unseen
from tests.kernel.systems import games, ruleset
from tests.playthroughs import SYSTEMS
from tests.rules.kt.board import KT, blade, gun, model, position

FLESH = "kt.status.flesh-wound-definition"


def every_tape(state: State, declaration: Declaration[Any]) -> dict[Any, Fraction]:
    """The distribution by brute force: every face of every die, one tape at a time, through DiceWanted."""
    found: dict[Any, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        tape, chance = waiting.pop()
        try:
            decided = rules.decide(KT, state, Declaration(by=declaration.by, action=declaration.action, dice=tape))
        except rules.DiceWanted as wanted:
            share = chance / wanted.sides**wanted.count
            faces = range(1, wanted.sides + 1)
            waiting += [((*tape, *more), share) for more in product(faces, repeat=wanted.count)]
            continue
        key = outcome(state, decided.state)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def shooting(**weapon: Any) -> tuple[State, Declaration[Any]]:
    shooter = model("a1", (500, 500), weapons=[gun(**weapon)])
    state = position(
        shooter, model("b1", (1900, 500), W=2), model("b2", (2940, 2140)), phase="shooting", step="fire-at-will"
    )
    return state, Declaration(by="a", action=Shoot(model="a1", volleys=(Volley("gun", "b1"),)))


def declared(action: Action) -> Declaration[Any]:
    return Declaration(by="a", action=action)


@pytest.mark.parametrize(
    "weapon",
    [
        pytest.param({}, id="one shot"),
        pytest.param({"type": "Heavy", "attacks": 2, "AP": -1}, id="two shots with AP"),
        pytest.param({"D": "D3"}, id="random damage"),
        pytest.param({"type": "Heavy", "attacks": 2, "D": 2}, id="two injury dice"),
    ],
)
def test_a_volley_is_the_same_as_every_tape(weapon: dict[str, Any]) -> None:
    state, declaration = shooting(**weapon)
    counted = distribution(KT, state, declaration, lambda decided: outcome(state, decided.state), seen=unseen)
    assert counted == every_tape(state, declaration)
    assert sum(counted.values()) == 1


def test_melee_on_two_targets_is_the_same_as_every_tape() -> None:
    state = position(
        model("a1", (500, 500), A=2, weapons=[blade()]), model("b1", (650, 500)), model("b2", (500, 650)),
        phase="fight", step="lives",
    )  # fmt: skip
    blows = (Blow("blade", "b1", 1), Blow("blade", "b2", 1))
    declaration = declared(Fight(model="a1", blows=blows))
    counted = distribution(KT, state, declaration, lambda decided: outcome(state, decided.state), seen=unseen)
    assert counted == every_tape(state, declaration)


def test_one_shot_by_hand() -> None:
    # BS 3+ at 13", long range of 24" is beyond 12": needs 3 with -1, so 4+: 1/2. S 4 on T 4: 1/2. Sv 4+: fails 1/2.
    # W 2 leaves 1 wound and no injury roll: 1/8 in all.
    state, declaration = shooting()
    chances = odds(KT, state, declaration)
    assert [(c.numerator, c.denominator) for c in chances] == [(7, 8), (1, 8)]
    assert chances[1].outcome == (("b1", 1, 0, False),)


def test_an_advance_has_six_lengths() -> None:
    state = position(model("a1", (500, 500)), model("b1", (2500, 500)))
    counted = distribution(
        KT, state, declared(Advance(model="a1")), lambda d: d.state.pending and d.state.pending.value
    )
    assert counted == {600 + 100 * face: Fraction(1, 6) for face in range(1, 7)}


def test_psychic_perils_are_counted_exactly() -> None:
    # Psybolt needs 5 on 2D6: 30 of 36. Perils on a double 1 or 6: 2 of 36.
    state = position(model("a1", (500, 500), keywords=["PSYKER"], W=5), model("b1", (1500, 500), W=5), phase="psychic")
    counted = distribution(
        KT,
        state,
        declared(Manifest(model="a1")),
        lambda d: (d.state.models["a1"].wounds < 5, d.state.models["b1"].wounds),
    )
    assert sum(p for (hurt, _), p in counted.items() if hurt) == Fraction(2, 36)
    assert sum(p for (_, wounds), p in counted.items() if wounds < 5) == Fraction(30, 36)
    # 11 and 12 deal D3: 3 of 36, a third each for 1, 2 and 3 wounds.
    assert sum(p for (_, wounds), p in counted.items() if wounds == 2) == Fraction(1, 36)


def test_what_is_not_allowed_has_no_odds() -> None:
    state, _ = shooting()
    with pytest.raises(rules.IllegalAction):
        odds(KT, state, declared(Shoot(model="a1", volleys=(Volley("gun", "b2"),))))


def test_too_many_courses_are_refused() -> None:
    state, declaration = shooting(type="Heavy", attacks=6)
    with pytest.raises(TooMany, match="more than 2 different ways"):
        odds(KT, state, declaration, most=2)


@pytest.mark.parametrize("key", list(SYSTEMS))
def test_what_courses_share_changes_no_chance(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that were measured before the first die are those that every course would measure by itself."""
    file, of, seen = games(key, 1)[0], ruleset(key), 0
    state = rules.empty(of)
    for event in file.events:
        before = state.copied()
        rules.evolve(state, event)
        if not event.dice or seen >= 25:
            continue
        try:
            shared = odds(of, before, event.declaration(), most=60)
        except rules.RulesError:
            continue
        with monkeypatch.context() as patch:
            patch.setattr(Known, "once", lambda known, asked, measure, table=False: measure())
            assert shared == odds(of, before, event.declaration(), most=60)
        seen += 1
    assert seen


def test_equal_sub_courses_are_followed_once() -> None:
    # Six shots: every number of wounds is followed once, however many hits it came from.
    state, declaration = shooting(type="Heavy", attacks=6)
    ended: list[object] = []
    for seen in (None, unseen):
        ends: list[object] = []
        of = partial(_noting, state, ends)
        ended.append(distribution(KT, state, declaration, of, seen=seen))
        ended.append(len(ends))
    plain, plainly, merged, once = ended
    assert merged == plain
    assert isinstance(once, int) and isinstance(plainly, int) and once * 10 < plainly


def _noting(state: State, ends: list[object], decided: rules.Decided) -> object:
    ends.append(decided)
    return outcome(state, decided.state)


@pytest.mark.parametrize("key", list(SYSTEMS))
def test_milestones_change_no_chance(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through golden games: what is followed together from a milestone on gives what every course gives by itself."""
    of, merged = ruleset(key), 0
    most = 600 if os.environ.get("GAMELOG_LONG") else 60
    for file in games(key, 99 if os.environ.get("GAMELOG_LONG") else 2):
        state, lenient = rules.empty(of), file.header.policy == "declared"
        for event in file.events:
            before = state.copied()
            rules.evolve(state, event)
            if not event.dice:
                continue
            with monkeypatch.context() as patch:
                patch.setattr(Context, "milestone", lambda ctx, *rest: None)
                try:
                    plain = rules.luck(of, before, event, most=most, lenient=lenient)
                except TooMany:
                    continue
            found = rules.luck(of, before, event, most=most, lenient=lenient)
            merged += found.ways < plain.ways
            assert msgspec.structs.replace(found, ways=0) == msgspec.structs.replace(plain, ways=0), event.number
    assert merged


def test_the_caller_ends_the_count() -> None:
    state, declaration = shooting(type="Heavy", attacks=6)
    asked: list[bool] = []

    def go_on() -> bool:
        asked.append(len(asked) < 5)
        return asked[-1]

    with pytest.raises(OutOfTime):
        distribution(KT, state, declaration, lambda decided: None, go_on=go_on)
    assert asked == [True] * 5 + [False]


def test_courses_that_wait_for_an_answer_are_not_merged() -> None:
    # A question holds the dice so far, so that no two courses are in the same position.
    state, declaration = shooting(type="Heavy", attacks=3)
    holding = msgspec.structs.replace(declaration, hold=("a",))
    plain = distribution(KT, state, holding, lambda decided: outcome(state, decided.state))
    assert distribution(KT, state, holding, lambda decided: outcome(state, decided.state), seen=unseen) == plain
