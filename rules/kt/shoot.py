"""Shooting: who may shoot, at what and with which weapons (document lines 385-451, 588-648)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.kernel import geometry
from rules.kernel.actions import Modifier
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Measured, Noted, Turned, Unmarked
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.rule import Hook
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, State
from rules.kt import hit, words, wound
from rules.kt.sight import SightFact, see
from rules.kt.wound import Strike, amount_of, resolve, roll_wounds

SHOTS = Hook("shots", ("attacker", "weapon", "target"))
FIRED = Hook("fired", ("attacker", "weapon"))

RANGED_TYPES = ("Assault", "Grenade", "Heavy", "Pistol", "Rapid Fire")
SPLIT = 2 * INCH
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Share(msgspec.Struct, frozen=True):
    """Attacks of a volley given to another target than the first."""

    target: str
    attacks: Count


class Volley(msgspec.Struct, frozen=True, omit_defaults=True):
    """One weapon fired at an original target; `split` gives attacks to enemies within 2" of it, it keeps the rest."""

    weapon: str
    target: str
    split: tuple[Share, ...] = ()


class Shoot(Action, frozen=True, tag="shoot"):
    """A model shoots its weapons, one after another. With `more` it will go on with another weapon after this.

    A volley whose target an earlier one of them took out of action is not fired and reads no dice: the model is then
    still shooting, and goes on with that weapon at another target or passes.
    """

    model: str
    volleys: tuple[Volley, ...]
    more: bool = False
    facts: tuple[SightFact, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


def shoot(ctx: Context, action: Shoot) -> None:
    """Shoot with one model in the Shooting phase."""
    words.in_phase(ctx, "shooting")
    words.on_turn(ctx, "kt.shoot.alternate")
    shooter = words.own(ctx, action.model)
    _may_be_chosen(ctx, shooter)
    fired, left = _fire_all(ctx, shooter, action.volleys, action.facts, action.modifiers, overwatch=False)
    if shooter.out or not (action.more or left):
        finish(ctx, shooter)
        return
    ctx.emit(Marked(rule=words.FIRED, on=shooter.id, key=words.FIRED, value=fired, until="phase"))
    ctx.emit(Turned(rule=words.FIRED, to=ctx.by, step=ctx.state.step, active=shooter.id))


def finish(ctx: Context, shooter: Model) -> None:
    """The model has shot, or declined to: it is done for the phase and no longer ready."""
    ctx.emit(Marked(rule=words.SHOT, on=shooter.id, key=words.SHOT, until="phase"))
    if words.READY in shooter.round:
        ctx.emit(Unmarked(rule="kt.shoot.section-ready", on=shooter.id, key=words.READY))
    other = ctx.state.enemy(ctx.by)
    ctx.emit(Turned(rule="kt.shoot.alternate", to=other, step=ctx.state.step))


def able(model: Model) -> bool:
    """Whether a model may still be chosen in the Shooting phase, as far as its own acts this round decide."""
    marks = model.round
    held = not model.out and model.at is not None and not words.shaken(model) and words.SHOT not in model.phase
    if not held or words.CHARGE_TRIED in marks:
        return False
    if (words.FELL_BACK in marks or words.RETREATED in marks) and not words.flies(model):
        return False
    weapons = [w for w in model.sheet.weapons if w.profile.get("type") in RANGED_TYPES]
    if words.ADVANCED in marks:
        weapons = [w for w in weapons if w.profile.get("type") == "Assault"]
    return bool(weapons)


def may_shoot(state: State, model: Model) -> bool:
    """Whether a model may be chosen to shoot where it stands: within 1" of an enemy only with a pistol."""
    if not able(model):
        return False
    pistols = any(w.profile.get("type") == "Pistol" for w in model.sheet.weapons)
    free = pistols and words.ADVANCED not in model.round and words.CHARGED_BY not in model.round
    return free or not words.engaged(state, model)


def _may_be_chosen(ctx: Context, shooter: Model) -> None:
    name, marks = shooter.sheet.name, shooter.round
    active = ctx.state.active
    ctx.require(
        active in ("", shooter.id),
        words.FIRED,
        "{other} is still shooting",
        other=active and ctx.state.models[active].sheet.name,
    )
    ctx.require(words.SHOT not in shooter.phase, words.SHOT, "{name} has shot this phase", name=name)
    ready_first = ctx.state.step != "ready" or words.READY in marks
    ctx.require(ready_first, "kt.shoot.section-ready", "ready models shoot first, and {name} is not ready", name=name)
    ctx.require(
        words.CHARGE_TRIED not in marks, "kt.shoot.select.not-charged", "{name} tried to charge this round", name=name
    )
    fly = words.flies(shooter)
    ctx.require(
        fly or words.FELL_BACK not in marks, "kt.shoot.select.not-fell-back", "{name} fell back this round", name=name
    )
    ctx.require(
        fly or words.RETREATED not in marks, "kt.shoot.select.not-retreated", "{name} retreated this round", name=name
    )


def _fire_all(
    ctx: Context,
    shooter: Model,
    volleys: tuple[Volley, ...],
    facts: tuple[SightFact, ...],
    declared: tuple[Modifier, ...],
    overwatch: bool,
) -> tuple[tuple[str, ...], bool]:
    """Fire each volley in turn.

    Returns the ids of all weapons fired in this activation, and whether a volley was left because its target was gone.
    """
    before = shooter.phase.get(words.FIRED, ())
    fired: tuple[str, ...] = before if isinstance(before, tuple) and not overwatch else ()
    left = False
    ctx.require(volleys, "kt.shoot.weapon-choice", "no weapon is named")
    for index, volley in enumerate(volleys):
        words.target_of(ctx, volley.target, f"$.action.volleys[{index}].target")
    close = words.engaged(ctx.state, shooter)
    for index, volley in enumerate(volleys):
        if shooter.out:
            break
        path = f"$.action.volleys[{index}]"
        weapon = weapon_of(ctx, shooter, volley.weapon, path)
        _may_fire(ctx, shooter, weapon, fired, close)
        if _gone(ctx, volley):
            left = True
            ctx.effects.append(Noted(rule=NEXT_WEAPON, model=shooter.id, target=volley.target, text="target gone"))
            continue
        fired = (*fired, weapon.id)
        fire(ctx, shooter, weapon, volley, facts, declared, overwatch, path)
    return fired, left


NEXT_WEAPON = "kt.shoot.next-weapon"


def _gone(ctx: Context, volley: Volley) -> bool:
    """Whether a target of a volley went out of action: targets are chosen weapon by weapon."""
    named = (volley.target, *(share.target for share in volley.split))
    return any(key in ctx.state.models and ctx.state.models[key].out for key in named)


def weapon_of(ctx: Context, model: Model, key: str, path: str) -> Weapon:
    """A weapon on the model's sheet. Raises Malformed when it has no such weapon."""
    for weapon in model.sheet.weapons:
        if weapon.id == key:
            return weapon
    raise Malformed(f"{path}.weapon", f"{model.sheet.name} has no weapon {key!r}")


def family(name: str) -> str:
    """The weapon a profile belongs to: `Plasma gun` for both of its settings."""
    for mark in (" - ", " ("):
        name = name.partition(mark)[0]
    return name.strip().lower()


def may_follow(weapon: Weapon, fired: list[Weapon]) -> bool:
    """Whether a model that has fired some weapons in this activation may still fire another."""
    return not (_again(weapon, fired) or _mixed(weapon, fired) or (fired and _is(weapon, "Grenade")))


def _again(weapon: Weapon, fired: list[Weapon]) -> bool:
    return family(weapon.name) in [family(w.name) for w in fired]


def _mixed(weapon: Weapon, fired: list[Weapon]) -> bool:
    return any(_is(w, "Pistol") != _is(weapon, "Pistol") for w in fired)


def _is(weapon: Weapon, kind: str) -> bool:
    return weapon.profile.get("type") == kind


def _may_fire(ctx: Context, shooter: Model, weapon: Weapon, fired: tuple[str, ...], close: bool) -> None:
    name, kind = shooter.sheet.name, weapon.profile.get("type")
    by_id = {w.id: w for w in shooter.sheet.weapons}
    others = [by_id[key] for key in fired if key in by_id]
    ctx.require(kind in RANGED_TYPES, "kt.weapon.range-melee", "{weapon} is for melee only", weapon=weapon.name)
    ctx.require(
        not _again(weapon, others), words.FIRED, "{name} has fired {weapon} already", name=name, weapon=weapon.name
    )
    advanced = words.ADVANCED in shooter.round
    ctx.require(
        not advanced or kind == "Assault",
        "kt.shoot.select.not-advanced",
        "{name} advanced this round and {weapon} is no Assault weapon",
        name=name,
        weapon=weapon.name,
    )
    ctx.require(
        not close or kind == "Pistol",
        "kt.shoot.select.not-engaged",
        '{name} is within 1" of an enemy and {weapon} is no Pistol',
        name=name,
        weapon=weapon.name,
    )
    ctx.require(
        not _mixed(weapon, others),
        "kt.type.pistol.or-others",
        "{name} fires its pistols or its other weapons, not both",
        name=name,
    )
    _may_throw(ctx, shooter, kind, others)
    if close and kind == "Pistol":
        _may_fire_pistol_engaged(ctx, shooter)


def _may_throw(ctx: Context, shooter: Model, kind: object, others: list[Weapon]) -> None:
    """Grenades: one thrower a side and phase, who uses nothing else in that phase."""
    thrower = ctx.state.sides[shooter.side].phase.get(words.GRENADE, "")
    thrown = thrower == shooter.id or any(w.profile.get("type") == "Grenade" for w in others)
    ctx.require(
        not others if kind == "Grenade" else not thrown,
        "kt.type.grenade.use",
        "{name} throws a grenade or fires other weapons, not both",
        name=shooter.sheet.name,
    )
    if kind == "Grenade":
        ctx.require(
            thrower in ("", shooter.id), words.GRENADE, "{side} has thrown a grenade this phase", side=shooter.side
        )


def _may_fire_pistol_engaged(ctx: Context, shooter: Model) -> None:
    clean = words.CHARGE_TRIED not in shooter.round and words.CHARGED_BY not in shooter.round
    ctx.require(
        clean,
        "kt.type.pistol.not-charge",
        '{name} charged or was charged this round: no pistol within 1"',
        name=shooter.sheet.name,
    )


# one volley


def fire(
    ctx: Context,
    shooter: Model,
    weapon: Weapon,
    volley: Volley,
    facts: tuple[SightFact, ...],
    declared: tuple[Modifier, ...],
    overwatch: bool,
    path: str = "$.action",
) -> None:
    """Fire one weapon: attacks, hits, wounds, then saves target by target."""
    original = ctx.model(volley.target, f"{path}.target")
    if weapon.profile.get("type") == "Grenade":
        ctx.emit(Marked(rule=words.GRENADE, on=shooter.side, key=words.GRENADE, value=shooter.id, until="phase"))
    strikes = [_aim(ctx, shooter, weapon, original, facts, overwatch)]
    attacks = _attacks(ctx, shooter, weapon, original)
    shares = _split(ctx, strikes, volley.split, attacks, facts, path)
    kinds = wound.declared(ctx, declared)
    natural: list[int] = []
    for strike, share in zip(strikes, shares, strict=True):
        strike.modifiers = kinds
        natural += hit.shoot_at(ctx, strike, share, overwatch)
    for strike in strikes:
        roll_wounds(ctx, strike)
    for strike in strikes:
        resolve(ctx, strike)
    ctx.fire(FIRED, natural, attacker=shooter, weapon=weapon)


def _aim(
    ctx: Context, shooter: Model, weapon: Weapon, target: Model, facts: tuple[SightFact, ...], overwatch: bool
) -> Strike:
    """Check that a target may be shot at and measure what matters for it."""
    ctx.place(target)
    reach = geometry.distance(shooter, target)
    limit = int(weapon.profile.get("range", 0))
    ctx.effects.append(
        Measured(rule="kt.shoot.range", model=shooter.id, target=target.id, fact="distance", value=reach)
    )
    if reach > limit:
        ctx.require(
            False,
            "kt.shoot.range",
            "{target} is {reach} away; {weapon} reaches {limit}",
            target=target.sheet.name,
            reach=show(reach),
            weapon=weapon.name,
            limit=show(limit),
        )
    seen = see(ctx, shooter, target, facts)
    ctx.require(
        seen.visible,
        "kt.charge.overwatch.visibility" if overwatch else "kt.shoot.visibility",
        "{name} does not see {target}",
        name=shooter.sheet.name,
        target=target.sheet.name,
    )
    if not overwatch:
        _not_into_melee(ctx, shooter, weapon, target, reach)
    return Strike(shooter, weapon, target, 0, True, seen.obscured, seen.cover)


def _not_into_melee(ctx: Context, shooter: Model, weapon: Weapon, target: Model, reach: int) -> None:
    if weapon.profile.get("type") == "Pistol" and words.engaged(ctx.state, shooter):
        nearest = min((geometry.distance(shooter, m) for m in ctx.state.alive(target.side)), default=reach)
        ctx.require(reach <= nearest, "kt.type.pistol.closest", 'a pistol within 1" fires at the closest enemy only')
        return
    friends = [m for m in words.enemies_near(ctx.state, target) if m.id != shooter.id]
    ctx.require(
        not friends,
        "kt.shoot.not-into-melee",
        '{target} is within 1" of {friend}',
        target=target.sheet.name,
        friend=friends and friends[0].sheet.name,
    )


def _attacks(ctx: Context, shooter: Model, weapon: Weapon, original: Model) -> int:
    """How many attacks the weapon makes: printed or rolled, doubled for Rapid Fire within half range."""
    printed = weapon.profile.get("attacks", 1)
    count = made = amount_of(ctx, printed, "kt.shoot.attacks-random", shooter.side, shooter.id, original.id)
    if weapon.profile.get("type") == "Rapid Fire" and not hit.long_range(shooter, weapon, original):
        count *= 2
    return int(ctx.value(SHOTS, count, printed=made, attacker=shooter, weapon=weapon, target=original))


def _split(
    ctx: Context,
    strikes: list[Strike],
    split: tuple[Share, ...],
    attacks: int,
    facts: tuple[SightFact, ...],
    path: str,
) -> list[int]:
    """Give attacks to further targets; the original keeps the rest. Adds a Strike for each."""
    shooter, weapon, original = strikes[0].attacker, strikes[0].weapon, strikes[0].target
    given = []
    for index, share in enumerate(split):
        target = words.target_of(ctx, share.target, f"{path}.split[{index}].target")
        apart = geometry.distance(original, target)
        once = target.id not in [strike.target.id for strike in strikes]
        ctx.require(once, "kt.shoot.split", "{target} is named twice", target=target.sheet.name)
        ctx.require(
            apart <= SPLIT,
            "kt.shoot.split",
            '{target} is {apart} from the original target; 2" is the most',
            target=target.sheet.name,
            apart=show(apart),
        )
        ctx.require(share.attacks > 0, "kt.shoot.split", "each further target gets at least one attack")
        strikes.append(_aim(ctx, shooter, weapon, target, facts, overwatch=False))
        given.append(max(0, share.attacks))
    ctx.require(
        sum(given) <= attacks,
        "kt.shoot.split",
        "{given} attacks are given away of {attacks}",
        given=sum(given),
        attacks=attacks,
    )
    return [max(0, attacks - sum(given)), *given]


def overwatch_fire(
    ctx: Context,
    model: Model,
    volleys: tuple[Volley, ...],
    facts: tuple[SightFact, ...],
    declared: tuple[Modifier, ...],
) -> None:
    """Shoot at a charging model: the same procedure, hitting on a natural 6 only."""
    _fire_all(ctx, model, volleys, facts, declared, overwatch=True)
