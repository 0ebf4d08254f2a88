"""Points by the size of an event and beside the place: worked examples, and random seasons by a second method."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from gamelog.contest.cards import Card, RoundScore
from gamelog.contest.places import Place, StandingsTable
from gamelog.contest.season import (
    BasePoints,
    EventPlaces,
    Extra,
    FieldPoints,
    PlacePoints,
    SeasonRules,
    SizedPoints,
    extra_of,
    points_of,
    problems,
    standings,
)  # fmt: skip
from tests.clubs import second_season

KINGS_OF_WAR_AUSTRALIA = SizedPoints(
    (BasePoints(3, 5500), BasePoints(4, 6000), BasePoints(5, 7000)), each=100, most_players=30
)
"""kingsofwaraustralia.pages.dev: 55 for three games, 60 for four, 70 for two days, and a point for each player up to
30; steps are equal down to the last."""


def row(outcomes: str, place: int = 1, entrant: int = 1) -> Place:
    """A row whose rounds came out like this: w, d, l, or b for a bye."""
    words: dict[str, Any] = {"w": "win", "d": "draw", "l": "loss", "b": ""}
    rounds = tuple(RoundScore(at, "bye" if each == "b" else "played", outcome=words[each])
                   for at, each in enumerate(outcomes, 1))  # fmt: skip
    return Place(place, entrant, (), Card(entrant, 1, rounds), outcomes.count("w"), outcomes.count("d"),
                 outcomes.count("l"))  # fmt: skip


def test_twelve_players_in_four_games_as_kings_of_war_australia_counts_them() -> None:
    rules = SeasonRules(KINGS_OF_WAR_AUSTRALIA)
    assert [points_of(rules, place, 1, 12, 4) for place in range(1, 13)] == list(range(72, 0, -6))


@pytest.mark.parametrize(
    ("field", "rounds", "first"), [(12, 3, 67), (30, 5, 100), (45, 5, 100), (12, 2, 12), (1, 4, 61)]
)
def test_the_first_place_grows_with_rounds_and_players(field: int, rounds: int, first: int) -> None:
    assert points_of(SeasonRules(KINGS_OF_WAR_AUSTRALIA), 1, 1, field, rounds) == first


@pytest.mark.parametrize(
    ("extra", "outcomes", "points"),
    [
        # tabletopmasters.de: three points for each round before the first loss, here in round 4.
        (Extra("before-first-loss", 300), "wwdlw", 9),
        (Extra("before-first-loss", 300), "www", 9),
        (Extra("before-first-loss", 300), "lww", 0),
        (Extra("attendance", 100), "lll", 1),
        (Extra("win", 100), "wwdlw", 3),
        (Extra("draw", 50), "wddlw", 1),
        (Extra("win", 100, most=200), "wwwww", 2),
        (Extra("win", 100), "bbw", 1),
    ],
)  # fmt: skip
def test_points_beside_the_place(extra: Extra, outcomes: str, points: int) -> None:
    assert extra_of(extra, row(outcomes)) == points


def test_extras_are_shown_and_weighed_with_the_place() -> None:
    table = StandingsTable(3, (), (row("wwl"), row("lll", 2, 2)))
    rules = SeasonRules(PlacePoints((1000, 500)), extras=(Extra("attendance", 200), Extra("win", 100)))
    found = standings(rules, [EventPlaces("e", table, {1: ("ada",), 2: ("bob",)}, 150)])
    ada, bob = found.rows
    assert (ada.cells[0].shown, bob.cells[0].shown) == ("21", "10.5")
    assert [each.shown for each in ada.results[0].extras] == ["2", "2"] and ada.results[0].base.shown == "14"


def test_what_stands_there_twice_is_named() -> None:
    rules = SeasonRules(
        SizedPoints((BasePoints(3, 100), BasePoints(3, 200))), extras=(Extra("win", 100), Extra("win", 200))
    )
    assert [each.path for each in problems(rules)] == ["$.points.bases[1].rounds", "$.extras[1].kind"]


def test_a_size_that_gives_nothing_is_refused() -> None:
    assert [each.path for each in problems(SeasonRules(SizedPoints(each=0)))] == ["$.points.each"]
    assert problems(SeasonRules(SizedPoints())) == problems(SeasonRules(KINGS_OF_WAR_AUSTRALIA)) == []


def by_chance(number: int) -> tuple[SeasonRules, list[EventPlaces]]:
    """A season with shared places, teams, people in two entrants, and entrants without an account."""
    chance = random.Random(number)
    points = chance.choice((
        FieldPoints(chance.choice((100, 10_000))), PlacePoints((2500, 1800, 1800, 700), chance.choice((0, 100))),
        SizedPoints(tuple(BasePoints(each, 1000 * each) for each in chance.sample(range(6), 2)),
                    chance.choice((0, 100, 250)), chance.choice((0, 5))),
    ))  # fmt: skip
    kinds = chance.sample(("attendance", "win", "draw", "before-first-loss"), chance.randint(0, 3))
    rules = SeasonRules(
        points, chance.choice(("place", "average")), chance.choice((0, 1, 2, 3)), chance.choice((0, 2)),
        tuple(chance.sample(("event-wins", "best-place", "best-result", "events", "left-out"), chance.randint(0, 3))),
        tuple(Extra(each, chance.choice((50, 100)), chance.choice((0, 150))) for each in kinds),  # type: ignore[arg-type]
    )  # fmt: skip
    people = [f"p{each}" for each in range(6)]
    events = []
    for at in range(chance.randint(1, 6)):
        field, rounds = chance.randint(1, 8), chance.randint(1, 5)
        places: list[Place] = []
        for entrant in range(1, field + 1):
            shared = places and chance.random() < 0.3
            place = places[-1].place if shared else entrant
            places.append(row("".join(chance.choices("wdlb", k=rounds)), place, entrant))
        behind = {each.entrant: tuple(chance.sample(people, chance.choice((0, 1, 1, 2)))) for each in places}
        events.append(
            EventPlaces(f"e{at}", StandingsTable(rounds, (), tuple(places)), behind, chance.choice((100, 150)))
        )
    return rules, events


def test_a_second_method_agrees_on_300_seasons() -> None:
    values = 0
    for number in range(300):
        rules, events = by_chance(number)
        found = [(each.place, each.person, [Fraction(cell.exact) for cell in each.cells])
                 for each in standings(rules, events).rows]  # fmt: skip
        assert sorted(found) == sorted(second_season.table(rules, events)), f"season {number}"
        assert [place for place, _, _ in found] == sorted(
            (place for place, _, _ in found), key=lambda at: (at == 0, at)
        )
        values += sum(len(cells) for _, _, cells in found)
    assert values > 2000
