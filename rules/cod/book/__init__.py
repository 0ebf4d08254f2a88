"""The catalogue of the core sequence of Cities of Death, one text file per chapter.

Listed here are the rules that code implements at hooks or whose clauses it names. The others need no Python.
"""

from rules.kernel.book import Book

BOOK = Book(
    __name__,
    "cod",
    order=(
        "sequence",
        "setup",
        "ruins",
        "terrain",
        "stratagems",
        "scenarios",
        "victory_points",
        "special",
        "design",
        "assumed",
        "gaps",
    ),
)

ASSUMED = BOOK.rule("cod.assumed")
RUIN_ASSUMED = BOOK.rule("cod.assumed.ruin")
DESTRUCTION = BOOK.rule("cod.destruction")
GAPS = BOOK.rule("cod.gap")
ORGANISATION = BOOK.rule("cod.org")
RUIN = BOOK.rule("cod.ruin")
SCENARIOS = BOOK.rule("cod.scenario")
SEQUENCE = BOOK.rule("cod.sequence")
SHEET = BOOK.rule("cod.sheet")
SPECIAL = BOOK.rule("cod.special")
DANGEROUS_RUIN = BOOK.rule("cod.status.dangerous-ruin")
STRATAGEMS = BOOK.rule("cod.stratagem")
TERRAIN = BOOK.rule("cod.terrain")
