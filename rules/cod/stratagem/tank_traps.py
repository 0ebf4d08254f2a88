"""The Tank Traps stratagem: its pieces and what they do are in `obstacles`."""

from __future__ import annotations

from rules.cod.chosen import as_obstacle
from rules.cod.stratagem.obstacles import TANK_TRAP

STRATAGEM = as_obstacle("tank-traps", "tank-trap", TANK_TRAP, TANK_TRAP["vehicle"])
