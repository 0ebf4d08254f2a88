"""Corrections of a game: a judge's rulings, and take-backs both sides agree to. They are events like any other.

A correction of steps is decided from the whole record: the steps after the first one concerned are decided again, with
their own dice, from the corrected position. Their new effects are part of the ruling's effects, so that folding a
corrected game runs no rule, and a ruling shows its consequences before it is stored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from rules.kernel import engine, line
from rules.kernel.actions import Begin, Muster
from rules.kernel.canonical import canonical, holds_float
from rules.kernel.context import Context
from rules.kernel.effects import (
    Answered,
    AnyEffect,
    Corrected,
    Counted,
    Ended,
    Flow,
    ModelNow,
    Noted,
    OrderSet,
    Patched,
    PositionSet,
    SideNow,
    Turned,
    UnitNow,
)
from rules.kernel.errors import IllegalAction, Malformed, RulesError
from rules.kernel.events import Administrative, Declaration, Event, Ruling
from rules.kernel.log import LOG
from rules.kernel.part import Act
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import Number, Outcome, State, leader, read

JUDGE = "judge"
"""The name under which rulings are made; no side of a game may have it."""
ADJUSTMENT, PENALTY = "adjustment", "penalty"
"""Counters of a side: points a judge added or deducted, and penalties so far."""

SETUP = (Begin, Muster)
"""Actions that set a game up: everything after depends on them."""

Step = Annotated[int, msgspec.Meta(ge=1)]
Steps = Annotated[tuple[Step, ...], msgspec.Meta(min_length=1, max_length=1000)]


class Void(Ruling, frozen=True, tag="void"):
    """Steps lose their effects. A ruling on the score or result may be among them, and is thereby withdrawn."""

    steps: Steps

    def names(self, step: int) -> bool:
        """Every step it voids."""
        return step in self.steps


class Amend(Ruling, frozen=True, tag="amend"):
    """A step gets another declaration, or its original one back if `declaration` is left out.

    `declaration` is written as it would be declared, defaults left out.
    """

    step: Step
    declaration: dict[str, Any] = {}

    def names(self, step: int) -> bool:
        """The step it amends."""
        return step == self.step


class Adjust(Ruling, frozen=True, tag="adjust"):
    """Points are added to the scores of sides (negative: deducted)."""

    score: Annotated[dict[str, Number], msgspec.Meta(min_length=1)]


class Award(Ruling, frozen=True, tag="award"):
    """The game ends with a side's victory or, with `winner` left out, a draw."""

    winner: str = ""


class Strike(Ruling, frozen=True, tag="strike"):
    """The game is removed and has no result."""


class Penalty(Ruling, frozen=True, tag="penalty"):
    """A side is warned, loses `points`, or loses the game."""

    side: str
    kind: Literal["warning", "points", "game"]
    points: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0


class TakeBack(Ruling, frozen=True, tag="take-back"):
    """The steps from `since` to the last are taken back; the sides in `agreed` agree."""

    since: Step
    agreed: tuple[str, ...]

    def names(self, step: int) -> bool:
        """Every step from `since` on."""
        return step >= self.since


# handlers


def void(ctx: Context, action: Void) -> None:
    """Take away the steps' effects, and decide the steps after them again."""
    _ruling(ctx, action)
    for index, number in enumerate(action.steps):
        event = _step(ctx, number, f"$.action.steps[{index}]", WITHDRAWN)
        ctx.require(
            not isinstance(event.action, SETUP),
            LOG["void"],
            "step {step} sets the game up: it can only be amended, or the whole game removed",
            step=number,
        )
    _correct(ctx, LOG["void"], dict.fromkeys(action.steps))
    _go_on(ctx)


def amend(ctx: Context, action: Amend) -> None:
    """Replace a step's declaration, and decide that step and those after it again."""
    _ruling(ctx, action)
    event = _step(ctx, action.step, "$.action.step")
    meant = event.declaration()
    if action.declaration:
        meant = _declaration(ctx, action.declaration)
        _fits(ctx, event, meant)
    _correct(ctx, LOG["amend"], {action.step: meant}, complete=bool(action.declaration))
    _go_on(ctx)


def _fits(ctx: Context, event: Event[Any], meant: Declaration[Any]) -> None:
    """Refuse a declaration that cannot replace a step's."""
    if not isinstance(event.action, SETUP) and not isinstance(meant.action, SETUP):
        ctx.side(meant.by, "$.action.declaration.by")
        return
    ctx.require(
        (type(meant.action), meant.by) == (type(event.action), event.by),
        LOG["amend"],
        "a step that sets the game up can only be replaced by another such step of the same side",
    )


def take_back(ctx: Context, action: TakeBack) -> None:
    _grounds(ctx, action)
    ctx.side(ctx.by)
    ctx.require(
        action.agreed == tuple(sorted(ctx.ruleset.sides)),
        LOG["take-back"],
        "a take-back needs the agreement of both sides",
    )
    ctx.require(ctx.state.over is None, LOG["take-back"], "the game is over: only a judge can correct it now")
    gone = {number for number, declared in declarations(ctx.ruleset, ctx.history).items() if declared is None}
    steps = [
        event
        for event in ctx.history[action.since - 1 :]
        if event.number not in gone and not isinstance(event.action, Administrative)
    ]
    ctx.require(bool(steps), LOG["take-back"], "from step {since} on there is nothing to take back", since=action.since)
    begins = any(isinstance(event.action, Begin) for event in steps)
    ctx.require(not begins, LOG["take-back"], "the beginning of a game cannot be taken back")
    _correct(ctx, LOG["take-back"], dict.fromkeys(event.number for event in steps))
    _go_on(ctx)


def adjust(ctx: Context, action: Adjust) -> None:
    _ruling(ctx, action)
    ctx.require(any(action.score.values()), LOG["adjust"], "an adjustment has to add or deduct at least one point")
    for side, points in sorted(action.score.items()):
        ctx.side(side, "$.action.score")
        ctx.emit(Counted(rule=LOG["adjust"], side=side, counter=ADJUSTMENT, by=points))


def award(ctx: Context, action: Award) -> None:
    _ruling(ctx, action)
    if action.winner:
        ctx.side(action.winner, "$.action.winner")
    _end(ctx, action.winner, LOG["award"])


def strike(ctx: Context, action: Strike) -> None:
    _ruling(ctx, action)
    _end(ctx, "", LOG["strike"])


def penalty(ctx: Context, action: Penalty) -> None:
    """Warn a side, deduct points from it, or make it lose the game."""
    _ruling(ctx, action)
    ctx.side(action.side, "$.action.side")
    ctx.require(
        (action.kind == "points") == bool(action.points),
        LOG["penalty"],
        "only a penalty in points can state a number of points",
    )
    ctx.emit(Counted(rule=LOG["penalty"], side=action.side, counter=PENALTY, by=1))
    if action.kind == "points":
        ctx.emit(Counted(rule=LOG["penalty"], side=action.side, counter=ADJUSTMENT, by=-action.points))
    elif action.kind == "game":
        _end(ctx, ctx.state.enemy(action.side), LOG["penalty"])


WITHDRAWN = (Adjust, Award, Strike, Penalty)
"""Rulings that a judge may withdraw. Other rulings are undone by ruling on their steps again."""

ACTS = (
    Act(Void, void),
    Act(Amend, amend),
    Act(Adjust, adjust),
    Act(Award, award),
    Act(Strike, strike),
    Act(Penalty, penalty),
    Act(TakeBack, take_back),
)
KINDS = tuple(act.kind for act in ACTS)
"""Every kind of ruling."""


def _ruling(ctx: Context, action: Ruling) -> None:
    ctx.require(ctx.by == JUDGE, LOG["ruling"], "a ruling is made by a judge, not by {by}", by=ctx.by)
    _grounds(ctx, action)


def _grounds(ctx: Context, action: Ruling) -> None:
    if action.rule not in ctx.ruleset.clauses:
        raise Malformed("$.action.rule", f"{action.rule!r} is not a rule of {ctx.ruleset.id}")
    ctx.require(LOG["begin"] in ctx.state.game, LOG["begin"], "the game has not begun: there is nothing to correct")
    ctx.emit(Noted(rule=action.rule, text=action.reason))


def _end(ctx: Context, winner: str, reason: str) -> None:
    score = ctx.state.over.score if ctx.state.over else {}
    ctx.emit(Ended(rule=reason, outcome=Outcome(winner, reason, score)))


# steps with changed effects


def _declaration(ctx: Context, written: dict[str, Any]) -> Declaration[Any]:
    """The declaration that is to replace a step's, in its canonical form."""
    where = "$.action.declaration"
    try:
        data = canonical(written)
        found: Declaration[Any] = read(ctx.ruleset.declaration_decoder, data)
        same = canonical(found) == data and not holds_float(written)
    except Malformed as error:
        raise Malformed(where + error.path[1:], error.reason) from None
    except (RecursionError, ValueError, OverflowError) as error:
        raise Malformed(where, f"it has no canonical form: {error}") from None
    if not same:
        raise Malformed(where, "it is not written canonically: it has defaults, fractions or unknown members")
    if isinstance(found.action, Administrative):
        raise Malformed(f"{where}.action", "only acts of the battle can replace a step")
    return found


def _step(ctx: Context, number: int, path: str, beside: tuple[type, ...] = ()) -> Event[Any]:
    """A step that is an act of the battle, or of one of the types `beside`."""
    if not 1 <= number <= len(ctx.history):
        raise Malformed(path, f"there is no step {number}; the game has {len(ctx.history)}")
    event = ctx.history[number - 1]
    if isinstance(event.action, Administrative) and not isinstance(event.action, beside):
        raise Malformed(path, f"step {number} is not an act of the battle")
    return event


def _correct(
    ctx: Context, rule: str, changes: Mapping[int, Declaration[Any] | None], *, complete: bool = False
) -> None:
    """Emit the new effects of every step that changes, and bring the battle to the resulting position.

    With `complete` the declarations in `changes` have to be decidable in their places, with all of their dice.
    """
    before = line.corrected(ctx.history)
    state = engine.fold(ctx.ruleset, before[: min(changes) - 1])
    if complete:
        _complete(ctx.ruleset, state, changes[min(changes)])
    try:
        # Everything before anything is emitted: this finds steps that depend on what would be gone.
        effects = list(again(ctx.ruleset, ctx.history, before, changes, state, rule))
    except Malformed as error:
        raise IllegalAction(rule, f"later steps depend on it: {error.reason}") from None
    for effect in (*effects, *difference(ctx.state, state, rule)):
        ctx.emit(effect)


def _go_on(ctx: Context) -> None:
    """Where steps no longer fit, the battle may be left in a place where nobody has anything to declare: it goes on by
    itself from there.
    """
    state = ctx.state
    if state.over is not None or state.pending is not None:
        return
    with suppress(RulesError, *engine.ASTRAY):
        if all(ctx.ruleset.act(option.action).aside for option in ctx.ruleset.options(ctx)):
            ctx.ruleset.settle(ctx)


def _complete(ruleset: Ruleset, state: State, meant: Declaration[Any] | None) -> None:
    """Refuse a declaration that cannot be decided in its place, or that needs more dice."""
    if meant is not None:
        try:
            engine.decide(ruleset, state, meant, lenient=True)
        except Malformed as error:
            raise Malformed("$.action.declaration" + error.path[1:], error.reason) from None


def again(
    ruleset: Ruleset,
    history: Sequence[Event[Any]],
    before: Sequence[Event[Any]],
    changes: Mapping[int, Declaration[Any] | None],
    state: State,
    rule: str,
) -> Iterator[Corrected]:
    """The new effects of the steps in `changes`, and of all later steps whose effects differ from `before`. `state` is
    the position before the first of them and is brought to the end.

    A step decided from the same position as before is left as recorded. As long as a valid step follows, the battle
    goes on as recorded: a ruling does not change whose turn it was or when a phase ended.
    """
    stood = {effect.step: effect.against for event in history for effect in line.corrections(event)}
    declared = {**declarations(ruleset, history), **changes}
    acts = [event.number for event in history if not isinstance(event.action, Administrative)]
    standing = max((number for number in acts if number not in declared or declared[number] is not None), default=0)
    first = min(changes) - 1
    was, then = state.copied(), engine.fold(ruleset, history[:first])
    for event, recorded in zip(before[first:], history[first:], strict=True):
        engine.evolve(then, recorded)
        named, effects = event.number in changes, event.effects
        against: tuple[str, ...] = ()
        changed = named
        if isinstance(event.action, Administrative):
            effects = () if named else _restated(event, state)
            changed = named or effects != event.effects
        elif named or state != was:
            meant = declared.get(event.number, event)
            effects, against = _decided(ruleset, state, meant)
            if event.number <= standing:
                effects = going_on(ruleset, state, effects, recorded, then, rule, last=event.number == acts[-1])
            changed = named or effects != event.effects or against != _against(ruleset, was, event, meant, stood)
        engine.evolve(was, event)
        engine.evolve(state, msgspec.structs.replace(event, effects=effects))
        if changed:
            yield Corrected(rule=rule, step=event.number, effects=effects, against=against)


def going_on(
    ruleset: Ruleset,
    state: State,
    effects: tuple[AnyEffect, ...],
    recorded: Event[Any],
    then: State,
    rule: str = "",
    *,
    last: bool = False,
) -> tuple[AnyEffect, ...]:
    """A step's effects from `state`, with the phases and turns that followed it in the record.

    `effects` is what the rules give, `then` the recorded position after it; effects added to get there name the clause
    `rule`. The rules' own effects are kept; only where the rules would have the battle stop, wait or go on elsewhere
    does it follow the record, as long as that leads to a possible position. Nothing has to follow the very last step:
    there a question and a turn stay as the rules give them, unless the record says that a phase or the game ended.
    """
    if any(isinstance(effect, Ended) and effect.outcome.reason not in ruleset.reading.scored for effect in effects):
        return effects
    followed = tuple(_followed(ruleset, state, effects, recorded, then))
    after = _after(state, followed)
    if not last and after.over is None:
        turn = next((effect.rule for effect in recorded.effects if isinstance(effect, Turned)), rule)
        followed = (*followed, *_turned(after, then, turn))
    return effects if followed == effects or any(ruleset.problems(_after(state, followed))) else followed


def _followed(
    ruleset: Ruleset, state: State, effects: tuple[AnyEffect, ...], recorded: Event[Any], then: State
) -> Iterator[AnyEffect]:
    """A step's own effects, and the phases, the order of the sides and the end of the game that followed it."""
    own, following = line.parted(effects)
    recorded_own, recorded_following = line.parted(recorded.effects)
    yield from own
    if not any(isinstance(effect, OrderSet) for effect in own):
        yield from (effect for effect in recorded_own if isinstance(effect, OrderSet))
    same = (line.begun(following), _ends(following)) == (line.begun(recorded_following), _ends(recorded_following))
    yield from following if same else _ended_anew(ruleset, _after(state, own), recorded_following)


def _turned(after: State, then: State, rule: str) -> Iterator[AnyEffect]:
    """The effects that bring the turn from the position `after` a step to where the record has it."""
    if after.pending is not None and then.pending is None:
        yield Answered(rule=rule)
    if (after.step, after.to_act, bool(after.active)) != (then.step, then.to_act, bool(then.active)):
        yield Turned(rule=rule, to=then.to_act, step=then.step, active=after.active if then.active else "")


def _ends(effects: Iterable[AnyEffect]) -> bool:
    return any(isinstance(effect, Ended) for effect in effects)


def _after(state: State, effects: Iterable[AnyEffect]) -> State:
    twin = state.copied()
    for effect in effects:
        effect.apply(twin)
    return twin


def _ended_anew(ruleset: Ruleset, state: State, following: Iterable[AnyEffect]) -> Iterator[AnyEffect]:
    """The effects that followed a step in the record; an end of the game decided on score gets the current score."""
    for effect in following:
        if not isinstance(effect, Ended):
            yield effect
        elif effect.outcome.reason in ruleset.reading.scored:
            score = ruleset.score(state)
            yield Ended(rule=effect.rule, outcome=Outcome(leader(score), effect.outcome.reason, score))


def _against(
    ruleset: Ruleset,
    state: State,
    event: Event[Any],
    declared: Declaration[Any] | Event[Any] | None,
    stood: Mapping[int, tuple[str, ...]],
) -> tuple[str, ...]:
    """The clauses a step broke before: according to its newest correction, otherwise to the rules."""
    if event.number in stood or isinstance(event.action, Administrative):
        return stood.get(event.number, ())
    return _decided(ruleset, state, declared)[1]


def stand(
    ruleset: Ruleset, history: Sequence[Event[Any]], numbers: Collection[int]
) -> dict[int, tuple[tuple[AnyEffect, ...], tuple[str, ...]]]:
    """The effects of steps as corrected so far, and the clauses they break.

    Raises:
        Malformed: an event changes what is not there.
    """
    stood = {effect.step: effect.against for event in history for effect in line.corrections(event)}
    declared = declarations(ruleset, history)
    state, found = engine.empty(ruleset), {}
    for event in line.corrected(history):
        if event.number in numbers:
            against = _against(ruleset, state, event, declared.get(event.number, event), stood)
            found[event.number] = event.effects, against
        engine.evolve(state, event)
    return found


def _restated(event: Event[Any], state: State) -> tuple[AnyEffect, ...]:
    """The effects of a correction or commitment: unchanged, but a judge's end of the game takes the battle's score."""
    score = state.over.score if state.over else {}
    return tuple(
        msgspec.structs.replace(effect, outcome=msgspec.structs.replace(effect.outcome, score=score))
        if isinstance(effect, Ended)
        else effect
        for effect in event.effects
    )


def declarations(ruleset: Ruleset, history: Iterable[Event[Any]]) -> dict[int, Declaration[Any] | None]:
    """The current declarations of the corrected steps; None for a voided step.

    In a record made elsewhere a correction may make no sense; verification reports that, here it is skipped.
    """
    found: dict[int, Declaration[Any] | None] = {}
    by_number = {event.number: event for event in history}
    for event in by_number.values():
        match event.action:
            case Void(steps=steps):
                found |= dict.fromkeys(steps)
            case TakeBack():
                found |= dict.fromkeys(effect.step for effect in line.corrections(event) if not effect.effects)
            case Amend(step=step, declaration=written) if step in by_number:
                with suppress(Malformed, RecursionError, ValueError):
                    decoder = ruleset.declaration_decoder
                    found[step] = read(decoder, canonical(written)) if written else by_number[step].declaration()
    return found


def _decided(
    ruleset: Ruleset, state: State, declared: Declaration[Any] | Event[Any] | None
) -> tuple[tuple[AnyEffect, ...], tuple[str, ...]]:
    """The effects of a declaration from a position, and the clauses it breaks."""
    if declared is None:
        return (), ()
    declaration = declared.declaration() if isinstance(declared, Event) else declared
    try:
        decided = engine.decide(ruleset, state, declaration, lenient=True)
    except RulesError as error:
        return (), (getattr(error, "clause", LOG["readable"]),)
    except engine.ASTRAY:
        # A record made elsewhere may hold positions from which no rule can go on.
        return (), (LOG["effects"],)
    return decided.effects, tuple(dict.fromkeys(finding.rule for finding in decided.findings))


def difference(now: State, then: State, rule: str) -> Iterator[AnyEffect]:
    """The effects that bring the position `now` to `then`."""
    twin = then.copied()
    if _fixed(now) != _fixed(then):
        yield PositionSet(rule=rule, position=twin)
        return
    models = tuple(_now(ModelNow, m) for key, m in twin.models.items() if m != now.models[key])
    units = tuple(_now(UnitNow, u) for key, u in twin.units.items() if u != now.units[key])
    sides = tuple(_now(SideNow, s) for key, s in twin.sides.items() if s != now.sides[key])
    flow = _now(Flow, twin)
    changed = flow if flow != _now(Flow, now) else None
    if models or units or sides or changed:
        yield Patched(rule=rule, models=models, sides=sides, flow=changed, units=units)


def _fixed(state: State) -> Any:
    """Everything that `Patched` cannot change."""
    sides = [(side.id, side.name, side.faction, side.points, side.size) for side in state.sides.values()]
    models = [(model.id, model.sheet) for model in state.models.values()]
    units = [(unit.id, unit.sheet, unit.size) for unit in state.units.values()]
    return sides, models, units, state.table, state.options, state.sealed


N = TypeVar("N", ModelNow, UnitNow, SideNow, Flow)


def _now(kind: type[N], of: Any) -> N:
    """The current values of everything that can change about a model, unit, side or the course of the battle."""
    return kind(**{field: getattr(of, field) for field in kind.__struct_fields__})
