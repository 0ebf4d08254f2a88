"""The scoring of seasons: points by place, the best results that count, ties. Every number is worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import msgspec
import pytest

from gamelog.contest.cards import Card
from gamelog.contest.places import Place, StandingsTable
from gamelog.contest.season import (
    EventPlaces,
    FieldPoints,
    PlacePoints,
    SeasonRow,
    SeasonRules,
    SeasonTable,
    points_of,
    problems,
    standings,
)

LIST = PlacePoints((2500, 1800, 1500, 1200), after=100)
"""25, 18, 15, 12, then 1 for every further place."""


def event(
    name: str, places: Sequence[int], people: Mapping[int, tuple[str, ...]] | str, weight: int = 100
) -> EventPlaces:
    """An event whose entrants 1, 2, 3... took these places; people may be given as one letter per entrant."""
    rows = [Place(place, number, (), Card(number, number)) for number, place in enumerate(places, 1)]
    named = people if not isinstance(people, str) else {at: (who,) for at, who in enumerate(people, 1) if who != "-"}
    return EventPlaces(name, StandingsTable(1, (), tuple(sorted(rows, key=lambda row: row.place))), named, weight)


def rows(table: SeasonTable) -> list[tuple[Any, ...]]:
    """Place, person and the exact values of every row."""
    return [(row.place, row.person, *(cell.exact for cell in row.cells)) for row in table.rows]


def row(table: SeasonTable, person: str) -> SeasonRow:
    return next(each for each in table.rows if each.person == person)


def test_points_by_place_and_weight() -> None:
    # p: 25 + 18 × 1.5 = 52; q: 18 + 25 × 1.5 = 55.5; r: 15 + 15 × 1.5 = 37.5
    rules = SeasonRules(points=LIST, tiebreaks=())
    table = standings(rules, [event("one", (1, 2, 3), "pqr"), event("two", (2, 1, 3), "pqr", weight=150)])
    assert rows(table) == [(1, "q", "111/2"), (2, "p", "52"), (3, "r", "75/2")]
    first = row(table, "q").results[1]
    assert (first.base.exact, first.weight, first.value.shown, first.counted) == ("25", 150, "37.5", True)


def test_beyond_the_list_every_place_has_the_same() -> None:
    table = standings(SeasonRules(points=LIST, tiebreaks=()), [event("one", (1, 2, 3, 4, 5, 6), "abcdef")])
    assert [each[2] for each in rows(table)] == ["25", "18", "15", "12", "1", "1"]
    assert [each[0] for each in rows(table)] == [1, 2, 3, 4, 5, 5]


@pytest.mark.parametrize(
    ("shared", "worth"),
    [
        ("place", ("25", "18", "18", "12")),  # both second: 18 each
        ("average", ("25", "33/2", "33/2", "12")),  # (18 + 15) / 2
    ],
)
def test_those_who_share_a_place(shared: Any, worth: tuple[str, ...]) -> None:
    rules = SeasonRules(points=LIST, shared=shared, tiebreaks=())
    table = standings(rules, [event("one", (1, 2, 2, 4), "abcd")])
    assert tuple(row(table, person).cells[0].exact for person in "abcd") == worth
    assert [row(table, person).results[0].sharing for person in "abcd"] == [1, 2, 2, 1]


def test_a_share_that_reaches_beyond_the_list() -> None:
    # Places 3, 4 and 5 are worth 15, 12 and 1: 28 / 3 each.
    assert points_of(SeasonRules(points=LIST, shared="average"), 3, 3, 5) == Fraction(28, 3)


@pytest.mark.parametrize(
    ("place", "field", "worth"),
    [(1, 9, "100"), (3, 9, "75"), (9, 9, "0"), (1, 1, "100"), (2, 3, "50"), (2, 4, "200/3"), (2, 2, "0")],
)
def test_points_by_the_part_of_the_field_left_behind(place: int, field: int, worth: str) -> None:
    # 100 × (N − place) / (N − 1): place 3 of 9 is 100 × 6 / 8.
    assert str(points_of(SeasonRules(points=FieldPoints(10_000)), place, 1, field)) == worth


def test_the_average_of_shared_places_of_a_field() -> None:
    # Places 2 and 3 of 5: (75 + 50) / 2.
    assert points_of(SeasonRules(shared="average"), 2, 2, 5) == Fraction(125, 2)


def test_only_the_best_events_count_and_of_equals_the_earlier() -> None:
    rules = SeasonRules(points=LIST, counted=2, tiebreaks=("left-out",))
    events = [event("one", (2, 1), "pq"), event("two", (1, 2), "pq"), event("three", (2, 1), "pq")]
    table = standings(rules, events)
    # p has 18, 25, 18: 25 and the first 18 count, the other one is left out.
    assert rows(table) == [(1, "q", "50", "18"), (2, "p", "43", "18")]
    assert [each.counted for each in row(table, "p").results] == [True, True, False]
    assert [each.counted for each in row(table, "q").results] == [True, False, True]


def test_too_few_events_is_no_place() -> None:
    rules = SeasonRules(points=LIST, least=2, tiebreaks=())
    table = standings(rules, [event("one", (1, 2, 3), "xpq"), event("two", (1, 2), "pq")])
    # x has 25 from one event and comes below p with 43 and q with 33, without a place.
    assert rows(table) == [(1, "p", "43"), (2, "q", "33"), (0, "x", "25")]


def test_equals_share_a_place_and_the_next_is_left_out() -> None:
    table = standings(SeasonRules(points=LIST, tiebreaks=()), [event("one", (1, 2), "ab"), event("two", (1, 2), "ba"),
                                                               event("three", (1, 2), "cd")])  # fmt: skip
    assert [each[:2] for each in rows(table)] == [(1, "a"), (1, "b"), (3, "c"), (4, "d")]


@pytest.mark.parametrize(
    ("tiebreak", "first"),
    [
        ("event-wins", "a"),  # a: 30 + 0, one event won; b: 15 + 15, none
        ("best-place", "a"),  # 1 against 2
        ("best-result", "a"),  # 30 against 15
        ("events", "b"),  # a played one event, b two
    ],
)
def test_what_parts_equals(tiebreak: Any, first: str) -> None:
    rules = SeasonRules(points=PlacePoints((3000, 1500)), tiebreaks=(tiebreak,))
    events = [event("one", (1, 2), "ab"), event("two", (1, 2), "-b")]
    table = standings(rules, events)
    assert [each[2] for each in rows(table)] == ["30", "30"]
    assert table.rows[0].person == first
    assert [each.place for each in table.rows] == [1, 2]


def test_who_has_no_account_holds_the_place_and_is_not_in_the_table() -> None:
    table = standings(SeasonRules(points=LIST, tiebreaks=()), [event("one", (1, 2, 3), "-pq")])
    assert rows(table) == [(1, "p", "18"), (2, "q", "15")]
    assert row(table, "p").results[0].field == 3


def test_everybody_of_a_team_has_its_place() -> None:
    table = standings(SeasonRules(points=LIST, tiebreaks=()), [event("one", (1, 2), {1: ("a", "b"), 2: ("c", "d")})])
    assert rows(table) == [(1, "a", "25"), (1, "b", "25"), (3, "c", "18"), (3, "d", "18")]


def test_whoever_stands_behind_two_entrants_has_the_better_place() -> None:
    table = standings(SeasonRules(points=LIST, tiebreaks=()), [event("one", (3, 1, 2), "ppq")])
    assert rows(table) == [(1, "p", "25"), (2, "q", "18")]
    assert len(row(table, "p").results) == 1


def test_the_order_in_which_people_come_does_not_matter() -> None:
    rules = SeasonRules(points=LIST, counted=1)
    found = set()
    for order in permutations("abc"):
        people = {at: (who,) for at, who in enumerate(order, 1)}
        places = tuple({"a": 1, "b": 2, "c": 2}[who] for who in order)
        found.add(msgspec.json.encode(standings(rules, [event("one", places, people)])))
    assert len(found) == 1


def test_no_event_is_an_empty_table() -> None:
    assert standings(SeasonRules(), []).rows == ()


def test_thirds_are_exact() -> None:
    # Three events of four, always second: 200/3 each, 200 together; rounded shares would give 200.01.
    rules = SeasonRules(points=FieldPoints(10_000), tiebreaks=())
    table = standings(rules, [event(str(at), (1, 2, 3, 4), "-p--") for at in range(3)])
    assert row(table, "p").cells[0].exact == "200"
    assert row(table, "p").results[0].value.shown == "66.67"


@pytest.mark.parametrize(
    ("rules", "path"),
    [
        (SeasonRules(points=PlacePoints((1000, 1100))), "$.points.points[1]"),
        (SeasonRules(points=PlacePoints((1000,), after=1100)), "$.points.after"),
        (SeasonRules(tiebreaks=("events", "events")), "$.tiebreaks[1]"),
    ],
)
def test_rules_that_do_not_hold_together(rules: SeasonRules, path: str) -> None:
    assert [(each.code, each.path) for each in problems(rules)] == [("bad-season", path)]


def test_sound_rules_have_no_problem() -> None:
    assert problems(SeasonRules(points=LIST)) == problems(SeasonRules()) == []
    assert problems(SeasonRules(points=PlacePoints((1000, 1000), after=1000))) == []


@pytest.mark.parametrize(
    "body",
    [
        b'{"points":{"type":"places","points":[]}}', b'{"points":{"type":"places","points":[-1]}}',
        b'{"points":{"type":"field","top":0}}', b'{"counted":100}', b'{"tiebreaks":["coin"]}', b'{"shared":"first"}',
        b'{"points":{"type":"lottery"}}', b'{"bonus":1}', b'{"points":{"type":"field","top":1.5}}',
    ],
)  # fmt: skip
def test_rules_that_cannot_be_read(body: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=SeasonRules)


def test_rules_are_the_same_after_storing() -> None:
    rules = SeasonRules(LIST, "average", 3, 2, ("best-result", "events"))
    assert msgspec.json.decode(msgspec.json.encode(rules), type=SeasonRules) == rules
