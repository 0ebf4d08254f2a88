"""The cheapest perfect matching, against all matchings and against the library without prices."""

from __future__ import annotations

import random
from itertools import combinations

import networkx
import pytest

from gamelog.contest.pairing.matching import cheapest
from gamelog.contest.pairing.prices import SCALE, Edge, prices
from tests.contest.pairing import brute


def graph(number: int, size: int) -> list[Edge]:
    """Edges by chance, of small costs or of such that one outweighs all smaller ones."""
    dice = random.Random(f"{number} {size}")
    density, large = dice.random(), dice.random() < 0.5
    pairs = [pair for pair in combinations(range(size), 2) if dice.random() < density]
    return [(a, b, dice.randrange(5) << (60 if large and dice.random() < 0.3 else 0)) for a, b in pairs]


@pytest.mark.parametrize("size", [0, 2, 4, 6, 8])
def test_is_the_cheapest_of_all_or_there_is_none(size: int) -> None:
    none = 0
    for number in range(150):
        edges = graph(number, size)
        costs = {frozenset((a, b)): cost for a, b, cost in edges}
        all_costs = [
            sum(costs[pair] for pair in pairs)
            for pairs, _bye in brute.pairings(tuple(range(size)))
            if costs.keys() >= pairs
        ]
        found = cheapest(size, edges)
        if found is None:
            none += 1
            assert not all_costs
        else:
            assert sorted(node for pair in found for node in pair) == list(range(size))
            assert sum(costs[frozenset(pair)] for pair in found) == min(all_costs)
    assert size == 0 or 0 < none < 150


@pytest.mark.parametrize("number", range(20))
def test_prices_are_fair_and_change_nothing(number: int) -> None:
    dice = random.Random(number)
    size = dice.randrange(20, 70, 2)
    edges = [(a, b, cost) for a, b, cost in graph(number, size) if dice.random() < 0.6]
    found = prices(size, edges)
    matched = cheapest(size, edges)
    plain = networkx.Graph()
    plain.add_weighted_edges_from((a, b, -cost) for a, b, cost in edges)
    pairs = networkx.max_weight_matching(plain, maxcardinality=True)
    if matched is None:
        assert 2 * len(pairs) < size
    else:
        assert found is not None
        costs = {(a, b): cost for a, b, cost in edges}
        assert all(found[a] + found[b] <= SCALE * cost for a, b, cost in edges)
        assert sum(costs[min(pair), max(pair)] for pair in pairs) == sum(costs[pair] for pair in matched)


def test_where_nobody_can_be_asked_twice_there_is_no_matching() -> None:
    """Three nodes of which each knows only the same other one."""
    edges = [(0, 3, 1), (1, 3, 1), (2, 3, 1)]
    assert prices(4, edges) is None
    assert cheapest(4, edges) is None
