"""The catalogue of the core sequence, one text file per chapter; the universal rules have their clauses in `special/`.

Listed here are the rules that code implements at hooks or whose clauses it names. The others need no Python.
"""

from rules.kernel.book import Book

BOOK = Book(__name__, "t9a")

CHARGES = BOOK.rule("t9a.core.charge-range")
FLUX_CARD = BOOK.rule("t9a.core.flux")
FULL_RANKS = BOOK.rule("t9a.core.full-ranks")
JOINING = BOOK.rule("t9a.core.join-unit")
LINE = BOOK.rule("t9a.core.line-formation")
SCORING = BOOK.rule("t9a.core.scoring")
MARCH = BOOK.rule("t9a.core.march-move")
MISFIRES = BOOK.rule("t9a.core.misfire")
MELEE = BOOK.rule("t9a.core.melee-to-hit")
PANIC = BOOK.rule("t9a.core.panic")
RALLY = BOOK.rule("t9a.core.rally")
