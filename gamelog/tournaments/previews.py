"""What an event's standings would be if a judge corrected one of its games, or if newer rules were applied.

Nothing here writes. A ruling's effect is shown before it is confirmed, beside its consequences for the game itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import rules
from gamelog.contest import event_standings
from gamelog.contest.acts.results import TakeGame
from gamelog.contest.copying import copied
from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.state import TournamentState, seat
from gamelog.games.models import Game, JobState
from gamelog.reverify.models import Comparison, Run
from gamelog.reverify.selectors import comparison_of
from gamelog.tournaments import game_results, selectors
from gamelog.tournaments.models import TableGame, Tournament

UNSTORED = "not-stored"
"""The head of a hypothetical record; no stored record can have it."""


class TableChange(NamedTuple):
    """A table whose result would change: its record, and the results before and after."""

    row: TableGame
    before: BattleOutcome
    after: BattleOutcome


class Foreseen(NamedTuple):
    """The consequences of a run for an event: the tables with a different result, and the effect on the standings."""

    tables: tuple[TableChange, ...]
    effect: selectors.StandingsEffect


def effect_of_ruling(game: Game, result: rules.Result) -> tuple[Tournament, selectors.StandingsEffect] | None:
    """The effect on the event's standings of a ruling that gives a game this result.

    None for a game without an event, and if the event takes no result from it because a judge of the event has ruled.
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

    A game whose result the run leaves unchanged, and a table on which a judge has ruled, stay as they are.
    """
    state = selectors.state_of(tournament)
    before, tried = event_standings.current(state), copied(state)
    tables = tuple(_changed(tried, _compared(tournament, run)))
    # The places of a finished event are the published ones: hypothetical ones have to be computed.
    after = event_standings.derived(tried) if tables else before
    effect = selectors.StandingsEffect(state.number, "", before, after, selectors.changes_of(before, after))
    return Foreseen(tables, effect)


def _compared(tournament: Tournament, run: Run) -> Iterable[tuple[TableGame, Comparison]]:
    rows = {each.game_id: each for each in tournament.games.select_related("game")}
    found = run.comparisons.filter(game__in=rows, state=JobState.DONE, result_changed=True).order_by("pk")
    return [(rows[each.game_id], each) for each in found]


def _changed(tried: TournamentState, compared: Iterable[tuple[TableGame, Comparison]]) -> Iterable[TableChange]:
    """The tables that would have a different result, which `tried` receives in place."""
    for row, comparison in compared:
        made = comparison_of(comparison)
        known = tried.rounds[row.round - 1].results.get(seat(row.table, row.board))
        if made is None or known is None or known.game != str(row.game_id) or not made.after.finished:
            continue
        report = game_results.report_of(made.after, row.game.rules.sides, row.swapped)
        if report != known.report:
            yield TableChange(row, known.report, report)
            known.report = report
