"""Announcing a tournament, and changing its terms."""

from __future__ import annotations

from typing import Any, cast

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
from frontend.games.file_words import file_words
from frontend.tournaments import standings_changes, submission, terms_fields, terms_summary
from frontend.tournaments.announcement import Announcement, announcement
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
    """The form for a new tournament, empty or as an earlier one was (`from`); for `part` its preview alone.

    Raises: Http404, PermissionDenied for an earlier tournament that is not the visitor's to copy.
    """
    terms, title = _earlier(request)
    form = AnnounceForm(request.POST or None, terms=terms, title=title, user=signed_in_user(request))
    if request.method == "POST":
        do = request.POST.get("do")
        if do == "preview":
            if request.POST.get("part"):
                return render(request, "frontend/tournaments/_announcement.html", {"shown": _preview(form)})
            form = _without_errors(form)
        elif form.is_valid():
            if do == "fill":
                form = cast(AnnounceForm, _filled(AnnounceForm, form, request))
            elif slug := _announced(form, request, opened=do == "open"):
                return redirect("event", slug)
    shown = {"form": form, "presets": PRESETS.values(), "shown": _preview(form), "copied": title}
    return render(request, "frontend/tournaments/announce.html", shown, status=400 if form.errors else 200)


def _earlier(request: HttpRequest) -> tuple[Terms, str]:
    """Terms and title of the tournament that is copied, without its dates; else those of a new one."""
    slug = request.GET.get("from", "")
    if not slug:
        return terms_fields.blank(), ""
    found = visit(request, slug)
    access.require_role(found.roles, ORGANISER, "copying the event")
    terms = msgspec.structs.replace(found.state.terms, starts="", ends="")
    if terms.season:
        terms = msgspec.structs.replace(terms, season=msgspec.structs.replace(terms.season, starts=""))
    return terms, found.state.title


def _preview(form: AnnounceForm) -> Announcement:
    """The event as players will see it. What cannot be read yet is shown as it was when the form was opened."""
    title = form.data.get("title", "") if form.is_bound else form.initial["title"]
    if form.is_bound and not form.is_valid():
        mended = dict(form.data.items())
        fresh = AnnounceForm(terms=form.began, user=form.user)
        for name in form.errors:
            if name in fresh.fields:
                mended[name] = str(fresh.initial.get(name) or ("–" if name == "title" else ""))
        form = AnnounceForm(mended, terms=form.began, user=form.user)
        if not form.is_valid():
            form = fresh
    said = form.cleaned_data if form.is_bound else {}
    club = said.get("club")
    return announcement(title or _("Your event"), club.name if club else "", form.decided)


def _without_errors(form: AnnounceForm) -> AnnounceForm:
    """The form with what was filled in so far, before anything is refused for being incomplete."""
    form.full_clean()
    form.errors.pop("title", None)
    return form


def _announced(form: TermsForm, request: HttpRequest, opened: bool) -> str:
    """The address of the new tournament; empty if the form shows why there is none."""
    said = form.cleaned_data
    try:
        made = services.tournament_announce(
            owner=signed_in_user(request), title=said["title"], terms=form.decided, slug=said["slug"],
            public=said["public"], club=said.get("club"), open_registration=opened,
        )  # fmt: skip
    except Refused as error:
        form.refused(error)
        return ""
    except rules.Malformed as error:
        form.add_error("ruleset", file_words(error))
        return ""
    done = (
        _("Announced. Registration is open.")
        if opened
        else _("Saved as a draft. Open registration when you are ready.")
    )
    messages.success(request, done)
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
        do = request.POST.get("do")
        if do == "fill":
            form = _filled(ChangeForm, form, request)
        elif do != "edit":
            try:
                if do != "confirm" and (foreseen := _foreseen(form, found, request)):
                    return tournament_page(request, found, "rules", foreseen, "terms_preview")
                if _changed(form, found, request):
                    return redirect("event-rules", slug)
            except StaleEvent:
                found, stale = visit(request, slug), True
                form = _renewed(form, found)
    shown = {"form": form, "presets": PRESETS.values(), "key": submission.fresh_key(),
             "paired": bool(found.state.rounds), "stale": stale}  # fmt: skip
    return tournament_page(request, found, "rules", shown, "terms", 400 if form.errors or stale else 200)


def _acts(form: TermsForm, found: Visit) -> list[SetTerms | Rename]:
    """The acts that a form stands for: other terms, another title."""
    said = form.cleaned_data
    acts: list[SetTerms | Rename] = []
    if form.decided != found.state.terms:
        acts.append(SetTerms(terms=form.decided, reason=said["reason"]))
    if said["title"] not in (said["titled"], found.state.title):
        acts.append(Rename(title=said["title"]))
    return acts


def _foreseen(form: TermsForm, found: Visit, request: HttpRequest) -> dict[str, Any]:
    """What a change would do, for its preview; nothing if there is nothing to show, or the form shows why not.

    Raises: StaleEvent if somebody else changed the same thing since the page was shown.
    """
    acts = _acts(form, found)
    if not acts:
        return {}
    _require_fresh(acts, found, request)
    try:
        effects = [
            services.effect_preview(tournament=found.tournament, act=act, actor=signed_in_user(request)) for act in acts
        ]
    except Refused:
        return {}
    before, after = found.state.terms, form.decided
    titles = [(_("Title of the event"), found.state.title, form.cleaned_data["title"])]
    changes = [each for each in titles if each[1] != each[2] and each[2] != form.cleaned_data["titled"]]
    told = standings_changes.changes_of(found.name, effects[0]) if found.state.rounds else None
    sent_again = [(name, value) for name in request.POST for value in request.POST.getlist(name)
                  if name not in ("csrfmiddlewaretoken", "do")]  # fmt: skip
    return {"changes": changes + terms_summary.differences(before, after), "told": told, "again": sent_again}


def _require_fresh(acts: list[SetTerms | Rename], found: Visit, request: HttpRequest) -> None:
    expected = submission.sent(request, otherwise=0).expected
    since = submission.stored_since(found, expected)
    if any(submission.touched(found, act, since) for act in acts):
        raise StaleEvent(expected, found.tournament.number)


def _changed(form: TermsForm, found: Visit, request: HttpRequest) -> bool:
    """Store terms and title, each if it changed; False if the form shows why not.

    Raises: StaleEvent if somebody else changed them since the page was shown.
    """
    acts = _acts(form, found)
    # Problems with the second are found before the first is stored: both are stored, or neither.
    _require_fresh(acts, found, request)
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
