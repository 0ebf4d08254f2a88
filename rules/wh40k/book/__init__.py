"""The catalogue of the core sequence, one text file per chapter; special rules have their clauses in `special/`.

Listed here are the rules that code implements at hooks or whose clauses it names. The others need no Python.
"""

from rules.kernel.book import Book

BOOK = Book(
    __name__,
    "wh40k",
    order=(
        "turn",
        "movement",
        "psychic",
        "shooting",
        "assault",
        "morale",
        "fall_back",
        "regroup",
        "reserves",
        "vehicles",
        "special_rules",
        "roster",
        "other",
        "document",
    ),
)

BUILDING = BOOK.rule("wh40k.assumed.building")
CHARGE = BOOK.rule("wh40k.assumed.charge")
FIGHT = BOOK.rule("wh40k.assumed.fight")
GAME_LENGTH = BOOK.rule("wh40k.assumed.game-length")
GO_TO_GROUND = BOOK.rule("wh40k.assumed.go-to-ground")
OUTFLANK = BOOK.rule("wh40k.assumed.outflank")
PINNING = BOOK.rule("wh40k.assumed.pinning")
PSYCHIC = BOOK.rule("wh40k.assumed.psychic")
RESERVES = BOOK.rule("wh40k.assumed.reserves")
RUN = BOOK.rule("wh40k.assumed.run")
SKYFIRE = BOOK.rule("wh40k.assumed.skyfire")
TRANSPORT = BOOK.rule("wh40k.assumed.transport")
TURBO_BOOST = BOOK.rule("wh40k.assumed.turbo-boost")
TWIN_LINKED = BOOK.rule("wh40k.assumed.usr.twin-linked")
VEHICLE = BOOK.rule("wh40k.assumed.vehicle")
FALL_BACK = BOOK.rule("wh40k.fall-back")
MORALE = BOOK.rule("wh40k.morale")
REGROUP = BOOK.rule("wh40k.regroup")
