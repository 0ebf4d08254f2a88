"""Falling back: a unit that has lost its nerve runs for its own table edge until it regroups.

The dice are rolled in the declaration that made the unit break; the path is asked for (`wh40k.fall-back.distance`) and
declared with `FallBack`. A path is legal if it is as long as the roll and follows a shortest way to the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rules.kernel import footprint, geometry, route
from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import on_unit
from rules.kernel.part import Choice, Objections, Part, objection
from rules.kernel.state import Decision, Model, Point, Unit
from rules.kernel.telling import Phrase, either, going
from rules.wh40k import hooks, questions, words
from rules.wh40k.book import FALL_BACK, REGROUP
from rules.wh40k.deployment import edges, placing
from rules.wh40k.morale import escape, retreat
from rules.wh40k.movement import move, trail
from rules.wh40k.movement.move import ModelMove, Walked
from rules.wh40k.questions import Check

AT_ONCE = FALL_BACK["immediate"]
DISTANCE = FALL_BACK["distance"]
DIRECTION = FALL_BACK["direction"]
NO_EDGE = FALL_BACK["direction.no-own-edge"]
LEAVES = FALL_BACK["leaves-table"]
EXTEND = FALL_BACK["from-combat.extend"]
OTHERS = FALL_BACK["from-combat.others-block"]
TRAPPED = FALL_BACK["trapped"]
DETOUR = FALL_BACK["trapped.detour"]
TOGETHER = FALL_BACK["trapped.coherency"]
INCH_OFF = FALL_BACK["enemy-1in"]
TESTED = REGROUP["mandatory"]
"""On a unit, for the phase: it has taken its regroup test, or does not need one in this phase."""

SWIFT = ("Beast", "Cavalry", "Bike", "Jetbike", "Jump")
"""Types that fall back 3D6."""
LONGEST = 48 * INCH
"""No move out of a combat is extended farther."""


class FallBack(Action, frozen=True, tag="fall-back"):
    """The path of every model of a unit that falls back, or `trapped` if there is none.

    The models move one after the other. If one touches the table edge, the others need not be named.
    """

    unit: str
    moves: tuple[ModelMove, ...] = ()
    trapped: bool = False


def begin(ctx: Context, unit: Unit, clause: str = AT_ONCE, foes: Iterable[Unit] | None = None) -> None:
    """A unit falls back now, under the clause that caused it: it rolls the distance; its side is asked for the path.

    `foes` are the enemy units of the combat it leaves (default: those it is locked with). A unit without models on the
    table does not move.
    """
    models = words.standing(ctx.state, unit)
    if not models:
        return
    if not words.falling_back(unit):
        words.mark(ctx, unit, words.FALLING_BACK, 1, "game", rule=clause)
        if (ctx.state.phase, ctx.state.turn) == ("movement", unit.side):
            words.mark(ctx, unit, TESTED, until="phase")
    if words.gone_to_ground(unit):
        words.unmark(ctx, unit, words.GROUND, "game", rule=FALL_BACK["no-go-to-ground"])
    left = words.locked_with(ctx.state, unit) if foes is None else foes
    count = min(_dice(model) for model in models)
    rolled = ctx.roll(DISTANCE, unit.side, count, model=unit.id)
    enemies = tuple(foe.id for foe in left)
    ctx.ask(DISTANCE, unit.side, model=unit.id, targets=enemies, value=rolled.total * INCH)


def _dice(model: Model) -> int:
    return 3 if words.is_(model, *SWIFT) else 2


def _stands(ctx: Context, key: str) -> Objections:
    """That a unit is not falling back."""
    unit = ctx.unit(key)
    if unit.side == ctx.by and not words.falling_back(unit):
        yield objection(DISTANCE, "{name} is not falling back", name=unit.sheet.name)


def fall_back(ctx: Context, action: FallBack) -> None:
    """Make the fall-back move the battle waits for."""
    pending = questions.answered(ctx, DISTANCE, action.unit, _stands(ctx, action.unit))
    if pending is None:
        return
    unit = ctx.unit(action.unit)
    if action.trapped:
        ctx.require(way_out(ctx, unit, pending) is None, TRAPPED, "{name} can still get away", name=unit.sheet.name)
        words.destroy(ctx, unit, TRAPPED)
        return
    manner = _manner(pending)
    if not _left_table(ctx, unit, action.moves, pending, manner):
        _go(ctx, unit, action.moves, pending, manner)


def _manner(pending: Decision) -> trail.Manner:
    """How a unit falls back: an inch from enemies all the way, but through those in the combat it leaves."""
    foes = pending.targets
    return trail.Manner("fall-back", DISTANCE, "off", foes, foes, INCH_OFF, OTHERS if foes else trail.THROUGH)


def way_out(ctx: Context, unit: Unit, pending: Decision) -> tuple[ModelMove, ...] | None:
    """Moves with which a unit can fall back as asked; None if the engine finds none: it is trapped."""
    if retreat.hopeless(ctx, unit, pending.value, pending.targets):
        return None
    limit, manner = (LONGEST if pending.targets else pending.value + retreat.EXACT), _manner(pending)

    def fits(trial: Context, model: Model, path: Sequence[Point]) -> bool:
        try:
            flying = trail.flies(model, "fall-back")
            trail.check(trial, model, trial.place(model), path, limit, manner, flying=flying)
        except IllegalAction:
            return False
        return True

    flight = escape.Flight(unit.id, pending.value, pending.targets)
    for how in escape.HOW:
        found = escape.search(_trial(ctx), flight, fits, how)
        moves = tuple(ModelMove(key, path) for key, path in found.items())
        if moves and _legal(ctx, unit, moves, pending):
            return moves
    return None


def _shortest(choice: Choice) -> Iterator[Action]:
    """The shortest way to the unit's own edge; trapped if there is none."""
    moves = way_out(choice.ctx, choice.unit, choice.ctx.pending)
    yield FallBack(unit=choice.option.model, moves=moves or (), trapped=moves is None)


def _trial(ctx: Context) -> Context:
    """A context for a trial: all dice are sixes, and nothing is kept."""
    return Context(ctx.ruleset, ctx.state.copied(), ctx.by, (), draw=lambda throw: (throw.sides,) * throw.count)


def _legal(ctx: Context, unit: Unit, moves: Sequence[ModelMove], pending: Decision) -> bool:
    trial = _trial(ctx)
    own, manner = trial.state.units[unit.id], _manner(pending)
    try:
        if not _left_table(trial, own, moves, pending, manner):
            _go(trial, own, moves, pending, manner)
    except IllegalAction:
        return False
    return True


def _left_table(ctx: Context, unit: Unit, moves: Sequence[ModelMove], pending: Decision, manner: trail.Manner) -> bool:
    """Whether one of the models touches an edge of the table: then the whole unit is lost."""
    for step in moves:
        model = words.member(ctx, unit, step.model, "$.action.moves")
        start = ctx.place(model)
        end = step.path[-1] if step.path else start
        if footprint.touches_edge(footprint.placed(model, end), ctx.state.table):
            flying = trail.flies(model, "fall-back")
            limit = pending.value + retreat.EXACT
            trail.readable(model, step.path, step.facing)
            trail.check(ctx, model, start, step.path, limit, manner, flying=flying, facing=step.facing)
            _towards_edge(ctx, unit, [(model, start, step.path)], pending, alone=True)
            words.destroy(ctx, unit, LEAVES)
            return True
    return False


def _go(ctx: Context, unit: Unit, moves: Sequence[ModelMove], pending: Decision, manner: trail.Manner) -> None:
    """Every model moves the whole distance."""
    models = words.standing(ctx.state, unit)
    named = {step.model for step in moves if step.path}
    missing = [m.sheet.name for m in models if m.id not in named]
    ctx.require(not missing, DISTANCE, "{names} have to fall back too", names=", ".join(missing))
    strayed = placing.stray(ctx, models)
    starts = {m.id: ctx.place(m) for m in models}
    limit = LONGEST if pending.targets else pending.value + retreat.EXACT
    paths = [(m, starts[m.id], step.path) for step in moves for m in models if m.id == step.model]
    lengths = {m.id: trail.cost(ctx, m, start, path) for m, start, path in paths}
    for model, start, path in paths:
        name, length = model.sheet.name, lengths[model.id]
        ctx.require(
            length >= pending.value - retreat.EXACT, DISTANCE, "{name} moves {length}; it has to move {distance}",
            name=name, length=show(length), distance=show(pending.value),
        )  # fmt: skip
        ctx.require(not retreat.doubles_back(start, path), TRAPPED, "{name} doubles back on its own path", name=name)

    def finish(went: Sequence[Walked]) -> None:
        _clear_of_combat(ctx, went, lengths, pending)
        _stays_together(ctx, unit, strayed)
        _towards_edge(ctx, unit, went, pending)

    move.walk(ctx, unit, moves, limit, manner, finish=finish)


def _stays_together(ctx: Context, unit: Unit, strayed: int) -> None:
    now = placing.stray(ctx, words.standing(ctx.state, unit))
    ctx.require(not now or now <= strayed, TOGETHER, "the models of {name} are not in coherency", name=unit.sheet.name)


def _clear_of_combat(ctx: Context, went: Sequence[Walked], lengths: dict[str, int], pending: Decision) -> None:
    """Every model is an inch away from the enemies of the combat, and none moved farther than that requires."""
    foes = [m for m in ctx.state.alive() if m.unit in pending.targets]
    for model, _, _ in went:
        for foe in geometry.within(foes, model, words.NEAR - 1):
            name, enemy = model.sheet.name, foe.sheet.name
            ctx.require(
                False, EXTEND, '{name} ends less than 1" from {enemy}: it has to move on', name=name, enemy=enemy
            )
    farthest = max(lengths.values(), default=0)
    if farthest <= pending.value + retreat.EXACT:
        return
    needed = any(
        lengths[model.id] == farthest and _close_before(model, start, path, foes) for model, start, path in went
    )
    ctx.require(needed, EXTEND, "no model has to move as far as {length}", length=show(farthest))


def _close_before(model: Model, start: Point, path: Sequence[Point], foes: Sequence[Model]) -> bool:
    """Whether a model was still too close to the enemy shortly before the end of its path."""
    earlier = route.cut(start, path, retreat.flat(start, path) - 2 * retreat.EXACT)
    at = footprint.placed(model, earlier[-1] if earlier else start)
    return bool(geometry.within(foes, at, words.NEAR - 1))


def _towards_edge(ctx: Context, unit: Unit, went: Sequence[Walked], pending: Decision, alone: bool = False) -> None:
    """Each path follows a shortest way to the edge, unless another model of the unit is already there, or the unit
    would lose coherency.
    """
    for index, (model, start, path) in enumerate(went):
        end = path[-1] if path else start
        # obstacles count where the model goes, not on the floor it comes from
        there = footprint.placed(model, (start[0], start[1], end[2]))
        goals = retreat.goals(ctx, there)
        walls = retreat.obstacles(ctx, unit, there, pending.targets)
        length = retreat.flat(start, path)
        if retreat.lost(ctx, model, start, end, length, goals, walls) <= retreat.SLACK:
            continue
        walls += retreat.fellows(there, [earlier for earlier, _, _ in went[:index]])
        if retreat.lost(ctx, model, start, end, length, goals, walls) <= retreat.SLACK:
            continue
        best = retreat.shortest(ctx, model, start, goals, walls)
        place = route.cut(start, best, length) if best is not None else ()
        better = not place or alone or _open(ctx, unit, model, place[-1])
        clause = DIRECTION if edges.own(ctx, unit.side) else NO_EDGE
        if best is not None and len(best) > 1:
            clause = DETOUR
        ctx.require(not better, clause, "{name} does not take the shortest way to its edge", name=model.sheet.name)


def _open(ctx: Context, unit: Unit, model: Model, at: Point) -> bool:
    """Whether a model could stand at a place without leaving the coherency of its unit."""
    stand_in = footprint.placed(model, at)
    others = [m for m in words.standing(ctx.state, unit) if m.id != model.id]
    taken = any(footprint.overlaps(stand_in, other) for other in others)
    return not taken and placing.coherent(ctx, [*others, stand_in])


# effects of falling back


@FALL_BACK.at(hooks.MAY_MOVE)
def _only_falls_back(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return clause or (FALL_BACK["only-movement"] if words.falling_back(unit) else "")


@FALL_BACK.at(hooks.MAY_CHARGE)
def _no_charge(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return clause or (FALL_BACK["no-charge"] if words.falling_back(unit) else "")


@FALL_BACK.at(hooks.SNAP)
def _snaps(ctx: Context, clause: str, *, model: Model, **_: Any) -> str:
    return clause or (FALL_BACK["shooting"] if words.falling_back(words.unit_of(ctx.state, model)) else "")


@FALL_BACK.at(hooks.MAY_GO_TO_GROUND)
def _no_ground(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return clause or (FALL_BACK["no-go-to-ground"] if words.falling_back(unit) else "")


@FALL_BACK.at(hooks.AUTO_PASS)
def _not_pinned(ctx: Context, clause: str, *, unit: Unit, check: Check, **_: Any) -> str:
    pinned = "pinning" in check.tags and words.falling_back(unit)
    return clause or (FALL_BACK["auto-pass-pinning"] if pinned else "")


@FALL_BACK.at(hooks.AUTO_FAIL)
def _no_morale(ctx: Context, clause: str, *, unit: Unit, check: Check, **_: Any) -> str:
    broken = "morale" in check.tags and words.falling_back(unit)
    return clause or (FALL_BACK["auto-fail-morale"] if broken else "")


def ended(ctx: Context, unit: Unit, rule: str) -> None:
    """A unit stops falling back."""
    if words.falling_back(unit):
        words.unmark(ctx, unit, words.FALLING_BACK, "game", rule=rule)
        ctx.effects.append(Noted(rule=FALL_BACK["ends"], model=unit.id, text="no longer falls back"))


MARKS = (
    on_unit(TESTED, "phase", "It has taken its test to regroup, or needs none in this phase."),
)  # fmt: skip

BECAUSE = tuple(
    words.Because(FALL_BACK[key], "it is falling back")
    for key in ("only-movement", "no-charge", "shooting", "no-go-to-ground")
)
PART = Part(marks=MARKS, brings=BECAUSE, acts=(
    questions.reply(FallBack, fall_back, DISTANCE, limit=True, propose=_shortest,
        told=either(
            "trapped", Phrase("%(unit)s [has|have] no way to fall back", "%(unit)s: отступать некуда"),
            going(Phrase("%(unit)s [falls|fall] back %(length)s", "%(unit)s: отступление, до %(length)s"),
                  Phrase("%(unit)s [falls|fall] back off the table", "%(unit)s: отступление за край стола")))),
))  # fmt: skip
