"""The events used by the other tests are as described."""

import pytest

from gamelog.contest.state import open_seats
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Tournament
from tests.tournaments import making

pytestmark = pytest.mark.django_db


def test_an_event_of_eight_with_two_rounds_played(filled: Tournament) -> None:
    state = making.state_of(filled)
    assert (state.phase, len(state.rounds), len(state.playing())) == ("running", 2, 8)
    assert [open_seats(state, number) for number in (1, 2)] == [[], []]
    assert len(selectors.table_of(filled).places) == 8
    assert (filled.slug, filled.round, filled.entrants) == ("winter-muster", 2, 8)


def test_an_event_of_teams(teams: Tournament) -> None:
    making.choose_all(teams, 1, 1)
    state = making.state_of(teams)
    assert len(selectors.boards_of(state.rounds[0], 1)) == 3
    assert selectors.names_of(teams)[1, 0] == "Aquila"
    making.enter_results(teams, 1)
    assert open_seats(making.state_of(teams), 1) == []
