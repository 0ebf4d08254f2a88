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


class Double(NamedTuple):
    """A double elimination: its rounds, and everybody from the first place down, those who share one together."""

    rounds: list[Played]
    places: list[set[int]]
    lower: list[list[int]]
    """Who came into each round of the lower bracket, in its order."""


def crossed(losers: Sequence[int], upper: int) -> list[int]:
    """The losers of an upper round in the order in which they come into the lower bracket."""
    half = len(losers) // 2
    if upper % 4 == 2:
        return list(reversed(losers))
    if upper % 4 == 3:
        return [*losers[half:], *losers[:half]]
    if upper % 4 == 0:
        return [*reversed(losers[:half]), *reversed(losers[half:])] if half else list(losers)
    return list(losers)


def double(seeds: Sequence[int], beats: Beats, *, second_final: bool = True) -> Double:
    """Both brackets as lists of those who are left in each, from the top."""
    order = list(seeds)
    while len(order) & (len(order) - 1):
        order.append(0)
    upper = _laid_out(order)
    rounds: list[Played] = []
    places: list[set[int]] = []
    entered: list[list[int]] = []
    played, upper, below = _both(upper, beats)
    rounds.append(played)
    number = 1
    while len(upper) > 1:
        number += 1
        above, upper, fallen = _both(upper, beats)
        entered.append(below)
        first, below, out = _both(below, beats)
        places.append(set(out) - {0})
        rounds.append(Played(above.pairs | first.pairs, above.alone | first.alone))
        mixed = [each for two in zip(below, crossed(fallen, number), strict=True) for each in two]
        entered.append(mixed)
        second, below, out = _both(mixed, beats)
        places.append(set(out) - {0})
        rounds.append(second)
    (a,), (b,) = upper, below
    won = beats(a, b)
    rounds.append(Played({frozenset((a, b))}, set()))
    if won == b and second_final:
        rounds.append(rounds[-1])
        won = beats(a, b)
    places += [{a, b} - {won}, {won}]
    return Double(rounds, [each for each in reversed(places) if each], entered)


def _laid_out(order: Sequence[int]) -> list[int]:
    """The draw from top to bottom: the winners of both halves of every match are laid out as their best seeds are."""
    if len(order) == 1:
        return list(order)
    size = len(order)
    against = {order[at]: order[size - 1 - at] for at in range(size // 2)}
    return [each for best in _laid_out(order[: size // 2]) for each in (best, against[best])]


def _both(left: Sequence[int], beats: Beats) -> tuple[Played, list[int], list[int]]:
    """Neighbours meet: the round, its winners and its losers, 0 for nobody."""
    twos = list(zip(left[::2], left[1::2], strict=True))
    played, won = round_of(twos, beats)
    return played, won, [a + b - winner if a and b else 0 for (a, b), winner in zip(twos, won, strict=True)]
