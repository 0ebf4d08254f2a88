"""Ranged weapons: their types, how many shots they fire and how hard, and which shots are Snap Shots."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Unit
from rules.wh40k import dice, hooks, words
from rules.wh40k.book import SKYFIRE, TWIN_LINKED
from rules.wh40k.vehicles import vehicle

TYPES = "wh40k.assumed.shooting.weapon-types"
SNAP = "wh40k.assumed.shooting.snap-shot"
SPEED = "wh40k.assumed.vehicle.speed-shooting"
TEMPLATE = "Template"
RANGED = ("Assault", "Rapid Fire", "Heavy", "Pistol", "Ordnance", TEMPLATE, "Grenade")
STEADY = ("Heavy", "Ordnance")
"""Weapons that fire Snap Shots after their bearer moved."""

BLAST_RULE = "wh40k.usr.blast"
BARRAGE_RULE = "wh40k.usr.barrage"
INTERCEPTOR_RULE = "wh40k.usr.interceptor"


def weapon_of(model: Model, key: str, path: str) -> Weapon:
    """A weapon on a model's sheet. Raises Malformed if it has no such weapon."""
    for weapon in model.sheet.weapons:
        if weapon.id == key:
            return weapon
    raise Malformed(f"{path}.weapon", f"{model.sheet.name} has no weapon {key!r}")


def kind(weapon: Weapon) -> str:
    """The type of a weapon, `Melee` where it prints none."""
    return str(weapon.profile.get("type", "Melee"))


def is_ranged(weapon: Weapon) -> bool:
    """Whether a weapon can be fired or thrown at a distance."""
    return kind(weapon) == TEMPLATE or (kind(weapon) in RANGED and reach(weapon) > 0)


def is_barrage(ctx: Context, weapon: Weapon) -> bool:
    """Whether a weapon fires a Barrage."""
    return bool(ctx.holds(weapon, BARRAGE_RULE))


def is_blast(ctx: Context, weapon: Weapon) -> bool:
    """Whether a weapon uses a marker in place of rolls to hit: Blasts, and every Barrage."""
    return bool(ctx.holds(weapon, BLAST_RULE)) or is_barrage(ctx, weapon)


def aims(ctx: Context, weapon: Weapon) -> bool:
    """Whether a weapon uses the Ballistic Skill for rolls to hit, and so can fire Snap Shots."""
    return kind(weapon) != TEMPLATE and not is_blast(ctx, weapon)


def reach(weapon: Weapon) -> int:
    """The maximum range of a weapon."""
    return _whole(weapon.profile.get("range", 0))


def least(weapon: Weapon) -> int:
    """The minimum range of a weapon; 0 if it has none."""
    return _whole(weapon.profile.get("min", 0))


def _whole(value: int | str) -> int:
    return value if isinstance(value, int) else 0


def strength(ctx: Context, model: Model, weapon: Weapon, target: Unit, assault: bool = False) -> int:
    """The Strength of an attack: printed, or based on the model's own (`User`, `+1`, `x2`), as modified by rules."""
    printed, own = weapon.profile.get("S", "User"), words.characteristic(ctx, model, "S")
    value = printed if isinstance(printed, int) else _of_user(printed, own)
    return min(10, int(ctx.value(hooks.STRENGTH, value, model=model, weapon=weapon, target=target, assault=assault)))


def _of_user(printed: str, own: int) -> int:
    text = printed.strip()
    if text[:1] in ("+", "-") and text[1:].isdigit():
        return max(0, own + int(text))
    if text[:1].lower() == "x" and text[1:].isdigit():
        return own * int(text[1:])
    return own


def piercing(weapon: Weapon) -> int:
    """The AP of an attack, 0 for none."""
    return _whole(weapon.profile.get("AP", 0))


def shots(ctx: Context, model: Model, weapon: Weapon, away: int) -> int:
    """How many shots a weapon fires at this distance: printed or rolled; two for Rapid Fire at half range."""
    printed = weapon.profile.get("shots", 1)
    if isinstance(printed, int):
        count = printed
    elif printed == "D3":
        count = dice.d3(ctx, model.side, model=model.id)
    else:
        count = ctx.roll(TYPES, model.side, 1, model=model.id).total
    if kind(weapon) == "Rapid Fire":
        count = 2 if 2 * away <= reach(weapon) else 1
    return max(0, int(ctx.value(hooks.SHOTS, count, model=model, weapon=weapon)))


def rerolls(ctx: Context, unit: Unit, model: Model, weapon: Weapon, target: Unit) -> int:
    """Whether rolls to hit may or must be made again by a rule (Ballistic Skill 6 and more apart)."""
    told: dict[str, Any] = {"unit": unit, "model": model, "weapon": weapon, "target": target}
    return int(ctx.value(hooks.HIT_REROLL, 0, assault=False, **told))


@TWIN_LINKED.at(hooks.HIT_REROLL, of="weapon")
def _twin_linked(ctx: Context, again: int, **_: Any) -> int:
    return hooks.MUST


# Snap Shots


def snap(ctx: Context, unit: Unit, model: Model, weapon: Weapon, target: Unit) -> str:
    """The clause by which a shot is a Snap Shot, speed of vehicles apart; empty if it is not."""
    base = ""
    if kind(weapon) in STEADY and words.MOVED in unit.turn and not words.is_vehicle(model):
        base = TYPES
    return str(ctx.value(hooks.SNAP, base, unit=unit, model=model, weapon=weapon, target=target))


def snap_of_vehicle(ctx: Context, unit: Unit, model: Model, weapon: Weapon, fired: list[Weapon]) -> str:
    """The clause by which a vehicle's weapon fires Snap Shots, the ones in `fired` being named before it.

    As many as its speed allows fire at full Ballistic Skill, in the order declared. With an Ordnance weapon no other
    does.
    """
    if not words.is_vehicle(model):
        return ""
    full, _ = vehicle.firing(ctx, unit, model)
    return SPEED if len(fired) >= full else ""


@SKYFIRE.at(hooks.SNAP, of="weapon")
def _skyfire(ctx: Context, clause: str, *, weapon: Weapon, target: Unit, **_: Any) -> str:
    """Full Ballistic Skill against flyers and skimmers, and against all for a weapon that also intercepts."""
    if clause or ctx.holds(weapon, INTERCEPTOR_RULE):
        return clause
    there = words.standing(ctx.state, target)
    return "" if any(words.is_(m, "Flyer", "Skimmer") for m in there) else SKYFIRE[""]
