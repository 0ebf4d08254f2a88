"""Moves into base contact: a charge, piling in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from rules.kernel import convex, direction, footprint, geometry, hull
from rules.kernel.context import Context
from rules.kernel.proposing import COMPASS
from rules.kernel.state import Model, Point, Unit
from rules.wh40k import words
from rules.wh40k.assault import closing, combat
from rules.wh40k.deployment import placing
from rules.wh40k.movement.formation import Draft, Moves
from rules.wh40k.movement.trail import ModelMove

FOES = 3
"""The number of nearest enemies a model tries to reach."""
SPOTS = 7
"""So many places beside each of them."""
AROUND = 6
"""The number of places a model tries to reach by going round obstacles."""


def charges(draft: Draft, targets: Sequence[Unit]) -> Iterator[Moves]:
    """Ways to charge: the nearest model straight into contact, then the others as near as they can, or along with it.

    Last those that break coherency, if no better following is possible.
    """
    apart: list[Moves] = []
    for way in (partial(closes_in, draft, targets), partial(closes_in, draft, targets, False),
                partial(_all_alike, draft, targets)):  # fmt: skip
        draft.reset()
        if way():
            yield draft.moves
        elif draft.moves:
            apart.append(draft.moves)
    yield from apart


def closes_in(draft: Draft, targets: Sequence[Unit], bold: bool = True) -> bool:
    """Move a charging unit: its nearest model into contact, the others with it. Returns whether that is a charge.

    Without `bold` no other model looks for its own enemy.
    """
    leads = _lead(draft, targets[0])
    if leads is None:
        return False
    _others(draft, targets if bold else (), leads)
    if draft.together():
        return True
    went = {step.model for step in draft.moves}
    foes = words.standing(draft.state, targets[0])
    for model in geometry.nearest(leads, draft.models):
        if model.id != leads.id and model.id not in went:
            any(draft.go(model, (spot,)) for spot in _towards(draft, model, geometry.nearest(model, foes)[0]))
    return False


def _lead(draft: Draft, target: Unit) -> Model | None:
    """The model nearest to the target, moved straight into contact; None if it does not get there."""
    away, model, foe = closing.nearest(draft.ctx, draft.unit, target)
    if away <= words.CONTACT:
        return model
    return model if draft.go(model, (closing.straight(model, foe, draft.limit(model)),)) else None


def _others(draft: Draft, targets: Sequence[Unit], leads: Model) -> None:
    """The others: next to an enemy if there is room, else nearer, always close to a model that has moved."""
    foes = [m for target in targets for m in words.standing(draft.state, target)]
    left = [m for m in geometry.nearest(leads, draft.models) if m.id != leads.id]
    there, came = [leads], True
    while left and came:
        # who finds no way now may find one behind those who come after him
        came = False
        for model in list(left):
            if _follow(draft, model, foes, there):
                left.remove(model)
                there.append(model)
                came = True


def _follow(draft: Draft, model: Model, foes: Sequence[Model], there: Sequence[Model]) -> bool:
    """Move a model after the others. Returns whether it is with them."""
    if any(geometry.near(model, foe, words.CONTACT) for foe in foes) and _linked(draft, model, there):
        return True
    begins = model.at or (0, 0, 0)
    for spot in beside(draft, model, geometry.nearest(model, foes)[:FOES]):
        if _keeps(draft, model, spot, there, begins):
            return True
    mates = geometry.nearest(model, there)[:2]
    for mate in (*geometry.nearest(model, foes)[:1], *mates):
        for spot in _towards(draft, model, mate):
            if _keeps(draft, model, spot, there, begins):
                return True
    return _linked(draft, model, there) or any(
        draft.around(model, spot) for mate in mates for spot in beside(draft, model, [mate])
    )


def _keeps(draft: Draft, model: Model, spot: Point, there: Sequence[Model], begins: Point) -> bool:
    """Go to a place, if it is near a model that has moved."""
    model.at = spot
    linked = _linked(draft, model, there)
    model.at = begins
    draft.state.moved()
    return linked and draft.go(model, (spot,))


def _linked(draft: Draft, model: Model, there: Sequence[Model]) -> bool:
    return any(placing.linked(draft.ctx, model, other) for other in there)


def _towards(draft: Draft, model: Model, goal: Model) -> Iterator[Point]:
    """Places on the way to another model, the nearest to it first."""
    start, end = model.at or (0, 0, 0), goal.at or (0, 0, 0)
    way, away = (end[0] - start[0], end[1] - start[1]), geometry.distance(model, goal)
    for part in (8, 6, 5, 4, 3, 2, 1) if way != (0, 0) else ():
        length = min(max(0, away - closing.SHORT), draft.limit(model) - 1) * part // 8
        if length > 0:
            yield direction.along(start, way, length)


def beside(draft: Draft, model: Model, foes: Sequence[Model]) -> list[Point]:
    """Places in contact with others that are free and that a model can reach, the nearest first."""
    start, limit = model.at or (0, 0, 0), draft.limit(model)
    found = [closing.straight(model, foe, limit) for foe in foes]
    for foe in foes:
        found += [(x, y, start[2]) for x, y in _ring(foe, hull.wide(model.sheet) + closing.SHORT)]
    found = [spot for spot in found if geometry.path_length(start, (spot,)) <= limit]
    found.sort(key=lambda spot: geometry.ground_square(spot, start))
    near = geometry.within(draft.state.alive(), model, limit + words.NEAR)
    free = (spot for spot in found if not any(footprint.overlaps(footprint.placed(model, spot), m) for m in near))
    return list(islice(free, SPOTS * len(foes)))


def _ring(foe: Model, reach: int) -> Iterator[tuple[int, int]]:
    """Points round a base, or before the sides of a hull."""
    x, y, _ = foe.at or (0, 0, 0)
    if foe.sheet.hull is None:
        for dx, dy in COMPASS:
            wide = foe.sheet.base + reach
            yield x + dx * wide // 1000, y + dy * wide // 1000
        return
    for (ax, ay), (bx, by) in convex.borders(hull.core(foe)):
        out = direction.scaled((by - ay, ax - bx), reach)
        for part in (1, 3, 5, 7):
            yield ax + (bx - ax) * part // 8 + out[0], ay + (by - ay) * part // 8 + out[1]


def _all_alike(draft: Draft, targets: Sequence[Unit]) -> bool:
    """Every model makes the same move as the nearest one."""
    away, model, foe = closing.nearest(draft.ctx, draft.unit, targets[0])
    if away <= words.CONTACT or model.at is None:
        return False
    end = closing.straight(model, foe, draft.limit(model))
    vector = (end[0] - model.at[0], end[1] - model.at[1])
    if not draft.go(model, (end,)):
        return False
    foes = words.standing(draft.state, targets[0])
    for other in geometry.nearest(model, draft.models):
        if other.id != model.id and other.at is not None:
            x, y, _ = other.at
            goal = (x + vector[0], y + vector[1], end[2])
            if not draft.approach(other, goal):
                any(draft.go(other, (spot,)) for spot in _towards(draft, other, geometry.nearest(other, foes)[0]))
    return draft.together()


def piles_in(ctx: Context, side: str, able: Sequence[Model], due: bool = False) -> Moves:
    """Moves of models of a side towards the enemies of their combat, a unit after another; see `pile_in`."""
    foes = combat.enemies(ctx.state, side)
    loose = [m for m in able if not combat.contacts(m, foes)]
    found: list[ModelMove] = []
    working = ctx.state.copied()
    for unit in combat.units(ctx.state, side):
        own = [m.id for m in loose if m.unit == unit.id]
        if own and foes:
            draft = Draft(ctx, unit, closing.piling(foes), combat.PILE_IN, state=working)
            found += pile_in(draft, own, [f.id for f in foes], due)
    return tuple(found)


def pile_in(draft: Draft, able: Sequence[str], foes: Sequence[str], due: bool = False) -> list[ModelMove]:
    """Moves of the models of a unit towards enemies of their combat, each nearer than before; none that break it up.

    All models go if possible, else only one; if the unit has to (`due`), all of them, even out of coherency.
    """
    enemies = [draft.state.models[key] for key in foes]
    order = sorted(able, key=lambda key: closing.away(draft.state.models[key], enemies))
    for several in (order, *((key,) for key in order)):
        draft.reset()
        there = [m for m in draft.models if m.id not in several]
        for key in several:
            if _closes_up(draft, draft.state.models[key], enemies, there):
                there.append(draft.state.models[key])
        if draft.moves and draft.together():
            return list(draft.moves)
    draft.reset()
    for key in order if due else ():
        _closes_up(draft, draft.state.models[key], enemies, ())
    return list(draft.moves)


def _closes_up(draft: Draft, model: Model, foes: Sequence[Model], there: Sequence[Model]) -> bool:
    """Move a model nearer to an enemy, if it can stay with the others."""
    begins, before = model.at or (0, 0, 0), closing.away(model, foes)
    close = geometry.nearest(model, foes)[:FOES]
    spots = beside(draft, model, close)
    for spot, go in (
        *((spot, draft.straight) for spot in spots),
        *((spot, draft.around) for spot in spots[:AROUND]),
        *((spot, draft.straight) for spot in _towards(draft, model, close[0])),
    ):
        model.at = spot
        fits = closing.away(model, foes) < before and (not there or _linked(draft, model, there))
        model.at = begins
        draft.state.moved()
        if fits and go(model, spot):
            return True
    return False
