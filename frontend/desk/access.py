"""Who may open the desk, and the state every page of it starts from."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from frontend.tournaments.submission import fresh_key
from frontend.tournaments.visit import Visit, visit
from gamelog.seasons import regulars
from gamelog.tournaments import access
from gamelog.tournaments.roles import STAFF, acting_as

View = Callable[..., HttpResponse]


OF_ROUNDS = ("re-pair", "move-table", "no-show", "ask-bye")
"""Acts about rounds that are paired in a hall, which a free league has not."""
OF_CHALLENGES = ("enter-match", "call-off")
"""Acts of a free league alone."""


class Desk(Visit):
    """A tournament as a member of its staff sees it at one moment."""

    def may(self, act_type: str) -> bool:
        """Whether they may declare an act of this type, and the event has such acts."""
        other = OF_ROUNDS if self.state.terms.by_challenge else OF_CHALLENGES
        return act_type not in other and acting_as(act_type, self.roles) is not None

    def people(self) -> list[tuple[int, str]]:
        """Every entrant as number and name, for select fields."""
        return [(number, f"{number} · {self.name(number)}") for number in self.state.entrants]


def desk_page(view: View) -> View:
    """Decorate a page for the staff of a tournament alone: `view` gets the `Desk`. Visitors without a session are sent
    to log in.

    Raises: Http404 if they may not see the tournament at all, PermissionDenied if they do not belong to its staff.
    """

    @never_cache
    @login_required
    @wraps(view)
    def checked(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, open_desk(request, slug), *args, **kwargs)

    return checked


def open_desk(request: HttpRequest, slug: str) -> Desk:
    """The desk of a tournament as it is now. Raises: Http404, PermissionDenied."""
    found = visit(request, slug)
    access.require_role(found.roles, STAFF, "the desk")
    return Desk(found.tournament, found.state, found.names, found.roles, found.user, found.person, found.clubs)


def show(
    request: HttpRequest, desk: Desk, template: str, context: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    """A page of the desk. `expected` and `key` go into its forms: the number of acts shown, and the idempotency key."""
    base = {
        "desk": desk, "event": desk.tournament, "state": desk.state, "expected": desk.state.number, "key": fresh_key(),
        "tab": template, "claiming": regulars.claims_at(desk.tournament),
    }  # fmt: skip
    return render(request, f"frontend/desk/{template}.html", {**base, **(context or {})}, status=status)
