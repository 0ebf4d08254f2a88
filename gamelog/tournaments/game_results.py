"""Results read from the records of tables: once a game is verified, and when a judge corrects it.

Every function may run twice and may be interrupted anywhere: nothing is read twice, and the sweeper looks at every
record whose head has moved on since.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TypeAlias
from uuid import UUID

from django.db.models import F, Q

import rules
from gamelog import messages
from gamelog.contest.acts.results import TakeGame
from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import BattleOutcome, SideOutcome, Winner
from gamelog.contest.points import POINT
from gamelog.contest.state import Result, seat
from gamelog.contest.terms_tallies import Tallied
from gamelog.games import selectors as games
from gamelog.games.models import Game
from gamelog.games.models import Report as Verification
from gamelog.games.services import verification_request
from gamelog.streams.store import writing
from gamelog.tournaments import selectors, services, tables
from gamelog.tournaments.models import TableGame

Counted: TypeAlias = Mapping[str, Mapping[str, int]]
"""Tallies of a game by name and side, in score units."""
NOTHING: Counted = MappingProxyType({})
log = logging.getLogger(__name__)
SWEPT = 200
"""How many records one sweep looks at."""


def report_of(
    result: rules.Result, sides: tuple[str, ...], swapped: bool = False, counted: Counted = NOTHING,
    reported: tuple[Tallied, Tallied] = ({}, {}),
) -> BattleOutcome:  # fmt: skip
    """A game's result as its table reports it: the game's first side is side a of the pairing, unless they are
    swapped.

    `counted` are the tallies that the game knows, by name and side; others are those that were `reported` of the sides
    of the pairing.
    """
    a, b = (sides[1], sides[0]) if swapped else (sides[0], sides[1])
    winners: dict[str, Winner] = {a: "a", b: "b", "": "draw"}

    def side(key: str, before: Tallied) -> SideOutcome:
        own = {name: found.get(key, 0) * POINT // result.per_point for name, found in counted.items()}
        return SideOutcome(result.score.get(key, 0) * POINT // result.per_point, tallies=before | own)

    return BattleOutcome(winner=winners.get(result.winner, "draw"), a=side(a, reported[0]), b=side(b, reported[1]))


def _reported(row: TableGame, known: Result | None) -> tuple[Tallied, Tallied]:
    """The tallies that were reported before the record was read and that no record has to agree with: those that are no
    parts of the victory points.
    """
    alone = {each.id for each in selectors.state_of(row.tournament).terms.tallies if not each.into}
    if known is None:
        return {}, {}
    a, b = (
        {name: points for name, points in side.tallies.items() if name in alone}
        for side in (known.report.a, known.report.b)
    )
    return a, b


def tallies_of(row: TableGame, line: games.Line = "corrected") -> Counted:
    """What a table's game has counted of the tallies of its event; the names are those of the tallies."""
    wanted = {each.id for each in selectors.state_of(row.tournament).terms.tallies}
    if not wanted:
        return NOTHING
    return {name: found for name, found in games.tallies_of(row.game, line).items() if name in wanted}


def look_at(game_id: UUID | str) -> bool:
    """Read the result of a table's game into its event, if the game is over and verified. Returns whether it did."""
    row = TableGame.objects.select_related("game", "tournament").filter(game_id=game_id).first()
    if row is None:
        return False
    if not row.game.finished:
        return _reopen(row)
    TableGame.objects.filter(pk=row.pk).update(due=messages.due())
    verification = games.report_of(row.game)
    current = verification is not None and verification.verdict and games.is_current(row.game, verification)
    if not current:
        # A record from a file was not verified on its own; its verdict brings us here again.
        verification_request(game=row.game, asked_by=str(row.tournament_id))
    act = act_for(row, verification if current else None)
    if act is None:
        if current:
            TableGame.objects.filter(pk=row.pk).update(read=row.game.head)
        return False
    try:
        with writing():
            services.site_append(tournament_id=row.tournament_id, act=act)
            TableGame.objects.filter(pk=row.pk).update(read=row.game.head if current else "")
    except Refused as error:
        # A judge of the event has ruled, or the same result was read before: the record adds nothing.
        log.info("the record of %s is not read: %s", row, error)
        TableGame.objects.filter(pk=row.pk).update(read=row.game.head)
        return False
    return True


def act_for(row: TableGame, verification: Verification | None) -> TakeGame | None:
    """The act that reads a record's result.

    Without a verification of its present head, only a correction counts at once, if the event has read the record
    before; otherwise there is nothing to read yet.
    """
    game = row.game
    result, played = games.result_of(game), games.result_of(game, "played")
    known = _known(row)
    moved_on = known is not None and known.game == str(game.pk) and known.head != game.head
    if not result.finished or ((result.struck or verification is None) and not moved_on):
        return None
    if result.struck:
        assert known
        # A judge removed the game: nobody knows a better result yet.
        return _standing_no_more(row, known, struck=True)
    if verification is None:
        standing = "ruled"
    else:
        standing = "verified" if verification.verdict == "verified" else "disputed"
    before = _reported(row, known)
    first = report_of(played, game.rules.sides, row.swapped, tallies_of(row, "played"), before)
    report = report_of(result, game.rules.sides, row.swapped, tallies_of(row), before)
    return TakeGame(
        round=row.round, table=row.table, board=row.board, report=report, game=str(game.pk), head=game.head,
        version=game.version, standing=standing, played=first if first != report else None,  # type: ignore[arg-type]
    )  # fmt: skip


def _standing_no_more(row: TableGame, known: Result, *, struck: bool = False, reopened: bool = False) -> TakeGame:
    """Whether a result read from a game no longer stands by itself."""
    return TakeGame(
        round=row.round, table=row.table, board=row.board, report=known.report, game=str(row.game_id),
        head=row.game.head, version=row.game.version, standing="disputed", struck=struck, reopened=reopened,
        played=known.first if known.first != known.report else None,
    )  # fmt: skip


def _reopen(row: TableGame) -> bool:
    """Dispute a result that was read from a game which a judge's ruling has reopened. Returns whether it did."""
    known = _known(row)
    reading = known is not None and known.game == str(row.game_id) and known.standing in ("verified", "ruled")
    act = _standing_no_more(row, known, reopened=True) if known and reading else None
    try:
        with writing():
            if act:
                services.site_append(tournament_id=row.tournament_id, act=act)
            TableGame.objects.filter(pk=row.pk).update(read="")
    except Refused as error:
        log.info("the reopened record of %s is not read: %s", row, error)
        TableGame.objects.filter(pk=row.pk).update(read="")
        return False
    return act is not None


def _known(row: TableGame) -> Result | None:
    state = selectors.state_of(row.tournament)
    return state.rounds[row.round - 1].results.get(seat(row.table, row.board))


def enqueue(games: Sequence[Game]) -> None:
    """Have the workers look at the tables of games that have one, once the transaction is committed. Call it within
    one.
    """
    rows = TableGame.objects.filter(game__in=[game.pk for game in games])
    for game_id in rows.values_list("game_id", flat=True):
        messages.deliver_on_commit(tables.READ_RECORD, str(game_id))


def sweep(now: datetime | None = None) -> int:
    """Look again at every record that has moved on since it was read, or is no longer over. Returns how many."""
    moved_on = Q(game__finished=True) & ~Q(read=F("game__head"))
    reopened = Q(game__finished=False) & ~Q(read="")
    rows = TableGame.objects.filter(moved_on | reopened, due__lt=now or messages.moment())
    found = list(rows.values_list("game_id", flat=True)[:SWEPT])
    for game_id in found:
        messages.deliver(tables.READ_RECORD, str(game_id))
    return len(found)
