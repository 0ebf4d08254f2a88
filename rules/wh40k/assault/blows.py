"""Blows in close combat: which models strike which units with what, the rolls to hit, and the resolution of hits.

Anything not declared is filled in: a striking model that is not named uses its first melee weapon on the first unit it
may strike. Identical blows are rolled together.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.sheet import Weapon
from rules.kernel.state import Mark, Model, Number, Unit
from rules.wh40k import dice, hooks, words
from rules.wh40k.assault import combat
from rules.wh40k.book import FIGHT
from rules.wh40k.shooting import arms, wound
from rules.wh40k.vehicles import vehicle

TO_HIT = FIGHT["to-hit"]
ATTACKS = FIGHT["attacks"]
FORCE = "wh40k.usr.force"
"""A model with such a weapon strikes separately, since it may activate the weapon."""
BARE = Weapon("", "Bare hands", {"range": 0, "type": "Melee", "S": "User", "AP": 0})
"""The attack of a model without a melee weapon, even if it holds a pistol."""


class Blow(msgspec.Struct, frozen=True, omit_defaults=True):
    """Attacks of a model on a unit. Left out: its first target, its first melee weapon, all attacks it has left.

    A blow at a separate step (Hammer of Wrath) has its clause in place of the weapon.
    """

    model: str
    target: str = ""
    weapon: str = ""
    attacks: Number = 0


class _Plan(msgspec.Struct):
    """Blows ready to be rolled."""

    model: Model
    unit: Unit
    target: Unit
    weapon: Weapon
    attacks: int
    strength: int
    ap: int
    needed: int
    reroll: int
    clause: str


def strike(ctx: Context, side: str, declared: tuple[Blow, ...]) -> None:
    """Roll every blow of a side at the current step of the combat."""
    step = combat.step(ctx.state)
    models = combat.strikers(ctx.state, side)
    extra = [(m, e) for m in combat.fighters(ctx.state, side) for e in combat.extras(ctx, m, step)]
    clauses = {e.clause for _, e in extra}
    for index, blow in enumerate(declared):
        model = ctx.model(blow.model, f"$.action.blows[{index}].model")
        known = [m for m, e in extra if e.clause == blow.weapon] if blow.weapon in clauses else models
        ctx.require(
            any(m.id == model.id for m in known), combat.STEPS, "{name} does not strike at this step",
            name=model.sheet.name,
        )  # fmt: skip
    plans = [plan for m in models for plan in _plans(ctx, m, [b for b in declared if _of(b, m, clauses)])]
    for model, one in extra:
        named = [b.target for b in declared if (b.model, b.weapon) == (model.id, one.clause)]
        plans += _extra(ctx, model, one, named)
    groups = _grouped(plans)
    with ctx.carrying(*((p.model.id, p.target.id, p.attacks, p.strength, p.ap, p.needed, p.reroll) for p in plans)):
        for index, group in enumerate(groups):
            with ctx.carrying(index):
                ctx.milestone()
                _resolve(ctx, group)


def _of(blow: Blow, model: Model, extras: set[str]) -> bool:
    return blow.model == model.id and blow.weapon not in extras


def able(ctx: Context, side: str) -> bool:
    """Whether any model of a side strikes at the current step and has a target."""
    step = combat.step(ctx.state)
    if any(_touched(ctx, m) for m in combat.fighters(ctx.state, side) if combat.extras(ctx, m, step)):
        return True
    return any(combat.targets(ctx, m) for m in combat.strikers(ctx.state, side))


# planning


def _plans(ctx: Context, model: Model, declared: list[Blow]) -> list[_Plan]:
    """The blows of a model, with missing ones filled in."""
    may, name = combat.targets(ctx, model), model.sheet.name
    if not may:
        ctx.require(not declared, combat.ENGAGED, "{name} has no target to strike", name=name)
        return []
    weapon = _weapon(ctx, model, declared)
    total = left = combat.attacks(ctx, model, weapon if weapon is not BARE else None)
    made: list[_Plan] = []
    for blow in declared or [Blow(model.id)]:
        target = ctx.unit(blow.target or may[0], "$.action.blows")
        if not ctx.require(
            target.id in may, combat.ENGAGED, "{name} cannot strike at {target}", name=name, target=target.sheet.name
        ):
            continue
        count = blow.attacks if blow.attacks > 0 else left
        left -= count
        made.append(_plan(ctx, model, target, weapon, count))
    ctx.require(left >= 0, ATTACKS, "{name} has {total} attacks", name=name, total=total)
    if declared:
        ctx.require(left <= 0, ATTACKS, "{name} makes all its {total} attacks", name=name, total=total)
    return [plan for plan in made if plan.attacks > 0]


def _weapon(ctx: Context, model: Model, declared: list[Blow]) -> Weapon:
    """The single weapon a model strikes with."""
    melee = _melee(model)
    named = {blow.weapon for blow in declared if blow.weapon}
    ctx.require(len(named) < 2, combat.ENGAGED, "{name} strikes with one weapon", name=model.sheet.name)
    for weapon in melee:
        if weapon.id in named:
            return weapon
    ctx.require(not named, combat.ENGAGED, "{name} has no such melee weapon", name=model.sheet.name)
    return melee[0] if melee else BARE


def _melee(model: Model) -> list[Weapon]:
    return [w for w in model.sheet.weapons if w.profile.get("type") == "Melee"]


def _plan(ctx: Context, model: Model, target: Unit, weapon: Weapon, attacks: int) -> _Plan:
    unit = words.unit_of(ctx.state, model)
    roles: dict[str, Any] = {"unit": unit, "model": model, "weapon": weapon, "target": target}
    return _Plan(
        model, unit, target, weapon, attacks,
        arms.strength(ctx, model, weapon, target, assault=True),
        arms.piercing(weapon),
        _needed(ctx, model, target),
        int(ctx.value(hooks.HIT_REROLL, 0, assault=True, **roles)),
        wound.WOUNDS,
    )  # fmt: skip


def _needed(ctx: Context, model: Model, target: Unit) -> int:
    """What a model needs to hit a unit: 0 if it hits automatically."""
    skill = words.characteristic(ctx, model, "WS")
    tank = words.vehicle_of(ctx.state, target)
    against = vehicle.weapon_skill(ctx, tank) if tank else words.majority(ctx, words.standing(ctx.state, target), "WS")
    return combat.to_hit(skill, against) if against else 0


def _touched(ctx: Context, model: Model) -> list[str]:
    keys = {foe.unit for foe in combat.contacts(model, combat.enemies(ctx.state, model.side))}
    return [key for key in ctx.state.units if key in keys]


def _extra(ctx: Context, model: Model, extra: combat.Extra, named: list[str]) -> list[_Plan]:
    """A blow at a separate step, on a unit in contact."""
    may = _touched(ctx, model)
    for key in named:
        text = "{name} does not touch that unit"
        ctx.require(key in ("", *may), extra.clause, text, name=model.sheet.name)
    chosen = [key for key in named if key in may] or may[:1]
    if not chosen:
        return []
    target = ctx.state.units[chosen[0]]
    needed = 0 if extra.automatic else _needed(ctx, model, target)
    unit = words.unit_of(ctx.state, model)
    bare = Weapon("", extra.clause, BARE.profile)
    return [_Plan(model, unit, target, bare, extra.attacks, extra.strength, extra.ap, needed, False, extra.clause)]


# rolling


def _grouped(plans: Iterable[_Plan]) -> list[list[_Plan]]:
    """Blows that are identical as far as dice are concerned, in order."""
    groups: list[list[_Plan]] = []
    for plan in plans:
        for group in groups:
            if _alike(plan, group[0]):
                group.append(plan)
                break
        else:
            groups.append([plan])
    return groups


def _alike(a: _Plan, b: _Plan) -> bool:
    numbers = [(p.unit.id, p.target.id, p.strength, p.ap, p.needed, p.reroll, p.clause) for p in (a, b)]
    if numbers[0] != numbers[1] or a.weapon != b.weapon or (a.weapon.has.get(FORCE) and a.model is not b.model):
        return False
    return a.model.sheet.has == b.model.sheet.has and _marks(a.model) == _marks(b.model)


def _marks(model: Model) -> list[dict[str, Mark]]:
    """The marks on a model, apart from those that record the progress of the fight."""
    own = (combat.STEPS, combat.ENGAGED)
    return [{k: v for k, v in kept.items() if k not in own} for kept in (model.game, model.turn, model.phase)]


def _resolve(ctx: Context, group: list[_Plan]) -> None:
    """Roll to hit and resolve the hits."""
    first, target = group[0], group[0].target
    attacks = sum(plan.attacks for plan in group)
    if not words.standing(ctx.state, target):
        text = "nobody is left to strike at"
        ctx.effects.append(Noted(rule=combat.ENGAGED, model=first.model.id, target=target.id, value=attacks, text=text))
        return
    hits = _hits(ctx, first, attacks)
    tank = words.vehicle_of(ctx.state, target)
    before = _wounds(ctx, target)
    pool = wound.Pool(
        by=first.model.side, target=target, hits=hits, strength=first.strength, ap=first.ap, weapon=first.weapon,
        attacker=first.model, assault=True, cover=False, clause=first.clause, unit=first.unit,
    )  # fmt: skip
    with ctx.carrying(before):
        unsaved = wound.resolve(ctx, pool)
    if tank is None:
        # a model that is killed outright counts all the Wounds it had left
        unsaved = before - _wounds(ctx, target)
    if unsaved:
        inflict(ctx, first.unit, unsaved)


def _hits(ctx: Context, plan: _Plan, attacks: int) -> int:
    if not plan.needed:
        text = "hits without a roll"
        noted = Noted(rule=plan.clause, model=plan.model.id, target=plan.target.id, value=attacks, text=text)
        ctx.effects.append(noted)
        return attacks
    needed = plan.needed
    rolled = ctx.roll(
        TO_HIT, plan.model.side, attacks, needed=needed, reroll=dice.failing(needed, plan.reroll),
        model=plan.model.id, target=plan.target.id,
    )  # fmt: skip
    return sum(rolled.passed)


def _wounds(ctx: Context, unit: Unit) -> int:
    return sum(m.wounds for m in ctx.state.members(unit.id))


def inflict(ctx: Context, unit: Unit, wounds: int) -> None:
    """A unit has inflicted unsaved Wounds in this fight."""
    words.mark(ctx, unit, combat.INFLICTED, inflicted(unit) + wounds, "phase")


def inflicted(unit: Unit) -> int:
    """The unsaved Wounds a unit has inflicted in this fight."""
    count = unit.phase.get(combat.INFLICTED, 0)
    return count if isinstance(count, int) else 0


def can_hurt(ctx: Context, unit: Unit, foe: Unit) -> bool:
    """Whether some blow of a unit could hurt an enemy unit at all."""
    return any(
        _hurts(ctx, model, weapon, foe)
        for model in words.standing(ctx.state, unit)
        for weapon in (_melee(model) or [BARE])
    )


def _hurts(ctx: Context, model: Model, weapon: Weapon, foe: Unit) -> bool:
    strength = arms.strength(ctx, model, weapon, foe, assault=True)
    tank = words.vehicle_of(ctx.state, foe)
    if tank is None:
        pool = wound.Pool(model.side, foe, 1, strength, weapon=weapon, attacker=model, assault=True)
        return wound.needed(ctx, pool) < wound.NEVER
    if ctx.holds(weapon, "wh40k.usr.haywire"):
        return True
    thrown = int(ctx.value(hooks.PENETRATION, 1, weapon=weapon, vehicle=tank, attacker=model, assault=True))
    sides = ("front", "side", "rear") if words.is_(tank, "Walker") else ("rear",)
    return strength + 6 * thrown >= min(vehicle.armour_value(ctx, tank, side, weapon, assault=True) for side in sides)
