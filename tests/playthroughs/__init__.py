"""Golden games: whole recorded battles with the digest of the position after every step; see README.md.

Each game system has a module, called as its ruleset, with its forces, its grounds and its plans; nothing lists them.
Nothing about a game is chosen anywhere else, so `python -m tests.playthroughs` writes the same bytes wherever it runs.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import rules
from tests.playthroughs import kt
from tests.playthroughs.playing import System

SYSTEMS: dict[str, System] = {
    name: import_module(f"{__name__}.{name}").SYSTEM for name in rules.RULESETS if find_spec(f"{__name__}.{name}")
}
GAMES = kt.SYSTEM.folder
"""The golden games of Kill Team."""
