"""What kinds of city terrain do: the cheat sheet, and the condition of ruins.

The sheet overrides the usual values of the core rules. Fortified and dangerous may both hold
(`cod.gap.ruin-status-stack`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.cod import ruins
from rules.cod.book import DANGEROUS_RUIN, RUIN, SHEET
from rules.kernel.context import Context
from rules.kernel.lengths import INCH
from rules.kernel.state import Model, Terrain
from rules.wh40k import hooks, words
from rules.wh40k.movement import terrain
from rules.wh40k.vehicles import vehicle

FORTIFIED_COVER = 3
DICE_PER = 6 * INCH
"""A vehicle rolls a die for each 6" or part of it that it drove: two for 12", as in the example."""

NO_SKIMMER = "impassable"
"""A skimmer may not be in a ruin; hovering above one does not count as being in it."""

KINDS: Mapping[str, terrain.Kind] = {
    "building": terrain.Kind("impassable", "impassable", area=False, opaque=True),
    "rubble": terrain.Kind("difficult", "dangerous", cover=4),
    "crater": terrain.Kind("difficult", "dangerous", cover=4),
    "ruin": terrain.Kind("difficult", "dangerous", skimmer=NO_SKIMMER, cover=4),
    "barricade": terrain.Kind("difficult", "dangerous", skimmer="open", cover=4, area=False),
    "razor-wire": terrain.Kind("difficult", "open"),
    "tank-trap": terrain.Kind("open", "impassable", skimmer="open", cover=5, area=False),
}
"""The rows of the sheet; a destroyed ruin is rubble, the condition of a standing one is a mark on the table."""


@SHEET.at(hooks.TERRAIN)
def _sheet(ctx: Context, kind: terrain.Kind, *, piece: Terrain, **_: Any) -> terrain.Kind:
    """The row of the sheet for a piece, as its condition makes it."""
    found = KINDS.get(piece.kind, kind)
    if piece.kind != "ruin":
        return found
    if ruins.is_fortified(ctx.state, piece.id):
        found = msgspec.structs.replace(found, cover=FORTIFIED_COVER)
    if ruins.is_dangerous(ctx.state, piece.id):
        found = msgspec.structs.replace(found, foot="dangerous", vehicle="dangerous")
    return found


@RUIN.at(hooks.COVER)
def _in_ruins(ctx: Context, save: int, *, model: Model, **_: Any) -> int:
    """Models in a ruin have its cover, even on the uppermost floor."""
    ruin = ruins.around(ctx.state, model) if ctx.state.table.mapped and not words.is_vehicle(model) else None
    return save if ruin is None else min(save, terrain.kind_of(ctx, ruin).cover)


# dangerous ruins


@DANGEROUS_RUIN.at(hooks.DANGEROUS_DICE)
def _another_die(ctx: Context, dice: int, *, model: Model, piece: Terrain, length: int = 0, **_: Any) -> int:
    """A vehicle in a dangerous ruin rolls one die more than for the distance it drove."""
    if not words.is_vehicle(model) or not ruins.is_dangerous(ctx.state, piece.id):
        return dice
    return max(dice, -(-length // DICE_PER)) + 1


@DANGEROUS_RUIN.at(hooks.DANGEROUS_FAILED)
def _buried(ctx: Context, settled: bool, *, model: Model, piece: Terrain | None, ones: int, **_: Any) -> bool:
    """Two or more ones destroy a vehicle in a dangerous ruin; a single one immobilises it, as usual."""
    if settled or ones < 2 or piece is None or not ruins.is_dangerous(ctx.state, piece.id):
        return settled
    vehicle.wreck(ctx, model, DANGEROUS_RUIN["vehicle-example"])
    return True
