"""Decide, evolve, fold, verify: the four things one does with rules and events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from rules.kernel.actions import Begin, Muster, bounded, changes
from rules.kernel.context import Context, Throw, last_touching
from rules.kernel.effects import AnyEffect, Changes
from rules.kernel.errors import DiceWanted, IllegalAction, Malformed
from rules.kernel.events import Claim, Declaration, Event, Finding
from rules.kernel.log import LOG
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State, Table

KEYFRAME_EVERY = 64

_OVER, _LEFT_OVER, _REROLL = LOG["over"], LOG["left-over"], LOG["re-roll"]
_BEFORE_SIDES = (Begin, Muster)
"""What is declared by a side the game does not know yet."""
_EMPTY_TABLE = Table(0, 0, mapped=False)


class Decided(msgspec.Struct, frozen=True):
    """What the rules make of a declaration: the effects, the state after them, and (declared games) findings.

    `dice` is the whole tape that was read, drawn faces included.
    """

    effects: tuple[AnyEffect, ...]
    state: State
    findings: tuple[Finding, ...] = ()
    dice: tuple[int, ...] = ()


def empty(ruleset: Ruleset) -> State:
    """The state before the first event."""
    return State(ruleset.id, ruleset.version, _EMPTY_TABLE)


def decide(
    ruleset: Ruleset,
    state: State,
    declaration: Declaration[Any],
    *,
    lenient: bool = False,
    draw: Callable[[Throw], tuple[int, ...]] | None = None,
) -> Decided:
    """Run the rules on one declaration. `state` is not changed.

    With `lenient` (the `declared` policy) broken rules become findings, and a claim stands as it was declared. `draw`
    gives the faces of a throw once the declared dice are used up.

    Raises:
        IllegalAction: the rules do not allow it, with the clause.
        DiceWanted: the tape is too short.
        Malformed: it names what does not exist, or a face no die has.
    """
    ctx = Context(ruleset, state.copied(), declaration.by, declaration.dice, lenient=lenient, draw=draw)
    _run(ctx, declaration)
    return Decided(tuple(ctx.effects), ctx.state, tuple(ctx.findings), ctx.tape)


def _run(ctx: Context, declaration: Declaration[Any] | Event[Any]) -> None:
    ctx.rerolls = declaration.rerolls
    handler = ctx.ruleset.handlers.get(type(declaration.action))
    if handler is None:
        raise Malformed("$.action", f"{ctx.ruleset.id} knows no such action")
    if not isinstance(declaration.action, _BEFORE_SIDES):
        ctx.side(declaration.by)
    if not ctx.require(ctx.state.over is None, _OVER, "the game is over: nothing can be declared any more"):
        return
    try:
        handler(ctx, declaration.action)
    except IllegalAction as refused:
        if not ctx.lenient:
            raise
        ctx.findings.append(_unmeasured(ctx.number, refused))
    if declaration.claim:
        _reconcile(ctx, declaration.claim)
    _all_used(ctx)
    ctx.ruleset.settle(ctx)


def _all_used(ctx: Context) -> None:
    """Refuse dice that no rule read, and rolls to be made again that never were made."""
    left = len(ctx.tape) - ctx.read
    if left:
        ctx.require(False, _LEFT_OVER, "{left} dice were declared that no rule reads", severity="impossible", left=left)
    if ctx.rerolls and any(request.roll >= ctx.rolls for request in ctx.rerolls):
        ctx.require(
            False,
            _REROLL,
            "a roll was to be made again that never was: there were {rolls}, counted from 0",
            severity="impossible",
            rolls=ctx.rolls,
        )


def _unmeasured(number: int, refused: IllegalAction) -> Finding:
    """What stops even a lenient context: the table has nothing to measure, and the rest of the step is unknown."""
    return Finding(
        number=number, rule=refused.clause, severity="impossible", message=refused.message, facts=refused.facts
    )


def _reconcile(ctx: Context, claims: tuple[Claim, ...]) -> None:
    """Make the state what the table says it became, and object where the dice give something else."""
    decided = tuple(ctx.effects)
    for index, claim in enumerate(claims):
        path = f"$.claim[{index}]"
        model = ctx.model(claim.model, f"{path}.model")
        bounded(ctx, claim, path)
        for field, declared, computed, effect in changes(claim, model, LOG["claim"]):
            if declared != computed:
                ctx.require(
                    False,
                    last_touching(decided, model.id, LOG["claim"]),
                    "declared for {name}: {field} {declared}; the rules give {computed}",
                    severity="inconsistent",
                    name=model.sheet.name,
                    field=field,
                    declared=declared,
                    computed=computed,
                )
                ctx.emit(effect)


def evolve(state: State, event: Event[Any] | Changes) -> None:
    """Apply an event's effects to the state, in place. No rule runs.

    Raises:
        Malformed: an effect names what does not exist.
    """
    effect = None
    try:
        for effect in event.effects:
            effect.apply(state)
    except (LookupError, AttributeError, TypeError, ValueError) as error:
        path = f"$.effects[{next(i for i, each in enumerate(event.effects) if each is effect)}]"
        raise Malformed(path, f"event {event.number} changes what is not there: {error}") from None


def fold(ruleset: Ruleset, events: Iterable[Event[Any]], start: State | None = None) -> State:
    """The state after the events, from the empty state or from a copy of `start`."""
    state = start.copied() if start is not None else empty(ruleset)
    for event in events:
        evolve(state, event)
    return state


def verify(ruleset: Ruleset, events: Sequence[Event[Any]], start: State | None = None) -> Iterator[Finding]:
    """Decide every event again from the position recorded before it, and yield what differs.

    `start` is the position before the first of `events`, so that parts of a game can be verified side by side. Rules
    run on the folded state itself: where they give what is recorded it is the next state already, and only a
    difference costs a fold from the last keyframe.
    """
    state = start.copied() if start is not None else empty(ruleset)
    keyframe, kept = state.copied(), 0
    for index, event in enumerate(events):
        if index - kept >= KEYFRAME_EVERY:
            keyframe, kept = state.copied(), index
        ctx = Context(ruleset, state, event.by, event.dice, number=event.number, lenient=True)
        stopped = _decide_again(ctx, event)
        yield from ctx.findings
        if stopped is not None:
            yield stopped
        if tuple(ctx.effects) == event.effects:
            continue
        if stopped is None:
            yield _difference(event, ctx.effects)
        try:
            state = fold(ruleset, events[kept : index + 1], keyframe)
        except Malformed as error:
            yield _finding(event, LOG["effects"], "impossible", error.reason)
            return


def _decide_again(ctx: Context, event: Event[Any]) -> Finding | None:
    """Run the rules on a recorded event. What they object to stands in `ctx`; returns what kept them from going on."""
    try:
        _run(ctx, event)
    except DiceWanted as wanted:
        dice = f"{wanted.count}D{wanted.sides}"
        return _finding(event, wanted.clause, "impossible", f"{dice} more were needed and are not recorded")
    except IllegalAction as refused:
        return _finding(event, refused.clause, "illegal", refused.message, facts=refused.facts)
    except Malformed as error:
        return _finding(event, LOG["readable"], "impossible", f"{error.path}: {error.reason}")
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
        text = f"no rule can go on from the position recorded before it: {type(error).__name__}: {error}"
        return _finding(event, LOG["effects"], "impossible", text)
    return None


def _difference(event: Event[Any], computed: list[AnyEffect]) -> Finding:
    """The first effect in which record and rules part."""
    pairs = zip((*event.effects, None), (*computed, None), strict=False)
    recorded, given = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
    differing = given or recorded
    rule = differing.rule if differing else LOG["effects"]
    return _finding(
        event,
        rule,
        "inconsistent",
        "what is recorded is not what the rules give",
        declared=_text(recorded),
        computed=_text(given),
    )


def _text(effect: AnyEffect | None) -> str:
    return "nothing" if effect is None else msgspec.json.encode(effect, order="sorted").decode()


def _finding(event: Event[Any], rule: str, severity: Any, message: str, **more: Any) -> Finding:
    return Finding(number=event.number, rule=rule, severity=severity, message=message, **more)
