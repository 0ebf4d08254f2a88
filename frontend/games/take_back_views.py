"""Take-backs between the two sides: one previews and proposes, the other agrees or declines."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

import rules
from frontend.base.visitor import signed_in_user
from frontend.games import ruling_preview
from frontend.games.page import game_page
from frontend.games.ruling_forms import TakeBackForm
from frontend.games.ruling_input import refusal_text
from frontend.games.ruling_views import names_of, previewed, sent_fields
from frontend.games.take_backs import agrees_for_all, sides_of
from gamelog.games import access, corrections, selectors, services
from gamelog.games.errors import StaleGame, TakeBackClosed
from gamelog.games.models import Game, TakeBack, TakeBackState


@never_cache
@login_required
@require_POST
def propose(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Preview taking back the last steps, then propose it to the other side (or agree on behalf of both)."""
    found = access.access_game(request.user, game_id)
    history = selectors.events_of(found)
    names = {key: name for key, name in names_of(found, history).items() if key in sides_of(request.user, found)}
    if not names:
        raise PermissionDenied
    form = TakeBackForm(request.POST, game=found, history=history, names=names, initial={})
    told = previewed(request, found, form)
    if told is None:
        return _take_back_page(request, found, form)
    act, seen = request.POST.get("act", ""), (request.POST.get("expected"), request.POST.get("digest"))
    stale = act in ("propose", "both") and seen != (str(told.number), told.digest)
    if act in ("propose", "both") and not stale:
        said = form.cleaned_data
        try:
            row = services.take_back_propose(
                game_id=found.pk, expected=told.number, side=said["side"], since=said["since"],
                reason=said["reason"], both=act == "both", actor=signed_in_user(request),
            )  # fmt: skip
        except StaleGame:
            messages.info(request, _("This proposal has already been answered, or the game has moved on."))
            return redirect("game", found.pk)
        except rules.RulesError as error:
            form.refused(error)
            return _take_back_page(request, found, form)
        return _after(request, found, row)
    both = agrees_for_all(request.user, found, str(form.cleaned_data["side"]))
    shown = {"told": told, "form": form, "stale": stale, "proposing": True, "both": both,
             "address": reverse("take-back", args=[found.pk]), "sent": sent_fields(form)}  # fmt: skip
    page = game_page(request, found, "replay", "ruling_preview", shown)
    page.status_code = 409 if stale else 200
    return page


def _take_back_page(request: HttpRequest, found: Game, form: TakeBackForm) -> HttpResponse:
    page = game_page(request, found, "replay", "take_back", {"form": form})
    page.status_code = 400
    return page


def _after(request: HttpRequest, game: Game, row: TakeBack) -> HttpResponse:
    if row.event:
        messages.success(request, _("Recorded as step %(number)d.") % {"number": row.event})
        return redirect(f"{reverse('game', args=[game.pk])}#{row.event}")
    words = {
        TakeBackState.PROPOSED: _("Proposed. The other side sees it on the page of this game."),
        TakeBackState.DECLINED: _("The steps stay as they are."),
    }  # fmt: skip
    messages.success(request, words.get(TakeBackState(row.state), ""))
    return redirect("game", game.pk)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: HttpRequest, game_id: UUID, take_back_id: int) -> HttpResponse:
    """A proposal with its consequences; the other side agrees or declines, its own side may withdraw it."""
    row = access.access_take_back(request.user, take_back_id)
    if row.game_id != game_id:
        raise Http404
    found = row.game
    access.require_answer(request.user, found)
    if request.method == "POST" and request.POST.get("act") in ("agree", "decline"):
        try:
            row = services.take_back_answer(
                take_back_id=row.pk, agree=request.POST["act"] == "agree", actor=signed_in_user(request)
            )  # fmt: skip
        except (TakeBackClosed, StaleGame):
            messages.info(request, _("This proposal has already been answered, or the game has moved on."))
            return redirect("game", found.pk)
        except rules.RulesError as error:
            messages.error(request, refusal_text(found.rules, rules.problem(error)))
            return redirect("game", found.pk)
        return _after(request, found, row)
    if row.state != TakeBackState.PROPOSED or row.head != found.head:
        messages.info(request, _("This proposal has already been answered, or the game has moved on."))
        return redirect("game", found.pk)
    told = ruling_preview.preview(
        found, selectors.events_of(found), corrections.take_back(found, row.side, row.since, row.reason, row.rule)
    )
    shown = {"told": told, "answering": row, "may_agree": agrees_for_all(request.user, found, row.side),
             "address": reverse("take-back-answer", args=[found.pk, row.pk]), "sent": []}  # fmt: skip
    return game_page(request, found, "replay", "ruling_preview", shown)
