"""Joining a game: with the picture or the code on the other phone, with an account or as a guest."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from frontend.record.forms import CodeForm, NameForm
from frontend.record.refusals import STATUS, join_words
from gamelog.accounts import attempts
from gamelog.games import guests, joining
from gamelog.games.errors import JoinRefused
from gamelog.games.models import JoinCode
from gamelog.people.selectors import is_guest
from gamelog.visitors import address_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def type_code(request: HttpRequest) -> HttpResponse:
    """Type the code that the other phone shows."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("join-code", _found(request, form.cleaned_data["code"]).code)
        except JoinRefused as error:
            form.add_error("code", join_words(error.reason))
            return _typed(request, form, STATUS[error.reason])
        except attempts.TooMany:
            form.add_error("code", _("Too many wrong codes. Wait ten minutes."))
            return _typed(request, form, 429)
    return _typed(request, form, 400 if form.errors else 200)


def _typed(request: HttpRequest, form: CodeForm, status: int) -> HttpResponse:
    return render(request, "frontend/record/join.html", {"form": form}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """The open seat behind a code: take it as the person who is logged in, or as a guest under a name."""
    try:
        row = _found(request, code)
    except JoinRefused as error:
        return _refused(request, join_words(error.reason), STATUS[error.reason])
    except attempts.TooMany:
        return _refused(request, _("Too many wrong codes. Wait ten minutes."), 429)
    sits = joining.seat_of(request.user, row.game)
    if sits is not None or guests.guest_of(request, row.game_id) is not None:
        return redirect("game-table", row.game_id)
    form = NameForm(request.POST or None) if not request.user.is_authenticated else None
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            return _sat_down(request, row, form.cleaned_data["name"] if form else "")
        except JoinRefused as error:
            if form is None or error.reason != "name":
                return _refused(request, join_words(error.reason), STATUS[error.reason])
            form.add_error("name", join_words(error.reason))
    seats = row.game.seats.select_related("user").order_by("side")
    return render(request, "frontend/record/join_seat.html", {
        "form": form, "game": row.game, "code": joining.code_spaced(row.code), "seats": seats,
    }, status=400 if form is not None and form.errors else 200)  # fmt: skip


def _found(request: HttpRequest, text: str) -> JoinCode:
    """The code, if it opens a seat. One that does not counts against the address that it came from.

    Raises: JoinRefused, attempts.TooMany.
    """
    taken = attempts.take((attempts.JOIN, address_of(request)))
    found = joining.code_find(text)
    # Phones in one hall share an address, so only codes that open nothing count.
    taken.give_back()
    return found


def _sat_down(request: HttpRequest, row: JoinCode, name: str) -> HttpResponse:
    seat = joining.seat_take(code=row.code, actor=request.user, name=name)
    answer = redirect("game-table", row.game_id)
    if isinstance(seat.user, User) and is_guest(seat.user):
        guests.remember(answer, seat)
    return answer


def _refused(request: HttpRequest, why: str, status: int) -> HttpResponse:
    form = CodeForm()
    return render(request, "frontend/record/join.html", {"form": form, "why": why}, status=status)
