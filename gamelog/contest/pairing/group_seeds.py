"""The draw of an elimination after groups: winners of groups meet others' seconds, and a group's members meet late.

The winners of the groups are the first seeds, then come the seconds, and so on. Within each of these tiers everybody is
of another group, and may be moved: they are given the tier's seeds so that as few as possible can meet somebody of
their group in the first round, then in the second, and so on. Where that leaves a choice, the best of the tier has the
highest seed, then the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamelog.contest.pairing.elimination import bracket_order, bracket_size
from gamelog.contest.pairing.matching import cheapest


def seeded(tiers: Sequence[Sequence[int]], groups: Mapping[int, int]) -> list[int]:
    """The entrants of the tiers in the order of their seeds. Within a tier the best comes first, each of another
    group.
    """
    size = bracket_size(sum(map(len, tiers)))
    slots = {seed: slot for slot, seed in enumerate(bracket_order(size))}
    order: list[int] = []
    for tier in tiers:
        seeds = range(len(order) + 1, len(order) + len(tier) + 1)
        taken = {entrant: slots[seed] for seed, entrant in enumerate(order, 1)}
        clashes = [
            [
                sum(_early(slots[seed], slot, size) for mate, slot in taken.items() if groups[mate] == groups[entrant])
                for seed in seeds
            ]
            for entrant in tier
        ]
        order += [tier[at] for at in _assigned(clashes)]
    return order


def _early(a: int, b: int, size: int) -> int:
    """What it costs that two slots meet: the earlier, the more."""
    early: int = pow(size * size, size.bit_length() - (a ^ b).bit_length())
    return early


def _assigned(clashes: Sequence[Sequence[int]]) -> list[int]:
    """Who gets each seed of a tier, both counted from 0: the fewest clashes, then the best first."""
    count = len(clashes)
    width = (count + 1) ** count
    edges = [
        (one, count + seed, cost * width + seed * (count + 1) ** (count - 1 - one))
        for one, costs in enumerate(clashes)
        for seed, cost in enumerate(costs)
    ]
    found = cheapest(2 * count, edges)
    assert found is not None, "everybody can have every seed"
    return [one for one, _seed in sorted(found, key=lambda pair: pair[1])]
