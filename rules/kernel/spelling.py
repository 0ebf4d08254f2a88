"""Misspelt words: the known word that somebody obviously meant."""

from __future__ import annotations

from collections.abc import Iterable

SHORTEST = 5
"""Letters of a word that can be recognised in spite of a slip: of shorter ones too many are alike."""


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word meant by another, whatever its case, blanks and hyphens: the same, or the only one that is one
    slip away. Empty if there is none.
    """
    wanted = _letters(word)
    alike = {each: _letters(each) for each in known}
    same = [each for each, letters in alike.items() if letters == wanted]
    if same or len(wanted) < SHORTEST:
        return same[0] if same else ""
    close = [each for each, letters in alike.items() if _one_slip(wanted, letters)]
    return close[0] if len(close) == 1 else ""


def meant(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'north'?` for the end of a refusal, also of an id that is named by its last part; empty if
    nothing is near.
    """
    listed = list(known)
    last = [each for each in listed if word and each.endswith(f".{word}")]
    found = last[0] if len(last) == 1 else nearest(word, listed)
    return f"; did you mean {found!r}?" if found else ""


def _letters(word: str) -> str:
    return "".join(c for c in word.casefold() if c.isalnum())


def _one_slip(one: str, other: str) -> bool:
    """Whether two different words differ by one letter added, lost or changed, or by two neighbours exchanged."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    a, b = one[start:], other[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
