"""What a fighter of Necromunda reaches, and how it would shoot."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.aiming import Aim, forgotten, opened
from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.part import Part
from rules.kernel.reaching import QUERY, Reach, Reaching
from rules.kernel.state import Model, State, Unit
from rules.necro import activation, fight, injury, move, words


def reaches(ctx: Context, model: Model | Unit) -> Iterator[Reach]:
    """Its Movement, half of it for one that crawls; the range of each weapon; whom it may activate with itself."""
    if isinstance(model, Unit):
        return
    stride = words.printed(model, "M")
    crawls = not words.standing(model)
    yield Reach("move", stride // 2 if crawls else stride, move.CRAWL if crawls else move.MOVE)
    for weapon in model.sheet.weapons:
        yield Reach("range", injury.number(weapon, "Range"), fight.HIT, weapon.id)
    yield Reach("aura", activation.TOGETHER if activation.brings(model) else 0, activation.GROUP)


def ready(state: State, shooter: Model | Unit, target: Model | Unit) -> None:
    """An activation of the fighter in which it has done nothing so far."""
    opened(state, "action", shooter.side)
    state.active = shooter.id
    forgotten(shooter, words.DONE, words.FREE)
    shooter.phase[words.POINTS] = activation.ACTIONS


def shots(ctx: Context, shooter: Model | Unit, target: Model | Unit) -> Iterator[Action]:
    """One weapon after the other."""
    weapons = shooter.sheet.weapons if isinstance(shooter, Model) else ()
    for weapon in weapons:
        if injury.number(weapon, "Range"):
            yield fight.Shoot(fighter=shooter.id, target=target.id, weapon=weapon.id)


def arms(action: fight.Shoot) -> tuple[str, ...]:
    """Its one weapon."""
    return (action.weapon,)


PART = Part(queries=(QUERY,), brings=(Reaching(reaches), Aim(ready, shots, arms)))
