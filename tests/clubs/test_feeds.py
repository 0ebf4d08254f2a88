"""The calendar and the feed, as other programs parse them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from xml.etree.ElementTree import Element

import icalendar
import pytest
from defusedxml.ElementTree import fromstring
from django.test import Client

from gamelog.accounts.services import person_erase
from gamelog.clubs import services
from gamelog.clubs.markdown import html_of
from gamelog.clubs.models import Club, News
from gamelog.contest.acts.rounds import StartClock
from gamelog.contest.acts.setting import Cancel, Rename, SetTerms
from gamelog.contest.terms import Season as League
from gamelog.seasons.models import Season
from gamelog.tournaments import calendars
from tests.tournaments.making import STARTS, act, announce, pair_round, register, terms

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


def entries(client: Client, path: str) -> dict[str, Any]:
    """The entries of a calendar by id, parsed."""
    answer = client.get(path)
    assert answer.status_code == 200 and answer["Content-Type"] == "text/calendar; charset=utf-8"
    read = icalendar.Calendar.from_ical(answer.content)
    assert (read["VERSION"], read["METHOD"]) == ("2.0", "PUBLISH")
    return {str(each["UID"]): each for each in read.walk("VEVENT")}


def test_a_calendar_has_every_event_that_says_when_it_is(
    season: Season, client: Client, people: SimpleNamespace
) -> None:
    announce(people.organiser, title="Some day", club=season.club, starts="")
    announce(people.organiser, title="Private", club=season.club, public=False)
    announce(people.organiser, title="In preparation", club=season.club, register=False)
    found = entries(client, "/clubs/iron-hounds/calendar.ics")
    assert sorted(str(each["SUMMARY"]) for each in found.values()) == ["Spring cup", "Summer cup", "Winter cup"]
    spring = season.events.get(title="Spring cup")
    entry = found[str(spring.pk)]
    assert entry.decoded("DTSTART") == spring.starts == datetime(2026, 3, 7, 9, tzinfo=UTC)
    assert entry.decoded("DTSTART").utcoffset() == timedelta(0)
    assert str(entry["LOCATION"]) == "The old town hall"
    assert str(entry["URL"]) == f"http://testserver/events/{spring.slug}/"
    assert entry["SEQUENCE"] == spring.number and entry["STATUS"] == "CONFIRMED"


def test_an_event_that_moves_keeps_its_id(club: Club, client: Client, people: SimpleNamespace) -> None:
    made = announce(people.editor, club=club, ends=(STARTS + timedelta(hours=8)).isoformat())
    before = entries(client, "/clubs/iron-hounds/calendar.ics")[str(made.pk)]
    assert before.decoded("DTEND") == STARTS + timedelta(hours=8)
    later = terms(starts="2026-12-06T10:00:00+03:00", round_minutes=150)
    act(made, people.editor, SetTerms(terms=later))
    act(made, people.editor, Rename(title="Muster, the; second\nline"))
    after = entries(client, "/clubs/iron-hounds/calendar.ics")[str(made.pk)]
    assert after.decoded("DTSTART") == datetime(2026, 12, 6, 7, tzinfo=UTC)
    assert after.decoded("DURATION") == timedelta(minutes=3 * 150), "as long as its rounds take"
    assert after["SEQUENCE"] == before["SEQUENCE"] + 2
    assert str(after["SUMMARY"]) == "Muster, the; second\nline"
    act(made, people.editor, Cancel(reason="the hall is flooded"))
    assert entries(client, "/clubs/iron-hounds/calendar.ics")[str(made.pk)]["STATUS"] == "CANCELLED"


def test_the_weeks_of_a_league(club: Club, client: Client, people: SimpleNamespace) -> None:
    """As many as its entrants make: what its terms say of rounds says nothing in a fixed schedule."""
    league = announce(
        people.editor, title="League", club=club, format="league", starts="", rounds=5,
        late_entry=0, season=League(starts="2026-05-04", days_a_round=14),
    )  # fmt: skip
    assert not entries(client, "/clubs/iron-hounds/calendar.ics")
    register(league, *(f"Player number {number}" for number in (1, 2, 3)))
    found = entries(client, "/clubs/iron-hounds/calendar.ics")
    assert sorted(found) == [f"{league.pk}-round-{number}" for number in (1, 2, 3)]
    second = found[f"{league.pk}-round-2"]
    assert (second.decoded("DTSTART"), second.decoded("DTEND")) == (date(2026, 5, 18), date(2026, 6, 1))
    assert str(second["RELATED-TO"]) == str(league.pk) and str(second["SUMMARY"]) == "League: 2"


def test_a_round_is_there_once_its_clock_has_started(club: Club, client: Client, people: SimpleNamespace) -> None:
    made = announce(people.editor, club=club)
    register(made, people.p5, people.p6)
    number = pair_round(made)
    assert list(entries(client, "/clubs/iron-hounds/calendar.ics")) == [str(made.pk)]
    act(made, people.editor, StartClock(round=number))
    entry = entries(client, "/clubs/iron-hounds/calendar.ics")[f"{made.pk}-round-1"]
    started = made.acts.get(type="start-clock").recorded_at
    assert abs(entry.decoded("DTSTART") - started) < timedelta(seconds=1)
    assert entry.decoded("DURATION") == timedelta(minutes=150)


def test_the_calendar_of_all_public_events(season: Season, client: Client, people: SimpleNamespace) -> None:
    other = announce(people.organiser, title="Open cup")
    found = entries(client, "/events/calendar.ics")
    assert len(found) == 4 and str(found[str(other.pk)]["SUMMARY"]) == "Open cup"


def test_a_calendar_of_one_event(season: Season) -> None:
    spring = season.events.get(title="Spring cup")
    made = calendars.calendar_of([spring], name="Spring", address=lambda event: f"https://log.example/{event.slug}")
    read = icalendar.Calendar.from_ical(made)
    assert [str(each["UID"]) for each in read.walk("VEVENT")] == [str(spring.pk)]
    assert str(read["X-WR-CALNAME"]) == "Spring" and made == calendars.calendar_of(
        [spring], name="Spring", address=lambda event: f"https://log.example/{event.slug}"
    )
    assert max(len(line) for line in made.split(b"\r\n")) <= 75, "lines are folded as RFC 5545 wants"


# the feed


def feed(client: Client, **headers: Any) -> Element:
    answer = client.get("/clubs/iron-hounds/feed.atom", **headers)
    assert answer.status_code == 200 and answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    return fromstring(answer.content)  # type: ignore[no-any-return]


def text(of: Element, name: str) -> str:
    found = of.find(f"{ATOM}{name}")
    assert found is not None
    return found.text or ""


def test_the_feed_has_news_and_results(season: Season, client: Client, people: SimpleNamespace) -> None:
    post = services.news_publish(club=season.club, actor=people.p1, title="Come & <play>", body="**All** of you")
    read = feed(client)
    assert text(read, "title") == "The Iron Hounds" and text(read, "id") == f"urn:uuid:{season.club.pk}"
    titles = [text(entry, "title") for entry in read.iter(f"{ATOM}entry")]
    assert titles == ["Come & <play>", "Results: Summer cup", "Results: Spring cup"]
    first, second, _ = read.iter(f"{ATOM}entry")
    assert text(first, "id") == f"urn:uuid:{post.pk}"
    assert text(first, "summary").strip() == "<p><strong>All</strong> of you</p>"
    author = first.find(f"{ATOM}author")
    assert author is not None and text(author, "name") == "p1"
    link = first.find(f"{ATOM}link")
    assert link is not None and link.get("href") == f"http://testserver/clubs/iron-hounds/news/{post.pk}/"
    assert "<li>1. p6</li><li>2. p5</li>" in text(second, "summary")
    assert datetime.fromisoformat(text(first, "published")) == post.published


def test_no_character_that_xml_cannot_hold_breaks_the_feed(
    season: Season, client: Client, people: SimpleNamespace
) -> None:
    post = services.news_publish(club=season.club, actor=people.p1, title="Come", body="a&#12;b")
    News.objects.filter(pk=post.pk).update(title="Co\x07me\ufffe")
    Club.objects.filter(pk=season.club.pk).update(name="The \x0bHounds")
    read = feed(client)
    assert text(read, "title") == "The Hounds"
    entry = next(iter(read.iter(f"{ATOM}entry")))
    assert text(entry, "title") == "Come" and text(entry, "summary").strip() == "<p>ab</p>"


@pytest.mark.parametrize("file", ["feed.atom", "calendar.ics"])
def test_what_a_reader_has_is_not_sent_again(season: Season, client: Client, file: str) -> None:
    address = f"/clubs/iron-hounds/{file}"
    tag = client.get(address)["ETag"]
    again = client.get(address, HTTP_IF_NONE_MATCH=tag)
    assert (again.status_code, again.content) == (304, b"")


def test_an_author_who_is_erased_has_no_name(club: Club, client: Client, people: SimpleNamespace) -> None:
    services.news_publish(club=club, actor=people.p1, title="p1 was here", body="p1")
    person_erase(user=people.p1, by=None)
    for headers, words in (({}, "erased player"), ({"HTTP_ACCEPT_LANGUAGE": "ru"}, "удалённый игрок")):
        body = client.get("/clubs/iron-hounds/feed.atom", **headers).content.decode()  # type: ignore[arg-type]
        assert words in body and ">p1<" not in body and "p1 was" not in body


def test_a_feed_without_an_entry_is_as_new_as_what_it_is_about(
    club: Club, client: Client, people: SimpleNamespace
) -> None:
    assert datetime.fromisoformat(text(feed(client), "updated")) == club.created
    event = announce(people.editor, club=club)
    body = client.get(f"/events/{event.slug}/feed.atom").content
    assert datetime.fromisoformat(text(fromstring(body), "updated")) == event.created
    post = services.news_publish(club=club, actor=people.p1, title="Come", body="x")
    News.objects.filter(pk=post.pk).update(updated=post.published + timedelta(days=1))
    assert datetime.fromisoformat(text(feed(client), "updated")) > post.published


def test_a_changed_post_is_updated_and_keeps_its_id(club: Club, client: Client, people: SimpleNamespace) -> None:
    post = services.news_publish(club=club, actor=people.p1, title="Come", body="x")
    News.objects.filter(pk=post.pk).update(published=post.published - timedelta(days=2))
    services.news_edit(post=post, actor=people.p1, title="Come all", body="x")
    (entry,) = feed(client).iter(f"{ATOM}entry")
    assert text(entry, "id") == f"urn:uuid:{post.pk}" and text(entry, "title") == "Come all"
    assert text(entry, "updated") > text(entry, "published")


# user-written text


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("a **b** _c_", "<p>a <strong>b</strong> <em>c</em></p>"),
        ("# Big", "<h3>Big</h3>"),
        ("<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("[x](https://a.example)", '<p><a href="https://a.example" rel="nofollow noopener ugc">x</a></p>'),
        ("[x](javascript:alert%281%29)", "<p>[x](javascript:alert%281%29)</p>"),
        ("[x](data:text/html,1)", "<p>[x](data:text/html,1)</p>"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ('[x](https://a.example "\\" onmouseover=\\"x")',
         '<p><a href="https://a.example" title="&quot; onmouseover=&quot;x" rel="nofollow noopener ugc">x</a></p>'),
    ],
)  # fmt: skip
def test_markdown(written: str, told: str) -> None:
    assert html_of(written).strip() == told


def test_no_picture_of_another_site() -> None:
    assert "<img" not in html_of("![x](https://spy.example/x.png)")
