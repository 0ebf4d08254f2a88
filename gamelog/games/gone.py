"""Pages of imports that staff took down."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from gamelog.games.errors import TakenDown


class TakenDownMiddleware(MiddlewareMixin):
    """Says on a page of its own that staff took this down, and not that it never was there. The API says so itself."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page, for that error alone."""
        return render(request, "410.html", status=410) if isinstance(exception, TakenDown) else None
