"""A D3: a D6 halved and rounded up, with the value it came to in the trace."""

from __future__ import annotations

from rules.kernel.context import Context
from rules.kernel.dice import d3
from rules.kernel.effects import Noted


def roll(ctx: Context, clause: str, by: str, count: int = 1, *, model: str = "", target: str = "") -> int:
    """The total of a number of D3."""
    rolled = ctx.roll(clause, by, count, model=model, target=target)
    total = sum(d3(face) for face in rolled.final())
    ctx.effects.append(Noted(rule=clause, model=model, target=target, value=total, text="D3"))
    return total
