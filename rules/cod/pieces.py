"""What cities are drawn of: above all ruins, a storey of 3" upon another. The scenario draws the deployment zones.

Lengths are hundredths of an inch. Both players agree to a table that has ruins when the game begins; on one without,
they place the terrain in turn.
"""

from __future__ import annotations

from functools import partial

from rules.cod import board, table
from rules.kernel.lengths import INCH
from rules.kernel.palette import Palette, PieceKind, Ready
from rules.kernel.state import Table
from rules.kernel.telling import Phrase

PIECES = (
    PieceKind(
        "ruin", "ruin", Phrase("Ruin", "Руина"), 800, 700, 2 * table.STOREY, storey=table.STOREY,
        parts=table.upper_floors, letter="r",
    ),
    PieceKind("building", "building", Phrase("Building", "Здание"), 500, 500, 500),
    PieceKind("rubble", "rubble", Phrase("Rubble", "Завал"), 600, 400, 100),
    PieceKind("crater", "crater", Phrase("Crater", "Воронка"), 400, 400, 50),
    PieceKind("barricade", "barricade", Phrase("Barricade", "Баррикада"), 500, 60, 100),
    PieceKind("razor-wire", "razor-wire", Phrase("Razor wire", "Колючая проволока"), 600, 80, 80),
    PieceKind("tank-trap", "tank-trap", Phrase("Tank traps", "Противотанковые ежи"), 500, 80, 100),
    PieceKind("road", "road", Phrase("Street", "Улица"), 4800, 200, 1),
)  # fmt: skip
GUILD = Phrase("a guild hall, a tannery, a high street", "ратуша, кожевня, главная улица")
QUAY = Phrase("a customs house and a rope walk along a quay", "таможня и канатный двор у набережной")


def _sized(width: int, depth: int) -> Table:
    return Table(width, depth)


PALETTE = Palette(
    pieces=PIECES,
    sizes=tuple(dict.fromkeys((width // INCH, depth // INCH) for width, depth in board.SIZES.values())),
    least=(48, 48),
    most=96,
    ready=(
        Ready("guilds-alpha", Phrase("Guild quarter, Alpha", "Квартал гильдий, «Альфа»"), GUILD,
              partial(table.laid, table.SMALL[0], "alpha")),
        Ready("quay-alpha", Phrase("Quay, Alpha", "Набережная, «Альфа»"), QUAY,
              partial(table.laid, table.SMALL[1], "alpha")),
        Ready("guilds-gamma", Phrase("Guild quarter, Gamma", "Квартал гильдий, «Гамма»"), GUILD,
              partial(table.laid, table.SMALL[0], "gamma")),
        Ready("quay-gamma", Phrase("Quay, Gamma", "Набережная, «Гамма»"), QUAY,
              partial(table.laid, table.SMALL[1], "gamma")),
        Ready("avenue-omega", Phrase("Avenue, Omega", "Проспект, «Омега»"),
              Phrase("an exchange, law courts and printing works", "биржа, суд и типография"),
              partial(table.laid, table.LARGE[0], "omega")),
        Ready("empty", Phrase("Empty table", "Пустой стол"),
              Phrase("the players place the terrain in turn", "террейн ставят по очереди"),
              partial(_sized, *board.SIZES["alpha"])),
        Ready("empty-omega", Phrase("Empty table, Omega", "Пустой стол, «Омега»"),
              Phrase("the players place the terrain in turn", "террейн ставят по очереди"),
              partial(_sized, *board.SIZES["omega"])),
    ),
)  # fmt: skip
