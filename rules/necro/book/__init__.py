"""The catalogue, one text file per chapter.

Listed here are the rules that code implements at hooks or whose clauses it names. The others need no Python.
"""

from rules.kernel.book import Book

BOOK = Book(__name__, "necro", order=("core", "movement", "terrain", "doors", "insane", "gang", "scenario", "document"))

DOOR = BOOK.rule("necro.door")
ENGAGE = BOOK.rule("necro.engage")
INSANE = BOOK.rule("necro.insane")
MOVE = BOOK.rule("necro.move")
ONE_INCH = BOOK.rule("necro.one-inch")
SCENARIO = BOOK.rule("necro.assumed.scenario")
TERMINAL = BOOK.rule("necro.terminal")
TERRAIN = BOOK.rule("necro.terrain")
VENT = BOOK.rule("necro.vent")
BOTTLE = BOOK.rule("necro.core.bottle")
FALL_TEST = BOOK.rule("necro.core.fall-test")
NERVE = BOOK.rule("necro.core.nerve")
VENT_SHOOT = BOOK.rule("necro.core.vent-shoot")
