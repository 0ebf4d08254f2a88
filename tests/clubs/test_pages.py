"""The pages of clubs and players as the server gives them: in both languages, without JavaScript, and refusals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polib
import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

import rules
from frontend.clubs import edit_conflicts, rating_chart
from frontend.clubs.season_forms import SeasonForm, initial
from gamelog.accounts.services import person_erase
from gamelog.clubs import ratings, services
from gamelog.clubs.models import Club, Membership, News, Rating, RatingPoint
from gamelog.clubs.rating_scale import SETTLED_UP_TO, UNCERTAIN_ABOVE
from gamelog.clubs.weng_lin import UNIT
from gamelog.games.models import Game
from gamelog.people.services import participant_of
from gamelog.seasons import records
from gamelog.seasons import services as seasons
from gamelog.seasons.models import Season
from gamelog.setup.paths import FRONTEND
from gamelog.tournaments.models import TableGame, Tournament
from tests.clubs.making import played
from tests.frontend.test_game_pages import RU, text
from tests.tournaments import making

pytestmark = pytest.mark.django_db


@pytest.fixture
def rated(people: SimpleNamespace, files: Sequence[rules.GameFile]) -> None:
    """Six verified games of p1, p2 and p3, with ratings."""
    a, b, c = people.p1, people.p2, people.p3
    played(files, [(a, b), (b, c), (c, a), (a, b), (b, c), (a, c)], people.organiser)
    ratings.work_all("kt")


def pages(season: Season, people: SimpleNamespace) -> list[str]:
    post = News.objects.first() or services.news_publish(club=season.club, actor=people.p1, title="Come", body="All")
    club = f"/clubs/{season.club.slug}"
    return [
        "/clubs/", f"{club}/", f"{club}/members/", f"{club}/news/", f"{club}/news/{post.pk}/", f"{club}/seasons/",
        f"{club}/seasons/{season.slug}/", "/players/", "/players/?q=p", f"/players/{participant_of(people.p5)}/",
        f"/players/{participant_of(people.p1)}/",
    ]  # fmt: skip


def staff_pages(season: Season) -> list[str]:
    club = f"/clubs/{season.club.slug}"
    post = News.objects.get()
    return [
        "/clubs/found/", f"{club}/edit/", f"{club}/history/", f"{club}/members/", f"{club}/news/write/",
        f"{club}/news/{post.pk}/edit/", f"{club}/seasons/open/", f"{club}/seasons/{season.slug}/edit/",
    ]  # fmt: skip


def test_every_page_in_both_languages(
    season: Season, people: SimpleNamespace, rated: None, client: Client, browser_of: Any
) -> None:
    addresses = pages(season, people)
    for browser, wanted in ((client, addresses), (browser_of("editor"), [*addresses, *staff_pages(season)])):
        for address in wanted:
            english, russian = text(browser, address), text(browser, address, **RU)
            assert '<html lang="en">' in english and '<html lang="ru">' in russian
            assert english.count("<h1") == 1, address


def test_the_page_of_a_club(season: Season, people: SimpleNamespace, client: Client) -> None:
    services.news_publish(club=season.club, actor=people.p1, title="Come & play", body="x")
    page = text(client, "/clubs/iron-hounds/")
    for said in (
        "The Iron Hounds", "Tallinn, Estonia", "<strong>Thursdays</strong>", "&lt;script&gt;", "Season 2026",
        "Winter cup", "Spring cup", "Come &amp; play", "calendar.ics", "feed.atom",
        'rel="nofollow noopener ugc">https://hounds.example',
    ):  # fmt: skip
        assert said in page, said
    assert page.index(">p6<") < page.index(">p5<"), "the season’s standings, best first"


def test_members_who_are_not_shown_are_named_to_editors_alone(season: Season, client: Client, browser_of: Any) -> None:
    for address in ("/clubs/iron-hounds/", "/clubs/iron-hounds/members/"):
        assert ">p3<" not in text(client, address) and ">p4<" not in text(client, address)
        assert ">p3<" not in text(browser_of("p2"), address)
    page = text(browser_of("p1"), "/clubs/iron-hounds/members/")
    assert ">p3<" in page and ">p4<" in page and "hidden from others" in page


def test_found_edit_and_refusals(browser_of: Any, people: SimpleNamespace) -> None:
    browser = browser_of("p7")
    assert browser.post("/clubs/found/", {"name": "Wolves", "slug": "wolves", "city": "Riga"}).url == "/clubs/wolves/"
    again = browser.post("/clubs/found/", {"name": "Wolves", "slug": "wolves"})
    assert again.status_code == 400 and "This address is taken" in again.content.decode()
    assert "Этот адрес" in browser.post("/clubs/found/", {"name": "W", "slug": "wolves"}, **RU).content.decode()
    assert browser.post("/clubs/found/", {"name": ""}).status_code == 400
    said = {"name": "Wolves", "city": "Riga", "about": "# Hello"}
    assert browser.post("/clubs/wolves/edit/", said).url == "/clubs/wolves/"
    assert "<h3>Hello</h3>" in text(browser, "/clubs/wolves/")
    wrong = browser.post("/clubs/wolves/edit/", {"name": "Wolves", "website": "javascript:alert(1)"})
    assert wrong.status_code == 400
    assert Club.objects.get().website == ""


def test_joining_and_being_accepted(club: Club, people: SimpleNamespace, browser_of: Any) -> None:
    browser, editor = browser_of("p5"), browser_of("p1")
    assert "Ask to join" in text(browser, "/clubs/iron-hounds/")
    browser.post("/clubs/iron-hounds/join/")
    page = text(browser, "/clubs/iron-hounds/members/")
    assert "You have asked to join" in page and "Withdraw the request" in page
    taken_back = browser.post("/clubs/iron-hounds/leave/", follow=True).content.decode()
    assert "Your request to join has been withdrawn." in taken_back and "You have left" not in taken_back
    browser.post("/clubs/iron-hounds/join/")
    address = f"/clubs/iron-hounds/members/{participant_of(people.p5)}/"
    assert address in text(editor, "/clubs/iron-hounds/members/")
    assert editor.post(address, {"act": "accept"}).status_code == 302
    member = Membership.objects.get(user=people.p5)
    assert (member.role, member.shown) == ("member", False)
    browser.post("/clubs/iron-hounds/join/", {"shown": "1"})
    member.refresh_from_db()
    assert member.shown
    again = editor.post(address, {"act": "refuse"}, follow=True).content.decode()
    assert "This request to join no longer exists." in again
    assert "Nothing was chosen." in editor.post(address, {"act": "dance"}, follow=True).content.decode()
    browser.post("/clubs/iron-hounds/leave/")
    assert not Membership.objects.filter(user=people.p5).exists()
    stays = browser_of("editor").post("/clubs/iron-hounds/leave/", follow=True).content.decode()
    assert "transfer the club" in stays and Membership.objects.filter(user=people.editor).exists()


def test_editors_see_on_every_page_that_somebody_asks(club: Club, people: SimpleNamespace, browser_of: Any) -> None:
    waiting = '<span class="chip">1<span class="visually-hidden"> Requests to join'
    for address in ("/clubs/iron-hounds/", "/clubs/iron-hounds/news/"):
        assert waiting in text(browser_of("p1"), address)
        assert waiting not in text(browser_of("p2"), address)
    services.join_answer(club=club, actor=people.p1, person=participant_of(people.p4), accept=False)
    assert "Requests to join" not in text(browser_of("p1"), "/clubs/iron-hounds/")


def test_the_owner_is_told_how_to_leave(club: Club, browser_of: Any) -> None:
    said = "To leave, transfer the club"
    assert said in text(browser_of("editor"), "/clubs/iron-hounds/members/")
    assert said not in text(browser_of("p1"), "/clubs/iron-hounds/members/")


def test_a_russian_club_and_player_are_found_in_small_letters(people: SimpleNamespace, client: Client) -> None:
    services.club_found(owner=people.p1, name="Железные Псы", city="Санкт-Петербург")
    for words in ("железные", "ПСЫ", "псы железные", "санкт-петербург"):
        assert "Железные Псы" in text(client, f"/clubs/?q={words}"), words
    assert "Железные Псы" not in text(client, "/clubs/?q=волки")
    services.club_found(owner=User.objects.create_user("Святослав"), name="W")
    assert "Святослав" in text(client, "/players/?q=святослав")


def test_news(club: Club, people: SimpleNamespace, browser_of: Any, client: Client) -> None:
    editor = browser_of("p1")
    answer = editor.post("/clubs/iron-hounds/news/write/", {"title": "Come", "body": "**All** <i>of</i> you"})
    post = News.objects.get()
    assert answer.url == f"/clubs/iron-hounds/news/{post.pk}/"
    page = text(client, answer.url)
    assert "<strong>All</strong> &lt;i&gt;of&lt;/i&gt; you" in page and "p1" in page and "changed" not in page
    editor.post(f"/clubs/iron-hounds/news/{post.pk}/edit/", {"title": "Come all", "body": "x"})
    assert "Come all" in text(client, "/clubs/iron-hounds/news/")
    assert editor.post("/clubs/iron-hounds/news/write/", {"title": "", "body": ""}).status_code == 400
    assert editor.post(f"/clubs/iron-hounds/news/{post.pk}/withdraw/").url == "/clubs/iron-hounds/news/"
    assert client.get(answer.url).status_code == 404
    assert "No news yet." in text(client, "/clubs/iron-hounds/news/")


def test_a_text_for_a_post_that_was_withdrawn_meanwhile_is_kept(club: Club, browser_of: Any) -> None:
    editor = browser_of("p1")
    editor.post("/clubs/iron-hounds/news/write/", {"title": "Come", "body": "All"})
    address = f"/clubs/iron-hounds/news/{News.objects.get().pk}"
    for _tap in range(2):
        gone = editor.post(f"{address}/withdraw/", follow=True)
        assert gone.status_code == 200 and "The post has been deleted." in gone.content.decode()
    assert [act.type for act in club.acts.all()].count("withdraw-post") == 1
    assert editor.get(f"{address}/edit/").status_code == 404
    answer = editor.post(f"{address}/edit/", {"title": "Come all", "body": "a long text"})
    page = answer.content.decode()
    assert answer.status_code == 409 and "a long text" in page and "deleted in the meantime" in page
    assert 'action="/clubs/iron-hounds/news/write/"' in page and ">Publish<" in page


def shown(page: str) -> str:
    """What the form of a page sends to identify what it showed."""
    (found,) = re.findall(r'name="shown" value="([^"]+)"', page)
    return unescape(found)


def test_nobody_writes_over_what_another_editor_changed(club: Club, people: SimpleNamespace, browser_of: Any) -> None:
    address, editor = "/clubs/iron-hounds/edit/", browser_of("p1")
    mine = {"name": club.name, "city": "Riga", "country": "Latvia", "website": club.website, "about": club.about}
    mine["shown"] = shown(text(editor, address))
    services.club_edit(club=club, actor=people.editor, city="Narva", about="New <words>", country="")
    answer = editor.post(address, mine)
    page, row = answer.content.decode(), Club.objects.get()
    assert answer.status_code == 409 and (row.city, row.about) == ("Narva", "New <words>")
    assert "Somebody else changed this first, so nothing was saved." in page
    assert "<dt>City</dt><dd>Narva</dd><dt>Country</dt><dd>–</dd></dl>" in page, "what both changed, as it stands"
    assert 'value="Riga"' in page and 'value="Latvia"' in page, "what was changed is kept"
    assert "New &lt;words&gt;</textarea>" in page and "<dt>About" not in page, "what was not is as it stands"
    again = {**mine, "about": "New <words>", "shown": shown(page)}
    for _tap in range(2):
        assert editor.post(address, again).status_code == 302
    row.refresh_from_db()
    assert (row.city, row.about) == ("Riga", "New <words>")
    assert editor.post(address, {**mine, "city": "Tartu", "shown": "[" * 5000}).status_code == 409


def test_nobody_writes_over_a_post_that_another_editor_changed(
    club: Club, people: SimpleNamespace, browser_of: Any
) -> None:
    post = services.news_publish(club=club, actor=people.p1, title="Come", body="one\ntwo")
    address, editor = f"/clubs/iron-hounds/news/{post.pk}/edit/", browser_of("p1")
    mine = {"title": "Come", "body": "one\r\ntwo\r\nthree", "shown": shown(text(editor, address))}
    services.news_edit(post=post, actor=people.editor, title="Come all", body="one")
    answer = editor.post(address, mine)
    page = answer.content.decode()
    assert answer.status_code == 409 and News.objects.get().body == "one"
    assert "<dt>Text</dt><dd>one</dd>" in page and "three</textarea>" in page and 'value="Come all"' in page
    said = {**mine, "title": "Come all", "shown": shown(page)}
    assert editor.post(address, said).status_code == 302
    post.refresh_from_db()
    assert (post.title, post.body) == ("Come all", "one\ntwo\nthree")
    assert editor.post(address, said).status_code == 302, "a double tap is no other change"


def season_sent(season: Season, **changes: Any) -> dict[str, Any]:
    """What an unchanged season form sends."""
    form = SeasonForm(actor=season.club.owner, club=season.club, season=season, initial=initial(season))
    chosen = [each for each in form.offered if each.chosen]
    weights = {f"weight-{each.tournament.pk}": each.weight for each in form.offered}
    said = {**form.says(), **weights, "event": [str(each.tournament.pk) for each in chosen]}
    return {**said, "shown": edit_conflicts.marks(form, seasons.digest_of(season)), **changes}


def test_nobody_writes_over_a_season_that_another_editor_changed(
    season: Season, people: SimpleNamespace, browser_of: Any
) -> None:
    address, editor = "/clubs/iron-hounds/seasons/season-2026/edit/", browser_of("p1")
    spring, summer, winter = (season.events.get(title=f"{name} cup") for name in ("Spring", "Summer", "Winter"))
    mine = season_sent(season, title="Season of 2026", counted="2")
    assert shown(text(editor, address)) == mine["shown"]
    mine["event"] = [str(spring.pk), str(summer.pk)]
    mine[f"weight-{summer.pk}"] = "3"
    before = season.club.acts.count()
    assert editor.post(address, season_sent(season, counted="3", **{f"weight-{summer.pk}": "2"})).status_code == 302
    answer = editor.post(address, mine)
    page = answer.content.decode()
    assert answer.status_code == 409 and season.club.acts.count() == before + 1
    assert "<dt>Best results that count</dt><dd>3</dd>" in page
    assert "<dt>Summer cup</dt><dd>counts ×2</dd></dl>" in page
    assert 'value="Season of 2026"' in page and re.search(rf'value="{summer.pk}" checked', page)
    assert re.search(rf'name="weight-{summer.pk}" value="3"', page)
    assert not re.search(rf'value="{winter.pk}" checked', page), "what was left out stays so"
    for _tap in range(2):
        assert editor.post(address, {**mine, "shown": shown(page)}).status_code == 302
    season.refresh_from_db()
    assert season.title == "Season of 2026" and season.club.acts.count() == before + 2
    assert dict(season.season_events.values_list("tournament", "weight")) == {spring.pk: 100, summer.pk: 300}


def test_an_event_that_became_private_stays_in_its_season(
    season: Season, people: SimpleNamespace, browser_of: Any
) -> None:
    address = "/clubs/iron-hounds/seasons/season-2026/edit/"
    Tournament.objects.filter(title="Summer cup").update(public=False)
    summer = season.events.get(title="Summer cup")
    assert "Summer cup" in text(browser_of("organiser"), address), "who runs it knows it"
    page = text(browser_of("p1"), address)
    assert "Summer cup" not in page and "A private event" in page and "It is private now" in page
    assert re.search(rf'value="{summer.pk}" checked', page) and 'aria-label="Weight of A private event"' in page
    refused = browser_of("p1").post(address, season_sent(season, **{f"weight-{summer.pk}": "x"})).content.decode()
    assert "A private event: “x” is not a number" in refused and "Summer cup" not in refused
    assert browser_of("p1").post(address, season_sent(season, title="Renamed")).status_code == 302
    assert season.season_events.get(tournament=summer).weight == 150
    left = season_sent(season, event=[])
    assert browser_of("p1").post(address, {**left, "shown": ""}).status_code == 302
    assert not season.season_events.exists(), "it goes when it is left out"
    browser_of("p1").post(address, {**left, "shown": "", "event": [str(summer.pk)]})
    assert not season.season_events.exists(), "and does not come back"


def test_an_event_that_newer_ones_pushed_off_the_form_still_counts(
    season: Season, browser_of: Any, monkeypatch: pytest.MonkeyPatch, people: SimpleNamespace
) -> None:
    other = making.announce(people.organiser, title="Elsewhere")
    monkeypatch.setattr("frontend.clubs.season_forms.OTHERS", 0)
    address = "/clubs/iron-hounds/seasons/season-2026/edit/"
    assert "Elsewhere" not in text(browser_of("p1"), address)
    sent = season_sent(season)
    answer = browser_of("p1").post(address, {**sent, "event": [*sent["event"], str(other.pk), "no id"]})
    assert answer.status_code == 302
    assert season.season_events.filter(tournament=other).exists()


def test_what_cannot_be_undone_is_asked_first(season: Season, people: SimpleNamespace, browser_of: Any) -> None:
    post = services.news_publish(club=season.club, actor=people.p1, title="Come", body="All")
    club = "/clubs/iron-hounds"
    for name, address, button, follows in (
        ("editor", f"{club}/members/", 'value="owner">', "p2 becomes the owner"),
        ("editor", f"{club}/members/", 'value="remove">', "p2 will no longer belong to the club"),
        ("p1", f"{club}/news/{post.pk}/edit/", ">Delete this post</button>", "its text is not kept"),
        ("p1", f"{club}/seasons/season-2026/edit/", ">Delete this season</button>", "The events themselves remain."),
    ):
        page = text(browser_of(name), address)
        folds = re.findall(r'<details class="fold[^"]*"[^>]*><summary>.*?</details>', page, re.DOTALL)
        asking = [fold for fold in folds if button in fold]
        assert len(asking) == page.count(button), button
        assert any(follows in fold for fold in asking), follows
        assert not any("open>" in fold for fold in asking)


def test_a_season_is_taken_away_once(season: Season, browser_of: Any) -> None:
    for _tap in range(2):
        answer = browser_of("p1").post("/clubs/iron-hounds/seasons/season-2026/close/", follow=True)
        assert answer.status_code == 200 and "The season has been deleted" in answer.content.decode()
    assert [act.type for act in season.club.acts.all()].count("close-season") == 1


def test_a_post_of_another_club_is_not_there(club: Club, people: SimpleNamespace, client: Client) -> None:
    other = services.club_found(owner=people.p7, name="Wolves")
    post = services.news_publish(club=other, actor=people.p7, title="Come", body="All")
    assert client.get(f"/clubs/iron-hounds/news/{post.pk}/").status_code == 404
    assert client.get(f"/clubs/wolves/news/{post.pk}/").status_code == 200


FORM = {
    "title": "Season 2027", "starts": "2027-01-01", "ends": "2027-12-31", "kind": "places", "points": "25 18, 15.5",
    "after": "1", "top": "", "shared": "average", "counted": "2", "least": "1", "first": "events",
    "second": "best-place", "third": "events",
}  # fmt: skip


def test_opening_and_changing_a_season(season: Season, browser_of: Any, client: Client) -> None:
    editor = browser_of("p1")
    spring = season.events.get(title="Spring cup")
    answer = editor.post("/clubs/iron-hounds/seasons/open/", {
        **FORM, "event": [str(spring.pk)], f"weight-{spring.pk}": "1,25",
    })  # fmt: skip
    assert answer.url == "/clubs/iron-hounds/seasons/season-2027/"
    made = Season.objects.get(slug="season-2027")
    assert made.rules == (
        '{"counted":2,"least":1,"points":{"after":100,"points":[2500,1800,1550],"type":"places"},'
        '"shared":"average","tiebreaks":["events","best-place"]}'
    )
    assert made.season_events.get().weight == 125
    page = text(client, answer.url)
    for said in (
        "25, 18, 15.5", "Every further place is worth 1.", "average of the places", "best 2 events",
        "A place requires 1 event.", "×1.25",
    ):  # fmt: skip
        assert said in page, said
    form = text(editor, "/clubs/iron-hounds/seasons/season-2027/edit/")
    assert 'value="25 18 15.5"' in form and 'value="1.25"' in form and form.count("checked") == 1
    assert editor.post("/clubs/iron-hounds/seasons/season-2027/edit/", {**FORM, "kind": "field", "top": "60"}).url
    assert "worth 60 points" in text(client, answer.url)
    assert editor.post("/clubs/iron-hounds/seasons/season-2027/close/").url == "/clubs/iron-hounds/seasons/"
    assert client.get(answer.url).status_code == 404


SIZED = {**FORM, "kind": "sized", "base": "60", "each": "1", "most_players": "30", "attendance": "2", "win": "0.5"}


def test_a_season_by_the_size_of_its_events(season: Season, browser_of: Any, client: Client) -> None:
    editor, address = browser_of("p1"), "/clubs/iron-hounds/seasons/season-2027/"
    spring = season.events.get(title="Spring cup")
    counts = {"event": [str(spring.pk)], f"weight-{spring.pk}": "1"}
    assert editor.post("/clubs/iron-hounds/seasons/open/", {**SIZED, **counts}).url == address
    made = Season.objects.get(slug="season-2027")
    assert made.rules == (
        '{"counted":2,"extras":[{"each":200,"kind":"attendance"},{"each":50,"kind":"win"}],"least":1,'
        '"points":{"bases":[{"points":6000,"rounds":0}],"most_players":30,"type":"sized"},'
        '"shared":"average","tiebreaks":["events","best-place"]}'
    )
    page = re.sub(r"\s+", " ", text(client, address))
    for said in ("worth 1 for every player", "at most 30 of them", "and 60 more", "an equal step less",
                 "2 for taking part in an event", "0.5 for each battle won"):  # fmt: skip
        assert said in page, said
    # Four play the cup: the first place is worth 60 + 4, with 2 for taking part and two battles won.
    assert "<b>67</b>" in page
    form = text(editor, f"{address}edit/")
    for value in ("60", "30", "2", "0.5"):
        assert f'value="{value}"' in form
    # What a program has set by rounds stays when something else is changed.
    made.rules = made.rules.replace(
        '{"points":6000,"rounds":0}', '{"points":6000,"rounds":0},{"points":7000,"rounds":5}'
    )
    made.save()
    assert editor.post(f"{address}edit/", {**SIZED, **counts, "win": "1"}).url == address
    made.refresh_from_db()
    assert '{"points":7000,"rounds":5}' in made.rules and '{"each":100,"kind":"win"}' in made.rules


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"ends": "2026-12-31"}, "The last day is before the first."),
        ({"points": ""}, "Enter the points for each place."),
        ({"points": "10 20"}, "A later place is worth more"),
        ({"points": "10 many"}, "is not a number"),
        ({"points": "10.125"}, "is not a number"),
        ({"points": "1e999999"}, "is not a number"),
        ({"points": "1 " * 501, "after": "0"}, "There are more than 500 places"),
        ({"kind": "field", "top": ""}, "Enter the points for first place."),
        ({"kind": "sized", "base": "0", "each": ""}, "Enter the points for first place."),
        ({"win": "x"}, "Enter a number."),
        ({"after": "99"}, "A later place is worth more"),
        ({"title": ""}, "This field is required."),
    ],
)
def test_a_season_that_cannot_be(club: Club, browser_of: Any, change: dict[str, str], said: str) -> None:
    answer = browser_of("p1").post("/clubs/iron-hounds/seasons/open/", {**FORM, **change})
    assert answer.status_code == 400 and said in answer.content.decode()
    assert not Season.objects.exists()


@pytest.mark.parametrize("weight", ["0", "11", "x", "1.005", "1e999999"])
def test_a_weight_that_cannot_be(season: Season, browser_of: Any, weight: str) -> None:
    spring = season.events.get(title="Spring cup")
    given = {**FORM, "event": [str(spring.pk)], f"weight-{spring.pk}": weight}
    answer = browser_of("p1").post("/clubs/iron-hounds/seasons/open/", given)
    assert answer.status_code == 400 and "Spring cup" in answer.content.decode()
    assert Season.objects.count() == 1


def test_every_value_of_a_season_opens(season: Season, client: Client) -> None:
    page = text(client, "/clubs/iron-hounds/seasons/season-2026/")
    first = page[page.index('<details class="season-row">') : page.index("</details>")]
    assert ">p6<" in first and "37.5" in first and "25 × 1.5 = " in first and "= 75/2" in first
    assert "place 1 of 4" in first and "place 2 of 4" in first
    assert first.count("dropped") == 1 and first.count(">counts<") == 1
    assert page.count('<details class="season-row">') == 5
    assert "25 × 1,5 = " in text(client, "/clubs/iron-hounds/seasons/season-2026/", **RU)


def test_what_the_staff_did(season: Season, people: SimpleNamespace, browser_of: Any) -> None:
    services.news_publish(club=season.club, actor=people.p1, title="Come", body="All")
    services.join_answer(club=season.club, actor=people.p1, person=participant_of(people.p4), accept=False)
    services.club_edit(club=season.club, actor=people.editor, city="Riga")
    page = text(browser_of("p1"), "/clubs/iron-hounds/history/")
    for said in (
        "<b>clara</b> created the club", "<b>clara</b> admitted p1", "<b>clara</b> made p1 editor",
        "<b>p1</b> declined the request of p4", "<b>p1</b> published the post “Come”",
        "<b>p1</b> saved the season “Season 2026”", "<b>clara</b> changed the page: City",
    ):  # fmt: skip
        assert said in page, said
    person_erase(user=people.editor, by=None)
    page = text(browser_of("p1"), "/clubs/iron-hounds/history/")
    assert "clara" not in page and "<b>erased player</b> created the club" in page
    assert "<b>The site</b> transferred the club to p1" in page


# players


def test_the_page_of_a_player(season: Season, people: SimpleNamespace, rated: None, client: Client) -> None:
    page = text(client, f"/players/{participant_of(people.p1)}/")
    rating = Rating.objects.get(person=participant_of(people.p1))
    assert re.search(
        rf"<b>{rating_chart.rating_text(rating.mu)}</b> <span class=\"soft\">very uncertain · place \d", page
    )
    assert "rating-graph" not in page and "A graph is drawn after 8 games." in page
    assert "Against others" in page and "/dice/?player=p1" in page and "/clubs/iron-hounds/" in page
    assert len(re.findall(r'/games/[0-9a-f-]{36}/"', page)) >= 4
    cup = text(client, f"/players/{participant_of(people.p5)}/")
    assert "place 1 of 4" in cup and "No finished public games yet." in cup


@pytest.mark.parametrize(
    ("millionths", "said"),
    [
        (25_000_000, "1500"),
        (25_020_833, "1500"),
        (25_020_834, "1501"),
        (33_333_333, "1700"),
        (24_979_166, "1499"),
        (24_979_167, "1500"),
        (-40_000_000, "−60"),
    ],
)
def test_a_rating_is_rounded_for_the_eye(millionths: int, said: str) -> None:
    assert rating_chart.rating_text(millionths) == said


@pytest.mark.parametrize(
    ("least", "most", "scale"),
    [
        (1500, 1500, (1500, 1510, 10)),
        (1500, 1563, (1500, 1580, 20)),
        (1411, 1638, (1400, 1650, 50)),
        (-60, 1500, (-500, 1500, 500)),
    ],
)
def test_the_scale_has_round_numbers_around_everything(least: int, most: int, scale: tuple[int, int, int]) -> None:
    assert rating_chart.scale(least, most) == scale


def history(*ratings: int) -> list[RatingPoint]:
    """Points that come to these ratings."""
    return [RatingPoint(mu=(25 + (each - 1500) // 24) * 1_000_000, at=timezone.now()) for each in ratings]


def test_the_graph_says_in_words_what_it_shows() -> None:
    drawn = rating_chart.rating_svg(history(1524, 1548, 1572, 1548, 1524, 1500, 1524, 1548))
    (label,) = re.findall(r'class="rating-graph"[^>]*aria-label="([^"]+)"', drawn)
    assert label == "The rating after each of 8 games: now 1548, at best 1572"
    (line,) = re.findall(r'<polyline points="([^"]+)"', drawn)
    places = [tuple(map(float, point.split(","))) for point in line.split()]
    assert len(places) == 9 and [x for x, _ in places] == sorted(x for x, _ in places)
    assert all(0 <= x <= 640 and 0 <= y <= 240 for x, y in places)
    assert drawn.count("<circle") == 8 and ">1500</text>" in drawn


def test_a_graph_wants_enough_games() -> None:
    few = rating_chart.rating_svg(history(*[1524] * (rating_chart.FEWEST - 1)))
    assert few == '<p class="soft">A graph is drawn after 8 games.</p>'
    assert rating_chart.rating_svg(history(*[1524] * rating_chart.FEWEST)).startswith("<svg")


def test_the_certainty_of_a_rating_is_a_word(people: SimpleNamespace, client: Client) -> None:
    for who, sigma in ((people.p1, UNCERTAIN_ABOVE + 1), (people.p2, UNCERTAIN_ABOVE), (people.p3, SETTLED_UP_TO)):
        Rating.objects.create(
            person_id=participant_of(who), ruleset="kt", mu=25 * UNIT, sigma=sigma, ordinal=0, games=1,
            at=timezone.now(),
        )  # fmt: skip
    page = text(client, "/players/?ruleset=kt")
    rows = re.findall(
        r'>(p\d)</a></td><td class="number"><b>(\d+)</b></td><td class="number">1</td><td>([a-z ]+)<', page
    )
    assert rows[0][1:] != rows[1][1:] and set(rows) == {
        ("p1", "1500", "very uncertain"), ("p2", "1500", "settling"), ("p3", "1500", "settled"),
    }  # fmt: skip
    assert rows[-1][0] == "p1", "the uncertain one stands below all others"
    assert "очень приблизительный" in text(client, "/players/?ruleset=kt", **RU)


def test_the_list_stands_in_the_order_that_it_explains(people: SimpleNamespace, client: Client) -> None:
    some = [(1400, False), (1900, True), (1600, False), (1550, True), (1600, False)]
    for at, (rating, uncertain) in enumerate(some, 1):
        Rating.objects.create(
            person_id=participant_of(getattr(people, f"p{at}")), ruleset="kt",
            mu=(25 * 24 + rating - 1500) * UNIT // 24, sigma=UNCERTAIN_ABOVE + uncertain, ordinal=at,
            games=1, at=timezone.now(),
        )  # fmt: skip
    page = text(client, "/players/?ruleset=kt")
    rows = re.findall(r'<tr><td class="number">(\d+)</td><td><a [^>]*>(p\d)</a></td><td class="number"><b>(\d+)', page)
    assert [(place, rating) for place, _, rating in rows] == [
        ("1", "1600"), ("1", "1600"), ("3", "1400"), ("4", "1900"), ("5", "1550"),
    ]  # fmt: skip
    assert "players whose rating is very uncertain stand below all others" in page
    for place, name, _ in rows:
        row = Rating.objects.get(person=participant_of(getattr(people, name)))
        assert ratings.place_of(row) == int(place)


def test_an_erased_player_has_no_name(people: SimpleNamespace, rated: None, client: Client) -> None:
    person = participant_of(people.p1)
    services.club_found(owner=people.p1, name="Hounds")
    person_erase(user=people.p1, by=None)
    page = text(client, f"/players/{person}/")
    assert '<h1 class="me-name">erased player</h1>' in page and ">p1<" not in page and "player=p1" not in page
    assert "удалённый игрок" in text(client, f"/players/{person}/", **RU)
    assert "No public player by this name" in text(client, "/players/?q=erased")
    assert "erased player" in text(client, "/players/?ruleset=kt")


def test_who_does_not_play_in_public_has_no_page(people: SimpleNamespace, client: Client) -> None:
    assert client.get(f"/players/{participant_of(people.outsider)}/").status_code == 404
    assert client.get("/players/p0000000000000000/").status_code == 404


def test_the_list_of_players(people: SimpleNamespace, rated: None, client: Client) -> None:
    page = text(client, "/players/")
    best = Rating.objects.order_by("-mu").select_related("person__user")
    names = [row.person.user.username for row in best if row.person.user]
    assert [page.index(f">{name}<") for name in names] == sorted(page.index(f">{name}<") for name in names)
    assert "Nobody is rated for these rules yet." in text(client, "/players/?ruleset=wh40k")
    assert text(client, "/players/?ruleset=chess&page=7")


def test_equals_share_a_place_on_every_page_of_the_list(
    people: SimpleNamespace, client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setattr("frontend.site.player_views.A_PAGE", 3)
    for at, mu in enumerate((9, 8, 8, 8, 5, 4), 1):
        person = participant_of(getattr(people, f"p{at}"))
        Rating.objects.create(
            person_id=person, ruleset="kt", mu=mu, sigma=0, ordinal=0, games=1, at=timezone.now()
        )  # fmt: skip
    places = []
    for page in (1, 2):
        with django_assert_max_num_queries(6):
            shown = text(client, f"/players/?ruleset=kt&page={page}")
        places.append(re.findall(r'<tr><td class="number">(\d+)</td>', shown))
    assert places == [["1", "2", "2"], ["2", "5", "6"]]


def test_a_club_shows_its_best_of_every_ruleset(club: Club, people: SimpleNamespace, client: Client) -> None:
    for at, ruleset in enumerate(("cod", "kt"), 1):
        for person in (people.editor, people.p1, people.p2):
            Rating.objects.create(
                person_id=participant_of(person), ruleset=ruleset, mu=person.pk, sigma=0, ordinal=0, games=at,
                at=timezone.now(),
            )  # fmt: skip
    rows = ratings.best_of(club, 3)
    assert [row.ruleset for row in rows] == ["cod"] * 3 + ["kt"] * 3
    rows = ratings.best_of(club, 2)
    assert [row.ruleset for row in rows] == ["cod"] * 2 + ["kt"] * 2
    assert rows[0].mu > rows[1].mu


def test_games_of_an_army_against_itself_are_told() -> None:
    armies = [records.Army("kt", "Orks", records.WinTally(), 2)]
    page = render_to_string("frontend/clubs/_armies.html", {"armies": armies})
    assert "(2 games against itself do not count)" in page


def test_armies_with_few_games_have_no_rate(
    season: Season, people: SimpleNamespace, rated: None, client: Client
) -> None:
    spring = season.events.get(title="Spring cup")
    for at, game in enumerate(Game.objects.order_by("created"), 1):
        TableGame.objects.create(tournament=spring, round=1, table=at, game=game)
    for address in ("/clubs/iron-hounds/", "/clubs/iron-hounds/seasons/season-2026/"):
        page = text(client, address)
        assert "too few games" in page and "Win rate" in page
    assert "Most games won" in text(client, "/clubs/iron-hounds/")


def test_every_text_is_translated() -> None:
    """Each msgid of these pages has its Russian in the catalogue."""
    catalogue = polib.pofile(str(FRONTEND / "locale" / "ru" / "LC_MESSAGES" / "django.po"))
    known = {entry.msgid for entry in catalogue if entry.translated()}
    folders = [FRONTEND / "templates" / "frontend" / name for name in ("clubs", "site")]
    said = {found for folder in folders for path in folder.glob("*.html") for found in messages_of(path)}
    assert said - known == set()
    assert len(said) > 100, "the templates were found"


def messages_of(path: Path) -> list[str]:
    """The plain msgids of a template, and the singular forms of plural ones."""
    source = path.read_text()
    plain = re.findall(r'(?:translate|_\()\s*"([^"]+)"', source)
    blocks = re.findall(r"{% blocktranslate([^%]*)%}(.*?){% (?:plural|endblocktranslate) %}", source, re.DOTALL)
    said = (" ".join(text.split()) if "trimmed" in head else text for head, text in blocks)
    return [*plain, *(re.sub(r"{{ *(\w+) *}}", r"%(\1)s", block) for block in said)]
