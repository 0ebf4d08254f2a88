"""What would become of an event's standings: if a judge corrected one of its games, or if newer rules were applied.

Nothing here writes. A ruling's effect is shown before it is confirmed, beside what it does to the game itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import rules
from gamelog.contest import final_standings, stream
from gamelog.contest.acts.results import TakeGame
from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import Report
from gamelog.contest.state import State, seat
from gamelog.games.models import Game
from gamelog.games.models import State as JobState
from gamelog.reverify.models import Comparison, Run
from gamelog.reverify.selectors import comparison_of
from gamelog.tournaments import game_results, selectors
from gamelog.tournaments.models import TableGame, Tournament

UNSTORED = "not-stored"
"""The head that a foreseen record has: none that is stored can have it."""


class TableChange(NamedTuple):
    """A table whose result would be another: its record, and the results now and then."""

    row: TableGame
    before: Report
    after: Report


class Foreseen(NamedTuple):
    """What a run comes to for an event: the tables with another result, and what that does to the standings."""

    tables: tuple[TableChange, ...]
    effect: selectors.Effect


def effect_of_ruling(game: Game, result: rules.Result) -> tuple[Tournament, selectors.Effect] | None:
    """What a ruling that gives a game this result would do to the standings of its event.

    None for a game of no event, and where the event takes nothing from it: a judge of the event has ruled himself.
    """
    row = TableGame.objects.select_related("game", "tournament").filter(game=game).first()
    if row is None or not result.finished or result.struck:
        return None
    state = selectors.state_of(row.tournament)
    try:
        return row.tournament, selectors.effect_of(state, _taken(row, result))
    except Refused:
        return None


def _taken(row: TableGame, result: rules.Result) -> TakeGame:
    report = game_results.report_of(result, row.game.rules.sides, row.swapped)
    return TakeGame(
        round=row.round, table=row.table, board=row.board, report=report, game=str(row.game_id), head=UNSTORED,
        standing="ruled",
    )  # fmt: skip


def effect_of_run(tournament: Tournament, run: Run) -> Foreseen:
    """Which places would change if the games of an event had been played under the newer rules of a run.

    A game whose result the run leaves as it is, and a table on which a judge has ruled, stay as they are.
    """
    state = selectors.state_of(tournament)
    before, tried = final_standings.final(state), stream.copied(state)
    tables = tuple(_changed(tried, _compared(tournament, run)))
    # The places of a finished event are those that were published: what they would be is worked out.
    after = final_standings.derived(tried) if tables else before
    effect = selectors.Effect(state.number, "", before, after, selectors.changes_of(before, after))
    return Foreseen(tables, effect)


def _compared(tournament: Tournament, run: Run) -> Iterable[tuple[TableGame, Comparison]]:
    rows = {each.game_id: each for each in tournament.games.select_related("game")}
    found = run.comparisons.filter(game__in=rows, state=JobState.DONE, result_changed=True).order_by("pk")
    return [(rows[each.game_id], each) for each in found]


def _changed(tried: State, compared: Iterable[tuple[TableGame, Comparison]]) -> Iterable[TableChange]:
    """The tables that would have another result, which `tried` gets in place."""
    for row, comparison in compared:
        made = comparison_of(comparison)
        known = tried.rounds[row.round - 1].results.get(seat(row.table, row.board))
        if made is None or known is None or known.game != str(row.game_id) or not made.after.finished:
            continue
        report = game_results.report_of(made.after, row.game.rules.sides, row.swapped)
        if report != known.report:
            yield TableChange(row, known.report, report)
            known.report = report
