"""The tables to choose among: the ready layouts of a ruleset as small pictures, and a table without a map."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from frontend.base.language import russian
from frontend.base.lengths import inches
from frontend.games import table_drawing
from gamelog.games.opening import refusal
from rules.kernel.lengths import INCH
from rules.kernel.state import Table
from rules.kernel.telling import Language

SEEDS = 60
"""So many tables are looked through for layouts: the others are mirrored ones of the same pieces."""
NO_MAP = "no-map"
SKETCH = "sketch"
WIDE = 96 * INCH
"""On a table without coordinates there is room for twice the longest range that is usual."""
FEWEST_INCHES, MOST_INCHES = 12, 144


class TableChoice(NamedTuple):
    """A table to choose: the value that chooses it, its name, and its picture, whose text says size and pieces."""

    key: str
    name: str
    table: Table
    picture: SafeString

    @property
    def size(self) -> str:
        """Width and depth: 30″ × 22″."""
        return size_words(self.table)


def language() -> Language:
    """The reader's language."""
    return "ru" if russian() else "en"


def size_words(table: Table) -> str:
    """Width and depth: 30″ × 22″."""
    return f"{inches(table.width)} × {inches(table.depth)}"


def choice(ruleset: rules.Ruleset, key: str, name: str, table: Table, about: str = "") -> TableChoice:
    """A table as a choice; without a description, how many pieces stand on it."""
    count = len(table.terrain)
    said = about or ngettext("%(count)d piece", "%(count)d pieces", count) % {"count": count}
    state = rules.State(ruleset.id, ruleset.version, table)
    drawn = table_drawing.table(state, label=f"{size_words(table)}: {said}")
    return TableChoice(key, name, table, drawn)


def layouts(ruleset: rules.Ruleset) -> tuple[TableChoice, ...]:
    """The layouts of a ruleset with which a game can begin, called in the reader's language."""
    return _layouts(ruleset.id, ruleset.version, language())


@cache
def _layouts(ruleset_id: str, version: str, said_in: Language) -> tuple[TableChoice, ...]:
    ruleset = rules.load(ruleset_id, version)
    if not ruleset.palette.ready:
        return _from_seeds(ruleset)
    made = ((ready, ready.table()) for ready in ruleset.palette.ready)
    return tuple(
        choice(ruleset, ready.key, ready.name.fill(said_in, {}), table, ready.about.fill(said_in, {}))
        for ready, table in made if refusal(ruleset, table, {}) is None
    )  # fmt: skip


def _from_seeds(ruleset: rules.Ruleset) -> tuple[TableChoice, ...]:
    """The layouts of a ruleset that names none, each once, however it may be mirrored."""
    found: dict[tuple[tuple[str, str, int], ...], Table] = {}
    for seed in range(SEEDS):
        table = ruleset.table(seed)
        pieces = tuple(sorted((piece.name, piece.kind, piece.height) for piece in table.terrain))
        if table.mapped and pieces not in found and refusal(ruleset, table, {}) is None:
            found[pieces] = table
    return tuple(
        choice(ruleset, str(at), _("Layout %(number)d") % {"number": at}, each)
        for at, each in enumerate(found.values(), 1)
    )


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
