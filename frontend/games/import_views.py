"""Imported games for the staff of the site: who imported what, and taking it down."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import rules
from gamelog.evidence import imports

A_PAGE = 50


class TakedownForm(forms.Form):
    """Why, and what becomes of the events."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=imports.LONGEST_REASON,
        help_text=gettext_lazy("It is kept for good, together with this action. Do not name anybody."),
    )  # fmt: skip
    bytes = forms.ChoiceField(
        label=gettext_lazy("The steps"), widget=forms.RadioSelect, initial="kept",
        choices=[
            ("kept", gettext_lazy("keep them in the database, where nobody sees them")),
            ("erased", gettext_lazy("erase them for good")),
        ],
    )  # fmt: skip


@never_cache
@login_required
@require_safe
def import_list(request: HttpRequest) -> HttpResponse:
    """Every import, the newest first."""
    imports.require_staff(request.user)
    rows = imports.imports().prefetch_related("game__seats__user")
    return render(
        request, "frontend/games/imports.html", {"page": Paginator(rows, A_PAGE).get_page(request.GET.get("page"))}
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_down(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The form; then the act."""
    imports.require_staff(request.user)
    found = imports.imports().filter(game=game_id).first()
    if found is None:
        raise Http404(f"there is no import {game_id}")
    form = TakedownForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _taken(form, request, game_id):
        messages.success(request, _("The import is taken down."))
        return redirect("imports")
    return render(
        request, "frontend/games/take_down.html", {"form": form, "game": found.game}, status=400 if form.errors else 200
    )


def _taken(form: TakedownForm, request: HttpRequest, game_id: UUID) -> bool:
    said: dict[str, Any] = form.cleaned_data
    try:
        imports.takedown(game_id=game_id, reason=said["reason"], data=said["bytes"], actor=request.user)
    except rules.Malformed:
        form.add_error("reason", _("Write a reason without an address or a telephone number."))
        return False
    return True
