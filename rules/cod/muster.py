"""Armies of a city fight: chosen as usual, by the standard force organisation chart or an agreed one."""

from __future__ import annotations

from collections import Counter

from rules.cod import board, options
from rules.cod.book import ORGANISATION
from rules.kernel.actions import Muster
from rules.kernel.context import Context
from rules.kernel.part import Act, Part
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.deployment import deploy

CHART = ORGANISATION["army.standard-foc"]
ELIMINATION = "elimination"
"""The scenario with its own charts, which are not printed: its armies are not checked against the standard one, but
against the chart that players agreed on for their role, where the attacker is agreed on too.
"""
GUERRILLA = "cod.scenario.elimination.foc"


def muster(ctx: Context, action: Muster) -> None:
    """Join with an army that follows the chart."""
    deploy.muster(ctx, action)
    state = ctx.state
    clause, key = _chart(state, ctx.by)
    times = int(options.option(state, options.DETACHMENTS))
    if ctx.by not in state.sides or not times or not key:
        return
    chart = options.chart(options.text(state, key))
    for category, count in counted(state, ctx.by, chart).items():
        least, most = chart.get(category, (0, 0))
        ctx.require(
            least * times <= count <= most * times, clause, "the chart has {least} to {most} {category}, not {count}",
            least=least * times, most=most * times, category=category, count=count,
        )  # fmt: skip


def _chart(state: State, side: str) -> tuple[str, str]:
    """The clause and the option of the chart that an army has to follow; empty where there is none to follow."""
    if options.text(state, options.SCENARIO) != ELIMINATION:
        return CHART, options.CHART
    attacker = options.text(state, options.ATTACKER)
    key = options.GUERRILLA["attacker" if attacker == side else "defender"] if attacker else ""
    return GUERRILLA, key if key and options.text(state, key) else ""


def counted(state: State, side: str, chart: dict[str, tuple[int, int]]) -> dict[str, int]:
    """How many choices of each category of the chart an army has; own transports and fortifications are no choices."""
    choices: Counter[str] = Counter(dict.fromkeys(chart, 0))
    seen: dict[str, None] = {}
    for unit in state.units.values():
        free = unit.sheet.category in ("", "Dedicated Transport", "Fortification")
        choice = str(unit.sheet.has.get("cod.special.reserves.roll", unit.id))
        if unit.side == side and not free and choice not in seen:
            seen[choice] = None
            choices[unit.sheet.category] += 1
    return dict(choices)


def settle(ctx: Context) -> bool:
    """The board is laid out once both armies are chosen."""
    if sorted(ctx.state.sides) != sorted(words.SIDES):
        return False
    board.begin(ctx)
    return True


PART = Part(acts=(Act(Muster, muster, instead=True),), settles={"setup": settle})
