"""Pages of a site that has lost its keys."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from gamelog.signing.services import KeysMissing


class KeysMissingMiddleware(MiddlewareMixin):
    """Says on a page of its own that nothing was stored because the site cannot sign. The API says so itself."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page, for that error alone."""
        return render(request, "503.html", status=503) if isinstance(exception, KeysMissing) else None
