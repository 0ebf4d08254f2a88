"""The lists of tournaments: current, upcoming and past; and the latest results."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib.auth.models import User
from django.db.models import F, Q, QuerySet

from frontend.tournaments import vocabulary
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


class Latest(msgspec.Struct, frozen=True):
    """A recent result: the place, the words, and how sure it is."""

    tournament: Tournament
    round: int
    table: int
    board: int
    text: str
    standing: str


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
    return Latest(tournament, act.round, act.table, act.board, vocabulary.result(result.report, a, b), result.standing)
