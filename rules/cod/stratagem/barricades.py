"""The Barricades stratagem: its pieces and what they do are in `obstacles`."""

from __future__ import annotations

from rules.cod.chosen import as_obstacle
from rules.cod.stratagem.obstacles import BARRICADE

STRATAGEM = as_obstacle("barricades", "barricade", BARRICADE, BARRICADE["cover-save"])
