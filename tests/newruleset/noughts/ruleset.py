"""The ruleset: its parts, its board, its words."""

from __future__ import annotations

from rules.kernel import common
from rules.kernel.ruleset import Reading, Ruleset

from . import board, book, mark, start

NOUGHTS = Ruleset(
    id="noughts",
    version="1",
    name="Noughts and crosses",
    parts=(common.PART, start.PART, mark.PART),
    sides=board.SIDES,
    listed=book.RULES,
    score=mark.score,
    table=board.table,
    checks=board.problems,
    reading=Reading(ties=frozenset({book.START["tie"]}), scored=frozenset({book.END["line"], book.END["full"]})),
)

VERSIONS = {NOUGHTS.version: NOUGHTS}
