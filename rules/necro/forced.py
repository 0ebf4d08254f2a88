"""Moves against a fighter's will, for which the 1" rule waits until all of it is resolved; then fighters part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel import asking, direction, geometry
from rules.kernel.context import Context
from rules.kernel.effects import Moved, Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import QuestionKind, on_model
from rules.kernel.part import Choice, Part
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Point, State
from rules.kernel.telling import Phrase, Telling
from rules.necro import danger, ground, hooks, words
from rules.necro.book import ONE_INCH

FORCED = ONE_INCH["forced-move"]
DUE = ONE_INCH["forced-until-resolved"]
"""On a fighter, while an action is resolved: it has been moved against its will."""
PART_FROM = ONE_INCH["forced-separate"]
INJURED = ONE_INCH["forced-injured"]
MOST = 4 * INCH
ROUNDED = 2
"""How far rounding may put a place off."""
KNOCKBACK = "Knockback"
"""The characteristic of a weapon whose hits push: how far, in hundredths of an inch."""


class StandApart(Action, frozen=True, tag="stand-apart"):
    """A fighter that was moved against its will is shifted, until enemies are 1" away."""

    fighter: str
    at: Point


def moved(ctx: Context, model: Model) -> None:
    """A fighter has been moved against its will: once all is resolved, it is parted from its enemies."""
    words.mark(ctx, model, DUE, until="phase")


def pushes(ctx: Context, model: Model, weapon: Weapon, target: Model) -> bool:
    """A hit with a weapon that pushes moves its target directly away; returns whether it does."""
    length = weapon.profile.get(KNOCKBACK, 0)
    if not isinstance(length, int) or length <= 0 or target.out or target.at is None:
        return False
    push(ctx, target, ctx.place(model), length)
    return True


def push(ctx: Context, model: Model, origin: Point, length: int) -> None:
    """Move a fighter directly away from a place: to impassable terrain, a ledge, or before other fighters."""
    start = ctx.place(model)
    end = ground.directly(ctx.state, model, origin, length, away=True)
    if end != start and ground.leaps(ctx.state, model, start, end):
        end = ground.spot(start, end, ground.edge(ctx.state, model, start, end))
    parts = range(ground.size(start, end), 0, -1) if end != start else ()
    places = (ground.spot(start, end, part) for part in parts)
    at = next((place for place in places if ground.clear(ctx.state, model, place)), start)
    ctx.emit(Moved(rule=FORCED, model=model.id, path=(at,), length=geometry.path_length(start, (at,))))
    danger.moved(ctx, model, start, at)
    if not model.out:
        moved(ctx, model)


def too_near(state: State, model: Model, at: Point) -> list[Model]:
    """The enemies nearer than 1" to a place; neither they nor the fighter are Seriously Injured."""
    if words.INJURED in model.game:
        return []
    foes = (other for other in ground.upright(state, model) if ground.gap(model, at, other) < words.NEAR)
    return [other for other in foes if not ground.parted(state, model, at, other)]


def places(state: State, model: Model) -> tuple[int, list[Point]]:
    """The least distance by which a fighter can be shifted away from its enemies, and places where it then stands."""
    at, foes = model.at or (0, 0, 0), too_near(state, model, model.at or (0, 0, 0))
    away = [(at[0] - (foe.at or at)[0], at[1] - (foe.at or at)[1]) for foe in foes]
    ways = [way for way in away if way != (0, 0)] + [direction.vector(angle) for angle in range(0, direction.TURN, 5)]
    # nobody is farther from an enemy by more than it is shifted
    least = max((words.NEAR - ground.gap(model, at, foe) for foe in foes), default=1)
    for length in range(max(1, least - ROUNDED), MOST + 1):
        spots = dict.fromkeys(ground.along(at, way, length) for way in ways)
        found = [spot for spot in spots if fits(state, model, spot)]
        if found:
            return length, found
    return 0, []


def fits(state: State, model: Model, at: Point) -> bool:
    """Whether a fighter can be put at a place, with 1" between it and its enemies."""
    return not too_near(state, model, at) and ground.clear(state, model, at)


@ONE_INCH.at(hooks.ASKS)
def _apart(ctx: Context, asked: bool, **_: Any) -> bool:
    """Part the next fighter that was moved; if it can go several ways, its owner chooses."""
    model = next((m for m in words.fighters(ctx.state) if DUE in m.phase), None) if not asked else None
    if model is None:
        return asked
    words.unmark(ctx, model, DUE, until="phase")
    near = too_near(ctx.state, model, ctx.place(model))
    length, found = places(ctx.state, model) if near else (0, [])
    found = _only_way(model, near, length, found)
    if len(found) > 1:
        ctx.ask(PART_FROM, model.side, model=model.id, targets=tuple(foe.id for foe in near), value=length)
    elif found:
        shifted(ctx, model, found[0], length)
    elif near:
        ctx.emit(Noted(rule=PART_FROM, model=model.id, text="nowhere to go"))
    return True


def _only_way(model: Model, near: list[Model], length: int, found: list[Point]) -> list[Point]:
    """Directly away from a single enemy nothing is shorter, whatever rounding makes of other ways."""
    at, foe = model.at or (0, 0, 0), near[0].at if len(near) == 1 else None
    away = [ground.along(at, (at[0] - foe[0], at[1] - foe[1]), length)] if foe is not None else []
    return [place for place in away if place in found] or found


def shifted(ctx: Context, model: Model, at: Point, length: int) -> None:
    """Shift a fighter away from its enemies."""
    start = ctx.place(model)
    ctx.emit(Moved(rule=PART_FROM, model=model.id, path=(at,), length=length))
    danger.moved(ctx, model, start, at)


def stand_apart(ctx: Context, action: StandApart) -> None:
    """Shift the fighter by the least distance that is enough."""
    model, pending = ctx.model(action.fighter, "$.action.fighter"), ctx.state.pending
    length = geometry.ceil_root(geometry.ground_square(ctx.place(model), action.at))
    most = pending.value if pending is not None and pending.clause == PART_FROM else 0
    ctx.require(length <= most, PART_FROM, "{name} would be shifted {length}, {most} is enough", name=model.sheet.name,
                length=show(length), most=show(most))  # fmt: skip
    for other in too_near(ctx.state, model, action.at):
        ctx.require(False, PART_FROM, '{name} would be nearer than 1" to {other}', name=model.sheet.name,
                    other=other.sheet.name)  # fmt: skip
    for clause, sentence in ground.forbidden(ctx.state, model, action.at, engaging=True):
        ctx.require(False, clause, "{text}", text=sentence)
    if asking.answered(ctx, PART_FROM, action.fighter) is not None:
        shifted(ctx, model, action.at, length)


def _stands(choice: Choice) -> Iterator[Action]:
    _, found = places(choice.state, choice.model)
    yield from (StandApart(fighter=choice.option.model, at=at) for at in found)


PART = Part(
    acts=(
        asking.reply(StandApart, stand_apart, PART_FROM, propose=_stands, limit=True,
            told=Phrase("%(fighter)s is shifted away from enemies", "%(fighter)s: отходит от врагов")),
    ),
    marks=(on_model(DUE, "phase", "It has been moved against its will, and has still to part from its enemies."),),
    asks=(QuestionKind(PART_FROM, named=True),),
    telling=Telling(
        questions={
            PART_FROM: Phrase('%(side)s: where does %(model)s go, 1" from enemies?',
                              "%(side)s: куда отодвинуть %(model)s, на 1 дюйм от врагов?"),
        },
    ),
)  # fmt: skip
