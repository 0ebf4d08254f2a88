"""Every page of clubs and players with every kind of visitor: the whole table of roles."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from frontend.clubs.urls import urlpatterns
from gamelog.clubs import services
from gamelog.clubs.models import Club, ClubAct, News
from gamelog.people.services import participant_of
from gamelog.seasons.models import Season
from gamelog.tournaments import roles
from gamelog.tournaments.roles import ROUTES

pytestmark = pytest.mark.django_db

READERS = ("", "outsider", "p4", "p2", "p1", "editor", "staff")
"""Nobody, an account, one who asks to join, a member, an editor, the owner, site staff."""
EVERYBODY, ACCOUNTS, EDITORS = READERS, READERS[1:], READERS[4:]
WHO = {roles.ANYBODY: EVERYBODY, roles.LOGGED_IN: ACCOUNTS, roles.EDITORS: EDITORS}
NAMES = tuple(str(pattern.name) for pattern in urlpatterns)


@pytest.fixture
def addresses(season: Season, club: Club, people: SimpleNamespace) -> Callable[[str], str]:
    post = services.news_publish(club=club, actor=people.p1, title="Come", body="All")
    values = {
        "slug": club.slug, "person_id": participant_of(people.p4), "post_id": post.pk, "season_slug": season.slug,
    }  # fmt: skip
    values_of = {"player": {"person_id": participant_of(people.p5)}}
    wanted = {pattern.name: pattern.pattern.converters for pattern in urlpatterns}

    def address(name: str) -> str:
        given = {**values, **values_of.get(name, {})}
        return reverse(name, kwargs={key: given[key] for key in wanted[name]})

    return address


def allowed(answer: Any) -> bool:
    """Whether the visitor was let in; otherwise they are sent to log in, or refused."""
    sent_away = answer.status_code == 302 and answer["Location"].startswith("/accounts/login/")
    return not sent_away and answer.status_code != 403


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", NAMES)
def test_who_gets_through(addresses: Any, people: SimpleNamespace, name: str, reader: str) -> None:
    browser = Client()
    if reader:
        browser.force_login(getattr(people, reader))
    for method in ("GET", "POST"):
        who = ROUTES[name].get(method)
        # Nothing is filled in: those who are allowed get an error and change nothing.
        answer = getattr(browser, method.lower())(addresses(name))
        if who is None:
            assert answer.status_code == 405 or not allowed(answer), f"{method} {name}"
        else:
            assert allowed(answer) == (reader in WHO[who]), f"{method} {name}: {answer.status_code}"
        assert answer.status_code < 500


@pytest.mark.parametrize("reader", ["", "outsider", "p4", "p2"])
def test_who_may_not_changes_nothing(addresses: Any, people: SimpleNamespace, reader: str) -> None:
    browser = Client()
    if reader:
        browser.force_login(getattr(people, reader))
    before = list(ClubAct.objects.values_list("body", flat=True)), News.objects.count(), Season.objects.count()
    filled = {
        "name": "Mine", "title": "Mine", "body": "Mine", "act": "accept", "starts": "2026-01-01", "ends": "2026-02-01",
        "kind": "field", "top": "1", "shared": "place", "counted": "0", "least": "0",
    }  # fmt: skip
    for name in NAMES:
        if ROUTES[name].get("POST") == roles.EDITORS:
            browser.post(addresses(name), filled)
    assert before == (
        list(ClubAct.objects.values_list("body", flat=True)), News.objects.count(), Season.objects.count()
    )  # fmt: skip


@pytest.mark.parametrize("act", ["editor", "owner"])
def test_an_editor_does_not_do_what_the_owner_does(
    club: Club, people: SimpleNamespace, browser_of: Any, act: str
) -> None:
    address = reverse("club-member", args=[club.slug, participant_of(people.p2)])
    assert browser_of("p1").post(address, {"act": act}).status_code == 403
    assert browser_of("editor").post(address, {"act": act}).status_code == 302
    assert club.memberships.get(user=people.p2).role == act
