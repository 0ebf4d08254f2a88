"""What all pages of a club have in common."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from gamelog.clubs import access, selectors
from gamelog.clubs.models import Club


def club_page(request: HttpRequest, club: Club, tab: str, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page of a club: its head with the tabs, and the template. `status` of the context is the answer's."""
    status = context.pop("status", 200)
    head = {
        "club": club, "tab": tab, "edits": access.edits(request.user, club),
        "standing": selectors.standing_of(request.user, club),
    }  # fmt: skip
    return render(request, f"frontend/clubs/{template}.html", {**head, **context}, status=status)
