"""The catalogue of Kill Team's core sequence, a text file a chapter.

Code cites a clause by its id; a test holds that every id it cites stands here. Special rules that act at hooks carry
their clauses themselves, in `specialist/` and `ability/`.
"""

from rules.kernel.book import Book

BOOK = Book(__name__, "kt")
