"""Falling: how far and how hard, into pitfalls, and the test of a fighter who goes down near a ledge."""

from __future__ import annotations

from typing import Any

from rules.kernel import direction
from rules.kernel.context import Context
from rules.kernel.effects import Moved
from rules.kernel.lengths import INCH
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Point, State
from rules.necro import checks, danger, forced, ground, hooks, injury, words
from rules.necro.book import FALL_TEST

FALL = "necro.core.fall"
TEST = FALL_TEST[""]
NEAR_LEDGE = INCH // 2
HITS = ((10 * INCH, 9, 3), (8 * INCH, 7, 2), (6 * INCH, 5, 1), (3 * INCH, 3, 1))
"""From which height a fall is a hit of which Strength and damage, the hardest first."""
LANDING = 4 * INCH
"""How far from where it falls a fighter may be put where it falls onto others."""


def falls(ctx: Context, model: Model, over: Point) -> None:
    """A fighter falls from a place without a floor: into a pitfall, or onto what is below."""
    level, place = ctx.place(model)[2], ground.below(ctx.state, over)
    hole = ground.pit(ctx.state, over) or ground.pit(ctx.state, place)
    if hole is not None:
        ctx.emit(Moved(rule=FALL, model=model.id, path=((over[0], over[1], hole.floor),), length=level - hole.floor))
        words.out(ctx, model, ground.PITFALL)
        return
    landing = next((at for _, at in ground.around(place, LANDING) if ground.clear(ctx.state, model, at)), place)
    start = ctx.place(model)
    ctx.emit(Moved(rule=FALL, model=model.id, path=(landing,), length=level - place[2]))
    danger.put(ctx, model, start)
    if not model.out:
        _lands(ctx, model, level - place[2])


def _lands(ctx: Context, model: Model, height: int) -> None:
    """The hit of a fall, and the fighter is down."""
    hit = next(((strength, damage) for least, strength, damage in HITS if height >= least), None)
    if hit is not None:
        injury.hits(ctx, model.side, model, 1, hit[0], 0, hit[1])
    if not model.out:
        if words.standing(model):
            words.mark(ctx, model, words.PINNED, rule=FALL)
        forced.moved(ctx, model)


def ledge(state: State, model: Model) -> Point | None:
    """Where a fighter would fall from the ledge or into the pitfall within half an inch of it; None if there is none.

    The nearest counts, in steps of 5 degrees.
    """
    at = model.at
    found = [each for angle in range(0, direction.TURN, 5) if at and (each := _brink(state, model, at, angle))]
    return min(found)[1] if found else None


def _brink(state: State, model: Model, at: Point, angle: int) -> tuple[int, Point] | None:
    """How far away the ground ends in a direction, and the place beyond it where a whole base has none."""
    facing = direction.vector(angle)
    end = direction.along(at, facing, model.sheet.base + NEAR_LEDGE + 1)
    part = ground.first(at, end, lambda _, q: _no_floor(state, q))
    if part is None or any(ground.blocks(state, model, at, end, piece) for piece in state.table.terrain):
        return None
    over = direction.along(at, facing, part + model.sheet.base)
    if not _no_floor(state, over):
        over = direction.along(at, facing, part + 1)
    deep = ground.pit(state, over) is not None or at[2] - ground.below(state, over)[2] >= ground.SMALL
    return (part, over) if deep else None


def _no_floor(state: State, at: Point) -> bool:
    return not ground.stands(state, at) or ground.pit(state, at) is not None


def test(ctx: Context, model: Model) -> None:
    """A fighter pinned or knocked near a ledge tests its Initiative, or falls."""
    over = ledge(ctx.state, model) if not model.out else None
    if over is not None and not checks.taken(ctx, model, TEST, "I"):
        falls(ctx, model, over)


def knocked(ctx: Context, model: Model, weapon: Weapon, target: Model) -> None:
    """A hit with a weapon that pushes; one that does not pin its target as well lets it test near a ledge at once."""
    pinned = words.status(ctx.state, target) == "active"
    if forced.pushes(ctx, model, weapon, target) and not pinned:
        test(ctx, target)


@FALL_TEST.at(hooks.FELLED)
def _felled(ctx: Context, clause: str, *, model: Model, **_: Any) -> None:
    test(ctx, model)
