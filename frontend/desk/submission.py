"""Storing what a form of the desk declares, and answering if it cannot be stored.

A correction is previewed first: the confirming page sends the digest of the effect it showed. If somebody else acted on
the same thing in the meantime, or the correction now has a different effect, nothing is stored and the page is shown
again.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from frontend.base.return_address import back_to
from frontend.desk import act_log
from frontend.desk.access import Desk, open_desk, show
from frontend.desk.forms import ActForm
from frontend.tournaments import standings_changes, submission
from frontend.tournaments.submission import Sent, stored_since
from gamelog.contest import conflicts, stream
from gamelog.contest.errors import Refused
from gamelog.streams.errors import KeyReused
from gamelog.tournaments import selectors, services
from gamelog.tournaments.errors import EffectChanged, StaleEvent

BESIDE = ("csrfmiddlewaretoken", "do", "expected", "key", "digest")
"""Names of the values sent beside the fields of the act."""


def sent(request: HttpRequest) -> Sent:
    """The values sent beside the fields. A number that cannot be read counts as stale, as if from no page."""
    return submission.sent(request, otherwise=-1)


def store(desk: Desk, act: Any, given: Sent, named: Any = ()) -> services.Appended:
    """Store an act, behind any acts stored since its page was shown, as long as those are about something else.

    Raises:
        StaleEvent: somebody else acted on the same thing first.
        PermissionDenied, EffectChanged, Refused, KeyReused: as `services.act_append`.
    """
    return submission.put_behind(desk, act, given, lambda since: conflicts.stands(desk.state, act, since), named)


def answer_to(request: HttpRequest, desk: Desk, form: ActForm) -> HttpResponse:
    """The answer to a sent form: stored, previewed, or its page again with the errors."""
    if not form.is_valid():
        return form_page(request, desk, form)
    act, given = form.act(), sent(request)
    try:
        if request.POST.get("do") != "confirm" and stream.is_correction(desk.state, act):
            if given.expected != desk.tournament.number and not conflicts.stands(
                desk.state, act, stored_since(desk, given.expected)
            ):
                raise StaleEvent(given.expected, desk.tournament.number)
            effect = services.effect_preview(tournament=desk.tournament, act=act, actor=desk.user)
            return preview_page(request, desk, form, effect)
        store(desk, act, given, form.named())
    except Refused as error:
        form.refused(error)
        return form_page(request, desk, form)
    except EffectChanged as error:
        now = open_desk(request, desk.tournament.slug)
        return preview_page(request, now, form, error.effect, stale=bool(given.effect))
    except (StaleEvent, KeyReused):
        return _overtaken(request, desk, form, act, given)
    messages.success(request, str(form.DONE))
    return redirect(_after(request, desk, form))


def _after(request: HttpRequest, desk: Desk, form: ActForm) -> str:
    leads = form.leads(back(request, desk))
    here = reverse("event-desk-act", args=[desk.tournament.slug, form.type()])
    return f"{here}?{urlencode({'next': leads})}" if form.STAYS else leads


def _overtaken(request: HttpRequest, desk: Desk, form: ActForm, act: Any, given: Sent) -> HttpResponse:
    """Somebody else was faster: the page again, with what they did and the present state."""
    since = stored_since(desk, given.expected)
    now = open_desk(request, desk.tournament.slug)
    fresh = type(form)(form.data, desk=now)
    fresh.is_valid()
    if stream.is_correction(now.state, act):
        try:
            effect = services.effect_preview(tournament=now.tournament, act=act, actor=now.user)
            return preview_page(request, now, fresh, effect, stale=True, since=since)
        except Refused as error:
            fresh.refused(error)
    return form_page(request, now, fresh, status=409, since=act_log.entries_in_words(now, since))


def back(request: HttpRequest, desk: Desk) -> str:
    """The page to return to: the one that sent the form, else the desk."""
    return back_to(request) or reverse("event-desk", args=[desk.tournament.slug])


def form_page(
    request: HttpRequest, desk: Desk, form: ActForm, status: int = 0, since: Any = None
) -> HttpResponse:  # fmt: skip
    """The page of one act's form; `since` are others' acts in the meantime, because of which nothing was stored."""
    first = form.SHOWN_FIRST or (form.type() == "enter" and "reason" in form.fields)
    shown = {"form": form, "since": since, "stale": since is not None, "back": back(request, desk),
             "shown_first": first}  # fmt: skip
    return show(request, desk, "act", shown, status or (400 if form.errors else 200))


def preview_page(
    request: HttpRequest, desk: Desk, form: ActForm, effect: selectors.StandingsEffect,
    stale: bool = False, since: Any = None,
) -> HttpResponse:  # fmt: skip
    """The effect of a correction, before it is stored."""
    again = [(name, value) for name in form.data if name not in BESIDE for value in _values(form.data, name)]
    shown = {
        "form": form, "effect": effect, "told": standings_changes.changes_of(desk.name, effect), "again": again,
        "stale": stale,
        "since": act_log.entries_in_words(desk, since) if since else [], "said": act_log.sentence(desk, form.act()),
        "back": back(request, desk), "expected": effect.number,
    }  # fmt: skip
    return show(request, desk, "preview", shown, 409 if stale else 200)


def _values(data: Any, name: str) -> list[str]:
    return data.getlist(name) if hasattr(data, "getlist") else [data[name]]
