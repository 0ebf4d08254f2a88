"""Where everything stands on a table, and between two moments of it. Lengths are hundredths of an inch."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from rules import State
from rules.kernel import hull, regiment
from rules.kernel.convex import Core, Flat
from rules.kernel.state import Model

Way: TypeAlias = Sequence[tuple[int, ...]]


class Pose(NamedTuple):
    """The places of models, the outlines of those without a round base, the boundaries of regiments, by their ids."""

    places: dict[str, Flat]
    outlines: dict[str, Core]
    blocks: dict[str, Core]


def pose_of(state: State) -> Pose:
    """How a state stands."""
    placed = {key: model for key, model in state.models.items() if model.at is not None}
    outlines = {key: outline for key, model in placed.items() if (outline := _outline(state, model))}
    blocks = {key: regiment.boundary(unit.formation) for key, unit in state.units.items() if unit.formation}
    return Pose({key: (model.at[0], model.at[1]) for key, model in placed.items() if model.at}, outlines, blocks)


def ranked(state: State, model: Model) -> bool:
    """Whether a model stands in the ranks of a regiment."""
    unit = state.units.get(model.unit)
    return unit is not None and unit.formation is not None and not model.out


def _outline(state: State, model: Model) -> Core | None:
    """The corners of a base in the ranks, or of a hull; None for a round base, and for the fallen."""
    if model.out or model.at is None:
        return None
    formation = state.units[model.unit].formation if ranked(state, model) else None
    if formation is not None:
        return regiment.core(formation, model.id)
    return hull.outline(model.at, model.facing or (1, 0), model.sheet.hull) if model.sheet.hull else None


def between(before: Pose, after: Pose, ways: Mapping[str, Way], share: float) -> Pose:
    """A pose on the way from one to the other: models go along their ways, corners turn with them.

    Whoever was not there before is there at once.
    """
    places = {key: _on_way(ways.get(key), before.places.get(key, at), at, share) for key, at in after.places.items()}
    outlines = {
        key: _turned(outline, before.outlines.get(key), after.places[key], before.places.get(key), places[key], share)
        for key, outline in after.outlines.items()
    }
    blocks = {key: _mixed(before.blocks.get(key, core), core, share) for key, core in after.blocks.items()}
    return Pose(places, outlines, blocks)


def _on_way(way: Way | None, start: Flat, end: Flat, share: float) -> Flat:
    """A place on a way, by the part of its length that has been gone."""
    spots = [(at[0], at[1]) for at in way or (start, end)]
    legs = [math.dist(one, other) for one, other in itertools.pairwise(spots)]
    left = sum(legs) * share
    for (one, other), leg in zip(itertools.pairwise(spots), legs, strict=False):
        if leg and left <= leg:
            return _mix(one, other, left / leg)
        left -= leg
    return end


def _turned(now: Core, then: Core | None, at: Flat, was: Flat | None, place: Flat, share: float) -> Core:
    """Corners around a place between the two that they had around theirs."""
    old = then if then and was and len(then) == len(now) else now
    centre = was if old is then and was else at
    corners = (_mix(_from(centre, a), _from(at, b), share) for a, b in zip(old, now, strict=True))
    return tuple((place[0] + x, place[1] + y) for x, y in corners)


def _from(centre: Flat, corner: Flat) -> Flat:
    return corner[0] - centre[0], corner[1] - centre[1]


def _mixed(before: Core, after: Core, share: float) -> Core:
    pairs = zip(before, after, strict=True) if len(before) == len(after) else zip(after, after, strict=True)
    return tuple(_mix(one, other, share) for one, other in pairs)


def _mix(one: Flat, other: Flat, share: float) -> Flat:
    return _part(one[0], other[0], share), _part(one[1], other[1], share)


def _part(one: int, other: int, share: float) -> int:
    return round(one + (other - one) * share)
