"""Pages about games: the front page, the list, the replay with its tabs, verification, upload and download."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_GET, require_POST, require_safe

import rules
from frontend import audit, drawing, judge, lines, listing, narrate, odds, proposals, replay, results, sealed, signed
from frontend.base.visitor import signed_in_user
from frontend.events import listing as event_lists
from frontend.forms import GameFileForm
from frontend.systems.cast import Cast
from gamelog.evidence.services import file_of
from gamelog.games import access, selectors, services
from gamelog.games.errors import LogError
from gamelog.games.luck import luck_of
from gamelog.games.models import Event, Game, Report, State
from gamelog.tournaments.access import tournaments_visible
from gamelog.tournaments.models import TableGame

A_PAGE = 24
HASHES_A_PAGE = 100
KEPT = 24 * 3600


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, a replay that plays, events that go on, and the latest results."""
    shown = listing.newest_verified(request.user)
    found = event_lists.events(request.user)
    return render(request, "frontend/home.html", {
        "shown": shown, "games": listing.games(request.user)[:6], "running": event_lists.running(found)[:4],
        "coming": event_lists.coming(found)[:4], "latest": event_lists.latest(request.user, 6),
    })  # fmt: skip


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Games, newest first, with filters."""
    chosen = {key: request.GET.get(key, "")[:100] for key in ("ruleset", "verdict", "q")}
    verdict = chosen["verdict"] if chosen["verdict"] in listing.VERDICTS else ""
    rows = listing.games(request.user, chosen["ruleset"], verdict, chosen["q"])
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    rulesets = [rules.load(name) for name in rules.RULESETS]
    filtered = any(chosen.values())
    return render(
        request, "frontend/games.html", {"page": page, "chosen": chosen, "rulesets": rulesets, "filtered": filtered}
    )


@login_required
def upload_game(request: HttpRequest) -> HttpResponse:
    """Take in a game file; what is wrong with it is said and nothing is stored."""
    form = GameFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            imported = services.game_import(
                data=form.cleaned_data["file"].read(), owner=signed_in_user(request), title=form.cleaned_data["title"]
            )
        except rules.RulesError as error:
            form.add_error("file", rules.problem(error).line())
        except LogError as error:
            form.add_error("file", str(error))
        else:
            services.verification_request(game=imported.game)
            return redirect("game", imported.game.pk)
    return render(request, "frontend/upload_game.html", {"form": form}, status=400 if form.errors else 200)


# one game


def game_page(request: HttpRequest, game: Game, tab: str, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page of a game: its head with the tabs, and the template."""
    report = selectors.report_of(game)
    current = report if report and selectors.is_current(game, report) else None
    shown = lines.chosen(request, game)
    then = results.as_of(game, shown.as_of) if shown.as_of else None
    return render(
        request, f"frontend/{template}.html",
        {"game": game, "seat": _seat(request.user, game), "tab": tab, "report": report,
         "verdict": current.verdict if current else "", "shown": shown, "then": then,
         "staff": access.is_staff(request.user), **context},
    )  # fmt: skip


def _seat(user: Any, game: Game) -> TableGame | None:
    """The table of an event whose record the game is, where the reader may see the event."""
    events = tournaments_visible(user)
    return TableGame.objects.select_related("tournament").filter(game=game, tournament__in=events).first()


@require_safe
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The replay; without JavaScript the final table and the steps in words."""
    found = access.access_game(request.user, game_id)
    told, state, cast = _told(found, lines.chosen(request, found))
    steps = Paginator(told, lines.STEPS_A_PAGE).get_page(request.GET.get("steps"))
    picture = drawing.table(state, cast, _("The table after the last step"))
    shown = {
        "steps": steps,
        "chapters": chapters(cast, steps),
        "picture": picture,
        **proposals.offered(request.user, found),
    }
    return game_page(request, found, "replay", "game", shown)


@require_safe
def log(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Every step in words."""
    found = access.access_game(request.user, game_id)
    told, _state, cast = _told(found, lines.chosen(request, found))
    steps = Paginator(told, lines.STEPS_A_PAGE).get_page(request.GET.get("steps"))
    return game_page(request, found, "log", "log", {"steps": steps, "chapters": chapters(cast, steps)})


def _told(found: Game, shown: lines.Shown) -> tuple[list[replay.Step], rules.State, Cast]:
    cast, state = Cast(found.rules), rules.empty(found.rules)
    findings, as_of = _findings(found, shown)
    read = lines.read(found, shown)
    told = list(replay.steps(found.rules, read.events, findings, cast, state, as_of, read.asides))
    return told, state, cast


def _findings(found: Game, shown: lines.Shown) -> tuple[tuple[rules.Finding, ...], int]:
    """What the newest report objects to, and as of which step where it is out of date (else 0)."""
    report = selectors.report_of(found)
    if report is None:
        return (), 0
    findings = lines.findings_as_of(selectors.findings_of(report), shown.last)
    return findings, 0 if selectors.is_current(found, report) else report.number


def chapters(cast: Any, steps: Any) -> list[dict[str, Any]]:
    """Steps grouped by round, player turn and phase, for templates."""
    found: list[dict[str, Any]] = []
    for step in steps:
        key = (step.r, step.h, step.p)
        if not found or found[-1]["key"] != key:
            turn = cast.side(step.h) if step.h else ""
            found.append({"round": step.r, "turn": turn, "key": key, "phase": narrate.phase(cast, step.p), "steps": []})
        found[-1]["steps"].append(step)
    return found


def _replay_tag(request: HttpRequest, game_id: UUID) -> str:
    found = access.access_game(request.user, game_id)
    report = selectors.report_of(found)
    said = f"{report.pk}-{report.state}" if report else "none"
    shown = lines.chosen(request, found)
    return f'"{found.head[:24]}-{found.number}-{said}-{replay.FORMAT}-{shown.line}-{shown.as_of}-{get_language()}"'


@require_safe
@gzip_page
@condition(etag_func=_replay_tag)
def replay_data(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What the replay component shows, as JSON; its ETag names the head, the report, the line and the language."""
    key = f"replay:{game_id}:{_replay_tag(request, game_id)}"
    body = cache.get(key)
    if body is None:
        found = access.access_game(request.user, game_id)
        report = selectors.report_of(found)
        current = report if report and selectors.is_current(found, report) else None
        shown = lines.chosen(request, found)
        findings, as_of = _findings(found, shown)
        read, verdict = lines.read(found, shown), current.verdict if current else ""
        data = replay.payload(found.rules, read.events, findings, verdict, as_of, read.asides)
        body = replay.encode(data)
        cache.set(key, body, KEPT)
    return HttpResponse(body, content_type="application/json", headers={"Cache-Control": "no-cache"})


@require_safe
def step_odds(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """How likely the result of a step was: everything it could have come to."""
    found = access.access_game(request.user, game_id)
    shown: dict[str, Any] = {"number": number}
    try:
        shown |= _odds(found, number, everything=True)
    except rules.RulesError as error:
        shown["why"] = rules.problem(error).text
    page = game_page(request, found, "replay", "odds", shown)
    page.status_code = 422 if "why" in shown else 200
    return page


@require_GET
def odds_data(request: HttpRequest, game_id: UUID, number: int) -> JsonResponse:
    """The odds of a step for the replay component, counted when they are asked for."""
    found = access.access_game(request.user, game_id)
    try:
        return JsonResponse(_odds(found, number)["odds"], headers={"Cache-Control": "no-cache"})
    except rules.RulesError as error:
        return JsonResponse({"why": rules.problem(error).text}, status=422)


def _odds(found: Game, number: int, everything: bool = False) -> dict[str, Any]:
    """A step with its odds in words. Raises: Http404, and what `luck_of` raises of the rules."""
    try:
        luck = luck_of(found, number)
    except selectors.NoSuchStep as error:
        raise Http404(str(error)) from None
    cast, before = Cast(found.rules), selectors.position_at(found, number - 1)
    cast.meet(before)
    (event,) = selectors.events_of(found, number - 1, number)
    told = odds.told(cast, luck, len(luck.possible)) if everything else odds.told(cast, luck)
    return {"odds": told, "title": narrate.title(cast, before, event), "by": cast.side(luck.by)}


@require_safe
def game_rosters(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Both forces with their sheets."""
    found = access.access_game(request.user, game_id)
    state = _final(found, lines.chosen(request, found))
    cast = Cast(found.rules)
    cast.meet(state)
    forces = [
        {"side": side, "colour": replay.COLOURS[index % 2], "groups": _groups(cast, state, key),
         "size": sum(model.side == key for model in state.models.values())}
        for index, (key, side) in enumerate(state.sides.items())
    ]  # fmt: skip
    return game_page(request, found, "rosters", "game_rosters", {"forces": forces})


def _groups(cast: Cast, state: rules.State, side: str) -> list[dict[str, Any]]:
    """The models of a side by their units; one group without a unit where there are none."""
    own: dict[str, list[dict[str, Any]]] = {}
    for model in state.models.values():
        if model.side == side:
            item = {"model": model, "sheet": model.sheet, "name": cast.model(model.id)}
            own.setdefault(model.unit, []).append(item)
    order = [key for key in ("", *state.units) if key in own]
    return [
        {"unit": state.units.get(key), "name": cast.units.get(key, ""), "models": own[key],
         "left": sum(not item["model"].out for item in own[key])}
        for key in order
    ]  # fmt: skip


def _final(found: Game, shown: lines.Shown) -> rules.State:
    """Where the battle stands at the end of what is shown."""
    if shown.line == "played":
        return rules.fold(found.rules, lines.read(found, shown).events)
    return selectors.position_at(found, shown.last)


@require_safe
def evidence(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Every die counted and compared, and the hashes of all events."""
    found = access.access_game(request.user, game_id)
    rows = Event.objects.filter(game=found).only("number", "hash", "type", "by", "recorded_at").order_by("number")
    page = Paginator(rows, HASHES_A_PAGE).get_page(request.GET.get("page"))
    told = {"origin": sealed.origin(found), "signed": signed.vouched(found), **audit.of_game(found)}
    return game_page(request, found, "evidence", "evidence", {"page": page, **told})


@require_safe
def export(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The game file."""
    found = access.access_game(request.user, game_id)
    name = f"{found.ruleset}-{found.pk}.jsonl"
    return HttpResponse(
        file_of(found), content_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )  # fmt: skip


# verification


@never_cache
@require_safe
def verify(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The report: the verdict, the findings by step, or how far it is."""
    found = access.access_game(request.user, game_id)
    report = selectors.report_of(found)
    told = _reported(found, report) if report else {}
    return game_page(request, found, "verify", "verify", {**told, "running": _running(report)})


def _running(report: Report | None) -> bool:
    return bool(report and report.state in (State.QUEUED, State.RUNNING))


def _reported(found: Game, report: Report) -> dict[str, Any]:
    """The report in words: findings with what was declared at their step, the score, and who fell when."""
    findings, ruleset = selectors.findings_of(report), found.rules
    read = lines.read(found, lines.upto(found, report.number))
    cast, state, titles = Cast(ruleset), rules.empty(ruleset), {}
    for event in read.events:
        before = narrate.title(cast, state, lines.named(event, read.asides.get(event.number)))
        rules.evolve(state, event)
        if len(state.models) != len(cast.models):
            cast.meet(state)
        titles[event.number] = before
    fallen = rules.casualties(ruleset, read.events, state)
    words = [{**judge.finding(cast, f, state), "title": titles.get(f.number, ""), "number": f.number} for f in findings]
    summary = selectors.summary_of(report)
    names = {side.side: side.name for side in summary.sides} if summary else {}
    return {
        "findings": words, "open": sum(not f.settled for f in findings), "summary": summary,
        "settled": sum(bool(f.settled) for f in findings), "current": selectors.is_current(found, report),
        "as_played": results.said(summary.played, names) if summary and summary.played else "",
        "sides": _standing(cast, summary, fallen, titles) if summary else [],
        "ended_by": cast.rule(summary.reason) if summary and summary.reason else "",
    }  # fmt: skip


def _standing(
    cast: Cast, summary: rules.Report, fallen: Sequence[rules.Casualty], titles: dict[int, str]
) -> list[dict[str, Any]]:
    """Each side with its score, what it counted, and its casualties in the order in which they fell."""
    return [
        {"side": side, "colour": replay.COLOURS[index % 2], "won": side.side == summary.winner,
         "score": rules.points(summary.score[side.side], summary.per_point) if side.side in summary.score else None,
         "counted": [(narrate.counter(key), value) for key, value in side.counters.items()],
         "fallen": [{"name": cast.model(each.model), "number": each.number, "title": titles.get(each.number, ""),
                     "rule": each.rule, "label": cast.rule(each.rule)}
                    for each in fallen if each.side == side.side]}
        for index, side in enumerate(summary.sides)
    ]  # fmt: skip


@never_cache
@require_GET
def verify_state(request: HttpRequest, game_id: UUID) -> JsonResponse:
    """How far a verification is, for the page that waits for it."""
    report = selectors.report_of(access.access_game(request.user, game_id))
    done, total = (report.done, report.total) if report else (0, 0)
    return JsonResponse({"running": _running(report), "done": done, "total": total})


@login_required
@require_POST
def verify_again(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Have the game as it stands verified."""
    found = access.access_game(request.user, game_id)
    report = services.verification_request(game=found)
    if report.state == State.DONE:
        messages.info(request, _("This game has been verified as it stands: the report below is of its last step."))
    return redirect("verify", found.pk)
