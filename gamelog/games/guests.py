"""The browser of a guest: a signed cookie for one game, which is worth something at the addresses of that game alone.

At an address with this game's id, of a page or of the API, the request is the guest's; at any other it is nobody's. So
every check of `access` holds for guests as it stands, and a guest of one game is a stranger to all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from gamelog.games.models import Seat
from gamelog.people.selectors import GUEST

SALT = "gamelog.guest-seat"
LASTS = 180 * 24 * 3600
"""Seconds for which a browser keeps a seat."""


def cookie_of(game_id: UUID) -> str:
    """The name of the cookie that holds a seat of this game."""
    return f"seat-{game_id.hex}"


def guest_of(request: HttpRequest, game_id: UUID) -> User | None:
    """The guest who has a seat of this game in this browser. A claimed seat is no guest's any more."""
    signed = request.COOKIES.get(cookie_of(game_id))
    if not signed:
        return None
    try:
        held = signing.loads(signed, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    if not isinstance(held, list) or len(held) != 2 or held[0] != game_id.hex:
        return None
    rows = Seat.objects.select_related("user").filter(game_id=game_id, user_id=held[1], user__is_active=True)
    seat = rows.filter(user__username__startswith=GUEST).first()
    return seat.user if seat else None


def remember(response: HttpResponse, seat: Seat) -> None:
    """Have the browser keep a guest's seat."""
    value = signing.dumps([seat.game_id.hex, seat.user_id], salt=SALT)
    response.set_cookie(
        cookie_of(seat.game_id), value, max_age=LASTS, httponly=True, samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )  # fmt: skip


def forget(response: HttpResponse, game_id: UUID) -> None:
    """Have the browser forget its seat of a game."""
    response.delete_cookie(cookie_of(game_id), samesite="Lax")


class GuestMiddleware(MiddlewareMixin):
    """Makes a request at an address of a game the guest's, if nobody is logged in and the browser holds a seat of it.

    The API takes it as the session's user, which includes the check against forged requests.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        """Let the guest in who sits at this game."""
        game_id = kwargs.get("game_id")
        if not isinstance(game_id, UUID) or cookie_of(game_id) not in request.COOKIES or request.user.is_authenticated:
            return
        guest = guest_of(request, game_id)
        if guest is not None:
            request.user = guest
            # For templates: a guest has no page of their own, and nothing to log out of.
            guest.is_guest = True  # type: ignore[attr-defined]
