"""How the autoplayer shoots, uses its powers, and answers those who shoot at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.part import Choice, Propose
from rules.kernel.state import Unit
from rules.wh40k import questions, taste, words
from rules.wh40k.assault import overwatch
from rules.wh40k.playing.formation import nearest, shortened
from rules.wh40k.shooting import allocate, arms, ground, psychic, shoot
from rules.wh40k.shooting.volley import Fire
from rules.wh40k.special import barrage, force, interceptor

Volleys = tuple[Fire, ...]
INSIDE = 100
"""How far from the first marker of a group another one is laid at most, where it may be anywhere that touches."""


def shoots(choice: Choice) -> Iterator[Action]:
    """At the nearest of three targets, or the other two, with everything that can be fired."""
    ctx, unit = choice.ctx, choice.unit
    for target in taste.targets(choice, unit, choice.option.targets) if taste.shoots(choice, unit) else ():
        plain = shoot.plan(ctx, unit, target)
        for fire in _fancied(choice, ctx, unit, target, plain):
            yield shoot.Shoot(unit=unit.id, target=target.id, fire=fire)


def _fancied(choice: Choice, ctx: Context, unit: Unit, target: Unit, plain: Volleys) -> Iterator[Volleys]:
    """What is fired: with other weapons or markers elsewhere now and then, at last as the rules would lay it out."""
    if not plain:
        return
    if not choice.dice.below(3):
        yield tuple(_otherwise(choice, ctx, target, one) for one in plain)
    if len(plain) > 1 and not choice.dice.below(6):
        yield plain[: len(plain) // 2]
    yield plain


def _otherwise(choice: Choice, ctx: Context, target: Unit, one: Fire) -> Fire:
    """The same shot with another of the model's weapons, over another model, indirectly, or rolled again."""
    model = ctx.state.models[one.model]
    usable = [w for w in model.sheet.weapons if arms.is_ranged(w)]
    weapon = choice.of(tuple(usable))
    there = words.standing(ctx.state, target)
    if arms.kind(weapon) == arms.TEMPLATE:
        goal = choice.of(tuple(nearest(model, there)[:3])).at or (0, 0, 0)
        here = model.at or (0, 0, 0)
        way = (goal[0] - here[0], goal[1] - here[1])
        return Fire(model.id, weapon.id, direction=way if way != (0, 0) else None)
    if not arms.is_blast(ctx, weapon):
        return Fire(model.id, weapon.id)
    over = choice.of(tuple(there))
    indirect = arms.is_barrage(ctx, weapon) and bool(choice.dice.below(2))
    x, y, _ = over.at or (0, 0, 0)
    centre = (x + choice.dice.below(31) - 15, y + choice.dice.below(31) - 15)
    again = 400 if arms.rerolls(ctx, words.unit_of(ctx.state, model), model, weapon, target) else 0
    return Fire(model.id, weapon.id, centre=centre, aimed_at=over.id, indirect=indirect, again=again, floor=one.floor)


def fires_overwatch(choice: Choice) -> Iterator[Action]:
    """With everything that can."""
    ctx, unit = choice.ctx, choice.unit
    fire = shoot.plan(ctx, unit, choice.state.units[choice.option.targets[0]], overwatch.OVERWATCH)
    if fire:
        yield overwatch.Overwatch(unit=unit.id, fire=fire)


def intercepts(choice: Choice) -> Iterator[Action]:
    """At any of those that have arrived, unless the weapons are kept for the own turn."""
    ctx, unit = choice.ctx, choice.unit
    for target in taste.targets(choice, unit, choice.option.targets) if choice.dice.below(4) else ():
        fire = interceptor.plan(ctx, unit, target)
        if fire:
            yield interceptor.Intercept(unit=unit.id, target=target.id, fire=fire)


def place_markers(choice: Choice) -> Iterator[Action]:
    """Over enemies beside the first marker."""
    pending = choice.state.pending
    found = pending.about.get("markers", ()) if pending is not None else ()
    lines = [line.split("|")[0] for line in found] if isinstance(found, tuple) else []
    x, y, *_ = (int(part) for part in lines[0].split())
    centres = []
    for _ in (line for line in lines if not line):
        foe = choice.of(tuple(words.foes(choice.state, choice.option.side))).at or (x, y, 0)
        dx, dy = shortened((foe[0] - x, foe[1] - y), INSIDE)
        centres.append((x + dx, y + dy))
    yield barrage.PlaceMarkers(centres=tuple(centres))


def goes_to_ground(choice: Choice) -> Iterator[Action]:
    """Mostly, where the unit asked for it."""
    if choice.dice.below(3):
        yield ground.GoToGround(unit=choice.option.model)


def takes_test(choice: Choice) -> Iterator[Action]:
    """Roll; where its weapons are useless a unit may choose to fail."""
    if not choice.dice.below(4):
        yield questions.TakeTest(unit=choice.option.model, fail=True)
    yield questions.TakeTest(unit=choice.option.model)


# powers


def manifests(choice: Choice) -> Iterator[Action]:
    """Any power, at any target."""
    each = choice.of(tuple(choice.same))
    target = choice.of(each.targets) if each.targets else ""
    unit = choice.state.models[each.model].unit
    yield psychic.Manifest(unit=unit, model=each.model, power=each.weapons[0], target=target)


def denies(choice: Choice) -> Iterator[Action]:
    """Try."""
    yield psychic.Deny(unit=choice.option.model)


def takes_effect(choice: Choice) -> Iterator[Action]:
    """As a shot where the power is one; else it is only noted."""
    unit, pending = choice.unit, choice.state.pending
    assert pending is not None
    model = choice.state.models[str(pending.about["model"])]
    weapon = psychic.weapon_of(model, str(pending.about["power"]))
    if weapon is None:
        yield psychic.PowerEffect(unit=unit.id)
        return
    target = choice.state.units[choice.option.targets[0]]
    for over in nearest(model, words.standing(choice.state, target))[:3]:
        yield psychic.PowerEffect(unit=unit.id, fire=(Fire(model.id, weapon.id, aimed_at=over.id),))


def activates_force(choice: Choice) -> Iterator[Action]:
    """Where an enemy is near enough to be struck."""
    model = choice.state.models[choice.of(tuple(choice.same)).model]
    if geometry.within(words.foes(choice.state, model.side), model, words.COHERENCY) and choice.dice.below(2):
        yield force.Activate(unit=model.unit, model=model.id)


def instructions(choice: Choice) -> Iterator[Action]:
    """Standing instructions that a side gives once in a while: to be asked about going to ground, to step in."""
    state = choice.state
    units = [u for u in words.on_table(state, choice.option.side) if words.vehicle_of(state, u) is None]
    if (state.phase, state.step) == ("movement", "") and units and not choice.dice.below(12):
        unit = choice.of(units)
        ask, look_out = bool(choice.dice.below(3)), bool(choice.dice.below(3))
        if (ground.ASK in unit.game, allocate.LOOK_OUT not in unit.game) != (ask, look_out):
            yield ground.Instruct(unit=unit.id, ask=ask, look_out=look_out)


PROPOSALS: Mapping[str, Propose] = {
    "shoot": shoots,
    "overwatch": fires_overwatch,
    "intercept": intercepts,
    "place-markers": place_markers,
    "go-to-ground": goes_to_ground,
    "instruct": instructions,
    "take-test": takes_test,
    "manifest": manifests,
    "deny": denies,
    "power-effect": takes_effect,
    "activate-force": activates_force,
}
