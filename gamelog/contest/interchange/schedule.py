"""Whether the rounds of a report file are those of a schedule that this platform makes, so that it can go on by it."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias, get_args

from gamelog.contest.interchange.book import ALONE, Book, BookPlayer
from gamelog.contest.pairing import round_robin
from gamelog.contest.pairing.request import Candidate
from gamelog.contest.terms import Format

_SAID = (
    ("league", re.compile("league|лига", re.IGNORECASE)),
    ("round-robin", re.compile("round.?robin|berger|all.?play.?all|кругов", re.IGNORECASE)),
    ("double-elimination", re.compile(r"double.?elimination|двойн\w* выбыван", re.IGNORECASE)),
    ("single-elimination", re.compile("knock.?out|elimination|плей-офф|выбыван", re.IGNORECASE)),
    ("swiss-cut", re.compile("swiss-cut|top.?cut", re.IGNORECASE)),
)
"""What records 092 and 192 call a format."""

Tables: TypeAlias = Literal["circle", "berger"]


class Schedule(NamedTuple):
    """How a round robin is paired here so that it comes to the same rounds. `sides`: the first sides are the same."""

    rank_by: Literal["number", "rating"]
    double: bool
    sides: bool
    tables: Tables = "circle"


def format_said(book: Book) -> Format:
    """The format that a file says it has; Swiss where it says nothing that is known here."""
    for format, pattern in _SAID:
        if pattern.search(f"{book.kind} {book.code.replace('_', '')}"):
            return format  # type: ignore[return-value]
    return "swiss"


def schedule_of(book: Book) -> Schedule | None:
    """The schedule that gives the book's rounds, with the same first sides if one does; None where its players meet
    otherwise.
    """
    rounds = max((len(each.rounds) for each in book.players), default=0)
    double = rounds > round_robin.rounds_of(len(book.players))
    if not rounds or rounds > round_robin.rounds_of(len(book.players), double=double):
        return None
    by_rating = sorted(book.players, key=lambda each: (-each.rating, each.number))
    orders: dict[Literal["number", "rating"], list[int]] = {
        "rating": [each.number for each in by_rating], "number": [each.number for each in book.players]
    }  # fmt: skip
    found = [
        made
        for rank_by, order in orders.items()
        for tables in get_args(Tables)
        if (made := _by_order(book, Schedule(rank_by, double, True, tables), order, rounds))
    ]
    return next((each for each in found if each.sides), found[0] if found else None)


def _by_order(book: Book, tried: Schedule, order: list[int], rounds: int) -> Schedule | None:
    """A schedule of players in this order, if it gives the book's rounds."""
    candidates = [Candidate(number, rank) for rank, number in enumerate(order, 1)]
    drawn = [
        round_robin.draw(candidates, number, double=tried.double, schedule=tried.tables)
        for number in range(1, rounds + 1)
    ]
    if not all(_same(book, index, *each) for index, each in enumerate(drawn)):
        return None
    return tried._replace(sides=all(_sides(book, index, each[0]) for index, each in enumerate(drawn)))


def _same(book: Book, index: int, pairs: list[tuple[int, int]], bye: int) -> bool:
    """Whether a round has exactly these pairs, and nobody is alone but those who sit out."""
    expected = {frozenset(each) for each in pairs}
    found = {frozenset((each.number, each.rounds[index].opponent)) for each in book.players if _plays(each, index)}
    alone = [each.number for each in book.players if not _plays(each, index)]
    return found == expected and alone == [bye] * bool(bye)


def _plays(player: BookPlayer, index: int) -> bool:
    meeting = player.rounds[index]
    return bool(meeting.opponent) and meeting.result not in tuple(ALONE)


def _sides(book: Book, index: int, pairs: list[tuple[int, int]]) -> bool:
    colours = {each.number: each.rounds[index].colour for each in book.players}
    return all(colours[first] in ("w", "-") for first, _second in pairs)
