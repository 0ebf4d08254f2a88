"""Golden games: whole recorded battles with the digest of the position after every step; see README.md.

Each game system has a module with its forces, its grounds and its plans. Nothing about a game is chosen anywhere else,
so `python -m tests.playthroughs` writes the same bytes wherever it runs.
"""

from __future__ import annotations

from tests.playthroughs import cod, kt, necro, wh40k
from tests.playthroughs.playing import System

SYSTEMS: dict[str, System] = {"kt": kt.SYSTEM, "wh40k": wh40k.SYSTEM, "cod": cod.SYSTEM, "necro": necro.SYSTEM}
GAMES = kt.SYSTEM.folder
"""The golden games of Kill Team."""
