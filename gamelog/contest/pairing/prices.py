"""Prices of nodes that make their cheapest perfect matching easy to find.

Prices are fair if no edge costs less than the prices of its two nodes together. The higher they are in sum, the nearer
the matching is. Here they come from an easier question: every node asks another one, and is asked by one, which need
not be the same; what is the cheapest way? Its answer is built up node by node along shortest paths (the Hungarian
method), with a price for asking and one for being asked; a node's price is the mean of its two.

Nothing depends on the prices but the time that a matching takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import TypeAlias

import msgspec

Edge: TypeAlias = tuple[int, int, int]
"""Two nodes and what it costs to match them."""
SCALE = 4
"""Prices are in quarters of a cost: so half of a cost, and the mean of two such, are whole numbers."""
NOBODY = -1


class Market(msgspec.Struct):
    """Who asks whom so far, by node, with the prices of asking and of being asked; `at` are a node's edges."""

    at: list[list[tuple[int, int]]]
    asking: list[int]
    asked: list[int]
    asks: list[int]
    asker: list[int]


def prices(size: int, edges: Sequence[Edge]) -> list[int] | None:
    """Fair prices of the nodes 0 to `size` - 1; None where they cannot all ask, so that nothing matches them all."""
    at: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for a, b, cost in edges:
        at[a].append((b, SCALE * cost))
        at[b].append((a, SCALE * cost))
    if not all(at):
        return None
    market = _opened(at)
    for node in range(size):
        if market.asks[node] == NOBODY and not _ask(market, node):
            return None
    return [(asking + asked) // 2 for asking, asked in zip(market.asking, market.asked, strict=True)]


def _opened(at: list[list[tuple[int, int]]]) -> Market:
    """Half of everybody's cheapest edge, and then as much more as is fair; whoever can at these prices asks."""
    first = [min(cost for _other, cost in around) // 2 for around in at]
    for node, around in enumerate(at):
        first[node] += min(cost - first[other] - first[node] for other, cost in around)
    market = Market(at, first, list(first), [NOBODY] * len(at), [NOBODY] * len(at))
    for node, around in enumerate(at):
        for other, cost in around:
            if market.asker[other] == NOBODY and cost == first[node] + first[other]:
                market.asks[node], market.asker[other] = other, node
                break
    return market


def _ask(market: Market, start: int) -> bool:
    """Let one more node ask, along the cheapest chain of nodes who then ask another; False if there is none."""
    reached: dict[int, tuple[int, int]] = {}
    ahead: list[tuple[int, int, int]] = []
    node, far, last = start, 0, NOBODY
    while node != NOBODY:
        for other, cost in market.at[node]:
            if other not in reached:
                heappush(ahead, (far + cost - market.asking[node] - market.asked[other], other, node))
        while ahead and ahead[0][1] in reached:
            heappop(ahead)
        if not ahead:
            return False
        far, last, by = heappop(ahead)
        reached[last] = far, by
        node = market.asker[last]
    _pay(market, start, far, reached)
    _change(market, start, last, reached)
    return True


def _pay(market: Market, start: int, far: int, reached: dict[int, tuple[int, int]]) -> None:
    """Change the prices so that the chain costs nothing beyond them, and all stay fair."""
    market.asking[start] += far
    for other, (distance, _by) in reached.items():
        market.asked[other] -= far - distance
        if market.asker[other] != NOBODY:
            market.asking[market.asker[other]] += far - distance


def _change(market: Market, start: int, last: int, reached: dict[int, tuple[int, int]]) -> None:
    """From the end of the chain to its start, everybody asks the next."""
    other, node = last, NOBODY
    while node != start:
        node = reached[other][1]
        market.asker[other] = node
        market.asks[node], other = other, market.asks[node]
