"""The lists of tournaments: current, upcoming and past; and the latest results."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib.auth.models import User
from django.db.models import F, Q, QuerySet

from frontend.tournaments import vocabulary
from frontend.tournaments.round_clock import clock_of
from gamelog.contest.state import seat
from gamelog.searching import says
from gamelog.tournaments import access, selectors
from gamelog.tournaments.models import Act, Tournament

NOW, NEXT, PAST = ("running",), ("draft", "registration", "ready"), ("finished", "cancelled")
SETTLING = ("enter", "confirm", "concede", "rule", "take-game", "report")
"""Acts that give a table its result."""
LOOKED_AT = 40
"""How many acts are searched for the latest results."""


def tournaments(actor: Any, ruleset: str = "", said: str = "", club: str = "") -> QuerySet[Tournament]:
    """Tournaments that `actor` may read, with their clubs."""
    rows = access.tournaments_visible(actor).select_related("club")
    if ruleset:
        rows = rows.filter(ruleset=ruleset)
    if club:
        rows = rows.filter(club__slug=club)
    for word in said.split()[:5]:
        rows = rows.filter(says(word, "title", "place", "club__name"))
    return rows


def running(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those being played, the most recently active first."""
    return rows.filter(phase__in=NOW).order_by("-updated", "id")


def coming(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Upcoming tournaments, the next first; those without a date last."""
    return rows.filter(phase__in=NEXT).order_by(F("starts").asc(nulls_last=True), "-created", "id")


def past(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Past tournaments, the latest first."""
    return rows.filter(phase__in=PAST).order_by(F("starts").desc(nulls_last=True), "-updated", "id")


def tournaments_of(user: User) -> QuerySet[Tournament]:
    """The tournaments in which somebody plays or works, current ones first."""
    part = Q(nameplates__user_id=user.pk) | Q(officers__user_id=user.pk)
    own = Tournament.objects.filter(part).values("pk")
    rows = Tournament.objects.filter(Q(owner_id=user.pk) | Q(pk__in=own)).select_related("club")
    return rows.order_by("-updated", "id")


class Sides(msgspec.Struct, frozen=True):
    """Both players with their score, and which of them won."""

    a: str
    b: str
    score_a: str = ""
    score_b: str = ""
    winner: str = ""


class SeatNow(msgspec.Struct, frozen=True):
    """A table of the round that is being played. `standing` is empty while it has no result."""

    table: int
    terrain: str
    sides: Sides
    standing: str


class Now(msgspec.Struct, frozen=True):
    """A tournament that is being played, with the tables of its current round; `more` of them are not shown."""

    tournament: Tournament
    round: int
    clock: Any
    seats: list[SeatNow]
    more: int


class Latest(msgspec.Struct, frozen=True):
    """A recent result: the place, the words, and how sure it is."""

    tournament: Tournament
    round: int
    table: int
    board: int
    text: str
    standing: str
    sides: Sides | None


def latest(actor: Any, count: int) -> list[Latest]:
    """The newest results of tournaments that `actor` may read, one for each table."""
    visible = access.tournaments_visible(actor).filter(phase__in=(*NOW, "finished"))
    rows = Act.objects.filter(tournament__in=visible, type__in=SETTLING).select_related(
        "tournament", "tournament__club"
    )
    found: dict[tuple[Any, int, int, int], Latest] = {}
    for row in rows.order_by("-recorded_at", "-pk")[:LOOKED_AT]:
        if len(found) == count:
            break
        (entry,) = selectors.entries_of(row.tournament, row.number - 1, row.number)
        told = _latest(row.tournament, entry.act)
        if told:
            found.setdefault((row.tournament.pk, told.round, told.table, told.board), told)
    return list(found.values())


def _latest(tournament: Tournament, act: Any) -> Latest | None:
    """The current result of a table; None if it was removed, or the table has been paired differently since."""
    state, names = selectors.state_of(tournament), selectors.names_of(tournament)
    if not 1 <= act.round <= len(state.rounds):
        return None
    number = state.rounds[act.round - 1]
    pair, result = number.pair_at(act.table), number.results.get(seat(act.table, act.board))
    if pair is None or result is None:
        return None
    a, b = (names.get((each, 0), f"#{each}") for each in (pair.a, pair.b))
    text = vocabulary.result(result.report, a, b, state.terms.tallies)
    return Latest(tournament, act.round, act.table, act.board, text, result.standing, _sides(a, b, result))


def _sides(a: str, b: str, result: Any) -> Sides | None:
    """Both sides of a result with their points; None where a side did not play, which takes words."""
    if result is None:
        return Sides(a, b)
    report = result.report
    one, other = report.score
    return None if report.forfeit else Sides(a, b, one, other, report.winner)


def now(actor: Any, most: int) -> Now | None:
    """The running tournament with the newest act that `actor` may read; None if nothing is being played."""
    row = running(tournaments(actor)).first()
    if row is None:
        return None
    state, names = selectors.state_of(row), selectors.names_of(row)
    found = state.round
    if found is None:
        return None
    terrain = {each.number: each.terrain for each in state.terms.tables}
    pairs = found.paired.pairs
    seats = [_seat_now(pair, found.results.get(seat(pair.table, 0)), terrain, names) for pair in pairs[:most]]
    return Now(row, found.number, clock_of(state), seats, max(len(pairs) - most, 0))


def _seat_now(pair: Any, result: Any, terrain: dict[int, str], names: Any) -> SeatNow:
    a, b = (names.get((each, 0), f"#{each}") for each in (pair.a, pair.b))
    return SeatNow(pair.table, terrain.get(pair.table, ""), _sides(a, b, result) or Sides(a, b),
                   result.standing if result else "")  # fmt: skip
