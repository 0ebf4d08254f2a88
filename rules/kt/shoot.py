"""Shooting: the models that may shoot, their targets and weapons (document lines 385-451, 588-648)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import msgspec

from rules.kernel import geometry
from rules.kernel.actions import Modifier
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Measured, Noted, Turned, Unmarked
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import Act, Choice, Condition, Option, Part, demand, fulfilled, refuse
from rules.kernel.rule import Hook
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, State
from rules.kernel.telling import Moment, Phrase, Sentence, filled
from rules.kt import hit, sight, words, wound
from rules.kt.sight import SightFact, see
from rules.kt.wound import Strike, amount_of, wound_all

SHOTS = Hook("shots", ("attacker", "weapon", "target"))
FIRED = Hook("fired", ("attacker", "weapon"))
"""After the weapon's attacks are resolved; told whether a natural 1 was among its hit rolls."""

RANGED_TYPES = ("Assault", "Grenade", "Heavy", "Pistol", "Rapid Fire")
SPLIT = 2 * INCH
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Share(msgspec.Struct, frozen=True):
    """Attacks of a volley on a target other than the original one."""

    target: str
    attacks: Count


class Volley(msgspec.Struct, frozen=True, omit_defaults=True):
    """One weapon fired at an original target; `split` gives attacks to enemies within 2" of it, the rest stay on it."""

    weapon: str
    target: str
    split: tuple[Share, ...] = ()


class Shoot(Action, frozen=True, tag="shoot"):
    """A model shoots its weapons, one after another. With `more` it will continue with another weapon.

    A volley whose target was already taken out of action by an earlier one is not fired and reads no dice: the model is
    then still shooting, and fires that weapon at another target or passes.
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
    """The model has shot or declined to: it is finished for the phase and no longer ready."""
    ctx.emit(Marked(rule=words.SHOT, on=shooter.id, key=words.SHOT, until="phase"))
    if words.READY in shooter.round:
        ctx.emit(Unmarked(rule="kt.shoot.section-ready", on=shooter.id, key=words.READY))
    other = ctx.state.enemy(ctx.by)
    ctx.emit(Turned(rule="kt.shoot.alternate", to=other, step=ctx.state.step))


class Shot(NamedTuple):
    """A weapon a model would fire, after what it has `fired` in this activation; `close` is within 1" of an enemy."""

    state: State
    shooter: Model
    weapon: Weapon
    fired: Sequence[Weapon]
    close: bool

    @property
    def kind(self) -> int | str | None:
        """The type of the weapon."""
        return self.weapon.profile.get("type")


MAY_SHOOT = (
    Condition(words.SHOT, "{name} has shot this phase", lambda state, model: words.SHOT not in model.phase),
    Condition(
        "kt.shoot.section-ready",
        "ready models shoot first, and {name} is not ready",
        lambda state, model: state.step != "ready" or words.READY in model.round,
    ),
    Condition(
        "kt.shoot.select.not-charged",
        "{name} tried to charge this round",
        lambda state, model: words.CHARGE_TRIED not in model.round,
    ),
    Condition(
        "kt.shoot.select.not-fell-back",
        "{name} fell back this round",
        lambda state, model: words.FELL_BACK not in model.round or words.flies(model),
    ),
    Condition(
        "kt.shoot.select.not-retreated",
        "{name} retreated this round",
        lambda state, model: words.RETREATED not in model.round or words.flies(model),
    ),
)
"""The conditions for choosing a model in the Shooting phase, whatever it fires."""
CLEAN = (words.CHARGE_TRIED, words.CHARGED_BY)
MAY_FIRE = (
    Condition("kt.weapon.range-melee", "{weapon} is for melee only", lambda shot: shot.kind in RANGED_TYPES),
    Condition(words.FIRED, "{name} has already fired {weapon}", lambda shot: not _again(shot.weapon, shot.fired)),
    Condition(
        "kt.shoot.select.not-advanced",
        "{name} advanced this round and {weapon} is not an Assault weapon",
        lambda shot: words.ADVANCED not in shot.shooter.round or shot.kind == "Assault",
    ),
    Condition(
        "kt.shoot.select.not-engaged",
        '{name} is within 1" of an enemy and {weapon} is not a Pistol',
        lambda shot: not shot.close or shot.kind == "Pistol",
    ),
    Condition(
        "kt.type.pistol.or-others",
        "{name} fires its pistols or its other weapons, not both",
        lambda shot: not any(_is(other, "Pistol") != (shot.kind == "Pistol") for other in shot.fired),
    ),
    Condition(
        "kt.type.grenade.use",
        "{name} throws a grenade or fires other weapons, not both",
        lambda shot: not shot.fired if shot.kind == "Grenade" else not _threw(shot),
    ),
    Condition(
        words.GRENADE,
        "{side} has already thrown a grenade this phase",
        lambda shot: shot.kind != "Grenade" or _thrower(shot) in ("", shot.shooter.id),
    ),
    Condition(
        "kt.type.pistol.not-charge",
        '{name} charged or was charged this round: no pistol within 1"',
        lambda shot: not (shot.close and shot.kind == "Pistol" and any(key in shot.shooter.round for key in CLEAN)),
    ),
)
"""The conditions for firing a model's weapon, apart from range and sight."""


def _thrower(shot: Shot) -> object:
    return shot.state.sides[shot.shooter.side].phase.get(words.GRENADE, "")


def _threw(shot: Shot) -> bool:
    """Whether the model has thrown a grenade in this phase, and so may not fire anything else."""
    return _thrower(shot) == shot.shooter.id or any(_is(other, "Grenade") for other in shot.fired)


def fireable(state: State, model: Model, fired: Sequence[Weapon] = ()) -> Iterator[Weapon]:
    """The weapons a model may fire from its position, apart from range and sight."""
    close = words.engaged(state, model)
    yield from (w for w in model.sheet.weapons if fulfilled(MAY_FIRE, Shot(state, model, w, fired, close)))


def may_shoot(state: State, model: Model) -> bool:
    """Whether a model may be chosen in the current section of the Shooting phase."""
    held = not model.out and model.at is not None and not words.shaken(model)
    return held and fulfilled(MAY_SHOOT, state, model) and any(True for _ in fireable(state, model))


def _may_be_chosen(ctx: Context, shooter: Model) -> None:
    active = ctx.state.active
    other = active and ctx.state.models[active].sheet.name
    ctx.require(active in ("", shooter.id), words.FIRED, "{other} is still shooting", other=other)
    demand(ctx, MAY_SHOOT, ctx.state, shooter, name=shooter.sheet.name)


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
    aimed_at = [volley.target for volley in volleys]
    aimed_at += [share.target for volley in volleys for share in volley.split]
    refuse(ctx, sight.unread(facts, aimed_at))
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
        with ctx.carrying(index, fired, left):
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


def _again(weapon: Weapon, fired: Sequence[Weapon]) -> bool:
    return bool(fired) and family(weapon.name) in [family(w.name) for w in fired]


def _is(weapon: Weapon, kind: str) -> bool:
    return weapon.profile.get("type") == kind


def _may_fire(ctx: Context, shooter: Model, weapon: Weapon, fired: tuple[str, ...], close: bool) -> None:
    shot = Shot(ctx.state, shooter, weapon, weapons_of(shooter, fired), close)
    demand(ctx, MAY_FIRE, shot, name=shooter.sheet.name, weapon=weapon.name, side=shooter.side)


def weapons_of(model: Model, keys: object) -> list[Weapon]:
    """The weapons of a model by their ids; those it does not have are left out."""
    by_id = {w.id: w for w in model.sheet.weapons}
    return [by_id[key] for key in keys if key in by_id] if isinstance(keys, tuple) else []


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
    ones = 1 in natural
    wound_all(ctx, strikes, ones)
    ctx.milestone("fired", ones)
    ctx.fire(FIRED, ones, attacker=shooter, weapon=weapon)


def _aim(
    ctx: Context, shooter: Model, weapon: Weapon, target: Model, facts: tuple[SightFact, ...], overwatch: bool
) -> Strike:
    """Check that a target may be shot at and take the measurements."""
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
        ctx.require(share.attacks > 0, "kt.shoot.split", "each further target has to get at least one attack")
        strikes.append(_aim(ctx, shooter, weapon, target, facts, overwatch=False))
        given.append(max(0, share.attacks))
    ctx.require(
        sum(given) <= attacks,
        "kt.shoot.split",
        "{given} of {attacks} attacks are given to other targets",
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


# what is open


def _may_shoot(ctx: Context) -> Iterator[Option]:
    state = ctx.state
    side, active = state.to_act, state.active
    for model in [state.models[active]] if active else [m for m in state.alive(side) if may_shoot(state, m)]:
        close = words.engaged(state, model)
        for weapon in fireable(state, model, weapons_of(model, model.phase.get(words.FIRED))):
            targets = tuple(m.id for m in targets_of(state, model, weapon, close))
            if targets:
                yield Option(side, "shoot", model.id, targets, (weapon.id,), clause="kt.shoot.steps")


def targets_of(state: State, model: Model, weapon: Weapon, close: bool) -> list[Model]:
    """Enemies a model may shoot at with a weapon: in range, in sight, not in melee with friends."""
    limit = int(weapon.profile.get("range", 0))
    enemies = state.alive(state.enemy(model.side))
    found = [m for m in enemies if geometry.distance(model, m) <= limit]
    if close:
        nearest = min((geometry.distance(model, m) for m in enemies), default=0)
        found = [m for m in found if geometry.distance(model, m) <= nearest]
    else:
        found = [m for m in found if not words.engaged(state, m)]
    return [m for m in found if not state.table.mapped or geometry.sight(state, model, m).visible]


def overwatch_weapons(state: State, model: Model, charger: Model) -> tuple[str, ...]:
    """Ids of the weapons a model may fire in overwatch at the charging model."""
    reach = geometry.distance(model, charger)
    weapons = tuple(w.id for w in fireable(state, model) if int(w.profile.get("range", 0)) >= reach)
    if weapons and state.table.mapped and not geometry.sight(state, model, charger).visible:
        return ()
    return weapons


def together(model: Model, usable: tuple[str, ...]) -> Iterator[list[Weapon]]:
    """Sets of weapons a model may fire together: everything but pistols and grenades, then each of those."""
    weapons = [w for w in model.sheet.weapons if w.id in usable]
    plain = {family(w.name): w for w in weapons if w.profile.get("type") not in ("Pistol", "Grenade")}
    if plain:
        yield list(plain.values())
    for weapon in weapons:
        yield [weapon]


def _volleys(choice: Choice) -> Iterator[Action]:
    """With all weapons that may be fired together, at any targets."""
    model = choice.model
    targets = {each.weapons[0]: each.targets for each in choice.same}
    for weapons in together(model, tuple(targets)):
        volleys = [_volley(choice, weapon, targets[weapon.id]) for weapon in weapons]
        if len(volleys) > 1 and not choice.dice.below(3):
            yield Shoot(model=model.id, volleys=(volleys[0],), more=True)
        yield Shoot(model=model.id, volleys=tuple(volleys))
        yield Shoot(model=model.id, volleys=tuple(Volley(v.weapon, v.target) for v in volleys))


def _volley(choice: Choice, weapon: Weapon, targets: tuple[str, ...]) -> Volley:
    """At any target; half of the time split among enemies close to it."""
    target, models = choice.of(targets), choice.state.models
    attacks = weapon.profile.get("attacks", 1)
    if isinstance(attacks, int) and attacks > 1 and not choice.dice.below(2):
        close = [key for key in targets if key != target and geometry.distance(models[key], models[target]) <= SPLIT]
        return Volley(weapon.id, target, tuple(Share(key, 1) for key in close[: attacks - 1]))
    return Volley(weapon.id, target)


def attacking(member: str, text: Phrase) -> Sentence:
    """A sentence about the `target` and `weapon` of what this member of the act holds: volleys or blows."""

    def targets(now: Moment) -> str:
        attacks = getattr(now.action, member)
        split = (part for each in attacks for part in getattr(each, "split", ()))
        return now.cast.listed(dict.fromkeys(now.cast.model(each.target) for each in (*attacks, *split)))

    def weapons(now: Moment) -> str:
        weapons = (each.weapon for each in getattr(now.action, member))
        return now.cast.listed(dict.fromkeys(now.cast.weapon(now.action.model, weapon) for weapon in weapons))

    return filled(text, target=targets, weapon=weapons)


PART = Part(acts=(
    Act(Shoot, shoot, _may_shoot, phases=("shooting",), propose=_volleys,
        told=attacking("volleys", Phrase("%(model)s shoots %(target)s: %(weapon)s",
                                         "%(model)s стреляет, цель %(target)s: %(weapon)s"))),
))  # fmt: skip
