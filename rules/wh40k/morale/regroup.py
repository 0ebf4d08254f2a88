"""Regrouping: the test a unit falling back takes before it moves, and the one it takes when charged.

A side chooses when each of its units takes the test, but cannot end its Movement phase before all have (`Regroup`). A
unit that passes may move 3" (`RegroupMove`); one that fails falls back at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.kernel import direction, footprint
from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import on_unit
from rules.kernel.part import Act, Choice, Condition, Objections, Option, Part, demand, fulfilled, objection
from rules.kernel.state import Model, Unit
from rules.kernel.telling import Phrase, going
from rules.wh40k import hooks, questions, words
from rules.wh40k.book import REGROUP
from rules.wh40k.deployment import placing
from rules.wh40k.morale import fall_back
from rules.wh40k.movement import move, trail
from rules.wh40k.movement.formation import gathered, to_goal
from rules.wh40k.movement.trail import ModelMove
from rules.wh40k.questions import Check

TESTED = fall_back.TESTED
TEST = REGROUP["normal-test"]
FEW = REGROUP["below-quarter"]
MOVE = REGROUP["move"]
TOGETHER = REGROUP["move.coherency"]
CHARGED = REGROUP["charged.trigger"]
SEVERAL = REGROUP["charged.multi.trigger"]
"""On a unit, for the turn: it is a target of a multiple charge."""
DOOMED = REGROUP["charged.fail"]
"""On a unit, for the turn: it is removed at the end of the Charge sub-phase."""

REACH = 3 * INCH
SHARE = 4
"""With fewer than one in this many of its original models left a unit needs a double 1."""
TAGS = frozenset({"leadership", "regroup"})
MANNER = trail.Manner("regroup", MOVE)
ANGLE = 15
"""The engine looks for ways to close up in directions this many degrees apart."""


class Regroup(Action, frozen=True, tag="regroup"):
    """A unit that falls back takes its regroup test, before it moves."""

    unit: str


class RegroupMove(Action, frozen=True, tag="regroup-move"):
    """A unit that has regrouped moves up to 3"."""

    unit: str
    moves: tuple[ModelMove, ...]


def below_quarter(ctx: Context, unit: Unit) -> bool:
    """Whether fewer than a quarter of the models a unit began with are left."""
    return SHARE * len(ctx.state.members(unit.id)) < unit.size


def _own_turn(ctx: Context, unit: Unit, passed: bool) -> None:
    """The test in the unit's own Movement phase."""
    if not passed:
        fall_back.begin(ctx, unit, REGROUP["fail"])
        return
    regrouped(ctx, unit)
    ctx.ask(TOGETHER if closing(ctx, unit) else MOVE, unit.side, model=unit.id, value=REACH)


def closing(ctx: Context, unit: Unit) -> tuple[ModelMove, ...]:
    """Moves that bring a unit out of coherency as near to it as the engine finds: all together, else one model straight
    in some direction. Empty if it is in coherency, or the engine finds none.
    """
    models, together = words.standing(ctx.state, unit), gathered(ctx, unit, MANNER, REACH)[1]
    if together:
        return together
    before = placing.stray(ctx, models)
    found = (_closes_up(ctx, models, model, before) for model in models if before)
    return next(((step,) for step in found if step is not None), ())


def _closes_up(ctx: Context, models: Sequence[Model], model: Model, before: int) -> ModelMove | None:
    trial = Context(ctx.ruleset, ctx.state.copied(), ctx.by, ())
    start, others = ctx.place(model), [m for m in models if m is not model]
    for angle in range(0, direction.TURN, ANGLE):
        for length in (REACH - 1, REACH // 3):
            end = direction.along(start, direction.vector(angle), length)
            if placing.stray(ctx, [*others, footprint.placed(model, end)]) >= before:
                continue
            try:
                flying = trail.flies(model, "regroup")
                trail.check(trial, trial.model(model.id), start, (end,), REACH, MANNER, flying=flying)
            except IllegalAction:
                continue
            return ModelMove(model.id, (end,))
    return None


def _when_charged(ctx: Context, unit: Unit, passed: bool) -> None:
    """The test of a charged unit: it does not move."""
    several = SEVERAL in unit.turn
    if passed:
        regrouped(ctx, unit, REGROUP["charged.multi.pass" if several else "charged.pass"])
    elif several:
        words.destroy(ctx, unit, REGROUP["charged.multi.fail"])
    else:
        words.mark(ctx, unit, DOOMED)


CHECK = Check(TEST, "Ld", _own_turn, TAGS, heroism=True, only_heroism=below_quarter)
CHARGED_CHECK = Check(CHARGED, "Ld", _when_charged, TAGS, heroism=True)


TO_TEST = (
    Condition(TEST, "{name} is not falling back", words.falling_back),
    Condition(TESTED, "{name} has already taken its regroup test", lambda unit: TESTED not in unit.phase),
)


def regroup(ctx: Context, action: Regroup) -> None:
    """Take the regroup test of a unit in its own Movement phase."""
    words.in_phase(ctx, "movement", clause=TEST)
    words.on_turn(ctx)
    unit = words.own(ctx, action.unit)
    if not all(demand(ctx, (one,), unit, name=unit.sheet.name) for one in TO_TEST):
        return
    words.mark(ctx, unit, TESTED, until="phase")
    left = 100 * len(ctx.state.members(unit.id)) // unit.size if unit.size else 100
    few = below_quarter(ctx, unit)
    ctx.effects.append(Noted(rule=FEW if few else TEST, model=unit.id, value=left, text="per cent left"))
    if few:
        ctx.effects.append(Noted(rule=FEW, model=unit.id, text="only a double 1 will do"))
    CHECK.resolve(ctx, unit, questions.test(ctx, unit, CHECK))


def regrouped(ctx: Context, unit: Unit, rule: str = REGROUP["pass"]) -> None:
    """A unit stops falling back. Its restrictions for the rest of the turn are in its marks."""
    fall_back.ended(ctx, unit, rule)
    now = words.turn_number(ctx.state)
    # it fires Snap Shots through the enemy's turn too, when it may fire Overwatch
    words.mark(ctx, unit, words.REGROUPED, now + 1 if ctx.state.turn == unit.side else now, "game", rule=rule)
    words.mark(ctx, unit, words.REGROUPED_NOW, rule=rule)
    if words.MOVED not in unit.turn and move.may_not(ctx, unit, "move"):
        words.mark(ctx, unit, words.MOVED, 1, rule=REGROUP["shooting"])


def _not_regrouped(ctx: Context, key: str) -> Objections:
    """That a unit has not regrouped this turn, or has moved since then."""
    unit = ctx.unit(key)
    if unit.side == ctx.by and words.REGROUPED_NOW not in unit.turn:
        yield objection(MOVE, "{name} has not regrouped this turn", name=unit.sheet.name)
    elif unit.side == ctx.by and ctx.state.pending is None:
        yield objection(MOVE, "{name} has made or declined its move after regrouping", name=unit.sheet.name)


def regroup_move(ctx: Context, action: RegroupMove) -> None:
    """Move a unit that has regrouped."""
    asked = ctx.state.pending.clause if ctx.state.pending is not None else MOVE
    clause = asked if asked in (MOVE, TOGETHER) else MOVE
    if questions.answered(ctx, clause, action.unit, _not_regrouped(ctx, action.unit)) is None:
        return
    unit = ctx.unit(action.unit)
    before = placing.stray(ctx, words.standing(ctx.state, unit))
    closest = gathered(ctx, unit, MANNER, REACH)[0]

    def finish(_: object) -> None:
        after, name = placing.stray(ctx, words.standing(ctx.state, unit)), unit.sheet.name
        ctx.require(not after or after < before, TOGETHER, "{name} has to come back into coherency", name=name)
        near = not after or after <= closest + words.CONTACT
        ctx.require(
            near, TOGETHER, "{name} is {gap} from coherency after this move, and can come as near as {closest}",
            name=name, gap=show(after), closest=show(closest),
        )  # fmt: skip

    move.walk(ctx, unit, action.moves, REACH, MANNER, finish=finish)


# when charged


def charged(ctx: Context, unit: Unit, multiple: bool = False) -> bool:
    """A fleeing unit is within reach of a charging enemy: it has to take a regroup test now.

    `multiple` if the charge has several targets, one of which stands firm. Returns whether a test is due.
    """
    if not words.falling_back(unit) or CHARGED in unit.turn:
        return False
    if multiple:
        words.mark(ctx, unit, SEVERAL)
    elif SEVERAL in unit.turn:
        words.unmark(ctx, unit, SEVERAL)
    questions.due(ctx, unit, CHARGED)
    return True


@REGROUP.at(hooks.FIGHT_BEGAN)
def _charge_over(ctx: Context, side: str, **_: Any) -> None:
    """Units caught while falling back are removed when the Charge sub-phase is over."""
    for unit in ctx.state.units.values():
        if DOOMED in unit.turn:
            words.unmark(ctx, unit, DOOMED)
            words.destroy(ctx, unit, DOOMED)


# effects of regrouping


def waiting(ctx: Context, side: str) -> list[Unit]:
    """The units of a side that still have to take their regroup test in this Movement phase."""
    return [u for u in words.on_table(ctx.state, side) if fulfilled(TO_TEST, u)]


@REGROUP.at(hooks.MAY_END)
def _none_forgotten(ctx: Context, clause: str, **_: Any) -> str:
    state = ctx.state
    return clause or (TESTED if state.phase == "movement" and waiting(ctx, state.turn) else "")


@REGROUP.at(hooks.MAY_MOVE)
def _stays_here(ctx: Context, clause: str, *, unit: Unit, manner: str = "move", **_: Any) -> str:
    if clause or words.REGROUPED_NOW not in unit.turn:
        return clause
    return REGROUP["no-run"] if manner in ("run", "turbo-boost", "flat-out") else REGROUP["no-move"]


@REGROUP.at(hooks.MAY_CHARGE)
def _no_charge(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return clause or (REGROUP["no-charge"] if words.REGROUPED_NOW in unit.turn else "")


@REGROUP.at(hooks.SNAP)
def _snaps(ctx: Context, clause: str, *, model: Any, **_: Any) -> str:
    return clause or (words.REGROUPED if words.REGROUPED in words.unit_of(ctx.state, model).game else "")


def _may_regroup(ctx: Context) -> Iterator[Option]:
    for unit in waiting(ctx, ctx.state.to_act) if not ctx.state.step else ():
        yield Option(unit.side, "regroup", model=unit.id, clause=TESTED)


def _few_steps(choice: Choice) -> Iterator[Action]:
    """As near together as can be, or towards the goal where nobody is apart."""
    closer = closing(choice.ctx, choice.unit)
    if closer:
        yield RegroupMove(unit=choice.option.model, moves=closer)
    yield from (RegroupMove(unit=choice.option.model, moves=moves) for moves in to_goal(choice, MANNER))


MARKS = (
    on_unit(SEVERAL, "turn", "It is a target of a charge at several units."),
    on_unit(DOOMED, "turn", "It failed to regroup when charged, and is removed at the end of the Charge sub-phase."),
)  # fmt: skip

BECAUSE = tuple(
    words.Because(REGROUP[key], "it regrouped this turn") for key in ("no-move", "no-run", "no-charge", "shooting")
)
PART = Part(
    marks=MARKS,
    acts=(
        Act(Regroup, regroup, _may_regroup, phases=("movement",),
            told=Phrase("%(unit)s [tries|try] to regroup", "%(unit)s: попытка перегруппироваться")),
        questions.reply(RegroupMove, regroup_move, MOVE, TOGETHER, limit=True, propose=_few_steps,
            told=going(
                Phrase("%(unit)s [regroups|regroup] and [moves|move] %(length)s",
                       "%(unit)s: перегруппировка, движение до %(length)s"),
                Phrase("%(unit)s [regroups|regroup] without moving", "%(unit)s: перегруппировка без движения"))),
    ),
    declines={MOVE: questions.let_go},
    brings=(CHECK, CHARGED_CHECK, words.Expiring(words.REGROUPED), *BECAUSE),
)  # fmt: skip
