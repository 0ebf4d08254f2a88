"""The game turn and its player turns: the phases, what is due at their end, and the end of the game.

A game turn is a player turn for each side; a player turn goes through start, movement, shooting and assault. The active
side acts until it ends a phase; then tests that became due are taken, and the next phase begins. No dice are rolled
here: rolls are asked for, and declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from rules.kernel.context import Context
from rules.kernel.effects import Began, Ended, Marked, OrderSet, Turned, Unmarked
from rules.kernel.events import Action
from rules.kernel.marks import on_side
from rules.kernel.part import ANY, Act, Choice, Option, Part, refuse, unread
from rules.kernel.state import Decision, Model, Outcome, State, Unit, leader
from rules.kernel.telling import Moment, Phrase, effects, filled
from rules.wh40k import hooks, options, questions, words
from rules.wh40k.book import GAME_LENGTH

STRUCTURE = "wh40k.assumed.turn-structure"
LENGTH = "wh40k.assumed.game-length"
VICTORY = "wh40k.assumed.victory"
WIPED_OUT = "wh40k.assumed.unit-destroyed"

PHASES = ("start", "movement", "shooting", "assault")
STEPS: dict[str, tuple[str, ...]] = {
    "start": ("", "end"),
    "movement": ("", "end"),
    "shooting": ("", "end"),
    "assault": ("charge", "charge-end", "fight", "end"),
}
"""The steps of each phase, in their order; in all but `end` and `charge-end` somebody acts."""
SILENT = ("end", "charge-end")


class Limit(msgspec.Struct, frozen=True):
    """Whether a game goes on after a game turn: `ends` it does not, `needed` the roll with which it does, 0 it goes
    on.
    """

    ends: bool = False
    needed: int = 0
    clause: str = LENGTH


class Pass(Action, frozen=True, tag="pass"):
    """A side passes: on a decision it is asked for, on one unit's act, or (no unit) on the rest of the phase."""

    unit: str = ""


class RollLength(Action, frozen=True, tag="roll-length"):
    """Whether the game goes on after this game turn."""


class EndRoll(Action, frozen=True, tag="end-roll"):
    """A roll that is due at the end of a player turn for a model or unit."""

    of: str


class Compulsory(NamedTuple):
    """A question that cannot be let go while something `holds`, brought by the part that asks it."""

    clause: str
    holds: Callable[[Context], object]


class RollAtEnd(NamedTuple):
    """A roll that `hooks.END_ROLLS` makes due at the end of a turn: its clause, and what it does for whom."""

    clause: str
    roll: Callable[[Context, str], None]


def decline(ctx: Context, action: Pass) -> None:
    """Decline a decision, a unit's act or the rest of a phase."""
    pending = ctx.state.pending
    if pending is not None:
        mine = ctx.require(pending.side == ctx.by, pending.clause, "side {side} has to decide", side=pending.side)
        if action.unit != pending.model:
            refuse(ctx, unread(pending.clause, action, ("unit",), "what is asked is declined, not a unit's act"))
        how = ctx.ruleset.declines.get(pending.clause)
        if (
            ctx.require(how is not None, pending.clause, "this decision cannot be declined")
            and mine
            and how is not None
        ):
            how(ctx, pending, action)
        return
    words.on_turn(ctx)
    if action.unit:
        unit = words.own(ctx, action.unit)
        words.mark(ctx, unit, words.ACTED, until="phase")
        return
    state = ctx.state
    steps = STEPS.get(state.phase, ())
    if not ctx.require(state.step in steps and state.step not in SILENT, STRUCTURE, "there is nothing to end"):
        return
    barred = ctx.value(hooks.MAY_END, "")
    if ctx.require(not barred, barred, "something has to be declared before this ends"):
        end_step(ctx)


def end_step(ctx: Context) -> None:
    """The active side has finished this step of the phase."""
    state = ctx.state
    following = STEPS[state.phase][STEPS[state.phase].index(state.step) + 1]
    if following == "end":
        ctx.fire(hooks.PHASE_ENDS, state.phase)
    ctx.emit(Turned(rule=STRUCTURE, to=state.turn, step=following))


def settle(ctx: Context) -> None:
    """After every step: end the game, or go on to the next required declaration."""
    state = ctx.state
    while state.over is None and state.pending is None and not _wiped_out(ctx):
        if state.phase in PHASES and questions.ask_due(ctx):
            continue
        step = ctx.ruleset.settles.get(state.phase)
        if step is None or not step(ctx):
            return


def settle_phase(ctx: Context) -> bool:
    """The end of a phase or step: the next one begins when nothing is due any more."""
    state = ctx.state
    if state.step not in SILENT:
        return False
    if state.step == "charge-end":
        ctx.emit(Turned(rule=STRUCTURE, to=state.turn, step="fight"))
        ctx.fire(hooks.FIGHT_BEGAN, state.turn)
        return True
    if state.phase != "assault":
        begin_phase(ctx, PHASES[PHASES.index(state.phase) + 1])
        return True
    return end_turn(ctx)


def settle_start(ctx: Context) -> bool:
    """The start of a player turn ends by itself when nothing is due."""
    if ctx.state.step != "end":
        end_step(ctx)
        return True
    return settle_phase(ctx)


def begin_game(ctx: Context, first: str) -> None:
    """The first game turn begins; `first` is the side that has the first player turn."""
    ctx.emit(OrderSet(rule=STRUCTURE, order=(first, ctx.state.enemy(first))))
    begin_turn(ctx, 1, first)


def begin_turn(ctx: Context, number: int, side: str) -> None:
    """A player turn begins."""
    ctx.emit(Began(rule=STRUCTURE, phase="start", round=number, turn=side))
    ctx.emit(Turned(rule=STRUCTURE, to=side))
    ctx.fire(hooks.TURN_BEGAN, side)
    ctx.fire(hooks.PHASE_BEGAN, "start")


def begin_phase(ctx: Context, phase: str) -> None:
    """A phase of the current player turn begins."""
    state = ctx.state
    ctx.emit(Began(rule=STRUCTURE, phase=phase, round=state.round, turn=state.turn))
    ctx.emit(Turned(rule=STRUCTURE, to=state.turn, step=STEPS[phase][0]))
    for unit in words.on_table(state):
        count = len(words.standing(state, unit))
        ctx.emit(Marked(rule=words.BEGAN_WITH, on=unit.id, key=words.BEGAN_WITH, value=count, until="phase"))
    ctx.fire(hooks.PHASE_BEGAN, phase)


def end_turn(ctx: Context) -> bool:
    """The end of a player turn: rolls that are due, marks that expire, an end of the game, the next player turn."""
    state = ctx.state
    rolls = ctx.value(hooks.END_ROLLS, ())
    if rolls:
        clause, key = rolls[0]
        ctx.ask(clause, _side_of(state, key), model=key)
        return True
    if not _ended_turn(state):
        ctx.fire(hooks.TURN_ENDS, state.turn)
        ctx.emit(Marked(rule=STRUCTURE, on=state.turn, key=STRUCTURE, until="turn"))
        return True
    _expire(ctx)
    outcome = ctx.value(hooks.IMMEDIATE, None)
    if outcome is not None:
        ctx.emit(Ended(rule=outcome.reason, outcome=outcome))
        return True
    if state.turn == state.order[0]:
        begin_turn(ctx, state.round, state.order[1])
        return True
    limit: Limit = ctx.value(hooks.ROUND_LIMIT, Limit())
    if limit.ends:
        end_game(ctx, limit.clause)
    elif limit.needed:
        ctx.ask(limit.clause, state.order[0], value=limit.needed)
    else:
        begin_turn(ctx, state.round + 1, state.order[0])
    return True


def _ended_turn(state: State) -> bool:
    return STRUCTURE in state.sides[state.turn].turn


def _side_of(state: State, key: str) -> str:
    holder = state.models.get(key) or state.units.get(key)
    return holder.side if holder is not None else key


def _expire(ctx: Context) -> None:
    """Remove marks that last until the end of this player turn."""
    now, expiring = words.turn_number(ctx.state), [mark.key for mark in ctx.ruleset.brought(words.Expiring)]
    holders: list[Unit | Model] = [*ctx.state.units.values(), *ctx.state.models.values()]
    for holder in holders:
        for key in expiring:
            until = holder.game.get(key)
            if isinstance(until, int) and until <= now:
                ctx.emit(Unmarked(rule=key, on=holder.id, key=key, until="game"))
    for model in ctx.state.models.values():
        words.take_back(ctx, model)


def roll_length(ctx: Context, action: RollLength) -> None:
    """Roll whether there is another game turn."""
    pending = ctx.state.pending
    clause = pending.clause if pending is not None else LENGTH
    asked = questions.answered(ctx, clause) if pending is not None and pending.value else None
    if not ctx.require(asked, LENGTH, "no roll for the length of the game is due") or asked is None:
        return
    rolled = ctx.roll(clause, ctx.by, 1, needed=asked.value)
    if rolled.passed[0]:
        begin_turn(ctx, ctx.state.round + 1, ctx.state.order[0])
    else:
        end_game(ctx, clause)


def end_roll(ctx: Context, action: EndRoll) -> None:
    """Make a roll that is due at the end of a player turn."""
    pending = ctx.state.pending
    due = _at_end(ctx, pending) if pending is not None else None
    if not ctx.require(due, STRUCTURE, "no roll is due at the end of the turn") or due is None:
        return
    if questions.answered(ctx, due.clause, action.of) is not None:
        due.roll(ctx, action.of)


def _at_end(ctx: Context, asked: Decision) -> RollAtEnd | None:
    """The roll at the end of a turn that is asked for."""
    return next((due for due in ctx.ruleset.brought(RollAtEnd) if due.clause == asked.clause), None)


def end_game(ctx: Context, clause: str) -> None:
    """The game is over, by the clause that ended it: the mission says who wins, else the score does."""
    ctx.fire(hooks.GAME_ENDS, clause)
    outcome = ctx.value(hooks.VICTORY, None, reason=clause)
    if outcome is None:
        totals = ctx.ruleset.score(ctx.state)
        outcome = Outcome(leader(totals), VICTORY, totals)
    ctx.emit(Ended(rule=clause, outcome=outcome))


def _wiped_out(ctx: Context) -> bool:
    """End the game when a side has no models left at all."""
    state = ctx.state
    if state.phase not in PHASES:
        return False
    left = {m.side for m in state.models.values() if not m.out}
    if left.issuperset(state.sides):
        return False
    end_game(ctx, WIPED_OUT)
    return True


def score(state: State) -> dict[str, int]:
    """The score that decides without a mission: the points of the enemy units a side has destroyed."""
    return {
        side: sum(u.sheet.points for u in state.units.values() if u.side != side and words.destroyed(state, u))
        for side in state.sides
    }


@GAME_LENGTH.at(hooks.ROUND_LIMIT)
def length(ctx: Context, limit: Limit, **_: Any) -> Limit:
    """The usual length: five game turns (or as many as were agreed), one more on 3+, a last one on 4+."""
    over = ctx.state.round - options.option(ctx.state, LENGTH)
    return msgspec.structs.replace(limit, ends=limit.ends or over >= 2, needed={0: 3, 1: 4}.get(over, 0))


def _may_roll_at_end(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    if _at_end(ctx, asked) is not None:
        yield Option(asked.side, "end-roll", model=asked.model, clause=asked.clause)


def _may_roll_length(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    if asked.value and not asked.model and _at_end(ctx, asked) is None and asked.clause not in ctx.ruleset.declines:
        yield Option(asked.side, "roll-length", clause=asked.clause)


def _may_pass(ctx: Context) -> Iterator[Option]:
    """Declining a question, or ending a step."""
    state, asked = ctx.state, ctx.state.pending
    if asked is not None:
        compulsory = (one for one in ctx.ruleset.brought(Compulsory) if one.clause == asked.clause)
        if asked.clause in ctx.ruleset.declines and not any(one.holds(ctx) for one in compulsory):
            yield Option(asked.side, "pass", model=asked.model, clause=asked.clause)
    elif state.step in STEPS[state.phase] and state.step not in SILENT and not ctx.value(hooks.MAY_END, ""):
        yield Option(state.to_act, "pass", clause=STRUCTURE)


def acted(unit: Unit) -> bool:
    """Whether a unit has finished acting in this phase."""
    return words.ACTED in unit.phase


def _rolls(choice: Choice) -> Iterator[Action]:
    yield EndRoll(of=choice.option.model)


DECLINED = Phrase("%(who)s: declined (%(rule)s)", "%(who)s: отказ (%(rule)s)")
IDLE = Phrase("%(who)s: nothing to do (%(rule)s)", "%(who)s: без действий (%(rule)s)")
DONE = Phrase("%(who)s: nothing more to do (%(rule)s)", "%(who)s: конец фазы (%(rule)s)")


def _passed(now: Moment) -> str:
    asked, unit = now.state.pending, now.action.unit
    who = unit or (asked.model if asked else "") or now.event.by
    text = DECLINED if asked else IDLE if unit else DONE
    return filled(text, who=lambda now: now.cast.holder(who))(now)


LENGTH_ROLL = Phrase("A roll to see whether the battle continues", "Бросок: продолжается ли бой")
GOES_ON = Phrase("The battle continues", "Бой продолжается")
ENDS = Phrase("The battle ends", "Бой окончен")


def _goes_on(now: Moment) -> str:
    rolled = [each for each in effects(now.event, "rolled") if each.passed]
    if not rolled:
        return LENGTH_ROLL(now)
    return (GOES_ON if sum(rolled[-1].passed) else ENDS)(now)


MARKS = (
    on_side(STRUCTURE, "turn", "The rolls at the end of its player turn have been made."),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(EndRoll, end_roll, _may_roll_at_end, answers=(ANY,), propose=_rolls,
            told=Phrase("%(unit)s, at the end of the turn: %(rule)s", "%(unit)s, в конце хода: %(rule)s")),
        Act(RollLength, roll_length, _may_roll_length, answers=(ANY,),
            told=_goes_on),
        Act(Pass, decline, _may_pass, phases=PHASES, answers=(ANY,), last=True,
            told=_passed),
    ),
    settles={"start": settle_start, "movement": settle_phase, "shooting": settle_phase},
)  # fmt: skip
