"""Roofs of intact buildings: no model may stand there, unless the players agreed which may, and on their cover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.cod import options, ruins
from rules.cod.book import SHEET, TERRAIN
from rules.kernel import footprint
from rules.kernel.context import Context
from rules.kernel.state import Model, Point, State, Terrain
from rules.wh40k import hooks, words


def agreed(state: State) -> tuple[str, ...]:
    """The keywords of those who may stand on roofs."""
    written = options.text(state, options.ROOFS)
    return tuple(word.strip() for word in written.split(",") if word.strip())


def roof_under(state: State, model: Model) -> Terrain | None:
    """The intact building on whose roof a model stands."""
    at = model.at
    buildings = (piece for piece in state.table.terrain if piece.kind == "building")
    if at is None:
        return None
    return next(
        (b for b in buildings if at[2] == ruins.surface(b) and footprint.overlaps_outline(model, b.outline)), None
    )


def _forbidden(state: State, model: Model) -> bool:
    """Whether a model stands on a roof where it may not."""
    return roof_under(state, model) is not None and not words.is_(model, *agreed(state))


@TERRAIN.at(hooks.MAY_REACH)
def _climbs_no_roof(ctx: Context, clause: str, *, model: Model, path: Sequence[Point], **_: Any) -> str:
    if clause or not path:
        return clause
    end = footprint.placed(model, path[-1])
    return TERRAIN["intact-building.roof-exception"] if _forbidden(ctx.state, end) else ""


@TERRAIN.at(hooks.MAY_DEPLOY)
def _deploys_on_no_roof(ctx: Context, clause: str, *, at: Sequence[tuple[Model, Point]], **_: Any) -> str:
    if clause:
        return clause
    there = (footprint.placed(model, place) for model, place in at)
    return TERRAIN["intact-building.roof-exception"] if any(_forbidden(ctx.state, m) for m in there) else ""


@SHEET.at(hooks.COVER)
def _cover_up_there(ctx: Context, save: int, *, model: Model, **_: Any) -> int:
    """The cover save that was agreed for roofs."""
    if not ctx.state.table.mapped or roof_under(ctx.state, model) is None:
        return save
    return min(save, int(options.option(ctx.state, options.ROOF_COVER)))
