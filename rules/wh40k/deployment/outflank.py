"""Outflanking: a die picks the table edge over which a unit in reserve comes on.

Left and right are seen from the edge of the unit's own side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.marks import on_unit, one_of
from rules.kernel.part import Act, Condition, Option, Part, demand, fulfilled
from rules.kernel.state import Unit
from rules.kernel.telling import Phrase
from rules.wh40k import hooks, questions, words
from rules.wh40k.book import OUTFLANK
from rules.wh40k.deployment import edges, reserve

FLANK = "wh40k.assumed.outflank"
"""On a unit, for the turn: the edge its die picked: `left`, `right`, `either`. On a sheet: the special rule."""
SENSES = "wh40k.usr.acute-senses.reroll"
PICKED = ("left", "right", "either")


class EdgeRoll(Action, frozen=True, tag="edge-roll"):
    """The die that picks the table edge over which a unit arrives, and its re-roll if a rule allows one."""

    unit: str


def flanks(ctx: Context, side: str) -> dict[str, edges.Edge]:
    """The table edges to the left and right of a side, as seen from its own edge."""
    around, mine = edges.all_edges(ctx.state.table), edges.own(ctx, side)
    # counter-clockwise, the next edge is to the right of an observer facing the table
    index = next((n for n, edge in enumerate(around) if edge in mine), 0)
    return {"left": around[index - 1], "right": around[(index + 1) % len(around)]}


MAY_ROLL = (
    Condition(FLANK, "{name} does not outflank", lambda unit: reserve.manner_of(unit) == "outflank"),
    Condition(FLANK, "the edge for {name} is already known", lambda unit: FLANK not in unit.turn),
)


def edge_roll(ctx: Context, action: EdgeRoll) -> None:
    """Roll the edge for an outflanking unit; a rule may allow its owner a re-roll."""
    pending = ctx.state.pending
    again = pending is not None and pending.clause == SENSES
    if again:
        if questions.answered(ctx, SENSES, action.unit) is None:
            return
        unit = ctx.unit(action.unit)
    else:
        unit = reserve.available(ctx, action.unit)
        demand(ctx, MAY_ROLL, unit, name=unit.sheet.name)
    face = ctx.roll(FLANK, unit.side, 1, model=unit.id).total
    words.mark(ctx, unit, FLANK, PICKED[(face - 1) // 2], rule=SENSES if again else FLANK)
    if not again and ctx.value(hooks.EDGE_REROLL, False, unit=unit):
        ctx.ask(SENSES, unit.side, model=unit.id, value=face)


def outflank(ctx: Context, unit: Unit, action: reserve.Arrive) -> None:
    """A unit moves on over the edge its die picked."""
    ctx.require(FLANK in unit.turn, FLANK, "the edge for {name} has to be rolled first", name=unit.sheet.name)
    reserve.over_edge(ctx, unit, action, "outflank", FLANK)


@OUTFLANK.at(hooks.MAY_RESERVE)
def _outflankers(ctx: Context, clause: str, *, unit: Unit, manner: str, **_: Any) -> str:
    return clause or (FLANK if manner == "outflank" and not ctx.holds(unit, FLANK) else "")


@OUTFLANK.at(hooks.ARRIVAL)
def _over_a_flank(
    ctx: Context, ways: tuple[edges.Edge, ...], *, unit: Unit, manner: str, **_: Any
) -> tuple[edges.Edge, ...]:
    if manner != "outflank":
        return ways
    picked, beside = unit.turn.get(FLANK), flanks(ctx, unit.side)
    return tuple(beside[name] for name in ("left", "right") if picked in (name, "either"))


def _may_roll(ctx: Context) -> Iterator[Option]:
    """The die for the edge, and its re-roll if a rule allows one."""
    state, asked = ctx.state, ctx.state.pending
    if asked is not None:
        yield Option(asked.side, "edge-roll", model=asked.model, clause=SENSES)
        return
    for unit in reserve.waiting(state, state.to_act) if not state.step else ():
        if fulfilled(MAY_ROLL, unit):
            yield Option(unit.side, "edge-roll", model=unit.id, clause=FLANK)


MARKS = (
    on_unit(FLANK, "turn", "The edge that its die picked.", one_of(*PICKED)),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(EdgeRoll, edge_roll, _may_roll, phases=("movement",), answers=(SENSES,),
            told=Phrase("%(unit)s [rolls|roll] for the table edge", "%(unit)s: бросок за край стола")),
    ),
    declines={SENSES: questions.let_go},
    brings=(reserve.Manner("outflank", outflank, reserve.along_edges),),
)  # fmt: skip
