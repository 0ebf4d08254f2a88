"""Instead of shooting: running, turbo-boosting, moving flat out.

A run is rolled first. If a rule allows re-rolls, the side is asked which dice; then it is asked for the path, which may
be declined. Turbo-boosts and moving flat out need no roll.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.marks import FACES, QuestionKind
from rules.kernel.part import Act, Choice, Objections, Option, Part, nothing, objection, refuse
from rules.kernel.state import Decision, Model, Number, Unit
from rules.kernel.telling import Phrase, going
from rules.wh40k import hooks, questions, taste, words
from rules.wh40k.book import RUN as RUNNING
from rules.wh40k.book import TURBO_BOOST
from rules.wh40k.movement import move
from rules.wh40k.movement.formation import to_goal
from rules.wh40k.movement.trail import Manner, ModelMove

RUN = RUNNING[""]
AGAIN = RUNNING["again"]
"""The question which dice of a run to re-roll."""
TURBO = TURBO_BOOST[""]
FAR = TURBO_BOOST["distance"]

RUNS = Manner("run", RUN)
LOW = 4
"""A die below this is worth rolling again."""
BOOST = {"Jetbike": 24 * INCH, "Bike": 12 * INCH}


class Run(Action, frozen=True, tag="run"):
    """A unit runs instead of shooting: the roll."""

    unit: str


class RunAgain(Action, frozen=True, tag="run-again"):
    """Which dice of its run a unit rolls again, counted from 0."""

    unit: str
    dice: tuple[Number, ...]


class RunMove(Action, frozen=True, tag="run-move"):
    """The paths of a unit that has rolled for its run."""

    unit: str
    moves: tuple[ModelMove, ...]


class TurboBoost(Action, frozen=True, tag="turbo-boost"):
    """Bikes turbo-boost, or a vehicle moves flat out, instead of shooting."""

    unit: str
    moves: tuple[ModelMove, ...]


def run(ctx: Context, action: Run) -> None:
    """Roll for a run."""
    unit = _hurrier(ctx, action.unit, RUN)
    refuse(ctx, _running(ctx, unit))
    count = int(ctx.value(hooks.RUN_DICE, 1, unit=unit))
    rolled = ctx.roll(RUN, unit.side, count, model=unit.id)
    words.mark(ctx, unit, words.RAN)
    words.mark(ctx, unit, words.ACTED, until="phase", rule=RUN)
    faces = tuple(str(face) for face in rolled.final())
    if ctx.value(hooks.RUN_REROLL, False, unit=unit):
        ctx.ask(AGAIN, unit.side, model=unit.id, about={"faces": faces})
    else:
        _ask_way(ctx, unit, faces)


def _ask_way(ctx: Context, unit: Unit, faces: tuple[str, ...]) -> None:
    """Ask where a unit runs: as far as its best die."""
    ctx.ask(RUN, unit.side, model=unit.id, value=max(int(face) for face in faces) * INCH)


def again(ctx: Context, action: RunAgain) -> None:
    """Re-roll chosen dice of a run, once."""
    pending = questions.answered(ctx, AGAIN, action.unit, _not_rolled(ctx, action.unit), "shooting")
    if pending is None:
        return
    unit, faces = ctx.unit(action.unit), list(_faces(pending))
    if not action.dice or len(set(action.dice)) < len(action.dice) or not set(action.dice) <= set(range(len(faces))):
        raise Malformed("$.action.dice", f"name dice from 0 to {len(faces) - 1}, each once")
    rolled = ctx.roll(AGAIN, unit.side, len(action.dice), model=unit.id)
    for index, face in zip(action.dice, rolled.final(), strict=True):
        faces[index] = str(face)
    _ask_way(ctx, unit, tuple(faces))


def _faces(pending: Decision) -> tuple[str, ...]:
    found = pending.about.get("faces", ())
    return found if isinstance(found, tuple) else ()


def _kept(ctx: Context, pending: Decision, action: Action) -> None:
    """No dice of the run are re-rolled."""
    ctx.answered(AGAIN)
    _ask_way(ctx, ctx.unit(pending.model), _faces(pending))


def _not_rolled(ctx: Context, key: str) -> Objections:
    """Why a unit does not go on with a run: it has not rolled for one, or it is over."""
    unit = ctx.unit(key)
    if unit.side == ctx.by and words.RAN not in unit.turn:
        yield objection(RUN, "{name} has not rolled for a run this turn", name=unit.sheet.name)
    elif unit.side == ctx.by and (ctx.state.pending is None or ctx.state.pending.model != unit.id):
        yield objection(RUN, "{name} has run this turn", name=unit.sheet.name)


def run_move(ctx: Context, action: RunMove) -> None:
    """Move a unit that has rolled for its run."""
    pending = questions.answered(ctx, RUN, action.unit, _not_rolled(ctx, action.unit), "shooting")
    if pending is not None:
        move.walk(ctx, ctx.unit(action.unit), action.moves, pending.value, RUNS)


def turbo_boost(ctx: Context, action: TurboBoost) -> None:
    """Turbo-boost, or move flat out."""
    unit = _hurrier(ctx, action.unit, TURBO)
    refuse(ctx, _boosting(ctx, unit))
    limits = _boosts_of(ctx, unit)
    words.mark(ctx, unit, words.TURBO)
    words.mark(ctx, unit, words.ACTED, until="phase", rule=TURBO)
    move.walk(ctx, unit, action.moves, limits, _manner(ctx, unit))


def boost(model: Model) -> int:
    """How far a model turbo-boosts or moves flat out, in hundredths; 0 if it cannot."""
    if words.is_vehicle(model):
        if words.is_(model, "Walker"):
            return 0
        if not words.is_(model, "Fast"):
            return 6 * INCH
        return (18 if words.is_(model, "Skimmer") else 12) * INCH
    return next((length for kind, length in BOOST.items() if words.is_(model, kind)), 0)


def _boosts_of(ctx: Context, unit: Unit) -> dict[str, int]:
    """How far each model of a unit turbo-boosts, by its id."""
    return {model.id: boost(model) for model in words.standing(ctx.state, unit)}


def _manner(ctx: Context, unit: Unit) -> Manner:
    """The manner in which a unit turbo-boosts."""
    return Manner("flat-out" if words.vehicle_of(ctx.state, unit) is not None else "turbo-boost", FAR)


def _hurrier(ctx: Context, key: str, clause: str) -> Unit:
    """A unit of the side that acts in its Shooting phase."""
    words.in_phase(ctx, "shooting", clause=clause)
    words.on_turn(ctx)
    return words.own(ctx, key)


def _hurrying(ctx: Context, unit: Unit, manner: str) -> Objections:
    """Objections to a unit running or turbo-boosting now."""
    yield from move.barred(ctx, unit, manner)
    yield from words.acted(ctx, unit)


def _running(ctx: Context, unit: Unit) -> Objections:
    """Objections to a run: bikes cannot run, nor vehicles other than walkers."""
    yield from _hurrying(ctx, unit, "run")
    if any(boost(m) for m in words.standing(ctx.state, unit)):
        yield objection(RUN, "{name} cannot run", name=unit.sheet.name)


def _boosting(ctx: Context, unit: Unit) -> Objections:
    """Objections to a turbo-boost or a move flat out."""
    yield from _hurrying(ctx, unit, _manner(ctx, unit).name)
    if not all(boost(m) for m in words.standing(ctx.state, unit)):
        yield objection(TURBO, "{name} cannot turbo-boost or move flat out", name=unit.sheet.name)


# restrictions after running


def _hurried(unit: Unit) -> str:
    """The clause that forbids shooting and charging to a unit that ran or turbo-boosted this turn."""
    return next((key for key in (words.RAN, words.TURBO) if key in unit.turn), "")


@RUNNING.at(hooks.MAY_SHOOT)
def _no_shots(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    # running replaces shooting only in the unit's own Shooting phase: Overwatch is in the enemy's turn
    return clause or _hurried(unit)


@RUNNING.at(hooks.MAY_CHARGE)
def _no_charge(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return clause or _hurried(unit)


# what is open


def _may_run(ctx: Context) -> Iterator[Option]:
    for unit in words.on_table(ctx.state, ctx.state.to_act) if not ctx.state.step else ():
        if nothing(_running(ctx, unit)):
            yield Option(unit.side, "run", model=unit.id, clause=RUN)


def _may_boost(ctx: Context) -> Iterator[Option]:
    for unit in words.on_table(ctx.state, ctx.state.to_act) if not ctx.state.step else ():
        if nothing(_boosting(ctx, unit)):
            farthest = max(_boosts_of(ctx, unit).values())
            yield Option(unit.side, "turbo-boost", model=unit.id, limit=farthest, clause=TURBO)


# what is worth declaring


def low_dice(ctx: Context) -> tuple[int, ...]:
    """Which dice of the run that is asked about are worth rolling again, counted from 0."""
    return tuple(index for index, face in enumerate(_faces(ctx.pending)) if int(face) < LOW)


def _low_dice(choice: Choice) -> Iterator[Action]:
    yield RunAgain(unit=choice.option.model, dice=low_dice(choice.ctx) or (0,))


def _runs(choice: Choice) -> Iterator[Action]:
    yield from (RunMove(unit=choice.option.model, moves=moves) for moves in to_goal(choice, RUNS))


def _boosts(choice: Choice) -> Iterator[Action]:
    limits = _boosts_of(choice.ctx, choice.unit)
    reach = taste.stride(choice, min(limits.values()))
    for moves in to_goal(choice, _manner(choice.ctx, choice.unit), reach, limits):
        yield TurboBoost(unit=choice.option.model, moves=moves)


BECAUSE = (words.Because(words.RAN, "it has run this turn"), words.Because(words.TURBO, "it turbo-boosted this turn"))
PART = Part(
    asks=(QuestionKind(AGAIN, about={"faces": FACES}),),
    brings=BECAUSE,
    acts=(
        Act(Run, run, _may_run, phases=("shooting",), towards="run-move",
            told=Phrase("%(unit)s [rolls|roll] for the run", "%(unit)s: бросок на бег")),
        Act(TurboBoost, turbo_boost, _may_boost, phases=("shooting",), propose=_boosts,
            told=going(Phrase("%(unit)s [goes|go] flat out, %(length)s", "%(unit)s: полный газ, до %(length)s"),
                       Phrase("%(unit)s [does|do] not move", "%(unit)s: без движения"))),
        questions.reply(RunAgain, again, AGAIN, propose=_low_dice, towards="run-move",
            told=Phrase("%(unit)s [re-rolls|re-roll] the run", "%(unit)s: переброс бега")),
        questions.reply(RunMove, run_move, RUN, limit=True, propose=_runs,
            told=going(Phrase("%(unit)s [runs|run] %(length)s", "%(unit)s: бег, до %(length)s"),
                       Phrase("%(unit)s [does|do] not run after all", "%(unit)s: бег не состоялся"))),
    ),
    declines={AGAIN: _kept, RUN: questions.let_go},
)  # fmt: skip
