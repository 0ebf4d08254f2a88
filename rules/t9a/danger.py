"""Dangerous Terrain tests: dice for each model of a unit that touched such a piece on its way, by its height."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import regiment
from rules.kernel.canonical import canonical
from rules.kernel.context import Context
from rules.kernel.convex import stretched
from rules.kernel.dice import Needs
from rules.kernel.effects import WoundsSet
from rules.kernel.state import Formation, Model, Terrain, Unit
from rules.t9a import hooks, ranks, shooting, terrain, words

TEST = "t9a.core.dangerous-terrain"
DICE = {"Standard": 1, "Large": 2, "Gigantic": 3}
MOVES = ("march", "charge", "failed-charge", "flee", "pursuit", "overrun")
"""The moves on which Dangerous Terrain has to be tested."""
STRENGTH = 1
"""Dangerous Terrain (1): a die that shows no more is a hit."""
PIERCING = 10
"""The Armour Penetration of such a hit, which wounds automatically."""


def tests(ctx: Context, unit: Unit, before: Formation, after: Formation, manner: str, flying: bool) -> None:
    """Every model of a unit tests for each dangerous piece on its way; what a hit takes is lost at once.

    Nothing that those who call this do afterwards depends on dice but by the position, or they carry it. A way is taken
    as straight from the old place of a model to its new one; one that flies touches only its ends.
    """
    if manner not in MOVES:
        return
    lost = 0
    for piece in terrain.of(ctx.state, "dangerous"):
        found = list(_touching(ctx, unit, before, after, piece, flying))
        way = canonical((before, after)) if found else b""
        for index, model in enumerate(found):
            with ctx.carrying(way, piece.id, *(each.id for each in found[index + 1 :])):
                ctx.milestone(lost)
                lost += _tested(ctx, unit, model, piece)
    if lost and not words.alive(ctx.state, unit):
        words.destroy(ctx, unit, TEST)
    elif lost:
        ranks.closed(ctx, unit, TEST)
        ctx.fire(hooks.LOST, TEST, unit=unit)


def _touching(
    ctx: Context, unit: Unit, before: Formation, after: Formation, piece: Terrain, flying: bool
) -> Iterator[Model]:
    for model in ctx.state.members(unit.id):
        if not ctx.value(hooks.IGNORES_TERRAIN, "", model=model):
            ends = [regiment.core(each, model.id) for each in (before, after) if model.id in regiment.spread(each)]
            covered = ends if flying else [stretched(corner for end in ends for corner in end)]
            if any(terrain.touched((piece,), each) for each in covered):
                yield model


def _tested(ctx: Context, unit: Unit, model: Model, piece: Terrain) -> int:
    """The Health Points that a model loses to a piece."""
    dice = int(ctx.value(hooks.DANGER_DICE, DICE[words.height(model)], model=model))
    rolled = ctx.roll(
        TEST, unit.side, dice, needed=Needs(STRENGTH + 1, natural_fail=1), model=model.id, target=piece.id
    )
    hits = rolled.passed.count(0)
    left = max(0, model.wounds - shooting.saved(ctx, unit, model, hits, PIERCING))
    lost = model.wounds - left
    if lost:
        ctx.emit(WoundsSet(rule=TEST, model=model.id, was=model.wounds, to=left))
        if not left:
            words.kill(ctx, model, TEST)
    return lost
