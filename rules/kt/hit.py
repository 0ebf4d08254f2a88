"""The hit roll, in shooting and in melee (document lines 453-482, 707-723)."""

from __future__ import annotations

from typing import Any

from rules.kernel import geometry
from rules.kernel.context import Context, Modifiers
from rules.kernel.dice import Again, Needs
from rules.kernel.effects import Rolled
from rules.kernel.rule import Hook
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model
from rules.kt import words
from rules.kt.options import automatic_six
from rules.kt.wound import Strike

HIT_MODIFIERS = Hook("hit-modifiers", ("attacker", "weapon", "target"))
HIT_REROLL = Hook("hit-reroll", ("attacker", "weapon", "target"))
"""Which dice are rolled again, as an `Again`."""
HITS = Hook("hits", ("attacker", "weapon", "target"))
AUTO_HIT = Hook("auto-hit", ("attacker", "weapon"))
MELEE_MODIFIERS = Hook("melee-modifiers", ("attacker", "weapon", "target"))
EXTRA_ATTACKS = Hook("extra-attacks", ("attacker", "weapon", "target"))

NO_SKILL = 7
"""The value needed by a model whose sheet prints a dash: more than a die can show."""


def shoot_at(ctx: Context, strike: Strike, attacks: int, overwatch: bool) -> list[int]:
    """Roll to hit with a ranged weapon; sets the strike's hits and returns the natural faces, re-rolls counted."""
    if not attacks:
        return []
    if ctx.value(AUTO_HIT, False, **_roles(strike)):
        strike.hits = attacks
        return []
    if overwatch:
        rolled = _roll(ctx, strike, attacks, "kt.charge.overwatch", 6, (), overwatch)
    else:
        needed = words.characteristic(strike.attacker, "BS") or NO_SKILL
        rolled = _roll(ctx, strike, attacks, "kt.hit.ranged.roll", needed, ranged_modifiers(ctx, strike))
    return rolled.final()


def strike_at(ctx: Context, strike: Strike, attacks: int) -> int:
    """Roll to hit in melee; adds to the strike's hits and returns how many extra attacks the roll earns."""
    if not attacks:
        return 0
    needed = words.characteristic(strike.attacker, "WS") or NO_SKILL
    rolled = _roll(ctx, strike, attacks, "kt.hit.melee.roll", needed, melee_modifiers(ctx, strike))
    return int(ctx.value(EXTRA_ATTACKS, 0, rolled=rolled, strike=strike, **_roles(strike)))


def _roll(
    ctx: Context,
    strike: Strike,
    attacks: int,
    clause: str,
    needed: int,
    modifiers: Modifiers,
    overwatch: bool = False,
) -> Rolled:
    """The roll itself; adds its hits, after rules that multiply them, to the strike's."""
    roles = _roles(strike)
    rolled = ctx.roll(
        clause,
        strike.attacker.side,
        attacks,
        needed=Needs(
            needed, natural_pass=automatic_six(ctx.state), exact=bool(strike.weapon.has or strike.attacker.sheet.has)
        ),
        modifiers=modifiers,
        reroll=ctx.value(HIT_REROLL, Again(), strike=strike, overwatch=overwatch, **roles),
        model=strike.attacker.id,
        target=strike.target.id,
    )
    strike.hits += int(ctx.value(HITS, sum(rolled.passed), rolled=rolled, strike=strike, **roles))
    return rolled


def _roles(strike: Strike) -> dict[str, Any]:
    return {"attacker": strike.attacker, "weapon": strike.weapon, "target": strike.target}


def ranged_modifiers(ctx: Context, strike: Strike) -> Modifiers:
    """Every modifier of a ranged hit roll, with the clause it comes from."""
    shooter, weapon, target = strike.attacker, strike.weapon, strike.target
    kind = weapon.profile.get("type")
    far = long_range(shooter, weapon, target)
    found = [
        ("kt.hit.ranged.mod-obscured", -int(strike.obscured)),
        ("kt.hit.ranged.mod-long-range", -int(far and kind != "Grenade")),
        ("kt.hit.ranged.mod-flesh-wound", -words.flesh_wounds(shooter)),
        ("kt.hit.ranged.mod-broken", -int(words.broken(ctx.state, shooter.side))),
        ("kt.type.heavy.moved", -int(kind == "Heavy" and words.MOVED in shooter.round)),
        ("kt.type.assault.after-advance", -int(kind == "Assault" and words.ADVANCED in shooter.round)),
    ]
    given = tuple(pair for pair in found if pair[1])
    return tuple(ctx.value(HIT_MODIFIERS, given, strike=strike, **_roles(strike))) + strike.modifiers.get("hit", ())


def long_range(shooter: Model, weapon: Weapon, target: Model) -> bool:
    """Whether a target is farther away than half the weapon's range."""
    return 2 * geometry.distance(shooter, target) > int(weapon.profile.get("range", 0))


def melee_modifiers(ctx: Context, strike: Strike) -> Modifiers:
    """Every modifier of a melee hit roll, with the clause it comes from."""
    fighter = strike.attacker
    found = [
        ("kt.hit.melee.mod-flesh-wound", -words.flesh_wounds(fighter)),
        ("kt.hit.melee.mod-broken", -int(words.broken(ctx.state, fighter.side))),
        ("kt.hit.melee.mod-terrain", -int(bool(strike.across))),
    ]
    given = tuple(pair for pair in found if pair[1])
    return tuple(ctx.value(MELEE_MODIFIERS, given, strike=strike, **_roles(strike))) + strike.modifiers.get("hit", ())
