"""A declaration that stops in its course for a decision: nothing but its rolls has happened until the answer."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import rules
from rules.kernel import engine, hold
from rules.kernel.actions import Concede
from rules.kernel.dice import Throw
from rules.kernel.effects import Asked, Rolled
from rules.kernel.events import Claim, Declaration, Event, Reroll
from rules.kernel.state import State, from_json, to_json
from rules.wh40k.assault.fight import Strike
from rules.wh40k.special.force import Activate
from rules.wh40k.turn import Pass

from .field import asked, blade, decide, field, gone, refusal, ruleset, squad

WILL = "wh40k.usr.force.activate"
YES = Activate(unit="au1", model="au1.1")


def duel() -> State:
    """A psyker with a Force weapon and two attacks is to strike at a monster that feels little pain."""
    staff = blade("staff", has={"wh40k.usr.force": 1})
    psyker = squad(
        "au1", (1000, 1000), 1, keywords=("Infantry", "Psyker"), W=2, Ld=9, I=5, A=2, weapons=(staff,),
        has={"wh40k.assumed.psychic.warp-charge": 1},
    )  # fmt: skip
    monster = squad("bu1", (1000, 1100), 1, W=4, Sv=7, weapons=(blade(),), has={"wh40k.usr.feel-no-pain": 6})
    here = field(psyker, monster, squad("bu2", (5000, 4000), 1), phase="assault", step="charge")
    return decide(here, "a", Pass()).state


def declared(action: Any, *dice: int, by: str = "a", **more: Any) -> Declaration[Any]:
    return Declaration(by=by, action=action, dice=dice, **more)


STEPS = (declared(Strike(), 4, 4, 4, 4), declared(Pass(), 1), declared(YES, 4, 5))
"""Two Wounds: the first is suffered, the second kills."""


def record(state: State, *steps: Declaration[Any]) -> list[Event[Any]]:
    """The events of declarations, one after another."""
    events = []
    for number, step in enumerate(steps, 1):
        done = rules.decide(ruleset(), state, step)
        events.append(Event(number=number, by=step.by, action=step.action, dice=step.dice, effects=done.effects))
        state = done.state
    return events


def test_only_its_rolls_have_happened() -> None:
    here = duel()
    struck = rules.decide(ruleset(), here, STEPS[0])
    assert [type(effect) for effect in struck.effects] == [Rolled, Rolled, Asked]
    assert asked(struck) == (WILL, "a", "au1.1")
    there = msgspec.structs.replace(struck.state, pending=here.pending)
    assert to_json(there) == to_json(here)


def test_the_answer_ends_what_waits() -> None:
    events = record(duel(), *STEPS)
    after = rules.fold(ruleset(), events, duel())
    assert after.models["bu1.1"].out
    assert after.pending is None or after.pending.clause != WILL
    assert list(engine.verify(ruleset(), events, duel())) == []


def test_its_rolls_count_once() -> None:
    faces = [rolled.faces for rolled in hold.rolls(record(duel(), *STEPS))]
    assert faces == [(4, 4), (4, 4), (1,), (4, 5)]


@pytest.mark.parametrize("number", [0, 1])
def test_a_changed_answer_is_found(number: int) -> None:
    events = record(duel(), *STEPS)
    other = declared(Pass()) if number else declared(Strike(), 4, 4, 4, 3)
    events[number] = msgspec.structs.replace(events[number], action=other.action, dice=other.dice)
    found = list(engine.verify(ruleset(), events, duel()))
    assert [finding.number for finding in found][:1] == [number + 1]


def test_it_goes_on_from_a_position_that_was_written_down() -> None:
    waits = rules.decide(ruleset(), duel(), STEPS[0]).state
    read = from_json(to_json(waits))
    assert gone(decide(read, "a", YES, (4, 5))) == ["bu1.1"]


def test_nothing_comes_in_between_but_conceding() -> None:
    waits = rules.decide(ruleset(), duel(), STEPS[0]).state
    assert refusal(waits, "a", Strike()) == "wh40k.assumed.fight.initiative-steps"
    assert refusal(waits, "b", Pass()) == WILL
    assert rules.decide(ruleset(), waits, declared(Concede(), by="b")).state.over is not None


def test_dice_beyond_the_question_are_left_over() -> None:
    assert refusal(duel(), "a", Strike(), (4, 4, 4, 4, 1)) == "log.left-over"


def test_a_result_is_claimed_with_the_last_answer() -> None:
    claim = (Claim(model="bu1.1", wounds=2),)
    with pytest.raises(rules.Malformed):
        rules.decide(ruleset(), duel(), msgspec.structs.replace(STEPS[0], claim=claim), lenient=True)
    state = duel()
    for step in (STEPS[0], STEPS[1]):
        state = rules.decide(ruleset(), state, step, lenient=True).state
    done = rules.decide(ruleset(), state, declared(Pass(), 1, claim=claim), lenient=True)
    assert done.findings == ()
    assert done.state.models["bu1.1"].wounds == 2


def test_the_answer_rolls_nothing_again() -> None:
    waits = rules.decide(ruleset(), duel(), STEPS[0]).state
    with pytest.raises(rules.Malformed):
        rules.decide(ruleset(), waits, declared(YES, 4, 5, rerolls=(Reroll(roll=0),)))


def test_a_question_that_does_not_say_what_waits() -> None:
    waits = rules.decide(ruleset(), duel(), STEPS[0]).state
    assert waits.pending is not None
    waits.pending = msgspec.structs.replace(waits.pending, about={})
    with pytest.raises(rules.Malformed):
        decide(waits, "a", YES, (4, 5))


def test_dice_of_the_site_are_drawn_as_far_as_the_question() -> None:
    """The faces before it are kept, and nothing is refused any more once they are known."""
    drawn = []

    def draw(throw: Throw) -> tuple[int, ...]:
        drawn.append(throw.count)
        return (4,) * throw.count

    struck = rules.decide(ruleset(), duel(), declared(Strike()), draw=draw, bound=True)
    assert (struck.dice, drawn) == ((4, 4, 4, 4), [2, 2])
    done = rules.decide(ruleset(), struck.state, declared(YES), draw=draw, bound=True)
    assert done.dice == (4, 4)
    assert gone(done) == ["bu1.1"]
