"""A declaration that waits at a roll: the side that rolled may re-roll before the result takes effect.

Where the site rolls, no player can look at the dice first and decide then. So a declaration names the sides that want
to be asked (`hold`). At a roll that one of them may re-roll, the rules stop: the event has the faces so far, its
effects are the rolls so far, what was paid for re-rolling earlier ones, and the question; nothing else has happened.
The answer continues from the same position with the same faces; further dice are rolled only after them, and another
such roll may follow.

Where a rule lets dice be re-rolled (`about.free`), the answer names those that stand, and the others are re-rolled.
Then, and at every other roll, the question is whether to pay, and the answer names the re-roll.

A rule may stop in the same way for a decision that a side makes once it has seen what came of the declaration so far
(`Context.choice`). An ordinary act answers it; then the declaration is decided again, with the faces and the answers
it has by now.

The question holds everything needed to go on, so that a recording can resume from a position here too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from rules.kernel.actions import Begin, Concede, Muster
from rules.kernel.canonical import canonical
from rules.kernel.context import Context, Held, Interrupted
from rules.kernel.effects import Answered, AnyEffect, Asked, Rolled
from rules.kernel.errors import IllegalAction, Malformed
from rules.kernel.events import Action, Administrative, Declaration, Event, Reroll
from rules.kernel.log import LOG
from rules.kernel.state import Decision, Mark, State, read

if TYPE_CHECKING:
    from rules.kernel.ruleset import Ruleset

HOLD = LOG["hold"]
DECLARED = "declared"
"""Under this word a question holds the declaration that waits for the answer."""
ROLL = "roll"
"""Under this word it holds the roll that waits; for a decision, how many have been made so far."""
_DECISION = msgspec.json.Decoder(Decision)
_ANSWERS = msgspec.json.Decoder(tuple[Mark, ...])


class GoOn(Action, frozen=True, tag="go-on"):
    """The answer at a waiting roll: go on, with `rerolls` if that roll is to be re-rolled, or a die of it stands."""


def go_on(ctx: Context, action: GoOn) -> None:
    """Refuse an answer while no roll waits. Raises: IllegalAction `log.hold`."""
    ctx.require(False, HOLD, "no roll waits for a decision")


def waiting(state: State) -> Decision | None:
    """The question at a waiting roll, if there is one."""
    return state.pending if state.pending is not None and state.pending.clause == HOLD else None


def is_held(effects: Iterable[AnyEffect]) -> bool:
    """Whether a step waits for an answer: its rolls are repeated in the step that continues it."""
    return any(isinstance(effect, Asked) and {DECLARED, ROLL} <= effect.decision.about.keys() for effect in effects)


def rolls(events: Iterable[Event[Any]]) -> list[Rolled]:
    """Every roll of a game, each once."""
    return [e for event in events if not is_held(event.effects) for e in event.effects if isinstance(e, Rolled)]


def check(state: State, action: Action) -> None:
    """Refuse anything that may not come between a waiting roll and its answer.

    Raises:
        IllegalAction: `log.hold`.
    """
    if waiting(state) is not None and not isinstance(action, GoOn | Concede | Administrative):
        raise IllegalAction(HOLD, "a roll waits for the decision whether to re-roll it")


def pause(
    ctx: Context, declaration: Declaration[Any] | Event[Any], before: State, stopped: Held | Interrupted, kept: int = 0
) -> None:
    """Take back everything but the rolls and what was paid, and ask. `before` is the position before this step; the
    first `kept` effects are those of an answer to an earlier question, and stay.
    """
    paid = {id(effect) for effect in ctx.prices}
    shown = [effect for effect in ctx.effects[kept:] if isinstance(effect, Rolled) or id(effect) in paid]
    for field in State.__struct_fields__:
        setattr(ctx.state, field, getattr(before, field))
    ctx.state.changed()
    del ctx.effects[kept:]
    for effect in shown:
        ctx.emit(effect)
    if isinstance(stopped, Held):
        about = {**_waits(ctx, declaration, stopped.roll), **({"free": 1} if stopped.free else {})}
        ctx.emit(Asked(rule=HOLD, decision=Decision(HOLD, stopped.by, about=about)))
    else:
        asked = stopped.decision
        about = {**asked.about, **_waits(ctx, declaration, ctx.rolls)}
        ctx.emit(Asked(rule=asked.clause, decision=msgspec.structs.replace(asked, about=about)))


def _waits(ctx: Context, declaration: Declaration[Any] | Event[Any], roll: int) -> dict[str, Any]:
    """What a question holds of the declaration that waits for its answer."""
    found: Declaration[Any] = Declaration(
        by=ctx.by, action=declaration.action, dice=ctx.tape[: ctx.read], rerolls=ctx.rerolls, hold=ctx.hold
    )
    about: dict[str, Any] = {DECLARED: canonical(found).decode(), ROLL: roll}
    if ctx.paid:
        about["paid"] = ctx.paid
    if ctx.given_answers:
        about["answers"] = canonical(ctx.given_answers).decode()
    if ctx.interrupted is not None:
        about["pending"] = canonical(ctx.interrupted).decode()
    return about


def resume(ctx: Context, answer: Declaration[Any] | Event[Any]) -> Declaration[Any]:
    """Turn the context into that of the waiting declaration, with its faces. Returns it, to be decided again.

    Raises:
        IllegalAction: `log.hold` if no roll waits for this side, or the answer is about another roll, or to another
            question.
        Malformed: the question does not say what waits.
    """
    asked = waiting(ctx.state)
    if asked is None or asked.side != answer.by:
        raise IllegalAction(HOLD, f"no roll waits for {answer.by}")
    roll, free = _roll(asked), asked.about.get("free", 0)
    if any(request.roll != roll or request.stands != bool(free) for request in answer.rerolls):
        asks = "which dice of the waiting roll stand" if free else "whether to pay for re-rolling the waiting roll"
        raise IllegalAction(HOLD, f"the question is {asks}")
    if not free and len(answer.rerolls) > 1:
        raise IllegalAction(HOLD, "the waiting roll can be re-rolled only once")
    _as_declared(answer, "claim", "hold")
    found = _resumed(ctx, asked, answer)
    ctx.rerolls, ctx.answered_to = (*found.rerolls, *_of(answer, found.by)), (roll, not free)
    if ctx.interrupted is None:
        ctx.emit(Answered(rule=HOLD))
    else:
        ctx.emit(Asked(rule=HOLD, decision=ctx.interrupted))
    return found


def _of(answer: Declaration[Any] | Event[Any], declarer: str) -> tuple[Reroll, ...]:
    """The re-rolls of an answer as the waiting declaration lists them: with their side, if another side declared it."""
    sides = ((request, request.by or answer.by) for request in answer.rerolls)
    return tuple(msgspec.structs.replace(each, by="" if side == declarer else side) for each, side in sides)


def go_on_with(ctx: Context, asked: Decision, answer: Declaration[Any] | Event[Any]) -> Declaration[Any]:
    """Turn the context into that of the declaration that waited for the answer just given, as `resume` does.

    The answer may name sides that want to be asked at further rolls.

    Raises:
        Malformed: the question does not say what waits, or the answer asks for re-rolls of its own.
    """
    _as_declared(answer, "rerolls")
    assert ctx.said is not None
    found, said = _resumed(ctx, asked, answer), ctx.said
    ctx.rerolls, ctx.answered_to, ctx.said = found.rerolls, (_roll(asked) - 1, True), None
    ctx.given_answers = (*ctx.given_answers, said)
    ctx.hold = tuple(dict.fromkeys((*ctx.hold, *answer.hold)))
    ctx.answers = list(ctx.given_answers)
    if ctx.bound and found.dice:
        # the faces are known by now: nothing is refused because of them
        ctx.drawn = ctx.lenient = True
    if ctx.interrupted is not None:
        ctx.emit(Asked(rule=asked.clause, decision=ctx.interrupted))
    return msgspec.structs.replace(found, claim=answer.claim)


def _roll(asked: Decision) -> int:
    roll = asked.about.get(ROLL)
    if not isinstance(roll, int):
        raise Malformed("$.pending.about", "it does not say which roll waits")
    return roll


def _as_declared(answer: Declaration[Any] | Event[Any], *names: str) -> None:
    for name in names:
        if getattr(answer, name):
            raise Malformed(f"$.{name}", "the declaration that waits goes on exactly as it was declared")


def _resumed(ctx: Context, asked: Decision, answer: Declaration[Any] | Event[Any]) -> Declaration[Any]:
    """What waits, with what has been rolled, paid and answered for it."""
    found, about = _declared(ctx.ruleset, asked), asked.about
    prior, answers, paid = about.get("pending"), about.get("answers"), about.get("paid", 0)
    if not isinstance(paid, int):
        raise Malformed("$.pending.about", "it does not say what has been paid")
    ctx.prepaid = paid
    ctx.by, ctx.tape, ctx.given, ctx.hold = found.by, (*found.dice, *answer.dice), len(found.dice), found.hold
    ctx.interrupted = read(_DECISION, prior) if isinstance(prior, str) else None
    ctx.given_answers = read(_ANSWERS, answers) if isinstance(answers, str) else ()
    ctx.answers = list(ctx.given_answers)
    return found


def _declared(ruleset: Ruleset, asked: Decision) -> Declaration[Any]:
    text = asked.about.get(DECLARED)
    if not isinstance(text, str):
        raise Malformed("$.pending.about", "it does not say what waits")
    found: Declaration[Any] = read(ruleset.declaration_decoder, text)
    if isinstance(found.action, Administrative | GoOn | Begin | Muster):
        raise Malformed("$.pending.about", "only acts of the battle wait at a roll")
    return found
