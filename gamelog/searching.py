"""Searching user-written text.

SQLite ignores case in Latin letters alone, so a word in another alphabet is searched for as typed and in the
capitalisations usual for names.
"""

from __future__ import annotations

from django.db.models import Q


def says(word: str, *columns: str) -> Q:
    """Rows that contain a word in one of several columns, ignoring case."""
    found = Q()
    for written in sorted({word, word.lower(), word.upper(), word.capitalize(), word.title()}):
        for column in columns:
            found |= Q(**{f"{column}__icontains": written})
    return found
