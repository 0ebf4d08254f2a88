"""Pages of studies: one's own, one that can be read without JavaScript, and what the replay's panel begins with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

import rules
from frontend.base.visitor import signed_in_user
from frontend.games import game_history, replay, study_links
from frontend.games.cast import Cast
from frontend.studies import words
from gamelog.contest.errors import Refused
from gamelog.games import access as games
from gamelog.games.access import is_staff
from gamelog.seasons import records
from gamelog.studies import access, drawings, selectors, services
from gamelog.studies.errors import StaleStudy
from gamelog.studies.models import Chapter, Note, Study


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """One's own studies."""
    rows = selectors.own_studies(signed_in_user(request)).prefetch_related("game__seats__user")
    return render(request, "frontend/studies/list.html", {"studies": rows, "readers": words.visibility_words()})


@never_cache
@require_safe
def study(request: HttpRequest, key: str) -> HttpResponse:
    """A study as a list of its steps, in words."""
    return _page(request, access.access_study(request.user, key))


def _page(request: HttpRequest, found: Study, said: str = "", status: int = 200) -> HttpResponse:
    actor = request.user
    told, cast = _told(found, access.last_step(actor, found))
    parts = _chapters(selectors.chapters_seen(actor, found), selectors.notes_seen(actor, found), told, cast)
    context = {
        "study": found, "game": games.access_game(actor, found.game_id), "chapters": parts, "said": said,
        "mine": access.owns(actor, found), "staff": is_staff(actor), "readers": words.visibility_words(),
        "page": records.player(getattr(getattr(found.owner, "participant", None), "pk", "")),
        "linked": study_links.of_study(request, found),
    }  # fmt: skip
    return render(request, "frontend/studies/study.html", context, status=status)


def _told(found: Study, last: int) -> tuple[dict[int, replay.ReplayStep], Cast]:
    """The steps of the battle in words, as far as somebody sees it."""
    game = found.game
    read = game_history.read_history(game, game_history.history_upto(game, last))
    cast, state = Cast(game.rules), rules.empty(game.rules)
    steps = replay.steps(game.rules, read.events, (), cast, state, asides=read.asides)
    return {step.n: step for step in steps}, cast


def _chapters(
    begun: Iterable[Chapter], notes: Iterable[Note], told: dict[int, Any], cast: Cast
) -> list[dict[str, Any]]:
    """Notes by chapter, with the titles of their steps; what comes before the first is in one without a title."""
    made: list[dict[str, Any]] = [{"step": 0, "title": "", "notes": []}]
    made += [{"step": each.step, "title": each.title, "notes": []} for each in begun]
    signs = words.mark_words()
    for note in notes:
        of = next(each for each in reversed(made) if each["step"] <= note.step)
        drawn = [words.drawing_sentence(cast, each) for each in drawings.read(note.drawings)]
        of["notes"].append({
            "row": note, "told": told.get(note.step), "sign": words.SIGNS.get(note.mark, ""),
            "mark": signs.get(note.mark, ""), "drawn": drawn,
        })  # fmt: skip
    return made if made[0]["notes"] else made[1:]


@login_required
@require_POST
def edit(request: HttpRequest, key: str) -> HttpResponse:
    """Change the title of a study, or who reads it."""
    found = access.access_study(request.user, key)
    sent = request.POST
    try:
        changed = services.study_edit(
            study=found, actor=request.user, expected=_number(sent.get("expected", "")), title=sent.get("title", ""),
            visibility=sent.get("visibility", ""),
        )  # fmt: skip
    except Refused as error:
        return _page(request, found, words.refusal_text(error), 422)
    except StaleStudy:
        return _page(request, found, _("The study was changed in the meantime. Look at it again."), 409)
    messages.success(request, _("Saved"))
    return redirect("study", changed.key)


@login_required
@require_POST
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a study."""
    services.study_delete(study=access.access_study(request.user, key), actor=request.user)
    messages.success(request, _("The study has been deleted."))
    return redirect("studies")


@login_required
@require_POST
def hide(request: HttpRequest, key: str, step: int = 0) -> HttpResponse:
    """Hide a study, or what it says of a step, as staff of the site."""
    found, reason = access.access_study(request.user, key), request.POST.get("reason", "")
    try:
        if step:
            services.note_hide(study=found, actor=request.user, step=step, reason=reason)
        else:
            services.study_hide(study=found, actor=request.user, reason=reason)
    except Refused:
        return _page(request, found, words.panel_words()["refused:bad-reason"], 422)
    return redirect("study", found.key)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


@never_cache
@ensure_csrf_cookie
@require_safe
def panel(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What the panel in the replay begins with: its words, the studies of the battle, and whether one may write."""
    game = games.access_played(request.user, game_id)
    rows = selectors.studies_of_game(request.user, game)
    return JsonResponse({
        "words": words.panel_words(), "readers": words.visibility_words(), "colours": words.colour_words(),
        "marks": [[key, sign, words.mark_words()[key]] for key, sign in words.SIGNS.items()],
        "studies": [selectors.brief(request.user, each) for each in rows], "writes": access.writes(request.user),
        "at": {"begin": reverse("api-game-studies", args=[game.pk]), "study": f"{reverse('api-studies')}/",
               "page": reverse("studies")},
        "login": f"{reverse('account_login')}?next={reverse('game', args=[game.pk])}",
    })  # fmt: skip
