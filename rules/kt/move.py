"""The Movement phase: moves, fall back, advance, ready, and how a path is checked (document lines 267-346)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from rules.kernel import geometry
from rules.kernel import walk as walking
from rules.kernel.context import Context, Modifiers
from rules.kernel.dice import Needs
from rules.kernel.effects import Answered, Marked, Moved, Turned, Unmarked
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import Act, Choice, Condition, Option, Part, demand, fulfilled
from rules.kernel.rule import Hook
from rules.kernel.state import Model, Point, State, Terrain
from rules.kernel.telling import Phrase, either
from rules.kt import paths, words
from rules.kt.options import option
from rules.kt.words import ENGAGED
from rules.kt.wound import mortal

MOVEMENT = Hook("movement", ("model",))
ADVANCE_MODIFIERS = Hook("advance-modifiers", ("model",))
ADVANCE_REROLL = Hook("advance-reroll", ("model",))

LOW_TERRAIN = 150
"""Terrain up to 1.5" high is ignored."""
MOST_LEGS = 100
"""A path with more points than this was not moved by hand."""
SAFE_FALL = 600
"""A jump down of more than 6" may hurt."""
PREMOVE = "kt.specialist.veteran.stratagem"
"""The one move before the first Initiative phase: the active model of that phase makes it."""


class Move(Action, frozen=True, tag="move"):
    """A normal move along `path`: the points after the starting one, the last where the model ends."""

    model: str
    path: tuple[Point, ...]


class FallBack(Action, frozen=True, tag="fall-back"):
    """A model that began the phase within 1" of an enemy breaks away."""

    model: str
    path: tuple[Point, ...]


class Advance(Action, frozen=True, tag="advance"):
    """A model gives up shooting to move farther: first the roll, then the path (`run`).

    `reroll` is the highest face that a Scout re-rolls; 0 means none.
    """

    model: str
    reroll: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0


class Run(Action, frozen=True, tag="run"):
    """The path of a model that rolled for its advance."""

    path: tuple[Point, ...]


class Ready(Action, frozen=True, tag="ready"):
    """A model stays where it is and takes aim."""

    model: str


MAY_FALL_BACK = Condition(
    "kt.move.fall-back",
    '{name} did not start the phase within 1" of an enemy',
    lambda model: words.STARTED_ENGAGED in model.phase,
)
MAY_READY = Condition(
    "kt.move.ready",
    '{name} started the phase within 1" of an enemy',
    lambda model: words.STARTED_ENGAGED not in model.phase,
)
MAY_ADVANCE = Condition(
    "kt.gap.charged-model-turn",
    '{name} is within 1" of an enemy: no advance can begin there ({near})',
    lambda state, model: not words.engaged(state, model),
)


def move(ctx: Context, action: Move) -> None:
    """Make a normal move."""
    model = _chosen(ctx, action.model, early=True)
    not_engaged(ctx, model, "make a normal move")
    limit = movement(ctx, model)
    walk(ctx, model, action.path, limit, "kt.move.normal", keep_off="kt.move.normal.enemy-1in")
    _done(ctx, model, "kt.move.normal", moved=bool(action.path))
    end_premove(ctx)


def fall_back(ctx: Context, action: FallBack) -> None:
    """Break away from the enemy; only the end of the path has to be clear of them."""
    model = _chosen(ctx, action.model)
    name = model.sheet.name
    demand(ctx, (MAY_FALL_BACK,), model, name=name)
    walk(ctx, model, action.path, movement(ctx, model), "kt.move.fall-back")
    ctx.require(
        not words.engaged(ctx.state, model), "kt.move.fall-back", '{name} ends within 1" of an enemy', name=name
    )
    ctx.emit(Marked(rule=words.FELL_BACK, on=model.id, key=words.FELL_BACK))
    _done(ctx, model, "kt.move.fall-back", moved=True)


def advance(ctx: Context, action: Advance) -> None:
    """Roll for an advance; the answer is a `run`."""
    model = _chosen(ctx, action.model, early=True)
    not_engaged(ctx, model, "advance")
    demand(ctx, (MAY_ADVANCE,), ctx.state, model, **words.named_with_nearest(ctx.state, model))
    extra = _of_roll(ctx, model)
    again = ctx.value(ADVANCE_REROLL, None, model=model, up_to=action.reroll)
    ctx.require(
        again or not action.reroll,
        "kt.specialist.scout.passive",
        "{name} is not a Scout and cannot re-roll",
        name=model.sheet.name,
    )
    rolled = ctx.roll(
        "kt.move.advance",
        ctx.by,
        1,
        modifiers=extra,
        model=model.id,
        reroll=again,
    )
    limit = advanced(ctx, model, rolled.total, extra)
    counts = ctx.state.phase != "initiative" or bool(option(ctx.state, "kt.gap.veteran-premove"))
    if counts:
        ctx.emit(Marked(rule=words.ADVANCED, on=model.id, key=words.ADVANCED))
    _done(ctx, model, "kt.move.advance", moved=counts)
    ctx.ask("kt.move.advance", ctx.by, model=model.id, value=limit)


def run(ctx: Context, action: Run) -> None:
    """Go along a path after an advance roll."""
    refusal = "no model of this side has rolled for an advance"
    pending = words.asked(ctx, "kt.move.advance", "movement", refusal)
    if pending is None:
        return
    model = words.own(ctx, pending.model)
    walk(ctx, model, action.path, pending.value, "kt.move.advance", keep_off="kt.gap.advance-enemy-1in")
    ctx.emit(Answered(rule="kt.move.advance"))
    end_premove(ctx)


def ready(ctx: Context, action: Ready) -> None:
    """Take aim: the model shoots before others this round."""
    model = _chosen(ctx, action.model)
    demand(ctx, (MAY_READY,), model, name=model.sheet.name)
    ctx.emit(Marked(rule=words.READY, on=model.id, key=words.READY))
    _done(ctx, model, "kt.move.ready", moved=False)


def stand_still(ctx: Context, model: Model) -> None:
    """A model does nothing in the Movement phase, declared as a pass."""
    may_act(ctx, model)
    engaged = words.STARTED_ENGAGED in model.phase
    _done(ctx, model, "kt.move.stay-engaged" if engaged else "kt.gap.stand-still", moved=False)


def movement(ctx: Context, model: Model) -> int:
    """How far a model may go with a normal move, in hundredths."""
    return int(ctx.value(MOVEMENT, words.characteristic(model, "M"), model=model))


def advanced(ctx: Context, model: Model, rolled: int, modifiers: Modifiers) -> int:
    """How far a model may go after it rolled so much for its advance, in hundredths."""
    return movement(ctx, model) + INCH * max(0, rolled + sum(amount for _, amount in modifiers))


def _of_roll(ctx: Context, model: Model) -> Modifiers:
    """The modifiers of a model's advance roll."""
    return tuple(ctx.value(ADVANCE_MODIFIERS, (), model=model))


def end_premove(ctx: Context) -> None:
    """End a move before the first Initiative phase: no side acts until both have rolled."""
    if ctx.state.phase == "initiative" and ctx.state.active and ctx.state.pending is None:
        ctx.emit(Turned(rule=PREMOVE, to=""))


def _chosen(ctx: Context, key: str, early: bool = False) -> Model:
    """The model that acts. `early` are the actions that may also be made before the first Initiative phase."""
    if not (early and ctx.state.phase == "initiative" and key and key == ctx.state.active):
        words.in_phase(ctx, "movement", "kt.game.phases")
    words.on_turn(ctx, "kt.move.turn-order")
    model = words.own(ctx, key)
    may_act(ctx, model)
    return model


MAY_ACT = (
    Condition(
        "kt.move.fall-back.restrictions",
        "{name} fell back: it does nothing more in this phase",
        lambda model: words.FELL_BACK not in model.round,
    ),
    Condition(words.ACTED, "{name} has already acted in this phase", lambda model: words.ACTED not in model.phase),
)
"""The conditions for a model to act in the Movement phase at all."""


def may_act(ctx: Context, model: Model) -> None:
    """Refuse a model that has already acted in this phase."""
    demand(ctx, MAY_ACT, model, name=model.sheet.name)


STARTED_FREE = Condition(
    words.STARTED_ENGAGED,
    '{name} started the phase within 1" of an enemy and cannot {what}',
    lambda model: words.STARTED_ENGAGED not in model.phase,
)


def not_engaged(ctx: Context, model: Model, what: str) -> None:
    """Refuse a model that began the phase within 1" of an enemy."""
    demand(ctx, (STARTED_FREE,), model, name=model.sheet.name, what=what)


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
    """Move a model along a path, checking its length, the ground, the table and enemies on the way.

    `limit` in hundredths. With `keep_off` (a clause) no point of the path may be within 1" of an enemy; `foes` names
    the enemies that count (default: all). A model that falls more than 6" is hurt.

    Raises:
        IllegalAction: `rule` for the length, `keep_off`, `kt.move.climb`, `kt.move.terrain-vertical`, `kt.gap.fly`,
            `table.surface`, `table.edge`, `table.overlap`.
        Malformed: the path has too many points.
    """
    start = ctx.place(model)
    if not path:
        return
    if len(path) > MOST_LEGS:
        raise Malformed("$.action.path", f"a path has at most {MOST_LEGS} points, not {len(path)}")
    steps = [t for t in ctx.state.table.terrain if t.height <= LOW_TERRAIN]
    length = geometry.path_length(start, path, free_fall=True, steps=steps)
    if length > limit:
        told: dict[str, Any] = {"length": show(length), "limit": show(limit)}
        ctx.require(False, rule, "{name} moves {length}; {limit} is the most", name=model.sheet.name, **told)
    if keep_off:
        _keep_off(ctx, model, start, path, keep_off, foes)
    _ground(ctx, model, start, path)
    ctx.emit(Moved(rule=rule, model=model.id, path=path, length=length))
    _fall(ctx, model, start, path)


def _keep_off(
    ctx: Context, model: Model, start: Point, path: tuple[Point, ...], clause: str, foes: tuple[str, ...] | None
) -> None:
    enemies = ctx.state.alive(ctx.state.enemy(model.side))
    for enemy in geometry.met(start, path, model.sheet.base, enemies, ENGAGED):
        if foes is None or enemy.id in foes:
            name, met = model.sheet.name, enemy.sheet.name
            ctx.require(False, clause, '{name} comes within 1" of {enemy}', name=name, enemy=met)


def _ground(ctx: Context, model: Model, start: Point, path: tuple[Point, ...]) -> None:
    legs = [] if words.flies(model) else list(zip((start, *path), path, strict=False))
    for a, b in legs:
        _on_foot(ctx, model, a, b)
    ctx.require(
        geometry.surface(path[-1], ctx.state.table.terrain),
        "table.surface",
        "{name} would end in the air",
        name=model.sheet.name,
        severity="impossible",
    )
    clear_of_others(ctx, model, path[-1])
    for a, b in legs:
        _past_others(ctx, model, a, b)


def _on_foot(ctx: Context, model: Model, a: Point, b: Point) -> None:
    """One leg of a model that does not fly: not through terrain, and not through the air."""
    name, terrain = model.sheet.name, ctx.state.table.terrain
    through = [t.name for t in terrain if t.height > LOW_TERRAIN and geometry.crosses(a, b, t)]
    ctx.require(
        not through,
        "kt.move.climb",
        "{name} cannot go through {terrain}: it has to climb",
        name=name,
        terrain=through and through[0],
    )
    ctx.require(
        not _in_the_air(a, b, model.sheet.base, terrain),
        "kt.move.terrain-vertical",
        "{name} does not fly: it climbs straight up or down beside terrain and walks on top of it",
        name=name,
    )


def _past_others(ctx: Context, model: Model, a: Point, b: Point) -> None:
    """One leg of a model that does not fly: not through other models, except one it already overlaps."""
    for other in walking.on_leg(model, a, b, ctx.state.alive()):
        name, met = model.sheet.name, other.sheet.name
        ctx.require(False, "kt.gap.fly", "{name} does not fly: it cannot go through {other}", name=name, other=met)


def _in_the_air(a: Point, b: Point, base: int, terrain: tuple[Terrain, ...]) -> bool:
    """Whether a leg leaves the ground: it rises or falls aslant, ends on nothing, or spans a gap between two tops."""
    if b[2] and not geometry.beside(b, base, terrain):
        return True
    if abs(b[2] - a[2]) > LOW_TERRAIN:
        return (a[0], a[1]) != (b[0], b[1])
    if max(a[2], b[2]) <= LOW_TERRAIN or (a[0], a[1]) == (b[0], b[1]):
        return False
    return not geometry.held(a, b, base, terrain)


def clear_of_others(ctx: Context, model: Model, end: Point) -> None:
    """Refuse a place off the table, inside terrain or on another model's base."""
    base, table, name = model.sheet.base, ctx.state.table, model.sheet.name
    solid = geometry.inside_of(end, base, [t for t in table.terrain if t.height > LOW_TERRAIN])
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
    for other in walking.at_place(model, end, ctx.state.alive()):
        refusal, there = "{name} would stand on {other}", other.sheet.name
        ctx.require(False, "table.overlap", refusal, severity="impossible", name=name, other=there)


def _fall(ctx: Context, model: Model, start: Point, path: tuple[Point, ...]) -> None:
    """A jump down of more than 6" rolls a die, and one more for each full 3" beyond; each 5+ is a mortal wound."""
    if words.flies(model):
        return
    for height in falls(start, path, ctx.state.table.terrain):
        if height > SAFE_FALL and not model.out:
            dice = 1 + (height - SAFE_FALL) // 300
            rolled = ctx.roll("kt.move.jump-damage", model.side, dice, needed=Needs(5, natural_fail=0), model=model.id)
            mortal(ctx, model, sum(rolled.passed), "kt.move.jump-damage", model.side)


def falls(start: Point, path: tuple[Point, ...], terrain: tuple[Terrain, ...]) -> list[int]:
    """Heights of the jumps down on a path, each down to the next support."""
    found, height = [], 0
    for a, b in zip((start, *path), path, strict=False):
        height += max(0, a[2] - b[2])
        if height and (b[2] > a[2] or geometry.surface(b, terrain)):
            found.append(height)
            height = 0
    return [*found, height] if height else found


# what is open


def idle(state: State) -> list[Model]:
    """The models of the side to act that have not yet acted in this phase."""
    return [m for m in state.alive(state.to_act) if not words.shaken(m) and fulfilled(MAY_ACT, m)]


def _premoving(ctx: Context) -> list[Model]:
    """The model that moves before the first Initiative phase, if one does."""
    return [ctx.state.models[ctx.state.active]] if ctx.state.active else []


def _may_move(ctx: Context) -> Iterator[Option]:
    for model in _free(ctx):
        yield Option(ctx.state.to_act, "move", model.id, limit=movement(ctx, model), clause="kt.move.normal")


def _may_advance(ctx: Context) -> Iterator[Option]:
    for model in _free(ctx):
        limit = advanced(ctx, model, 6, _of_roll(ctx, model))
        yield Option(ctx.state.to_act, "advance", model.id, limit=limit, clause="kt.move.advance")


def _free(ctx: Context) -> list[Model]:
    """Models that may begin a move or an advance from their position."""
    if ctx.state.phase == "initiative":
        return _premoving(ctx)
    return [m for m in idle(ctx.state) if STARTED_FREE.holds(m) and MAY_ADVANCE.holds(ctx.state, m)]


def _may_fall_back(ctx: Context) -> Iterator[Option]:
    for model in idle(ctx.state):
        if MAY_FALL_BACK.holds(model):
            limit = movement(ctx, model)
            yield Option(ctx.state.to_act, "fall-back", model.id, limit=limit, clause="kt.move.fall-back")


def _may_ready(ctx: Context) -> Iterator[Option]:
    for model in idle(ctx.state):
        if MAY_READY.holds(model):
            yield Option(ctx.state.to_act, "ready", model.id, clause="kt.move.ready")


def _may_run(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    yield Option(asked.side, "run", model=asked.model, limit=asked.value, clause=asked.clause)


def _moves(choice: Choice) -> Iterator[Action]:
    """Towards the nearest enemy; occasionally up onto a platform."""
    model, terrain = choice.model, choice.state.table.terrain
    for piece in [t for t in terrain if t.kind == "platform"] if not choice.dice.below(3) else []:
        path = paths.climb(model, piece, choice.option.limit)
        if path:
            yield Move(model=model.id, path=path)
    yield from (Move(model=model.id, path=path) for path in paths.onward(choice))


def _away(choice: Choice) -> Iterator[Action]:
    yield from (FallBack(model=choice.option.model, path=path) for path in paths.onward(choice, away=True))


def _rolls(choice: Choice) -> Iterator[Action]:
    """A Scout rolls a 1 or a 2 again."""
    scout = "kt.specialist.scout" in choice.model.sheet.has
    yield Advance(model=choice.option.model, reroll=2 if scout else 0)


def _runs(choice: Choice) -> Iterator[Action]:
    yield from (Run(path=path) for path in paths.onward(choice))


STAYS = Phrase("%(model)s stays where it is", "%(model)s остаётся на месте")


PART = Part(
    acts=(
        Act(FallBack, fall_back, _may_fall_back, phases=("movement",), propose=_away,
            told=Phrase("%(model)s falls back %(length)s", "%(model)s: фолбек %(length)s")),
        Act(Ready, ready, _may_ready, phases=("movement",),
            told=Phrase("%(model)s readies", "%(model)s становится в реди")),
        Act(Move, move, _may_move, phases=("initiative", "movement"), propose=_moves,
            told=Phrase("%(model)s moves %(length)s", "%(model)s идёт %(length)s")),
        Act(Advance, advance, _may_advance, phases=("initiative", "movement"), propose=_rolls,
            told=Phrase("%(model)s advances", "%(model)s: адванс")),
        Act(Run, run, _may_run, answers=("kt.move.advance",), propose=_runs,
            told=either("path", Phrase("%(model)s runs on", "%(model)s бежит"), STAYS)),
    ),
    declines={"kt.move.advance": lambda ctx, asked, action: run(ctx, Run(path=()))},
)  # fmt: skip
