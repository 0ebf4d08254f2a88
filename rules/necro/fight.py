"""Shooting and fighting: who may be attacked, the rolls to hit, reaction attacks."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.dice import Needs
from rules.kernel.events import Action
from rules.kernel.lengths import show
from rules.kernel.part import Act, Choice, Option, Part, nothing, refuse
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model
from rules.kernel.telling import Phrase
from rules.necro import activation, checks, fall, injury, move, vision, words
from rules.necro.activation import BASIC

HIT = "necro.core.hit-roll"
FIGHT = "necro.core.fight"
ACTIVE = "necro.core.active"
FISTS = Weapon("fists", "Fists", {})
"""What a fighter strikes with that has no weapon for it."""


class Shoot(Action, frozen=True, tag="shoot"):
    """A fighter shoots at an enemy."""

    fighter: str
    target: str
    weapon: str


class Fight(Action, frozen=True, tag="fight"):
    """An engaged fighter attacks an enemy in base contact."""

    fighter: str
    target: str


def shoot(ctx: Context, action: Shoot) -> None:
    """Shoot at an enemy in range and in sight; a hit pins it."""
    model = activation.begun(ctx, action.fighter, "shoot", BASIC)
    if model is None or not move.is_status(ctx, model, ACTIVE, "active"):
        return
    target = ctx.model(action.target, "$.action.target")
    weapon = next((w for w in model.sheet.weapons if w.id == action.weapon and injury.number(w, "Range")), None)
    if not ctx.require(weapon, HIT, "{name} has no such weapon", name=model.sheet.name) or weapon is None:
        return
    if not refuse(ctx, untouchable(ctx, model, target, weapon)):
        return
    activation.spend(ctx, model, "shoot", BASIC)
    rolled = ctx.roll(HIT, model.side, 1, needed=Needs(words.printed(model, "BS")), model=model.id, target=target.id)
    if sum(rolled.passed):
        shot(ctx, model, target, weapon)


def shot(ctx: Context, model: Model, target: Model, weapon: Weapon) -> None:
    """A fighter is hit by a shot: it may be wounded and pushed, and is pinned unless it is engaged."""
    active = words.status(ctx.state, target) == "active"
    numbers = (injury.number(weapon, "S", 3), injury.number(weapon, "AP"), injury.number(weapon, "D", 1))
    injury.hits(ctx, model.side, target, 1, *numbers)
    fall.knocked(ctx, model, weapon, target)
    if active and not target.out:
        words.pin(ctx, target)


def untouchable(ctx: Context, model: Model, target: Model, weapon: Weapon) -> Iterator[tuple[str, str]]:
    """Why an enemy cannot be shot at: clauses and sentences."""
    if target.id not in {m.id for m in words.enemies(ctx.state, model)}:
        yield HIT, f"{target.sheet.name} is no enemy on the table"
        return
    if not words.printed(model, "BS"):
        yield HIT, f"{model.sheet.name} has no Ballistic Skill"
    away, reach = geometry.distance(model, target), injury.number(weapon, "Range")
    if away > reach:
        yield HIT, f"{target.sheet.name} is {show(away)} away, {show(reach)} is the range of {weapon.name}"
    else:
        yield from vision.unseen(ctx.state, model, target)


def fight(ctx: Context, action: Fight) -> None:
    """Attack in close combat; the enemy strikes back if it can."""
    model = activation.begun(ctx, action.fighter, "fight", BASIC)
    if model is None or not move.is_status(ctx, model, FIGHT, "engaged"):
        return
    target = ctx.model(action.target, "$.action.target")
    touching = target.id in {m.id for m in words.engaged_with(ctx.state, model)}
    if not ctx.require(touching, FIGHT, "{name} is not engaged with {target}", name=model.sheet.name,
                       target=target.sheet.name):  # fmt: skip
        return
    activation.spend(ctx, model, "fight", BASIC)
    with ctx.carrying("first"):
        _strikes(ctx, model, target)
        ctx.milestone()
    if not target.out and words.standing(target) and not model.out:
        with ctx.carrying("back"):
            _strikes(ctx, target, model)


def _strikes(ctx: Context, model: Model, target: Model) -> None:
    weapon = next((w for w in model.sheet.weapons if not injury.number(w, "Range")), FISTS)
    attacks, needed = max(1, words.printed(model, "A")), Needs(words.printed(model, "WS") or checks.NEVER)
    rolled = ctx.roll(HIT, model.side, attacks, needed=needed, model=model.id, target=target.id)
    strength = injury.number(weapon, "S") or words.printed(model, "S")
    damage = (injury.number(weapon, "AP"), injury.number(weapon, "D", 1))
    injury.hits(ctx, model.side, target, sum(rolled.passed), strength, *damage)


def _may_shoot(ctx: Context) -> Iterator[Option]:
    model = move.offered(ctx, "shoot", BASIC, "active")
    if model is None:
        return
    for weapon in model.sheet.weapons:
        foes = words.enemies(ctx.state, model) if injury.number(weapon, "Range") else []
        open_ = tuple(m.id for m in foes if nothing(untouchable(ctx, model, m, weapon)))
        if open_:
            side = words.controller(ctx.state, model)
            yield Option(side, "shoot", model.id, open_, (weapon.id,), injury.number(weapon, "Range"), HIT)


def _shoots(choice: Choice) -> Iterator[Action]:
    targets = geometry.nearest(choice.model, [choice.state.models[key] for key in choice.option.targets])
    yield from (Shoot(fighter=choice.option.model, target=m.id, weapon=choice.option.weapons[0]) for m in targets)


def _may_fight(ctx: Context) -> Iterator[Option]:
    model = move.offered(ctx, "fight", BASIC, "engaged")
    if model is not None:
        foes = tuple(m.id for m in words.engaged_with(ctx.state, model))
        yield Option(words.controller(ctx.state, model), "fight", model.id, foes, clause=FIGHT)


def _fights(choice: Choice) -> Iterator[Action]:
    yield from (Fight(fighter=choice.option.model, target=key) for key in choice.option.targets)


PART = Part(acts=(
    Act(Shoot, shoot, _may_shoot, phases=("action",), propose=_shoots,
        told=Phrase("%(fighter)s shoots at %(target)s", "%(fighter)s: выстрел, цель — %(target)s")),
    Act(Fight, fight, _may_fight, phases=("action",), propose=_fights,
        told=Phrase("%(fighter)s fights %(target)s", "%(fighter)s: рукопашная, противник — %(target)s")),
))  # fmt: skip
