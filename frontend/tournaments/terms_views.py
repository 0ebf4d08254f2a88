"""Announcing a tournament, and changing its terms."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from frontend.base.visitor import signed_in_user
from frontend.tournaments import submission, terms_fields
from frontend.tournaments.page import tournament_page
from frontend.tournaments.terms_forms import AnnounceForm, ChangeForm, TermsForm
from frontend.tournaments.visit import Visit, visit
from gamelog.contest.acts.setting import Rename, SetTerms
from gamelog.contest.errors import Refused
from gamelog.contest.presets import PRESETS
from gamelog.contest.terms import Terms
from gamelog.tournaments import access, services
from gamelog.tournaments.errors import StaleEvent
from gamelog.tournaments.roles import ORGANISER

METHODS = ("GET", "HEAD", "POST")


@never_cache
@login_required
@require_http_methods(METHODS)
def announce(request: HttpRequest) -> HttpResponse:
    """The form for a new tournament. It is a draft until its organiser opens registration."""
    user = signed_in_user(request)
    form: TermsForm = AnnounceForm(request.POST or None, terms=terms_fields.blank(), user=user)
    if request.method == "POST" and form.is_valid():
        if request.POST.get("do") == "fill":
            form = _filled(AnnounceForm, form, request)
        elif slug := _announced(form, request):
            return redirect("event", slug)
    shown = {"form": form, "presets": PRESETS.values(), "announcing": True}
    return render(request, "frontend/tournaments/announce.html", shown, status=400 if form.errors else 200)


def _announced(form: TermsForm, request: HttpRequest) -> str:
    """The address of the new tournament; empty if the form shows why there is none."""
    said = form.cleaned_data
    try:
        made = services.tournament_announce(
            owner=signed_in_user(request), title=said["title"], terms=form.decided, slug=said["slug"],
            public=said["public"], club=said.get("club"),
        )  # fmt: skip
    except Refused as error:
        form.refused(error)
        return ""
    except rules.Malformed as error:
        form.add_error("ruleset", rules.problem(error).line())
        return ""
    messages.success(request, _("Saved as a draft. Open registration when you are ready."))
    return made.slug


def _filled(kind: type[TermsForm], form: TermsForm, request: HttpRequest) -> TermsForm:
    """The form again with the resulting terms, so that the values of a preset can be edited."""
    fresh = kind(None, terms=form.decided, title=form.cleaned_data["title"], user=request.user)
    kept: dict[str, Any] = {
        name: form.cleaned_data[name] for name in ("slug", "club", "public", "reason") if name in form.cleaned_data
    }
    fresh.initial.update(terms_fields.tiebreak_fields(form.decided) | kept, preset="")
    return fresh


@never_cache
@login_required
@require_http_methods(METHODS)
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """The same form for an announced tournament. Once a round is paired, a reason is needed."""
    found = visit(request, slug)
    access.require_role(found.roles, ORGANISER, "changing the terms")
    form: TermsForm = ChangeForm(
        request.POST or None, terms=found.state.terms, title=found.state.title, user=request.user
    )
    stale = False
    if request.method == "POST" and form.is_valid():
        if request.POST.get("do") == "fill":
            form = _filled(ChangeForm, form, request)
        else:
            try:
                if _changed(form, found, request):
                    return redirect("event-rules", slug)
            except StaleEvent:
                found, stale = visit(request, slug), True
                form = _renewed(form, found)
    shown = {"form": form, "presets": PRESETS.values(), "key": submission.fresh_key(),
             "paired": bool(found.state.rounds), "stale": stale}  # fmt: skip
    return tournament_page(request, found, "rules", shown, "terms", 400 if form.errors or stale else 200)


def _changed(form: TermsForm, found: Visit, request: HttpRequest) -> bool:
    """Store terms and title, each if it changed; False if the form shows why not.

    Raises: StaleEvent if somebody else changed them since the page was shown.
    """
    said = form.cleaned_data
    acts: list[SetTerms | Rename] = []
    if form.decided != found.state.terms:
        acts.append(SetTerms(terms=form.decided, reason=said["reason"]))
    if said["title"] not in (said["titled"], found.state.title):
        acts.append(Rename(title=said["title"]))
    # Problems with the second are found before the first is stored: both are stored, or neither.
    expected = submission.sent(request, otherwise=0).expected
    since = submission.stored_since(found, expected)
    if any(submission.touched(found, act, since) for act in acts):
        raise StaleEvent(expected, found.tournament.number)
    try:
        for act in acts[1:]:
            services.effect_preview(tournament=found.tournament, act=act, actor=signed_in_user(request))
        for act in acts:
            submission.append(found, act, request)
    except Refused as error:
        form.refused(error)
        return False
    messages.success(request, _("Event settings saved.") if acts else _("Nothing was changed."))
    return True


def _renewed(form: TermsForm, found: Visit) -> TermsForm:
    """The form for the present state, with the submitted changes laid over it: nobody's change is lost."""
    mine = {name: getattr(form.decided, name) for name in Terms.__struct_fields__
            if getattr(form.decided, name) != getattr(form.began, name)}  # fmt: skip
    said = form.cleaned_data
    fresh = ChangeForm(None, terms=msgspec.structs.replace(found.state.terms, **mine), title=found.state.title)
    fresh.initial["reason"] = said["reason"]
    if said["title"] != said["titled"]:
        fresh.initial["title"] = said["title"]
    return fresh
