"""What fields of Necromunda are drawn of. What each kind does is in `rules.necro.ground`.

Lengths are hundredths of an inch. A terminal names its door after a colon.
"""

from __future__ import annotations

from functools import partial

from rules import layouts
from rules.kernel.palette import Palette, PieceKind, Ready
from rules.kernel.telling import Phrase
from rules.necro import table, terminal

PIECES = (
    PieceKind("wall", "wall", Phrase("Wall", "Стена"), 600, 50, 600),
    PieceKind("door", "door", Phrase("Door", "Дверь"), 200, 50, 300),
    PieceKind("terminal", "terminal", Phrase("Terminal", "Терминал"), 40, 40, 120, of=terminal.DOORS),
    PieceKind("platform", "platform", Phrase("Platform", "Платформа"), 400, 400, 300),
    PieceKind("walkway", "platform", Phrase("Walkway", "Мостки"), 600, 100, 20, 280),
    PieceKind("ladder", "ladder", Phrase("Ladder", "Лестница"), 60, 30, 300),
    PieceKind("barricade", "barricade", Phrase("Crates", "Ящики"), 200, 100, 120),
    PieceKind("barrels", "barricade", Phrase("Barrels", "Бочки"), 100, 100, 130),
    PieceKind("generator", "generator", Phrase("Generator", "Генератор"), 80, 80, 140),
    PieceKind("vent", "vent", Phrase("Ductway", "Вентиляция"), 200, 60, 60),
    PieceKind("openwork", "openwork", Phrase("Girders", "Балки"), 300, 100, 300),
    PieceKind("endless wall", "endless wall", Phrase("Wall up to the roof", "Стена до потолка"), 600, 50, 600),
    PieceKind("locked door", "locked door", Phrase("Locked door", "Запертая дверь"), 200, 50, 300),
    PieceKind("difficult", "difficult", Phrase("Rough ground", "Завал"), 400, 400, 10),
    PieceKind("dangerous", "dangerous", Phrase("Acid pool", "Лужа кислоты"), 300, 300, 10),
    PieceKind("pitfall", "pitfall", Phrase("Pitfall", "Провал"), 200, 200, 1),
    PieceKind("impassable", "impassable", Phrase("Tank", "Цистерна"), 300, 300, 500),
)
_WORDS = {
    "sump": (
        Phrase("Sump", "Сток"),
        Phrase("Zone Mortalis: bulkheads with two doors, an acid pool", "Zone Mortalis: переборки с дверями, кислота"),
    ),
    "gantry": (
        Phrase("Gantry", "Помост"),
        Phrase("Sector Mechanicus: two platforms joined by a gantry", "Sector Mechanicus: две платформы и мостки"),
    ),
    "cells": (
        Phrase("Cells", "Камеры"),
        Phrase("Zone Mortalis: corridors between blocks of cells", "Zone Mortalis: коридоры между блоками камер"),
    ),
    "walkways": (
        Phrase("Walkways", "Переходы"),
        Phrase("Sector Mechanicus: two towers and a hub with walkways", "Sector Mechanicus: две башни, узел, переходы"),
    ),
}
PALETTE = Palette(
    pieces=PIECES,
    sizes=((36, 36), (48, 36), (24, 24), (48, 48)),
    least=(20, 24),
    most=72,
    deployments=(layouts.long_edges(lambda across: 600), layouts.short_edges(lambda across: 600),
                 layouts.corners(1200)),
    ready=tuple(
        Ready(layout.name, *_WORDS[layout.name], partial(table.laid, layout)) for layout in table.LAYOUTS
    ),
)  # fmt: skip
