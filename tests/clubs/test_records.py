"""Records: results between players, success of armies, and who is a player, from finished public games and events."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import rules
from gamelog.accounts.services import person_erase
from gamelog.clubs.models import Club
from gamelog.games.models import Game, Report
from gamelog.people.selectors import display_name
from gamelog.people.services import participant_of
from gamelog.seasons import records
from gamelog.seasons.models import Season
from gamelog.seasons.records import WinTally
from gamelog.tournaments.models import TableGame
from rules.kernel.rulings import Award, Strike, Void
from tests.clubs.making import event_over, played, verified
from tests.gamelog.test_corrections import confirm
from tests.kernel.ruled import WHY
from tests.tournaments.making import announce, register

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(people: SimpleNamespace, files: Sequence[rules.GameFile]) -> list[Game]:
    """p1 against p2, then p2 against p1, and p1 against p3; won by the first, the first, and the second by ruling."""
    made = played(files, [(people.p1, people.p2), (people.p2, people.p1), (people.p1, people.p3)], people.organiser)
    for game, winner in zip(made, ("a", "a", "b"), strict=True):
        if game.winner != winner:
            confirm(game, Award(winner=winner, **WHY), people.staff)
            verified(game)
    return made


def drawn(game: Game, people: SimpleNamespace) -> None:
    confirm(game, Award(winner="", **WHY), people.staff)
    verified(game)


def test_head_to_head(games: list[Game], people: SimpleNamespace) -> None:
    drawn(games[0], people)
    found = records.played_by(people.p1)
    assert records.tally_of(found) == WinTally(won=0, drawn=1, lost=2)
    first, second = records.versus(found)
    assert (first.opponent, first.tally) == (people.p2, WinTally(won=0, drawn=1, lost=1))
    assert {one.game.pk: one.result for one in first.games} == {games[0].pk: "drawn", games[1].pk: "lost"}
    assert (second.opponent, second.tally) == (people.p3, WinTally(lost=1))
    assert records.tally_of(records.played_by(people.p2)) == WinTally(won=1, drawn=1)
    assert records.versus(records.played_by(people.p4)) == []


def test_games_that_are_not_verified_count_too(games: list[Game], people: SimpleNamespace) -> None:
    Report.objects.all().delete()
    assert len(records.played_by(people.p1)) == 3


@pytest.mark.parametrize("change", [{"public": False}, {"finished": False}])
def test_what_does_not_count(games: list[Game], people: SimpleNamespace, change: dict[str, bool]) -> None:
    Game.objects.filter(pk=games[0].pk).update(**change)
    assert {one.game.pk for one in records.played_by(people.p1)} == {games[1].pk, games[2].pk}


def test_what_a_judge_removed_does_not_count_until_that_is_withdrawn(
    games: list[Game], people: SimpleNamespace
) -> None:
    confirm(games[0], Strike(**WHY), people.staff)
    assert len(records.played_by(people.p1)) == 2, "at once, before it is verified"
    verified(games[0])
    assert len(records.played_by(people.p1)) == 2
    confirm(games[0], Void(steps=(games[0].number,), **WHY), people.staff)
    verified(games[0])
    assert len(records.played_by(people.p1)) == 3


def test_a_game_against_nobody_has_no_opponent(games: list[Game], people: SimpleNamespace) -> None:
    games[2].seats.filter(user=people.p3).update(user=None)
    found = records.played_by(people.p1)
    assert len(found) == 3 and [each.opponent for each in records.versus(found)] == [people.p2]


def factions(game: Game, a: str, b: str) -> None:
    game.seats.filter(side="a").update(faction=a)
    game.seats.filter(side="b").update(faction=b)


def test_armies(games: list[Game], people: SimpleNamespace) -> None:
    factions(games[0], "Choir", "Watch")  # the Choir won
    factions(games[1], "Watch", "Choir")  # the Watch won
    factions(games[2], "Choir", "Choir")
    found = records.armies(records.counted())
    assert [(army.ruleset, army.faction, army.tally, army.mirrors) for army in found] == [
        ("kt", "Choir", WinTally(won=1, lost=1), 1), ("kt", "Watch", WinTally(won=1, lost=1), 0),
    ]  # fmt: skip
    factions(games[1], "Watch", "")
    assert [army.tally for army in records.armies(records.counted())] == [WinTally(won=1), WinTally(lost=1)]
    of_p1 = records.armies_of(records.played_by(people.p1))
    assert [(army.faction, army.tally) for army in of_p1] == [("Choir", WinTally(won=1, lost=1))]


@pytest.mark.parametrize(
    ("tally", "rate", "few"),
    [
        (WinTally(5, 0, 4), "5/9", True),
        (WinTally(5, 0, 5), "1/2", False),
        (WinTally(3, 5, 2), "11/20", False),  # (3 + 5/2) / 10
        (WinTally(), "None", True),
    ],
)
def test_rates(tally: WinTally, rate: str, few: bool) -> None:
    assert str(tally.rate) == rate
    assert records.Army("kt", "Choir", tally, 0).few is few
    assert tally.rate is None or isinstance(tally.rate, Fraction)


def at_table(game: Game, tournament: Any, table: int = 1) -> None:
    TableGame.objects.create(tournament=tournament, round=1, table=table, game=game)


def test_games_of_a_club_and_of_a_season(
    season: Season, club: Club, people: SimpleNamespace, games: list[Game]
) -> None:
    spring = season.events.get(title="Spring cup")
    other = announce(people.organiser, title="Open cup", public=False)
    at_table(games[0], spring)
    at_table(games[1], event_over(club, people.editor, [people.p5, people.p6], "Friendly"))
    at_table(games[2], other)
    assert set(records.games_of_club(club)) == {games[0], games[1]}
    assert set(records.games_of_season(season)) == {games[0]}
    # p1 won the first game and p2 the second.
    assert records.winners(records.games_of_club(club)) == [
        (people.p1, WinTally(won=1, lost=1)), (people.p2, WinTally(won=1, lost=1)),
    ]  # fmt: skip
    assert records.winners(records.games_of_season(season))[0] == (people.p1, WinTally(won=1))


def test_events_of_a_player(season: Season, people: SimpleNamespace) -> None:
    found = records.events_of(people.p5)
    assert [(each.tournament.title, each.entrant, each.place, each.field) for each in found] == [
        ("Summer cup", 2, 2, 4), ("Spring cup", 1, 1, 4),
    ]  # fmt: skip
    winter = season.events.get(title="Winter cup")
    register(winter, people.p5)
    first = records.events_of(people.p5)[0]
    assert (first.tournament, first.place, first.field) == (winter, 0, 1)
    private = announce(people.organiser, title="Private", public=False)
    register(private, people.p5)
    assert private not in [each.tournament for each in records.events_of(people.p5)]


def test_who_is_a_player(season: Season, games: list[Game], people: SimpleNamespace) -> None:
    names = {display_name(user) for user in records.players()}
    # p5 to p8 stand in public events; clara, p1 and p2 are shown by the club; p3 and p4 were asked for an id there,
    # and p3 has a public game; olga belongs to the club. Walter was entered by
    # name. otto has done nothing in public, and p9 nothing at all.
    assert names == {"clara", "olga", "p1", "p2", "p3", "p5", "p6", "p7", "p8", "Walter Walk-In"}
    assert [user.username for user in records.players("P5")] == ["p5"]
    assert not records.players("p4")
    participant_of(people.outsider)
    assert records.player(participant_of(people.outsider)) is None
    assert records.player(participant_of(people.p4)) is None
    assert records.player(participant_of(people.p5)) == people.p5
    assert records.player("p0") is None


def test_an_erased_player_is_found_by_the_id_and_by_no_name(games: list[Game], people: SimpleNamespace) -> None:
    person = participant_of(people.p1)
    person_erase(user=people.p1, by=None)
    found = records.player(person)
    assert found and found.pk == people.p1.pk
    assert not records.players("erased") and not records.players("p1")
    assert len(records.played_by(found)) == 3
