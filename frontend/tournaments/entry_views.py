"""The players' side of a tournament, for phones: registration and their own entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from frontend.base.visitor import signed_in_user
from frontend.tournaments import entrants, submission, vocabulary
from frontend.tournaments.page import tournament_page
from frontend.tournaments.player_acts import METHODS, Forms, declared
from frontend.tournaments.player_forms import ByeForm, RegisterForm, RosterForm
from frontend.tournaments.visit import Visit, visit
from gamelog.contest.acts import entries
from gamelog.tournaments import access
from gamelog.tournaments.models import Nameplate
from gamelog.tournaments.roles import Role

PLAYERS: frozenset[Role] = frozenset({"player"})
OPEN = ("registration", "ready", "running")
"""The stages of a tournament at which players can manage their entry."""


# entering, and one's own entry


@never_cache
@login_required
@require_http_methods(METHODS)
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Register for the tournament, or for its waiting list if it is full."""
    found = visit(request, slug)
    if found.own and found.own.status != "dropped":
        return redirect("event-me", slug)
    form = RegisterForm(request.POST or None, visit=found, user=signed_in_user(request))
    sent = request.method == "POST" and form.is_valid()
    if sent and declared(request, found, form.act(), "", form, form.named()):
        waits = _place_in_line(visit(request, slug))
        done = _("You are registered.") if not waits else _("The event is full: you are on the waiting list.")
        messages.success(request, done)
        return redirect("event-me", slug)
    shown = {"form": form, "full": _full(found), "waits": len(found.state.waiting()), "key": submission.fresh_key()}
    return tournament_page(request, found, "register", shown, status=400 if form.errors else 200)


def _full(found: Visit) -> bool:
    return 0 < found.state.terms.capacity <= len(found.state.playing())


@never_cache
@login_required
@require_http_methods(METHODS)
def my_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """The visitor's own entry: their current table, roster, check-in, byes, leaving."""
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
    return tournament_page(request, found, "me", {
        "forms": forms, "own": found.own, "key": submission.fresh_key(), "sheet": _sheet(found),
        "rosters": forms["roster"],
        "byes": _byes(found), "waits": _place_in_line(found), "may_check_in": _may_check_in(found),
        "roster_open": _roster_open(found), "may_leave": found.state.phase in OPEN,
    }, "my_entry", status=400 if any(each.errors for each in forms.values()) else 200)  # fmt: skip


def _sheet(found: Visit) -> entrants.HandedRoster | None:
    own = found.own
    if own is None:
        return None
    plate = Nameplate.objects.filter(tournament=found.tournament, number=own.number, board=found.board).first()
    return entrants.handed_roster(found, own, found.board, plate)


def _byes(found: Visit) -> list[tuple[int, str, bool]]:
    """The byes that were asked for: round, worth, and whether they can be withdrawn."""
    asked = found.own.byes if found.own else {}
    paired = len(found.state.rounds)
    return [
        (int(number), vocabulary.bye_kind(kind), int(number) > paired)
        for number, kind in sorted(asked.items(), key=_first)
    ]


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


def _drop(request: HttpRequest, found: Visit, forms: Forms) -> bool:
    return declared(request, found, entries.Drop(entrant=_own(found)), _("You have withdrawn from the event."))


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
    return form.is_valid() and declared(request, found, form.act(), _("Roster submitted."), form)


def _own(found: Visit) -> int:
    assert found.own
    return found.own.number


ENTRY: dict[str, Callable[[HttpRequest, Visit, Forms], bool]] = {
    "drop": _drop, "check-in": _check_in, "ask-bye": _ask_bye, "withdraw-bye": _withdraw_bye, "roster": _hand_in,
}  # fmt: skip
"""The acts that the page of one's own entry can send."""


# at the table
