"""Floors of ruins: climbing distance, where moves may end, and coherency from head to base.

A model may use its move both sideways and, separately, for climbing (`cod.ruin.move.horizontal-unaffected`); climbing
that does not reach a whole floor is lost, because no model stops in between.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cod import ruins
from rules.cod.book import RUIN, RUIN_ASSUMED, TERRAIN
from rules.kernel import footprint, geometry, hull
from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.part import Choice, Part
from rules.kernel.rule import Hook
from rules.kernel.state import Model, Point, State, Terrain
from rules.wh40k import hooks, words
from rules.wh40k.movement import footing, formation, move, trail

HEAD_TO_BASE = 2 * INCH
SET_DOWN = Hook("cod.set-down", ())
"""Whether a passenger `model` (a stand-in) of a skimmer `vehicle` may be set down in the ruin it hovers above."""

Path = tuple[Point, ...]


@RUIN.at(hooks.FLOORS)
def _floors(ctx: Context, heights: tuple[int, ...], *, model: Model, piece: Terrain, **_: Any) -> tuple[int, ...]:
    """In a ruin models stand on the ground or on a floor that extends there; skimmers hover above the whole ruin."""
    if piece.kind != "ruin":
        return heights
    if words.is_(model, "Skimmer"):
        return (ruins.above(ctx.state, piece),)
    if drives(model):
        return (piece.floor,)
    x, y, _z = hull.stands(model)
    levels = ruins.levels(ctx.state, piece)
    return tuple(level for level in levels if ruins.rests(ctx.state, piece, (x, y, level)))


def drives(model: Model) -> bool:
    """Whether a model is a vehicle that climbs no stairs."""
    return words.is_vehicle(model) and not words.is_(model, "Walker")


def climbed(state: State, start: Point, path: Path) -> tuple[int, int]:
    """How high a path goes up and down, added up: in ruins, and elsewhere."""
    in_ruins = elsewhere = 0
    for a, b in zip((start, *path), path, strict=False):
        rise = abs(b[2] - a[2])
        if rise and any(geometry.inside(end, r.outline) for r in ruins.ruins(state) for end in (a, b)):
            in_ruins += rise
        else:
            elsewhere += rise
    return in_ruins, elsewhere


@RUIN.at(hooks.SPENT)
def _sideways_only(ctx: Context, cost: int, *, start: Point, path: Path, **_: Any) -> int:
    """Climbing in a ruin does not reduce a model's sideways move."""
    in_ruins, elsewhere = climbed(ctx.state, start, path)
    if not in_ruins:
        return cost
    flat = tuple((x, y, start[2]) for x, y, _z in path)
    return geometry.path_length(start, flat) + elsewhere


@RUIN.at(hooks.MAY_REACH)
def _reaches(ctx: Context, clause: str, *, model: Model, start: Point, path: Path, limit: int, **_: Any) -> str:
    """No model stops between floors or climbs higher than its move; a skimmer ends its move above a ruin, not in it."""
    if clause or not path or not ctx.state.table.mapped:
        return clause
    if words.is_(model, "Skimmer"):
        end = footprint.placed(model, path[-1])
        into = any(ruins.inside(ctx.state, end, ruin) for ruin in ruins.ruins(ctx.state))
        return TERRAIN["urban-ruin.skimmer-no-enter"] if into else ""
    ends_in = [ruin for ruin in ruins.ruins(ctx.state) if geometry.inside(path[-1], ruin.outline)]
    if any(not ruins.rests(ctx.state, ruin, path[-1]) for ruin in ends_in):
        return RUIN["move.no-stop-between-floors"]
    if drives(model) and any(path[-1][2] != ruin.floor for ruin in ends_in):
        return RUIN_ASSUMED["vehicles-below"]
    return RUIN["move.vertical-table"] if climbed(ctx.state, start, path)[0] > limit else ""


@TERRAIN.at(hooks.MAY_DISEMBARK)
def _not_into_ruins(ctx: Context, clause: str, *, vehicle: Model, model: Model, **_: Any) -> str:
    """A skimmer does not set troops down in the ruin it hovers above."""
    ruin = ruins.over(ctx.state, vehicle) if vehicle.at is not None else None
    if clause or ruin is None or not words.is_(vehicle, "Skimmer"):
        return clause
    allowed = ctx.value(SET_DOWN, False, vehicle=vehicle, model=model)
    return TERRAIN["urban-ruin.skimmer-disembark"] if ruins.inside(ctx.state, model, ruin) and not allowed else ""


# what a player would do


def _dares(choice: Choice) -> Iterator[Action]:
    """Now and then to climb."""
    state, unit = choice.state, choice.unit
    ruin = ruins.around(state, words.standing(state, unit)[0])
    afoot = words.vehicle_of(state, unit) is None
    if ruin is not None and afoot and len(ruins.levels(state, ruin)) > 1 and not choice.dice.below(3):
        yield move.Brave(unit=unit.id)


def _climbs(choice: Choice) -> Iterator[Action]:
    """All models to another floor, straight up or down; those that cannot stay where they are."""
    state, unit, rolled = choice.state, choice.unit, choice.unit.phase.get(footing.DIFFICULT)
    models = words.standing(state, unit)
    ruin = ruins.around(state, models[0])
    if ruin is None or not isinstance(rolled, int) or any(words.is_vehicle(model) for model in models):
        return
    here = max(choice.ctx.place(model)[2] for model in models)
    for level in sorted((level for level in ruins.levels(state, ruin) if level != here), reverse=True):
        draft = formation.Draft(choice.ctx, unit, trail.Manner(), rolled)
        for model in draft.models:
            if model.at is not None and ruins.inside(state, model, ruin):
                draft.go(model, ((model.at[0], model.at[1], level),))
        if draft.moves and draft.together():
            yield move.Move(unit=unit.id, moves=draft.moves)


PART = Part(proposes={move.Brave: _dares, move.Move: _climbs})


# from head to base


def apart(state: State, a: Model, b: Model) -> bool:
    """Whether two models are on different floors: one on an upper floor of a ruin, the other not on the same floor."""
    levels = hull.stands(a)[2], hull.stands(b)[2]
    return levels[0] != levels[1] and any(ruins.floor_of(state, m) > 1 for m in (a, b))


def head_to_base(a: Model, b: Model, reach: int = HEAD_TO_BASE) -> bool:
    """Whether any part of the lower model's body is within `reach` of the base of the higher one."""
    lower, higher = sorted((a, b), key=lambda m: hull.stands(m)[2])
    x, y, foot = hull.stands(lower)
    level = min(foot + lower.sheet.height, hull.stands(higher)[2])
    return geometry.near(footprint.placed(lower, (x, y, level)), higher, reach)


@RUIN.at(hooks.COHERENT)
def _coherent(ctx: Context, near: bool, *, a: Model, b: Model, **_: Any) -> bool:
    """On different floors coherency is measured from the lower model's head to the higher one's base."""
    return head_to_base(a, b) if apart(ctx.state, a, b) else near


# close combat


@RUIN.at(hooks.SUPPORTS)
def _beside(ctx: Context, near: bool, *, model: Model, mate: Model, **_: Any) -> bool:
    """Across floors a model may strike with a comrade in contact who is within coherency; contact is between bases.

    In ruins an independent character only strikes models he touches.
    """
    if words.is_(model, "Independent Character") and any(ruins.around(ctx.state, m) for m in (model, mate)):
        return False
    return head_to_base(model, mate) if apart(ctx.state, model, mate) else near
