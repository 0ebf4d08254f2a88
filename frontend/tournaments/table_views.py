"""The players' page of their table, for phones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition, require_http_methods, require_safe

import rules
from frontend.base.delay_form import DelayForm
from frontend.base.history_query import HistoryQuery
from frontend.base.visitor import signed_in_user
from frontend.games.file_words import file_words
from frontend.tournaments import refusals, soft_marks, submission, tables, vocabulary
from frontend.tournaments.page import fragment, tag_of, tournament_page
from frontend.tournaments.player_acts import METHODS, Forms, declared
from frontend.tournaments.player_forms import ChoiceForm, DisputeForm, ResultForm, TableFileForm, TableLinkForm
from frontend.tournaments.tables import SeatView
from frontend.tournaments.visit import person_of, visit
from gamelog.contest.acts import results
from gamelog.contest.errors import Refused
from gamelog.games import services as games
from gamelog.streams.errors import LogError
from gamelog.tournaments import access, services


@never_cache
@require_http_methods(METHODS)
def table_page(request: HttpRequest, slug: str, number: int, table: int, board: int = 0) -> HttpResponse:
    """The page behind the QR code of a table card: players, game, result, and what the visitor can do."""
    found = tables.table(visit(request, slug), number, table, board)
    forms = _forms(found)
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        do = TABLE.get(request.POST.get("do", ""))
        if do is None:
            raise PermissionDenied("there is no such act")
        answer = do(request, found, forms)
        if answer is not None:
            return answer
        found = tables.table(visit(request, slug), number, table, board)
    return tournament_page(request, found.visit, "table", {
        **_now(found), "forms": forms, "place": vocabulary.seat(number, table, board),
        "part_tag": _table_tag(request, slug, number, table, board),
        "mission": vocabulary.mission(found.visit.state.terms, number),
    }, status=400 if any(each.errors for each in forms.values()) else 200)  # fmt: skip


def _now(found: SeatView) -> dict[str, Any]:
    """The present state of a seat, which the page keeps up to date."""
    return {
        "table": found,
        "key": submission.fresh_key(),
        "number": found.round.number,
        "status": tables.status(found),
        "comes_to": tables.comes_to(found),
        "choosing": tables.choosing(found),
        "rate": bool(found.side) and soft_marks.wanted(found.visit, found.round, found.pair),
    }


def _table_tag(request: HttpRequest, slug: str, number: int, table: int, board: int = 0) -> str:
    tournament = access.access_tournament(request.user, slug)
    return tag_of(tournament, HistoryQuery(), person_of(request.user), f"{number}.{table}.{board}")


@require_safe
@condition(etag_func=_table_tag)
def part_table(request: HttpRequest, slug: str, number: int, table: int, board: int = 0) -> HttpResponse:
    """The players of a table and its state alone, for the page that polls it."""
    found = tables.table(visit(request, slug), number, table, board)
    shown = {"visit": found.visit, "event": found.visit.tournament, **_now(found)}
    return fragment(request, "frontend/tournaments/_table_now.html", shown)


def _forms(found: SeatView) -> Forms:
    forms: Forms = {"dispute": DisputeForm()}
    if found.side and not found.whole:
        forms["result"] = ResultForm(table=found)
    if found.may_open:
        forms["file"] = TableFileForm(table=found)
        forms["open"] = DelayForm()
    if found.may_open or found.may_replace:
        forms["link"] = TableLinkForm(table=found)
    choosing = tables.choosing(found)
    if choosing and choosing.want:
        forms["choice"] = _choice(found, choosing)
    return forms


def _choice(found: SeatView, choosing: tables.Choosing, data: Any = None) -> ChoiceForm:
    count = choosing.want.count if choosing.want else 0
    return ChoiceForm(data, table=found, among=choosing.among, label=choosing.asks, count=count)


def _here(found: SeatView) -> HttpResponse:
    place = [found.visit.tournament.slug, found.round.number, found.pair.table]
    return redirect("event-board", *place, found.board) if found.board else redirect("event-table", *place)


def _sided(found: SeatView) -> tables.Side:
    """The visitor's side. Raises: PermissionDenied for anybody who does not play here."""
    if not found.side:
        raise PermissionDenied("you do not play at this table")
    return found.side


def _report(request: HttpRequest, found: SeatView, forms: Forms) -> HttpResponse | None:
    _sided(found)
    form = forms["result"] = ResultForm(request.POST, table=found)
    if not form.is_valid():
        return None
    return _here(found) if declared(request, found.visit, form.act(), _("Result reported."), form) else None


def _concede(request: HttpRequest, found: SeatView, forms: Forms) -> HttpResponse | None:
    _sided(found)
    form = forms["result"] = ResultForm(request.POST, table=found)
    if not form.is_valid():
        return None
    done = _("You have conceded the game.")
    return _here(found) if declared(request, found.visit, form.concession(), done, form) else None


def _confirm(request: HttpRequest, found: SeatView, forms: Forms) -> HttpResponse | None:
    act = results.Confirm(
        round=found.round.number, table=found.pair.table, board=found.board, side=_sided(found)
    )  # fmt: skip
    return _here(found) if declared(request, found.visit, act, _("The result is confirmed.")) else None


def _dispute(request: HttpRequest, found: SeatView, forms: Forms) -> HttpResponse | None:
    side = _sided(found)
    form = forms["dispute"] = DisputeForm(request.POST)
    if not form.is_valid():
        return None
    act = results.Dispute(
        round=found.round.number, table=found.pair.table, board=found.board, side=side,  # type: ignore[arg-type]
        reason=form.cleaned_data["reason"],
    )  # fmt: skip
    done = _("A judge will look at it.")
    return _here(found) if declared(request, found.visit, act, done, form) else None


def _choose(request: HttpRequest, found: SeatView, forms: Forms) -> HttpResponse | None:
    _sided(found)
    choosing = tables.choosing(found)
    if choosing is None or choosing.want is None:
        messages.error(request, _("There is nothing to choose now."))
        return None
    form = forms["choice"] = _choice(found, choosing, request.POST)
    if not form.is_valid():
        return None
    return _here(found) if declared(request, found.visit, form.act(), _("Choice saved."), form) else None


def _open(request: HttpRequest, found: SeatView, forms: Forms) -> HttpResponse | None:
    form = forms["open"] = DelayForm(request.POST)
    return _opened(request, found, minutes=form.cleaned_data["delay"]) if form.is_valid() else None


def _upload(request: HttpRequest, found: SeatView, forms: Forms) -> HttpResponse | None:
    form = forms["file"] = TableFileForm(request.POST, request.FILES, table=found)
    if not found.may_open or not form.is_valid():
        return None
    try:
        imported = games.game_import(data=form.cleaned_data["file"].read(), owner=signed_in_user(request))
    except rules.RulesError as error:
        form.add_error("file", file_words(error))
        return None
    except LogError as error:
        form.add_error("file", str(error))
        return None
    games.verification_request(game=imported.game, asked_by=str(request.user.pk))
    if not found.visit.staff:
        messages.info(request, _("Your game is saved and being verified. Its file does not say "
                                 "whose accounts played: ask the organisers "
                                 "to link it to this table."))  # fmt: skip
        return redirect("game", imported.game.pk)
    return _opened(request, found, imported.game, form.cleaned_data["swapped"])


def _link(request: HttpRequest, found: SeatView, forms: Forms) -> HttpResponse | None:
    form = forms["link"] = TableLinkForm(request.POST, table=found)
    return _opened(request, found, *form.chosen(), form.cleaned_data.get("reason", "")) if form.is_valid() else None


def _opened(
    request: HttpRequest, found: SeatView, game: Any = None, swapped: bool = False, reason: str = "", minutes: int = 0
) -> HttpResponse | None:
    """The table's record, newly opened or tied to an existing game. Raises: PermissionDenied."""
    try:
        row = services.table_open(
            tournament=found.visit.tournament, number=found.round.number, table=found.pair.table, board=found.board,
            actor=signed_in_user(request), game=game, swapped=swapped, reason=reason,
        )  # fmt: skip
    except Refused as error:
        messages.error(request, refusals.refusal_text(error))
        return None
    if game is None:
        services.table_delay(table=row, minutes=minutes, actor=signed_in_user(request))
        messages.success(request, _("The record has been started: an app can fill it now."))
    return _here(found)


TABLE: dict[str, Callable[[HttpRequest, SeatView, Forms], HttpResponse | None]] = {
    "report": _report, "confirm": _confirm, "dispute": _dispute, "concede": _concede, "open": _open, "upload": _upload,
    "link": _link, "choose": _choose,
}  # fmt: skip
"""The acts that the page of a table can send."""
