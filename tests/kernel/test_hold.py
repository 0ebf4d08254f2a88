"""A declaration that waits at a roll (`log.hold`): nothing happens until its answer, which changes that roll alone."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

import rules
from rules import autoplay
from rules.audit import read_rolls
from rules.kernel import hold
from rules.kernel.actions import Concede, Fact
from rules.kernel.dice import Seeded
from rules.kernel.effects import Asked, Counted, Rolled
from rules.kernel.engine import decide
from rules.kernel.events import Claim, Declaration, Event, Reroll
from rules.kernel.hold import GoOn
from rules.kernel.state import State
from rules.kt.game import Pass
from rules.kt.shoot import Shoot, Volley
from tests.kernel.games import DEMO, KT
from tests.rules.kt.board import gun, model, position

SHOT: Declaration[Any] = Declaration(by="a", action=Shoot(model="a1", volleys=(Volley("g", "b1"),)))
BOTH = msgspec.structs.replace(SHOT, hold=("a", "b"))


def duel(cp: int = 3) -> State:
    """Two models 6" apart, each side with command points."""
    state = position(
        model("a1", (500, 500), weapons=[gun("g", type="Assault")]), model("b1", (1100, 500)), phase="shooting",
        step="fire-at-will",
    )  # fmt: skip
    for side in state.sides.values():
        side.counters["cp"] = cp
    return state


def after(state: State, declaration: Declaration[Any], *dice: int) -> rules.Decided:
    return rules.decide(KT, state, msgspec.structs.replace(declaration, dice=dice))


def on(by: str, *dice: int, **more: Any) -> Declaration[Any]:
    return Declaration(by=by, action=GoOn(), dice=dice, **more)


def refusal(state: State, declaration: Declaration[Any], **more: Any) -> str:
    with pytest.raises(rules.RulesError) as refused:
        rules.decide(KT, state, declaration, **more)
    return str(getattr(refused.value, "clause", "malformed"))


def test_nothing_has_happened_while_a_roll_waits() -> None:
    state = duel()
    waits = after(state, BOTH, 1)
    (rolled, asked) = waits.effects
    assert isinstance(rolled, Rolled) and rolled.faces == (1,) and isinstance(asked, Asked)
    assert (asked.decision.clause, asked.decision.side) == ("log.hold", "a")
    same = waits.state.copied()
    same.pending = state.pending
    assert same == state
    assert [(o.side, o.action) for o in rules.options(KT, waits.state)] == [("a", "go-on")]


@pytest.mark.parametrize(
    "faces", [(4, 4, 1, 5), (1,), (4, 1), (4, 4, 6), (6, 6, 2, 1)], ids=lambda f: "log.hold-" + "".join(map(str, f))
)
def test_letting_every_roll_stand_comes_to_the_same(faces: tuple[int, ...]) -> None:
    state = duel()
    tape = list(faces)
    straight = rules.decide(KT, state, msgspec.structs.replace(SHOT, dice=faces))
    decided = rules.decide(KT, state, BOTH, draw=lambda throw: tuple(tape.pop(0) for _ in range(throw.count)))
    stops = 0
    while hold.waiting(decided.state):
        stops += 1
        asked = decided.state.pending
        assert asked is not None
        decided = rules.decide(
            KT, decided.state, on(asked.side), draw=lambda throw: tuple(tape.pop(0) for _ in range(throw.count))
        )
    assert stops >= 1 and not tape
    assert decided.state == straight.state
    assert [e for e in decided.effects if e.rule != "log.hold"] == list(straight.effects)


def test_the_roll_that_waits_is_made_again_and_paid_for() -> None:
    state = duel()
    waits = after(state, BOTH, 1)
    decided = rules.decide(KT, waits.state, on("a", 2, rerolls=(Reroll(0),)))
    assert decided.dice == (2,)
    paid = [e for e in decided.effects if isinstance(e, Counted)]
    assert [(e.side, e.by) for e in paid] == [("a", -1)] and decided.state.sides["a"].counters["cp"] == 2
    # The same as it would have come to with the faces told beforehand.
    known = msgspec.structs.replace(SHOT, dice=(1, 2), rerolls=(Reroll(0),))
    assert rules.decide(KT, state, known).state == decided.state


def test_command_points_are_those_after_the_price() -> None:
    """While a later roll waits, the position has what was paid for an earlier one; in the end it is paid once."""
    state = duel()
    waits = after(state, BOTH, 1)
    assert waits.state.sides["a"].counters["cp"] == 3
    again = rules.decide(KT, waits.state, on("a", 4, 1, rerolls=(Reroll(0),)))  # a hit, and a failed wound
    asked = hold.waiting(again.state)
    assert asked is not None and (asked.side, asked.about["roll"], asked.about["paid"]) == ("a", 1, 1)
    assert again.state.sides["a"].counters["cp"] == 2
    resumed = rules.from_json(rules.to_json(again.state))
    done = rules.decide(KT, resumed, on("a", 4, 4, rerolls=(Reroll(1),)))
    assert hold.waiting(done.state) is not None and done.state.sides["a"].counters["cp"] == 1
    ended = rules.decide(KT, done.state, on("b"))
    assert ended.state.sides["a"].counters["cp"] == 1
    known = msgspec.structs.replace(SHOT, dice=(1, 4, 1, 4, 4), rerolls=(Reroll(0), Reroll(1)))
    assert rules.decide(KT, state, known).state == ended.state


def test_a_price_is_paid_once_though_it_is_the_last_point() -> None:
    waits = after(duel(cp=1), msgspec.structs.replace(SHOT, hold=("a", "b")), 1)
    again = rules.decide(KT, waits.state, on("a", 4, 4, 1, rerolls=(Reroll(0),)))
    asked = hold.waiting(again.state)
    assert asked is not None and asked.side == "b" and again.state.sides["a"].counters["cp"] == 0
    assert rules.decide(KT, again.state, on("b"), draw=Seeded(b"x").throw).state.sides["a"].counters["cp"] == 0


def test_once_a_phase_is_remembered_while_a_roll_waits() -> None:
    state = duel()
    state.options["kt.gap.stratagem-repeat"] = False
    again = rules.decide(KT, after(state, BOTH, 1).state, on("a", 4, 1, rerolls=(Reroll(0),)))
    assert "kt.stratagem.command-reroll" in again.state.sides["a"].phase
    assert hold.waiting(again.state) is None, "the failed wound cannot be re-rolled any more"


def test_an_answer_is_its_sides_own() -> None:
    """The defender re-rolls its save in the step the attacker declared, and nobody else does."""
    only = msgspec.structs.replace(SHOT, hold=("b",))
    waits = after(duel(), only, 4, 4, 1).state
    refused = on("b", 6, rerolls=(Reroll(2, by="a"),))
    assert refusal(waits, refused) == "kt.stratagem.command-reroll"
    done = rules.decide(KT, waits, on("b", 6, rerolls=(Reroll(2),)))
    assert [(e.side, e.by) for e in done.effects if isinstance(e, Counted)] == [("b", -1)]


# --- rolls that a rule lets one re-roll


def sniping(cp: int = 0) -> State:
    state = duel(cp)
    state.models["a1"] = model(
        "a1", (500, 500), weapons=[gun("g", type="Assault", attacks=2)], has={"kt.specialist.sniper": 1}
    )
    return state


def test_a_free_re_roll_waits_before_it_is_made() -> None:
    waits = after(sniping(), BOTH, 1, 1)
    (rolled, asked) = waits.effects
    assert isinstance(rolled, Rolled) and (rolled.faces, rolled.again, rolled.passed) == ((1, 1), (), (0, 0))
    assert isinstance(asked, Asked) and asked.decision.about["free"] == 1
    both = rules.decide(KT, waits.state, on("a", 2, 2))
    assert [e.again for e in both.effects if isinstance(e, Rolled)] == [((0, 2), (1, 2))]
    one = rules.decide(KT, waits.state, on("a", 2, rerolls=(Reroll(0, 1, stands=True),)))
    assert [e.again for e in one.effects if isinstance(e, Rolled)] == [((0, 2),)]
    neither = rules.decide(KT, waits.state, on("a", rerolls=tuple(Reroll(0, n, stands=True) for n in (0, 1))))
    assert [e.again for e in neither.effects if isinstance(e, Rolled)] == [()]


def test_after_a_free_re_roll_the_question_is_whether_to_pay() -> None:
    waits = after(sniping(cp=1), BOTH, 1, 4)
    assert refusal(waits.state, on("a", 2, 2, rerolls=(Reroll(0),))) == "log.hold", "first: does the die stand?"
    pays = rules.decide(KT, waits.state, on("a", rerolls=(Reroll(0, stands=True),)))
    asked = hold.waiting(pays.state)
    assert asked is not None and "free" not in asked.about and pays.state.sides["a"].counters["cp"] == 1
    assert refusal(pays.state, on("a", rerolls=(Reroll(0, stands=True),))) == "log.hold"
    done = rules.decide(KT, pays.state, on("a", 2, rerolls=(Reroll(0),)), draw=Seeded(b"x").throw)
    (hit, *_) = [e for e in done.effects if isinstance(e, Rolled)]
    assert (hit.faces, hit.again, hit.passed) == ((1, 4), ((0, 2),), (0, 1))
    assert done.state.sides["a"].counters["cp"] == 0


def test_nobody_is_asked_where_nothing_may_be_re_rolled() -> None:
    assert not hold.waiting(after(sniping(), BOTH, 2, 2).state)
    assert not hold.waiting(after(sniping(), msgspec.structs.replace(SHOT, hold=("b",)), 1, 1, 2, 2).state)


@pytest.mark.parametrize(
    ("declaration", "clause"),
    [
        pytest.param(on("b"), "log.hold", id="log.hold-other-side"),
        pytest.param(on("a", 2, rerolls=(Reroll(1),)), "log.hold", id="log.hold-other-roll"),
        pytest.param(on("a", 2, 3, rerolls=(Reroll(0), Reroll(0))), "log.hold", id="log.hold-twice"),
        pytest.param(on("a", hold=("a",)), "malformed", id="log.hold-hold"),
        pytest.param(on("a", claim=(Claim(model="b1", out=True),)), "malformed", id="log.hold-claim"),
        pytest.param(on("a", 3), "log.left-over", id="log.hold-left-over"),
        pytest.param(SHOT, "log.hold", id="log.hold-another-declaration"),
        pytest.param(Declaration(by="a", action=Pass(model="a1")), "log.hold", id="log.hold-pass"),
        pytest.param(Declaration(by="a", action=Fact(model="a1", ability="x", changes=())), "log.hold",
                     id="log.hold-fact"),
    ],
)  # fmt: skip
def test_refused(declaration: Declaration[Any], clause: str) -> None:
    waits = after(duel(), BOTH, 1).state
    assert refusal(waits, declaration) == clause
    assert refusal(duel(), on("a")) == "log.hold"


def test_who_cannot_pay_is_not_asked() -> None:
    assert not hold.waiting(after(duel(cp=0), BOTH, 1).state)
    assert not hold.waiting(after(duel(), msgspec.structs.replace(SHOT, hold=("b",)), 1).state)


def test_a_claim_does_not_wait() -> None:
    claimed = msgspec.structs.replace(BOTH, claim=(Claim(model="b1", out=True),))
    assert refusal(duel(), claimed) == "malformed"


def test_one_may_concede_while_a_roll_waits() -> None:
    assert after(after(duel(), BOTH, 1).state, Declaration(by="b", action=Concede())).state.over is not None


def test_it_goes_on_from_a_position() -> None:
    """All that it takes stands in the position."""
    waits = rules.from_json(rules.to_json(after(duel(), BOTH, 1).state))
    assert rules.decide(KT, waits, on("a")).state == rules.decide(KT, after(duel(), BOTH, 1).state, on("a")).state


@pytest.mark.parametrize(
    "about", [{}, {"declared": "{", "roll": 0}, {"declared": "[]", "roll": 0}, {"declared": 7, "roll": 0},
              {"declared": '{"by":"a","action":{"type":"go-on"}}', "roll": 0}, {"roll": "x", "declared": ""}],
)  # fmt: skip
def test_a_question_that_does_not_say_what_waits(about: Any) -> None:
    waits = after(duel(), BOTH, 1).state
    assert waits.pending is not None
    waits.pending = msgspec.structs.replace(waits.pending, about=about)
    assert refusal(waits, on("a")) == "malformed"


# --- whole games


@cache
def played(seed: int) -> rules.GameFile:
    return autoplay.play(KT, DEMO[:2], seed, dice="shared")


@pytest.mark.parametrize("seed", range(4))
def test_games_with_rolls_that_wait(seed: int) -> None:
    file = played(seed)
    answers = [event for event in file.events if isinstance(event.action, GoOn)]
    assert len(answers) > 5 and any(event.rerolls for event in answers)
    assert rules.report(KT, file.events, (), file.header).findings == ()
    state = rules.empty(KT)
    for event in file.events:
        again = decide(KT, state, event.declaration())
        assert (again.effects, again.dice) == (event.effects, event.dice)
        rules.evolve(state, event)
        assert state == again.state


@pytest.mark.parametrize("seed", range(4))
def test_parts_of_such_a_game_are_verified_by_themselves(seed: int) -> None:
    file = played(seed)
    for event in file.events:
        if isinstance(event.action, GoOn) or hold.is_held(event.effects):
            start = rules.fold(KT, file.events[: event.number - 1])
            assert list(rules.verify(KT, file.events[event.number - 1 :][:3], start)) == []


def test_a_tampered_answer_is_found() -> None:
    file = played(1)
    for event in file.events:
        if isinstance(event.action, GoOn) and event.rerolls:
            without = msgspec.structs.replace(event, rerolls=())
            events: list[Event[Any]] = [*file.events[: event.number - 1], without, *file.events[event.number :]]
            assert event.number in {finding.number for finding in rules.verify(KT, events)}


def test_rolls_are_counted_once() -> None:
    """By the audit of dice: what a held step shows stands again in the step that goes on with it."""
    file = played(1)
    once = [roll for event in file.events for roll in read_rolls(rules.canonical(event))]
    assert once == hold.rolls(file.events)
    assert sum(len(r.faces) + len(r.again) for r in once) == sum(len(event.dice) for event in file.events)


def test_odds_of_steps_that_wait_and_go_on() -> None:
    file, state, counted = played(1), rules.empty(KT), 0
    for event in file.events:
        if counted < 12 and (isinstance(event.action, GoOn) or hold.is_held(event.effects)):
            try:
                luck = rules.luck(KT, state, event, most=3000)
            except rules.TooMany:
                rules.evolve(state, event)
                continue
            assert luck.likelihood.exact != "0/1" or luck.paid
            counted += 1
        rules.evolve(state, event)
    assert counted >= 5


def test_waiting_changes_no_die() -> None:
    """The faces of the held step are the first of the same stream, whether somebody asked or not."""
    state = duel()
    straight = rules.decide(KT, state, SHOT, draw=Seeded(b"x").throw)
    waits = rules.decide(KT, state, BOTH, draw=Seeded(b"x").throw)
    assert straight.dice[: len(waits.dice)] == waits.dice
