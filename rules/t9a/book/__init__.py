"""The catalogue of the core sequence, one text file per chapter; the universal rules have their clauses in `special/`.

Listed here are the rules that code implements at hooks or whose clauses it names. The others need no Python.
"""

from rules.kernel.book import Book

BOOK = Book(__name__, "t9a", order=("turn", "movement", "charge", "magic", "shooting", "melee", "dice"))

ADVANCES = BOOK.rule("t9a.core.advance-move")
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
PURSUED_OFF = BOOK.rule("t9a.core.pursued-off-table")
RALLY = BOOK.rule("t9a.core.rally")
RANDOM = BOOK.rule("t9a.core.random-movement")
SWIFTSTRIDE = BOOK.rule("t9a.core.swiftstride")
OF_MODELS = (ADVANCES, CHARGES, LINE, RANDOM, SCORING, SWIFTSTRIDE)
"""The rules that a model or a unit can have."""
