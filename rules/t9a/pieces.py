"""What battlefields of The 9th Age are drawn of. What each kind does is in `rules.t9a.terrain`.

Lengths are hundredths of an inch.
"""

from __future__ import annotations

from functools import partial

from rules import layouts
from rules.kernel.lengths import INCH
from rules.kernel.palette import Palette, PieceKind, Ready
from rules.kernel.telling import Phrase
from rules.t9a import table

PIECES = (
    PieceKind("hill", "hill", Phrase("Hill", "Холм"), 900, 700, 150),
    PieceKind("forest", "forest", Phrase("Forest", "Лес"), 900, 800, 400),
    PieceKind("field", "field", Phrase("Field", "Поле"), 1000, 800, 50),
    PieceKind("water", "water", Phrase("Water", "Вода"), 800, 500, 10),
    PieceKind("ruins", "ruins", Phrase("Ruins", "Руины"), 800, 600, 250),
    PieceKind("wall", "wall", Phrase("Wall", "Стена"), 700, 50, 80),
    PieceKind("building", "building", Phrase("Building", "Здание"), 500, 400, 300),
    PieceKind("impassable", "impassable", Phrase("Rocks", "Скалы"), 600, 600, 400),
)
_WORDS = {
    "crossroads": (
        Phrase("Crossroads", "Перекрёсток"),
        Phrase("a hill between a forest and a field, a farmhouse", "холм между лесом и полем, дом фермера"),
    ),
    "abbey": (
        Phrase("Abbey", "Аббатство"),
        Phrase("ruins in the middle, an orchard, a mill pond", "руины посередине, сад и мельничный пруд"),
    ),
}
ZONE = 12 * INCH
PALETTE = Palette(
    pieces=PIECES,
    sizes=((72, 48), (48, 48), (48, 72), (36, 36)),
    least=(36, 36),
    most=96,
    deployments=(layouts.long_edges(lambda across: ZONE), layouts.short_edges(lambda across: ZONE),
                 layouts.corners(ZONE)),
    ready=tuple(
        Ready(layout[0], *_WORDS[layout[0]], partial(layouts.laid, layout, table.WIDTH, table.DEPTH, table.zones()))
        for layout in table.LAYOUTS
    ),
)  # fmt: skip
