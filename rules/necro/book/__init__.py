"""The catalogue, one text file per chapter.

Listed here are the rules that code implements at hooks or whose clauses it names. The others need no Python.
"""

from rules.kernel.book import Book

BOOK = Book(__name__, "necro")

DOOR = BOOK.rule("necro.door")
INSANE = BOOK.rule("necro.insane")
SCENARIO = BOOK.rule("necro.scenario")
TERMINAL = BOOK.rule("necro.terminal")
VENT = BOOK.rule("necro.vent")
BOTTLE = BOOK.rule("necro.core.bottle")
NERVE = BOOK.rule("necro.core.nerve")
VENT_SHOOT = BOOK.rule("necro.core.vent-shoot")
