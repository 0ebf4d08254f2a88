"""The effects of terrain kinds on models that move through them, shelter in them or look past them.

A piece is a convex prism with a `kind`. Pieces of area terrain are footprints: models stand in them. Solid pieces are
stood upon or block the way. What the agreed condition of a piece changes (a ruin that was fortified) is a rule at
`hooks.TERRAIN`.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.kernel.context import Context
from rules.kernel.state import Model, Table, Terrain
from rules.wh40k import hooks

NO_SAVE = 7
"""An impossible save: more than a die can show."""


class Kind(msgspec.Struct, frozen=True):
    """What a piece of terrain does.

    `foot` and `vehicle`: `open`, `difficult`, `dangerous` or `impassable` for models on foot and for vehicles. `cover`
    is the save it gives (7 none). `area`: models stand in it. `opaque`: it blocks sight as far as it is high.
    `skimmer` is as `vehicle`, for skimmers.
    """

    foot: str = "open"
    vehicle: str = "open"
    skimmer: str = ""
    cover: int = NO_SAVE
    area: bool = True
    opaque: bool = False

    def way(self, model: Model) -> str:
        """What it is to a model that moves through it."""
        if "Vehicle" not in model.sheet.keywords or "Walker" in model.sheet.keywords:
            return self.foot
        if "Skimmer" in model.sheet.keywords and self.skimmer:
            return self.skimmer
        return self.vehicle


OPEN = Kind()
KINDS: Mapping[str, Kind] = {
    "ruin": Kind("difficult", "dangerous", cover=4),
    "forest": Kind("difficult", "dangerous", cover=5),
    "rubble": Kind("difficult", "dangerous", cover=4),
    "crater": Kind("difficult", "dangerous", cover=4),
    "wreck": Kind("difficult", "dangerous", cover=4),
    "wall": Kind("impassable", "impassable", cover=4, area=False, opaque=True),
    "building": Kind("impassable", "impassable", area=False, opaque=True),
    "floor": Kind(area=False, opaque=False),
    "barricade": Kind("difficult", "dangerous", skimmer="open", cover=4, area=False),
    "razor-wire": Kind("difficult", "open"),
    "tank-trap": Kind("open", "impassable", skimmer="open", cover=5, area=False),
    "trench": Kind("difficult", "dangerous", cover=4),
    "fortification": Kind("difficult", "impassable", cover=3, area=False),
    "river": Kind("difficult", "dangerous"),
    "dangerous": Kind("dangerous", "dangerous"),
    "impassable": Kind("impassable", "impassable"),
    "lethal": Kind("impassable", "impassable"),
    "road": OPEN,
    "marker": OPEN,
}
"""The usual values (`wh40k.assumed.save.cover`); a piece of an unknown kind counts as a wall."""


def kind_of(ctx: Context, piece: Terrain) -> Kind:
    """The kind of a piece of terrain, in its current condition."""
    base = KINDS.get(piece.kind, KINDS["wall"])
    if hooks.TERRAIN.id not in ctx.ruleset.hooked:
        return base
    found: Kind = ctx.once(("terrain", piece), lambda: ctx.value(hooks.TERRAIN, base, piece=piece), table=True)
    return found


def closed(ctx: Context, model: Model) -> tuple[Terrain, ...]:
    """The pieces that are impassable to a model, as its type is."""
    pieces = ctx.state.table.terrain
    found: tuple[Terrain, ...] = ctx.once(
        ("closed", model.sheet.keywords),
        lambda: tuple(piece for piece in pieces if kind_of(ctx, piece).way(model) == "impassable"),
        table=True,
    )
    return found


def solid(table: Table) -> tuple[Terrain, ...]:
    """The pieces a model can stand upon: those that are not footprints."""
    return tuple(piece for piece in table.terrain if not KINDS.get(piece.kind, KINDS["wall"]).area)
