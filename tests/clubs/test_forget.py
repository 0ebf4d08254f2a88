"""Erasing a person: nothing in clubs names them any more, and everything that was counted stays counted."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.db import connection

from gamelog.accounts import export
from gamelog.accounts.services import person_erase
from gamelog.clubs import acts, selectors, services
from gamelog.clubs.models import Club, ClubAct, JoinRequest, Membership, News
from gamelog.people.services import participant_of
from gamelog.seasons import services as seasons
from gamelog.seasons.models import Season

pytestmark = pytest.mark.django_db

SAID = re.compile(r"claravox|lovibond", re.IGNORECASE)


@pytest.fixture
def people(db: None, people: SimpleNamespace) -> SimpleNamespace:
    """The editor has a name that can be searched for."""
    User.objects.filter(pk=people.editor.pk).update(
        username="claravox", first_name="Clara", last_name="Lovibond", email="lovibond@example.org"
    )
    people.editor.refresh_from_db()
    return people


def rows_that_say() -> dict[str, list[str]]:
    """Rows of clubs that contain the name, by table."""
    found: dict[str, list[str]] = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table.startswith("clubs_"):
                cursor.execute(f'SELECT * FROM "{table}"')
                hits = [str(value) for row in cursor.fetchall() for value in row if SAID.search(str(value))]
                if hits:
                    found[table] = hits
    return found


def say_it_everywhere(club: Club, season: Season, people: SimpleNamespace) -> None:
    """Put the name into every text that a club has."""
    services.club_edit(
        club=club, actor=people.p1, name="Claravox’ Hounds", about="Ask **claravox** (Clara Lovibond).\n\nClaravoxia?",
        website="https://lovibond.example",
    )  # fmt: skip
    services.news_publish(club=club, actor=people.editor, title="claravox wins", body="Мы поздравляем: claravox!")
    seasons.season_set(
        club=club, actor=people.p1, season=season,
        terms=seasons.SeasonTerms("Lovibond cup", season.starts, season.ends, seasons.rules_of(season)),
    )  # fmt: skip
    Club.objects.filter(pk=club.pk).update(slug="claravox-hounds")


def test_nothing_says_the_name_any_more(season: Season, club: Club, people: SimpleNamespace) -> None:
    say_it_everywhere(club, season, people)
    assert set(rows_that_say()) == {"clubs_club", "clubs_news", "clubs_season"}
    acts_before = list(ClubAct.objects.values_list("number", "body"))
    person_erase(user=people.editor, by=None)
    told = {table: [text for text in texts if SAID.search(text.replace("Claravoxia", ""))]
            for table, texts in rows_that_say().items()}  # fmt: skip
    assert not any(told.values())
    club.refresh_from_db()
    assert club.name == "a player’ Hounds" and club.website == "" and club.slug == f"club-{club.pk.hex[:12]}"
    assert club.about == "Ask **a player** (a player).\n\nClaravoxia?", "only whole words are names"
    post = News.objects.get()
    assert (post.title, post.body) == ("a player wins", "Мы поздравляем: игрок!")
    assert selectors.author_of(post) == "erased player"
    assert Season.objects.get(pk=season.pk).title == "a player cup"
    assert list(ClubAct.objects.values_list("number", "body"))[: len(acts_before)] == acts_before


def test_the_club_goes_to_its_longest_standing_editor(club: Club, people: SimpleNamespace) -> None:
    person_erase(user=people.editor, by=None)
    club.refresh_from_db()
    assert club.owner == people.p1
    assert Membership.objects.get(club=club, role="owner").user == people.p1
    row = club.acts.last()
    assert row and selectors.act_of(row).act == acts.HandOver(participant_of(people.p1)) and row.by == ""
    assert not Membership.objects.filter(user=people.editor).exists()


def test_a_club_of_nobody_else_stays_without_an_owner_who_acts(people: SimpleNamespace) -> None:
    club = services.club_found(owner=people.editor, name="Lone wolf")
    person_erase(user=people.editor, by=None)
    row = club.acts.last()
    assert row and selectors.act_of(row).act == acts.HandOver("")
    assert not Membership.objects.exists()
    services.club_edit(club=club, actor=people.staff, city="Riga")


def test_names_in_other_clubs_may_mean_somebody_else(club: Club, people: SimpleNamespace) -> None:
    other = services.club_found(owner=people.p5, name="Claravox", about="claravox")
    person_erase(user=people.editor, by=None)
    other.refresh_from_db()
    assert (other.name, other.about) == ("Claravox", "claravox")


def test_a_member_who_is_forgotten_leaves_the_club_its_name(club: Club, people: SimpleNamespace) -> None:
    services.join_ask(club=club, actor=people.p6)
    services.club_edit(club=club, actor=people.editor, name="The p2 Hounds", about="p2 paints, p6 asks, p4 too")
    for user in (people.p2, people.p6):
        person_erase(user=user, by=None)
    club.refresh_from_db()
    assert (club.name, club.about) == ("The p2 Hounds", "a player paints, a player asks, p4 too")
    assert list(JoinRequest.objects.values_list("user__username", flat=True)) == ["p4"]


def test_standings_of_seasons_stay(season: Season, people: SimpleNamespace) -> None:
    before = msgspec.json.encode(seasons.table_of(season))
    person_erase(user=people.p5, by=None)
    assert msgspec.json.encode(seasons.table_of(season)) == before


def test_forgetting_twice_changes_nothing_more(club: Club, people: SimpleNamespace) -> None:
    person_erase(user=people.editor, by=None)
    before = ClubAct.objects.count()
    person_erase(user=people.editor, by=None)
    assert ClubAct.objects.count() == before


def test_the_export_has_everything_of_clubs(club: Club, people: SimpleNamespace) -> None:
    services.news_publish(club=club, actor=people.editor, title="Spring cup", body="Come")
    services.join_ask(club=services.club_found(owner=people.p5, name="Others"), actor=people.editor)
    told: Any = json.loads(msgspec.json.encode(export.account(people.editor)))["clubs"]
    assert [(each["club"], each["role"]) for each in told["memberships"]] == [("iron-hounds", "owner")]
    assert [each["club"] for each in told["join_requests"]] == ["others"]
    assert [(each["title"], each["body"]) for each in told["news"]] == [("Spring cup", "Come")]
    assert told["acts"][0]["act"]["act"] == {"type": "found"} and told["ratings"] == []
    assert selectors.export_of(people.outsider) == {
        "memberships": [], "join_requests": [], "news": [], "acts": [], "ratings": [],
    }  # fmt: skip
