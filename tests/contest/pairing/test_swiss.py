"""Swiss rounds against every pairing there is, and large fields against all their pairs."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import msgspec
import networkx
import pytest

from gamelog.contest.pairing import bound, costs, matching, neighbours, swiss
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Candidate, Constraint, Request, Unpairable
from gamelog.contest.pairing.score_groups import Field, field
from gamelog.contest.terms import PairingTerms
from tests.contest.pairing import brute, chance
from tests.contest.pairing.rounds import entrants, met_all, pairs_of, swiss_round

SIZES = range(1, 9)
EACH_SIZE = pytest.mark.parametrize("size", SIZES)
HISTORIES = 120


def found(request: Request) -> brute.Pairing:
    paired = pair(request)
    return frozenset(frozenset((each.a, each.b)) for each in paired.pairs), paired.bye


# against every pairing


@EACH_SIZE
def test_exists_and_is_the_one_that_the_rules_ask_for(size: int) -> None:
    """The lots make the best pairing the only one, so it has to be the same, pair by pair."""
    seen = Counter[bool]()
    for number in range(HISTORIES):
        request = chance.request(number, size)
        wanted = brute.best(request)
        seen[wanted is None] += 1
        if wanted is None:
            with pytest.raises(Unpairable):
                pair(request)
        else:
            assert found(request) == wanted, number
    assert seen[False] > HISTORIES // 6
    assert seen[True] > HISTORIES // 12


@pytest.mark.parametrize("size", [5, 6, 7, 8])
@pytest.mark.parametrize("lifted", [("rematch",), ("second-bye",), ("rematch", "second-bye", "forbidden")])
def test_lifted_constraints_are_broken_as_seldom_as_possible(size: int, lifted: tuple[Constraint, ...]) -> None:
    for number in range(HISTORIES // 4):
        request = msgspec.structs.replace(chance.request(number, size, forbidden=4), lifted=lifted)
        wanted = brute.best(request)
        if wanted is None:
            with pytest.raises(Unpairable):
                pair(request)
        else:
            assert found(request) == wanted, number


# the same answer, always


@pytest.mark.parametrize("size", [21, 30, 90])
def test_the_order_of_the_candidates_does_not_matter(size: int) -> None:
    for number in range(6):
        request = _pairable(number, size)
        shuffled = list(request.candidates)
        random.Random(number).shuffle(shuffled)
        assert pair(msgspec.structs.replace(request, candidates=tuple(shuffled))) == pair(request)


@pytest.mark.parametrize("size", [20, 90])
def test_the_answer_does_not_hang_on_how_the_library_searches(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes and edges in another order lead the library along other ways, and to the same pairs."""
    requests = [_pairable(number, size) for number in range(6)]
    before = [pair(each) for each in requests]
    search = networkx.max_weight_matching

    def backwards(graph: networkx.Graph, **more: object) -> object:
        turned = networkx.Graph()
        turned.add_nodes_from(reversed(list(graph)))
        turned.add_weighted_edges_from(reversed(list(graph.edges.data("weight"))))
        return search(turned, **more)

    monkeypatch.setattr(networkx, "max_weight_matching", backwards)
    assert [pair(each) for each in requests] == before


def test_another_seed_gives_another_round() -> None:
    request = swiss_round(entrants(32), "random")
    assert len({pair(msgspec.structs.replace(request, seed=str(seed))) for seed in range(5)}) == 5


def _pairable(number: int, size: int) -> Request:
    """Few have met and nobody had a bye: there is a pairing."""
    request = chance.request(number, size)
    candidates = [msgspec.structs.replace(each, met=each.met[:3], byes=0) for each in request.candidates]
    return msgspec.structs.replace(request, candidates=tuple(candidates))


# the order inside a group


@pytest.mark.parametrize(
    "order, pairs",
    [
        ("fold", [(1, 5), (2, 6), (3, 7), (4, 8)]),
        ("adjacent", [(1, 2), (3, 4), (5, 6), (7, 8)]),
    ],
)
def test_order_of_one_group(order: str, pairs: list[tuple[int, int]]) -> None:
    assert pairs_of(pair(swiss_round(entrants(8), order))) == pairs


@pytest.mark.parametrize(
    "order, pairs",
    [
        # 5 floats from the first group to 6, the first of the second, where 7 to 10 stay; likewise 1 to 4.
        ("fold", [(1, 3), (2, 4), (5, 6), (7, 9), (8, 10)]),
        ("adjacent", [(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)]),
    ],
)
def test_the_last_floats_to_the_first(order: str, pairs: list[tuple[int, int]]) -> None:
    candidates = tuple(msgspec.structs.replace(each, score=300 if each.entrant <= 5 else 0) for each in entrants(10))
    paired = pair(swiss_round(candidates, order))
    assert pairs_of(paired) == pairs
    assert [each.floated for each in paired.pairs] == [False, False, True, False, False]


def test_nobody_floats_twice_if_another_can() -> None:
    scores = {1: 300, 2: 300, 3: 300, 4: 0, 5: 0, 6: 0}
    candidates = tuple(
        msgspec.structs.replace(each, score=scores[each.entrant], floats=int(each.entrant in (3, 4)))
        for each in entrants(6)
    )
    assert [pair for pair in pairs_of(pair(swiss_round(candidates))) if 3 in pair or 4 in pair] == [(1, 3), (4, 6)]


def test_score_groups_come_before_floats_and_floats_before_clubs() -> None:
    """1 and 2 are of one club and had met nobody: either of them floating would cost a float."""
    candidates = (
        Candidate(1, 1, 300, club="north"),
        Candidate(2, 2, 300, club="north"),
        Candidate(3, 3, 0, floats=1),
        Candidate(4, 4, 0),
    )
    paired = pair(swiss_round(candidates))
    assert pairs_of(paired) == [(1, 2), (3, 4)]
    assert paired.notes == ("club:1-2",)


def test_clubs_are_kept_apart_up_to_the_round_that_is_named() -> None:
    clubs = {1: "north", 3: "north"}
    candidates = tuple(msgspec.structs.replace(each, club=clubs.get(each.rank, "")) for each in entrants(4))
    terms = PairingTerms(order="fold", avoid_clubs_rounds=2)
    for number, together in ((2, False), (3, True)):
        paired = pair(swiss_round(candidates, terms=terms, round=number))
        assert ((1, 3) in pairs_of(paired)) is together
        assert paired.notes == ()


def test_a_large_field_is_paired_where_only_one_far_apart_is_left() -> None:
    """The first may meet the last only."""
    first = Candidate(1, 1, 900, met=tuple(range(2, 100)))
    candidates = (first, *(Candidate(each, each, 900 - 10 * each) for each in range(2, 101)))
    paired = pair(swiss_round(candidates))
    assert (1, 100) in pairs_of(paired)


# large fields


@pytest.mark.parametrize("number", range(30))
def test_a_large_field_costs_no_more_than_with_all_pairs_seen(number: int) -> None:
    """Distance of groups, floats and clubs are the least there are; and the bound is one."""
    playing = _crowd(number)
    members = playing.members
    everything = neighbours.everybody(playing)
    whole = matching.cheapest(
        len(members), [(a, b, costs.leading(playing, members[a], members[b])) for a, b in everything]
    )
    assert whole is not None
    least = costs.total(playing, whole)
    assert costs.total(playing, swiss.best(playing)) == least
    for exact in (1, 4, 8, 16):
        assert bound.lowest(playing, least, exact) <= least


def _crowd(number: int) -> Field:
    """A hundred or so, as hard as their number: many small groups, many floats, a few clubs."""
    dice = random.Random(number)
    size = dice.randrange(70, 116, 2)
    spread, clubs = dice.choice((3, 12, 40)), dice.choice(("a", "ab", "aaab ", "abc ", "abcdefgh"))
    order = dice.choice(("random", "fold", "adjacent"))
    everybody = list(combinations(range(1, size + 1), 2))
    met = dice.sample(everybody, size * dice.randrange(9) // 2)
    scores = [min(dice.randrange(spread), dice.randrange(spread)) for _ in range(size)]
    near = [(a, b) for a, b in everybody if abs(scores[a - 1] - scores[b - 1]) < 2]
    met += dice.sample(near, min(len(near), size))
    candidates = tuple(
        Candidate(
            each,
            each,
            scores[each - 1],
            met_all(met, each),
            floats=dice.choice((0, 1, 1, 2)),
            club=dice.choice(clubs).strip(),
        )
        for each in range(1, size + 1)
    )
    return field(swiss_round(candidates, order), candidates)
