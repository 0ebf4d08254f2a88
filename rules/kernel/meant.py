"""What somebody probably meant by a word that does not exist: for refusals of misspelt names."""

from __future__ import annotations

from collections.abc import Iterable


def meant(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'north'?` for the known word nearest to a misspelt one; empty if none is near."""
    near = [(_far(word.lower(), each.lower()), each) for each in known if each]
    best = min(near, default=(len(word), ""))
    return f"; did you mean {best[1]!r}?" if best[0] <= _allowed(word, best[1]) else ""


def _far(word: str, other: str) -> int:
    """An id named by its last part alone is next to the whole id."""
    return 1 if word and other.endswith(f".{word}") else _steps(word, other)


def _allowed(word: str, other: str) -> int:
    """How many letters may be wrong: a third of the shorter word; of an id, only its last parts differ from others."""
    return min(len(word.rpartition(".")[2]), len(other.rpartition(".")[2])) // 3 + 1 if word and other else -1


def _steps(a: str, b: str) -> int:
    """How many letters have to be changed, added, left out or swapped with the next to turn one word into the other."""
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        row = [i]
        for j, other in enumerate(b, 1):
            least = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != other))
            if i > 1 and j > 1 and (a[i - 2], letter) == (other, b[j - 2]):
                least = min(least, before[j - 2] + 1)
            row.append(least)
        before, last = last, row
    return last[-1]
