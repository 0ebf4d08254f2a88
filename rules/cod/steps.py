"""The sequence from mustering to the first turn: the current step of a city fight, and how it advances.

The phases before the battle are setup, board, scenario, then the steps of the scenario (phases sides, stratagems,
deployment), dusk and first-turn. While no side is to act in a step, a roll-off is due that decides which one is.
"""

from __future__ import annotations

from rules.cod import options, prepared
from rules.cod.book import SEQUENCE
from rules.cod.mission import Mission, Step, mission
from rules.kernel.context import Context
from rules.kernel.effects import Began, Turned
from rules.kernel.part import Condition, demand
from rules.kernel.state import State
from rules.wh40k import turn, words

ORDER = SEQUENCE["order"]
TIE = "cod.gap.roll-off-tie"
"""Tied roll-offs are rolled again under this clause."""
DUSK: Step = ("dusk", "")
FIRST: Step = ("first-turn", "")
SETTLING = ("sides", "stratagems", "dusk", "first-turn")
"""The phases in which something of the scenario is settled."""


def uses(state: State, rule: str) -> bool:
    """Whether the scenario has a special rule at the level that is played: `dusk` or `length`."""
    played = mission(state)
    if played is None:
        return False
    return played.special or options.level(state) in {"dusk": ("gamma", "omega"), "length": ("omega",)}[rule]


def here(state: State) -> Step:
    """The step a city fight is at."""
    return state.phase, state.step


def all_steps(played: Mission) -> tuple[Step, ...]:
    """Every step from the choice of the scenario to the battle."""
    return (*played.steps, DUSK, FIRST)


def played_now(ctx: Context) -> Mission:
    """The scenario, for callers certain that it has been chosen."""
    played = mission(ctx.state)
    assert played is not None
    return played


def first_step(ctx: Context) -> None:
    """The first step of the chosen scenario."""
    go_to(ctx, all_steps(played_now(ctx))[0])


def advance(ctx: Context, done: Step | None = None) -> None:
    """The present step (or the one that is `done`) is over: the next one begins."""
    order = all_steps(played_now(ctx))
    present = done or here(ctx.state)
    if present != FIRST:
        go_to(ctx, order[order.index(present) + 1])


def go_to(ctx: Context, step: Step) -> None:
    """A step begins. One that the level or the scenario leaves out is skipped."""
    played = played_now(ctx)
    if step == DUSK and not uses(ctx.state, "dusk"):
        step = FIRST
    if step == FIRST and played.first:
        begin_battle(ctx, prepared.some_side(ctx.state, prepared.side_of(ctx.state, played.first)))
        return
    ctx.emit(Began(rule=ORDER, phase=step[0], round=0))
    ctx.emit(Turned(rule=ORDER, to="", step=step[1]))
    prepared.draw(ctx, played, ORDER)


def begin_battle(ctx: Context, first: str) -> None:
    """The battle begins with a side's player turn."""
    played_now(ctx).begins(ctx)
    turn.begin_game(ctx, first)


def to_act(ctx: Context, side: str, clause: str = ORDER) -> None:
    """It is a side's turn to choose in the current step."""
    ctx.emit(Turned(rule=clause, to=side, step=ctx.state.step))


def during(*steps: Step, clause: str = ORDER) -> Condition:
    """A condition: the city fight is at one of these steps."""
    return Condition(clause, "that is not settled now, in the step {now}", lambda state: here(state) in steps)


def at(ctx: Context, condition: Condition) -> bool:
    """Refuse an act of another step, or by a side that is not to act."""
    right = demand(ctx, (condition,), ctx.state, now=" ".join(filter(None, here(ctx.state))))
    words.on_turn(ctx)
    return right


def nothing_pending(ctx: Context) -> None:
    """Refuse any act while a decision is pending."""
    pending = ctx.state.pending
    if pending is not None:
        ctx.require(False, pending.clause, "side {side} has to decide first", general=True, side=pending.side)
