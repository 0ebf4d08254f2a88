"""What all pages of a club have in common."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from gamelog.clubs import access, selectors
from gamelog.clubs.models import Club
from gamelog.seasons import regulars


def club_page(request: HttpRequest, club: Club, tab: str, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page of a club: its header with the tabs, and the template. `status` in the context is the HTTP status."""
    status = context.pop("status", 200)
    edits = access.edits(request.user, club)
    head = {
        "club": club, "tab": tab, "edits": edits, "standing": selectors.standing_of(request.user, club),
        "asking": club.join_requests.count() if edits else 0,
        "claiming": regulars.claims_waiting(club) if edits else 0,
    }  # fmt: skip
    return render(request, f"frontend/clubs/{template}.html", {**head, **context}, status=status)
