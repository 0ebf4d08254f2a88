"""Decide, evolve, fold, verify: the four operations on rules and events."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from rules.kernel import hold
from rules.kernel.actions import Begin, Muster, bounded, changes
from rules.kernel.context import Context, Enough, Held, Inquiry, Interrupted, last_touching
from rules.kernel.dice import Throw
from rules.kernel.effects import AnyEffect, Changes, Rolled
from rules.kernel.errors import DiceWanted, Ground, IllegalAction, Malformed, RulesError
from rules.kernel.events import Administrative, Claim, Declaration, Event, Finding, Ruling
from rules.kernel.log import LOG
from rules.kernel.part import Option
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State, Table

KEYFRAME_EVERY = 64

ASTRAY = (LookupError, TypeError, ValueError, AttributeError, AssertionError)
"""Errors that rules may run into in a position no real battle leads to: a record with a hole, another version."""

_OVER, _LEFT_OVER, _REROLL = LOG["over"], LOG["left-over"], LOG["re-roll"]
_BEFORE_SIDES = (Begin, Muster)
"""Actions declared by a side the game does not know yet."""
_EMPTY_TABLE = Table(0, 0, mapped=False)


class Decided(msgspec.Struct, frozen=True):
    """The outcome of a declaration: its effects, the state after them, and (declared games) findings.

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
    bound: bool = False,
    history: Sequence[Event[Any]] = (),
    brief: bool = False,
    watch: Callable[[State], None] | None = None,
    met: Callable[[Context, Hashable], None] | None = None,
) -> Decided:
    """Run the rules on one declaration. `state` is not changed. `history` holds all earlier events; only corrections
    use it.

    With `lenient` (the `declared` policy) broken rules become findings, and claims hold as declared. `draw` gives the
    faces of a throw once the declared dice are used up. With `bound` nothing is refused once a face has been drawn, so
    that no refusal reveals anything about dice: breaches are carried out and become findings, and if the rules cannot
    go on, the declaration keeps the effects it has so far. A `brief` refusal names one rule, where somebody only tries
    what might be allowed. `watch` is shown the position as it is before each throw that is drawn, and may end the
    decision by an exception of its own where nothing that is still to be rolled matters to it. So may `met`, which is
    shown each milestone.

    Raises:
        IllegalAction: the rules do not allow it, with the clause, and all clauses if several forbid it.
        DiceWanted: the tape is too short; it has the effects so far.
        Malformed: it names something that does not exist, or a face no die has.
    """
    state.refresh()
    ctx = Context(
        ruleset, state.copied(), declaration.by, declaration.dice, lenient=lenient, draw=draw, history=history
    )
    ctx.bound, ctx.met = bound, met
    if draw is not None and watch is not None:
        ctx.draw = _watched(ctx, draw, watch)
    try:
        _run(ctx, declaration, state.copied)
    except RulesError as error:
        if isinstance(error, DiceWanted):
            error.effects = tuple(ctx.effects)
        if not (bound and ctx.drawn):
            if isinstance(error, IllegalAction) and not brief:
                raise IllegalAction.on(_grounds(ruleset, state, declaration, error)) from error
            raise
    return Decided(tuple(ctx.effects), ctx.state, tuple(ctx.findings), ctx.tape[ctx.given :])


def _watched(
    ctx: Context, draw: Callable[[Throw], tuple[int, ...]], watch: Callable[[State], None]
) -> Callable[[Throw], tuple[int, ...]]:
    def drawn(throw: Throw) -> tuple[int, ...]:
        watch(ctx.state)
        return draw(throw)

    return drawn


def _run(ctx: Context, declaration: Declaration[Any] | Event[Any], before: Callable[[], State]) -> None:
    """Decide a declaration; where the rules stop in its course to ask something, all but its rolls is taken back.

    `before` makes a copy of the position before it: few declarations stop, so nothing is copied for the others.
    """
    ctx.rerolls, ctx.hold = declaration.rerolls, declaration.hold
    hold.check(ctx.state, declaration.action)
    if declaration.hold and declaration.claim:
        raise Malformed("$.claim", "no result can be claimed while a roll waits")
    asked, kept = ctx.state.pending, 0
    answered: State | None = None
    if isinstance(declaration.action, hold.GoOn):
        declaration = hold.resume(ctx, declaration)
    try:
        _act(ctx, declaration)
        if ctx.said is not None and asked is not None:
            declaration = hold.go_on_with(ctx, asked, declaration)
            answered, kept = ctx.state.copied(), len(ctx.effects)
            _act(ctx, declaration)
    except (Held, Interrupted) as stopped:
        if declaration.claim:
            raise Malformed("$.claim", "no result can be claimed before what was asked is answered") from None
        hold.pause(ctx, declaration, answered or before(), stopped, kept)
        _all_read(ctx)


def _grounds(ruleset: Ruleset, state: State, declaration: Declaration[Any], refused: IllegalAction) -> list[Ground]:
    """Every rule that forbids a refused declaration, as far as that can be told before anything has happened."""
    inquiry, action = Inquiry(ruleset, state.copied(), declaration.by), declaration.action
    silent = isinstance(action, Administrative | hold.GoOn) or hold.waiting(state) is not None
    if not silent and state.over is None and declaration.by in state.sides:
        try:
            ruleset.handlers[type(action)](inquiry, action)
        except IllegalAction as last:
            inquiry.forbid(Ground(last.clause, last.message, last.facts))
        except (Enough, Interrupted, RulesError, *ASTRAY):
            pass
    inquiry.forbid(Ground(refused.clause, refused.message, refused.facts))
    return inquiry.grounds


def _act(ctx: Context, declaration: Declaration[Any] | Event[Any]) -> None:
    handler = ctx.ruleset.handlers.get(type(declaration.action))
    if handler is None:
        raise Malformed("$.action", f"{ctx.ruleset.id} knows no such action")
    if isinstance(declaration.action, Administrative):
        _administer(ctx, handler, declaration)
        return
    if not isinstance(declaration.action, _BEFORE_SIDES):
        ctx.side(ctx.by)
    if not ctx.require(ctx.state.over is None, _OVER, "the game is over: nothing can be declared any more"):
        return
    try:
        handler(ctx, declaration.action)
    except IllegalAction as refused:
        if not ctx.lenient:
            raise
        ctx.findings.append(_unmeasured(ctx.number, refused))
    if ctx.said is not None:
        return
    if declaration.claim:
        _reconcile(ctx, declaration.claim)
    _all_read(ctx)
    ctx.ruleset.settle(ctx)


def _all_read(ctx: Context) -> None:
    """Refuse dice that no rule read, and re-rolls of rolls that were never made."""
    left = len(ctx.tape) - ctx.read
    if left:
        ctx.require(False, _LEFT_OVER, "{left} dice were declared that no rule reads", severity="impossible", left=left)
    if ctx.rerolls and any(request.roll >= ctx.rolls for request in ctx.rerolls):
        ctx.require(
            False,
            _REROLL,
            "a re-roll names a roll that was never made: there were {rolls}, counted from 0",
            severity="impossible",
            rolls=ctx.rolls,
        )


def _administer(
    ctx: Context, handler: Callable[[Context, Any], None], declaration: Declaration[Any] | Event[Any]
) -> None:
    """Administrative actions are either legal or refused, even in games that store acts as they happened."""
    ctx.lenient = False
    for name in ("dice", "claim", "rerolls", "hold"):
        if getattr(declaration, name):
            raise Malformed(f"$.{name}", "only acts of the battle have any")
    handler(ctx, declaration.action)


def _unmeasured(number: int, refused: IllegalAction) -> Finding:
    """What stops even a lenient context: nothing on the table can be measured, so the rest of the step is unknown."""
    return Finding(
        number=number, rule=refused.clause, severity="impossible", message=refused.message, facts=refused.facts
    )


def _reconcile(ctx: Context, claims: tuple[Claim, ...]) -> None:
    """Make the state match the players' claims, with a finding wherever the dice give something else."""
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


def options(ruleset: Ruleset, state: State) -> list[Option]:
    """The declarations open to each side, if no roll waits."""
    state.refresh()
    return list(ruleset.options(Context(ruleset, state, "", ())))


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


def verify(
    ruleset: Ruleset,
    events: Sequence[Event[Any]],
    start: State | None = None,
    earlier: Callable[[], Sequence[Event[Any]]] = list,
) -> Iterator[Finding]:
    """Decide every event again from the position recorded before it, and yield what differs.

    `start` is the position before the first of `events`, so that parts of a game can be verified in parallel. Rules run
    on the folded state itself: if they give what is recorded, it already is the next state; only a difference costs a
    fold from the last keyframe. `earlier` gives the events before the first of `events`; only corrections fetch them.
    """
    state = start.copied() if start is not None else empty(ruleset)
    state.refresh()
    keyframe, kept = state.copied(), 0
    for index, event in enumerate(events):
        if index - kept >= KEYFRAME_EVERY:
            keyframe, kept = state.copied(), index
        ctx = Context(ruleset, state, event.by, event.dice, number=event.number, lenient=True)
        if isinstance(event.action, Ruling):
            ctx.history = [*earlier(), *events[:index]]
        stopped = _decide_again(ctx, event, partial(fold, ruleset, events[kept:index], keyframe))
        yield from ctx.findings
        if stopped is not None:
            yield stopped
        if tuple(ctx.effects) == event.effects:
            continue
        yield from _differences(event, ctx.effects, stopped is None)
        try:
            state = fold(ruleset, events[kept : index + 1], keyframe)
        except Malformed as error:
            yield _finding(event, LOG["effects"], "impossible", error.reason)
            return


def attempted(ruleset: Ruleset, state: State, event: Event[Any]) -> tuple[AnyEffect, ...]:
    """What verification compares with a step's effects: those the rules give, as far as its dice reach.

    `state` is the position before it and is not changed.
    """
    ctx = Context(ruleset, state.copied(), event.by, event.dice, number=event.number, lenient=True)
    _decide_again(ctx, event, state.copied)
    return tuple(ctx.effects)


def _decide_again(ctx: Context, event: Event[Any], before: Callable[[], State]) -> Finding | None:
    """Run the rules on a recorded event. Findings are in `ctx`; returns what kept the rules from going on, or None."""
    try:
        _run(ctx, event, before)
    except DiceWanted as wanted:
        dice = f"{wanted.count}D{wanted.sides}"
        text, facts = f"{dice} more were needed and are not recorded", {"roll": ctx.rolls + 1}
        return _finding(event, wanted.clause, "impossible", text, facts=facts)
    except IllegalAction as refused:
        return _finding(event, refused.clause, "illegal", refused.message, facts=refused.facts)
    except Malformed as error:
        facts = _unread(event, ctx, error)
        return _finding(event, LOG["readable"], "impossible", f"{error.path}: {error.reason}", facts=facts)
    except ASTRAY as error:
        text = f"no rule can go on from the position recorded before it: {type(error).__name__}: {error}"
        return _finding(event, LOG["effects"], "impossible", text)
    return None


def _difference(event: Event[Any], computed: list[AnyEffect]) -> Finding:
    """The first effect that differs between record and rules."""
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


def _unread(event: Event[Any], ctx: Context, error: Malformed) -> dict[str, Any]:
    """Which roll of a step had a face that its die has not, and the clause it is recorded under."""
    recorded = _rolls(event.effects)[ctx.rolls : ctx.rolls + 1]
    if not error.path.startswith("$.dice") or not recorded:
        return {}
    return {"roll": ctx.rolls + 1, "rule": recorded[0].rule, "model": recorded[0].model}


def _differences(event: Event[Any], computed: list[AnyEffect], whole: bool) -> Iterator[Finding]:
    """What is recorded of a step and is not what the rules give: its first effect, if it is whole, and its rolls."""
    forged = list(_forged(event, computed))
    first = _difference(event, computed)
    if whole and first.declared not in [roll.declared for roll in forged]:
        yield first
    yield from forged


def _forged(event: Event[Any], computed: list[AnyEffect]) -> Iterator[Finding]:
    """Each roll that is recorded otherwise than its dice give, by its place among the rolls of the step and its clause.

    From a roll for another purpose on, record and rules go different ways, and no roll is compared with another.
    """
    for place, (recorded, given) in enumerate(zip(_rolls(event.effects), _rolls(computed), strict=False), 1):
        if recorded != given:
            text = f"roll {place} of this step is not what its dice give"
            facts = {"roll": place, "model": recorded.model}
            told = {"declared": _text(recorded), "computed": _text(given)}
            yield _finding(event, recorded.rule, "inconsistent", text, facts=facts, **told)
        if (recorded.rule, recorded.model) != (given.rule, given.model):
            return


def _rolls(effects: Iterable[AnyEffect]) -> list[Rolled]:
    return [effect for effect in effects if isinstance(effect, Rolled)]


def _text(effect: AnyEffect | None) -> str:
    return "nothing" if effect is None else msgspec.json.encode(effect, order="sorted").decode()


def _finding(event: Event[Any], rule: str, severity: Any, message: str, **more: Any) -> Finding:
    return Finding(number=event.number, rule=rule, severity=severity, message=message, **more)
