"""Hits, wounds, saves, damage and injury dice."""

from __future__ import annotations

from rules.kernel.context import Context
from rules.kernel.dice import Needs
from rules.kernel.effects import WoundsSet
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model
from rules.necro import hooks, words

WOUND = "necro.core.wound-roll"
SAVE = "necro.core.save"
DAMAGE = "necro.core.damage"
DIE = "necro.core.injury-die"
OUT = "necro.core.out-of-action"
FLESH_UP_TO, WORST = 2, 6
"""The injury die: up to this a flesh wound, from this out of action."""


def number(weapon: Weapon, name: str, otherwise: int = 0) -> int:
    """A number of a weapon's profile."""
    value = weapon.profile.get(name, otherwise)
    return value if isinstance(value, int) else otherwise


def to_wound(strength: int, toughness: int) -> int:
    """What a die needs to wound."""
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 4 if strength == toughness else 3 if strength > toughness else 5


def toughness(model: Model) -> int:
    """The Toughness of a fighter: as printed, less a flesh wound each, at least 1."""
    flesh = model.game.get(words.FLESH, 0)
    return max(1, words.printed(model, "T") - (flesh if isinstance(flesh, int) else 0))


def hits(ctx: Context, by: str, target: Model, count: int, strength: int, piercing: int, damage: int) -> None:
    """Roll to wound and to save for hits on a fighter, then take the damage."""
    if not count:
        return
    wounds = ctx.roll(WOUND, by, count, needed=Needs(to_wound(strength, toughness(target))), target=target.id)
    left, save = sum(wounds.passed), words.printed(target, "Sv")
    if left and 0 < save - piercing <= 6:
        left -= sum(ctx.roll(SAVE, target.side, left, needed=Needs(save - piercing), target=target.id).passed)
    for more in range(left, 0, -1):
        ctx.milestone("harm", more)
        harm(ctx, target, damage, DAMAGE)


def harm(ctx: Context, model: Model, damage: int, rule: str) -> None:
    """A fighter takes damage; at its last Wound it rolls injury dice, one and one more for each further point.

    A fighter that has lost its last Wound and goes on with a flesh wound rolls one for each point.
    """
    if model.out:
        return
    had = model.wounds
    left = max(0, had - damage)
    if left != had:
        ctx.emit(WoundsSet(rule=rule, model=model.id, was=had, to=left))
    if not left:
        injured(ctx, model, 1 + damage - max(1, had))


def lose(ctx: Context, model: Model, wounds: int, rule: str) -> None:
    """A fighter loses Wounds that players declare: as any other damage."""
    harm(ctx, model, wounds, rule)


def injured(ctx: Context, model: Model, dice: int) -> None:
    """Injury dice: flesh wounds, Seriously Injured or Out of Action, the worst result counts once."""
    faces = ctx.roll(DIE, model.side, dice, model=model.id).final()
    flesh = sum(1 for face in faces if face <= FLESH_UP_TO)
    if flesh:
        carried = model.game.get(words.FLESH, 0)
        words.mark(ctx, model, words.FLESH, (carried if isinstance(carried, int) else 0) + flesh)
    if max(faces) == WORST or words.printed(model, "T") <= _carried(model):
        words.out(ctx, model, OUT)
    elif max(faces) > FLESH_UP_TO and words.INJURED not in model.game:
        if words.PINNED in model.game:
            words.unmark(ctx, model, words.PINNED)
        words.mark(ctx, model, words.INJURED, rule=DIE)
        ctx.fire(hooks.DOWN, DIE, model=model)


def _carried(model: Model) -> int:
    flesh = model.game.get(words.FLESH, 0)
    return flesh if isinstance(flesh, int) else 0
