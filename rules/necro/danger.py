"""Dangerous terrain: who comes onto it tests its Initiative, or goes out of action, whoever or whatever moved it."""

from __future__ import annotations

from rules.kernel.context import Context
from rules.kernel.state import Model, Point, State, Terrain
from rules.necro import checks, ground, words

KIND = "dangerous"
TEST = "necro.terrain.dangerous-test-move"
FAILED = "necro.terrain.dangerous-fail"


def areas(state: State, at: Point) -> list[Terrain]:
    """The dangerous areas on the level of a place."""
    return [piece for piece in ground.of(state, KIND) if ground.at_level(piece, at[2])]


def under(state: State, model: Model, at: Point) -> list[Terrain]:
    """The dangerous areas under a fighter at a place."""
    return [piece for piece in areas(state, at) if ground.overlapping(piece, model.sheet.base)(at, at)]


def moved(ctx: Context, model: Model, start: Point, at: Point) -> None:
    """A fighter has been moved straight from place to place: it tests for each area that it was not on before."""
    was = {piece.id for piece in under(ctx.state, model, start)}
    met = [piece for piece in areas(ctx.state, at) if ground.overlapping(piece, model.sheet.base)(start, at)]
    _tests(ctx, model, [piece for piece in met if piece.id not in was])


def put(ctx: Context, model: Model, start: Point) -> None:
    """A fighter has come to its place without crossing what is between: only where it is now counts."""
    was = {piece.id for piece in under(ctx.state, model, start)}
    _tests(ctx, model, [piece for piece in under(ctx.state, model, ctx.place(model)) if piece.id not in was])


def _tests(ctx: Context, model: Model, met: list[Terrain]) -> None:
    for _ in met:
        if not model.out and not checks.taken(ctx, model, TEST, "I"):
            words.out(ctx, model, FAILED)
