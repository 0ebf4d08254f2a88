"""Everything that was done to a tournament, newest first, each act as a sentence with its author and time."""

from __future__ import annotations

import msgspec

from frontend.tournaments import act_sentences, vocabulary
from frontend.tournaments.people import names_of_people
from frontend.tournaments.visit import Visit
from gamelog.contest.stream import StoredAct
from gamelog.tournaments import selectors
from rules.kernel.canonical import tag_of

COUNTS = frozenset({
    "set-terms", "register", "admit", "drop", "return", "no-show", "pair-round", "re-pair", "report",
    "confirm", "dispute", "concede", "enter", "clear", "take-game", "rule", "penalise", "lift",
})  # fmt: skip
"""Acts that may change the standings; the history links to the standings after them."""


class HistoryEntry(msgspec.Struct, frozen=True):
    """An act as the history shows it. `standings` tells whether it may have changed the standings."""

    number: int
    text: str
    reason: str
    author: str
    at: vocabulary.Moment | None
    standings: bool


def acts(visit: Visit) -> list[StoredAct]:
    """Every act, from the first on."""
    return selectors.entries_of(visit.tournament)


def entries_in_words(visit: Visit, every: list[StoredAct], shown: list[StoredAct]) -> list[HistoryEntry]:
    """The acts shown on a page, selected from all acts of the tournament."""
    named = [each.by for each in shown] + [str(getattr(each.act, "person", "")) for each in shown]
    people = names_of_people(named)
    first = next((each.number for each in every if tag_of(each.act) == "pair-round"), 0)
    beside = act_sentences.context_of(every, people)
    return [
        HistoryEntry(
            each.number, act_sentences.sentence(each, visit.names, beside), act_sentences.reason(each),
            act_sentences.author(each, people),
            vocabulary.moment(each.at), bool(first) and each.number >= first and tag_of(each.act) in COUNTS,
        )
        for each in shown
    ]  # fmt: skip
