"""The combat score, Break tests, who stands firm, who pursues whom and how far."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import rules
from rules.kernel import regiment as kernel
from rules.kernel.effects import Formed, Noted, Rolled
from rules.kernel.state import State
from rules.odds import distribution
from rules.t9a import melee as chapter
from rules.t9a.discipline import TakeTest
from rules.t9a.discipline import TestAgain as RollAgain
from rules.t9a.melee import Pursue
from rules.t9a.turn import Pass

from .battle import against, duel, fled, fought, melee, one, rolls, score, takes, totals
from .parade import LEFT, RIGHT, Group, asked, decide, effects_of, foes, refusal, regiment, result

BREAK, PURSUIT, RESTRAIN = "t9a.core.break-test", "t9a.core.pursuit", "t9a.core.restrain"
SCORE, STEADFAST, STUBBORN = "t9a.core.combat-score", "t9a.core.steadfast", "t9a.core.stubborn"
BANNERS = {1: {"keywords": ("Standard", "Infantry", "Standard Bearer", "Battle Standard Bearer")}}
CHARGED = {"t9a.core.charge-range": "b1"}
NO_BLOWS: dict[str, Any] = {"Att": 0}


def lines(mine: int, other: int, *, ours: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None) -> State:
    """Two regiments of five files, face to face in contact; nobody strikes, so that only the rest counts."""
    return melee(
        regiment("a1", (1000, 1000), mine, **{**NO_BLOWS, **(ours or {})}),
        foes("b1", (1394, 1000), other, **{**NO_BLOWS, **(theirs or {})}),
    )


def bearer(number: int, *keywords: str) -> dict[int, dict[str, Any]]:
    """The model of this number bears a standard, or is something else."""
    return {number: {"keywords": ("Standard", "Infantry", *keywords)}}


# the score


def test_health_points_lost_count_for_the_enemy() -> None:
    """t9a.core.combat-score: three lost by one model of four Health Points, and one the other way."""
    state = duel({"Att": 3, "HP": 2}, {"HP": 4})
    done = fought(state, (6, 6, 6, 6, 6, 6, 6, 6))
    assert totals(done) == (3, 1)
    assert score(done)[("a", "health points lost by the enemy")] == 3


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param(lines(5, 5), {}, id="t9a.core.combat-score.nothing"),
        pytest.param(lines(5, 5, ours={"turn": CHARGED}), {"charge": 1}, id="t9a.core.combat-score.charge"),
        pytest.param(lines(9, 5), {}, id="t9a.core.combat-score.second-rank-of-four"),
        pytest.param(lines(10, 5), {"ranks": 1}, id="t9a.core.combat-score.second-rank"),
        pytest.param(lines(20, 5), {"ranks": 3}, id="t9a.core.combat-score.fourth-rank"),
        pytest.param(lines(25, 5), {"ranks": 3}, id="t9a.core.combat-score.fifth-rank"),
        pytest.param(lines(5, 5, ours={"special": bearer(1, "Standard Bearer")}), {"standard": 1},
                     id="t9a.core.combat-score.standard"),
        pytest.param(lines(5, 5, ours={"special": bearer(1, "Character", "Battle Standard Bearer")}),
                     {"battle standard": 1}, id="t9a.core.combat-score.battle-standard"),
    ],
)  # fmt: skip
def test_what_counts_in_the_score(state: State, expected: dict[str, int]) -> None:
    found = score(fought(state, ()))
    assert {what: n for (side, what), n in found.items() if side == "a" and what != "combat score"} == expected
    assert found[("a", "combat score")] == sum(expected.values())


def attacked(*attackers: Group) -> State:
    """a1, fifteen strong, faces up the table at (1000, 1000) with nobody in front, and is attacked by b."""
    return melee(regiment("a1", (1000, 1000), 15, **NO_BLOWS), *attackers)


def on_the_left(count: int) -> Group:
    return regiment("b1", (1000, 1100), count, facing=RIGHT, **NO_BLOWS)


def on_the_right(count: int) -> Group:
    return regiment("b2", (1394, 650), count, facing=LEFT, **NO_BLOWS)


def in_the_rear(count: int) -> Group:
    return regiment("b3", (1000, 764), count, **NO_BLOWS)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param(attacked(on_the_left(4)), {"flank": 1}, id="t9a.core.combat-score.flank"),
        pytest.param(attacked(on_the_left(5)), {"flank": 2}, id="t9a.core.combat-score.flank-with-a-full-rank"),
        pytest.param(attacked(on_the_right(4)), {"flank": 1}, id="t9a.core.combat-score.flank-on-the-right"),
        pytest.param(attacked(in_the_rear(4)), {"rear": 2}, id="t9a.core.combat-score.rear"),
        pytest.param(attacked(in_the_rear(5)), {"rear": 3}, id="t9a.core.combat-score.rear-with-a-full-rank"),
        pytest.param(attacked(on_the_left(4), on_the_right(4)), {"flank": 1}, id="t9a.core.combat-score.flank-once"),
        pytest.param(attacked(on_the_left(4), in_the_rear(5)), {"flank": 1, "rear": 3},
                     id="t9a.core.combat-score.flank-and-rear"),
    ],
)  # fmt: skip
def test_the_side_from_which_one_attacks(state: State, expected: dict[str, int]) -> None:
    found = score(fought(state, ()))
    assert {what: n for (side, what), n in found.items() if side == "b" and what != "combat score"} == expected
    assert found[("a", "combat score")] == 2  # three Full Ranks


def test_a_combat_of_several_units_has_one_score() -> None:
    """t9a.core.combat-score: the deepest unit and every standard of a side; b2 fights a1 only through b1's combat."""
    state = melee(
        regiment("a1", (1000, 1000), 10, **NO_BLOWS),
        regiment("a2", (1500, 1000), 15, special=bearer(1, "Standard Bearer"), **NO_BLOWS),
        foes("b1", (1700, 1000), 10, files=10, special=bearer(1, "Standard Bearer"), **NO_BLOWS),
        foes("b2", (3394, 1000), 10, **NO_BLOWS),
    )
    done = fought(state, (), "a2")
    assert totals(done) == (3, 1)
    assert {u.id for u in done.state.units.values() if chapter.FOUGHT in u.phase} == {"a1", "a2", "b1"}
    assert asked(done) == (BREAK, "b", "b1")


def test_ranks_are_counted_after_the_losses() -> None:
    """t9a.core.combat-score: one of ten falls, and the second rank is no longer full."""
    state = melee(one(Agi=5), foes("b1", (1236, 1000), 10, **NO_BLOWS))
    assert score(fought(state, (1,)))[("b", "combat score")] == 1
    lost = score(fought(state, (6, 6)))
    assert (lost[("a", "combat score")], lost[("b", "combat score")]) == (1, 0)


# Break tests


def test_only_the_losers_test_on_their_discipline_less_the_difference() -> None:
    """t9a.core.break-test: lost by 3; Discipline 7 is tested on 4."""
    state = fought(lines(20, 5), ())
    assert asked(state) == (BREAK, "b", "b1")
    held, broke = takes(state.state, "b1", 2, 2), takes(state.state, "b1", 2, 3)
    assert rolls(held, BREAK)[0].modifiers == ((SCORE, -3),)
    assert (result(held)[1:], result(broke)[1:]) == ((4, "passed"), (4, "failed"))
    assert "t9a.core.fleeing" not in held.state.units["b1"].game
    assert broke.state.units["b1"].game["t9a.core.fleeing"] == "broken"
    assert asked(broke) == ("t9a.core.flee-distance", "b", "b1")


def test_a_draw_breaks_nobody() -> None:
    """t9a.core.break-test"""
    done = fought(lines(5, 5), ())
    assert done.state.pending is None


def test_every_unit_of_the_losing_side_tests() -> None:
    """t9a.core.break-test"""
    state = melee(
        regiment("a1", (1000, 1000), 20, files=5, **NO_BLOWS),
        foes("b1", (1197, 1000), 5, **NO_BLOWS), foes("b2", (1591, 1000), 5, **NO_BLOWS),
    )  # fmt: skip
    first = fought(state, ())
    assert asked(first) == (BREAK, "b", "b1")
    second = takes(first.state, "b1", 1, 1)
    assert asked(second) == (BREAK, "b", "b2")


def test_a_loser_whose_enemy_is_gone_tests_as_well() -> None:
    """t9a.core.break-test: b2 kills both models of a2, which stood corner to corner with b1; b has lost anyway."""
    state = melee(
        regiment("a1", (1000, 1000), 20, **NO_BLOWS), foes("b1", (1394, 1000), 5, **NO_BLOWS),
        regiment("a2", (1394, 1000), 2, **NO_BLOWS), against("b2", (1551, 1000), Agi=5, Att=2),
    )  # fmt: skip
    done = fought(state, (6, 6, 6, 6))
    assert totals(done) == (3, 2)
    again = takes(done.state, "b1", 1, 1)
    assert asked(again) == (BREAK, "b", "b2")


@pytest.mark.parametrize(
    ("mine", "modifiers", "limit"),
    [
        pytest.param({"has": {STUBBORN: 1}}, ((STUBBORN, 0),), 7, id="t9a.core.stubborn"),
        pytest.param({}, ((SCORE, -3),), 4, id="t9a.core.stubborn.without"),
    ],
)  # fmt: skip
def test_who_is_stubborn_ignores_the_difference(mine: dict[str, Any], modifiers: Any, limit: int) -> None:
    state = fought(lines(20, 5, theirs=mine), ()).state
    done = takes(state, "b1", 1, 1)
    assert rolls(done, BREAK)[0].modifiers == modifiers
    assert result(done)[1] == limit


@pytest.mark.parametrize(
    ("ranks", "modifiers", "limit"),
    [
        pytest.param(3, ((STEADFAST, 0),), 7, id="t9a.core.steadfast.more-ranks"),
        pytest.param(2, ((SCORE, -3),), 4, id="t9a.core.steadfast.as-many-ranks"),
    ],
)
def test_more_full_ranks_than_the_enemy_is_steadfast(ranks: int, modifiers: Any, limit: int) -> None:
    """a has two Full Ranks, a charge, a standard and a Battle Standard: 4; each rank of b after the first is 1."""
    state = lines(10, 5 * ranks, ours={"special": BANNERS, "turn": CHARGED})
    done = takes(fought(state, ()).state, "b1", 1, 1)
    assert rolls(done, BREAK)[0].modifiers == modifiers
    assert result(done)[1] == limit


def test_one_enemy_with_as_many_ranks_is_enough_against_steadfast() -> None:
    """t9a.core.steadfast: b1 has three Full Ranks, a1 one, a2 three."""
    state = melee(
        regiment("a1", (803, 1000), 5, turn=CHARGED, **NO_BLOWS), regiment("a2", (1197, 1000), 15, **NO_BLOWS),
        foes("b1", (1394, 1000), 15, **NO_BLOWS),
    )  # fmt: skip
    done = fought(state, ())
    assert totals(done) == (3, 2)
    assert rolls(takes(done.state, "b1", 1, 1), BREAK)[0].modifiers == ((SCORE, -1),)
    alone = lines(5, 15, ours={"special": BANNERS, "turn": CHARGED})
    done = fought(alone, ())
    assert totals(done) == (3, 2)
    assert rolls(takes(done.state, "b1", 1, 1), BREAK)[0].modifiers == ((STEADFAST, 0),)


# pursuit


def broken(length: tuple[int, int] = (2, 3), **winner: Any) -> State:
    """a1 has broken b1, which has fled; a1 is asked whether it pursues."""
    state = lines(20, 5, ours=winner)
    state = takes(fought(state, ()).state, "b1", 6, 6).state
    return fled(state, "b1", *length).state


@pytest.mark.parametrize(
    ("dice", "caught"),
    [
        pytest.param((2, 3), True, id="t9a.core.pursuit.as-far"),
        pytest.param((2, 2), False, id="t9a.core.pursuit.less-far"),
        pytest.param((6, 6), True, id="t9a.core.pursuit.farther"),
    ],
)
def test_a_pursuit_as_far_as_the_flight_destroys(dice: tuple[int, int], caught: bool) -> None:
    state = broken()
    assert state.pending is not None
    assert (state.pending.clause, state.pending.side, state.pending.targets) == (PURSUIT, "a", ("b1",))
    done = decide(state, "a", Pursue(unit="a1"), dice)
    assert (done.state.units["b1"].formation is None) == caught
    assert bool([e for e in effects_of(done, Noted, PURSUIT) if e.text == "caught"]) == caught
    before, after = state.units["a1"].formation, done.state.units["a1"].formation
    assert before is not None and after is not None
    assert after.at[1] > before.at[1]


def test_a_pursuer_goes_as_far_as_it_rolled_and_stops_before_others() -> None:
    """t9a.core.pursuit: 12 inches up the table; a third unit in the way stops it an inch before."""
    state = broken()
    done = decide(state, "a", Pursue(unit="a1"), (6, 6))
    assert _ahead(state, done.state) == 1200
    other = foes("b9", (1394, 1700), 5)
    state.units["b9"] = other[0]
    state.models.update({m.id: m for m in other[1]})
    done = decide(state, "a", Pursue(unit="a1"), (6, 6))
    assert 100 < 1700 - 1000 - _ahead(state, done.state) <= 110


def _ahead(before: State, after: State) -> int:
    was, now = before.units["a1"].formation, after.units["a1"].formation
    assert was is not None and now is not None
    return now.at[1] - was.at[1]


def test_odds_of_catching() -> None:
    """t9a.core.pursuit: 5 or more with two dice: 30 of 36."""
    found = distribution(
        rules.load("t9a"), broken(), rules.Declaration(by="a", action=Pursue(unit="a1")),
        lambda decided: decided.state.units["b1"].formation is None,
    )  # fmt: skip
    assert found[True] == Fraction(30, 36)


def two_broken() -> State:
    """a1 has broken b1 and b2, which have fled 5 and 9 inches."""
    state = melee(
        regiment("a1", (1000, 1000), 20, **NO_BLOWS),
        foes("b1", (1197, 1000), 5, **NO_BLOWS), foes("b2", (1591, 1000), 5, **NO_BLOWS),
    )  # fmt: skip
    state = fought(state, ()).state
    state = fled(takes(state, "b1", 6, 6).state, "b1", 2, 3).state
    return fled(takes(state, "b2", 6, 6).state, "b2", 4, 5).state


def test_of_several_broken_enemies_one_is_pursued() -> None:
    """t9a.core.pursuit"""
    state = two_broken()
    assert state.pending is not None and state.pending.targets == ("b1", "b2")
    assert refusal(state, "a", Pursue(unit="a1"), (1, 1)) == PURSUIT
    assert refusal(state, "a", Pursue(unit="a1", target="a1"), (1, 1)) == PURSUIT
    done = decide(state, "a", Pursue(unit="a1", target="b2"), (4, 4))
    assert done.state.units["b2"].formation is not None
    done = decide(state, "a", Pursue(unit="a1", target="b2"), (4, 5))
    assert (done.state.units["b1"].formation is None, done.state.units["b2"].formation is None) == (False, True)


def test_nobody_pursues_who_is_still_engaged() -> None:
    """t9a.core.pursuit: b2 holds; so a1 stays."""
    state = melee(
        regiment("a1", (1000, 1000), 20, **NO_BLOWS),
        foes("b1", (1197, 1000), 5, **NO_BLOWS), foes("b2", (1591, 1000), 5, **NO_BLOWS),
    )  # fmt: skip
    state = takes(fought(state, ()).state, "b1", 6, 6).state
    state = takes(fled(state, "b1", 2, 3).state, "b2", 1, 1).state
    assert state.pending is not None and state.pending.clause == "t9a.core.rally"  # the phase is over


def test_a_shaken_unit_does_not_pursue() -> None:
    """t9a.core.pursuit, and t9a.core.shaken: it is Shaken by Fear to the end of the phase."""
    state = takes(fought(lines(20, 5, ours={"phase": {"t9a.core.shaken": 1}}), ()).state, "b1", 6, 6).state
    done = fled(state, "b1", 2, 3)
    assert [e.model for e in effects_of(done, Noted, "t9a.core.shaken")] == ["a1"]
    assert asked(done)[0] == "t9a.core.rally"  # the phase is over


def test_who_fled_off_the_table_is_pursued_the_way_it_went() -> None:
    """t9a.core.pursuit"""
    state = melee(
        regiment("a1", (1000, 4000), 20, **NO_BLOWS), foes("b1", (1394, 4000), 5, **NO_BLOWS),
        foes("b2", (6000, 1000), 5),
    )  # fmt: skip
    gone = fled(takes(fought(state, ()).state, "b1", 6, 6).state, "b1", 6, 6)
    assert gone.state.units["b1"].formation is None
    assert asked(gone) == (PURSUIT, "a", "a1")
    done = decide(gone.state, "a", Pursue(unit="a1"), (1, 2))
    assert _ahead(gone.state, done.state) == 300


def test_nobody_answers_for_the_winner() -> None:
    """t9a.core.pursuit"""
    assert refusal(broken(), "b", Pursue(unit="a1"), (1, 1)) == PURSUIT
    assert refusal(duel(), "a", Pursue(unit="a1"), (1, 1)) == PURSUIT


# restraint


@pytest.mark.parametrize(
    ("dice", "held"),
    [
        pytest.param((3, 4), True, id="t9a.core.restrain.passed"),
        pytest.param((4, 4, 6, 6), False, id="t9a.core.restrain.failed"),
    ],
)
def test_who_does_not_pursue_has_to_restrain_itself(dice: tuple[int, ...], held: bool) -> None:
    state = broken()
    declined = decide(state, "a", Pass())
    assert asked(declined) == (RESTRAIN, "a", "a1")
    done = decide(declined.state, "a", TakeTest(unit="a1"), dice)
    assert result(done)[1:] == (7, "passed" if held else "failed")
    assert (_ahead(state, done.state) == 0) == held
    assert (done.state.units["b1"].formation is None) == (not held)


def test_who_fails_to_hold_back_pursues_the_nearest() -> None:
    """t9a.core.restrain"""
    declined = decide(two_broken(), "a", Pass())
    done = decide(declined.state, "a", TakeTest(unit="a1"), (6, 6, 6, 6))
    assert (done.state.units["b1"].formation is None, done.state.units["b2"].formation is None) == (True, False)


# contact


def test_a_unit_that_shrinks_keeps_contact() -> None:
    """t9a.assumed.combat.contact: of five in one rank the left end stays, and the enemy touches only the right end."""
    state = melee(one("a1", (1000, 1000), Agi=5, Att=3, Off=9, Str=9), foes("b1", (1394, 1000), 5, Dis=10, **NO_BLOWS))
    done = fought(state, (6,) * 6)
    assert [e.unit for e in effects_of(done, Formed, "t9a.assumed.combat.contact")] == ["b1"]
    a, b = done.state.units["a1"].formation, done.state.units["b1"].formation
    assert a is not None and b is not None
    assert kernel.contact(kernel.boundary(a), kernel.boundary(b))
    assert (b.files, b.at[0]) == (2, 1394 - 158 - 78), "as far as it was away, and a base of 20 mm"


def test_a_test_is_rolled_again_once_and_whole() -> None:
    """Both dice again, and what falls then stands: nobody is asked a second time."""
    flag = {1: {"keywords": ("Standard", "Infantry", "Character", "Battle Standard Bearer"), "Dis": 7}}
    state = lines(25, 5, theirs={"special": flag})
    first = takes(fought(state, ()).state, "b1", 6, 6)
    assert asked(first) == ("t9a.rally-around-the-flag.reroll", "b", "b1")
    again = decide(first.state, "b", RollAgain(unit="b1"), (1, 2))
    assert [len(r.faces) for r in effects_of(again, Rolled)] == [2]
    assert "t9a.core.fleeing" not in again.state.units["b1"].game
    worse = decide(first.state, "b", RollAgain(unit="b1"), (6, 6))
    assert worse.state.units["b1"].game["t9a.core.fleeing"] == "broken"
