"""Searching what people wrote. SQLite takes large and small letters for the same in Latin alone, so a word of another
alphabet is looked for as it was typed and in the ways in which names are written.
"""

from __future__ import annotations

from django.db.models import Q


def says(word: str, *columns: str) -> Q:
    """Rows in which one of some columns has a word, large and small letters alike."""
    found = Q()
    for written in sorted({word, word.lower(), word.upper(), word.capitalize(), word.title()}):
        for column in columns:
            found |= Q(**{f"{column}__icontains": written})
    return found
