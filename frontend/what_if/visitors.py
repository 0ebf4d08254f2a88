"""Who tries something out: somebody with an account. Anybody else is asked to log in, and comes back to the step."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from gamelog.people.selectors import is_guest


def account(request: HttpRequest) -> User | None:
    """The account of the reader; None for guests of a battle, and for those who are not logged in."""
    user = request.user
    return user if isinstance(user, User) and not is_guest(user) else None


def log_in(request: HttpRequest) -> str:
    """The address that leads to logging in, and from there back to this page: to the choices, if it was a form."""
    back = request.get_full_path() if request.method != "POST" else _choices(request)
    return f"{reverse('account_login')}?{urlencode({'next': back})}"


def _choices(request: HttpRequest) -> str:
    match = request.resolver_match
    game = match.kwargs["game_id"] if match else ""
    step = (match.kwargs.get("step") if match else None) or request.POST.get("step", "1")
    return f"{reverse('what-if', args=[game])}?{urlencode({'step': step})}"


def with_account(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view for those with an account."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs) if account(request) else redirect(log_in(request))

    return asked
