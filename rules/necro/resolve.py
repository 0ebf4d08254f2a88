"""Nerve and resolve: broken fighters, bottled gangs, recovery, and the End phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.marks import on_model
from rules.kernel.part import Act, Choice, Objection, Option, Part, objection, refuse
from rules.kernel.proposing import directions, towards
from rules.kernel.state import Model, Number, Point, State
from rules.kernel.telling import Phrase, Telling
from rules.necro import activation, checks, ground, hooks, injury, scenario, vision, way, words
from rules.necro.activation import DOUBLE
from rules.necro.book import BOTTLE, NERVE

RUN = "necro.core.running-for-cover"
RALLY = words.BROKEN
FLIGHT = "necro.core.flee-check"
RECOVERY = "necro.core.recovery"
SEEN = 3 * INCH
DUE = NERVE[""]
"""On a fighter, for the round: it has still to take a nerve test."""


class RunForCover(Action, frozen=True, tag="run-for-cover"):
    """A broken fighter runs along `path`, away from its enemies, and then faces `facing`.

    It tests at every barricade but those in `pays`: for these it pays 2".
    """

    fighter: str
    path: tuple[Point, ...]
    facing: tuple[Number, Number] | None = None
    pays: tuple[str, ...] = ()


class BottleTest(Action, frozen=True, tag="bottle-test"):
    """A gang tests whether it bottles."""


class Recover(Action, frozen=True, tag="recover"):
    """A seriously injured fighter rolls for its recovery."""

    fighter: str


# nerve


@NERVE.at(hooks.DOWN)
def _shaken_by(ctx: Context, clause: str, *, model: Model, **_: Any) -> None:
    """Friends within 3" who see it have to test."""
    if model.at is None:
        return
    for other in words.fighters(ctx.state, model.side):
        friend = other.id != model.id and words.CONTROLLED not in other.phase
        steady = words.BROKEN not in other.game and DUE not in other.round
        if friend and steady and ground.reaches(ctx.state, other, model, SEEN) and vision.sees(ctx.state, other, model):
            words.mark(ctx, other, DUE, until="round")


@NERVE.at(hooks.ASKS)
def _ask(ctx: Context, asked: bool, **_: Any) -> bool:
    """Ask the next fighter for its nerve test."""
    if asked:
        return True
    for model in words.fighters(ctx.state):
        if DUE in model.round:
            words.unmark(ctx, model, DUE, until="round")
            checks.ask(ctx, model, DUE)
            return True
    return False


def _nerve(ctx: Context, model: Model, passed: bool) -> None:
    if not passed:
        words.mark(ctx, model, words.BROKEN, rule=DUE)


@NERVE.at(hooks.MAY_ACT)
def _only_runs(ctx: Context, barred: str, *, model: Model, tag: str, **_: Any) -> str:
    return barred or (words.BROKEN if words.BROKEN in model.game and tag != "run-for-cover" else "")


def run_for_cover(ctx: Context, action: RunForCover) -> None:
    """Run 2D6", half the Movement if seriously injured, and no nearer to any enemy."""
    way.looks(action.facing)
    model = activation.begun(ctx, action.fighter, "run-for-cover", DOUBLE)
    if model is None:
        return
    broken = ctx.require(words.BROKEN in model.game, RUN, "{name} is not broken", name=model.sheet.name)
    if not broken:
        return
    ground.check(ctx, model, action.path)
    end = action.path[-1:]
    why = (*_nearer(ctx, model, action.path), *(_no_stand(ctx, model, end[0]) if end else ()))
    if not refuse(ctx, (*why, *way.unpaid(ctx.state, model, action.path, action.pays))):
        return
    activation.spend(ctx, model, "run-for-cover", DOUBLE)
    limit = words.printed(model, "M") // 2
    if words.INJURED not in model.game:
        limit = ctx.roll(RUN, model.side, 2, model=model.id).total * INCH
    start, now = ctx.place(model), way.go(ctx, model, action.path, limit, action.pays)
    if not now.fate and now.at != start and way.blocked(ctx, model, now.at):
        way.stop_short(ctx, now, start)
    way.arrive(ctx, now, RUN, action.facing)


def _no_stand(ctx: Context, model: Model, at: Point) -> Iterator[tuple[str, str]]:
    """Why a fighter may not end its run at a place."""
    return ground.forbidden(ctx.state, model, at, engaging=False)


def _nearer(ctx: Context, model: Model, path: Sequence[Point]) -> Iterator[Objection]:
    """The enemies whom a fighter would approach on any part of a way."""
    for other in words.enemies(ctx.state, model):
        x, y, _ = ctx.place(other)
        legs = ground.legs(ctx.place(model), path)
        if any((b[0] - a[0]) * (a[0] - x) + (b[1] - a[1]) * (a[1] - y) < 0 for a, b in legs):
            yield objection(RUN, "{name} would come nearer to {other}", name=model.sheet.name, other=other.sheet.name)


# the End phase


def casualties(state: State, side: str) -> int:
    """How many fighters of a gang are seriously injured or out of action."""
    gang = [model for model in state.models.values() if model.side == side]
    return sum(1 for model in gang if model.out or words.INJURED in model.game)


def must_bottle(state: State, side: str) -> bool:
    """Whether a gang has to take a bottle test in this End phase; not if there is nobody left who could flee."""
    holder = state.sides[side]
    due = casualties(state, side) and words.fighters(state, side)
    return bool(due) and words.BOTTLED not in holder.game and words.BOTTLED not in holder.phase


def bottle(ctx: Context, action: BottleTest) -> None:
    """D6 and the casualties: more than the gang began with, and it has bottled."""
    side = ctx.side(ctx.by)
    now = ctx.state.phase == "end" and must_bottle(ctx.state, side.id)
    if not ctx.require(now, BOTTLE[""], "side {side} takes no bottle test now", side=side.id):
        return
    down = casualties(ctx.state, side.id)
    rolled = ctx.roll(BOTTLE[""], side.id, 1, modifiers=((BOTTLE[""], down),))
    total = rolled.total + down
    ctx.effects.append(Noted(rule=BOTTLE[""], target=side.id, value=total, text=f"against {side.size}"))
    words.mark(ctx, side.id, words.BOTTLED, until="phase")
    if total > side.size:
        words.mark(ctx, side.id, words.BOTTLED)


def recover(ctx: Context, action: Recover) -> None:
    """One injury die: back on the knees, as before, or out."""
    model = ctx.model(action.fighter, "$.action.fighter")
    now = ctx.state.phase == "end" and model.side == ctx.by and _unwell(model)
    if not ctx.require(now, RECOVERY, "{name} does not recover now", name=model.sheet.name):
        return
    face = ctx.roll(RECOVERY, model.side, 1, model=model.id).total
    words.mark(ctx, model, RECOVERY, until="phase")
    if face == injury.WORST:
        words.out(ctx, model, RECOVERY)
    elif face <= injury.FLESH_UP_TO:
        words.unmark(ctx, model, words.INJURED, rule=RECOVERY)
        words.mark(ctx, model, words.PINNED, rule=RECOVERY)


def _unwell(model: Model) -> bool:
    return words.INJURED in model.game and RECOVERY not in model.phase and not model.out and model.at is not None


def settle_end(ctx: Context) -> bool:
    """What is due in the End phase, in its order; then the next round, or the end of the battle."""
    state = ctx.state
    if any(must_bottle(state, side) for side in state.sides) or any(map(_unwell, words.fighters(state))):
        return False
    if not _ask_cool(ctx):
        scenario.end_round(ctx)
    return True


def _ask_cool(ctx: Context) -> bool:
    """Ask the next broken fighter to rally, and the next of a bottled gang whether it flees."""
    for clause, concerned in ((RALLY, _is_broken), (FLIGHT, _is_bottled)):
        for model in words.fighters(ctx.state):
            if concerned(ctx.state, model) and clause not in model.phase:
                words.mark(ctx, model, clause, until="phase")
                checks.ask(ctx, model, clause)
                return True
    return False


def _is_broken(state: State, model: Model) -> bool:
    return words.BROKEN in model.game


def _is_bottled(state: State, model: Model) -> bool:
    return words.BOTTLED in state.sides[model.side].game


def _rallied(ctx: Context, model: Model, passed: bool) -> None:
    if passed:
        words.unmark(ctx, model, words.BROKEN, rule=RALLY)


def _fled(ctx: Context, model: Model, passed: bool) -> None:
    if not passed:
        words.flee(ctx, model, FLIGHT)


def _may_run(ctx: Context) -> Iterator[Option]:
    model = words.active(ctx.state)
    if (
        model is not None
        and ctx.state.step != "finished"
        and words.BROKEN in model.game
        and activation.points(model) >= 2
    ):
        yield Option(words.controller(ctx.state, model), "run-for-cover", model.id, limit=12 * INCH, clause=RUN)


def _runs(choice: Choice) -> Iterator[Action]:
    model, foes = choice.model, words.enemies(choice.state, choice.model)
    start = model.at or (0, 0, 0)
    goal = min(foes, key=lambda other: geometry.distance(model, other)).at if foes else None
    for length in (1200, 600, 200):
        for heading in directions(start, goal, away=True)[:7]:
            yield RunForCover(fighter=model.id, path=(towards(start, heading, length),))
    yield RunForCover(fighter=model.id, path=())


def _may_bottle(ctx: Context) -> Iterator[Option]:
    yield from (
        Option(side, "bottle-test", clause=BOTTLE[""]) for side in ctx.state.sides if must_bottle(ctx.state, side)
    )


def _may_recover(ctx: Context) -> Iterator[Option]:
    yield from (Option(m.side, "recover", m.id, clause=RECOVERY) for m in words.fighters(ctx.state) if _unwell(m))


def _recovers(choice: Choice) -> Iterator[Action]:
    yield Recover(fighter=choice.option.model)


PART = Part(
    acts=(
        Act(RunForCover, run_for_cover, _may_run, phases=("action",), propose=_runs,
            told=Phrase("%(fighter)s runs for cover", "%(fighter)s бежит в укрытие")),
        Act(BottleTest, bottle, _may_bottle, phases=("end",),
            told=Phrase("%(side)s: does the gang bottle?", "%(side)s: дрогнула ли банда?")),
        Act(Recover, recover, _may_recover, phases=("end",), propose=_recovers,
            told=Phrase("%(fighter)s rolls to recover", "%(fighter)s: восстановление")),
    ),
    brings=(
        checks.Check(DUE, "Cl", _nerve),
        checks.Check(RALLY, "Cl", _rallied),
        checks.Check(FLIGHT, "Cl", _fled),
    ),
    settles={"end": settle_end},
    marks=(
        on_model(DUE, "round", "It has still to take a nerve test."),
        on_model(RALLY, "phase", "It has been asked in this End phase whether it rallies."),
        on_model(FLIGHT, "phase", "It has been asked in this End phase whether it flees."),
        on_model(RECOVERY, "phase", "It has rolled for its recovery in this End phase."),
    ),
    telling=Telling(
        marks={words.BROKEN: Phrase("%(holder)s: broken", "%(holder)s: боец сломлен")},
        unmarks={words.BROKEN: Phrase("%(holder)s: no longer broken", "%(holder)s: снова в строю")},
        questions={
            DUE: Phrase("%(side)s: %(model)s takes a nerve test", "%(side)s: %(model)s, тест на нервы"),
            RALLY: Phrase("%(side)s: %(model)s tries to rally", "%(side)s: %(model)s приходит в себя"),
            FLIGHT: Phrase("%(side)s: does %(model)s flee?", "%(side)s: бежит ли %(model)s?"),
        },
    ),
)  # fmt: skip
