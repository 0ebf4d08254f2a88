"""The elimination of pods: whoever loses plays on, for the places that are left to them.

A pod has a draw like that of a single elimination, with room for 2^k. In round r the winner of a match goes on for the
same places, and the loser for those that begin 2^(k-r) further down; those who play for the same places meet by the
slots of the draw. After k rounds everybody has a place of their own, and nobody has left the pod.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamelog.contest.pairing import elimination
from gamelog.contest.pairing.request import Candidate


def draw(candidates: Sequence[Candidate], number: int) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """The pairs of round `number` of a pod, those for the first places first, and who has no opponent in it.

    Raises:
        Refused: as `elimination.draw`.
    """
    pairs: list[tuple[int, int]] = []
    unopposed: list[int] = []
    for above in sorted({each.above for each in candidates}):
        met, alone = elimination.draw([each for each in candidates if each.above == above], number)
        pairs += met
        unopposed += alone
    return pairs, tuple(unopposed)


def step(entrants: int, number: int) -> int:
    """How many places a loser of round `number` of a pod of so many falls back."""
    return elimination.bracket_size(entrants) >> number
