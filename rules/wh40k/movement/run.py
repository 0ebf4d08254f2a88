"""In place of shooting: running, turbo-boosting, moving flat out.

A run is rolled for first. Where a rule lets the unit roll dice again, its side is asked which; then the way is asked
for, which may be left out. Turbo-boosts and moving flat out need no roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.part import Option
from rules.kernel.state import Decision, Model, Number, Unit
from rules.wh40k import hooks, questions, words
from rules.wh40k.book import RUN as RUNNING
from rules.wh40k.book import TURBO_BOOST
from rules.wh40k.movement import move
from rules.wh40k.movement.move import ModelMove
from rules.wh40k.movement.trail import Manner

RUN = RUNNING[""]
AGAIN = RUNNING["again"]
"""The question which dice of a run are rolled again."""
TURBO = TURBO_BOOST[""]
FAR = TURBO_BOOST["distance"]

BOOST = {"Jetbike": 24 * INCH, "Bike": 12 * INCH}


class Run(Action, frozen=True, tag="run"):
    """A unit runs instead of shooting: the roll."""

    unit: str


class RunAgain(Action, frozen=True, tag="run-again"):
    """Which dice of its run a unit rolls again, counted from 0."""

    unit: str
    dice: tuple[Number, ...]


class RunMove(Action, frozen=True, tag="run-move"):
    """The way of a unit that has rolled for its run."""

    unit: str
    moves: tuple[ModelMove, ...]


class TurboBoost(Action, frozen=True, tag="turbo-boost"):
    """Bikes turbo-boost, or a vehicle moves flat out, instead of shooting."""

    unit: str
    moves: tuple[ModelMove, ...]


def run(ctx: Context, action: Run) -> None:
    """Roll for a run."""
    unit = _runner(ctx, action.unit, "run")
    ctx.require(_can_run(ctx, unit), RUN, "{name} cannot run", name=unit.sheet.name)
    count = int(ctx.value(hooks.RUN_DICE, 1, unit=unit))
    rolled = ctx.roll(RUN, unit.side, count, exact=True, model=unit.id)
    words.mark(ctx, unit, words.RAN)
    words.mark(ctx, unit, words.ACTED, until="phase", rule=RUN)
    faces = tuple(str(face) for face in rolled.final())
    if ctx.value(hooks.RUN_REROLL, False, unit=unit):
        ctx.ask(AGAIN, unit.side, model=unit.id, about={"faces": faces})
    else:
        _ask_way(ctx, unit, faces)


def _ask_way(ctx: Context, unit: Unit, faces: tuple[str, ...]) -> None:
    """Ask where a unit runs: as far as its best die says."""
    ctx.ask(RUN, unit.side, model=unit.id, value=max(int(face) for face in faces) * INCH)


def again(ctx: Context, action: RunAgain) -> None:
    """Roll chosen dice of a run again, once."""
    pending = questions.answered(ctx, AGAIN, action.unit)
    if pending is None:
        return
    unit, faces = ctx.unit(action.unit), list(_faces(pending))
    if not action.dice or len(set(action.dice)) < len(action.dice) or not set(action.dice) <= set(range(len(faces))):
        raise Malformed("$.action.dice", f"name dice from 0 to {len(faces) - 1}, each once")
    rolled = ctx.roll(AGAIN, unit.side, len(action.dice), exact=True, model=unit.id)
    for index, face in zip(action.dice, rolled.final(), strict=True):
        faces[index] = str(face)
    _ask_way(ctx, unit, tuple(faces))


def _faces(pending: Decision) -> tuple[str, ...]:
    found = pending.about.get("faces", ())
    return found if isinstance(found, tuple) else ()


def _kept(ctx: Context, pending: Decision) -> None:
    """The dice of the run stay as they fell."""
    ctx.answered(AGAIN)
    _ask_way(ctx, ctx.unit(pending.model), _faces(pending))


def _stays(ctx: Context, pending: Decision) -> None:
    """The unit stays where it is after all; it has run."""
    ctx.answered(RUN)


questions.DECLINE[AGAIN] = _kept
questions.DECLINE[RUN] = _stays


def run_move(ctx: Context, action: RunMove) -> None:
    """Go the way of a run."""
    pending = questions.answered(ctx, RUN, action.unit)
    if pending is not None:
        move.walk(ctx, ctx.unit(action.unit), action.moves, pending.value, Manner("run", RUN))


def turbo_boost(ctx: Context, action: TurboBoost) -> None:
    """Turbo-boost, or move flat out."""
    flat_out = words.vehicle_of(ctx.state, ctx.unit(action.unit)) is not None
    unit = _runner(ctx, action.unit, "flat-out" if flat_out else "turbo-boost")
    models = words.standing(ctx.state, unit)
    limits = {m.id: boost(m) for m in models}
    ctx.require(all(limits.values()), TURBO, "{name} cannot turbo-boost or move flat out", name=unit.sheet.name)
    words.mark(ctx, unit, words.TURBO)
    words.mark(ctx, unit, words.ACTED, until="phase", rule=TURBO)
    move.walk(ctx, unit, action.moves, limits, Manner("flat-out" if flat_out else "turbo-boost", FAR))


def boost(model: Model) -> int:
    """How far a model turbo-boosts or moves flat out, in hundredths; 0 where it cannot."""
    if words.is_vehicle(model):
        if words.is_(model, "Walker"):
            return 0
        if not words.is_(model, "Fast"):
            return 6 * INCH
        return (18 if words.is_(model, "Skimmer") else 12) * INCH
    return next((length for kind, length in BOOST.items() if words.is_(model, kind)), 0)


def _can_run(ctx: Context, unit: Unit) -> bool:
    """Whether a unit can run at all: not bikes, nor vehicles other than walkers."""
    models = words.standing(ctx.state, unit)
    return all(not boost(m) for m in models)


def _runner(ctx: Context, key: str, manner: str) -> Unit:
    """A unit that may run or turbo-boost now."""
    words.in_phase(ctx, "shooting")
    words.on_turn(ctx)
    unit = words.own(ctx, key)
    name = unit.sheet.name
    barred = move.may_not(ctx, unit, manner)
    ctx.require(not barred, barred, "{name} cannot move now", name=name)
    free = words.ACTED not in unit.phase and words.SHOT not in unit.phase
    ctx.require(free, words.ACTED, "{name} has acted in this phase", name=name)
    return unit


# what it keeps a unit from


def _hurried(unit: Unit) -> str:
    """The clause by which a unit that ran or turbo-boosted this turn does neither shoot nor charge."""
    return next((key for key in (words.RAN, words.TURBO) if key in unit.turn), "")


@RUNNING.at(hooks.MAY_SHOOT)
def _no_shots(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    # it is only in its own Shooting phase that a unit runs instead: Overwatch is in the enemy's turn
    return clause or _hurried(unit)


@RUNNING.at(hooks.MAY_CHARGE)
def _no_charge(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return clause or _hurried(unit)


def offers(ctx: Context) -> Iterator[Option]:
    """Runs and turbo-boosts of the units that have not shot, and what is asked on the way."""
    state, pending = ctx.state, ctx.state.pending
    if pending is not None:
        if pending.clause == AGAIN:
            yield Option(pending.side, "run-again", model=pending.model, clause=AGAIN)
        elif pending.clause == RUN:
            yield Option(pending.side, "run-move", model=pending.model, limit=pending.value, clause=RUN)
        return
    if (state.phase, state.step) != ("shooting", ""):
        return
    for unit in words.on_table(state, state.to_act):
        if words.ACTED in unit.phase or words.SHOT in unit.phase:
            continue
        models = words.standing(state, unit)
        if _can_run(ctx, unit) and not move.may_not(ctx, unit, "run"):
            yield Option(state.to_act, "run", model=unit.id, clause=RUN)
        least = min(boost(m) for m in models)
        if least and not move.may_not(ctx, unit, "flat-out" if _driven(models) else "turbo-boost"):
            yield Option(state.to_act, "turbo-boost", model=unit.id, limit=least, clause=TURBO)


def _driven(models: list[Model]) -> bool:
    return any(words.is_vehicle(m) and not words.is_(m, "Walker") for m in models)


HANDLERS: dict[type[Action], Callable[[Context, Any], None]] = {
    Run: run,
    RunAgain: again,
    RunMove: run_move,
    TurboBoost: turbo_boost,
}
