"""The round: priority, activations in turn, group activations, action points, and the End phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.kernel import rolloff
from rules.kernel.context import Context
from rules.kernel.effects import Began, OrderSet, Turned
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import MODELS, on_side
from rules.kernel.part import ANY, Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.state import Model, State
from rules.kernel.telling import Phrase, filled
from rules.necro import ground, hooks, words

ROUND = "necro.core.round"
PRIORITY = words.READY
ALTERNATE = "necro.core.alternate"
GROUP = "necro.core.group-activation"
TYPES = words.DONE
NEXT = GROUP
"""On a side, for the round: the fighters of a group activation that have still to act."""
TOGETHER = 3 * INCH
BROUGHT = {"Leader": 2, "Champion": 1}
ACTIONS = 2
SIMPLE, BASIC, DOUBLE = "simple", "basic", "double"


class Priority(Action, frozen=True, tag="priority"):
    """Both players roll for priority."""


class Activate(Action, frozen=True, tag="activate"):
    """A ready fighter is activated; `group` names those who are activated with it, in the order in which they act."""

    fighter: str
    group: tuple[str, ...] = ()


class Pass(Action, frozen=True, tag="pass"):
    """A side declines what it is asked, or a fighter does nothing more in its activation."""


def priority(ctx: Context, action: Priority) -> None:
    """Roll for priority; every fighter is ready."""
    if not ctx.require(ctx.state.phase == "priority", ROUND, "that belongs to the Priority phase"):
        return
    totals = rolloff.until_different(ctx, PRIORITY, PRIORITY)
    order = tuple(sorted(totals, key=lambda side: -totals[side]))
    ctx.emit(OrderSet(rule=PRIORITY, order=order))
    ctx.emit(Began(rule=ROUND, phase="action", round=ctx.state.round))
    for model in words.fighters(ctx.state):
        words.mark(ctx, model, words.READY, until="round")
    ctx.emit(Turned(rule=ALTERNATE, to=order[0]))


def ready(state: State, side: str) -> list[Model]:
    """The fighters of a side that have not been activated in this round."""
    return [m for m in words.fighters(state, side) if words.READY in m.round]


def brings(model: Model) -> int:
    """How many others a fighter may activate with itself."""
    return next((count for kind, count in BROUGHT.items() if kind in model.sheet.keywords), 0)


def objections(ctx: Context, model: Model, group: Sequence[Model] = ()) -> Iterator[Objection]:
    """Why a fighter may not be activated now, with a group."""
    name = model.sheet.name
    if words.READY not in model.round:
        yield objection(ALTERNATE, "{name} has no Ready marker", name=name)
    if ctx.state.active:
        yield objection(words.TURN, "another activation is going on")
    if len(group) > brings(model):
        yield objection(GROUP, "{name} may activate {most} others, not {count}", name=name, most=brings(model),
                        count=len(group))  # fmt: skip
    if len({model.id, *(other.id for other in group)}) <= len(group):
        yield objection(GROUP, "a group activation names each fighter once")
    for other in group:
        near = not other.out and other.at is not None and ground.reaches(ctx.state, model, other, TOGETHER)
        if words.READY not in other.round or other.side != model.side or not near:
            yield objection(GROUP, "{other} is not a ready fighter of the gang within {reach} of {name}", name=name,
                            other=other.sheet.name, reach=show(TOGETHER))  # fmt: skip


def activate(ctx: Context, action: Activate) -> None:
    """Begin an activation, or the next one of a group."""
    if not on_turn(ctx):
        return
    model = ctx.model(action.fighter, "$.action.fighter")
    ctx.place(model)
    group = [ctx.model(key, "$.action.group") for key in action.group]
    ctx.require(model.side == ctx.by, words.TURN, "{name} belongs to the other side", name=model.sheet.name)
    if refuse(ctx, objections(ctx, model, group)):
        if group:
            words.mark(ctx, ctx.by, NEXT, action.group, until="round")
        begin(ctx, model)


def begin(ctx: Context, model: Model) -> None:
    """A fighter's activation begins."""
    words.unmark(ctx, model, words.READY, until="round", rule=ALTERNATE)
    ctx.emit(Turned(rule=ALTERNATE, to=model.side, active=model.id))
    words.mark(ctx, model, words.POINTS, ACTIONS, until="phase")
    ctx.fire(hooks.ACTIVATED, model=model)


def on_turn(ctx: Context) -> bool:
    """Refuse a side that is not to act, or anything while a decision is pending."""
    state = ctx.state
    if state.pending is not None:
        return ctx.require(False, state.pending.clause, "side {side} has to decide first", side=state.pending.side)
    whose = f"side {state.to_act}'s" if state.to_act else "nobody's"
    return ctx.require(state.to_act == ctx.by, words.TURN, "it is {whose} turn", whose=whose)


def points(model: Model) -> int:
    """The action points that a fighter has left."""
    left = model.phase.get(words.POINTS, 0)
    return left if isinstance(left, int) else 0


def cost(kind: str) -> int:
    """The action points of a kind of action."""
    return 2 if kind == DOUBLE else 1


def unaffordable(ctx: Context, model: Model, tag: str, kind: str) -> Iterator[Objection]:
    """Why a fighter cannot make an action of a kind now, as far as its points and conditions go."""
    name, made = model.sheet.name, model.phase.get(words.DONE, ())
    if points(model) < cost(kind) and model.phase.get(words.FREE) != tag:
        yield objection(words.POINTS, "{name} has {left} action points left, {tag} takes {cost}", name=name, tag=tag,
                        left=points(model), cost=cost(kind))  # fmt: skip
    if kind == BASIC and isinstance(made, tuple) and tag in made and model.phase.get(words.FREE) != tag:
        yield objection(TYPES, "{name} has made the action {tag} in this activation", name=name, tag=tag)
    barred = ctx.value(hooks.MAY_ACT, "", model=model, tag=tag)
    if barred:
        yield objection(barred, "{name} may not make the action {tag}", name=name, tag=tag)


def begun(ctx: Context, key: str, tag: str, kind: str) -> Model | None:
    """The fighter that makes an action, if it may; refuses otherwise."""
    turn = on_turn(ctx)
    model = words.acting(ctx, key)
    able = refuse(ctx, unaffordable(ctx, model, tag, kind))
    return model if turn and able else None


def spend(ctx: Context, model: Model, tag: str, kind: str) -> None:
    """Pay for an action, once it is certain; a free one costs nothing."""
    if model.phase.get(words.FREE) == tag:
        words.unmark(ctx, model, words.FREE, until="phase", rule=words.FREE)
        return
    words.mark(ctx, model, words.POINTS, points(model) - cost(kind), until="phase")
    made = model.phase.get(words.DONE, ())
    if kind == BASIC and isinstance(made, tuple):
        words.mark(ctx, model, words.DONE, (*made, tag), until="phase")


def decline(ctx: Context, action: Pass) -> None:
    """Decline a question, or end an activation."""
    pending = ctx.state.pending
    if pending is not None:
        mine = ctx.require(pending.side == ctx.by, pending.clause, "side {side} has to decide", side=pending.side)
        how = ctx.ruleset.declines.get(pending.clause)
        if ctx.require(how, pending.clause, "this decision cannot be declined") and mine and how is not None:
            how(ctx, pending, action)
        return
    if not on_turn(ctx):
        return
    model = words.active(ctx.state)
    if ctx.require(model, ALTERNATE, "a ready fighter has to be activated") and model is not None:
        finish(ctx, model)


def finish(ctx: Context, model: Model) -> None:
    """A fighter's activation ends: what is due then, before the turn goes on."""
    for key in (words.POINTS, words.DONE, words.FREE):
        if key in model.phase:
            words.unmark(ctx, model, key, until="phase", rule=words.TURN)
    ctx.emit(Turned(rule=words.TURN, to=model.side, step="finished", active=model.id))
    ctx.fire(hooks.FINISHED, model=model)


def settle(ctx: Context) -> bool:
    """After an activation: the next of the group, the other side, or the End phase."""
    state = ctx.state
    model = words.active(state)
    if ctx.value(hooks.ASKS, False):
        return True
    if model is not None:
        if state.step != "finished" and not model.out and model.at is not None:
            return False
        if words.CONTROLLED in model.phase:
            words.unmark(ctx, model, words.CONTROLLED, until="phase")
        ctx.emit(Turned(rule=words.TURN, to=model.side))
        return _next_of_group(ctx, model.side) or _end_turn(ctx, model.side)
    if ready(state, state.to_act):
        return False
    return _end_turn(ctx, state.to_act)


def _next_of_group(ctx: Context, side: str) -> bool:
    waiting = ctx.state.sides[side].round.get(NEXT, ())
    waiting = waiting if isinstance(waiting, tuple) else ()
    for index, key in enumerate(waiting):
        model = ctx.state.models[key]
        if not model.out and model.at is not None and words.READY in model.round:
            words.mark(ctx, side, NEXT, waiting[index + 1 :], until="round")
            begin(ctx, model)
            return True
    return False


def _end_turn(ctx: Context, side: str) -> bool:
    """The other side's turn, unless it has nobody left who is ready: then this one goes on."""
    other = ctx.state.enemy(side)
    if ready(ctx.state, other):
        ctx.fire(hooks.TURN_ENDED, side)
        ctx.emit(Turned(rule=ALTERNATE, to=other))
    elif not ready(ctx.state, side):
        ctx.fire(hooks.TURN_ENDED, side)
        ctx.emit(Began(rule=ROUND, phase="end", round=ctx.state.round))
    elif not ctx.state.to_act:
        ctx.emit(Turned(rule=ALTERNATE, to=side))
    else:
        return False
    return True


def begin_round(ctx: Context, number: int) -> None:
    """A round begins with its Priority phase."""
    ctx.emit(Began(rule=ROUND, phase="priority", round=number))


def _may_roll(ctx: Context) -> Iterator[Option]:
    yield from (Option(side, "priority", clause=PRIORITY) for side in ctx.state.sides)


def _may_activate(ctx: Context) -> Iterator[Option]:
    for model in ready(ctx.state, ctx.state.to_act):
        if nothing(objections(ctx, model)):
            others = [m for m in ready(ctx.state, model.side) if m.id != model.id and brings(model)]
            near = tuple(m.id for m in others if ground.reaches(ctx.state, model, m, TOGETHER))
            yield Option(model.side, "activate", model.id, near, clause=ALTERNATE)


def _activates(choice: Choice) -> Iterator[Action]:
    near = choice.option.targets[: brings(choice.model)]
    if near and choice.dice.below(2):
        yield Activate(fighter=choice.option.model, group=near)
    yield Activate(fighter=choice.option.model)


def _may_pass(ctx: Context) -> Iterator[Option]:
    asked = ctx.state.pending
    if asked is not None:
        if asked.clause in ctx.ruleset.declines:
            yield Option(asked.side, "pass", model=asked.model, clause=asked.clause)
    elif ctx.state.active:
        yield Option(ctx.state.to_act, "pass", model=ctx.state.active, clause=ALTERNATE)


def _passes(choice: Choice) -> Iterator[Action]:
    yield Pass()


PART = Part(
    acts=(
        Act(Priority, priority, _may_roll, phases=("priority",),
            told=Phrase("Both sides roll for priority", "Обе стороны бросают на приоритет")),
        Act(Activate, activate, _may_activate, phases=("action",), propose=_activates,
            told=Phrase("%(fighter)s is activated", "%(fighter)s: активация")),
        Act(Pass, decline, _may_pass, phases=("action",), answers=(ANY,), last=True, propose=_passes,
            told=filled(Phrase("%(who)s is done", "%(who)s: конец активации"),
                        who=lambda now: now.cast.holder(now.state.active or now.event.by))),
    ),
    settles={"action": settle},
    marks=(on_side(NEXT, "round", "The fighters of a group activation that have still to act.", MODELS),),
)  # fmt: skip
