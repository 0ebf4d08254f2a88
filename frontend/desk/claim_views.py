"""The claims on names of an event that no club holds: the organiser answers them. A club answers on its own page."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from frontend.desk.access import Desk, desk_page, show
from frontend.tournaments import identity
from gamelog.contest.errors import Refused
from gamelog.contest.roles import ORGANISER
from gamelog.seasons import regulars


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def claims(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The claims on names of this event, and what was answered. Raises: PermissionDenied, Http404."""
    found = regulars.links_of_event(desk.tournament)
    if request.method == "POST":
        if not desk.roles & ORGANISER:
            raise PermissionDenied("claims are for the organiser")
        link = identity.link_of(request.POST.get("link", ""), found)
        try:
            messages.success(request, identity.link_act(request.POST.get("act", ""), link, request.user))
        except Refused as error:
            messages.error(request, identity.refusal_text(error))
        return redirect("event-desk-claims", desk.tournament.slug)
    decides = bool(desk.roles & ORGANISER) and desk.tournament.club is None
    rows = identity.link_rows(found, request.user, decides=decides)
    return show(request, desk, "claims", {"rows": rows, "answers": decides})
