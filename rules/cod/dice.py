"""Dice used by the document but not by the core rules."""

from __future__ import annotations

from rules.kernel import halved
from rules.kernel.context import Context


def d3(ctx: Context, clause: str, by: str) -> int:
    """A D3, rolled for a clause: a D6 halved, rounding up (`cod.gap.d3`)."""
    return halved.roll(ctx, clause, by)
