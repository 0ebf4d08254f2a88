"""The Movement phase: moves, fall back, advance, ready, and how a path is checked (document lines 267-346)."""

from __future__ import annotations

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Answered, Marked, Moved, Unmarked
from rules.kernel.events import Action
from rules.kernel.lengths import show
from rules.kernel.rule import Hook
from rules.kernel.state import Model, Point
from rules.kt import words
from rules.kt.options import option
from rules.kt.words import ENGAGED
from rules.kt.wound import mortal

MOVEMENT = Hook("movement", ("model",))
ADVANCE_MODIFIERS = Hook("advance-modifiers", ("model",))
ADVANCE_REROLL = Hook("advance-reroll", ("model",))

LOW_TERRAIN = 150
"""Terrain up to 1.5" high is ignored."""


class Move(Action, frozen=True, tag="move"):
    """A normal move along `path`: the points after the starting one, the last where the model ends."""

    model: str
    path: tuple[Point, ...]


class FallBack(Action, frozen=True, tag="fall-back"):
    """A model that began the phase within 1" of an enemy breaks away."""

    model: str
    path: tuple[Point, ...]


class Advance(Action, frozen=True, tag="advance"):
    """A model gives up shooting to move farther: the roll comes first, the path (`run`) after it."""

    model: str


class Run(Action, frozen=True, tag="run"):
    """The path of a model that rolled for its advance."""

    path: tuple[Point, ...]


class Ready(Action, frozen=True, tag="ready"):
    """A model stays where it is and takes aim."""

    model: str


def move(ctx: Context, action: Move) -> None:
    """Make a normal move."""
    model = _chosen(ctx, action.model)
    not_engaged(ctx, model, "make a normal move")
    limit = movement(ctx, model)
    walk(ctx, model, action.path, limit, "kt.move.normal", keep_off="kt.move.normal.enemy-1in")
    _done(ctx, model, "kt.move.normal", moved=bool(action.path))


def fall_back(ctx: Context, action: FallBack) -> None:
    """Break away from the enemy; only the end of the path has to be clear of them."""
    model = _chosen(ctx, action.model)
    name = model.sheet.name
    ctx.require(
        words.STARTED_ENGAGED in model.phase,
        "kt.move.fall-back",
        '{name} did not start the phase within 1" of an enemy',
        name=name,
    )
    walk(ctx, model, action.path, movement(ctx, model), "kt.move.fall-back")
    ctx.require(
        not words.engaged(ctx.state, model), "kt.move.fall-back", '{name} ends within 1" of an enemy', name=name
    )
    ctx.emit(Marked(rule=words.FELL_BACK, on=model.id, key=words.FELL_BACK))
    _done(ctx, model, "kt.move.fall-back", moved=True)


def advance(ctx: Context, action: Advance) -> None:
    """Roll for an advance; the answer is a `run`."""
    model = _chosen(ctx, action.model)
    not_engaged(ctx, model, "advance")
    extra = ctx.value(ADVANCE_MODIFIERS, (), model=model)
    rolled = ctx.roll(
        "kt.move.advance",
        ctx.by,
        1,
        modifiers=extra,
        model=model.id,
        reroll=ctx.value(ADVANCE_REROLL, None, model=model),
    )
    limit = movement(ctx, model) + 100 * max(0, rolled.total + sum(amount for _, amount in extra))
    ctx.emit(Marked(rule=words.ADVANCED, on=model.id, key=words.ADVANCED))
    _done(ctx, model, "kt.move.advance", moved=True)
    ctx.ask("kt.move.advance", ctx.by, model=model.id, value=limit)


def run(ctx: Context, action: Run) -> None:
    """Go along a path after an advance roll."""
    pending = ctx.state.pending
    asked = pending is not None and pending.clause == "kt.move.advance" and pending.side == ctx.by
    if not ctx.require(asked, "kt.move.advance", "no model of this side has rolled for an advance"):
        return
    assert pending is not None
    model = words.own(ctx, pending.model)
    walk(ctx, model, action.path, pending.value, "kt.move.advance", keep_off="kt.gap.advance-enemy-1in")
    ctx.emit(Answered(rule="kt.move.advance"))


def ready(ctx: Context, action: Ready) -> None:
    """Take aim: the model shoots before others this round."""
    model = _chosen(ctx, action.model)
    ctx.require(
        words.STARTED_ENGAGED not in model.phase,
        "kt.move.ready",
        '{name} started the phase within 1" of an enemy',
        name=model.sheet.name,
    )
    ctx.emit(Marked(rule=words.READY, on=model.id, key=words.READY))
    _done(ctx, model, "kt.move.ready", moved=False)


def stand_still(ctx: Context, model: Model) -> None:
    """A model does nothing in the Movement phase, by an explicit pass."""
    _may_act(ctx, model)
    _done(ctx, model, "kt.gap.stand-still", moved=False)


def movement(ctx: Context, model: Model) -> int:
    """How far a model may go with a normal move, in hundredths."""
    return int(ctx.value(MOVEMENT, words.characteristic(model, "M"), model=model))


def _chosen(ctx: Context, key: str) -> Model:
    words.in_phase(ctx, "movement", "kt.game.phases")
    words.on_turn(ctx, "kt.move.turn-order")
    model = words.own(ctx, key)
    _may_act(ctx, model)
    return model


def _may_act(ctx: Context, model: Model) -> None:
    ctx.require(words.ACTED not in model.phase, words.ACTED, "{name} has acted in this phase", name=model.sheet.name)


def not_engaged(ctx: Context, model: Model, what: str) -> None:
    """Refuse a model that began the phase within 1" of an enemy, or (an option) is within 1" now."""
    name = model.sheet.name
    ctx.require(
        words.STARTED_ENGAGED not in model.phase,
        words.STARTED_ENGAGED,
        '{name} started the phase within 1" of an enemy and cannot {what}',
        name=name,
        what=what,
    )


def _done(ctx: Context, model: Model, rule: str, moved: bool) -> None:
    ctx.emit(Marked(rule=rule, on=model.id, key=words.ACTED, until="phase"))
    if moved and words.MOVED not in model.round:
        ctx.emit(Marked(rule=rule, on=model.id, key=words.MOVED))


def lose_ready(ctx: Context, model: Model, rule: str) -> None:
    """A ready model that moves after all is no longer ready."""
    if words.READY in model.round:
        ctx.emit(Unmarked(rule=rule, on=model.id, key=words.READY))


# paths


def walk(
    ctx: Context,
    model: Model,
    path: tuple[Point, ...],
    limit: int,
    rule: str,
    *,
    keep_off: str = "",
    foes: tuple[str, ...] | None = None,
) -> None:
    """Move a model along a path, checking its length, the ground, the table and the enemies on the way.

    `limit` in hundredths. With `keep_off` (a clause) no point of the path may be within 1" of an enemy; `foes` names
    the enemies that count, all of them by default. A model that falls more than 6" is hurt.

    Raises:
        IllegalAction: `rule` for the length, `keep_off`, `kt.move.climb`, `table.edge`, `table.overlap`.
    """
    start = ctx.place(model)
    if not path:
        return
    length = geometry.path_length(start, path, free_fall=True)
    name = model.sheet.name
    ctx.require(
        length <= limit,
        rule,
        "{name} goes {length}; {limit} is the most",
        name=name,
        length=show(length),
        limit=show(limit),
    )
    if keep_off:
        _keep_off(ctx, model, start, path, keep_off, foes)
    _ground(ctx, model, start, path)
    ctx.emit(Moved(rule=rule, model=model.id, path=path, length=length))
    _fall(ctx, model, start, path)


def _keep_off(
    ctx: Context, model: Model, start: Point, path: tuple[Point, ...], clause: str, foes: tuple[str, ...] | None
) -> None:
    for enemy in ctx.state.alive(ctx.state.enemy(model.side)):
        if foes is not None and enemy.id not in foes:
            continue
        near = geometry.path_within(start, path, model.sheet.base, enemy, ENGAGED)
        ctx.require(
            not near, clause, '{name} comes within 1" of {enemy}', name=model.sheet.name, enemy=enemy.sheet.name
        )


def _ground(ctx: Context, model: Model, start: Point, path: tuple[Point, ...]) -> None:
    name, end, table = model.sheet.name, path[-1], ctx.state.table
    terrain = table.terrain
    if not words.flies(model):
        for a, b in zip((start, *path), path, strict=False):
            through = [t.name for t in terrain if geometry.crosses(a, b, t, LOW_TERRAIN)]
            ctx.require(
                not through,
                "kt.move.climb",
                "{name} cannot go through {terrain}: it has to climb",
                name=name,
                terrain=through and through[0],
            )
    ctx.require(
        geometry.surface(end, terrain), "table.surface", "{name} would end in the air", name=name, severity="impossible"
    )
    clear_of_others(ctx, model, end)


def clear_of_others(ctx: Context, model: Model, end: Point) -> None:
    """Refuse a place off the table, inside terrain or on another model's base."""
    base, table, name = model.sheet.base, ctx.state.table, model.sheet.name
    solid = geometry.inside_of(end, base, table.terrain, LOW_TERRAIN)
    ctx.require(
        not solid,
        "table.overlap",
        "{name} would stand inside {terrain}",
        name=name,
        severity="impossible",
        terrain=solid and solid[0].name,
    )
    on = base <= end[0] <= table.width - base and base <= end[1] <= table.depth - base
    ctx.require(on, "table.edge", "{name} would leave the table", name=name, severity="impossible")
    for other in ctx.state.alive():
        if other.id != model.id and other.at is not None and abs(other.at[2] - end[2]) < INCH_HIGH:
            dx, dy, radii = other.at[0] - end[0], other.at[1] - end[1], base + other.sheet.base
            ctx.require(
                dx * dx + dy * dy >= radii * radii,
                "table.overlap",
                "{name} would stand on {other}",
                name=name,
                other=other.sheet.name,
                severity="impossible",
            )


INCH_HIGH = 100
"""Models on levels less than 1" apart share a level."""


def _fall(ctx: Context, model: Model, start: Point, path: tuple[Point, ...]) -> None:
    """A jump down of more than 6" rolls a die, and one more for each full 3" beyond; each 5+ is a mortal wound."""
    if words.flies(model):
        return
    for a, b in zip((start, *path), path, strict=False):
        height = a[2] - b[2]
        if height > 600 and not model.out:
            dice = 1 + (height - 600) // 300
            rolled = ctx.roll("kt.move.jump-damage", model.side, dice, needed=5, natural_fail=0, model=model.id)
            mortal(ctx, model, sum(rolled.passed), "kt.move.jump-damage", model.side)


def charged_now(ctx: Context, model: Model) -> bool:
    """Whether a model charged earlier in this phase may still act (an option of the ruleset)."""
    return bool(option(ctx.state, "kt.gap.charged-model-turn"))
