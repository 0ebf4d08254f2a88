"""What follows when players declare that models lose Health Points, or are removed, by a rule nobody knows."""

from __future__ import annotations

from rules.kernel.context import Context
from rules.kernel.effects import WoundsSet
from rules.kernel.state import Model
from rules.t9a import ranks, words


def lose(ctx: Context, model: Model, wounds: int, rule: str) -> None:
    """Take Health Points off a model; without any left it is a casualty."""
    left = max(0, model.wounds - wounds)
    ctx.emit(WoundsSet(rule=rule, model=model.id, was=model.wounds, to=left))
    if not left:
        fall(ctx, model, rule)


def fall(ctx: Context, model: Model, rule: str) -> None:
    """Remove a model as a casualty; the ranks of its unit close, and a unit without models is destroyed."""
    unit = ctx.state.units[model.unit]
    words.kill(ctx, model, rule)
    if words.alive(ctx.state, unit):
        ranks.closed(ctx, unit, rule)
    else:
        words.destroy(ctx, unit, rule)
