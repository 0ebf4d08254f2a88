"""What tables of Warhammer 40,000 are drawn of. What each kind does is in `rules.wh40k.movement.terrain`.

Lengths are hundredths of an inch.
"""

from __future__ import annotations

from functools import partial

from rules import layouts
from rules.kernel.lengths import INCH
from rules.kernel.palette import Palette, PieceKind, Ready
from rules.kernel.telling import Phrase
from rules.wh40k import table

PIECES = (
    PieceKind("ruin", "ruin", Phrase("Ruin", "Руина"), 800, 600, 500),
    PieceKind("wall", "wall", Phrase("Wall", "Стена"), 600, 50, 500),
    PieceKind("forest", "forest", Phrase("Woods", "Лес"), 900, 700, 400),
    PieceKind("building", "building", Phrase("Building", "Здание"), 600, 500, 700),
    PieceKind("barricade", "barricade", Phrase("Barricade", "Баррикада"), 400, 60, 100),
    PieceKind("rubble", "rubble", Phrase("Rubble", "Завал"), 600, 500, 100),
    PieceKind("crater", "crater", Phrase("Crater", "Воронка"), 400, 400, 50),
    PieceKind("wreck", "wreck", Phrase("Wreck", "Остов машины"), 500, 300, 200),
    PieceKind("trench", "trench", Phrase("Trench", "Траншея"), 600, 150, 50),
    PieceKind("razor-wire", "razor-wire", Phrase("Razor wire", "Колючая проволока"), 600, 80, 80),
    PieceKind("tank-trap", "tank-trap", Phrase("Tank traps", "Противотанковые ежи"), 500, 100, 100),
    PieceKind("river", "river", Phrase("River", "Река"), 1200, 400, 10),
    PieceKind("road", "road", Phrase("Road", "Дорога"), 2400, 300, 1),
    PieceKind("impassable", "impassable", Phrase("Rocks", "Скалы"), 500, 400, 400),
)
_WORDS = {
    "crossroads": (
        Phrase("Crossroads", "Перекрёсток"),
        Phrase("two ruins and a chapel along a road, woods", "две руины и часовня у дороги, лес"),
    ),
    "foundry": (
        Phrase("Foundry", "Литейный завод"),
        Phrase("a casting hall, a cooling tower, tank traps and wire", "литейный цех, градирня, ежи и проволока"),
    ),
    "moor": (
        Phrase("Moor", "Пустошь"),
        Phrase("a ruined farm between two woods, boulders", "разрушенная ферма между двумя лесами, валуны"),
    ),
}
APART = 12 * INCH
"""How far zones are from the middle of the table."""
PALETTE = Palette(
    pieces=PIECES,
    sizes=((72, 48), (48, 48), (48, 72), (96, 48)),
    least=(36, 36),
    most=120,
    deployments=(
        layouts.long_edges(lambda across: across // 2 - APART),
        layouts.short_edges(lambda across: across // 2 - APART),
        layouts.corners(APART),
    ),
    ready=tuple(
        Ready(layout[0], *_WORDS[layout[0]], partial(layouts.laid, layout, table.WIDTH, table.DEPTH, table.zones()))
        for layout in table.LAYOUTS
    ),
)
