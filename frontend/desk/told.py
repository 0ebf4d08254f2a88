"""Who plays where, and what was done about it, in words of the desk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from frontend.desk.gate import Desk
from frontend.events import told, words
from frontend.events.pairings import players
from gamelog.contest.acts.entries import Register
from gamelog.contest.stream import Entry
from gamelog.people.models import Participant
from gamelog.people.selectors import display_name
from gamelog.tournaments.selectors import boards_of


class Line(NamedTuple):
    """An act as a list shows it."""

    number: int
    at: datetime | None
    what: str
    reason: str
    by: str


def lines(desk: Desk, stored: Sequence[Entry]) -> list[Line]:
    """Acts in a sentence each, in their order. They are the last of the event, or all at one table of it."""
    people = names_of_people(name for each in stored for name in (each.by, getattr(each.act, "person", "")))
    about = told.About(_entered(desk, stored), _pairs(desk, stored), people)
    return [
        Line(each.number, parse_datetime(each.at), told.told(each, desk.names, about), told.reason(each),
             told.author(each, people))
        for each in stored
    ]  # fmt: skip


def sentence(desk: Desk, act: Any) -> str:
    """An act that is not stored, as a sentence without its end."""
    entry = Entry(number=0, act=act, at="")
    people = names_of_people([getattr(act, "person", "")])
    return told.told(entry, desk.names, told.About({}, _pairs(desk, [entry]), people))


def _entered(desk: Desk, stored: Sequence[Entry]) -> dict[int, int]:
    """The numbers that the last registrations of the event got, by their acts."""
    acts = [each.number for each in stored if isinstance(each.act, Register)]
    first = len(desk.state.entrants) - len(acts) + 1
    return dict(zip(acts, range(first, first + len(acts)), strict=True))


def _pairs(desk: Desk, stored: Sequence[Entry]) -> dict[int, tuple[int, int]]:
    """Who sits at the tables that acts are about, by the acts."""
    found = {}
    for each in stored:
        number, table = getattr(each.act, "round", 0), getattr(each.act, "table", 0)
        pair = desk.state.rounds[number - 1].pair_at(table) if table and number <= len(desk.state.rounds) else None
        if pair:
            found[each.number] = (pair.a, pair.b)
    return found


def names_of_people(people: Iterable[str]) -> dict[str, str]:
    """The names of people by their opaque ids."""
    rows = Participant.objects.select_related("user").filter(pk__in={each or "" for each in people} - {""})
    return {str(row.pk): display_name(row.user) for row in rows if row.user}


def both(desk: Desk, number: int, table: int, board: int = 0) -> tuple[str, str] | None:
    """The names of who plays at a table, or at a board of it; None where nobody does."""
    found = desk.state.rounds[number - 1] if 1 <= number <= len(desk.state.rounds) else None
    pair = found.pair_at(table) if found else None
    if not found or not pair:
        return None
    a, b = players(desk, pair, board, boards_of(found, table))
    return desk.name(pair.a, a), desk.name(pair.b, b)


def table_page(desk: Desk, number: int, table: int, board: int = 0) -> str:
    """The address of a table's page at the desk, or of a board's."""
    name, place = ("board", (number, table, board)) if board else ("table", (number, table))
    return reverse(f"event-desk-{name}", args=[desk.event.slug, *place])


def at_table(desk: Desk, number: int, table: int, board: int = 0) -> str:
    """A seat with who plays there: `Round 2, table 5: Anna – Boris`."""
    where = words.seat(number, table, board)
    names = both(desk, number, table, board)
    where = where[:1].upper() + where[1:]
    return _("%(where)s: %(who)s") % {"where": where, "who": " – ".join(names)} if names else where
