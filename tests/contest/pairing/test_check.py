"""Whatever is changed in a published pairing is found, by making it again and by looking at it."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from gamelog.contest.pairing.check import check, differences, violations
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Candidate, Pair, Paired, Request
from tests.contest.pairing.rounds import entrants, swiss_round


def request(**more: Any) -> Request:
    """1 and 2 have met, 5 had a bye, 3 and 4 are kept apart. It comes to 1-3 at table 1, 2-5 at 2, and a bye for 4."""
    candidates = tuple(
        msgspec.structs.replace(each, met={1: (2,)}.get(each.entrant, ()), byes=int(each.entrant == 5))
        for each in entrants(5)
    )
    return swiss_round(candidates, forbidden=((4, 3),), **more)


PUBLISHED = Paired("1", (Pair(1, 1, 3), Pair(2, 2, 5)), bye=4)


def test_what_was_published_is_what_it_comes_to() -> None:
    assert pair(request()) == PUBLISHED
    assert not check(request(), PUBLISHED) and not violations(request(), PUBLISHED)


@pytest.mark.parametrize(
    "changes, named",
    [
        ({"pairs": (Pair(1, 1, 5), Pair(2, 2, 3))},
         ["Table 1 is 1 against 3, not 1 against 5", "Table 2 is 2 against 5, not 2 against 3"]),
        ({"pairs": (Pair(1, 3, 1), Pair(2, 2, 5))}, ["Table 1 is 1 against 3, not 3 against 1"]),
        ({"pairs": (Pair(1, 1, 3, True), Pair(2, 2, 5))}, ["Table 1 is 1 against 3, not 1 against 3, floated"]),
        ({"pairs": (Pair(1, 1, 3), Pair(3, 2, 5))},
         ["Table 2 is 2 against 5, not free", "Table 3 is free, not 2 against 5"]),
        ({"pairs": (Pair(1, 1, 3), Pair(2, 2, 5), Pair(2, 2, 5))}, ["A table is given to two pairs"]),
        ({"bye": 0}, ["The bye is 4's, not nobody's"]),
        ({"unopposed": (2,)}, ["Unopposed are [], not [2]"]),
        ({"notes": ("float:5",)}, ["The notes are [], not ['float:5']"]),
        ({"version": "0"}, ["The rule set is 1, not 0"]),
    ],
)  # fmt: skip
def test_every_difference_is_named(changes: dict[str, Any], named: list[str]) -> None:
    assert list(check(request(), msgspec.structs.replace(PUBLISHED, **changes))) == named


def test_every_difference_is_named_in_russian_too() -> None:
    other = Paired("0", (Pair(1, 1, 3, True), Pair(3, 2, 5), Pair(3, 2, 5)), unopposed=(2,), waiting=(1,))
    assert [each.ru for each in differences(other, PUBLISHED)] == [
        "Правила жеребьёвки: 1, а не 0", "Один стол дан двум парам",
        "Стол 1: 1 – 3, а не 1 – 3, с переходом", "Стол 2: 2 – 5, а не свободен", "Стол 3: свободен, а не 2 – 5",
        "Бай: 4, а не никому", "Проходят без игры: [], а не [2]", "Ждут: [], а не [1]",
    ]  # fmt: skip
    assert not list(differences(PUBLISHED, PUBLISHED))


def test_inputs_that_give_no_pairing() -> None:
    candidates = (Candidate(1, 1, met=(2,)), Candidate(2, 2, met=(1,)))
    (said,) = check(swiss_round(candidates), Paired("1", (Pair(1, 1, 2),)))
    assert said.startswith("These inputs give no pairing: Nobody is left to meet for 1, 2.")
    (said,) = check(swiss_round((Candidate(1, 1), Candidate(1, 2))), Paired("1", ()))
    assert said == "These inputs give no pairing: $.candidates: entrant 1 stands there twice"


@pytest.mark.parametrize(
    "pairs, bye, broken",
    [
        ([(1, 2), (3, 5)], 4, ["1 and 2 have met before"]),
        ([(2, 1), (3, 5)], 4, ["2 and 1 have met before"]),
        ([(3, 4), (1, 5)], 2, ["3 and 4 must not meet"]),
        ([(1, 3), (2, 4)], 5, ["5 has the bye and had one before"]),
        ([(1, 3)], 4, ["2 is in the pairing 0 times", "5 is in the pairing 0 times"]),
        ([(1, 3), (2, 5)], 2, ["2 is in the pairing 2 times", "4 is in the pairing 0 times"]),
        ([(1, 3), (2, 6)], 4, ["5 is in the pairing 0 times", "6 is paired and is not among those to be paired"]),
    ],
)
def test_what_is_broken_is_seen_in_the_pairs(pairs: list[tuple[int, int]], bye: int, broken: list[str]) -> None:
    paired = Paired("1", tuple(Pair(table, a, b) for table, (a, b) in enumerate(pairs, 1)), bye)
    assert [each.en for each in violations(request(), paired)] == broken
    assert all(re.search("[а-я]{2}", each.ru) for each in violations(request(), paired))


def test_what_is_lifted_or_kept_is_not_broken() -> None:
    rematch = Paired("1", (Pair(1, 1, 2), Pair(2, 3, 5)), 4)
    forbidden = Paired("1", (Pair(1, 3, 4), Pair(2, 1, 5)), 2)
    bye = Paired("1", (Pair(1, 1, 3), Pair(2, 2, 4)), 5)
    for paired, lifted, kept in (
        (rematch, "rematch", (2, 1, 1)),
        (forbidden, "forbidden", (3, 4, 0)),
        (bye, "second-bye", (5, 0, 0)),
    ):
        assert len(violations(request(), paired)) == 1
        assert violations(request(lifted=(lifted,)), paired) == ()
        assert violations(request(kept=(kept,)), paired) == ()


@pytest.mark.parametrize(
    "kept, broken",
    [
        ((3, 5, 0), "3 and 5 were to stay together"),
        ((3, 1, 2), "3 and 1 were to stay at table 2"),
        ((2, 0, 0), "2 was to keep the bye"),
    ],
)
def test_what_was_to_be_kept(kept: tuple[int, int, int], broken: str) -> None:
    assert [each.en for each in violations(request(kept=(kept,)), PUBLISHED)] == [broken]


def test_tables_of_the_hall() -> None:
    paired = Paired("1", (Pair(2, 1, 3), Pair(2, 2, 5)), 4)
    assert [each.en for each in violations(request(tables=(1, 3)), paired)] == [
        "Table 2 is given out 2 times",
        "There is no table 2 in the hall",
    ]
    assert violations(request(tables=(1, 3)), PUBLISHED) == (("There is no table 2 in the hall", "Стола 2 в зале нет"),)
    assert violations(request(tables=(1, 3), kept=((2, 5, 2),)), PUBLISHED) == ()


def test_a_fixed_schedule_has_no_rematches_to_look_for() -> None:
    assert violations(request(format="round-robin"), Paired("1", (Pair(1, 1, 2), Pair(2, 3, 5)), 4)) == ()
