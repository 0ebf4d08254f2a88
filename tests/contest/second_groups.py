"""Groups and pods once more, by other means: dealt lists, tables counted by hand, orders that are tried one by one.

`gamelog.contest` seeds the elimination by a cheapest matching and plays pods by slots and their bits. Here every order
of a tier is tried, and a pod is played by a function that calls itself for its winners and its losers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from tests.contest.second_brackets import Beats, folded


class Score(NamedTuple):
    """The victory points of a match: of one side, and of the other. A forfeit has none, and a side that came."""

    mine: int
    other: int
    forfeit: str = ""


Scores = Mapping[tuple[int, int], Score]
"""Every match from both sides."""


def snake(order: Sequence[int], groups: int) -> list[list[int]]:
    """The groups, dealt there and back again."""
    found: list[list[int]] = [[] for _group in range(groups)]
    forth = True
    waiting = list(order)
    while waiting:
        row, waiting = waiting[:groups], waiting[groups:]
        for group, entrant in zip(found if forth else reversed(found), row, strict=False):
            group.append(entrant)
        forth = not forth
    return found


def schedule(group: Sequence[int]) -> list[set[frozenset[int]]]:
    """The rounds of a group by the circle method: the first stays, the others move on."""
    chairs = [*group, *[0] * (len(group) % 2)]
    rounds = []
    for _round in range(len(chairs) - 1):
        pairs = {frozenset((chairs[at], chairs[-1 - at])) for at in range(len(chairs) // 2)}
        rounds.append({each for each in pairs if 0 not in each})
        chairs = [chairs[0], chairs[-1], *chairs[1:-1]]
    return rounds


def points(score: Score) -> int:
    """Three for a win, one for a draw."""
    if score.forfeit:
        return 3 if score.forfeit == "won" else 0
    return 3 if score.mine > score.other else 1 if score.mine == score.other else 0


def key(entrant: int, others: Sequence[int], scores: Scores, *, bye: bool = False) -> tuple[int, int, int, int]:
    """What ranks somebody: points, difference and number of victory points, and the number on the list.

    `bye`: they had one, which is worth a win.
    """
    own = [scores[entrant, other] for other in others if other != entrant]
    difference = sum(each.mine - each.other for each in own)
    return -sum(map(points, own)) - 3 * bye, -difference, -sum(each.mine for each in own), entrant


def table(group: Sequence[int], scores: Scores) -> list[int]:
    """A group from its first to its last; in an odd group everybody has had the bye."""
    return sorted(group, key=lambda each: key(each, group, scores, bye=len(group) % 2 == 1))


def qualified(groups: Sequence[Sequence[int]], scores: Scores, top: int, more: int, gone: set[int]) -> list[list[int]]:
    """Who plays on, by the place in the group, each place from its best to its last across the groups."""
    tables = [table(each, scores) for each in groups]
    fewest = min(map(len, tables))
    uneven = len({len(each) for each in tables}) > 1

    def across(entrant: int) -> tuple[bool, tuple[int, int, int, int]]:
        own = next(each for each in tables if entrant in each)
        others = own[:fewest] if uneven else own
        bye = not uneven and len(own) % 2 == 1
        return entrant not in others, key(entrant, others, scores, bye=bye)

    left = [[each for each in found if each not in gone] for found in tables]
    tiers = [sorted((each[place] for each in left if len(each) > place), key=across) for place in range(top + 1)]
    return [each for each in (*tiers[:-1], tiers[-1][:more]) if each]


def meeting(order: Sequence[int]) -> dict[frozenset[int], int]:
    """In which round every two of a draw can meet first, found by playing it with everybody left in."""
    found: dict[frozenset[int], int] = {}
    blocks = [[each] for pair in _in_slots(order) for each in pair]
    number = 1
    while len(blocks) > 1:
        joined = []
        for a, b in zip(blocks[::2], blocks[1::2], strict=True):
            found |= {frozenset((one, two)): number for one in a for two in b if one and two}
            joined.append(a + b)
        blocks, number = joined, number + 1
    return found


def _in_slots(order: Sequence[int]) -> list[list[int]]:
    """The pairs of the first round from the top of the draw to its foot."""

    def spread(pairs: list[list[int]]) -> list[list[int]]:
        while len(pairs) > 1:
            pairs = [pairs[at] + pairs[-1 - at] for at in range(len(pairs) // 2)]
        return pairs

    (slots,) = spread(folded(order))
    return [slots[at : at + 2] for at in range(0, len(slots), 2)]


def seeded(tiers: Sequence[Sequence[int]], groups: Mapping[int, int]) -> list[int]:
    """Every order of a tier is tried; the one with the fewest and latest meetings within a group stands."""
    size = sum(map(len, tiers))
    order: list[int] = []
    for tier in tiers:
        tried = []
        for one in permutations(tier):
            filled = [*order, *one]
            rounds = meeting([*filled, *range(-1, len(filled) - size - 1, -1)])
            early = sorted(
                rounds[frozenset(two)] for two in combinations(filled, 2) if groups[two[0]] == groups[two[1]]
            )
            last = max(rounds.values(), default=0)
            clashes = [early.count(number) for number in range(1, last + 1)]
            tried.append((clashes, [one.index(each) for each in tier], one))
        order += min(tried)[-1]
    return order


def pod(members: Sequence[int], beats: Beats) -> list[int]:
    """The places of a pod: its winners play for the upper half, its losers for the lower one, and so on."""
    if len(members) < 2:
        return list(members)
    return [each for each in _places([one for pair in _in_slots(members) for one in pair], beats) if each]


def _places(slots: Sequence[int], beats: Beats) -> list[int]:
    if len(slots) == 1:
        return list(slots)
    winners, losers = [], []
    for a, b in zip(slots[::2], slots[1::2], strict=True):
        won = beats(a, b) if a and b else a or b
        winners.append(won)
        losers.append(a + b - won)
    return _places(winners, beats) + _places(losers, beats)
