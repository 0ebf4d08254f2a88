"""Events as an iCalendar file (RFC 5545). Times are UTC; ids never change, so that a subscribed calendar moves an event
instead of duplicating it, and `SEQUENCE` is the number of the event's acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta

import icalendar
from django.db.models import QuerySet

from gamelog.clubs.models import Club
from gamelog.contest import draw, stream
from gamelog.contest.acts.rounds import StartClock
from gamelog.contest.terms import Terms
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Act, Tournament

CONTENT_TYPE = "text/calendar; charset=utf-8"
PRODUCT = "-//gamelog//events//EN"
REFRESH = timedelta(hours=1)
"""How often a subscribed calendar should refresh (RFC 7986, REFRESH-INTERVAL)."""


def events_public(club: Club | None = None) -> QuerySet[Tournament]:
    """Announced public events, of one club or of all, by date."""
    rows = Tournament.objects.filter(public=True).exclude(phase="draft")
    return (rows.filter(club=club) if club else rows).select_related("club").order_by("starts", "created", "id")


def calendar_of(tournaments: Iterable[Tournament], *, name: str, address: Callable[[Tournament], str]) -> bytes:
    """The file. `name` is shown by calendar programs, `address` gives the page of an event.

    Each event with a starting time is an entry; so is each of its rounds whose time is known: the weeks of a league,
    and rounds whose clock has started.
    """
    made = icalendar.Calendar()
    made.add("prodid", PRODUCT)
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("name", name)
    made.add("x-wr-calname", name)
    made.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for tournament in tournaments:
        for entry in _entries(tournament, address(tournament)):
            made.add_component(entry)
    return bytes(made.to_ical())


def _entries(tournament: Tournament, url: str) -> Iterator[icalendar.Event]:
    state = selectors.state_of(tournament)
    terms, rounds = state.terms, draw.rounds_of(state)
    if tournament.starts:
        entry = _entry(tournament, str(tournament.pk), tournament.title, url)
        entry.add("dtstart", tournament.starts.astimezone(UTC))
        if tournament.ends:
            entry.add("dtend", tournament.ends.astimezone(UTC))
        elif rounds * terms.round_minutes and terms.format not in ("league", "free-league"):
            # As long as its rounds take, one after the other: the breaks are not known.
            entry.add("duration", timedelta(minutes=rounds * terms.round_minutes))
        yield entry
    yield from _weeks(tournament, terms, rounds, url)
    yield from _clocked(tournament, terms, url)


def _weeks(tournament: Tournament, terms: Terms, rounds: int, url: str) -> Iterator[icalendar.Event]:
    """The rounds of a league, as whole days."""
    for number in range(1, rounds + 1):
        if days := terms.season and terms.season.days_of(number):
            entry = _round(tournament, number, url)
            entry.add("dtstart", days[0])
            entry.add("dtend", days[1] + timedelta(days=1))
            yield entry


def _clocked(tournament: Tournament, terms: Terms, url: str) -> Iterator[icalendar.Event]:
    """The rounds whose clock has started, with their starting times. Rounds of a league have their weeks instead."""
    rows = Act.objects.filter(tournament=tournament, type="start-clock").order_by("number")
    begun: dict[int, str] = {}
    for body in rows.values_list("body", flat=True) if terms.season is None else ():
        read = stream.read_entry(body)
        if isinstance(read.act, StartClock):
            begun.setdefault(read.act.round, read.at)
    for number, at in sorted(begun.items()):
        entry = _round(tournament, number, url)
        entry.add("dtstart", datetime.fromisoformat(at).astimezone(UTC))
        entry.add("duration", timedelta(minutes=terms.round_minutes))
        yield entry


def _round(tournament: Tournament, number: int, url: str) -> icalendar.Event:
    entry = _entry(tournament, f"{tournament.pk}-round-{number}", f"{tournament.title}: {number}", url)
    entry.add("related-to", str(tournament.pk))
    return entry


_STATUS = {"cancelled": "CANCELLED"}


def _entry(tournament: Tournament, uid: str, title: str, url: str) -> icalendar.Event:
    entry = icalendar.Event()
    entry.add("uid", uid)
    entry.add("summary", title)
    entry.add("dtstamp", tournament.updated.astimezone(UTC))
    entry.add("last-modified", tournament.updated.astimezone(UTC))
    entry.add("created", tournament.created.astimezone(UTC))
    entry.add("sequence", tournament.number)
    entry.add("status", _STATUS.get(tournament.phase, "CONFIRMED"))
    entry.add("url", url)
    if tournament.place:
        entry.add("location", tournament.place)
    return entry
