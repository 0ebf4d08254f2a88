"""Everything that was done to an event, newest first, each act in a sentence with its author and time."""

from __future__ import annotations

import msgspec

from frontend.desk.told import names_of_people
from frontend.events import told, words
from frontend.events.visit import Visit
from gamelog.contest.stream import Entry
from gamelog.tournaments import selectors
from rules.kernel.canonical import tag_of

COUNTS = frozenset({
    "set-terms", "register", "admit", "drop", "return", "no-show", "pair-round", "re-pair", "report",
    "confirm", "dispute", "concede", "enter", "clear", "take-game", "rule", "penalise", "lift",
})  # fmt: skip
"""Acts after which the standings may be others: the history leads to them."""


class Line(msgspec.Struct, frozen=True):
    """An act as the history shows it. `standings` says whether there may be others after it."""

    number: int
    text: str
    reason: str
    author: str
    at: words.Moment | None
    standings: bool


def acts(visit: Visit) -> list[Entry]:
    """Every act, from the first on."""
    return selectors.entries_of(visit.event)


def lines(visit: Visit, every: list[Entry], shown: list[Entry]) -> list[Line]:
    """The acts that a page shows, out of every one of the event."""
    named = [each.by for each in shown] + [str(getattr(each.act, "person", "")) for each in shown]
    people = names_of_people(named)
    first = next((each.number for each in every if tag_of(each.act) == "pair-round"), 0)
    beside = told.about(every, people)
    return [
        Line(
            each.number, told.told(each, visit.names, beside), told.reason(each), told.author(each, people),
            words.moment(each.at), bool(first) and each.number >= first and tag_of(each.act) in COUNTS,
        )
        for each in shown
    ]  # fmt: skip
