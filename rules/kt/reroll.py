"""Command Re-roll (document line 224), and which dice count as one roll for it.

A re-roll is declared with the step whose roll it repeats, so that nothing can come in between, and by the side that
rolled.
"""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Counted, Marked, Rolled
from rules.kernel.events import Reroll
from rules.kernel.marks import on_side
from rules.kernel.part import Part
from rules.kt.options import option
from rules.kt.stratagem import COST, REPEAT

COMMAND = "kt.stratagem.command-reroll"
TIMING = f"{COMMAND}.timing"
WHOLE = f"{COMMAND}.whole-roll"
ONCE = "kt.dice.reroll-once"
PRICE = 1
"""Printed in the document, so no option changes it."""

SINGLE = (
    "kt.hit.ranged.roll",
    "kt.hit.melee.roll",
    "kt.charge.overwatch",
    "kt.save.roll",
    "kt.save.invulnerable",
    "kt.move.advance",
)
"""Rolls of one die each, even if a volley throws several together: one is repeated. The same goes for the wound
table.
"""
TOGETHER = ("kt.psychic.test", "kt.psychic.deny.roll", "kt.injury.result", "kt.charge.roll")
"""Rolls of several dice: all of them are repeated."""


def listed(rule: str) -> bool:
    """Whether Command Re-roll applies to a roll."""
    return rule in TOGETHER or rule in SINGLE or rule.startswith("kt.wound.table.")


def worst(rolled: Rolled) -> int | None:
    """The die to re-roll if a roll failed (0 for a whole roll), or none."""
    if rolled.rule in TOGETHER:
        low = not any(rolled.passed) if rolled.passed else 2 * rolled.total < 7 * len(rolled.faces)
        return 0 if low and not rolled.again else None
    once = {index for index, _ in rolled.again}
    failed = [index for index, passed in enumerate(rolled.passed) if not passed and index not in once]
    if rolled.rule == "kt.move.advance" and rolled.total <= 2 and not once:
        return 0
    return failed[0] if failed and listed(rolled.rule) else None


def command(ctx: Context, rolled: Rolled, request: Reroll) -> tuple[int, ...]:
    """The indices of the dice to roll again, if the side may repeat that roll of its own."""
    side, whole = _decides(ctx, request), rolled.rule in TOGETHER
    may = ctx.require(listed(rolled.rule), COMMAND, "{roll} cannot be re-rolled", roll=rolled.rule)
    own: dict[str, Any] = {"side": side, "roller": rolled.by, "roll": rolled.rule}
    ctx.require(side == rolled.by, COMMAND, "{roll} was rolled by side {roller}: side {side} cannot re-roll it", **own)
    _in_time(ctx, request)
    chosen = tuple(range(len(rolled.faces))) if whole or not may else (request.die,)
    ctx.require(not (whole and request.die), WHOLE, "this roll has to be re-rolled with all its dice")
    there = all(index < len(rolled.faces) for index in chosen)
    if not ctx.require(there, WHOLE, "there is no die {die} in this roll", severity="impossible", die=request.die):
        return ()
    twice = {index for index, _ in rolled.again} & set(chosen)
    ctx.require(not twice, ONCE, "a die can be re-rolled only once, and this one has been")
    return chosen


def _decides(ctx: Context, request: Reroll) -> str:
    """The side whose decision it is. Raises Malformed when there is no such side."""
    return ctx.side(request.by or ctx.by, "$.rerolls").id


def price(ctx: Context, request: Reroll) -> None:
    """Take a command point of the side that re-rolls."""
    side = ctx.side(_decides(ctx, request))
    held = side.counters.get("cp", 0)
    ctx.require(
        held >= PRICE, COST, "it costs {cost} CP and side {side} has {held}", cost=PRICE, side=side.id, held=held
    )
    fresh = option(ctx.state, REPEAT) or COMMAND not in side.phase
    ctx.require(fresh, REPEAT, "a roll has already been re-rolled in this phase")
    ctx.emit(Counted(rule=COMMAND, side=side.id, counter="cp", by=-PRICE))
    if COMMAND not in side.phase:
        ctx.emit(Marked(rule=COMMAND, on=side.id, key=COMMAND, until="phase"))


def may(ctx: Context, rolled: Rolled) -> bool:
    """Whether the side that rolled may re-roll now, as `command` decides."""
    side = ctx.state.sides.get(rolled.by)
    if side is None or not listed(rolled.rule) or side.counters.get("cp", 0) < PRICE:
        return False
    once = {index for index, _ in rolled.again}
    left = not once if rolled.rule in TOGETHER else len(once) < len(rolled.faces)
    return left and bool(option(ctx.state, REPEAT) or COMMAND not in side.phase)


def _in_time(ctx: Context, request: Reroll) -> None:
    """A re-roll listed after one of a later roll was not declared at once."""
    before = ctx.rerolls[: ctx.rerolls.index(request)]
    late = any(other.roll > request.roll and not other.stands for other in before)
    ctx.require(not late, TIMING, "a re-roll has to be declared at once, before the next roll")


PART = Part(marks=(on_side(COMMAND, "phase", "It has paid for a Command Re-roll."),))
