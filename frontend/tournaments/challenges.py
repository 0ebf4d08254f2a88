"""The matches of a free league as a page lists them: by day, not by round; and what the visitor may do about them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby

import msgspec

from frontend.tournaments import pairings, vocabulary
from frontend.tournaments.pairings import Match
from frontend.tournaments.visit import Visit
from frontend.tournaments.vocabulary import Moment
from gamelog.contest import free_league
from gamelog.contest.state import LeagueMatch, Round, seat


class MatchLine(msgspec.Struct, frozen=True):
    """A challenge or a match. `played` is its table where there is one; `side` is the visitor's, empty if they have
    none.
    """

    number: int
    a: str
    b: str
    since: Moment | None
    standing: str
    side: str
    reason: str
    played: Match | None = None

    @property
    def mine(self) -> bool:
        """Whether the visitor plays in it."""
        return bool(self.side)


class Day(msgspec.Struct, frozen=True):
    """The matches that were agreed on one day."""

    moment: Moment | None
    lines: tuple[MatchLine, ...]


class Matches(msgspec.Struct, frozen=True):
    """All of a league, newest first."""

    asked: tuple[MatchLine, ...]
    open: tuple[Day, ...]
    played: tuple[Day, ...]
    gone: tuple[MatchLine, ...]


def of_league(visit: Visit) -> Matches:
    """The challenges that wait for an answer, the matches to be played, those with a result, and what came to
    nothing.
    """
    rounds = visit.state.rounds
    tables = {each.table: each for each in pairings.matches(visit, rounds[0])} if rounds else {}
    newest = sorted(visit.state.matches, key=lambda each: (each.since, each.number), reverse=True)
    found: dict[str, list[LeagueMatch]] = {}
    for each in newest:
        kind = "played" if each.standing == "agreed" and free_league.over(visit.state, each) else each.standing
        found.setdefault(kind, []).append(each)

    def lines(*kinds: str) -> tuple[MatchLine, ...]:
        return tuple(_line(visit, each, tables) for kind in kinds for each in found.get(kind, ()))

    def days(kind: str) -> tuple[Day, ...]:
        grouped = groupby(found.get(kind, ()), key=lambda each: datetime.fromisoformat(each.since).date())
        return tuple(_day(visit, list(group), tables) for _date, group in grouped)

    return Matches(lines("asked"), days("agreed"), days("played"), lines("declined", "withdrawn", "called-off"))


def _day(visit: Visit, found: list[LeagueMatch], tables: dict[int, Match]) -> Day:
    return Day(vocabulary.moment(found[0].since, time=False), tuple(_line(visit, each, tables) for each in found))


def _line(visit: Visit, match: LeagueMatch, tables: dict[int, Match]) -> MatchLine:
    own = visit.own.number if visit.own else 0
    side = "a" if own == match.a else "b" if own == match.b else ""
    return MatchLine(
        match.number, visit.name(match.a), visit.name(match.b), vocabulary.moment(match.since), match.standing, side,
        match.reason, tables.get(match.number),
    )  # fmt: skip


def opponents(visit: Visit) -> list[tuple[int, str]]:
    """Whom the visitor may challenge now, by name."""
    own = visit.own
    if own is None or own.status != "entered" or visit.state.phase != "running":
        return []
    found = ((each, visit.name(each)) for each in free_league.opponents(visit.state, own.number))
    return sorted(found, key=lambda each: each[1].casefold())


def next_of(visit: Visit, season: Round) -> int:
    """The match of the visitor that is to be played first; 0 if none is."""
    own = visit.own.number if visit.own else 0
    mine: Iterable[int] = (each.table for each in season.paired.pairs if own in (each.a, each.b))
    return next((table for table in mine if seat(table) not in season.results), 0)


def challenger(visit: Visit) -> str:
    """The name of somebody who waits for the visitor's answer; empty if nobody does."""
    own = visit.own.number if visit.own else 0
    asked = (each for each in visit.state.matches if each.standing == "asked" and each.b == own)
    return next((visit.name(each.a) for each in asked), "")
