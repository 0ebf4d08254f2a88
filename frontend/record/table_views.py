"""The open table of a game: the code for the opponent, who sits where, and each side's force."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition, require_http_methods, require_safe

from frontend.base.delay_form import DelayForm
from frontend.games import seats as seat_names
from frontend.games.file_words import file_words
from frontend.games.replay import COLOURS
from frontend.publishing import qr_codes
from frontend.record import event_places, forces
from frontend.record.forms import MusterForm
from frontend.record.refusals import join_words
from gamelog.games import access, guests, joining, opening, selectors, services
from gamelog.games.errors import JoinRefused, NotOpened
from gamelog.games.models import Game, Seat
from gamelog.people.selectors import display_name, is_guest
from gamelog.streams.errors import LogError
from rules.kernel.state import State

FORMAT = 1
"""The version of the part that is polled; in its ETag."""


class SeatState(NamedTuple):
    """A seat as the page shows it. `who` is empty while nobody sits there; a force that is there has models."""

    seat: Seat
    colour: str
    who: str
    guest: bool
    you: bool
    force: str
    models: int
    points: int


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The table of a game that has begun, for everybody who sits there."""
    game = access.access_played(request.user, game_id)
    form, side = None, request.POST.get("side", "")
    if request.method == "POST":
        do = DOES.get(request.POST.get("do", ""))
        if do is None:
            raise PermissionDenied("there is no such act")
        answer = do(request, game)
        if isinstance(answer, HttpResponse):
            return answer
        form = answer
    return _page(request, game, form, side)


def _page(request: HttpRequest, game: Game, sent: MusterForm | None, side: str) -> HttpResponse:
    invites = joining.may_invite(request.user, game)
    open_seat = game.seats.filter(user=None).exists()
    code = joining.open_code(game) if invites and open_seat else None
    musters = [
        (each, sent if sent is not None and each == side else _muster_form(request, game, each))
        for each in _may_muster(request, game)
    ]
    held = guests.guest_of(request, game.pk) if not _is_guest(request) and request.user.is_authenticated else None
    return render(request, "frontend/record/open_table.html", {
        **_now(request, game), "code": code, "spaced": joining.code_spaced(code.code) if code else "",
        "invites": invites and open_seat and not game.finished, "begun": opening.begun(game), "held": held,
        "guest": _is_guest(request),  "join_address": request.build_absolute_uri(reverse("join")),
        "plays": bool(access.own_sides(request.user, game)),
        "musters": [
            {"side": each, "name": _side_words(game, each), "form": form, "of": forces.part(form, "roster")}
            for each, form in musters
        ],
        "tag": _tag(request, game.pk),
        "late": DelayForm(now=game.delay) if access.runs(request.user, game) and not game.finished else None,
    }, status=400 if sent is not None and sent.errors else 200)  # fmt: skip


def _is_guest(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and is_guest(request.user)


def _now(request: HttpRequest, game: Game) -> dict[str, Any]:
    state = selectors.position_at(game, game.number)
    rows = _seats(request, game, state)
    return {"game": game, "seats": rows, "ready": all(row.models for row in rows) and bool(rows)}


def _seats(request: HttpRequest, game: Game, state: State) -> list[SeatState]:
    order = list(game.rules.sides)
    rows = sorted(game.seats.select_related("user"), key=lambda seat: (order + [seat.side]).index(seat.side))
    return [
        SeatState(
            seat, COLOURS[at % len(COLOURS)], display_name(seat.user) if seat.user else "",
            bool(seat.user and is_guest(seat.user)), bool(seat.user_id and seat.user_id == request.user.pk),
            seat_names.name(seat) if seat.side in state.sides else "", *_counts(state, seat.side),
        )
        for at, seat in enumerate(rows)
    ]  # fmt: skip


def _counts(state: State, side: str) -> tuple[int, int]:
    models = [model for model in state.models.values() if model.side == side]
    return len(models), sum(model.sheet.points for model in models)


def _side_words(game: Game, side: str) -> str:
    seat = game.seats.select_related("user").filter(side=side).first()
    return display_name(seat.user) if seat and seat.user else _("the open seat")


def _may_muster(request: HttpRequest, game: Game) -> list[str]:
    """The sides whose force is still missing and that the visitor speaks for."""
    if game.finished or not opening.begun(game):
        return []
    return [side for side in opening.missing_sides(game) if _may_declare(request, game, side)]


def _may_declare(request: HttpRequest, game: Game, side: str) -> bool:
    try:
        access.require_declare(request.user, game, side)
    except PermissionDenied:
        return False
    return True


def _offered(request: HttpRequest, game: Game, side: str, *first: Any) -> list[Any]:
    user = request.user
    if not isinstance(user, User):
        return []
    return forces.offered(user, game.rules, *first, event_places.handed_in_for(user, game))


def _muster_form(request: HttpRequest, game: Game, side: str, stored: Any = None, data: Any = None) -> MusterForm:
    # At an event everybody fields what they handed in.
    ready = "" if hasattr(game, "table") else game.ruleset
    return MusterForm(_offered(request, game, side, stored), data, ruleset=ready)


# acts


def _muster(request: HttpRequest, game: Game) -> HttpResponse | MusterForm:
    side, user = request.POST.get("side", ""), request.user
    access.require_declare(user, game, side)
    if not isinstance(user, User):
        raise PermissionDenied
    stored, why = forces.read(user, game.rules, "roster", request.POST, request.FILES)
    data = request.POST.copy()
    if stored is not None:
        data["roster"], data["roster_text"] = str(stored.pk), ""
    form = _muster_form(request, game, side, stored, data)
    if why:
        form.add_error("roster", why)
    force = form.force() if form.is_valid() else None
    if force is None:
        return form
    try:
        opening.side_muster(game=game, side=side, force=force, actor=user)
    except NotOpened as error:
        form.add_error("roster", file_words(error.error))
        return form
    except LogError as error:
        form.add_error(None, str(error))
        return form
    return redirect("game-table", game.pk)


def _open_code(request: HttpRequest, game: Game) -> HttpResponse:
    try:
        joining.code_open(game_id=game.pk, actor=request.user)
    except JoinRefused as error:
        messages.error(request, join_words(error.reason))
    return redirect("game-table", game.pk)


def _close_code(request: HttpRequest, game: Game) -> HttpResponse:
    joining.code_close(game_id=game.pk, actor=request.user)
    messages.success(request, _("The code no longer works."))
    return redirect("game-table", game.pk)


def _claim(request: HttpRequest, game: Game) -> HttpResponse:
    """The seat that this browser holds becomes that of the account."""
    guest = guests.guest_of(request, game.pk)
    if not isinstance(request.user, User) or guest is None or is_guest(request.user):
        raise PermissionDenied("this browser holds no seat of this game")
    answer = redirect("game-table", game.pk)
    try:
        joining.seat_claim(game_id=game.pk, guest=guest, user=request.user)
    except JoinRefused as error:
        messages.error(request, join_words(error.reason))
        return answer
    guests.forget(answer, game.pk)
    messages.success(request, _("The seat is yours now. The record has not changed."))
    return answer


def _delay(request: HttpRequest, game: Game) -> HttpResponse:
    form = DelayForm(request.POST, now=game.delay)
    access.require_runs(request.user, game)
    if not form.is_valid():
        raise PermissionDenied("there is no such delay")
    services.game_delay(game_id=game.pk, minutes=form.cleaned_data["delay"], actor=request.user)
    messages.success(request, _("Changed."))
    return redirect("game-table", game.pk)


DOES = {"muster": _muster, "delay": _delay, "open-code": _open_code, "close-code": _close_code, "claim": _claim}
"""The acts that the page can send."""


# parts


def _tag(request: HttpRequest, game_id: UUID) -> str:
    game = access.access_played(request.user, game_id)
    rows = game.seats.order_by("side").values_list("side", "user_id", "agreed")
    seats = "-".join(f"{side}.{user or 0}.{agreed:d}" for side, user, agreed in rows)
    return f'"{FORMAT}-{game.head[:16]}-{seats}-{get_language()}-{request.user.pk or 0}"'


@require_safe
@condition(etag_func=_tag)
def seats_part(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Who sits where and what stands there, for the page that polls it."""
    game = access.access_played(request.user, game_id)
    answer = render(request, "frontend/record/_seats.html", _now(request, game))
    answer["Cache-Control"] = "no-cache"
    return answer


@never_cache
@require_safe
def join_qr(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The code as a picture to scan, for people who may invite."""
    game = access.access_played(request.user, game_id)
    code = joining.open_code(game)
    if code is None or not joining.may_invite(request.user, game):
        raise Http404("there is no code of this game")
    address = request.build_absolute_uri(reverse("join-code", args=[code.code]))
    return HttpResponse(qr_codes.svg(address), content_type="image/svg+xml")
