"""The Game Turn and its Player Turns: phases and their steps, who acts, and the end of the game.

A Game Turn is a Player Turn for each side; a Player Turn goes through the charge, movement, magic, shooting and melee
phases. The active side acts until it ends a step; then tests that became due are taken, and the next step begins. No
dice are rolled here: rolls are asked for, and declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.kernel.context import Context
from rules.kernel.effects import Began, Ended, OrderSet, Turned
from rules.kernel.events import Action
from rules.kernel.part import ANY, Act, Option, Part
from rules.kernel.state import Outcome, State, leader
from rules.kernel.telling import Moment, Phrase, filled
from rules.t9a import discipline, hooks, options, ranks, words

STRUCTURE = words.ACTED
LENGTH = "t9a.core.game-length"
VICTORY = "t9a.core.victory"

STEPS: Mapping[str, tuple[str, ...]] = {
    "charge": ("start", "declare", "move"),
    "movement": ("rally", "compulsory", "moving"),
    "magic": ("flux", "siphon", "cast"),
    "shooting": ("shoot",),
    "melee": ("start", "fight"),
}
"""The steps of each phase, in their order."""
PHASES = tuple(STEPS)


class Pass(Action, frozen=True, tag="pass"):
    """A side passes: on a decision it is asked for, or on the rest of the step."""


def decline(ctx: Context, action: Pass) -> None:
    """Decline a decision, or end a step."""
    pending, state = ctx.state.pending, ctx.state
    if pending is not None:
        mine = ctx.require(pending.side == ctx.by, pending.clause, "side {side} has to decide", side=pending.side)
        how = ctx.ruleset.declines.get(pending.clause)
        if ctx.require(how, pending.clause, "this decision cannot be declined") and mine and how is not None:
            how(ctx, pending, action)
        return
    turns = on_turn(ctx)
    if not ctx.require(state.phase in PHASES, STRUCTURE, "there is nothing to end"):
        return
    barred = ctx.value(hooks.MAY_END, "")
    if ctx.require(not barred, barred, "something has to be declared before this step ends") and turns:
        ctx.emit(Turned(rule=STRUCTURE, to="", step=f"{state.step} end"))


def on_turn(ctx: Context) -> bool:
    """Refuse a side that is not to act, or anything while a decision is pending."""
    state = ctx.state
    if state.pending is not None:
        return ctx.require(False, state.pending.clause, "side {side} has to decide first",
                           general=True, side=state.pending.side)  # fmt: skip
    whose = f"side {state.to_act}'s" if state.to_act else "nobody's"
    return ctx.require(state.to_act == ctx.by, STRUCTURE, "it is {whose} turn", general=True, whose=whose)


def in_step(ctx: Context, phase: str, step: str) -> bool:
    """Refuse what belongs to another step of a Player Turn."""
    state = ctx.state
    now = f"{state.phase} {state.step}".strip()
    return ctx.require(
        now == f"{phase} {step}", STRUCTURE, "that belongs to the step {step} of the {phase} phase; it is {now}",
        phase=phase, step=step, now=now,
    )  # fmt: skip


def now(ctx: Context, phase: str, step: str) -> bool:
    """Refuse a side that is not to act, and what belongs to another step; both are named where both are against it."""
    acts, fits = on_turn(ctx), in_step(ctx, phase, step)
    return acts and fits


def settle(ctx: Context) -> None:
    """After every step: end the game, or go on to the next required declaration."""
    state = ctx.state
    while state.over is None and state.pending is None:
        if state.phase in PHASES and (_wiped_out(ctx) or ranks.ask_due(ctx) or discipline.ask_due(ctx)):
            continue
        step = ctx.ruleset.settles.get(state.phase)
        if step is None or not step(ctx):
            return


def settle_phase(ctx: Context) -> bool:
    """The next step begins when the active side has ended one, or nothing can be declared in it."""
    step, _, over = ctx.state.step.partition(" ")
    if not over and any(option.action != "pass" for option in ctx.ruleset.options(ctx)):
        return False
    steps = STEPS[ctx.state.phase]
    following = steps.index(step) + 1
    if following < len(steps):
        begin_step(ctx, steps[following])
    elif ctx.state.phase != PHASES[-1]:
        begin_phase(ctx, PHASES[PHASES.index(ctx.state.phase) + 1])
    else:
        end_turn(ctx)
    return True


def number(state: State) -> int:
    """The number of the Player Turn, counted from 1 through both sides' turns."""
    return 2 * (state.round - 1) + 1 + int(bool(state.order) and state.turn != state.order[0])


def next_of(state: State, side: str) -> int:
    """The number of the next Player Turn of a side after the present one."""
    return number(state) + (2 if state.turn == side else 1)


def begin_game(ctx: Context, first: str) -> None:
    """The first Game Turn begins; `first` is the side that has the first Player Turn."""
    ctx.emit(OrderSet(rule=STRUCTURE, order=(first, ctx.state.enemy(first))))
    begin_turn(ctx, 1, first)


def begin_turn(ctx: Context, number: int, side: str) -> None:
    """A Player Turn begins with its first phase."""
    ctx.emit(Began(rule=STRUCTURE, phase=PHASES[0], round=number, turn=side))
    _began(ctx)


def begin_phase(ctx: Context, phase: str) -> None:
    """A phase of the present Player Turn begins."""
    ctx.emit(Began(rule=STRUCTURE, phase=phase, round=ctx.state.round, turn=ctx.state.turn))
    _began(ctx)


def _began(ctx: Context) -> None:
    for unit in ctx.state.units.values():
        words.mark(ctx, unit, words.BEGAN_WITH, words.health(ctx.state, unit), until="phase")
    begin_step(ctx, STEPS[ctx.state.phase][0])


def begin_step(ctx: Context, step: str) -> None:
    """A step of the present phase begins."""
    ctx.emit(Turned(rule=words.MOVED if ctx.state.phase == "movement" else STRUCTURE, to=ctx.state.turn, step=step))
    ctx.fire(hooks.STEP_BEGAN, f"{ctx.state.phase} {step}")


def end_turn(ctx: Context) -> None:
    """The other side's Player Turn, the next Game Turn, or the end of the game."""
    state = ctx.state
    if state.turn == state.order[0]:
        begin_turn(ctx, state.round, state.order[1])
    elif state.round < options.option(state, LENGTH):
        begin_turn(ctx, state.round + 1, state.order[0])
    else:
        end(ctx, LENGTH)


def end(ctx: Context, clause: str) -> None:
    """The game is over: the higher score wins."""
    ctx.fire(hooks.GAME_ENDS)
    totals = score(ctx.state)
    ctx.emit(Ended(rule=clause, outcome=Outcome(leader(totals), VICTORY, totals)))


def _wiped_out(ctx: Context) -> bool:
    """A side without a unit left ends the game."""
    left = {unit.side for unit in ctx.state.units.values() if words.alive(ctx.state, unit)}
    if left.issuperset(ctx.state.sides):
        return False
    end(ctx, VICTORY)
    return True


def score(state: State) -> dict[str, int]:
    """The points of the enemy units that each side has destroyed, and what it has won besides."""
    found = parts(state)
    return {side: found["primary"][side] + found["secondary"][side] for side in state.sides}


def parts(state: State) -> dict[str, dict[str, int]]:
    """What the score is made of: destroyed units, and the secondary objective."""
    destroyed = {
        side: sum(u.sheet.points for u in state.units.values() if u.side != side and words.lost(state, u))
        for side in state.sides
    }
    won = {side: state.sides[side].counters.get("vp", 0) for side in state.sides}
    return {"primary": destroyed, "secondary": won}


def _may_pass(ctx: Context) -> Iterator[Option]:
    state, asked = ctx.state, ctx.state.pending
    if asked is not None:
        if asked.clause in ctx.ruleset.declines:
            yield Option(asked.side, "pass", model=asked.model, clause=asked.clause)
    elif state.to_act and not ctx.value(hooks.MAY_END, ""):
        yield Option(state.to_act, "pass", clause=STRUCTURE)


DECLINED = Phrase("%(who)s: declined (%(rule)s)", "%(who)s: отказ (%(rule)s)")
DONE = Phrase("%(who)s: nothing more to do (%(rule)s)", "%(who)s: конец шага (%(rule)s)")


def _passed(now: Moment) -> str:
    asked = now.state.pending
    who = asked.model if asked and asked.model else now.event.by
    return filled(DECLINED if asked else DONE, who=lambda now: now.cast.holder(who))(now)


PART = Part(
    acts=(Act(Pass, decline, _may_pass, phases=PHASES, answers=(ANY,), last=True, told=_passed),),
    settles=dict.fromkeys(PHASES, settle_phase),
)
