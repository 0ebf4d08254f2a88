"""Saving throws: which one a model takes against a Wound, and the roll needed."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Point
from rules.wh40k import hooks
from rules.wh40k.movement.terrain import NO_SAVE
from rules.wh40k.shooting import sight

ARMOUR = "wh40k.assumed.save.armour"
INVULNERABLE = "wh40k.assumed.save.invulnerable"
COVER = "wh40k.assumed.save.cover"
ONE = "wh40k.assumed.save.one-per-wound"
BEST = 2
"""No save is better than 2+."""


class Against(msgspec.Struct, frozen=True):
    """The circumstances of a save: the AP (0 for none), the kinds of save allowed, and the origin of the Wound.

    `origin` is where the shot comes from if not from the attacker: the centre of a Barrage marker.
    """

    ap: int = 0
    armour: bool = True
    invulnerable: bool = True
    cover: bool = False
    weapon: Weapon | None = None
    attacker: Model | None = None
    origin: Point | None = None
    facts: tuple[sight.LineOfSight, ...] = ()


class Save(NamedTuple):
    """The save a model takes: the clause that gives it and the face it needs; `NO_SAVE` where it has none."""

    clause: str
    needed: int

    @property
    def any(self) -> bool:
        """Whether there is a save to roll."""
        return self.needed < NO_SAVE


NONE = Save(ONE, NO_SAVE)


def best(ctx: Context, model: Model, against: Against) -> Save:
    """The one save a model takes against a Wound: the best it is allowed; of equal ones its armour."""
    found = min(_allowed(ctx, model, against), key=lambda save: save.needed, default=NONE)
    return Save(found.clause, max(BEST, found.needed)) if found.any else NONE


def _allowed(ctx: Context, model: Model, against: Against) -> list[Save]:
    saves = []
    if against.armour:
        value = armour(model)
        if not 0 < against.ap <= value:
            saves.append(Save(ARMOUR, value))
    if against.invulnerable:
        saves.append(Save(INVULNERABLE, invulnerable(ctx, model)))
    if against.cover:
        saves.append(Save(COVER, cover(ctx, model, against)))
    return saves


def armour(model: Model) -> int:
    """The armour save of a model; `NO_SAVE` where its sheet prints none."""
    printed = model.sheet.profile.get("Sv", NO_SAVE)
    return printed if isinstance(printed, int) and printed > 0 else NO_SAVE


def invulnerable(ctx: Context, model: Model) -> int:
    """The invulnerable save of a model; `NO_SAVE` where it has none."""
    held = ctx.holds(model, INVULNERABLE)
    return int(ctx.value(hooks.INVULNERABLE, held if isinstance(held, int) and held else NO_SAVE, model=model))


def cover(ctx: Context, model: Model, against: Against) -> int:
    """The cover save of a model against a shot; `NO_SAVE` where it has none or may take none."""
    value = sight.cover(ctx, model, against.attacker, against.origin, against.weapon, against.facts)
    if value >= NO_SAVE:
        return NO_SAVE
    denied = ctx.value(hooks.MAY_COVER, "", weapon=against.weapon, model=model)
    if denied:
        ctx.effects.append(Noted(rule=denied, model=model.id, text="no cover save"))
        return NO_SAVE
    return value


def roll(ctx: Context, model: Model, save: Save, count: int = 1) -> int:
    """Roll saves of one kind and return how many Wounds they do not stop."""
    if not save.any:
        return count
    rolled = ctx.roll(save.clause, model.side, count, needed=save.needed, model=model.id)
    return count - sum(rolled.passed)
