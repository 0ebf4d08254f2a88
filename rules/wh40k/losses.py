"""What follows when players declare that models lose Wounds or hull points, or are removed, by a rule nobody knows."""

from __future__ import annotations

from rules.kernel.context import Context
from rules.kernel.state import Model
from rules.wh40k import words
from rules.wh40k.shooting import wound
from rules.wh40k.vehicles import vehicle


def lose(ctx: Context, model: Model, wounds: int, rule: str) -> None:
    """Take Wounds or hull points off a model; without any left it is removed or wrecked."""
    if not words.is_vehicle(model):
        wound.lose(ctx, model, rule, wounds)
        return
    for _ in range(min(wounds, model.wounds)):
        vehicle.glance(ctx, model, rule)


def fall(ctx: Context, model: Model, rule: str) -> None:
    """Remove a model as a casualty; a vehicle is wrecked."""
    if words.is_vehicle(model):
        vehicle.wreck(ctx, model, rule)
    else:
        words.kill(ctx, model, rule)
