"""Seasons of clubs: stored as whole acts, scored from the present standings of events."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.exceptions import PermissionDenied

from gamelog.clubs import selectors
from gamelog.clubs.models import Club, ClubAct
from gamelog.contest.acts import results
from gamelog.contest.acts.setting import Finish, Reopen
from gamelog.contest.errors import Refused
from gamelog.contest.season import PlacePoints, SeasonRules
from gamelog.contest.terms import TeamTerms
from gamelog.people.models import Participant
from gamelog.people.selectors import display_name
from gamelog.people.services import participant_of
from gamelog.seasons import records
from gamelog.seasons import services as seasons
from gamelog.seasons.models import Season
from gamelog.seasons.services import SeasonTerms, Weighed
from gamelog.tournaments import selectors as events
from gamelog.tournaments.models import Tournament
from rules import canonical
from tests.clubs.making import RULES, event_over, season_terms
from tests.tournaments.making import act, announce, enter_results, pair_round, register_team, reported

pytestmark = pytest.mark.django_db


def shown(season: Season, people: SimpleNamespace) -> list[tuple[int, str, str]]:
    """Place, name and total of every row."""
    names = {row.pk: display_name(row.user) for row in Participant.objects.select_related("user") if row.user}
    return [(row.place, names[row.person], row.cells[0].exact) for row in seasons.table_of(season).rows]


def opened(club: Club, actor: Any, **changes: Any) -> Season:
    return seasons.season_set(club=club, actor=actor, terms=season_terms(**changes))


def test_the_standings_follow_from_those_of_the_events(season: Season, people: SimpleNamespace) -> None:
    # Spring cup: p5, p6, p7 and somebody without an account: 25, 18, 15, 12. Summer cup, 1.5 times: p6, p5, p8, p7
    # with 37.5, 27, 22.5, 18. The best one counts.
    assert shown(season, people) == [
        (1, "p6", "75/2"),
        (2, "p5", "27"),
        (3, "p8", "45/2"),
        (4, "p7", "18"),
        (5, "Walter Walk-In", "12"),
    ]
    first = seasons.table_of(season).rows[0]
    assert [(each.place, each.field, each.base.exact, each.value.exact, each.counted) for each in first.results] == [
        (2, 4, "18", "18", False), (1, 4, "25", "75/2", True),
    ]  # fmt: skip


def test_everybody_of_a_team_has_the_place_of_the_team(club: Club, people: SimpleNamespace) -> None:
    cup = announce(
        people.editor, title="Cup of teams", club=club, rounds=1, late_entry=0, half_byes=0,
        teams=TeamTerms(size=2, captains=False),
    )  # fmt: skip
    register_team(cup, "Aquila", people.p5, people.p6)
    register_team(cup, "Basilisk", people.p7, "Walter Walk-In")
    enter_results(cup, pair_round(cup))
    act(cup, people.editor, Finish())
    season = opened(club, people.p1, events=[Weighed(cup)])
    assert set(shown(season, people)) == {
        (1, "p5", "25"),
        (1, "p6", "25"),
        (3, "p7", "18"),
        (3, "Walter Walk-In", "18"),
    }
    assert [each.place for each in records.events_of(people.p6)] == [1]


def test_an_event_counts_once_it_is_over(season: Season, people: SimpleNamespace) -> None:
    summer = season.events.get(title="Summer cup")
    act(summer, people.organiser, Reopen(reason="a result is in doubt"))
    assert shown(season, people) == [(1, "p5", "25"), (2, "p6", "18"), (3, "p7", "15"), (4, "Walter Walk-In", "12")]
    act(summer, people.organiser, Finish())
    assert shown(season, people)[0] == (1, "p6", "75/2")


def test_a_corrected_result_changes_the_season(season: Season, people: SimpleNamespace) -> None:
    spring = season.events.get(title="Spring cup")
    act(spring, people.organiser, Reopen(reason="the final was written down the wrong way round"))
    final = next(pair for pair in events.state_of(spring).rounds[1].paired.pairs if {pair.a, pair.b} == {1, 2})
    score = (10, 90) if final.a == 1 else (90, 10)
    act(spring, people.organiser, results.Rule(round=2, table=final.table, report=reported(*score), reason="as played"))
    act(spring, people.organiser, Finish())
    # Now p6 won both: 25 and 37.5; p5 was second in both: 18 and 27.
    row = seasons.table_of(season).rows[0]
    assert row.person == participant_of(people.p6)
    assert [each.value.exact for each in row.results] == ["25", "75/2"]


def test_rebuilt_from_nothing_it_is_the_same(season: Season) -> None:
    kept = canonical(seasons.table_of(season))
    assert canonical(seasons.table_of(season)) == kept
    cache.clear()
    assert canonical(seasons.table_of(season)) == kept


def test_what_is_not_public_is_not_told(season: Season, people: SimpleNamespace) -> None:
    Tournament.objects.filter(title="Summer cup").update(public=False)
    assert [row.tournament.title for row in seasons.events_of(season)] == ["Spring cup", "Winter cup"]
    assert shown(season, people)[0] == (1, "p5", "25")


def test_the_act_says_all_of_the_season(season: Season, club: Club, people: SimpleNamespace) -> None:
    row = club.acts.last()
    assert row and selectors.act_of(row).act == seasons.act_of(season)
    assert row.by == participant_of(people.p1) and "Season 2026" not in row.body
    weighed = [Weighed(each.tournament, each.weight) for each in season.season_events.order_by("pk")]
    same = SeasonTerms(season.title, season.starts, season.ends, RULES, weighed)
    before = ClubAct.objects.count()
    seasons.season_set(club=club, actor=people.p1, season=season, terms=same)
    assert ClubAct.objects.count() == before, "nothing changed"
    again = seasons.season_set(club=club, actor=people.p1, season=season, terms=same._replace(events=weighed[:1]))
    assert (again.pk, again.slug) == (season.pk, season.slug)
    assert [each.tournament.title for each in seasons.events_of(again)] == ["Spring cup"]
    renamed_terms = same._replace(title="T", events=weighed[:1])
    renamed = seasons.season_set(club=club, actor=people.p1, season=season, terms=renamed_terms)
    assert (renamed.title, ClubAct.objects.count()) == ("T", before + 2)


def test_two_seasons_of_one_title_have_two_addresses(club: Club, people: SimpleNamespace) -> None:
    titles = enumerate(("2026", "2026", "Сезон", "Open"), 1)
    slugs = [opened(club, people.p1, title=title, ends=date(2026, 2, day)).slug for day, title in titles]
    assert slugs == ["2026", "2026-2", "season", "open-2"]


def test_a_form_that_was_sent_twice_opens_one_season(season: Season, club: Club, people: SimpleNamespace) -> None:
    known = [Weighed(each.tournament, each.weight) for each in seasons.events_of(season)]
    same = {"title": "Cup", "events": known}
    first = opened(club, people.p1, **same)
    acts = ClubAct.objects.count()
    assert opened(club, people.p1, **same) == first and ClubAct.objects.count() == acts
    assert opened(club, people.p1, **{**same, "events": known[:1]}) != first


def test_a_list_of_more_places_than_there_can_be_is_refused(club: Club, people: SimpleNamespace) -> None:
    opened(club, people.p1, rules=SeasonRules(points=PlacePoints((100,) * 500)))
    with pytest.raises(Refused) as refusal:
        opened(club, people.p1, rules=SeasonRules(points=PlacePoints((100,) * 501)))
    assert refusal.value.path == "$.points.points"


def test_taking_a_season_away_leaves_its_events(season: Season, club: Club, people: SimpleNamespace) -> None:
    seasons.season_close(season=season, actor=people.p1)
    assert not Season.objects.exists() and Tournament.objects.count() == 3
    assert club.acts.last().type == "close-season"  # type: ignore[union-attr]
    gone = Season(pk=season.pk, club=club)
    with pytest.raises(Refused) as caught:
        seasons.season_set(club=club, actor=people.p1, season=gone, terms=season_terms())
    assert caught.value.code == "no-season"


def test_what_a_season_cannot_be(club: Club, people: SimpleNamespace) -> None:
    event = event_over(club, people.editor, [people.p5, people.p6], "Cup")
    private = announce(people.organiser, title="Private", public=False)
    draft = announce(people.organiser, title="Draft", register=False)
    for changes, path in (
        ({"title": " "}, "$.title"), ({"title": "x" * 121}, "$.title"), ({"ends": date(2025, 12, 31)}, "$.ends"),
        ({"rules": SeasonRules(points=PlacePoints((100, 200)))}, "$.points.points[1]"),
        ({"events": [Weighed(event), Weighed(event)]}, "$.events[1]"),
        ({"events": [Weighed(private)]}, "$.events[0]"), ({"events": [Weighed(draft)]}, "$.events[0]"),
        ({"events": [Weighed(event, 0)]}, "$.events[0].weight"),
        ({"events": [Weighed(event, 1001)]}, "$.events[0].weight"),
    ):  # fmt: skip
        with pytest.raises(Refused) as caught:
            opened(club, people.p1, **changes)
        assert (caught.value.code, caught.value.path) == ("bad-season", path)
    assert not Season.objects.exists()


def test_events_of_others_count_when_they_are_public(club: Club, people: SimpleNamespace) -> None:
    other = announce(people.organiser, title="Open cup")
    assert opened(club, people.p1, events=[Weighed(other)]).events.get() == other


@pytest.mark.parametrize("name", ["p2", "p4", "outsider", ""])
def test_only_editors_set_seasons(season: Season, club: Club, people: SimpleNamespace, name: str) -> None:
    actor = getattr(people, name) if name else AnonymousUser()
    for call in (lambda: opened(club, actor), lambda: seasons.season_close(season=season, actor=actor)):
        with pytest.raises(PermissionDenied):
            call()
    assert Season.objects.get() == season
