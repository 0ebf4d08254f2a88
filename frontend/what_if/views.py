"""The pages on which somebody tries out another line: what to try, another target, other dice, their own list."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import rules
from frontend.base.numbers import whole_number
from frontend.base.visitor import signed_in_user
from frontend.games import refusal_words
from frontend.what_if import acts, dice
from frontend.what_if.places import Asked, asked_at
from frontend.what_if.refusals import STATUS, why_not
from frontend.what_if.visitors import account, log_in, with_account
from gamelog.branches import access, selectors, services
from gamelog.branches.errors import BranchRefused
from gamelog.branches.models import Branch, Until
from gamelog.games.access import access_game
from gamelog.games.models import JobState

A_PAGE = 20
UNTIL = (Until.ACTIVATION, Until.PHASE, Until.ROUND, Until.BATTLE)


def until_words() -> list[tuple[str, str]]:
    """How far the engine may play on, in words."""
    words = {
        Until.ACTIVATION: _("one activation"), Until.PHASE: _("to the end of the phase"),
        Until.ROUND: _("to the end of the round"), Until.BATTLE: _("to the end of the battle"),
    }  # fmt: skip
    return [(each.value, words[each]) for each in UNTIL]


@never_cache
@require_safe
def what_if(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What there is to try at a step."""
    return _choices(request, asked_at(request, game_id, request.GET.get("step", "")))


def _choices(request: HttpRequest, asked: Asked, why: str = "", status: int = 200) -> HttpResponse:
    user = account(request)
    step = asked.told()
    return render(request, "frontend/what_if/choices.html", {
        **_page(request, asked), "told": step, "until": until_words(), "why": why,
        "dice": asked.is_act and step.rolled, "targets": acts.has_targets(asked),
        "mine": selectors.branches_from(user, asked.game).filter(step=asked.step) if user else (),
    }, status=status)  # fmt: skip


def _page(request: HttpRequest, asked: Asked) -> dict[str, Any]:
    """What every page of a step shows."""
    return {
        "game": asked.game, "asked": asked, "shown": asked.shown, "account": account(request),
        "log_in": log_in(request),
    }  # fmt: skip


@require_POST
@with_account
def make(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Make a what-if, to go on with in the recorder or to have the engine play on."""
    asked = asked_at(request, game_id, request.POST.get("step", ""))
    place = asked.place_before if request.POST.get("from") == "before" else asked.place_after
    until = request.POST.get("until", "")
    if until and until not in UNTIL:
        raise BadRequest(f"{until[:20]!r} is none of {', '.join(UNTIL)}")
    try:
        branch = services.branch_create(of=asked.game, place=place, maker=signed_in_user(request))
        if until:
            services.engine_play(game_id=branch.pk, until=until, actor=signed_in_user(request))
    except BranchRefused as error:
        return _choices(request, asked, why_not(error.why), STATUS[error.why])
    return redirect("game" if until else "recorder", branch.pk)


@never_cache
@require_safe
@with_account
def targets(request: HttpRequest, game_id: UUID, step: int) -> HttpResponse:
    """Every other way of the act, with what it needs and how likely it hurts."""
    asked = asked_at(request, game_id, step)
    return render(request, "frontend/what_if/targets.html", {
        **_page(request, asked), "told": asked.told(), "others": acts.others(asked) if asked.is_act else (),
    })  # fmt: skip


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def act(request: HttpRequest, game_id: UUID, step: int) -> HttpResponse:
    """The dice of an act: those of the step, or of another way of it. Posted, a what-if begins with them."""
    asked = asked_at(request, game_id, step)
    if not asked.is_act:
        raise Http404(f"step {step} is no act of the battle")
    query = request.POST if request.method == "POST" else request.GET
    chosen = acts.other(asked, whole_number(query["to"])) if "to" in query else None
    if "to" in query and chosen is None:
        raise Http404("there is no such way of this act")
    declaration = chosen.declaration if chosen else asked.event.declaration()
    given = dice.said(query) if "d0" in query else None
    page = dice.page_of(asked, declaration, given)
    if request.method == "POST" and not page.refused:
        return _begun_with(request, asked, declaration, page)
    return _act_page(request, asked, declaration, page)


def _begun_with(
    request: HttpRequest, asked: Asked, act: rules.Declaration[Any], page: dice.DicePage, status: int = 409
) -> HttpResponse:
    """The what-if that was asked for, or the page again with what is missing."""
    do = request.POST.get("do", "")
    blank: rules.Declaration[Any] = rules.Declaration(by=act.by, action=act.action)
    wanted = blank if do == "roll" else dice.declared(act, page.course)
    if do not in ("roll", "rest") and page.course.decided is None:
        return _act_page(request, asked, act, page, _("Choose a face for every die, or let the engine roll."), 400)
    try:
        branch = services.branch_declare(
            of=asked.game, place=asked.place_before, declaration=wanted, maker=signed_in_user(request),
            roll=do in ("roll", "rest"),
        )  # fmt: skip
    except BranchRefused as error:
        return _act_page(request, asked, act, page, why_not(error.why), STATUS[error.why])
    except rules.RulesError as error:
        return _act_page(
            request, asked, act, page, refusal_words.problem_text(asked.game.rules, error, asked.cast), 422
        )
    return redirect(f"{reverse('game', args=[branch.pk])}#2")


def _act_page(
    request: HttpRequest, asked: Asked, act: rules.Declaration[Any], page: dice.DicePage, why: str = "",
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    query = request.POST if request.method == "POST" else request.GET
    shown: dict[str, Any] = {"odds": None, "odds_why": ""}
    if page.throws and not page.refused:
        try:
            shown["odds"] = dice.odds_of(asked, act)
        except rules.RulesError as error:
            shown["odds_why"] = refusal_words.problem_text(asked.game.rules, error, asked.cast)
    return render(request, "frontend/what_if/act.html", {
        **_page(request, asked), "told": asked.told(), "page": page, "why": why, "to": query.get("to", ""),
        "kept": _kept(asked, query),
        "title": dice.title(asked, act), "waits": page.course.decided is None and not page.refused,
        "partly": len(page.throws) > 1, **shown,
    }, status=422 if page.refused else status)  # fmt: skip


def _kept(asked: Asked, query: Any) -> str:
    """The beginning of an address with other faces for the same act and history; it ends where the faces follow."""
    to = f"to={whole_number(query['to'])}" if "to" in query else ""
    return "".join(f"{part}&" for part in (to, asked.shown.query.removeprefix("?")) if part)


# a what-if itself


@require_POST
@with_account
def engine(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Have the engine play a what-if on."""
    until = request.POST.get("until", "")
    if until not in UNTIL:
        raise BadRequest(f"{until[:20]!r} is none of {', '.join(UNTIL)}")
    try:
        run = services.engine_play(game_id=game_id, until=until, actor=signed_in_user(request))
    except BranchRefused as error:
        messages.error(request, why_not(error.why))
        return redirect("game", game_id)
    return redirect(f"{reverse('game', args=[game_id])}#{run.first + 1}")


@never_cache
@require_safe
def engine_state(request: HttpRequest, game_id: UUID) -> JsonResponse:
    """How far the engine is, for the page that waits for it."""
    branch = _branch(request, game_id)
    run = selectors.running(branch)
    return JsonResponse({"running": run is not None, "text": progress(run.done) if run else ""})


def progress(done: int) -> str:
    """How far the engine has played on."""
    return ngettext(
        "The engine is playing on: %(count)d step so far.", "The engine is playing on: %(count)d steps so far.", done
    ) % {"count": done}


def _branch(request: HttpRequest, game_id: UUID) -> Branch:
    branch = selectors.branch_of(access_game(request.user, game_id))
    if branch is None:
        raise Http404(f"{game_id} is no what-if")
    return branch


@require_POST
@with_account
def put_away(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Nobody opens the what-if any more."""
    services.branch_put_away(game_id=game_id, actor=signed_in_user(request))
    messages.success(request, _("What-if deleted. Its link no longer works."))
    return redirect("my-what-ifs")


@never_cache
@require_safe
@with_account
def mine(request: HttpRequest) -> HttpResponse:
    """The what-ifs of the reader."""
    user = signed_in_user(request)
    rows = Paginator(selectors.branches_of(user), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "frontend/what_if/mine.html", {
        "page": rows, "most": services.MOST_OPEN,
        "rows": [{"branch": each, "seen": access.origin_seen(user, each) is not None} for each in rows],
    })  # fmt: skip


def engine_lines(branch: Branch) -> list[str]:
    """Which steps the engine declared or rolled for, and from which seed."""
    found = []
    for run in branch.runs.order_by("pk"):
        about = {"first": run.first + 1, "last": run.last, "seed": run.seed}
        if run.until == Until.ROLL:
            found.append(_("Step %(first)d: dice rolled by the engine, from the seed %(seed)d.") % about)
        elif run.done == 1:
            found.append(_("Step %(first)d: played by the engine, from the seed %(seed)d.") % about)
        elif run.done:
            found.append(_("Steps %(first)d to %(last)d: played by the engine, from the seed %(seed)d.") % about)
        if run.state == JobState.FAILED:
            found.append(_("The engine did not get as far as you asked."))
    return found
