"""Which standings a reader sees."""

from __future__ import annotations

from django.http import HttpRequest

from frontend.base.history_query import HistoryLine, HistoryQuery, parse_as_of
from gamelog.contest.state import TournamentState
from gamelog.tournaments.models import Tournament


def requested_standings(request: HttpRequest, tournament: Tournament) -> HistoryQuery:
    """The standings a request asks for. Raises: Http404 for an act that the tournament does not have."""
    line: HistoryLine = "played" if request.GET.get("line") == "played" else "corrected"
    return HistoryQuery(line, parse_as_of(request.GET.get("as_of", ""), tournament.number))


def is_corrected(state: TournamentState) -> bool:
    """Whether the standings as played differ from those as corrected: a result or a penalty made the difference."""
    results = (each for found in state.rounds for each in found.results.values())
    penalties = any(not each.lifted and each.kind == "points" for each in state.penalties)
    return penalties or any(each.report != each.first for each in results)
