"""Eliminations once more, by other means: matches that name where their sides come from, played one by one.

`gamelog.contest` finds a round's pairs from slots and their bits. Here a bracket is a list of matches, each of whose
sides is a seed, or the winner or loser of another match, built by joining the halves of the field recursively.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

Beats = Callable[[int, int], int]
"""Which of two wins when they meet."""


class Played(NamedTuple):
    """A round: who met whom, and who went on without an opponent."""

    pairs: set[frozenset[int]]
    alone: set[int]


def folded(seeds: Sequence[int]) -> list[list[int]]:
    """First against last, second against last but one; 0 is an empty place at the bottom of the list."""
    size = 1
    while size < len(seeds):
        size *= 2
    filled = [*seeds, *[0] * (size - len(seeds))]
    return [[filled[at], filled[size - 1 - at]] for at in range(size // 2)]


def round_of(pairs: Iterable[Sequence[int]], beats: Beats) -> tuple[Played, list[int]]:
    """A round played, with its winners in the order of the pairs."""
    met, alone, won = set(), set(), []
    for a, b in pairs:
        if a and b:
            met.add(frozenset((a, b)))
            won.append(beats(a, b))
        else:
            alone.add(a or b)
            won.append(a or b)
    return Played(met, alone - {0}), won


def single(seeds: Sequence[int], beats: Beats, *, reseed: bool = False) -> list[Played]:
    """An elimination round by round. The winner of a match takes the better seed's place in a fixed draw."""
    left, rounds = list(seeds), []
    while len(left) > 1:
        played, won = round_of(folded(left), beats)
        rounds.append(played)
        left = sorted(won, key=seeds.index) if reseed else won
    return rounds
