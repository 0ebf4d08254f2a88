"""Simulated events: what may not happen does not, whatever happens else.

A hundred events, or with GAMELOG_LONG=1 a thousand.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import combinations

import msgspec
import networkx
import pytest

from gamelog.contest.pairing import swiss
from gamelog.contest.pairing.check import check, violations
from gamelog.contest.pairing.request import Candidate, Paired, Request
from gamelog.contest.pairing.score_groups import Field
from tests.contest.pairing import brute, simulated

EVENTS = 1000 if os.environ.get("GAMELOG_LONG") == "1" else 100
PARTS = 10
SMALL = 8
"""Up to how many entrants every pairing is tried."""
SWAPPED = 3
"""The round in which a larger field is compared with what two pairs that change partners would come to."""


@pytest.mark.parametrize("part", range(PARTS))
def test_events(part: int) -> None:
    for number in range(part, EVENTS, PARTS):
        _checked(simulated.event(number), number)


def test_events_with_more_rounds_than_opponents() -> None:
    """Here constraints have to be lifted again and again."""
    refused = sum(_checked(simulated.event(number, (2, 7), (4, 7)), number) for number in range(40))
    assert refused > 40


@pytest.mark.long
def test_large_events_are_proved_at_the_first_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """What makes a large field quick: no second look is needed, and nobody looks at all pairs."""

    def all_pairs(playing: Field) -> list[tuple[int, int]]:
        raise AssertionError(f"all pairs of {len(playing.members)} were looked at")

    monkeypatch.setattr(swiss, "REACHES", swiss.REACHES[:1])
    monkeypatch.setattr(swiss, "everybody", all_pairs)
    for number in range(3):
        _checked(simulated.event(number, (100, 180), (7, 7)), number)


def _checked(rounds: Iterator[simulated.Round], number: int) -> int:
    """How many rounds of an event were refused at first, after all of them were found to be as they should."""
    met: set[frozenset[int]] = set()
    had_bye: set[int] = set()
    refused = 0
    for each in rounds:
        _keeps_the_constraints(each, met, had_bye)
        _floats_as_specified(each)
        _is_computed_again(each, number)
        met |= {frozenset((pair.a, pair.b)) for pair in each.paired.pairs}
        had_bye |= {each.paired.bye}
        refused += each.refused is not None
    return refused


def _keeps_the_constraints(each: simulated.Round, met: set[frozenset[int]], had_bye: set[int]) -> None:
    """Nothing is broken that is not lifted, and nothing is lifted where a pairing exists."""
    now = {frozenset((pair.a, pair.b)) for pair in each.paired.pairs}
    again, second = len(now & met), int(each.paired.bye in had_bye and each.paired.bye != 0)
    assert violations(each.request, each.paired) == ()
    assert not again or "rematch" in each.request.lifted
    assert not second or "second-bye" in each.request.lifted
    if each.refused:
        assert not _exists(msgspec.structs.replace(each.request, lifted=()))
        assert again + second == each.refused.lifts[0].cost


def _exists(request: Request) -> bool:
    """Whether there is a pairing: all are tried, or in larger fields the largest matching is looked for."""
    if len(request.candidates) <= SMALL:
        return brute.best(request) is not None
    graph = networkx.Graph()
    for a, b in combinations(request.candidates, 2):
        if b.entrant not in a.met:
            graph.add_edge(a.entrant, b.entrant)
    if len(request.candidates) % 2:
        graph.add_edges_from((0, each.entrant) for each in request.candidates if not each.byes)
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) >= len(request.candidates)


def _floats_as_specified(each: simulated.Round) -> None:
    """Flags and notes say what is so; and no float could be spared, in small fields against every other pairing."""
    known = {one.entrant: one for one in each.request.candidates}
    floating = [pair for pair in each.paired.pairs if known[pair.a].score != known[pair.b].score]
    assert [pair for pair in each.paired.pairs if pair.floated] == floating
    again = [f"float:{one}" for pair in floating for one in (pair.a, pair.b) if known[one].floats]
    assert [note for note in each.paired.notes if note.startswith("float:")] == again
    pairs = frozenset(frozenset((pair.a, pair.b)) for pair in each.paired.pairs)
    if len(known) <= SMALL:
        assert (pairs, each.paired.bye) == brute.best(each.request)
    elif each.request.round == SWAPPED:
        mine = brute.cost(each.request, (pairs, each.paired.bye))
        assert all(brute.cost(each.request, (other, each.paired.bye)) > mine for other in _swapped(each, known))


def _swapped(each: simulated.Round, known: dict[int, Candidate]) -> Iterator[frozenset[frozenset[int]]]:
    """The pairings in which two neighbouring tables have changed partners, as far as they may meet."""
    pairs = [(pair.a, pair.b) for pair in each.paired.pairs]
    kept = frozenset(frozenset(pair) for pair in pairs)
    for (a, b), (c, d) in combinations(pairs, 2):
        for first, second in (((a, c), (b, d)), ((a, d), (b, c))):
            if second[1] not in known[second[0]].met and first[1] not in known[first[0]].met:
                yield kept - {frozenset((a, b)), frozenset((c, d))} | {frozenset(first), frozenset(second)}


def _is_computed_again(each: simulated.Round, number: int) -> None:
    """From the published inputs, read back from their bytes, their entrants in any order."""
    candidates = list(each.request.candidates)
    random.Random(number).shuffle(candidates)
    published = msgspec.json.encode(msgspec.structs.replace(each.request, candidates=tuple(candidates)))
    stored = msgspec.json.decode(msgspec.json.encode(each.paired), type=Paired)
    assert check(msgspec.json.decode(published, type=Request), stored) == ()
