"""What a model of Warhammer 40,000 reaches, and how its unit would shoot. Cities of Death has the same."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.aiming import Aim, forgotten, opened
from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.part import Part
from rules.kernel.reaching import QUERY, Reach, Reaching
from rules.kernel.state import Model, State, Unit
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import words
from rules.wh40k.movement import move
from rules.wh40k.shooting import arms, ground, shoot


def reaches(ctx: Context, model: Model | Unit) -> Iterator[Reach]:
    """Its moves; the range of each weapon, where it fires twice, and where a target is too near."""
    if isinstance(model, Unit):
        return
    step, fast = move.allowance(model), move.allowance(model, fast=True)
    yield Reach("move", step, move.MOVE)
    yield Reach("fast", fast if fast > step else 0, move.MOVE)
    for weapon in filter(arms.is_ranged, model.sheet.weapons):
        yield Reach("range", arms.reach(weapon), shoot.SEQUENCE, weapon.id)
        if arms.kind(weapon) == "Rapid Fire":
            yield Reach("rapid", arms.reach(weapon) // 2, arms.TYPES, weapon.id)
        yield Reach("least", arms.least(weapon), arms.TYPES, weapon.id)


def ready(state: State, shooter: Model | Unit, target: Model | Unit) -> None:
    """The side's Shooting phase: the unit has done nothing in it, and nobody asks whether the target goes to ground."""
    opened(state, "shooting", shooter.side)
    state.turn = shooter.side
    forgotten(shooter, words.SHOT, words.ACTED)
    shooter.phase[ground.ASK] = target.id


def shots(ctx: Context, shooter: Model | Unit, target: Model | Unit) -> Iterator[Action]:
    """With all that its models can fire at the target, the first weapon of each."""
    if isinstance(shooter, Unit) and isinstance(target, Unit):
        fire = shoot.plan(ctx, shooter, target)
        yield from (shoot.Shoot(unit=shooter.id, target=target.id, fire=fire) for _ in fire[:1])


def fired(action: shoot.Shoot) -> Iterator[str]:
    """The weapons that its models fire."""
    return (fire.weapon for fire in action.fire)


COVERS = {
    "2": Phrase("cover save 2+", "укрытие 2+"),
    "3": Phrase("cover save 3+", "укрытие 3+"),
    "4": Phrase("cover save 4+", "укрытие 4+"),
    "5": Phrase("cover save 5+", "укрытие 5+"),
    "6": Phrase("cover save 6+", "укрытие 6+"),
}

PART = Part(queries=(QUERY,), brings=(Reaching(reaches), Aim(ready, shots, fired)), telling=Telling(covers=COVERS))
