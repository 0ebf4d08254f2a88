"""From hits to casualties: rolls to wound, allocation, saves, and the loss of Wounds.

`resolve` takes hits of one kind on one unit through all of it; `suffer` gives one model a Wound without a roll; `lose`
takes Wounds off. Hits on vehicles go to `vehicle.penetrate`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.context import Context
from rules.kernel.effects import Noted, WoundsSet
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Point, Unit
from rules.wh40k import dice, hooks, options, words
from rules.wh40k.movement.terrain import NO_SAVE
from rules.wh40k.shooting import allocate, save, sight
from rules.wh40k.vehicles import vehicle

TO_WOUND = "wh40k.assumed.to-wound"
WOUNDS = "wh40k.assumed.wounds"
DOUBLE = "wh40k.assumed.instant-death.double-toughness"
INSTANT = "wh40k.usr.instant-death"
NEVER = 7
"""What nobody rolls."""


class Pool(msgspec.Struct):
    """Hits of one kind on one unit.

    `by` is the side that rolls, `ap` 0 for none. Wounds go to the closest to `origin` first; without one, to the
    closest to `unit`, the attacking unit (the attacker's where it is not named). `only` are the models that can be
    hit; empty for all. `toughness` is the majority's as it was when the attack began, 0 to look it up now. `facts` is
    what was declared about sight and cover; `clause` is why Wounds are lost.
    """

    by: str
    target: Unit
    hits: int
    strength: int
    ap: int = 0
    weapon: Weapon | None = None
    attacker: Model | None = None
    assault: bool = False
    origin: Point | None = None
    cover: bool = True
    clause: str = WOUNDS
    only: tuple[str, ...] = ()
    unit: Unit | None = None
    toughness: int = 0
    facts: tuple[sight.LineOfSight, ...] = ()


def resolve(ctx: Context, pool: Pool) -> int:
    """Roll to wound, allocate, save and remove. Returns the number of unsaved Wounds, or hull points of a vehicle."""
    models = _targets(ctx, pool)
    if pool.hits <= 0 or not models:
        return 0
    unit = attacking(ctx, pool)
    ctx.fire(
        hooks.HIT, pool.hits, weapon=pool.weapon, attacker=pool.attacker, target=pool.target, assault=pool.assault,
        unit=unit,
    )  # fmt: skip
    models = _targets(ctx, pool)
    if any(words.is_vehicle(m) for m in models):
        with ctx.carrying(object()):
            return _strike(ctx, pool, next(m for m in models if words.is_vehicle(m)))
    wounds = to_wound(ctx, pool) if models else 0
    ctx.milestone("wounds", wounds)
    return _allocate(ctx, pool, wounds)


def attacking(ctx: Context, pool: Pool) -> Unit | None:
    """The unit the hits come from; None if there is none."""
    if pool.unit is None and pool.attacker is not None:
        return ctx.state.units.get(pool.attacker.unit)
    return pool.unit


def _targets(ctx: Context, pool: Pool) -> list[Model]:
    """The models that can be hit, in the order of wound allocation."""
    unit = attacking(ctx, pool)
    attackers = words.standing(ctx.state, unit) if unit is not None else []
    if pool.assault and pool.attacker is not None and unit is None:
        attackers = [pool.attacker]
    return allocate.order(ctx, pool.target, attackers, pool.origin, pool.assault, pool.only)


def _strike(ctx: Context, pool: Pool, target: Model) -> int:
    """Hits on vehicles: on the one that was hit if known, otherwise on the nearest."""
    origin = pool.origin or (pool.attacker.at if pool.attacker is not None else None)
    against = _against(pool)
    cover = save.cover(ctx, target, against) if against.cover else NO_SAVE
    hits = vehicle.Hits(pool.by, pool.strength, pool.ap, pool.weapon, pool.attacker, pool.assault, cover)
    if not pool.only:
        return vehicle.strike(ctx, pool.target, pool.hits, hits, origin)
    return vehicle.penetrate(ctx, target, pool.hits, hits, vehicle.facing_hit(ctx, target, origin, pool.weapon))


# to wound


def chart(strength: int, toughness: int) -> int:
    """The roll a hit needs to wound; 7 if it cannot."""
    over = strength - toughness
    if over < -3:
        return NEVER
    return max(2, min(6, 4 - over))


def needed(ctx: Context, pool: Pool) -> int:
    """The roll the hits of a pool need to wound, as modified by rules."""
    base = chart(pool.strength, _toughness(ctx, pool))
    return int(ctx.value(hooks.TO_WOUND, base, **_attack(pool), target=pool.target, assault=pool.assault))


def _toughness(ctx: Context, pool: Pool) -> int:
    """The Toughness that the hits of a pool are compared with: of the unit, or one they name."""
    return pool.toughness or words.majority(ctx, ctx.state.members(pool.target.id), "T")


def to_wound(ctx: Context, pool: Pool) -> int:
    """Roll to wound and return the number of Wounds."""
    need = needed(ctx, pool)
    attacker, target = "" if pool.attacker is None else pool.attacker.id, pool.target.id
    for text, value in (("Strength", pool.strength), ("Toughness", _toughness(ctx, pool))):
        ctx.effects.append(Noted(rule=TO_WOUND, model=attacker, target=target, value=value, text=text))
    if need >= NEVER:
        ctx.effects.append(Noted(rule=TO_WOUND, target=pool.target.id, value=pool.hits, text="cannot wound"))
        return 0
    again = ctx.value(
        hooks.WOUND_REROLL, 0, unit=attacking(ctx, pool), **_attack(pool), target=pool.target, assault=pool.assault
    )
    rolled = ctx.roll(
        TO_WOUND, pool.by, pool.hits, needed=need, reroll=dice.failing(need, again),
        model=pool.attacker.id if pool.attacker is not None else "", target=pool.target.id,
    )  # fmt: skip
    return sum(rolled.passed)


def _attack(pool: Pool) -> dict[str, Any]:
    return {"model": pool.attacker, "weapon": pool.weapon}


# allocation and saves


def _against(pool: Pool) -> save.Against:
    return save.Against(
        pool.ap, cover=pool.cover and not pool.assault, weapon=pool.weapon, attacker=pool.attacker,
        origin=pool.origin, facts=pool.facts,
    )  # fmt: skip


def _allocate(ctx: Context, pool: Pool, wounds: int) -> int:
    """Give out Wounds: all at once where every model saves alike, else one by one."""
    queue, against = _targets(ctx, pool), _against(pool)
    if not wounds or not queue:
        return 0
    queue = list(
        ctx.value(hooks.CASUALTIES, queue, unit=pool.target, wounds=wounds, weapon=pool.weapon, assault=pool.assault)
    )
    saves = [save.best(ctx, model, against) for model in queue]
    unsaved = 0
    if not _mixed(ctx, pool, queue, saves):
        failed = save.roll(ctx, queue[0], saves[0], wounds)
        _failed(ctx, pool, _first(queue), failed)
        for left in range(failed, 0, -1):
            with ctx.carrying(left, unsaved, *(model.id for model in queue)):
                ctx.milestone("failed")
                unsaved += _unsaved(ctx, pool, _first(queue))
        return unsaved
    for left in range(wounds, 0, -1):
        given = _first(queue)
        if given is None:
            break
        with ctx.carrying(left, unsaved, *(model.id for model in queue)):
            ctx.milestone("mixed")
            taken = allocate.look_out(ctx, given)
            if save.roll(ctx, taken, save.best(ctx, taken, against)):
                _failed(ctx, pool, taken, 1)
                unsaved += _unsaved(ctx, pool, taken)
    return unsaved


def _failed(ctx: Context, pool: Pool, target: Model | None, wounds: int) -> None:
    if wounds and target is not None:
        ctx.fire(hooks.SAVES_FAILED, wounds, weapon=pool.weapon, attacker=pool.attacker, target=target)


def _first(queue: list[Model]) -> Model | None:
    """The first of the models still in action."""
    return next((model for model in queue if not model.out), None)


def _mixed(ctx: Context, pool: Pool, queue: list[Model], saves: list[save.Save]) -> bool:
    """Whether Wounds are resolved one at a time: different saves, a character among others, or a rule."""
    if any(one != saves[0] for one in saves):
        return True
    several = len(ctx.state.members(pool.target.id)) > 1
    if several and words.characters(queue) and allocate.may_look_out(pool.target):
        return True
    return bool(ctx.value(hooks.MIXED_SAVES, False, unit=pool.target))


def _unsaved(ctx: Context, pool: Pool, model: Model | None) -> int:
    """One Wound that was not saved; returns how many are kept."""
    if model is None:
        return 0
    inflicted = _instant(ctx, pool, model)
    instant = "" if inflicted and _spared(ctx, model) else inflicted
    counts = instant if options.option(ctx.state, options.PAIN_OF_ETERNALS) else inflicted
    kept = int(
        ctx.value(hooks.UNSAVED, 1, target=model, instant=bool(counts), weapon=pool.weapon, attacker=pool.attacker)
    )
    if not kept:
        return 0
    if instant:
        lose(ctx, model, instant, model.wounds)
    else:
        lose(ctx, model, pool.clause)
    ctx.fire(hooks.WOUNDED, kept, weapon=pool.weapon, attacker=pool.attacker, target=model, assault=pool.assault)
    return kept


def _instant(ctx: Context, pool: Pool, model: Model) -> str:
    """The clause by which an unsaved Wound inflicts Instant Death, on a model it affects; empty if it does not."""
    toughness = words.characteristic(ctx, model, "T")
    doubled = 0 < 2 * toughness <= pool.strength
    instant = ctx.value(hooks.INSTANT_DEATH, doubled, **_attack(pool), attacker=pool.attacker, target=model)
    if not instant:
        return ""
    return DOUBLE if doubled else INSTANT


def _spared(ctx: Context, model: Model) -> bool:
    """Whether Instant Death does not affect a model."""
    spared = ctx.value(hooks.NO_INSTANT_DEATH, "", target=model)
    if spared:
        ctx.effects.append(Noted(rule=spared, model=model.id, text="no Instant Death"))
    return bool(spared)


def suffer(
    ctx: Context,
    model: Model,
    clause: str,
    *,
    armour: bool = True,
    invulnerable: bool = True,
    cover: bool = False,
    ap: int = 0,
) -> bool:
    """Give a model a Wound without a roll to wound; it saves by what is allowed. Returns whether it was unsaved."""
    against = save.Against(ap, armour, invulnerable, cover)
    if save.roll(ctx, model, save.best(ctx, model, against)) == 0:
        return False
    if not ctx.value(hooks.UNSAVED, 1, target=model, instant=False, weapon=None, attacker=None):
        return False
    lose(ctx, model, clause)
    ctx.fire(hooks.WOUNDED, 1, weapon=None, attacker=None, target=model, assault=False)
    return True


def lose(ctx: Context, model: Model, clause: str, wounds: int = 1) -> None:
    """Take Wounds off a model; without any left it is removed."""
    if model.out or wounds <= 0:
        return
    left = max(0, model.wounds - wounds)
    ctx.emit(WoundsSet(rule=clause, model=model.id, was=model.wounds, to=left))
    if not left:
        words.kill(ctx, model, clause)
