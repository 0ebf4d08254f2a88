"""A declaration that waits at a roll: the side that rolled may re-roll before the result takes effect.

Where the site rolls, no player can look at the dice first and decide then. So a declaration names the sides that want
to be asked (`hold`). At a roll that one of them may re-roll, the rules stop: the event has the faces so far, its
effects are the rolls so far, what was paid for re-rolling earlier ones, and the question; nothing else has happened.
The answer continues from the same position with the same faces; further dice are rolled only after them, and another
such roll may follow.

Where a rule lets dice be re-rolled (`about.free`), the answer names those that stand, and the others are re-rolled.
Then, and at every other roll, the question is whether to pay, and the answer names the re-roll.

The question holds everything needed to go on, so that a recording can resume from a position here too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from rules.kernel.actions import Begin, Concede, Muster
from rules.kernel.canonical import canonical
from rules.kernel.context import Context, Held
from rules.kernel.effects import Answered, AnyEffect, Asked, Rolled
from rules.kernel.errors import IllegalAction, Malformed
from rules.kernel.events import Action, Administrative, Declaration, Event, Reroll
from rules.kernel.log import LOG
from rules.kernel.state import Decision, State, read

if TYPE_CHECKING:
    from rules.kernel.ruleset import Ruleset

HOLD = LOG["hold"]
_DECISION = msgspec.json.Decoder(Decision)


class GoOn(Action, frozen=True, tag="go-on"):
    """The answer at a waiting roll: go on, with `rerolls` if that roll is to be re-rolled, or a die of it stands."""


def go_on(ctx: Context, action: GoOn) -> None:
    """Refuse an answer while no roll waits. Raises: IllegalAction `log.hold`."""
    ctx.require(False, HOLD, "no roll waits for a decision")


def waiting(state: State) -> Decision | None:
    """The question at a waiting roll, if there is one."""
    return state.pending if state.pending is not None and state.pending.clause == HOLD else None


def is_held(effects: Iterable[AnyEffect]) -> bool:
    """Whether a step waits at a roll: its rolls are repeated in the step that continues it."""
    return any(isinstance(effect, Asked) and effect.decision.clause == HOLD for effect in effects)


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


def pause(ctx: Context, declaration: Declaration[Any] | Event[Any], before: State, held: Held) -> None:
    """Take back everything but the rolls and what was paid, and ask. `before` is the position before this step."""
    paid = {id(effect) for effect in ctx.prices}
    shown = [effect for effect in ctx.effects if isinstance(effect, Rolled) or id(effect) in paid]
    for field in State.__struct_fields__:
        setattr(ctx.state, field, getattr(before, field))
    ctx.effects.clear()
    for effect in shown:
        ctx.emit(effect)
    found: Declaration[Any] = Declaration(
        by=ctx.by, action=declaration.action, dice=ctx.tape[: ctx.read], rerolls=ctx.rerolls, hold=ctx.hold
    )
    about: dict[str, Any] = {"declared": canonical(found).decode(), "roll": held.roll}
    if held.free:
        about["free"] = 1
    if ctx.paid:
        about["paid"] = ctx.paid
    if ctx.interrupted is not None:
        about["pending"] = canonical(ctx.interrupted).decode()
    ctx.emit(Asked(rule=HOLD, decision=Decision(HOLD, held.by, about=about)))


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
    roll, free, paid = (asked.about.get(name, default) for name, default in (("roll", ""), ("free", 0), ("paid", 0)))
    if not isinstance(roll, int) or not isinstance(paid, int):
        raise Malformed("$.pending.about", "it does not say which roll waits")
    if any(request.roll != roll or request.stands != bool(free) for request in answer.rerolls):
        asks = "which dice of the waiting roll stand" if free else "whether to pay for re-rolling the waiting roll"
        raise IllegalAction(HOLD, f"the question is {asks}")
    if not free and len(answer.rerolls) > 1:
        raise IllegalAction(HOLD, "the waiting roll can be re-rolled only once")
    for name in ("claim", "hold"):
        if getattr(answer, name):
            raise Malformed(f"$.{name}", "the declaration that waits goes on exactly as it was declared")
    found = _declared(ctx.ruleset, asked)
    ctx.by, ctx.tape, ctx.given = found.by, (*found.dice, *answer.dice), len(found.dice)
    ctx.rerolls, ctx.hold = (*found.rerolls, *_of(answer, found.by)), found.hold
    ctx.answered_to, ctx.prepaid = (roll, not free), paid
    prior = asked.about.get("pending")
    ctx.interrupted = read(_DECISION, prior) if isinstance(prior, str) else None
    if ctx.interrupted is None:
        ctx.emit(Answered(rule=HOLD))
    else:
        ctx.emit(Asked(rule=HOLD, decision=ctx.interrupted))
    return found


def _of(answer: Declaration[Any] | Event[Any], declarer: str) -> tuple[Reroll, ...]:
    """The re-rolls of an answer as the waiting declaration lists them: with their side, if another side declared it."""
    sides = ((request, request.by or answer.by) for request in answer.rerolls)
    return tuple(msgspec.structs.replace(each, by="" if side == declarer else side) for each, side in sides)


def _declared(ruleset: Ruleset, asked: Decision) -> Declaration[Any]:
    text = asked.about.get("declared")
    if not isinstance(text, str):
        raise Malformed("$.pending.about", "it does not say what waits")
    found: Declaration[Any] = read(ruleset.declaration_decoder, text)
    if isinstance(found.action, Administrative | GoOn | Begin | Muster):
        raise Malformed("$.pending.about", "only acts of the battle wait at a roll")
    return found
