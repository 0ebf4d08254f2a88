"""The demo's events: one finished, one running with a verified battle and a dispute, one with open registration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from gamelog.clubs.models import Club, ClubAct
from gamelog.games import demo as games
from gamelog.people.selectors import display_name
from gamelog.seasons import demo as season_demo
from gamelog.seasons import services as seasons
from gamelog.tournaments import demo, selectors
from gamelog.tournaments.models import Tournament
from tests.restored import restored


@pytest.fixture
def loaded(db: None, django_capture_on_commit_callbacks: Callable[..., Any]) -> list[Tournament]:
    def load() -> list[Tournament]:
        with django_capture_on_commit_callbacks(execute=True):
            games.kill_team()
            made = demo.load()
            season_demo.load(made)
        return [Tournament.objects.get(pk=each.pk) for each in made]

    return restored("demo of events", load)


def test_the_demo_shows_every_kind_of_result(loaded: list[Tournament]) -> None:
    played, running, coming = loaded
    assert [each.phase for each in loaded] == ["finished", "running", "registration"]
    assert [each.round for each in loaded] == [3, 2, 0]
    standings = {result for place in selectors.table_of(running).places for result in place.results}
    assert {"verified", "confirmed", "disputed", "reported"} <= standings
    assert selectors.state_of(coming).waiting()
    assert selectors.table_of(played).places[0].place == 1


def test_the_battle_of_the_demo_is_at_a_table(loaded: list[Tournament]) -> None:
    row = loaded[1].games.get()
    assert row.game.title == games.BATTLE
    ada = User.objects.get(username="ada")
    assert selectors.nameplates_of(loaded[1])[0].user == ada
    # Her side in the record is her side at the table.
    pair = selectors.state_of(loaded[1]).rounds[0].pair_at(row.table)
    side = row.game.seats.get(user=ada).side
    assert pair and (side == "a") == ((pair.a == 1) != row.swapped)


def test_the_demos_club_has_a_season_with_the_events_that_were_played(loaded: list[Tournament]) -> None:
    club = Club.objects.get()
    assert {each.club for each in loaded} == {club}
    table = seasons.table_of(club.seasons.get())
    names = {display_name(User.objects.get(participant=row.person)) for row in table.rows}
    typed = {row.name for each in loaded[:2] for row in each.nameplates.filter(user=None)}
    assert len(typed) > 2 and names == {"ada", "boris"} | typed, "and those without an account"


def test_loading_again_changes_nothing(loaded: list[Tournament]) -> None:
    before = [list(Tournament.objects.values_list("slug", "number", "head")), ClubAct.objects.count()]
    season_demo.load(demo.load())
    assert [list(Tournament.objects.values_list("slug", "number", "head")), ClubAct.objects.count()] == before
