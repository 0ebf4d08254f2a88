"""Who plays at which table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count, islice

import networkx

from gamelog.contest.errors import Refused
from gamelog.contest.pairing.matching import Graph
from gamelog.contest.pairing.request import Request
from gamelog.contest.pairing.score_groups import short_lot

REACH = 8
"""How many tables up and down one looks first; doubled until nobody returns to a table, or every table was seen."""
WIDTH = 44
"""Bits of a level of the costs, as in `costs`: 10,000 pairs moved through the whole hall come to less than 2^40."""

Two = tuple[int, int]


def seated(request: Request, pairs: Sequence[Two]) -> dict[Two, int]:
    """The table of every pair, of which the first should have the first table.

    Kept pairs keep theirs. With `rotate_tables` as few entrants as possible come to a table where they played before,
    and then the pairs are moved as little as possible (by the sum of squares); equals are decided by lot. Where terrain
    rotates too, former visits to a kind of it come second.

    Raises:
        Refused: `too-few-tables`.
    """
    kept = {frozenset((a, b)): table for a, b, table in request.kept if table}
    fixed = {pair: kept[frozenset(pair)] for pair in pairs if frozenset(pair) in kept}
    free = [pair for pair in pairs if pair not in fixed]
    hall = _hall(request, len(free), set(fixed.values()))
    if not request.terms.rotate_tables:
        return fixed | dict(zip(free, hall, strict=False))
    return fixed | _rotated(request, free, hall)


def _hall(request: Request, wanted: int, taken: set[int]) -> list[int]:
    """The tables that are free, in their order; without a list as many as are wanted."""
    if not request.tables:
        return list(islice((number for number in count(1) if number not in taken), wanted))
    hall = [number for number in request.tables if number not in taken]
    if len(hall) < wanted:
        text = f"{wanted} pairs want a table, and {len(hall)} are free"
        raise Refused("too-few-tables", "$.tables", text, wanted=wanted, free=len(hall))
    return hall


def _rotated(request: Request, pairs: Sequence[Two], hall: Sequence[int]) -> dict[Two, int]:
    visits = _visits(request, pairs, hall)
    reach = REACH
    while True:
        places = _assigned(request.seed, pairs, visits, hall, reach)
        again = any(visits[index].get(hall[place]) for index, place in enumerate(places))
        if not again or reach >= len(hall):
            return {pair: hall[place] for pair, place in zip(pairs, places, strict=True)}
        reach *= 2


def _visits(request: Request, pairs: Sequence[Two], hall: Sequence[int]) -> list[dict[int, int]]:
    """What it costs each pair to come to each table: both entrants' visits to it, below them those to its terrain."""
    tables = {each.entrant: Counter(each.tables) for each in request.candidates}
    visits: list[dict[int, int]] = [dict(tables[a] + tables[b]) for a, b in pairs]
    if not request.terrains:
        return visits
    kinds = {each.entrant: Counter(each.terrains) for each in request.candidates}
    terrain = dict(zip(request.tables, request.terrains, strict=True))
    there = [{table: kinds[a][kind] + kinds[b][kind] for table, kind in terrain.items() if kind} for a, b in pairs]
    return [
        {table: (each.get(table, 0) << WIDTH) + on.get(table, 0) for table in hall}
        for each, on in zip(visits, there, strict=True)
    ]


def _assigned(
    seed: str, pairs: Sequence[Two], visits: Sequence[Mapping[int, int]], hall: Sequence[int], reach: int
) -> list[int]:
    """The place of each pair's table in the hall: the cheapest assignment within the reach."""
    graph = Graph()
    graph.add_nodes_from(range(len(pairs) + len(hall)))
    for index, pair in enumerate(pairs):
        near = range(max(index - reach, 0), min(index + reach + 1, len(hall)))
        costs = {
            place: (visits[index].get(hall[place], 0) << 2 * WIDTH) + ((place - index) ** 2 << WIDTH)
            + short_lot(seed, "table", f"{min(pair)}-{hall[place]}")
            for place in near
        }  # fmt: skip
        least = min(costs.values())
        graph.add_weighted_edges_from((index, len(pairs) + place, least - cost) for place, cost in costs.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    places = {min(edge): max(edge) - len(pairs) for edge in found}
    return [places[index] for index in range(len(pairs))]
