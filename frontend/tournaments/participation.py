"""The visitor's part in a tournament: their current table, and what they may do about their own entry."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib.auth.models import User

from frontend.base.history_query import HistoryQuery
from frontend.tournaments import challenges, listing, round_clock
from frontend.tournaments.pairings import players
from frontend.tournaments.standings import table_of, why_provisional
from frontend.tournaments.visit import Visit, of_tournament
from gamelog.contest.pairing.request import Pair
from gamelog.contest.state import Round, seat
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Tournament


class CurrentTable(msgspec.Struct, frozen=True):
    """The visitor's table in the current round.

    `board` 0 is a whole table; there is no opponent while captains choose. `away` is the reason if there is no table: a
    bye, advancing unopposed, or not being paired. In a free league it is the match to be played first, or a challenge
    that waits for the visitor's answer.
    """

    round: int
    table: int = 0
    board: int = 0
    opponent: str = ""
    terrain: str = ""
    standing: str = ""
    away: str = ""
    match: bool = False
    """Whether it is a match of a free league, not a table of a round."""


def current_table(visit: Visit) -> CurrentTable | None:
    """The visitor's current table; None if they do not play, or nothing is being played."""
    found, own = visit.state.round, visit.own
    if found is None or own is None or visit.state.phase != "running":
        return None
    if visit.state.terms.by_challenge:
        return _next_match(visit, found)
    pair = found.pair_of(own.number)
    if pair is None:
        return _away(visit, found, own.number)
    side = "a" if pair.a == own.number else "b"
    board, opponent = _opponent(visit, found, pair, side)
    result = found.results.get(seat(pair.table, board))
    terrain = next((each.terrain for each in visit.state.terms.tables if each.number == pair.table), "")
    return CurrentTable(found.number, pair.table, board, opponent, terrain, result.standing if result else "")


def _next_match(visit: Visit, season: Round) -> CurrentTable | None:
    number, asked = challenges.next_of(visit, season), challenges.challenger(visit)
    pair = season.pair_at(number)
    if asked or pair is None:
        return CurrentTable(0, opponent=asked, away="challenged") if asked else None
    side = "a" if visit.own and pair.a == visit.own.number else "b"
    return CurrentTable(season.number, number, 0, _opponent(visit, season, pair, side)[1], match=True)


def _opponent(visit: Visit, found: Round, pair: Pair, side: str) -> tuple[int, str]:
    """The visitor's board and opponent; in a match of teams the other team until the captains have chosen."""
    other = pair.b if side == "a" else pair.a
    teams = visit.state.terms.teams
    if teams is None:
        return 0, visit.name(other)
    chosen = selectors.boards_of(found, pair.table)
    for board in range(1, teams.size + 1):
        a, b = players(visit, pair, board, chosen)
        mine, its = (a, b) if side == "a" else (b, a)
        if mine and mine == visit.board:
            return board, visit.name(other, its)
    return 0, visit.name(other)


def _away(visit: Visit, found: Round, number: int) -> CurrentTable | None:
    own = visit.state.entrants[number]
    if own.status != "entered":
        return None
    if number in (*found.paired.resting, *found.paired.unopposed):
        return CurrentTable(found.number, away="bye")
    if number in found.paired.waiting:
        return CurrentTable(found.number, away="waiting")
    request = found.request.candidates
    if any(each.group for each in request) and all(each.entrant != number for each in request):
        return CurrentTable(found.number, away=own.byes.get(str(found.number), "no-match"))
    return CurrentTable(found.number, away=own.byes.get(str(found.number), "absent"))


def may_sit(visit: Visit) -> bool:
    """Whether the visitor may get a table: they are in a tournament that is not over."""
    active = visit.own is not None and visit.own.status != "dropped"
    return active and visit.tournament.phase in ("registration", "ready", "running")


def may_register(visit: Visit) -> bool:
    """Whether somebody who is not in the tournament yet could register now."""
    entered = visit.own is not None and visit.own.status != "dropped"
    return visit.state.phase == "registration" and not entered


class Participation(msgspec.Struct, frozen=True):
    """Somebody's part in a tournament: their current table, their place so far (0: none yet), their offices."""

    tournament: Tournament
    seated: CurrentTable | None
    clock: Any
    place: int
    of: int
    provisional: str
    status: str
    offices: tuple[str, ...]


def participations(user: User, count: int) -> list[Participation]:
    """The tournaments somebody plays in or works at, what happened last first."""
    return [_participation(of_tournament(each, user)) for each in listing.tournaments_of(user)[:count]]


def _participation(visit: Visit) -> Participation:
    offices = tuple(role for role in ("organiser", "judge", "scorekeeper") if role in visit.roles)
    own = visit.own
    if own is None or not visit.state.rounds:
        return Participation(visit.tournament, None, None, 0, 0, "", own.status if own else "", offices)
    table = table_of(visit, HistoryQuery())
    place = next((each.place for each in table.places if each.entrant == own.number), 0)
    return Participation(
        visit.tournament, current_table(visit), round_clock.clock_of(visit.state), place, len(table.places),
        why_provisional(visit, HistoryQuery(), own.number),
        own.status, offices
    )  # fmt: skip
