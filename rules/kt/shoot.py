"""Shooting: who may shoot, at what, with which weapons, and the hit roll (document lines 385-485, 588-648)."""

from __future__ import annotations

import msgspec

from rules.kernel import geometry
from rules.kernel.actions import Modifier, modifiers_for
from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Marked, Measured, Rolled, Turned, Unmarked
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import show
from rules.kernel.rule import Hook
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model
from rules.kt import words
from rules.kt.words import INCH
from rules.kt.wound import Strike, amount_of, faces, resolve, roll_wounds

SHOTS = Hook("shots", ("attacker", "weapon", "target"))
HIT_MODIFIERS = Hook("hit-modifiers", ("attacker", "weapon", "target"))
HIT_REROLL = Hook("hit-reroll", ("attacker", "weapon", "target"))
HITS = Hook("hits", ("attacker", "weapon", "target"))
AUTO_HIT = Hook("auto-hit", ("attacker", "weapon"))
FIRED = Hook("fired", ("attacker", "weapon"))

RANGED_TYPES = ("Assault", "Grenade", "Heavy", "Pistol", "Rapid Fire")


class Share(msgspec.Struct, frozen=True):
    """Attacks of a volley given to another target than the first."""

    target: str
    attacks: int


class SightFact(msgspec.Struct, frozen=True, omit_defaults=True):
    """What players say of the line to a target; needed only where the table has no terrain map.

    `obscured` is empty, `terrain` or `model`; `cover` says the target is within 1" of the obscuring terrain.
    """

    target: str
    visible: bool = True
    obscured: str = ""
    cover: bool = False


class Volley(msgspec.Struct, frozen=True, omit_defaults=True):
    """One weapon fired at an original target; `split` gives attacks to enemies within 2" of it, it keeps the rest."""

    weapon: str
    target: str
    split: tuple[Share, ...] = ()


class Shoot(Action, frozen=True, tag="shoot"):
    """A model shoots its weapons, one after another. With `more` it will go on with another weapon after this."""

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
    fired = _fire_all(ctx, shooter, action.volleys, action.facts, action.modifiers, overwatch=False)
    open_still = action.more and not shooter.out
    if not open_still:
        finish(ctx, shooter)
    else:
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
) -> tuple[str, ...]:
    """Fire each volley in turn. Returns the ids of all weapons the model has fired in this activation."""
    before = shooter.phase.get(words.FIRED, ())
    fired: tuple[str, ...] = before if isinstance(before, tuple) and not overwatch else ()
    ctx.require(volleys, "kt.shoot.weapon-choice", "no weapon is named")
    close = words.engaged(ctx.state, shooter)
    for index, volley in enumerate(volleys):
        path = f"$.action.volleys[{index}]"
        weapon = weapon_of(ctx, shooter, volley.weapon, path)
        _may_fire(ctx, shooter, weapon, fired, close)
        fired = (*fired, weapon.id)
        if not fire(ctx, shooter, weapon, volley, facts, declared, overwatch, path):
            break
        if shooter.out:
            break
    return fired


def weapon_of(ctx: Context, model: Model, key: str, path: str) -> Weapon:
    """A weapon on the model's sheet. Refuses with `kt.shoot.weapon-choice` when it has no such weapon."""
    for weapon in model.sheet.weapons:
        if weapon.id == key:
            return weapon
    raise Malformed(f"{path}.weapon", f"{model.sheet.name} has no weapon {key!r}")


def family(name: str) -> str:
    """The weapon a profile belongs to: `Plasma gun` for both of its settings."""
    for mark in (" - ", " ("):
        name = name.partition(mark)[0]
    return name.strip().lower()


def _may_fire(ctx: Context, shooter: Model, weapon: Weapon, fired: tuple[str, ...], close: bool) -> None:
    name, kind = shooter.sheet.name, weapon.profile.get("type")
    by_id = {w.id: w for w in shooter.sheet.weapons}
    others = [by_id[key] for key in fired if key in by_id]
    ctx.require(kind in RANGED_TYPES, "kt.weapon.range-melee", "{weapon} is for melee only", weapon=weapon.name)
    again = weapon.id not in fired and family(weapon.name) not in [family(w.name) for w in others]
    ctx.require(again, words.FIRED, "{name} has fired {weapon} already", name=name, weapon=weapon.name)
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
    mixed = [w for w in others if (w.profile.get("type") == "Pistol") != (kind == "Pistol")]
    ctx.require(
        not mixed, "kt.type.pistol.or-others", "{name} fires its pistols or its other weapons, not both", name=name
    )
    _may_throw(ctx, shooter, kind, others)
    if close and kind == "Pistol":
        _may_fire_pistol_engaged(ctx, shooter)


def _may_throw(ctx: Context, shooter: Model, kind: object, others: list[Weapon]) -> None:
    thrown = [w for w in others if w.profile.get("type") == "Grenade"]
    alone = not thrown if kind != "Grenade" else not others
    ctx.require(
        alone,
        "kt.type.grenade.use",
        "{name} throws a grenade or fires other weapons, not both",
        name=shooter.sheet.name,
    )
    if kind == "Grenade":
        thrower = ctx.state.sides[shooter.side].phase.get(words.GRENADE, "")
        ctx.require(not thrower, words.GRENADE, "{side} has thrown a grenade this phase", side=shooter.side)
        ctx.emit(Marked(rule=words.GRENADE, on=shooter.side, key=words.GRENADE, value=shooter.id, until="phase"))


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
) -> bool:
    """Fire one weapon: attacks, hits, wounds, then saves target by target. False when its target was gone already."""
    original = words.target_of(ctx, volley.target, f"{path}.target")
    if original.out:
        return False
    reach = geometry.distance(shooter, original)
    strikes = [_aim(ctx, shooter, weapon, original, facts, overwatch)]
    attacks = _attacks(ctx, shooter, weapon, original, reach)
    shares = _split(ctx, shooter, weapon, original, volley.split, attacks, facts, strikes, path)
    kinds = {kind: modifiers_for(ctx, kind, declared) for kind in ("hit", "wound", "save", "injury")}
    natural: list[int] = []
    for strike, share in zip(strikes, shares, strict=True):
        strike.modifiers = kinds
        natural += _roll_hits(ctx, strike, share, overwatch)
    for strike in strikes:
        roll_wounds(ctx, strike)
    for strike in strikes:
        resolve(ctx, strike)
    ctx.fire(FIRED, natural, attacker=shooter, weapon=weapon)
    return True


def _aim(
    ctx: Context, shooter: Model, weapon: Weapon, target: Model, facts: tuple[SightFact, ...], overwatch: bool
) -> Strike:
    """Check that a target may be shot at and measure what matters for it."""
    reach = geometry.distance(shooter, target)
    limit = int(weapon.profile.get("range", 0))
    ctx.effects.append(
        Measured(rule="kt.shoot.range", model=shooter.id, target=target.id, fact="distance", value=reach)
    )
    ctx.require(
        reach <= limit,
        "kt.shoot.range",
        "{target} is {reach} away; {weapon} reaches {limit}",
        target=target.sheet.name,
        reach=show(reach),
        weapon=weapon.name,
        limit=show(limit),
    )
    seen, cover, obscured = _see(ctx, shooter, target, facts)
    blind = "kt.weapon.abilities" if overwatch else "kt.shoot.visibility"
    ctx.require(
        seen,
        "kt.charge.overwatch.visibility" if overwatch else blind,
        "{name} does not see {target}",
        name=shooter.sheet.name,
        target=target.sheet.name,
    )
    if not overwatch:
        _not_into_melee(ctx, shooter, weapon, target, reach)
    return Strike(shooter, weapon, target, 0, True, obscured, cover)


def _not_into_melee(ctx: Context, shooter: Model, weapon: Weapon, target: Model, reach: int) -> None:
    if weapon.profile.get("type") == "Pistol" and words.engaged(ctx.state, shooter):
        nearest = min(geometry.distance(shooter, m) for m in ctx.state.alive(target.side))
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


def _see(ctx: Context, shooter: Model, target: Model, facts: tuple[SightFact, ...]) -> tuple[bool, str, bool]:
    """Whether the target is visible, the terrain that gives it cover (or empty), and whether it is obscured."""
    declared = next((fact for fact in facts if fact.target == target.id), None)
    if not ctx.state.table.mapped:
        return _declared_sight(ctx, shooter, target, declared or SightFact(target.id))
    seen = geometry.sight(ctx.state, shooter, target)
    near = [
        t.id
        for t in ctx.state.table.terrain
        if t.id in seen.terrain and geometry.near_outline(ctx.place(target), target.sheet.base, t.outline, INCH)
    ]
    if declared is not None:
        same = (declared.visible, bool(declared.obscured), declared.cover) == (seen.visible, seen.obscured, bool(near))
        ctx.require(
            same,
            "table.fact",
            "the declared line to {target} is not the measured one",
            severity="inconsistent",
            target=target.sheet.name,
        )
    if seen.obscured:
        ctx.effects.append(
            Measured(
                rule="kt.hit.obscured-definition",
                model=shooter.id,
                target=target.id,
                fact="obscured",
                value=1,
                by=seen.terrain + seen.models,
            )
        )
    return seen.visible, near[0] if near else "", seen.obscured


def _declared_sight(ctx: Context, shooter: Model, target: Model, said: SightFact) -> tuple[bool, str, bool]:
    if said.obscured:
        ctx.effects.append(
            Measured(
                rule="kt.hit.obscured-definition",
                model=shooter.id,
                target=target.id,
                fact="obscured",
                value=1,
                declared=True,
                by=(said.obscured,),
            )
        )
    cover = "declared" if said.cover and said.obscured == "terrain" else ""
    return said.visible, cover, bool(said.obscured)


def _attacks(ctx: Context, shooter: Model, weapon: Weapon, original: Model, reach: int) -> int:
    count = amount_of(
        ctx, weapon.profile.get("attacks", 1), "kt.shoot.attacks-random", shooter.side, shooter.id, original.id
    )
    if weapon.profile.get("type") == "Rapid Fire" and 2 * reach <= int(weapon.profile.get("range", 0)):
        count *= 2
    return int(ctx.value(SHOTS, count, attacker=shooter, weapon=weapon, target=original))


def _split(
    ctx: Context,
    shooter: Model,
    weapon: Weapon,
    original: Model,
    split: tuple[Share, ...],
    attacks: int,
    facts: tuple[SightFact, ...],
    strikes: list[Strike],
    path: str,
) -> list[int]:
    """Give attacks to further targets; the original keeps the rest. Adds a Strike for each."""
    given = []
    for index, share in enumerate(split):
        target = words.target_of(ctx, share.target, f"{path}.split[{index}].target")
        apart = geometry.distance(original, target)
        ctx.require(
            apart <= 2 * INCH and target.id != original.id,
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


def _roll_hits(ctx: Context, strike: Strike, attacks: int, overwatch: bool) -> list[int]:
    """Roll to hit; sets the strike's hits and returns the natural faces."""
    roles = {"attacker": strike.attacker, "weapon": strike.weapon, "target": strike.target}
    if not attacks:
        return []
    if ctx.value(AUTO_HIT, False, attacker=strike.attacker, weapon=strike.weapon):
        strike.hits = attacks
        return []
    reroll = ctx.value(HIT_REROLL, None, strike=strike, overwatch=overwatch, **roles)
    shooter, needed = strike.attacker, words.characteristic(strike.attacker, "BS") or 7
    clause, extra = "kt.hit.ranged.roll", ranged_modifiers(ctx, strike)
    if overwatch:
        clause, needed, extra = "kt.charge.overwatch", 6, ()
    rolled = ctx.roll(
        clause,
        shooter.side,
        attacks,
        needed=needed,
        modifiers=extra,
        reroll=reroll,
        model=shooter.id,
        target=strike.target.id,
    )
    strike.hits = hits_of(ctx, strike, rolled)
    return faces(rolled)


def hits_of(ctx: Context, strike: Strike, rolled: Rolled) -> int:
    """Hits scored by a hit roll, after rules that add to them."""
    return int(
        ctx.value(
            HITS,
            sum(rolled.passed),
            rolled=rolled,
            attacker=strike.attacker,
            weapon=strike.weapon,
            target=strike.target,
            strike=strike,
        )
    )


def ranged_modifiers(ctx: Context, strike: Strike) -> Modifiers:
    """Every modifier of a ranged hit roll, with the clause it comes from."""
    shooter, weapon, target = strike.attacker, strike.weapon, strike.target
    kind = weapon.profile.get("type")
    found: list[tuple[str, int]] = []
    if strike.obscured:
        found.append(("kt.hit.ranged.mod-obscured", -1))
    if 2 * geometry.distance(shooter, target) > int(weapon.profile.get("range", 0)) and kind != "Grenade":
        found.append(("kt.hit.ranged.mod-long-range", -1))
    if words.flesh_wounds(shooter):
        found.append(("kt.hit.ranged.mod-flesh-wound", -words.flesh_wounds(shooter)))
    if words.broken(ctx.state, shooter.side):
        found.append(("kt.hit.ranged.mod-broken", -1))
    if kind == "Heavy" and words.MOVED in shooter.round:
        found.append(("kt.type.heavy.moved", -1))
    if kind == "Assault" and words.ADVANCED in shooter.round:
        found.append(("kt.type.assault.after-advance", -1))
    changed = ctx.value(HIT_MODIFIERS, tuple(found), strike=strike, attacker=shooter, weapon=weapon, target=target)
    return tuple(changed) + strike.modifiers.get("hit", ())


def overwatch_fire(
    ctx: Context,
    model: Model,
    volleys: tuple[Volley, ...],
    facts: tuple[SightFact, ...],
    declared: tuple[Modifier, ...],
) -> None:
    """Shoot at a charging model: the same procedure, hitting on a natural 6 only."""
    _fire_all(ctx, model, volleys, facts, declared, overwatch=True)
