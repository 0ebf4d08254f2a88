"""Steps that wait for a judge: a list for staff, over all battles that are being played."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from frontend.games import call_list
from gamelog.games import access, calls


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_calls(request: HttpRequest) -> HttpResponse:
    """The open calls; a judge rules on the step, or settles one without a ruling."""
    if not access.is_staff(request.user):
        raise PermissionDenied("only tournament staff settles calls")
    if request.method == "POST":
        number = request.POST.get("call", "")
        if number.isascii() and number.isdecimal() and len(number) < 19:
            calls.call_close(call_id=int(number), actor=request.user)
            messages.success(request, _("Closed without a ruling."))
        return redirect("calls")
    rows = call_list.open_to(request.user)
    return render(request, "frontend/games/calls.html", {"listed": call_list.told(rows), "tag": call_list.tag(rows)})


@never_cache
@login_required
@require_safe
def open_calls_part(request: HttpRequest) -> HttpResponse:
    """The part of the page that keeps itself up to date."""
    if not access.is_staff(request.user):
        raise PermissionDenied("only tournament staff settles calls")
    rows = call_list.open_to(request.user)
    etag = call_list.tag(rows)

    def made() -> HttpResponse:
        return render(request, "frontend/games/_calls.html", {"listed": call_list.told(rows)})

    response = get_conditional_response(request, etag=etag) or made()
    response["ETag"] = etag
    return response
