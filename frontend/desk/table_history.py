"""The history of a table, from the tournament's acts: both reports of a dispute, though only one counts."""

from __future__ import annotations

from typing import Any, NamedTuple

from frontend.desk import act_log
from frontend.desk.access import Desk
from frontend.tournaments import act_sentences as sentences
from frontend.tournaments import vocabulary
from gamelog.contest.acts.entries import NoShow
from gamelog.contest.acts.results import Clear, ReportResult
from gamelog.contest.pairing.request import Pair
from gamelog.contest.stream import StoredAct
from gamelog.tournaments import selectors


class TableEntry(NamedTuple):
    """A report of one side of a table, and its time; `result` is empty if they reported nothing."""

    name: str
    result: str
    line: act_log.LogEntry | None


class TableHistory(NamedTuple):
    """Everything that has happened at a tournament so far."""

    entries: list[StoredAct]
    pairs: Any
    """Who sat at the table that an act is about, by act number."""


def read(desk: Desk) -> TableHistory:
    """The acts of a tournament, and who each of them was about."""
    found = selectors.entries_of(desk.tournament)
    return TableHistory(found, sentences.context_of(found, {}).pairs)


def at_table(story: TableHistory, number: int, pair: Pair, board: int) -> list[StoredAct]:
    """The acts about two entrants in a round, wherever their table was; or at one board of their match."""
    return [each for each in story.entries if _about(story, each, number, pair, board)]


def _about(story: TableHistory, entry: StoredAct, number: int, pair: Pair, board: int) -> bool:
    act: Any = entry.act
    if isinstance(act, NoShow):
        return act.round == number and act.entrant in (pair.a, pair.b)
    if story.pairs.get(entry.number) != (pair.a, pair.b) or act.round != number:
        return False
    return getattr(act, "board", board) == board


def reports(desk: Desk, found: list[StoredAct], pair: Pair) -> tuple[TableEntry, TableEntry]:
    """The last report of each side since the table's result was last removed."""
    last: dict[str, StoredAct] = {}
    for each in found:
        if isinstance(each.act, Clear):
            last = {}
        elif isinstance(each.act, ReportResult):
            last[each.act.side] = each
    names = desk.name(pair.a), desk.name(pair.b)
    a, b = (_said(desk, name, names, last.get(side)) for side, name in zip("ab", names, strict=True))
    return a, b


def _said(desk: Desk, name: str, names: tuple[str, str], entry: StoredAct | None) -> TableEntry:
    if entry is None or not isinstance(entry.act, ReportResult):
        return TableEntry(name, "", None)
    told = vocabulary.result(entry.act.report, *names, desk.state.terms.tallies)
    return TableEntry(name, told, act_log.entries_in_words(desk, [entry])[0])
