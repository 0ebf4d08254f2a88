"""The order of turns and phases, how long a game lasts, how it ends."""

from __future__ import annotations

import pytest

import rules
from rules.kernel.effects import Turned
from rules.kernel.state import State
from rules.wh40k import turn, words
from rules.wh40k.turn import Pass, RollLength
from tests.rules.wh40k.field import Group, asked, decide, effects_of, field, refusal, squad, then, wanted
from tests.rules.wh40k.scene import context


def both() -> tuple[Group, Group]:
    """A squad of each side, far apart."""
    return squad("au1", (1000, 1000)), squad("bu1", (5000, 4000))


def ending(number: int, turn: str = "b", **more: object) -> State:
    """The Fight sub-phase of the last player turn of a game turn."""
    return field(*both(), phase="assault", step="fight", round=number, turn=turn, **more)  # type: ignore[arg-type]


def test_phases_of_a_game_turn() -> None:
    """A player turn for each side: movement, shooting, charges, fights. There is no psychic phase."""
    clause = "wh40k.assumed.turn-structure"
    assert clause in rules.load("wh40k").clauses
    state, seen, steps = field(*both(), round=1), [], []
    for _ in range(7):
        seen.append((state.round, state.turn, state.phase, state.step))
        done = decide(state, state.to_act, Pass())
        steps += [e.step for e in effects_of(done, Turned) if e.step in ("charge", "fight")]
        state = done.state
    one = [("movement", ""), ("shooting", ""), ("assault", "charge")]
    assert seen == [(1, side, *step) for side in "ab" for step in one] + [(2, "a", "movement", "")]
    assert steps == ["charge", "fight"] * 2


def test_only_the_side_whose_turn_it_is_acts() -> None:
    clause = "wh40k.assumed.turn-structure"
    assert refusal(field(*both()), "b", Pass()) == clause


def test_a_unit_may_be_passed_over() -> None:
    assert words.ACTED == "wh40k.assumed.turn-structure"
    done = decide(field(*both()), "a", Pass(unit="au1"))
    assert words.ACTED in done.state.units["au1"].phase
    assert done.state.phase == "movement"


def test_marks_go_with_the_turn_and_the_phase() -> None:
    assert turn.STRUCTURE == "wh40k.assumed.turn-structure"
    state = field(squad("au1", (1000, 1000), phase={words.ACTED: 1}, turn={words.MOVED: 300}), both()[1])
    state = decide(state, "a", Pass()).state
    assert (words.ACTED in state.units["au1"].phase, words.MOVED in state.units["au1"].turn) == (False, True)
    state = then(state, *[("a", Pass(), ())] * 2)
    assert (state.turn, words.MOVED in state.units["au1"].turn) == ("b", False)


@pytest.mark.parametrize("number", [1, 4])
def test_five_turns_are_played_without_a_roll(number: int) -> None:
    assert "wh40k.assumed.game-length" in rules.load("wh40k").clauses
    state = decide(ending(number), "b", Pass()).state
    assert (state.round, state.turn, state.over) == (number + 1, "a", None)


@pytest.mark.parametrize("number, face, goes_on", [(5, 2, False), (5, 3, True), (6, 3, False), (6, 4, True)])
def test_a_sixth_turn_on_3_and_a_seventh_on_4(number: int, face: int, goes_on: bool) -> None:
    clause = "wh40k.assumed.game-length"
    done = decide(ending(number), "b", Pass())
    assert asked(done)[:2] == (clause, "a")
    assert wanted(done.state, "a", RollLength()) == (1, clause)
    state = decide(done.state, "a", RollLength(), (face,)).state
    assert (state.over is None) is goes_on
    assert state.round == number + goes_on


def test_the_seventh_is_the_last() -> None:
    clause = "wh40k.assumed.game-length"
    state = decide(ending(7), "b", Pass()).state
    assert state.over is not None
    assert state.phase == "over"
    assert clause == turn.LENGTH


def test_another_length_may_be_agreed() -> None:
    clause = "wh40k.assumed.game-length"
    done = decide(ending(3, options={clause: 3}), "b", Pass())
    assert asked(done)[0] == clause
    assert decide(ending(5, options={clause: 3}), "b", Pass()).state.over is not None


def test_nobody_rolls_for_the_length_in_the_middle() -> None:
    clause = "wh40k.assumed.game-length"
    assert refusal(field(*both()), "a", RollLength(), (6,)) == clause


def test_without_a_mission_destroyed_points_decide() -> None:
    """The source prints no victory conditions: the points of destroyed units are reported, the higher wins."""
    clause = "wh40k.assumed.victory"
    state = field(*both(), squad("bu2", (3000, 3000), points=80), phase="assault", step="fight", round=7, turn="b")
    for key in ("bu2.1", "bu2.2", "bu2.3", "bu2.4", "bu2.5"):
        state.models[key].out = True
    over = decide(state, "b", Pass()).state.over
    assert over is not None
    assert (over.winner, over.reason, over.score) == ("a", clause, {"a": 80, "b": 0})


def test_a_unit_without_models_is_destroyed() -> None:
    clause = "wh40k.assumed.unit-destroyed"
    state = field(*both(), squad("bu2", (3000, 3000), 2, points=80))
    state.models["bu2.1"].out = True
    assert turn.score(state) == {"a": 0, "b": 0}
    state.models["bu2.2"].out = True
    assert turn.score(state) == {"a": 80, "b": 0}
    assert clause == turn.WIPED_OUT


def test_a_side_without_models_has_lost() -> None:
    clause = "wh40k.assumed.unit-destroyed"
    ctx = context(field(*both()))
    words.destroy(ctx, ctx.state.units["bu1"], clause)
    ctx.ruleset.settle(ctx)
    assert ctx.state.over is not None
    assert (ctx.state.over.winner, ctx.state.over.score) == ("a", {"a": 100, "b": 0})


def test_a_side_that_is_all_in_reserve_goes_on() -> None:
    assert turn.WIPED_OUT == "wh40k.assumed.unit-destroyed"
    state = field(both()[0], squad("bu1", None, game={words.RESERVE: "reserve"}))
    assert decide(state, "a", Pass()).state.over is None


def test_a_character_that_joined_another_unit_is_not_destroyed() -> None:
    clause = "wh40k.assumed.unit-destroyed"
    assert clause == turn.WIPED_OUT
    state = field(*both(), squad("bu2", (3000, 3000), 1, points=80))
    state.models["bu2.1"].unit = "bu1"
    assert turn.score(state) == {"a": 0, "b": 0}
    for n in range(1, 6):
        state.models[f"bu1.{n}"].out = True
    assert turn.score(state) == {"a": 100, "b": 0}
