"""Corrections of a game: a judge's rulings, and take-backs both sides agree to. They are events like any other.

A correction of steps is decided from the whole record: the steps after the first one concerned are decided again, with
their own dice, from where the correction puts them. What each then comes to is part of the ruling's effects, so that
folding a corrected game runs no rule, and a ruling shows its consequences before it is stored.
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
"""Who makes rulings; no side of a game may have this name."""
ADJUSTMENT, PENALTY = "adjustment", "penalty"
"""Counters of a side: points a judge gave or took, and penalties so far."""

SETUP = (Begin, Muster)
"""What sets a game up: everything after it stands on it."""

Step = Annotated[int, msgspec.Meta(ge=1)]
Steps = Annotated[tuple[Step, ...], msgspec.Meta(min_length=1, max_length=1000)]


class Void(Ruling, frozen=True, tag="void"):
    """Steps come to nothing. A ruling on the score or the result may be among them: it is withdrawn."""

    steps: Steps

    def names(self, step: int) -> bool:
        """Every step it voids."""
        return step in self.steps


class Amend(Ruling, frozen=True, tag="amend"):
    """Another declaration stands in the place of a step's; the step's own, where `declaration` is left out.

    `declaration` is written as it would be declared, defaults left out.
    """

    step: Step
    declaration: dict[str, Any] = {}

    def names(self, step: int) -> bool:
        """The step it amends."""
        return step == self.step


class Adjust(Ruling, frozen=True, tag="adjust"):
    """Points are added to (or, below 0, taken from) the score of sides."""

    score: Annotated[dict[str, Number], msgspec.Meta(min_length=1)]


class Award(Ruling, frozen=True, tag="award"):
    """The game is a side's, or (`winner` left out) a draw; it is over."""

    winner: str = ""


class Strike(Ruling, frozen=True, tag="strike"):
    """The game is removed: it has no result."""


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
    """Let steps come to nothing, and decide the steps after them again."""
    _ruling(ctx, action)
    for index, number in enumerate(action.steps):
        event = _step(ctx, number, f"$.action.steps[{index}]", WITHDRAWN)
        ctx.require(
            not isinstance(event.action, SETUP),
            LOG["void"],
            "step {step} sets the game up: it can be amended, or the game removed",
            step=number,
        )
    _correct(ctx, LOG["void"], dict.fromkeys(action.steps))


def amend(ctx: Context, action: Amend) -> None:
    """Put another declaration in a step's place, and decide that step and those after it again."""
    _ruling(ctx, action)
    event = _step(ctx, action.step, "$.action.step")
    meant = event.declaration()
    if action.declaration:
        meant = _declaration(ctx, action.declaration)
        _fits(ctx, event, meant)
    _correct(ctx, LOG["amend"], {action.step: meant}, complete=bool(action.declaration))


def _fits(ctx: Context, event: Event[Any], meant: Declaration[Any]) -> None:
    """Refuse what cannot stand in the place of a step."""
    if not isinstance(event.action, SETUP) and not isinstance(meant.action, SETUP):
        ctx.side(meant.by, "$.action.declaration.by")
        return
    ctx.require(
        (type(meant.action), meant.by) == (type(event.action), event.by),
        LOG["amend"],
        "only another such step of the same side stands in the place of a step that sets the game up",
    )


def take_back(ctx: Context, action: TakeBack) -> None:
    """Take the last steps back."""
    _grounds(ctx, action)
    ctx.side(ctx.by)
    ctx.require(
        action.agreed == tuple(sorted(ctx.ruleset.sides)),
        LOG["take-back"],
        "a take-back needs the agreement of both sides",
    )
    ctx.require(ctx.state.over is None, LOG["take-back"], "the game is over: only a judge corrects it now")
    gone = {number for number, declared in declarations(ctx.ruleset, ctx.history).items() if declared is None}
    steps = [
        event
        for event in ctx.history[action.since - 1 :]
        if event.number not in gone and not isinstance(event.action, Administrative)
    ]
    ctx.require(bool(steps), LOG["take-back"], "from step {since} on there is none to take back", since=action.since)
    begins = any(isinstance(event.action, Begin) for event in steps)
    ctx.require(not begins, LOG["take-back"], "the beginning of a game is not taken back")
    _correct(ctx, LOG["take-back"], dict.fromkeys(event.number for event in steps))


def adjust(ctx: Context, action: Adjust) -> None:
    """Add to and take from scores."""
    _ruling(ctx, action)
    ctx.require(any(action.score.values()), LOG["adjust"], "an adjustment adds or takes at least a point")
    for side, points in sorted(action.score.items()):
        ctx.side(side, "$.action.score")
        ctx.emit(Counted(rule=LOG["adjust"], side=side, counter=ADJUSTMENT, by=points))


def award(ctx: Context, action: Award) -> None:
    """Give the game to a side, or call it a draw."""
    _ruling(ctx, action)
    if action.winner:
        ctx.side(action.winner, "$.action.winner")
    _end(ctx, action.winner, LOG["award"])


def strike(ctx: Context, action: Strike) -> None:
    """Remove the game."""
    _ruling(ctx, action)
    _end(ctx, "", LOG["strike"])


def penalty(ctx: Context, action: Penalty) -> None:
    """Warn a side, take points from it, or let it lose the game."""
    _ruling(ctx, action)
    ctx.side(action.side, "$.action.side")
    ctx.require(
        (action.kind == "points") == bool(action.points),
        LOG["penalty"],
        "only a penalty in points has a number of them",
    )
    ctx.emit(Counted(rule=LOG["penalty"], side=action.side, counter=PENALTY, by=1))
    if action.kind == "points":
        ctx.emit(Counted(rule=LOG["penalty"], side=action.side, counter=ADJUSTMENT, by=-action.points))
    elif action.kind == "game":
        _end(ctx, ctx.state.enemy(action.side), LOG["penalty"])


WITHDRAWN = (Adjust, Award, Strike, Penalty)
"""What a judge may withdraw. What other rulings did to steps is undone by ruling on those steps again."""

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
        raise Malformed("$.action.rule", f"{action.rule!r} is no rule of {ctx.ruleset.id}")
    ctx.require(LOG["begin"] in ctx.state.game, LOG["begin"], "the game has not begun: there is nothing to correct")
    ctx.emit(Noted(rule=action.rule, text=action.reason))


def _end(ctx: Context, winner: str, reason: str) -> None:
    score = ctx.state.over.score if ctx.state.over else {}
    ctx.emit(Ended(rule=reason, outcome=Outcome(winner, reason, score)))


# steps that come to something else


def _declaration(ctx: Context, written: dict[str, Any]) -> Declaration[Any]:
    """The declaration that is to stand in a step's place, in the one form in which it can be written."""
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
        raise Malformed(where, "it is not written canonically: defaults, fractions or members that mean nothing")
    if isinstance(found.action, Administrative):
        raise Malformed(f"{where}.action", "only acts of the battle stand in the place of a step")
    return found


def _step(ctx: Context, number: int, path: str, beside: tuple[type, ...] = ()) -> Event[Any]:
    """An act of the battle, or what is of a type `beside`."""
    if not 1 <= number <= len(ctx.history):
        raise Malformed(path, f"there is no step {number}; the game has {len(ctx.history)}")
    event = ctx.history[number - 1]
    if isinstance(event.action, Administrative) and not isinstance(event.action, beside):
        raise Malformed(path, f"step {number} is no act of the battle")
    return event


def _correct(
    ctx: Context, rule: str, changes: Mapping[int, Declaration[Any] | None], *, complete: bool = False
) -> None:
    """Emit what every step comes to that does not come to the same, and bring the battle to where that leads.

    With `complete` the declarations in `changes` have to be readable where they stand, with all of their dice.
    """
    before = line.corrected(ctx.history)
    state = engine.fold(ctx.ruleset, before[: min(changes) - 1])
    if complete:
        _complete(ctx.ruleset, state, changes[min(changes)])
    try:
        # All of it before anything is emitted: what stands on what would be gone is found on the way.
        effects = list(again(ctx.ruleset, ctx.history, before, changes, state, rule))
    except Malformed as error:
        raise IllegalAction(rule, f"what came after stands on it: {error.reason}") from None
    for effect in (*effects, *difference(ctx.state, state, rule)):
        ctx.emit(effect)


def _complete(ruleset: Ruleset, state: State, meant: Declaration[Any] | None) -> None:
    """Refuse a declaration that cannot be read where it would stand, or that wants more dice."""
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
    """What steps come to now: those in `changes`, and of those after them all that do not come to the same as `before`.

    `state` is the position before the first of them and is brought to the end. A step that stands on the same position
    as before is left as it is recorded. As long as a step follows that still stands, the battle goes on where it is
    recorded to go on: whose turn it was, and when a phase ended, is no consequence of a ruling.
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
    """What a step comes to from `state`, with the phases and turns that followed it in the record.

    `effects` is what the rules make of it, `then` the recorded position after it; what they have to be brought to goes
    by the clause `rule`. What the rules make of the step stays; only where they would have the
    battle stop, wait or go on elsewhere does it follow the record, as long as that leads to a position there can be.
    After the last step of all nothing has to follow: there a question and a turn stay as the rules have them, unless
    the record says that a phase or the game ended.
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
    """What brings the turn from the position `after` a step to where it was recorded to be."""
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
    """What followed a step in the record; an end of the game that the score decides, with the score as it is now."""
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
    """Which clauses a step broke before: as the newest correction says, else as the rules do."""
    if event.number in stood or isinstance(event.action, Administrative):
        return stood.get(event.number, ())
    return _decided(ruleset, state, declared)[1]


def stand(
    ruleset: Ruleset, history: Sequence[Event[Any]], numbers: Collection[int]
) -> dict[int, tuple[tuple[AnyEffect, ...], tuple[str, ...]]]:
    """What steps come to as the game is corrected so far, and the clauses they break.

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
    """What a correction or commitment comes to: the same, but a judge's end of the game has the battle's score."""
    score = state.over.score if state.over else {}
    return tuple(
        msgspec.structs.replace(effect, outcome=msgspec.structs.replace(effect.outcome, score=score))
        if isinstance(effect, Ended)
        else effect
        for effect in event.effects
    )


def declarations(ruleset: Ruleset, history: Iterable[Event[Any]]) -> dict[int, Declaration[Any] | None]:
    """What stands declared for the steps that corrections concern; None for a step that was voided.

    Of a record that was not made here a correction may make no sense; verification says so, here it is passed over.
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
    """What a declaration comes to from a position, and which clauses it breaks."""
    if declared is None:
        return (), ()
    declaration = declared.declaration() if isinstance(declared, Event) else declared
    try:
        decided = engine.decide(ruleset, state, declaration, lenient=True)
    except RulesError as error:
        return (), (getattr(error, "clause", LOG["readable"]),)
    except engine.ASTRAY:
        # A record that was not made here may hold positions from which no rule can go on.
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
    """What `Patched` cannot change."""
    sides = [(side.id, side.name, side.faction, side.points, side.size) for side in state.sides.values()]
    models = [(model.id, model.sheet) for model in state.models.values()]
    units = [(unit.id, unit.sheet, unit.size) for unit in state.units.values()]
    return sides, models, units, state.table, state.options, state.sealed


N = TypeVar("N", ModelNow, UnitNow, SideNow, Flow)


def _now(kind: type[N], of: Any) -> N:
    """What can change of a model, unit or side, or of the course of the battle, as it is."""
    return kind(**{field: getattr(of, field) for field in kind.__struct_fields__})
