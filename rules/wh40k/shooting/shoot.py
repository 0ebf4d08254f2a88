"""Shooting: one unit fires at one target unit (`Shoot`); `volley` does the same for everything else that fires.

Everything is checked before a die is rolled. Then the shots of a kind are rolled together, in the order in which they
are declared; the hits of all kinds are wounded with and saved against, again in that order; Barrages come last.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

import msgspec

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.lengths import show
from rules.kernel.part import Act, Choice, Objections, Option, Part, nothing, refuse, unread
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Unit
from rules.kernel.telling import Moment, Phrase, Sentence, either, filled
from rules.wh40k import hooks, options, taste, words
from rules.wh40k.shooting import arms, flame, ground, hit, sight
from rules.wh40k.shooting.volley import Fire, Shot, Volley
from rules.wh40k.special import barrage, blast
from rules.wh40k.vehicles import vehicle

SEQUENCE = "wh40k.assumed.shooting.sequence"
BARRAGE_FIRST, BARRAGE_NEXT = barrage.BARRAGE["multiple.first"], barrage.BARRAGE["multiple.follow-up"]
AGAIN = 400
"""A Blast that would scatter at least so far is worth rolling again."""


class Shoot(Action, frozen=True, tag="shoot"):
    """A unit shoots at a target unit: the weapons its models fire, and what is declared about sight and cover.

    Where the target's side wants to be asked whether it goes to ground, the first declaration only names the target
    and reads no dice; the shots are declared again after the answer.
    """

    unit: str
    target: str
    fire: tuple[Fire, ...]
    facts: tuple[sight.LineOfSight, ...] = ()


def shoot(ctx: Context, action: Shoot) -> None:
    """Shoot with one unit in the Shooting phase."""
    words.in_phase(ctx, "shooting", clause=SEQUENCE)
    words.on_turn(ctx)
    unit, target = words.own(ctx, action.unit), words.enemy(ctx, action.target)
    refuse(ctx, chain(may_shoot(ctx, unit), may_be_shot(ctx, target)))
    ground.bound_to(ctx, unit, target)
    if ground.asks(ctx, unit, target):
        prepare(ctx, unit, target, action.fire, action.facts)
        return
    volley(ctx, unit, target, action.fire, facts=action.facts)
    words.mark(ctx, unit, words.SHOT, target.id, "phase")
    words.mark(ctx, unit, words.ACTED, until="phase")


def may_shoot(ctx: Context, unit: Unit) -> Objections:
    """Objections to a unit shooting in its Shooting phase."""
    yield from words.acted(ctx, unit)
    yield from words.in_combat(ctx.state, unit, SEQUENCE)


def may_be_shot(ctx: Context, target: Unit) -> Objections:
    """Objections to choosing a unit as the target of shooting."""
    yield from words.in_combat(ctx.state, target, SEQUENCE)


# checks before the dice


def prepare(
    ctx: Context,
    unit: Unit,
    target: Unit,
    fire: tuple[Fire, ...],
    facts: tuple[sight.LineOfSight, ...] = (),
    snap_clause: str = "",
    path: str = "$.action.fire",
) -> list[Shot]:
    """Check everything about shots at a target and return them; lenient contexts go on with what can be fired."""
    ctx.require(fire, SEQUENCE, "no weapon is named")
    fired: dict[str, list[Weapon]] = {}
    shots: list[Shot] = []
    for index, one in enumerate(fire):
        where = f"{path}[{index}]"
        model = words.member(ctx, unit, one.model, f"{where}.model")
        weapon = arms.weapon_of(model, one.weapon, where)
        if one.aimed_at:
            ctx.model(one.aimed_at, f"{where}.aimed_at")
        before = fired.setdefault(model.id, [])
        shot = aim(ctx, unit, target, one, before, fire, snap_clause)
        refuse(ctx, _objections(ctx, unit, target, shot, before, facts))
        before.append(weapon)
        if arms.is_ranged(weapon):
            shots.append(shot)
    scattered = not all(arms.aims(ctx, shot.weapon) for shot in shots)
    hit_at = ctx.state.units.values() if scattered else (target,)
    refuse(ctx, sight.unread(facts, ctx.state, hit_at))
    lead = first_marker(ctx, shots)
    for shot in shots:
        where = f"fire[{next(n for n, one in enumerate(fire) if one is shot.fire)}]."
        refuse(ctx, _said_in_vain(ctx, shot, lead, where))
    return _placed(ctx, target, shots, facts)


def first_marker(ctx: Context, shots: list[Shot]) -> Shot | None:
    """The shot whose marker is the first of a group of Barrages, and the only one of them that is placed by hand."""
    group = [shot for shot in shots if arms.is_barrage(ctx, shot.weapon)]
    return barrage.first_of(group) if group else None


LAID = ("centre", "direction", "aimed_at", "floor", "indirect", "again")
"""What may be said of a shot beside its model and its weapon."""


def _said_in_vain(ctx: Context, shot: Shot, lead: Shot | None, path: str) -> Objections:
    """Objections to what is said of a shot that its weapon leaves open to nobody, such as the place of a marker."""
    clause, because, read = _open_to_say(ctx, shot, lead)
    if hooks.AIM_FLOORS.id not in ctx.ruleset.hooked:
        read = tuple(name for name in read if name != "floor")
    yield from unread(clause, shot.fire, [name for name in LAID if name not in read], because, path)
    if "again" in read and not blast.able_again(ctx, shot):
        because = f"{shot.model.sheet.name} cannot roll to hit again"
        yield from unread(blast.BLAST["reroll"], shot.fire, ("again",), because, path)


def _open_to_say(ctx: Context, shot: Shot, lead: Shot | None) -> tuple[str, str, tuple[str, ...]]:
    """What its declaration says of a shot: the clause, why nothing else, and the fields that are read."""
    weapon, name = shot.weapon, shot.weapon.name
    if arms.kind(weapon) == arms.TEMPLATE:
        return arms.TYPES, f"{name} lays a template", ("direction", "floor")
    if not arms.is_blast(ctx, weapon):
        return arms.TYPES, f"{name} rolls to hit", ()
    if not arms.is_barrage(ctx, weapon):
        return blast.BLAST["placement"], f"{name} lays a marker", ("centre", "aimed_at", "floor", "again")
    if shot is lead:
        return BARRAGE_FIRST, f"{name} fires a Barrage", ("centre", "aimed_at", "indirect", "floor", "again")
    return BARRAGE_NEXT, "a further marker of a Barrage lies where its die sends it", ("indirect", "floor", "again")


def aim(
    ctx: Context,
    unit: Unit,
    target: Unit,
    fire: Fire,
    before: list[Weapon],
    every: tuple[Fire, ...] = (),
    snap_clause: str = "",
) -> Shot:
    """A shot as it would be fired: how far its target is, whether it is a Snap Shot, whether it may roll again."""
    model = ctx.model(fire.model)
    weapon = arms.weapon_of(model, fire.weapon, "$.action.fire")
    away = min((away for _, away in _aways(ctx, model, target)), default=0)
    snap = snap_clause or arms.snap(ctx, unit, model, weapon, target)
    snap = snap or arms.snap_of_vehicle(ctx, unit, model, weapon, before) or _beside_ordnance(model, weapon, every)
    return Shot(model, weapon, fire, away, snap, arms.rerolls(ctx, unit, model, weapon, target))


def _beside_ordnance(model: Model, weapon: Weapon, every: tuple[Fire, ...]) -> str:
    """The clause by which a model fires Snap Shots because it fires an Ordnance weapon too."""
    others = [arms.weapon_of(model, one.weapon, "$.action.fire") for one in every if one.model == model.id]
    ordnance = any(arms.kind(other) == "Ordnance" and other.id != weapon.id for other in others)
    return arms.TYPES if ordnance and arms.kind(weapon) != "Ordnance" else ""


def _objections(
    ctx: Context, unit: Unit, target: Unit, shot: Shot, before: list[Weapon], facts: tuple[sight.LineOfSight, ...]
) -> Objections:
    """Objections to one shot, apart from its marker."""
    model, weapon, name = shot.model, shot.weapon, shot.weapon.name
    if not arms.is_ranged(weapon):
        yield arms.TYPES, f"{name} cannot be fired"
        return
    if any(other.id == weapon.id for other in before):
        yield SEQUENCE, f"{model.sheet.name} fires {name} once"
    if len(before) >= limit(model):
        yield SEQUENCE, f"{model.sheet.name} fires {limit(model)} weapons in a phase at most"
    text = f"{model.sheet.name} cannot fire {name} now".replace("{", "{{").replace("}", "}}")
    yield from words.barred(ctx, hooks.MAY_SHOOT, unit, text, model=model, weapon=weapon)
    if shot.snap and not arms.aims(ctx, weapon):
        clause = blast.BLAST["no-snap-shot"] if arms.is_blast(ctx, weapon) else arms.SNAP
        yield clause, f"{name} cannot fire Snap Shots"
    yield from _reach(ctx, target, shot, facts)


def limit(model: Model) -> int:
    """How many weapons a model fires in one phase."""
    if words.is_vehicle(model):
        return len(vehicle.usable(model))
    return 2 if words.is_(model, "Monstrous Creature") else 1


def _reach(ctx: Context, target: Unit, shot: Shot, facts: tuple[sight.LineOfSight, ...]) -> Objections:
    """Range and sight: some model of the target has to be in both. Markers and templates are asked where they lie."""
    model, weapon = shot.model, shot.weapon
    if arms.kind(weapon) == arms.TEMPLATE:
        return
    reach, least = arms.reach(weapon), arms.least(weapon)
    indirect = shot.fire.indirect and arms.is_barrage(ctx, weapon)
    near = [(m, away) for m, away in _aways(ctx, model, target) if away <= reach]
    if not near:
        yield SEQUENCE, f"{target.sheet.name} is {show(shot.away)} away; {weapon.name} reaches {show(reach)}"
        return
    if indirect:
        if max(away for _, away in near) < least and not options.option(ctx.state, options.INDIRECT):
            yield options.INDIRECT, f"{target.sheet.name} is nearer than {weapon.name} can shoot, indirectly or not"
        return
    seen = _seen(ctx, model, near, least, facts)
    if not seen:
        yield SEQUENCE, f"{model.sheet.name} does not see {target.sheet.name}"
        return
    if max(seen) < least:
        yield arms.TYPES, f"{target.sheet.name} is nearer than {weapon.name} can shoot"
    shot.away = min(seen)


def _aways(ctx: Context, model: Model, target: Unit) -> list[tuple[Model, int]]:
    """The models of a unit with their distances from a model."""
    there = words.standing(ctx.state, target)
    measured: tuple[int, ...] = ctx.once(
        ("aways", model.id, target.id), lambda: tuple(geometry.distance(model, m) for m in there)
    )
    return list(zip(there, measured, strict=True))


def _seen(
    ctx: Context, viewer: Model, near: list[tuple[Model, int]], least: int, facts: tuple[sight.LineOfSight, ...]
) -> list[int]:
    """The distances of visible models: the nearest one, and one that is not too near, if any.

    It tries the nearest first and stops as early as possible. If lines are declared, it checks every one of them.
    """
    found: list[int] = []
    for target, away in near if facts else sorted(near, key=lambda pair: pair[1]):
        if sight.sees(ctx, viewer, target, facts):
            found.append(away)
            if away >= least and not facts:
                break
    return found


def _placed(ctx: Context, target: Unit, shots: list[Shot], facts: tuple[sight.LineOfSight, ...]) -> list[Shot]:
    """The shots whose markers and templates are legally placed. In a group of Barrages only the first is placed."""
    lead = first_marker(ctx, shots)
    kept = []
    for shot in shots:
        refuse(ctx, _placing(ctx, target, shot, lead, facts))
        if shot.centre is not None or not _needs_a_place(ctx, shot, lead):
            kept.append(shot)
    return kept


def _needs_a_place(ctx: Context, shot: Shot, lead: Shot | None) -> bool:
    """Whether a shot fires a marker whose place is declared: any but the further ones of a group of Barrages."""
    return arms.is_blast(ctx, shot.weapon) and (shot is lead or not arms.is_barrage(ctx, shot.weapon))


def _placing(
    ctx: Context, target: Unit, shot: Shot, lead: Shot | None, facts: tuple[sight.LineOfSight, ...]
) -> Objections:
    if arms.kind(shot.weapon) == arms.TEMPLATE:
        yield from flame.objections(ctx, shot, target, facts)
    elif _needs_a_place(ctx, shot, lead):
        yield from blast.objections(ctx, shot, target, facts)


# the volley


def volley(
    ctx: Context,
    unit: Unit,
    target: Unit,
    fire: tuple[Fire, ...],
    *,
    snap_clause: str = "",
    rule: str = SEQUENCE,
    facts: tuple[sight.LineOfSight, ...] = (),
    path: str = "$.action.fire",
) -> Volley:
    """Fire the weapons of a unit at a target, from the checks to `SHOOTING_DONE`, by the clause `rule`.

    `snap_clause` makes all of them Snap Shots.

    The caller checks whether the unit may shoot now and may choose this target, and marks the unit afterwards. A
    Barrage may end with a question to the firing player, and `SHOOTING_DONE` then follows the answer.
    """
    shots = prepare(ctx, unit, target, fire, facts, snap_clause, path)
    fired = Volley(unit.side, unit, target, facts)
    ctx.effects.append(Noted(rule=rule, model=unit.id, target=target.id, value=len(shots), text="shoots"))
    lost = ctx.value(hooks.TARGETED, "", unit=unit, target=target)
    if lost:
        ctx.effects.append(Noted(rule=lost, model=unit.id, target=target.id, text="the shots are lost"))
        return fired
    _fire_all(ctx, fired, shots)
    fired.resolve(ctx)
    group = [shot for shot in shots if arms.is_barrage(ctx, shot.weapon)]
    if group:
        barrage.fire(ctx, fired, group)
    else:
        fired.finish(ctx)
    return fired


def _fire_all(ctx: Context, fired: Volley, shots: list[Shot]) -> None:
    """Fire everything but Barrages, which come last."""
    plain = [shot for shot in shots if arms.aims(ctx, shot.weapon)]
    throws = {id(thrown[0]): thrown for thrown in hit.together(ctx, plain)}
    for shot in shots:
        if id(shot) in throws:
            hit.fire(ctx, fired, throws[id(shot)])
        elif arms.kind(shot.weapon) == arms.TEMPLATE:
            flame.fire(ctx, fired, shot)
        elif arms.is_blast(ctx, shot.weapon) and not arms.is_barrage(ctx, shot.weapon):
            blast.fire(ctx, fired, shot)


# what may be declared


def plan(
    ctx: Context,
    unit: Unit,
    target: Unit,
    snap_clause: str = "",
    only: list[tuple[str, str]] | None = None,
) -> tuple[Fire, ...]:
    """What a unit can fire at a target from its position: for each model its first usable weapon, or several.

    `only` restricts this to certain weapons (ids of model and weapon).
    """
    found: list[Fire] = []
    for model in words.standing(ctx.state, unit):
        before: list[Weapon] = []
        for weapon in model.sheet.weapons:
            if only is not None and (model.id, weapon.id) not in only:
                continue
            one = _first_way(ctx, unit, target, model, weapon, before, snap_clause)
            if one is not None:
                before.append(weapon)
                found.append(one)
    return _grouped(ctx, unit, target, tuple(found))


def _grouped(ctx: Context, unit: Unit, target: Unit, fire: tuple[Fire, ...]) -> tuple[Fire, ...]:
    """The same shots; of a group of Barrages only the first has a place for its marker."""
    shots = [aim(ctx, unit, target, one, []) for one in fire]
    for shot in shots:
        nothing(_reach(ctx, target, shot, ()))  # measures how far it goes
    lead = first_marker(ctx, shots)
    return tuple(
        msgspec.structs.replace(shot.fire, centre=None, aimed_at="")
        if shot is not lead and arms.is_barrage(ctx, shot.weapon)
        else shot.fire
        for shot in shots
    )


def _first_way(
    ctx: Context, unit: Unit, target: Unit, model: Model, weapon: Weapon, before: list[Weapon], snap_clause: str
) -> Fire | None:
    """One way in which a model may fire a weapon at a target; None if there is none."""
    if not arms.is_ranged(weapon) or len(before) >= limit(model):
        return None
    ordnance = any(arms.kind(other) == "Ordnance" for other in (weapon, *before))
    if before and ordnance:
        # with Ordnance all others fire Snap Shots, which changes earlier choices
        return None
    over = [m.id for m in words.standing(ctx.state, target)] if arms.is_blast(ctx, weapon) else [""]
    floors = () if arms.aims(ctx, weapon) else ctx.value(hooks.AIM_FLOORS, (), target=target)
    # a Barrage is fired indirectly where it cannot be fired directly
    manners = (False, True) if arms.is_barrage(ctx, weapon) else (False,)
    for indirect, key, floor in product(manners, over, (0, *floors)):
        one = Fire(model.id, weapon.id, aimed_at=key, floor=floor, indirect=indirect)
        shot = aim(ctx, unit, target, one, before, (one,), snap_clause)
        if nothing(_objections(ctx, unit, target, shot, before, ())) and nothing(_placing(ctx, target, shot, shot, ())):
            return one
    return None


def targets(ctx: Context, unit: Unit) -> list[Unit]:
    """The enemy units a unit could shoot at with some weapon."""
    enemies = words.on_table(ctx.state, ctx.state.enemy(unit.side))
    return [target for target in enemies if nothing(may_be_shot(ctx, target)) and _can(ctx, unit, target)]


def _can(ctx: Context, unit: Unit, target: Unit) -> bool:
    return any(
        _first_way(ctx, unit, target, model, weapon, [], "") is not None
        for model in words.standing(ctx.state, unit)
        for weapon in model.sheet.weapons
    )


def _may_shoot(ctx: Context) -> Iterator[Option]:
    """Units that may shoot, and at whom."""
    state = ctx.state
    for unit in words.on_table(state, state.to_act) if not state.step else ():
        if not nothing(may_shoot(ctx, unit)):
            continue
        said = unit.phase.get(ground.ASK)
        found = tuple(target.id for target in targets(ctx, unit) if said in (None, target.id))
        if found:
            yield Option(unit.side, "shoot", model=unit.id, targets=found, clause=SEQUENCE)


def firing(text: Phrase, armed: Phrase) -> Sentence:
    """A sentence about who is shot at; `armed` where the weapons were named."""

    def weapons(now: Moment) -> str:
        return now.cast.listed(dict.fromkeys(now.cast.weapon(fire.model, fire.weapon) for fire in now.action.fire))

    return either("fire", filled(armed, weapon=weapons), text)


# what is worth declaring


def _volleys(choice: Choice) -> Iterator[Action]:
    """At the nearest of three targets, or the other two, with everything that can be fired."""
    unit = choice.unit
    for target in taste.targets(choice, unit, choice.option.targets):
        for fire in _variants(choice, target, plan(choice.ctx, unit, target)):
            yield Shoot(unit=unit.id, target=target.id, fire=fire)


def _variants(choice: Choice, target: Unit, plain: tuple[Fire, ...]) -> Iterator[tuple[Fire, ...]]:
    """What is fired: with other weapons or markers elsewhere now and then, at last as the rules would lay it out."""
    if not plain:
        return
    if not choice.dice.below(3):
        yield _grouped(choice.ctx, choice.unit, target, tuple(_otherwise(choice, target, one) for one in plain))
    if len(plain) > 1 and not choice.dice.below(6):
        yield _grouped(choice.ctx, choice.unit, target, plain[: len(plain) // 2])
    yield plain


def _otherwise(choice: Choice, target: Unit, one: Fire) -> Fire:
    """The same shot with another of the model's weapons, over another model, indirectly, or rolled again."""
    ctx, dice, model = choice.ctx, choice.dice, choice.state.models[one.model]
    weapon = choice.of([w for w in model.sheet.weapons if arms.is_ranged(w)])
    there, here = words.standing(ctx.state, target), ctx.place(model)
    if arms.kind(weapon) == arms.TEMPLATE:
        goal = ctx.place(choice.of(geometry.nearest(model, there)[:3]))
        way = (goal[0] - here[0], goal[1] - here[1])
        return Fire(model.id, weapon.id, direction=way if way != (0, 0) else None)
    if not arms.is_blast(ctx, weapon):
        return Fire(model.id, weapon.id)
    over = choice.of(there)
    indirect = arms.is_barrage(ctx, weapon) and bool(dice.below(2))
    x, y, _ = ctx.place(over)
    centre = (x + dice.below(31) - 15, y + dice.below(31) - 15)
    again = AGAIN if arms.rerolls(ctx, choice.unit, model, weapon, target) else 0
    return Fire(model.id, weapon.id, centre=centre, aimed_at=over.id, indirect=indirect, again=again, floor=one.floor)


PART = Part(acts=(
    Act(Shoot, shoot, _may_shoot, phases=("shooting",), propose=_volleys,
        told=firing(
            Phrase("%(unit)s [shoots|shoot] at %(target)s", "%(unit)s: стрельба, цель — %(target)s"),
            Phrase("%(unit)s [fires|fire] at %(target)s: %(weapon)s",
                   "%(unit)s: стрельба, цель — %(target)s, оружие — %(weapon)s"))),
))  # fmt: skip
