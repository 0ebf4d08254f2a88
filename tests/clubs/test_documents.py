"""A club's season, calendar and ratings for its own site."""

from __future__ import annotations

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from frontend.clubs import document_views, season_views
from gamelog.accounts.services import person_erase
from gamelog.clubs import services
from gamelog.clubs.models import Rating, RatingRun
from gamelog.clubs.rating_scale import SETTLED_UP_TO, UNCERTAIN_ABOVE
from gamelog.clubs.weng_lin import UNIT
from gamelog.people.services import participant_of
from gamelog.seasons.models import Season

pytestmark = pytest.mark.django_db
CLUB = "/clubs/iron-hounds/"


def read(client: Client, document: str) -> dict[str, Any]:
    response = client.get(f"{CLUB}{document}.json")
    assert response.status_code == 200 and response["Access-Control-Allow-Origin"] == "*"
    found: dict[str, Any] = response.json()
    assert (found["format"], found["kind"], found["club"]["name"]) == (1, document, "The Iron Hounds")
    assert found["club"]["url"] == f"http://testserver{CLUB}"
    return found


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def test_the_season(season: Season, client: Client) -> None:
    found = read(client, "season")
    assert found["season"] == {"title": season.title, "url": f"http://testserver{CLUB}seasons/{season.slug}/"}
    assert found["columns"][0] == {"en": "Points", "ru": "Очки"}
    page = client.get(f"{CLUB}seasons/{season.slug}/").content.decode()
    assert found["rows"] and all(row["name"] in page and row["cells"][0] in page for row in found["rows"])
    assert all(len(row["cells"]) == len(found["columns"]) for row in found["rows"])
    updated = season.events.order_by("-updated").values_list("updated", flat=True)
    assert moment(found["as_of"]["at"]) == updated[0]


def test_the_page_offers_the_line(season: Season, client: Client) -> None:
    line = '<script async src="http://testserver/embed.js" data-club="iron-hounds" data-show="season"></script>'
    assert escape(line) in client.get(CLUB).content.decode()


def test_a_row_that_counts_an_unsure_result_is_provisional(
    season: Season, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any(row["provisional"] for row in read(client, "season")["rows"])
    whole = season_views.table_shown

    def unsure(found: Season) -> dict[str, Any]:
        table = whole(found)
        table["rows"][0]["provisional"] = True
        return table

    monkeypatch.setattr(document_views, "table_shown", unsure)
    assert [row["provisional"] for row in read(client, "season")["rows"]][:2] == [True, False]


def test_the_calendar_begins_with_what_is_to_come(season: Season, client: Client) -> None:
    starts = timezone.now().replace(microsecond=0) + timedelta(days=3)
    season.club.tournaments.create(
        slug="winter-open", owner=season.club.owner, title="Winter open", phase="registration", ruleset="kt",
        format="swiss", starts=starts, place="The hall",
    )  # fmt: skip
    season.club.tournaments.create(
        slug="hidden", owner=season.club.owner, title="Hidden", phase="registration", ruleset="kt", format="swiss",
        public=False,
    )  # fmt: skip
    events = read(client, "calendar")["events"]
    assert events[0] == {
        "title": "Winter open", "starts": starts.isoformat().replace("+00:00", "Z"), "ends": None,
        "place": "The hall", "phase": "registration", "url": "http://testserver/events/winter-open/",
    }  # fmt: skip
    over = [each["phase"] in ("finished", "cancelled") for each in events]
    assert over == sorted(over) and True in over and "Hidden" not in [each["title"] for each in events]


def test_ratings_of_those_whom_the_page_names(season: Season, people: SimpleNamespace, client: Client) -> None:
    values = ((people.p1, 1650, SETTLED_UP_TO), (people.p2, 1700, UNCERTAIN_ABOVE + 1), (people.outsider, 1800, 0))
    for who, rating, sigma in values:
        Rating.objects.create(
            person_id=participant_of(who), ruleset="kt", mu=(600 + rating - 1500) * UNIT // 24, sigma=sigma, ordinal=0,
            games=9, at=timezone.now(),
        )  # fmt: skip
    run = RatingRun.objects.create(ruleset="kt")
    named = [each for each in (people.p1, people.p2) if season.club.memberships.filter(user=each, shown=True).exists()]
    found = read(client, "ratings")
    (kt,) = found["rulesets"]
    wanted = {
        "p1": {"name": "p1", "rating": 1650, "certainty": "settled", "games": 9},
        "p2": {"name": "p2", "rating": 1700, "certainty": "very uncertain", "games": 9},
    }
    assert named and kt["rows"] == [wanted[each.username] for each in named]
    assert moment(found["as_of"]["at"]) == run.updated
    services.member_show(club=season.club, actor=named[0], shown=False)
    assert named[0].username not in str(read(client, "ratings"))


def test_nothing_is_sent_twice(season: Season, people: SimpleNamespace, client: Client) -> None:
    first = client.get(f"{CLUB}season.json")
    again = client.get(f"{CLUB}season.json", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"") and again["Access-Control-Allow-Origin"] == "*"
    person_erase(user=people.p5, by=None)
    assert client.get(f"{CLUB}season.json", HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


def test_what_there_is_not(people: SimpleNamespace, client: Client) -> None:
    services.club_found(owner=people.p1, name="Empty", slug="empty")
    gone = client.get("/clubs/empty/season.json")
    assert (gone.status_code, gone.json()) == (404, {"error": "empty has no season"})
    assert client.get("/clubs/empty/calendar.json").json()["events"] == []
    assert client.get("/clubs/empty/ratings.json").json()["as_of"] == {"at": None}
    for document in ("season", "calendar", "ratings"):
        missing = client.get(f"/clubs/nobody/{document}.json")
        assert missing.status_code == 404 and missing["Access-Control-Allow-Origin"] == "*"
