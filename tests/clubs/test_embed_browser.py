"""A club's season, calendar and ratings on a page of another site, in a real browser."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from gamelog.clubs.models import Rating, RatingRun
from gamelog.clubs.rating_scale import UNCERTAIN_ABOVE
from gamelog.clubs.weng_lin import UNIT
from gamelog.people.services import participant_of
from gamelog.seasons.models import Season
from tests.frontend.test_pages_browser import violations
from tests.other_site import HOSTILE, OtherSite, complaints_of

pytestmark = pytest.mark.django_db(transaction=True)


def line(live_server: Any, **data: str) -> str:
    """The line of HTML that a club copies."""
    more = "".join(f' data-{name}="{value}"' for name, value in data.items())
    return f'<script async src="{live_server.url}/embed.js" data-club="iron-hounds"{more}></script>'


def part_of(desk: Page) -> Locator:
    return desk.locator("main gamelog-event")


def test_the_season_in_both_languages_survives_a_hostile_page(
    desk: Page, live_server: Any, club_site: OtherSite, season: Season
) -> None:
    complaints = complaints_of(desk)
    desk.goto(
        club_site.page(f"<main>{line(live_server, show='season', lang='ru', theme='light')}</main>", HOSTILE, "ru")
    )
    part = part_of(desk)
    expect(part.locator("tbody tr").first.locator("th")).to_be_visible()
    names = [each.strip() for each in part.locator("tbody th").all_inner_texts()]
    points = part.locator("tbody td.score").all_inner_texts()
    assert any("," in each for each in points) and not any("." in each for each in points)
    assert complaints == []
    desk.context.add_cookies([{"name": "django_language", "value": "ru", "url": live_server.url}])
    desk.goto(f"{live_server.url}/clubs/iron-hounds/seasons/{season.slug}/")
    assert names == [each.strip() for each in desk.locator(".season-name").all_inner_texts()]
    assert points == desk.locator("summary .season-value:not(.season-more)").all_inner_texts()


def test_the_calendar_leads_to_the_events(desk: Page, live_server: Any, club_site: OtherSite, season: Season) -> None:
    desk.goto(club_site.page(f"<main><h1>Club</h1>{line(live_server, show='calendar')}</main>"))
    links = part_of(desk).locator("li a")
    expect(links.filter(has_text="Winter cup")).to_have_attribute("href", f"{live_server.url}/events/winter-cup/")
    assert violations(desk) == []


def test_ratings_say_how_sure_they_are(
    desk: Page, live_server: Any, club_site: OtherSite, season: Season, people: SimpleNamespace
) -> None:
    member = season.club.memberships.filter(shown=True).first()
    assert member
    Rating.objects.create(
        person_id=participant_of(member.user), ruleset="kt", mu=(600 + 150) * UNIT // 24, sigma=UNCERTAIN_ABOVE + 1,
        ordinal=0, games=9, at=timezone.now(),
    )  # fmt: skip
    RatingRun.objects.create(ruleset="kt")
    desk.goto(club_site.page(f"<main><h1>Club</h1>{line(live_server, show='ratings')}</main>"))
    row = part_of(desk).locator("tbody tr").first
    expect(row.locator("td")).to_have_text(["1650", "very uncertain", "9"])
    assert violations(desk) == []
