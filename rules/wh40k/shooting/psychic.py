"""Psychic powers: Warp Charge, the psychic test and its perils, Deny the Witch, and powers printed on a sheet.

The source prints no powers. A power on a sheet (an ability of the kind `power`) is either a shot, where the psyker has
a weapon of that name, or something whose effects the players declare when it has been manifested.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from rules.kernel import geometry
from rules.kernel.actions import Loss, as_declared
from rules.kernel.context import Context, Modifiers
from rules.kernel.dice import Needs
from rules.kernel.effects import Noted
from rules.kernel.errors import Malformed
from rules.kernel.events import Action, Claim
from rules.kernel.lengths import show
from rules.kernel.marks import COUNT, MODEL, TEXT, TEXTS, UNIT, MarkKind, QuestionKind, either, one_of
from rules.kernel.part import Act, Choice, Objections, Option, Part, nothing, objection, refuse, unread
from rules.kernel.sheet import Weapon
from rules.kernel.state import Decision, Model, Unit
from rules.kernel.telling import Moment, Phrase, as_written, filled
from rules.wh40k import dice, hooks, questions, turn, words
from rules.wh40k.book import PSYCHIC
from rules.wh40k.shooting import arms, shoot, sight, wound
from rules.wh40k.shooting.volley import Fire

CHARGE = PSYCHIC["warp-charge"]
"""On a psyker, for the turn: the points it has left. On a sheet: its Mastery Level."""
TEST = PSYCHIC["test"]
PERILS = PSYCHIC["perils"]
DENY = PSYCHIC["deny"]
EFFECT = PSYCHIC["power"]
"""On a psyker, for the turn: the powers it has tried. Also the question for the effect of one."""
BROTHERHOOD = "wh40k.usr.brotherhood"
CANCELS = 6

Psyker = Model | Unit
"""A model, or a whole brotherhood."""


class Manifest(Action, frozen=True, tag="manifest"):
    """A psyker attempts a power printed on its sheet; `target` is the enemy unit it is aimed at, if any.

    `facts` say what the psyker sees, where the table has no terrain map.
    """

    unit: str
    model: str
    power: str
    target: str = ""
    facts: tuple[sight.LineOfSight, ...] = ()


class Deny(Action, frozen=True, tag="deny"):
    """The unit a power is aimed at tries to cancel it."""

    unit: str


class PowerEffect(Action, frozen=True, tag="power-effect"):
    """The effect of a power: `fire` if it is a shot, otherwise the changes, as the players read the power.

    The special rules that the changes give last as these say; with `turns`, until the end of that many player turns,
    this one included: 2 are until the psyker's next turn.
    """

    unit: str
    fire: tuple[Fire, ...] = ()
    facts: tuple[sight.LineOfSight, ...] = ()
    changes: tuple[Claim, ...] = ()
    note: str = ""
    losses: tuple[Loss, ...] = ()
    turns: Annotated[int, msgspec.Meta(ge=0, le=14)] = 0


# psykers


def psyker(ctx: Context, model: Model) -> Psyker:
    """The psyker that pays and tests for a model's powers: a brotherhood as a whole, otherwise the model."""
    unit = words.unit_of(ctx.state, model)
    shared = not words.is_(model, "Independent Character") and ctx.holds(unit, BROTHERHOOD)
    return unit if shared else model


def mastery(ctx: Context, one: Psyker) -> int:
    """The Mastery Level of a model or a brotherhood; 0 if it is no psyker."""
    if isinstance(one, Unit):
        return 1
    level = one.sheet.has.get(CHARGE, int(words.is_(one, "Psyker")))
    return level if isinstance(level, int) else 1


def points(ctx: Context, one: Psyker) -> int:
    """The Warp Charge points a psyker has left this turn."""
    left = one.turn.get(CHARGE, mastery(ctx, one))
    return left if isinstance(left, int) else 0


def spend(ctx: Context, one: Psyker) -> None:
    """A psyker uses a Warp Charge point."""
    words.mark(ctx, one, CHARGE, points(ctx, one) - 1)


def take_test(ctx: Context, model: Model, clause: str) -> bool:
    """A psychic test: a point, 2D6 at most the Leadership; a double 1 or 6 brings the Perils of the Warp."""
    unit, one = words.unit_of(ctx.state, model), psyker(ctx, model)
    spend(ctx, one)
    leads = ctx.value(hooks.PSYCHIC_LEADERSHIP, None, unit=unit, model=model)
    leadership = words.characteristic(ctx, model, "Ld") if leads is None else int(leads)
    rolled = ctx.roll(clause, model.side, 2, model=model.id)
    passed = rolled.total <= leadership
    text = f"{rolled.total} against {leadership}: {'passed' if passed else 'failed'}"
    ctx.effects.append(Noted(rule=clause, model=model.id, value=leadership, text=text))
    if rolled.total in (2, 12) and len(set(rolled.final())) == 1:
        _perils(ctx, unit, model)
    return passed


def _perils(ctx: Context, unit: Unit, model: Model) -> None:
    among = ctx.value(hooks.PERILS, None, unit=unit, model=model)
    victim = model if among is None else dice.pick(ctx, model.side, among)
    wound.lose(ctx, victim, PERILS)


# powers


def manifest(ctx: Context, action: Manifest) -> None:
    """Take the psychic test for a power; its target may then try to deny it."""
    words.on_turn(ctx)
    unit = words.own(ctx, action.unit)
    model = words.member(ctx, unit, action.model, "$.action.model")
    target = words.enemy(ctx, action.target) if action.target else None
    refuse(ctx, _objections(ctx, unit, model, action, target))
    seen = [target] if target is not None and weapon_of(model, action.power) is not None else []
    refuse(ctx, sight.unread(action.facts, ctx.state, seen, cover=False))
    one = psyker(ctx, model)
    words.mark(ctx, one, EFFECT, (*tried(one), action.power))
    if not take_test(ctx, model, TEST) or model.out:
        return
    told: dict[str, int | str | tuple[str, ...]] = {"power": action.power, "model": model.id, "target": action.target}
    if target is not None:
        ctx.ask(DENY, target.side, model=target.id, about=told, value=mastery(ctx, one))
    else:
        _manifested(ctx, unit, told)


def tried(one: Psyker) -> tuple[str, ...]:
    """The powers a psyker has attempted this turn."""
    kept = one.turn.get(EFFECT, ())
    return kept if isinstance(kept, tuple) else ()


def powers(model: Model) -> list[str]:
    """The names of the powers printed on a sheet."""
    return [ability.name for ability in model.sheet.abilities if ability.kind == "power"]


def weapon_of(model: Model, power: str) -> Weapon | None:
    """The weapon printed under a power's name, if the power is a shot."""
    return next((w for w in model.sheet.weapons if power in (w.name, w.id)), None)


def _objections(ctx: Context, unit: Unit, model: Model, action: Manifest, target: Unit | None) -> Objections:
    state, name, weapon = ctx.state, model.sheet.name, weapon_of(model, action.power)
    one = psyker(ctx, model)
    if mastery(ctx, one) < 1:
        yield CHARGE, f"{name} is not a psyker"
    elif points(ctx, one) < 1:
        yield CHARGE, f"{name} has no Warp Charge left this turn"
    if action.power not in powers(model):
        yield EFFECT, f"{name} does not know {action.power}"
    if action.power in tried(one):
        yield EFFECT, f"{action.power} has already been attempted this turn"
    if state.phase not in turn.STEPS or state.step not in ("", "charge"):
        yield EFFECT, "no power is used now"
    if weapon is None:
        return
    if state.phase != "shooting" or target is None:
        yield EFFECT, f"{action.power} is a shot: it has a target, in the Shooting phase"
        return
    yield from shoot.may_shoot(ctx, unit)
    yield from shoot.may_be_shot(ctx, target)
    seen = sight.sees_unit(ctx, model, target, action.facts)
    if not seen:
        yield EFFECT, f"{name} does not see {target.sheet.name}"
    elif arms.kind(weapon) != arms.TEMPLATE and not geometry.within(seen, model, arms.reach(weapon)):
        away, reach = show(min(geometry.distance(model, m) for m in seen)), show(arms.reach(weapon))
        yield EFFECT, f"{target.sheet.name} is {away} away; {action.power} reaches {reach}"


def _not_denied(ctx: Context, key: str) -> Objections:
    """Why a unit cannot deny the power that waits: it is aimed at another."""
    asked, unit = ctx.state.pending, ctx.unit(key)
    if asked is not None and asked.clause == DENY and asked.model != unit.id and unit.side == ctx.by:
        names = {"name": unit.sheet.name, "target": ctx.unit(asked.model).sheet.name, "power": asked.about["power"]}
        yield objection(DENY, "only its target denies a power: {power} is aimed at {target}, not at {name}", **names)


def deny(ctx: Context, action: Deny) -> None:
    """Roll to cancel a power: a total of 6 or more does."""
    pending = questions.answered(ctx, DENY, action.unit, _not_denied(ctx, action.unit))
    if pending is None:
        return
    unit = ctx.unit(action.unit)
    modifiers = denial(ctx, unit, pending.value)
    bonus = sum(amount for _, amount in modifiers)
    rolled = ctx.roll(
        DENY, unit.side, 1, needed=Needs(CANCELS, natural_fail=0), modifiers=modifiers, model=unit.id,
        target=str(pending.about["model"]),
    )  # fmt: skip
    if rolled.passed[0]:
        text = f"{rolled.total} and {bonus}: denied"
        ctx.effects.append(Noted(rule=DENY, model=unit.id, value=rolled.total + bonus, text=text))
    else:
        _undenied(ctx, pending)


def denial(ctx: Context, unit: Unit, level: int) -> Modifiers:
    """What a unit adds when it denies a power of a psyker of this Mastery Level."""
    levels = [mastery(ctx, psyker(ctx, m)) for m in words.standing(ctx.state, unit)]
    own = max(levels, default=0)
    base: Modifiers = ((DENY, 2 if own > level else 1),) if own else ()
    found: Modifiers = ctx.value(hooks.DENY, base, unit=unit)
    return found


def _lets_it(ctx: Context, pending: Decision, action: Action) -> None:
    ctx.answered(DENY)
    _undenied(ctx, pending)


def _undenied(ctx: Context, pending: Decision) -> None:
    model = ctx.state.models[str(pending.about["model"])]
    _manifested(ctx, words.unit_of(ctx.state, model), pending.about)


def _manifested(ctx: Context, unit: Unit, told: dict[str, int | str | tuple[str, ...]]) -> None:
    """A power takes effect: its side declares what it does."""
    target = str(told["target"])
    ctx.ask(EFFECT, unit.side, model=unit.id, targets=(target,) if target else (), about=told)


def _not_manifested(ctx: Context, key: str) -> Objections:
    """That no power of a unit waits to take effect: it has attempted none, or those it did are over."""
    unit = ctx.unit(key)
    if unit.side != ctx.by:
        return
    ones: tuple[Psyker, ...] = (unit, *ctx.state.members(unit.id))
    known = [power for one in ones for power in tried(one)]
    told = {"name": unit.sheet.name, "powers": ", ".join(known)}
    if known:
        yield objection(EFFECT, "{name} has attempted {powers} this turn: it failed, was denied or is over", **told)
    else:
        yield objection(EFFECT, "{name} has attempted no power this turn", **told)


def effect(ctx: Context, action: PowerEffect) -> None:
    """Let a power take effect: as a shot, or as the players declare."""
    pending = questions.answered(ctx, EFFECT, action.unit, _not_manifested(ctx, action.unit))
    if pending is None:
        return
    unit, power = ctx.unit(action.unit), str(pending.about["power"])
    model = ctx.state.models[str(pending.about["model"])]
    weapon = weapon_of(model, power)
    if weapon is None:
        ctx.require(not action.fire, EFFECT, "{power} is not a shot", power=power)
        refuse(ctx, unread(EFFECT, action, ("facts",), f"{power} is not a shot"))
        if not any(value for change in action.changes for value in change.marks.values()):
            refuse(ctx, unread(EFFECT, action, ("turns",), "no special rule is given"))
        ctx.effects.append(Noted(rule=EFFECT, model=model.id, text=action.note or power, declared=True))
        _changed(ctx, action)
        return
    declared = action.changes or action.losses or action.turns
    ctx.require(not declared, EFFECT, "{power} is a shot: the rules say what it does", power=power)
    refuse(ctx, unread(EFFECT, action, ("note",), f"{power} is a shot: the rules say what it does"))
    own = all((fire.model, fire.weapon) == (model.id, weapon.id) for fire in action.fire)
    ctx.require(own and action.fire, EFFECT, "{power} alone is fired", power=power)
    target = ctx.unit(next(iter(pending.targets), ""), "$.pending.targets")
    shoot.volley(ctx, unit, target, action.fire, rule=EFFECT, facts=action.facts)
    words.mark(ctx, model, words.SHOT, target.id, "phase", rule=EFFECT)


def _changed(ctx: Context, action: PowerEffect) -> None:
    """Make the changes, and remember when the special rules among them go.

    Raises:
        Malformed: one is to last both for some player turns and until the end of something else; as `as_declared`.
    """
    for index, change in enumerate(action.changes) if action.turns else ():
        if change.until != "game":
            raise Malformed(f"$.action.changes[{index}].until", "how long it lasts is said twice")
    as_declared(ctx, action.changes, action.losses, EFFECT)
    for change in action.changes if action.turns else ():
        given = tuple(key for key, value in change.marks.items() if value)
        if given:
            words.lend(ctx, ctx.state.models[change.model], given, action.turns)


@PSYCHIC.at(hooks.MAY_SHOOT)
def _power_first(ctx: Context, clause: str, *, model: Model, weapon: Weapon | None = None, **_: Any) -> str:
    """A power is fired only once it has been manifested, and instead of the psyker's weapons."""
    if clause or (ctx.interrupted is not None and ctx.interrupted.clause == EFFECT):
        return clause
    power = weapon is not None and any(p in (weapon.name, weapon.id) for p in powers(model))
    return EFFECT if power or words.SHOT in model.phase else ""


# what may be declared


def _may_manifest(ctx: Context) -> Iterator[Option]:
    """Powers of the psykers that have Warp Charge left."""
    for unit in words.on_table(ctx.state, ctx.state.to_act):
        for model in words.standing(ctx.state, unit):
            for power in powers(model):
                yield from _offered(ctx, unit, model, power)


def _offered(ctx: Context, unit: Unit, model: Model, power: str) -> Iterator[Option]:
    foes = words.on_table(ctx.state, ctx.state.enemy(unit.side))
    targets = foes if weapon_of(model, power) is not None else [None]
    able = []
    for target in targets:
        action = Manifest(unit=unit.id, model=model.id, power=power, target=target.id if target else "")
        if nothing(_objections(ctx, unit, model, action, target)):
            able.append(target.id if target else "")
    if able:
        reach = arms.reach(weapon) if (weapon := weapon_of(model, power)) is not None else 0
        yield Option(
            unit.side, "manifest", model=model.id, targets=tuple(key for key in able if key), weapons=(power,),
            limit=reach, clause=TEST,
        )  # fmt: skip


# what is worth declaring


def _any_target(choice: Choice) -> Iterator[Action]:
    option, target = choice.option, choice.of(choice.option.targets) if choice.option.targets else ""
    yield Manifest(unit=choice.model.unit, model=option.model, power=option.weapons[0], target=target)


def _takes_effect(choice: Choice) -> Iterator[Action]:
    """As a shot where the power is one; else it is only noted."""
    about = choice.ctx.pending.about
    model = choice.state.models[str(about["model"])]
    weapon = weapon_of(model, str(about["power"]))
    if weapon is None:
        yield PowerEffect(unit=choice.option.model)
        return
    laid = arms.is_blast(choice.ctx, weapon)
    for over in geometry.nearest(model, words.standing(choice.state, choice.option.targets[0]))[:3]:
        shot = Fire(model.id, weapon.id, aimed_at=over.id if laid else "")
        yield PowerEffect(unit=choice.option.model, fire=(shot,))


def _power(now: Moment) -> str:
    return str(now.state.pending.about.get("power", "")) if now.state.pending else ""


MARKS = (
    MarkKind(CHARGE, ("model", "unit"), ("turn",), "The Warp Charge points that the psyker has left.", COUNT),
    MarkKind(EFFECT, ("model", "unit"), ("turn",), "The names of the powers that the psyker has tried.", TEXTS),
)  # fmt: skip

TOLD = {"model": MODEL, "power": TEXT, "target": either(UNIT, one_of(""))}
"""What is told of a power in the questions about it."""
PART = Part(
    asks=(QuestionKind(DENY, about=TOLD), QuestionKind(EFFECT, about=TOLD)),
    marks=MARKS,
    acts=(
        Act(Manifest, manifest, _may_manifest, phases=turn.PHASES, propose=_any_target,
            told=filled(Phrase("%(model)s attempts %(power)s", "%(model)s колдует: %(power)s"),
                        power=as_written("power"))),
        questions.reply(Deny, deny, DENY,
            told=Phrase("%(unit)s [tries|try] to deny the power", "%(unit)s: попытка отвергнуть пси-силу")),
        questions.reply(PowerEffect, effect, EFFECT, targets=True, propose=_takes_effect,
            told=filled(Phrase("%(unit)s: %(power)s takes effect", "%(unit)s: действует %(power)s"), power=_power)),
    ),
    declines={DENY: _lets_it, EFFECT: questions.let_go},
)  # fmt: skip
