"""The tables to choose among: the ready layouts of a ruleset as small pictures, and a table without a map."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from django.utils.safestring import SafeString

import rules
from frontend.base.lengths import inches
from frontend.games import table_drawing
from gamelog.games.opening import refusal
from rules.kernel.lengths import INCH
from rules.kernel.state import Table

SEEDS = 60
"""So many tables are looked through for layouts: the others are mirrored ones of the same pieces."""
NO_MAP = "no-map"
SKETCH = "sketch"
WIDE = 96 * INCH
"""On a table without coordinates there is room for twice the longest range that is usual."""
FEWEST_INCHES, MOST_INCHES = 12, 144


class TableChoice(NamedTuple):
    """A layout: the seed that gives it, the table, its picture, and its size in words."""

    seed: int
    table: Table
    picture: SafeString

    @property
    def size(self) -> str:
        """Width and depth: 30″ × 22″."""
        return f"{inches(self.table.width)} × {inches(self.table.depth)}"

    @property
    def bare(self) -> bool:
        """Whether nothing stands on it."""
        return not self.table.terrain


@cache
def layouts(ruleset_id: str, version: str) -> tuple[TableChoice, ...]:
    """The layouts of a ruleset with which a game can begin, each once, however it may be mirrored."""
    ruleset = rules.load(ruleset_id, version)
    found: dict[tuple[tuple[str, str, int], ...], TableChoice] = {}
    for seed in range(SEEDS):
        table = ruleset.table(seed)
        pieces = tuple(sorted((piece.name, piece.kind, piece.height) for piece in table.terrain))
        if table.mapped and pieces not in found and refusal(ruleset, table, {}) is None:
            found[pieces] = TableChoice(seed, table, _drawn(ruleset, table))
    return tuple(found.values())


def _drawn(ruleset: rules.Ruleset, table: Table) -> SafeString:
    return table_drawing.table(rules.State(ruleset.id, ruleset.version, table))


@cache
def without_map(ruleset_id: str, version: str) -> Table | None:
    """A table whose terrain nobody drew, of the usual size; None where a game cannot begin with one."""
    ruleset = rules.load(ruleset_id, version)
    usual = ruleset.table(0)
    bare = Table(usual.width, usual.depth, mapped=False)
    return bare if refusal(ruleset, bare, {}) is None else None


def of_size(width: int, depth: int) -> Table:
    """A table without a map, its size in inches."""
    return Table(width * INCH, depth * INCH, mapped=False)


@cache
def sketch(ruleset_id: str, version: str) -> Table | None:
    """A table without coordinates, with room for every distance; None where a game cannot begin with one."""
    ruleset = rules.load(ruleset_id, version)
    usual = ruleset.table(0)
    side = max(usual.width + usual.depth, WIDE)
    bare = Table(side, side, mapped=False, sketch=True)
    return bare if refusal(ruleset, bare, {}) is None else None
