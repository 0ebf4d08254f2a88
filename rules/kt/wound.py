"""Wounds, saves, damage and injury (document lines 487-571, 577-586).

Shooting, melee, powers and falls all lead here: `strike` takes hits through wound, save and damage rolls, `hurt` takes
damage to its injury roll, `mortal` takes mortal wounds one at a time.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence

import msgspec

from rules.kernel import halved
from rules.kernel.actions import Modifier, modifiers_for
from rules.kernel.context import Context, Modifiers
from rules.kernel.dice import Again, Needs
from rules.kernel.effects import Marked, Noted, Removed, WoundsSet
from rules.kernel.errors import Malformed
from rules.kernel.rule import Hook
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model
from rules.kt.options import automatic_six, option
from rules.kt.words import FLESH, characteristic, flesh_wounds

STRENGTH = Hook("strength", ("attacker", "weapon", "target"))
"""The bearer's own S, before the weapon modifies it."""
ATTACK_STRENGTH = Hook("attack-strength", ("attacker", "weapon", "target"))
"""The strength of the attack, after the weapon."""
WOUND_MODIFIERS = Hook("wound-modifiers", ("attacker", "weapon", "target"))
WOUND_REROLL = Hook("wound-reroll", ("attacker", "weapon", "target"))
"""Which dice are rolled again, as an `Again`; `failed` tells the faces that do not wound."""
ARMOUR_PIERCING = Hook("armour-piercing", ("attacker", "weapon", "target"))
DAMAGE = Hook("damage", ("attacker", "weapon", "target"))


class Strike(msgspec.Struct):
    """Hits of one weapon on one target.

    `cover` is the obscuring terrain the target is within 1" of, or empty; `across` is the terrain between two fighters.
    """

    attacker: Model
    weapon: Weapon
    target: Model
    hits: int
    ranged: bool
    obscured: bool = False
    cover: str = ""
    across: tuple[str, ...] = ()
    modifiers: dict[str, Modifiers] = {}
    wounds: tuple[int, ...] = ()
    """Faces (modified) of the successful wound rolls, in order."""

    def rest(self) -> Hashable:
        """What it remembers of its dice and of the position in which it was aimed."""
        return self.target.id, self.hits, self.wounds, self.obscured, self.cover, self.across


KINDS = {
    "hit": re.compile(r"\bhit rolls?\b|\brolls? to hit\b|\bпопадани", re.IGNORECASE),
    "wound": re.compile(r"\bwound rolls?\b|\brolls? to wound\b|\bпробити", re.IGNORECASE),
    "save": re.compile(r"\bsaving throws?\b|\bsave rolls?\b|\bсейв|\bспасброс", re.IGNORECASE),
    "injury": re.compile(r"\binjury rolls?\b|\bтравм", re.IGNORECASE),
}
"""The rolls of an attack that a declared modifier may change, and how the texts of abilities speak of them."""


def declared(ctx: Context, modifiers: tuple[Modifier, ...]) -> dict[str, Modifiers]:
    """The modifiers players declare, by kind of roll. Raises Malformed for a kind no attack has."""
    for index, modifier in enumerate(modifiers):
        if modifier.roll not in KINDS:
            raise Malformed(f"$.action.modifiers[{index}].roll", f"{modifier.roll!r} is none of {', '.join(KINDS)}")
    return {kind: modifiers_for(ctx, kind, modifiers, KINDS) for kind in KINDS}


def needed_to_wound(strength: int, toughness: int) -> tuple[int, str]:
    """The wound table: the value needed and its clause."""
    if strength >= 2 * toughness:
        return 2, "kt.wound.table.double"
    if strength > toughness:
        return 3, "kt.wound.table.greater"
    if strength == toughness:
        return 4, "kt.wound.table.equal"
    if 2 * strength > toughness:
        return 5, "kt.wound.table.lower"
    return 6, "kt.wound.table.half"


def attack_strength(ctx: Context, attacker: Model, weapon: Weapon, target: Model) -> int:
    """Strength of an attack: first bonuses to the bearer, then the weapon's own modification."""
    roles = {"attacker": attacker, "weapon": weapon, "target": target}
    bearer = int(ctx.value(STRENGTH, characteristic(attacker, "S"), **roles))
    return int(ctx.value(ATTACK_STRENGTH, _with_weapon(bearer, weapon.profile.get("S", "User")), **roles))


def _with_weapon(bearer: int, printed: int | str) -> int:
    """A weapon's strength in its bearer's hands: its own number, `User`, `+1` or `x2`."""
    if isinstance(printed, int):
        return printed
    if printed.startswith("+"):
        return bearer + int(printed[1:])
    if printed.startswith("x"):
        return bearer * int(printed[1:])
    return bearer


def wound_all(ctx: Context, strikes: Sequence[Strike], *rest: Hashable) -> None:
    """All wound rolls, then the saves of one strike after another. `rest` is what the attack remembers beside them."""
    for index, strike in enumerate(strikes):
        ctx.milestone("wounds", index, *rest, *(each.rest() for each in strikes))
        roll_wounds(ctx, strike)
        strike.hits = 0  # They are wounds now, and nothing else asks how many hits gave so many wounds.
    for index, strike in enumerate(strikes):
        with ctx.carrying("saves", index, *rest, *(each.rest() for each in strikes[index + 1 :])):
            resolve(ctx, strike)


def roll_wounds(ctx: Context, strike: Strike) -> None:
    """One wound roll per hit; a natural 1 always fails."""
    if not strike.hits:
        return
    attacker, weapon, target = strike.attacker, strike.weapon, strike.target
    strength = attack_strength(ctx, attacker, weapon, target)
    needed, clause = needed_to_wound(strength, characteristic(target, "T"))
    roles = {"attacker": attacker, "weapon": weapon, "target": target}
    extra = ctx.value(WOUND_MODIFIERS, (), strike=strike, **roles) + strike.modifiers.get("wound", ())
    bonus = sum(amount for _, amount in extra)
    rolled = ctx.roll(
        clause,
        attacker.side,
        strike.hits,
        needed=Needs(needed, natural_pass=automatic_six(ctx.state), exact=bool(weapon.has)),
        modifiers=extra,
        reroll=ctx.value(WOUND_REROLL, Again(), failed=lambda face: face == 1 or face + bonus < needed, **roles),
        model=attacker.id,
        target=target.id,
    )
    strike.wounds = tuple(f + bonus for f, ok in zip(rolled.final(), rolled.passed, strict=True) if ok)


def resolve(ctx: Context, strike: Strike) -> None:
    """Save, damage and injury for each wound in turn; after an injury roll the rest of the weapon's wounds are lost."""
    for index, wound in enumerate(strike.wounds):
        if strike.target.out:
            _discard(ctx, strike, len(strike.wounds) - index, "kt.injury.out-of-action")
            return
        ctx.milestone(strike.wounds[index:], strike.cover)
        injured = not saved(ctx, strike, wound) and _damage(ctx, strike, wound)
        if injured and option(ctx.state, "kt.gap.one-injury-per-weapon"):
            _discard(ctx, strike, len(strike.wounds) - index - 1, "kt.gap.one-injury-per-weapon")
            return


def _discard(ctx: Context, strike: Strike, count: int, rule: str) -> None:
    if count:
        ctx.effects.append(
            Noted(rule=rule, model=strike.attacker.id, target=strike.target.id, value=count, text="discarded")
        )


def saved(ctx: Context, strike: Strike, wound: int) -> bool:
    """The save roll of the target's owner: the better of armour after AP and an invulnerable save."""
    target = strike.target
    roles = {"attacker": strike.attacker, "weapon": strike.weapon, "target": target}
    printed = -abs(int(strike.weapon.profile.get("AP", 0)))
    piercing = int(ctx.value(ARMOUR_PIERCING, printed, wound=wound, **roles))
    armour = characteristic(target, "Sv") or NO_SAVE
    invulnerable = int(target.sheet.has.get("kt.save.invulnerable", 0))
    extra = strike.modifiers.get("save", ())
    if invulnerable and invulnerable <= armour - piercing:
        clause, needed = "kt.save.invulnerable", invulnerable
    else:
        clause, needed = "kt.save.roll", armour
        extra = (("kt.weapon.ap", piercing), *extra) if piercing else extra
    rolled = ctx.roll(
        clause,
        target.side,
        1,
        needed=Needs(needed, natural_pass=automatic_six(ctx.state)),
        modifiers=extra,
        model=target.id,
        target=strike.attacker.id,
    )
    return bool(rolled.passed[0])


NO_SAVE = 7
"""The save needed by a model without armour: more than a die can show."""


def _damage(ctx: Context, strike: Strike, wound: int) -> bool:
    """Roll and deal one attack's damage. Returns whether an injury roll was made."""
    roles = {"attacker": strike.attacker, "weapon": strike.weapon, "target": strike.target}
    printed = ctx.value(DAMAGE, strike.weapon.profile.get("D", 1), wound=wound, **roles)
    amount = amount_of(ctx, printed, "kt.weapon.damage", strike.attacker.side, strike.attacker.id, strike.target.id)
    extra: Modifiers = (("kt.injury.mod-cover", -1),) if strike.cover and strike.ranged else ()
    extra += strike.modifiers.get("injury", ())
    return hurt(ctx, strike.target, amount, "kt.damage.apply", strike.attacker.side, extra)


def amount_of(ctx: Context, printed: int | str, clause: str, by: str, model: str = "", target: str = "") -> int:
    """A printed amount as a number, rolling D3 and D6 (and their multiples such as 2D6)."""
    if isinstance(printed, int):
        return printed
    count, _, die = printed.upper().partition("D")
    if die == "3":
        return halved.roll(ctx, clause, by, int(count or 1), model=model, target=target)
    return ctx.roll(clause, by, int(count or 1), model=model, target=target).total


def hurt(ctx: Context, target: Model, amount: int, clause: str, roller: str, modifiers: Modifiers = ()) -> bool:
    """Take damage off a model's wounds; with none left it takes an injury roll of as many dice as the damage.

    `roller` is the side that rolls for injury. Returns whether there was an injury roll.
    """
    if amount <= 0:
        return False
    left = max(0, target.wounds - amount)
    ctx.emit(WoundsSet(rule=clause, model=target.id, was=target.wounds, to=left))
    if left == 0:
        injure(ctx, target, amount, roller, modifiers)
    return left == 0


def injure(ctx: Context, target: Model, dice: int, roller: str, modifiers: Modifiers) -> None:
    """The injury roll: a 4 or more on any die and the model is out of action, else it takes a flesh wound."""
    carried = flesh_wounds(target)
    if carried:
        modifiers += (("kt.injury.mod-flesh-wound", carried),)
    rolled = ctx.roll(
        "kt.injury.result", roller, dice, needed=Needs(4, natural_fail=0), modifiers=modifiers, model=target.id
    )
    if any(rolled.passed):
        ctx.emit(Removed(rule="kt.injury.out-of-action", model=target.id))
    else:
        ctx.emit(Marked(rule="kt.injury.result", on=target.id, key=FLESH, value=carried + 1, until="game"))
        ctx.emit(WoundsSet(rule="kt.gap.wounds-after-flesh-wound", model=target.id, was=0, to=1))


def lose(ctx: Context, target: Model, wounds: int, clause: str) -> None:
    """Mortal wounds that players declare; the declaring side rolls for injury."""
    mortal(ctx, target, wounds, clause, ctx.by)


def mortal(ctx: Context, target: Model, count: int, clause: str, roller: str, modifiers: Modifiers = ()) -> None:
    """Mortal wounds, one at a time; the rest of a batch is lost once there was an injury roll."""
    if not option(ctx.state, "kt.gap.mortal-wound-injury-dice"):
        hurt(ctx, target, count, clause, roller, modifiers)
        return
    for _ in range(count):
        if hurt(ctx, target, 1, clause, roller, modifiers):
            return
