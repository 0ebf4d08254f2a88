"""What pages of other sites may read."""

from __future__ import annotations

from django.http import HttpResponse


def for_everybody(response: HttpResponse) -> HttpResponse:
    """A response that pages of other sites may read."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
