"""A roll-off: every side rolls, and equal totals are rolled again until they differ."""

from __future__ import annotations

from rules.kernel.context import Context


def until_different(ctx: Context, clause: str, tie: str, dice: int = 1) -> dict[str, int]:
    """Each side rolls `dice` D6; equal totals are rolled again under the clause `tie`. Returns totals by side."""
    rule = clause
    while True:
        totals = {side: ctx.roll(rule, side, dice).total for side in ctx.state.sides}
        if len(set(totals.values())) == len(totals):
            return totals
        rule = tie
