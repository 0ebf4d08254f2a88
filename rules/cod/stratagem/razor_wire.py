"""The Razor Wire stratagem: its pieces and what they do are in `obstacles`."""

from __future__ import annotations

from rules.cod.chosen import as_obstacle
from rules.cod.stratagem.obstacles import RAZOR_WIRE

STRATAGEM = as_obstacle("razor-wire", "razor-wire", RAZOR_WIRE, RAZOR_WIRE["infantry"])
