"""Who plays where and what was done, as the desk words it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.dateparse import parse_datetime

from frontend.desk.access import Desk
from frontend.tournaments import act_sentences
from frontend.tournaments.people import names_of_people
from gamelog.contest.acts.entries import Register
from gamelog.contest.stream import StoredAct


class LogEntry(NamedTuple):
    """An act as a list shows it."""

    number: int
    at: datetime | None
    what: str
    reason: str
    by: str


def entries_in_words(desk: Desk, stored: Sequence[StoredAct]) -> list[LogEntry]:
    """One sentence for each act, in order. The acts are the last of the tournament, or all at one of its tables."""
    people = names_of_people(name for each in stored for name in (each.by, getattr(each.act, "person", "")))
    about = act_sentences.ActContext(_entered(desk, stored), _pairs(desk, stored), people, desk.state.terms.tallies)
    return [
        LogEntry(each.number, parse_datetime(each.at), act_sentences.sentence(each, desk.names, about),
             act_sentences.reason(each), act_sentences.author(each, people))
        for each in stored
    ]  # fmt: skip


def sentence(desk: Desk, act: Any) -> str:
    """An act that is not stored, as a sentence without its full stop."""
    entry = StoredAct(number=0, act=act, at="")
    people = names_of_people([getattr(act, "person", "")])
    about = act_sentences.ActContext({}, _pairs(desk, [entry]), people, desk.state.terms.tallies)
    return act_sentences.sentence(entry, desk.names, about)


def _entered(desk: Desk, stored: Sequence[StoredAct]) -> dict[int, int]:
    """The entrant numbers given by the tournament's last registrations, by act number."""
    acts = [each.number for each in stored if isinstance(each.act, Register)]
    first = len(desk.state.entrants) - len(acts) + 1
    return dict(zip(acts, range(first, first + len(acts)), strict=True))


def _pairs(desk: Desk, stored: Sequence[StoredAct]) -> dict[int, tuple[int, int]]:
    """Who sits at the table of an act, by act number."""
    found = {}
    for each in stored:
        number, table = getattr(each.act, "round", 0), getattr(each.act, "table", 0)
        pair = desk.state.rounds[number - 1].pair_at(table) if table and number <= len(desk.state.rounds) else None
        if pair:
            found[each.number] = (pair.a, pair.b)
    return found
