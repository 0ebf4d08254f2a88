"""The catalogue of Kill Team's core sequence, one text file per chapter.

Code cites a clause by its id; a test makes sure that every cited id exists here. Special rules that act at hooks have
their clauses in their own files, in `specialist/` and `ability/`.
"""

from rules.kernel.book import Book

BOOK = Book(
    __name__,
    "kt",
    order=(
        "game",
        "deploy",
        "move",
        "charge",
        "psychic",
        "shoot",
        "fight",
        "morale",
        "wound",
        "roster",
        "datasheet",
        "notes",
    ),
)
