"""The catalogue of the core sequence, one text file per chapter; the universal rules have their clauses in `special/`.

Listed here are the rules that code implements at hooks or whose clauses it names. The others need no Python.
"""

from rules.kernel.book import Book

BOOK = Book(__name__, "t9a")

ADVANCES = BOOK.rule("t9a.core.advance-move")
CHARGES = BOOK.rule("t9a.core.charge-range")
FULL_RANKS = BOOK.rule("t9a.core.full-ranks")
MARCH = BOOK.rule("t9a.core.march-move")
MELEE = BOOK.rule("t9a.core.melee-to-hit")
PANIC = BOOK.rule("t9a.core.panic")
PURSUED_OFF = BOOK.rule("t9a.core.pursued-off-table")
RALLY = BOOK.rule("t9a.core.rally")
RANDOM = BOOK.rule("t9a.core.random-movement")
SWIFTSTRIDE = BOOK.rule("t9a.core.swiftstride")
