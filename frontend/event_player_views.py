"""What players do at an event: enter, see to their entry, and everything at their table, from a phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition, require_http_methods, require_safe

import rules
from frontend.base.history_query import HistoryQuery
from frontend.base.visitor import signed_in_user
from frontend.desk import refusals
from frontend.event_forms import (
    ByeForm,
    ChoiceForm,
    DisputeForm,
    PlayerForm,
    RegisterForm,
    ResultForm,
    RosterForm,
    TableFileForm,
    TableLinkForm,
)  # fmt: skip
from frontend.event_views import event_page, part, tag_of
from frontend.events import acting, field, tables, words
from frontend.events.tables import Table
from frontend.events.visit import Visit, person_of, visit
from gamelog.contest.acts import entries, results
from gamelog.contest.errors import Refused
from gamelog.games import services as games
from gamelog.games.errors import KeyReused, LogError
from gamelog.tournaments import access, services
from gamelog.tournaments.errors import StaleEvent
from gamelog.tournaments.models import Nameplate
from gamelog.tournaments.roles import Role

PLAYERS: frozenset[Role] = frozenset({"player"})
OPEN = ("registration", "ready", "running")
"""The stages of an event at which players see to their entry."""
METHODS = ("GET", "HEAD", "POST")


def declared(
    request: HttpRequest, found: Visit, act: Any, done: str, form: PlayerForm | None = None,
    named: Sequence[services.Named] = (),
) -> bool:  # fmt: skip
    """Store an act of the visitor and say what is `done`; else say why not, at the form's field where there is one.

    Raises: PermissionDenied.
    """
    try:
        acting.append(found, act, request, named)
    except (StaleEvent, KeyReused):
        messages.error(request, _("Somebody was first, and nothing was stored. This is how it stands now."))
    except Refused as error:
        if form is None:
            messages.error(request, refusals.said(error))
        else:
            form.refused(error)
    else:
        if done:
            messages.success(request, done)
        return True
    return False


# entering, and one's own entry


@never_cache
@login_required
@require_http_methods(METHODS)
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the event, or its waiting list where it is full."""
    found = visit(request, slug)
    if found.own and found.own.status != "dropped":
        return redirect("event-me", slug)
    form = RegisterForm(request.POST or None, visit=found, user=signed_in_user(request))
    sent = request.method == "POST" and form.is_valid()
    if sent and declared(request, found, form.act(), "", form, form.named()):
        waits = _place_in_line(visit(request, slug))
        done = _("You are in.") if not waits else _("The event is full: you are on the waiting list.")
        messages.success(request, done)
        return redirect("event-me", slug)
    shown = {"form": form, "full": _full(found), "waits": len(found.state.waiting()), "key": acting.fresh_key()}
    return event_page(request, found, "register", shown, status=400 if form.errors else 200)


def _full(found: Visit) -> bool:
    return 0 < found.state.terms.capacity <= len(found.state.playing())


@never_cache
@login_required
@require_http_methods(METHODS)
def my_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """The visitor's own entry: their table now, roster, check-in, byes, leaving."""
    found = visit(request, slug)
    access.require_role(found.roles, PLAYERS, "this page")
    forms = {"roster": RosterForm(visit=found), "bye": ByeForm(visit=found)}
    if request.method == "POST":
        do = ENTRY.get(request.POST.get("do", ""))
        if do is None:
            raise PermissionDenied("there is no such act")
        if do(request, found, forms):
            return redirect("event-me", slug)
        found = visit(request, slug)
    return event_page(request, found, "me", {
        "forms": forms, "own": found.own, "key": acting.fresh_key(), "sheet": _sheet(found), "rosters": forms["roster"],
        "byes": _byes(found), "waits": _place_in_line(found), "may_check_in": _may_check_in(found),
        "roster_open": _roster_open(found), "may_leave": found.state.phase in OPEN,
    }, status=400 if any(each.errors for each in forms.values()) else 200)  # fmt: skip


def _sheet(found: Visit) -> field.Sheet | None:
    own = found.own
    if own is None:
        return None
    plate = Nameplate.objects.filter(tournament=found.event, number=own.number, board=found.board).first()
    return field.sheet(found, own, found.board, plate)


def _byes(found: Visit) -> list[tuple[int, str, bool]]:
    """The byes that were asked for: round, what for, and whether they can be withdrawn."""
    asked = found.own.byes if found.own else {}
    paired = len(found.state.rounds)
    return [(int(number), words.how(kind), int(number) > paired) for number, kind in sorted(asked.items(), key=_first)]


def _first(pair: tuple[str, Any]) -> int:
    return int(pair[0])


def _place_in_line(found: Visit) -> int:
    waiting = [each.number for each in found.state.waiting()]
    return waiting.index(found.own.number) + 1 if found.own and found.own.number in waiting else 0


def _may_check_in(found: Visit) -> bool:
    return bool(found.state.phase in OPEN and found.own and found.own.status == "entered" and not found.own.checked_in)


def _roster_open(found: Visit) -> bool:
    """Whether a roster may be handed in now."""
    if found.own is None or found.own.status == "dropped":
        return False
    holder = found.own.members[found.board - 1] if found.board else found.own
    free = not found.state.rosters_locked or holder.roster is None or holder.roster.unlocked
    return free and found.state.phase in OPEN


Forms = dict[str, Any]


def _drop(request: HttpRequest, found: Visit, forms: Forms) -> bool:
    return declared(request, found, entries.Drop(entrant=_own(found)), _("You are out of the event."))


def _check_in(request: HttpRequest, found: Visit, forms: Forms) -> bool:
    return declared(request, found, entries.CheckIn(entrant=_own(found)), _("You are checked in."))


def _ask_bye(request: HttpRequest, found: Visit, forms: Forms) -> bool:
    form = forms["bye"] = ByeForm(request.POST, visit=found)
    return form.is_valid() and declared(request, found, form.act(), _("You will not be paired in that round."), form)


def _withdraw_bye(request: HttpRequest, found: Visit, forms: Forms) -> bool:
    text = request.POST.get("round", "")
    number = int(text) if text.isascii() and text.isdigit() and int(text[:4]) > 0 else 1
    act = entries.WithdrawBye(entrant=_own(found), round=number)
    return declared(request, found, act, _("You will be paired in that round."))


def _hand_in(request: HttpRequest, found: Visit, forms: Forms) -> bool:
    form = forms["roster"] = RosterForm(request.POST, visit=found)
    return form.is_valid() and declared(request, found, form.act(), _("Your roster is handed in."), form)


def _own(found: Visit) -> int:
    assert found.own
    return found.own.number


ENTRY: dict[str, Callable[[HttpRequest, Visit, Forms], bool]] = {
    "drop": _drop, "check-in": _check_in, "ask-bye": _ask_bye, "withdraw-bye": _withdraw_bye, "roster": _hand_in,
}  # fmt: skip
"""What the page of one's own entry can send."""


# at the table


@never_cache
@require_http_methods(METHODS)
def table(request: HttpRequest, slug: str, number: int, table: int, board: int = 0) -> HttpResponse:
    """What the QR code of a table card opens: who plays, the game, the result, and what the visitor can do."""
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
    return event_page(request, found.visit, "table", {
        **_now(found), "forms": forms, "place": words.seat(number, table, board),
        "part_tag": _table_tag(request, slug, number, table, board),
    }, status=400 if any(each.errors for each in forms.values()) else 200)  # fmt: skip


def _now(found: Table) -> dict[str, Any]:
    """How a seat stands, which the page keeps current."""
    return {
        "table": found,
        "key": acting.fresh_key(),
        "number": found.round.number,
        "status": tables.status(found),
        "comes_to": tables.comes_to(found),
        "choosing": tables.choosing(found),
    }


def _table_tag(request: HttpRequest, slug: str, number: int, table: int, board: int = 0) -> str:
    event = access.access_tournament(request.user, slug)
    return tag_of(event, HistoryQuery(), person_of(request.user), f"{number}.{table}.{board}")


@require_safe
@condition(etag_func=_table_tag)
def part_table(request: HttpRequest, slug: str, number: int, table: int, board: int = 0) -> HttpResponse:
    """Who plays at a table and how it stands, alone, for the page that keeps it current."""
    found = tables.table(visit(request, slug), number, table, board)
    shown = {"visit": found.visit, "event": found.visit.event, **_now(found)}
    return part(request, "frontend/events/_table_now.html", shown)


def _forms(found: Table) -> Forms:
    forms: Forms = {"dispute": DisputeForm()}
    if found.side and not found.whole:
        forms["result"] = ResultForm(table=found)
    if found.may_open:
        forms["file"] = TableFileForm(table=found)
    if found.may_open or found.may_replace:
        forms["link"] = TableLinkForm(table=found)
    choosing = tables.choosing(found)
    if choosing and choosing.want:
        forms["choice"] = _choice(found, choosing)
    return forms


def _choice(found: Table, choosing: tables.Choosing, data: Any = None) -> ChoiceForm:
    return ChoiceForm(data, table=found, among=choosing.among, label=choosing.asks)


def _here(found: Table) -> HttpResponse:
    place = [found.visit.event.slug, found.round.number, found.pair.table]
    return redirect("event-board", *place, found.board) if found.board else redirect("event-table", *place)


def _sided(found: Table) -> tables.Side:
    """The visitor's side. Raises: PermissionDenied for whoever does not play here."""
    if not found.side:
        raise PermissionDenied("you do not play at this table")
    return found.side


def _report(request: HttpRequest, found: Table, forms: Forms) -> HttpResponse | None:
    _sided(found)
    form = forms["result"] = ResultForm(request.POST, table=found)
    if not form.is_valid():
        return None
    return _here(found) if declared(request, found.visit, form.act(), _("Your report is in."), form) else None


def _concede(request: HttpRequest, found: Table, forms: Forms) -> HttpResponse | None:
    _sided(found)
    form = forms["result"] = ResultForm(request.POST, table=found)
    if not form.is_valid():
        return None
    done = _("You have given the game up.")
    return _here(found) if declared(request, found.visit, form.concession(), done, form) else None


def _confirm(request: HttpRequest, found: Table, forms: Forms) -> HttpResponse | None:
    act = results.Confirm(
        round=found.round.number, table=found.pair.table, board=found.board, side=_sided(found)
    )  # fmt: skip
    return _here(found) if declared(request, found.visit, act, _("The result is confirmed.")) else None


def _dispute(request: HttpRequest, found: Table, forms: Forms) -> HttpResponse | None:
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


def _choose(request: HttpRequest, found: Table, forms: Forms) -> HttpResponse | None:
    _sided(found)
    choosing = tables.choosing(found)
    if choosing is None or choosing.want is None:
        messages.error(request, _("There is nothing to choose now."))
        return None
    form = forms["choice"] = _choice(found, choosing, request.POST)
    if not form.is_valid():
        return None
    return _here(found) if declared(request, found.visit, form.act(), _("Chosen."), form) else None


def _open(request: HttpRequest, found: Table, forms: Forms) -> HttpResponse | None:
    return _opened(request, found)


def _upload(request: HttpRequest, found: Table, forms: Forms) -> HttpResponse | None:
    form = forms["file"] = TableFileForm(request.POST, request.FILES, table=found)
    if not found.may_open or not form.is_valid():
        return None
    try:
        imported = games.game_import(data=form.cleaned_data["file"].read(), owner=signed_in_user(request))
    except rules.RulesError as error:
        form.add_error("file", rules.problem(error).line())
        return None
    except LogError as error:
        form.add_error("file", str(error))
        return None
    games.verification_request(game=imported.game)
    if not found.visit.staff:
        messages.info(request, _("Your game is stored and being verified. Its file does not say whose accounts played: "
                                 "show it at the desk, and they tie it to this table."))  # fmt: skip
        return redirect("game", imported.game.pk)
    return _opened(request, found, imported.game, form.cleaned_data["swapped"])


def _link(request: HttpRequest, found: Table, forms: Forms) -> HttpResponse | None:
    form = forms["link"] = TableLinkForm(request.POST, table=found)
    return _opened(request, found, *form.chosen(), form.cleaned_data.get("reason", "")) if form.is_valid() else None


def _opened(
    request: HttpRequest, found: Table, game: Any = None, swapped: bool = False, reason: str = ""
) -> HttpResponse | None:
    """The table's record, begun or tied to a game. Raises: PermissionDenied."""
    try:
        services.table_open(
            tournament=found.visit.event, number=found.round.number, table=found.pair.table, board=found.board,
            actor=signed_in_user(request), game=game, swapped=swapped, reason=reason,
        )  # fmt: skip
    except Refused as error:
        messages.error(request, refusals.said(error))
        return None
    if game is None:
        messages.success(request, _("The record is begun: an app can fill it now."))
    return _here(found)


TABLE: dict[str, Callable[[HttpRequest, Table, Forms], HttpResponse | None]] = {
    "report": _report, "confirm": _confirm, "dispute": _dispute, "concede": _concede, "open": _open, "upload": _upload,
    "link": _link, "choose": _choose,
}  # fmt: skip
"""What the page of a table can send."""
