"""The frame common to all pages of a game."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from frontend.games import game_history, results
from gamelog.games import access, confirmations, selectors
from gamelog.games.models import Game
from gamelog.tournaments.access import tournaments_visible
from gamelog.tournaments.models import TableGame


def game_page(request: HttpRequest, game: Game, tab: str, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page of a game: its header with the tabs, and the template."""
    report = selectors.report_of(game)
    current = report if report and selectors.is_current(game, report) else None
    shown = context.get("shown") or game_history.requested_history(request, game)
    then = results.result_as_of(game, shown.as_of) if shown.as_of else None
    return render(
        request, f"frontend/games/{template}.html",
        {"game": game, "seat": _table_of(request.user, game), "tab": tab, "report": report,
         "verdict": current.verdict if current else "", "shown": shown, "then": then,
         "agreed": game.finished and not game.what_if and
         all(each.now for each in confirmations.agreed(game)),
         "original": access.games_visible(request.user).filter(pk__in=selectors.original_of(game)).first()
         if game.copy_of else None,
         "staff": access.is_staff(request.user) and not game.what_if,
         "at_table": not game.finished and bool(access.own_sides(request.user, game)), **context},
    )  # fmt: skip


def _table_of(user: Any, game: Game) -> TableGame | None:
    """The table whose record the game is, if the reader may see the event."""
    events = tournaments_visible(user)
    return TableGame.objects.select_related("tournament").filter(game=game, tournament__in=events).first()
