"""Markers and templates at ruins: one floor is hit, and which one is said before the dice.

A Blast hits the declared floor wherever it comes down; a flame the firer's own floor or the next one up or down; a
Barrage the topmost floor under its hole. Whether a model is under a marker is seen from above, through every floor. A
marker that was aimed at no ruin hits the ground floor of one it comes down on.
"""

from __future__ import annotations

from typing import Any

from rules.cod import ruins
from rules.cod.book import RUIN
from rules.kernel import convex, geometry
from rules.kernel.context import Context
from rules.kernel.geometry import Outline
from rules.kernel.state import Model, Point, State, Terrain, Unit
from rules.wh40k import hooks, words

FLAME_FLOORS = 1
"""The number of floors a flame reaches up or down."""


def aimed_at(state: State, target: Unit, centre: Point | None, outline: Outline | None) -> Terrain | None:
    """The ruin a marker is aimed at: one with models of the target in it under the hole, or touched by the flame."""
    models = words.standing(state, target)
    for ruin in ruins.ruins(state):
        under = geometry.inside(centre, ruin.outline) if centre is not None else _touched(outline, ruin)
        if under and any(ruins.inside(state, model, ruin) for model in models):
            return ruin
    return None


def _touched(outline: Outline | None, ruin: Terrain) -> bool:
    return bool(outline) and outline is not None and convex.overlap(outline, ruin.outline)


def floors_of(state: State, target: Unit, ruin: Terrain | None) -> int:
    """How many floors there are to choose from: 1 outside ruins. Without a map those the target is known to be on."""
    if ruin is not None:
        return max([1, *ruins.floors(state, ruin)])
    return 1 if state.table.mapped else max([1, *(ruins.floor_of(state, m) for m in words.standing(state, target))])


@RUIN.at(hooks.AIMED)
def _says_floor(
    ctx: Context,
    clause: str,
    *,
    model: Model,
    target: Unit,
    centre: Point | None,
    outline: Outline | None,
    floor: int,
    barrage: bool,
    **_: Any,
) -> str:
    """The floor is said first, and a flame reaches no farther than the next one; nobody chooses that of a Barrage."""
    if clause:
        return clause
    if barrage:
        return RUIN["barrage.top-floor"] if floor else ""
    ruin = aimed_at(ctx.state, target, centre, outline)
    count = floors_of(ctx.state, target, ruin)
    flame = outline is not None
    if (floor == 0 and count > 1) or not 0 <= floor <= count:
        return RUIN["flamer.declare-first" if flame else "blast.declare-floor"]
    own = ruins.floor_of(ctx.state, model)
    far = flame and count > 1 and abs(floor - own) > FLAME_FLOORS
    return RUIN["flamer.floor-range"] if far and not words.is_(model, "Skimmer") else ""


@RUIN.at(hooks.AIM_FLOORS)
def _floors_to_say(ctx: Context, floors: tuple[int, ...], *, target: Unit, **_: Any) -> tuple[int, ...]:
    """The floors on which models of a target stand in ruins."""
    there = {ruins.floor_of(ctx.state, m) for m in words.standing(ctx.state, target) if _in_one(ctx.state, m)}
    return (*floors, *sorted(there))


def _in_one(state: State, model: Model) -> bool:
    return not state.table.mapped or ruins.around(state, model) is not None


@RUIN.at(hooks.COVERED)
def _on_one_floor(
    ctx: Context,
    models: list[Model],
    *,
    centre: Point | None = None,
    floor: int = 0,
    barrage: bool = False,
    target: Unit | None = None,
    **_: Any,
) -> list[Model]:
    """Of those under a marker only the ones on the floor that it hits; a skimmer above a ruin if it was aimed at."""
    level = topmost(ctx.state, centre) if barrage and centre is not None else floor or 1
    return [model for model in models if _hit(ctx.state, model, level, target)]


def topmost(state: State, centre: Point) -> int:
    """The topmost floor under the hole of a marker; the ground where there is no ruin."""
    under = (ruin for ruin in ruins.ruins(state) if geometry.inside(centre, ruin.outline))
    return max([1, *(ruins.top_floor(state, ruin, centre) for ruin in under)])


def _hit(state: State, model: Model, level: int, target: Unit | None) -> bool:
    if state.table.mapped and ruins.over(state, model) is not None:
        return target is not None and model.unit == target.id
    return ruins.floor_of(state, model) == level
