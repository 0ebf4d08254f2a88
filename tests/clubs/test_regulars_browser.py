"""Names pasted twice, claimed by a player and accepted by the club, in a browser.

On a desktop in English and on a phone in Russian; every page of it is checked with axe.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamelog.clubs.models import Club
from gamelog.contest.acts.setting import Finish
from gamelog.seasons import services as seasons
from gamelog.seasons.models import Season
from gamelog.seasons.services import Weighed
from gamelog.tournaments.models import Tournament
from tests.clubs.making import season_terms
from tests.clubs.test_regulars import person_called
from tests.frontend.test_pages_browser import login, violations
from tests.tournaments.making import PASSWORD, act, announce, enter_results, pair_round, register

pytestmark = pytest.mark.django_db(transaction=True)


def paste(page: Page, event: Tournament, names: str) -> None:
    page.goto(f"/events/{event.slug}/desk/players/paste/")
    page.locator("textarea[name=names]").fill(names)
    page.locator("form.paste-names button.main").click()


def over(event: Tournament, people: SimpleNamespace) -> None:
    """Play the event's only round to its end."""
    enter_results(event, pair_round(event))
    act(event, people.editor, Finish())


def looked_at(page: Page, width: str, name: str, folder: Path) -> None:
    """No page is wider than its screen or has a finding of axe; a picture of it is kept for whoever looks."""
    page.evaluate("document.querySelectorAll('main details').forEach(each => each.open = true)")
    page.screenshot(path=str(folder / f"{width}-{name}.png"), full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), name
    assert not violations(page), name


@pytest.mark.parametrize("width", ["desk", "phone"])
def test_from_a_pasted_name_to_the_season(
    width: str, request: pytest.FixtureRequest, club: Club, people: SimpleNamespace, tmp_path: Path
) -> None:
    page: Page = request.getfixturevalue(width)
    few: dict[str, Any] = {"rounds": 1, "late_entry": 0, "half_byes": 0}
    first, second = (announce(people.editor, club=club, title=title, **few) for title in ("Spring cup", "Summer cup"))
    third = announce(people.editor, club=club, title="Autumn cup", **few)
    login(page, "clara", PASSWORD)
    paste(page, first, "Walter\nAnna\nBruno\nCarla")
    expect(page).to_have_url(f"{page.url.split('/events/')[0]}/events/{first.slug}/desk/players/")
    over(first, people)
    paste(page, second, "walter\nDora\nEmil\nFelix")
    choice = page.locator("select[name=who_0]")
    expect(choice.locator("option:checked")).to_contain_text("Spring cup")
    looked_at(page, width, "paste", tmp_path)
    page.locator("form.paste-names button.main").click()
    expect(page.locator("textarea[name=names]")).to_have_count(0)
    over(second, people)
    register(third, people.p8, people.p9)
    over(third, people)
    terms = season_terms(events=[Weighed(each) for each in (first, second, third)])
    season: Season = seasons.season_set(club=club, actor=people.editor, terms=terms)
    walter = person_called("Walter").person_id
    page.context.clear_cookies()
    if width == "phone":
        page.goto("/")
    login(page, "p8", PASSWORD)
    page.goto(f"/players/{walter}/")
    looked_at(page, width, "person", tmp_path)
    page.locator("form[action$='/claim/'] button[value=ask]").click()
    expect(page.locator("form[action$='/claim/'] button[value=withdraw]")).to_be_visible()
    page.goto("/me/")
    looked_at(page, width, "me", tmp_path)
    page.goto(f"/events/{first.slug}/entrants/")
    looked_at(page, width, "entrants", tmp_path)
    page.context.clear_cookies()
    login(page, "clara", PASSWORD)
    page.goto("/clubs/iron-hounds/regulars/")
    looked_at(page, width, "regulars", tmp_path)
    page.goto("/clubs/iron-hounds/regulars/")
    page.locator("button[value=accept]").click()
    expect(page.locator("button[value=accept]")).to_have_count(0)
    page.goto("/clubs/iron-hounds/regulars/")
    page.locator("select[name=source]").select_option(str(person_called("Dora").pk))
    page.locator("select[name=target]").select_option(str(person_called("Anna").pk))
    page.locator("form.regular-merge button").click()
    expect(page.locator(".change-table")).to_be_visible()
    looked_at(page, width, "merge", tmp_path)
    page.locator("form[method=post] button.main").last.click()
    page.goto(f"/clubs/iron-hounds/seasons/{season.slug}/")
    row = page.locator(".season-row", has_text="p8")
    # Three events: each of three places counts for p8, and nothing for Walter. RULES count the best one.
    row.locator("summary").click()
    expect(row.locator(".season-open li")).to_have_count(3)
    expect(page.locator(".season-row", has_text="Walter")).to_have_count(0)
    looked_at(page, width, "season", tmp_path)
