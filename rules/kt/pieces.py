"""What tables of Kill Team are drawn of. What is up to 1.5" high is no obstacle; on everything higher models stand.

Lengths are hundredths of an inch.
"""

from __future__ import annotations

from functools import partial

from rules import layouts
from rules.kernel.palette import Palette, PieceKind, Ready
from rules.kernel.telling import Phrase
from rules.kt import table

PIECES = (
    PieceKind("wall", "wall", Phrase("Ruin wall", "Стена руин"), 500, 50, 500),
    PieceKind("platform", "platform", Phrase("Platform", "Платформа"), 400, 400, 300),
    PieceKind("floor", "platform", Phrase("Upper floor", "Этаж"), 400, 400, 20, 280),
    PieceKind("container", "container", Phrase("Container", "Контейнер"), 500, 250, 250),
    PieceKind("crates", "crates", Phrase("Crates", "Ящики"), 150, 150, 120),
    PieceKind("barrels", "crates", Phrase("Barrels", "Бочки"), 100, 100, 140),
    PieceKind("tanks", "tanks", Phrase("Fuel tanks", "Цистерны"), 300, 150, 220),
    PieceKind("pipes", "pipes", Phrase("Pipes", "Трубы"), 400, 60, 100),
    PieceKind("pews", "pews", Phrase("Benches", "Скамьи"), 150, 60, 80),
)
_WORDS = {
    "harbour": (
        Phrase("Harbour", "Гавань"),
        Phrase("an office, a dock, containers and fuel tanks", "контора, причал, контейнеры и цистерны"),
    ),
    "chapel": (
        Phrase("Chapel", "Часовня"),
        Phrase("a ruined nave between a bell tower and a charnel house", "разрушенный неф, колокольня и склеп"),
    ),
    "refinery": (
        Phrase("Refinery", "Нефтеперерабатывающий завод"),
        Phrase("two pipelines, silos and a pump house", "два трубопровода, силосы и насосная"),
    ),
}
PALETTE = Palette(
    pieces=PIECES,
    sizes=((30, 22), (22, 30), (44, 30), (36, 36)),
    least=(20, 22),
    most=60,
    deployments=(layouts.short_edges(lambda across: 600), layouts.long_edges(lambda across: 600), layouts.corners(900)),
    ready=tuple(
        Ready(layout[0], *_WORDS[layout[0]], partial(layouts.laid, layout, table.WIDTH, table.DEPTH, table.zones()))
        for layout in table.LAYOUTS
    ),
)
