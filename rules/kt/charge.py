"""Charges: declaration, reactions, the roll and the move (document lines 285-318)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.kernel import geometry
from rules.kernel.actions import Modifier
from rules.kernel.context import Context
from rules.kernel.effects import Answered, Marked, Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import (
    Act,
    Choice,
    Condition,
    Objections,
    Option,
    Part,
    against,
    demand,
    fulfilled,
    objection,
    refuse,
)
from rules.kernel.rule import Hook
from rules.kernel.state import Decision, Model, Point, State
from rules.kernel.telling import Phrase, either
from rules.kt import move, paths, words
from rules.kt.options import option
from rules.kt.shoot import Volley, attacking, overwatch_fire, overwatch_weapons, together
from rules.kt.sight import SightFact
from rules.kt.words import ENGAGED

CHARGE_MODIFIERS = Hook("charge-modifiers", ("model",))

CHARGE_RANGE = 12 * INCH
RETREAT = 3 * INCH
BY_HAND = 10
"""A failed charge may end 0.1" short of the nearest place: models are placed by hand."""
LONGEST = 100 * INCH


class Charge(Action, frozen=True, tag="charge"):
    """A model declares a charge at one or more enemies within 12"."""

    model: str
    targets: tuple[str, ...]


class Overwatch(Action, frozen=True, tag="overwatch"):
    """A target of the charge shoots at the charging model, hitting on natural 6s."""

    model: str
    volleys: tuple[Volley, ...]
    facts: tuple[SightFact, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


class Retreat(Action, frozen=True, tag="retreat"):
    """A target of the charge moves up to 3" away from the charging model."""

    model: str
    path: tuple[Point, ...]


class ChargeRoll(Action, frozen=True, tag="charge-roll"):
    """Roll 2D6 for the distance of the charge, once the reactions are over."""


class ChargeMove(Action, frozen=True, tag="charge-move"):
    """The charging model moves, up to the distance rolled. An empty path stays where it is."""

    path: tuple[Point, ...] = ()


MAY_CHARGE = (
    Condition(
        "kt.gap.charged-model-turn",
        "{name} has been charged this phase: {near}",
        lambda state, model: option(state, "kt.gap.charged-model-turn") or not words.engaged(state, model),
    ),
    Condition(
        "kt.move.advance.restrictions", "{name} advanced", lambda state, model: words.ADVANCED not in model.round
    ),
)
MAY_REACT = (
    Condition(
        "kt.move.fall-back.restrictions", "{name} fell back", lambda state, target: words.FELL_BACK not in target.round
    ),
    Condition(
        "kt.charge.retreat.restrictions", "{name} retreated", lambda state, target: words.RETREATED not in target.round
    ),
    Condition(
        "kt.charge.react.not-engaged",
        '{name} is within 1" of an enemy: {near}',
        lambda state, target: not words.engaged(state, target),
    ),
)
"""The conditions for any reaction of a model in action that is not shaken."""
MAY_RETREAT = (
    Condition(
        "kt.move.advance.restrictions", "{name} advanced", lambda state, target: words.ADVANCED not in target.round
    ),
    Condition(
        "kt.gap.retreat-after-moving",
        "{name} has moved this phase",
        lambda state, target: words.MOVED not in target.round or option(state, "kt.gap.retreat-after-moving"),
    ),
)
MAY_OVERWATCH = (
    Condition(
        "kt.gap.overwatch-after-charge",
        "{name} tried to charge this round",
        lambda state, target: words.CHARGE_TRIED not in target.round,
    ),
)


def charge(ctx: Context, action: Charge) -> None:
    """Open a charge: the targets may react, then the distance is rolled."""
    words.in_phase(ctx, "movement")
    words.on_turn(ctx, "kt.move.turn-order")
    model = words.own(ctx, action.model)
    move.may_act(ctx, model)
    move.not_engaged(ctx, model, "charge")
    demand(ctx, MAY_CHARGE, ctx.state, model, **words.named_with_nearest(ctx.state, model))
    ctx.require(
        action.targets and len(set(action.targets)) == len(action.targets),
        "kt.charge.targets",
        "a charge names at least one target, each once",
    )
    for index, key in enumerate(action.targets):
        target = words.target_of(ctx, key, f"$.action.targets[{index}]")
        reach = geometry.distance(model, target)
        ctx.require(
            reach <= CHARGE_RANGE,
            "kt.charge.declare",
            '{target} is {reach} away; 12" is the most',
            target=target.sheet.name,
            reach=show(reach),
        )
    ctx.emit(Marked(rule="kt.charge.targets", on=model.id, key=words.CHARGE_TRIED, value=action.targets))
    ctx.emit(Marked(rule="kt.charge.declare", on=model.id, key=words.ACTED, until="phase"))
    move.lose_ready(ctx, model, "kt.charge.declare")
    _ask(ctx, model, action.targets, action.targets)


def _ask(ctx: Context, model: Model, targets: tuple[str, ...], left: tuple[str, ...]) -> None:
    """Ask for the reactions still open, or for the charge roll when there are none."""
    enemy = ctx.state.enemy(model.side)
    open_still = tuple(key for key in left if may_react(ctx.state, ctx.state.models[key]))
    if open_still:
        ctx.ask("kt.charge.react", enemy, model=model.id, targets=open_still, about={"declared": targets})
    else:
        ctx.ask("kt.charge.roll", model.side, model=model.id, targets=targets)


def may_react(state: State, target: Model) -> bool:
    """Whether a target of a charge may react at all: in action, not shaken, not engaged, not already retreated."""
    return not target.out and not words.shaken(target) and fulfilled(MAY_REACT, state, target)


def _reacting(ctx: Context, key: str, conditions: tuple[Condition, ...]) -> tuple[Model, Model, Decision] | None:
    """The charging model, the reacting one and the question, after checking that this model may react so now."""
    conditions = (*MAY_REACT, *conditions)
    why = _not_asked(ctx, key, conditions)
    pending = words.asked(ctx, "kt.charge.react", "movement", "there is no charge to react to", why=why)
    if pending is None:
        return None
    model = words.own(ctx, key)
    refuse(ctx, against(conditions, ctx.state, model, **words.named_with_nearest(ctx.state, model)))
    charger = ctx.state.models[pending.model]
    if key not in pending.targets:
        waiting = ", ".join(ctx.state.models[each].sheet.name for each in pending.targets)
        refusal = "{name} may not react to this charge any more; waited for: {waiting}"
        ctx.require(False, "kt.gap.reaction-who", refusal, name=model.sheet.name, waiting=waiting)
    return charger, model, pending


def _not_asked(ctx: Context, key: str, conditions: tuple[Condition, ...]) -> Objections:
    """Why a model is not asked to react: what is wrong with it, or with the charge that is under way."""
    model = ctx.model(key)
    if model.side != ctx.by:
        return
    if model.out or model.at is None:
        yield objection("table.present", "{name} is not in action on the table", name=model.sheet.name)
        return
    if words.shaken(model):
        yield objection(words.SHAKEN, "{name} is shaken and can do nothing this round", name=model.sheet.name)
    yield from against(conditions, ctx.state, model, **words.named_with_nearest(ctx.state, model))
    pending = ctx.state.pending
    if pending is not None and pending.clause in ("kt.charge.roll", "kt.charge.success"):
        yield from _not_among(model, ctx.state.models[pending.model], pending.targets)
    elif pending is None or pending.clause != "kt.charge.react":
        yield from _not_charged(ctx.state, model)


def _not_charged(state: State, model: Model) -> Objections:
    """That nobody has declared a charge at a model this round, or that every such charge is over."""
    tried = [(m.sheet.name, m.round.get(words.CHARGE_TRIED)) for m in state.models.values()]
    names = [name for name, at in tried if isinstance(at, tuple) and model.id in at]
    if names:
        refusal = "reactions come before the charge roll, and the charge of {charger} at {name} is over"
        yield objection("kt.charge.react", refusal, name=model.sheet.name, charger=", ".join(names))
    else:
        yield objection("kt.gap.reaction-who", "no charge was declared at {name} this round", name=model.sheet.name)


def _not_among(model: Model, charger: Model, targets: tuple[str, ...]) -> Objections:
    """Why a model cannot react to a charge that is about to be rolled, or was: it is no target, or it is too late."""
    told = {"name": model.sheet.name, "charger": charger.sheet.name}
    if model.id not in targets:
        yield objection("kt.gap.reaction-who", "{name} is not a target of the charge of {charger}", **told)
    else:
        refusal = "reactions come before the charge roll, one for each target; {name} can make none to {charger} now"
        yield objection("kt.charge.react", refusal, **told)


def overwatch(ctx: Context, action: Overwatch) -> None:
    """Shoot at the charging model. The model may still shoot in the Shooting phase."""
    found = _reacting(ctx, action.model, MAY_OVERWATCH)
    if found is None:
        return
    charger, model, pending = found
    for volley in action.volleys:
        at_charger = volley.target == charger.id and not volley.split
        ctx.require(at_charger, "kt.charge.overwatch", "overwatch is fired at the charging model")
    overwatch_fire(ctx, model, action.volleys, action.facts, action.modifiers)
    _next(ctx, charger, model, pending)


def retreat(ctx: Context, action: Retreat) -> None:
    """Move away from the charging model, up to 3"."""
    found = _reacting(ctx, action.model, MAY_RETREAT)
    if found is None:
        return
    charger, model, pending = found
    name = model.sheet.name
    before = geometry.distance(model, charger)
    move.walk(ctx, model, action.path, RETREAT, "kt.charge.retreat", keep_off="kt.gap.retreat-1in")
    after = geometry.distance(model, charger)
    ctx.require(
        after > before,
        "kt.charge.retreat",
        "{name} ends {after} from the charging model and was {before} away",
        name=name,
        after=show(after),
        before=show(before),
    )
    ctx.emit(Marked(rule="kt.charge.retreat", on=model.id, key=words.RETREATED))
    if words.MOVED not in model.round:
        ctx.emit(Marked(rule="kt.charge.retreat", on=model.id, key=words.MOVED))
    move.lose_ready(ctx, model, "kt.gap.ready-lost")
    _next(ctx, charger, model, pending)


def decline(ctx: Context, pending: Decision, action: Any) -> None:
    """Decline a reaction: of the named model, or of all that could still react."""
    model_id = action.model
    charger = ctx.state.models[pending.model]
    left = tuple(key for key in pending.targets if model_id and key != model_id)
    ctx.require(not model_id or model_id in pending.targets, "kt.gap.reaction-who", "that model may not react")
    ctx.emit(Answered(rule="kt.charge.react"))
    _ask(ctx, charger, _declared(pending), left)


def _declared(pending: Decision) -> tuple[str, ...]:
    declared = pending.about.get("declared", pending.targets)
    return declared if isinstance(declared, tuple) else pending.targets


def _next(ctx: Context, charger: Model, reacted: Model, pending: Decision) -> None:
    ctx.emit(Answered(rule="kt.charge.react"))
    if charger.out:
        ctx.effects.append(Noted(rule="kt.charge.react", model=charger.id, text="stopped"))
        return
    _ask(ctx, charger, _declared(pending), tuple(key for key in pending.targets if key != reacted.id))


STAGES = ("kt.charge.react", "kt.charge.roll", "kt.charge.success")
"""The questions of a charge, in their order."""
FIRST = {
    "kt.charge.react": "the targets of {name} may react first",
    "kt.charge.roll": "the charge of {name} is rolled first",
    "kt.charge.success": "the charge of {name} has been rolled: {reach}",
}


def _not_at(ctx: Context, stage: str) -> Objections:
    """Where a charge of the declaring side is that is not at this stage."""
    pending = ctx.state.pending
    if pending is not None and pending.clause in STAGES and pending.clause != stage:
        model = ctx.state.models[pending.model]
        if model.side == ctx.by:
            text, reach = FIRST[pending.clause], show(pending.value)
            yield objection("kt.charge.roll", text, name=model.sheet.name, reach=reach)
    elif pending is None or pending.clause != stage:
        tried = [m.sheet.name for m in ctx.state.alive(ctx.by) if words.CHARGE_TRIED in m.round]
        names = ", ".join(tried)
        if tried:
            yield objection(stage, "every charge of side {side} is over: {names}", side=ctx.by, names=names)
        else:
            yield objection("kt.charge.declare", "side {side} has declared no charge this round", side=ctx.by)


def charge_roll(ctx: Context, action: ChargeRoll) -> None:
    """Roll the distance of the charge."""
    refusal = "no charge of this side waits for its roll"
    pending = words.asked(ctx, "kt.charge.roll", "movement", refusal, why=_not_at(ctx, "kt.charge.roll"))
    if pending is None:
        return
    model = ctx.state.models[pending.model]
    extra = ctx.value(CHARGE_MODIFIERS, (), model=model)
    rolled = ctx.roll("kt.charge.roll", ctx.by, 2, modifiers=extra, model=model.id)
    reach = INCH * max(0, rolled.total + sum(amount for _, amount in extra))
    ctx.emit(Answered(rule="kt.charge.roll"))
    ctx.ask("kt.charge.success", ctx.by, model=model.id, targets=pending.targets, value=reach)


def charge_move(ctx: Context, action: ChargeMove) -> None:
    """Move the charging model; within 1" of a target at the end the charge succeeded, against every target it named."""
    refusal = "no charge of this side waits for its move"
    pending = words.asked(ctx, "kt.charge.success", "movement", refusal, why=_not_at(ctx, "kt.charge.success"))
    if pending is None:
        return
    model = words.own(ctx, pending.model)
    targets = [ctx.state.models[key] for key in pending.targets if not ctx.state.models[key].out]
    before = {t.id: geometry.distance(model, t) for t in targets}
    start = ctx.place(model)
    others = tuple(m.id for m in ctx.state.alive(ctx.state.enemy(model.side)) if m.id not in pending.targets)
    move.walk(
        ctx, model, action.path, pending.value, "kt.charge.roll", keep_off="kt.charge.non-target-1in", foes=others
    )
    after = {t.id: geometry.distance(model, t) for t in targets}
    reached = any(after[t.id] <= ENGAGED for t in targets) and not model.out
    if action.path and words.MOVED not in model.round:
        ctx.emit(Marked(rule="kt.charge.success", on=model.id, key=words.MOVED))
    if reached:
        _succeed(ctx, model, targets)
    elif action.path and not model.out:
        ctx.require(
            any(
                after[t.id] < before[t.id] and after[t.id] <= _nearest(ctx, model, start, t, pending) + BY_HAND
                for t in targets
            ),
            "kt.charge.failed-move",
            "{name} fails its charge: it has to move the full {reach} and end as close as it can to a target, or stay",
            name=model.sheet.name,
            reach=show(pending.value),
        )
    ctx.emit(Answered(rule="kt.charge.success"))


def _nearest(ctx: Context, model: Model, start: Point, target: Model, pending: Decision) -> int:
    """How close a straight move of the whole charge distance brings a model, obstacles ignored."""
    goal = ctx.place(target)
    before = geometry.gap(start, model.sheet.base, goal, target.sheet.base)
    reach = min(pending.value, max(0, before - BY_HAND))
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    apart = max(1, geometry.ceil_root(dx * dx + dy * dy))
    end = (start[0] + dx * reach // apart, start[1] + dy * reach // apart, start[2])
    twin = model.copied()
    twin.at = start
    # a straight move on one level affects no other model: the trial copies only the moving one
    state = replace(ctx.state, models={**ctx.state.models, model.id: twin})
    trial = Context(ctx.ruleset, state, ctx.by, (), lenient=True)
    others = tuple(m.id for m in ctx.state.alive(target.side) if m.id not in pending.targets)
    move.walk(trial, twin, (end,), LONGEST, "kt.charge.roll", keep_off="kt.charge.non-target-1in", foes=others)
    return before if trial.findings else geometry.distance(twin, target)


def _succeed(ctx: Context, model: Model, targets: list[Model]) -> None:
    """Mark the charge and every declared target still in action, reached or not: the charge as a whole succeeds."""
    ctx.emit(Marked(rule="kt.charge.success", on=model.id, key=words.CHARGED, value=tuple(t.id for t in targets)))
    for target in targets:
        held = target.round.get(words.CHARGED_BY, ())
        chargers = (*(held if isinstance(held, tuple) else ()), model.id)
        ctx.emit(Marked(rule="kt.charge.success", on=target.id, key=words.CHARGED_BY, value=chargers))


# what is open


def _may_charge(ctx: Context) -> Iterator[Option]:
    state = ctx.state
    for model in move.idle(state):
        if move.STARTED_FREE.holds(model) and fulfilled(MAY_CHARGE, state, model):
            targets = tuple(m.id for m in words.enemies_near(state, model, CHARGE_RANGE))
            if targets:
                yield Option(state.to_act, "charge", model.id, targets, limit=CHARGE_RANGE, clause="kt.charge.declare")


def _may_overwatch(ctx: Context) -> Iterator[Option]:
    state, asked = ctx.state, ctx.pending
    charger = state.models[asked.model]
    for key in asked.targets:
        model = state.models[key]
        weapons = overwatch_weapons(state, model, charger) if fulfilled(MAY_OVERWATCH, state, model) else ()
        if weapons:
            yield Option(asked.side, "overwatch", key, (charger.id,), weapons, clause="kt.charge.overwatch")


def _may_retreat(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    for key in asked.targets:
        if fulfilled(MAY_RETREAT, ctx.state, ctx.state.models[key]):
            yield Option(asked.side, "retreat", key, (asked.model,), limit=RETREAT, clause="kt.charge.retreat")


def _rolls(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    yield Option(asked.side, "charge-roll", model=asked.model, targets=asked.targets, clause=asked.clause)


def _goes(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    yield Option(asked.side, "charge-move", asked.model, asked.targets, limit=asked.value, clause=asked.clause)


def _nearest_targets(choice: Choice) -> Iterator[Action]:
    """At the nearest one or two targets."""
    state, model = choice.state, choice.model
    near = sorted(choice.option.targets, key=lambda key: geometry.distance(model, state.models[key]))
    count = 1 + choice.dice.below(min(2, len(near)))
    yield Charge(model=model.id, targets=tuple(near[:count]))


def _all_that_reaches(choice: Choice) -> Iterator[Action]:
    for each in choice.same:
        for weapons in together(choice.state.models[each.model], each.weapons):
            yield Overwatch(model=each.model, volleys=tuple(Volley(w.id, each.targets[0]) for w in weapons))


def _straight_away(choice: Choice) -> Iterator[Action]:
    each = choice.of(choice.same)
    model, charger = choice.state.models[each.model], choice.state.models[each.targets[0]]
    for path in paths.straight(choice.state, model, each.limit, goal=charger.at, away=True):
        yield Retreat(model=each.model, path=path)


def _to_contact(choice: Choice) -> Iterator[Action]:
    """To a place beside a target, else towards one."""
    state, option = choice.state, choice.option
    model = state.models[option.model]
    targets = [state.models[key] for key in option.targets if not state.models[key].out]
    for target in targets:
        yield from (ChargeMove(path=path) for path in paths.beside(model, target, option.limit))
    for target in targets:
        yield from (ChargeMove(path=path) for path in paths.straight(state, model, option.limit, goal=target.at))


PART = Part(
    acts=(
        Act(Charge, charge, _may_charge, phases=("movement",), propose=_nearest_targets,
            told=Phrase("%(model)s declares a charge at %(target)s", "%(model)s объявляет чардж, цель: %(target)s")),
        Act(Overwatch, overwatch, _may_overwatch, answers=("kt.charge.react",), propose=_all_that_reaches,
            told=attacking("volleys", Phrase("%(model)s fires overwatch at %(target)s: %(weapon)s",
                                           "%(model)s: овервотч, цель %(target)s: %(weapon)s"))),
        Act(Retreat, retreat, _may_retreat, answers=("kt.charge.react",), propose=_straight_away,
            told=Phrase("%(model)s retreats %(length)s", "%(model)s отходит на %(length)s")),
        Act(ChargeRoll, charge_roll, _rolls, answers=("kt.charge.roll",),
            told=Phrase("%(model)s rolls for the charge", "%(model)s бросает на чардж")),
        Act(ChargeMove, charge_move, _goes, answers=("kt.charge.success",), propose=_to_contact,
            told=either("path", Phrase("%(model)s charges", "%(model)s чарджит"), move.STAYS)),
    ),
    declines={
        "kt.charge.react": decline,
        "kt.charge.success": lambda ctx, asked, action: charge_move(ctx, ChargeMove()),
    },
)  # fmt: skip
