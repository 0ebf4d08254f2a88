"""Corrections of one game: the judge's desk with its preview, the list of rulings, and take-backs of players.

Nothing is stored before its consequences have been shown: the confirming page sends back the number of events and the
digest it was shown with, and if anything has changed since, it is shown again instead of stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import rules
from frontend.base.visitor import signed_in_user
from frontend.games import results, ruling_preview, ruling_sentences, seats
from frontend.games.cast import Cast, own_name
from frontend.games.page import game_page
from frontend.games.ruling_forms import DRAFT, FORMS, AmendForm, RulingForm, beginning
from frontend.games.ruling_input import rule_label
from frontend.games.sentences import tag
from gamelog.games import access, selectors, services
from gamelog.games.errors import ConsequencesChanged, StaleGame
from gamelog.games.models import Game
from gamelog.games.names import refuse_names
from rules import Event
from rules.kernel import line


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rule(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The judge's desk: choose a ruling, preview its consequences, confirm it."""
    found = access.access_played(request.user, game_id)
    access.require_judge(request.user)
    asked = (request.POST if request.method == "POST" else request.GET).copy()
    if asked.get("chosen"):
        asked["rule"] = str(asked["chosen"])
    kind = asked.get("kind", "") or "void"
    if kind not in FORMS:
        raise Http404
    history = selectors.events_of(found)
    names = names_of(found, history)
    if request.method != "POST":
        return _desk(request, found, kind, FORMS[kind][0](
            None, game=found, history=history, names=names, initial=beginning(found, asked)
        ))  # fmt: skip
    if asked.get("act") == "load":
        return redirect(f"{reverse('rule', args=[found.pk])}?{_prefill(asked)}")
    form = FORMS[kind][0](asked, game=found, history=history, names=names, initial={})
    if asked.get("act") == "live" and isinstance(form, AmendForm):
        return _live(request, found, form)
    if asked.get("act") == "edit" or (isinstance(form, AmendForm) and form.reshaped):
        form.is_valid()
        form.errors.clear()
        return _desk(request, found, kind, form)
    return _decided(request, found, kind, form)


def _live(request: HttpRequest, found: Game, form: AmendForm) -> HttpResponse:
    """The controls of an amendment, and what it comes to, as they are while it is being written.

    The grounds may come last: without them the consequences are the same.
    """
    form.ungrounded()
    told = previewed(request, found, form)
    return render(request, "frontend/games/_amend.html", _amendment(found, form, told))


def _amendment(found: Game, form: AmendForm, told: ruling_preview.Preview | None) -> dict[str, Any]:
    return {"game": found, "form": form, "amending": form.amending, "told": told, "kind": "amend",
            "parts": form.amending.named_rows() if form.amending else {}}  # fmt: skip


def _decided(request: HttpRequest, found: Game, kind: str, form: RulingForm) -> HttpResponse:
    """The preview of a form; with a confirmation that is still current it is stored."""
    told = previewed(request, found, form)
    if told is None:
        return _desk(request, found, kind, form)
    seen = request.POST.get("expected"), request.POST.get("digest")
    confirmed = request.POST.get("act") == "confirm"
    if confirmed and seen[0] == str(told.number) and seen[1] in (told.digest, _drafted(found, form)):
        try:
            number = _store(request, found, kind, form, told)
        except (StaleGame, ConsequencesChanged):
            # Somebody else was faster by a moment: the new preview is shown below.
            found.refresh_from_db()
            form.history = selectors.events_of(found)
            told = previewed(request, found, form) or told
        except rules.RulesError as error:
            form.refused(error)
            return _desk(request, found, kind, form)
        else:
            messages.success(request, _("Recorded as step %(number)d.") % {"number": number})
            return redirect(f"{reverse('game', args=[found.pk])}#{number}")
    if isinstance(form, AmendForm):
        return _desk(request, found, kind, form, told=told, stale=confirmed)
    shown = {"told": told, "form": form, "kind": kind, "stale": confirmed, "back": True,
             "address": reverse("rule", args=[found.pk]), "sent": sent_fields(form)}  # fmt: skip
    page = game_page(request, found, "rule", "ruling_preview", shown)
    page.status_code = 409 if confirmed else 200
    return page


def _drafted(found: Game, form: RulingForm) -> str:
    """The digest of an amendment as it was shown before its reason was written: the reason is part of its effects."""
    if not isinstance(form, AmendForm):
        return ""
    return ruling_preview.preview(found, form.history, form.declaration(reason=DRAFT)).digest


def _store(request: HttpRequest, found: Game, kind: str, form: RulingForm, told: ruling_preview.Preview) -> int:
    """Store what was shown. Returns its step number."""
    user = signed_in_user(request)
    if kind != "take-back":
        stored = services.correction_append(
            game_id=found.pk, expected=told.number, declaration=form.declaration(), consequences_digest=told.digest,
            actor=user,
        )  # fmt: skip
        return stored.event.number
    said = form.cleaned_data
    row = services.take_back_propose(
        game_id=found.pk, expected=told.number, side=said["side"], since=said["since"], reason=said["reason"],
        both=True, actor=user,
    )  # fmt: skip
    return row.event or told.number + 1


def previewed(request: HttpRequest, found: Game, form: RulingForm) -> ruling_preview.Preview | None:
    """The consequences of the form's declaration; None if the form says why it cannot be declared."""
    if not form.is_valid():
        return None
    try:
        declaration = form.declaration()
        refuse_names(declaration, found, request.user, rules.fold(found.rules, form.history))
        return ruling_preview.preview(found, form.history, declaration)
    except rules.RulesError as error:
        form.refused(error)
        return None


def _desk(
    request: HttpRequest, found: Game, kind: str, form: RulingForm, told: Any = None, *, stale: bool = False
) -> HttpResponse:
    ruleset = found.rules
    step = str(form["step"].value() or "") if "step" in form.fields else ""
    if not step:
        step = next((form[name].value() or "" for name in ("steps", "since") if name in form.fields), "")
    shown = {
        "kind": kind, "form": form, "what": FORMS[kind][2], "step": step, "rule": form["rule"].value() or "",
        "kinds": [(key, name) for key, (_form, name, _what) in FORMS.items()],
        "clauses": [(key, rule_label(ruleset, key)) for key in ruleset.clauses], "stale": stale,
        **(_amendment(found, form, told) if isinstance(form, AmendForm) else {}),
    }  # fmt: skip
    page = game_page(request, found, "rule", "ruling", shown)
    page.status_code = 400 if form.errors else 409 if stale else 200
    return page


def _prefill(asked: Any) -> str:
    return urlencode({key: asked[key] for key in ("kind", "step", "rule") if asked.get(key)})


SENT_BESIDE = ("csrfmiddlewaretoken", "act", "chosen", "expected", "digest")


def sent_fields(form: RulingForm) -> list[tuple[str, str]]:
    """The submitted fields, for the preview's forms to send again."""
    data: Any = form.data
    return [(name, str(each)) for name, values in data.lists() for each in values if name not in SENT_BESIDE]


def names_of(game: Game, history: Sequence[Event[Any]]) -> dict[str, str]:
    """The sides of a game by id, with the names they mustered under."""
    state, telling = rules.fold(game.rules, history), game.rules.telling
    named = {key: (state.sides[key].name or key) if key in state.sides else key for key in game.rules.sides}
    return {key: own_name(telling, name) for key, name in named.items()}


# the list


@require_safe
def corrections_page(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Every ruling and take-back of a game, with the game as of each."""
    found = access.access_game(request.user, game_id)
    cast = Cast(found.rules)
    cast.meet(selectors.position_at(found, found.number))
    names = seats.names(found)
    rows = [_listed(found, cast, names, event) for event in selectors.corrections_of(found)]
    return game_page(request, found, "corrections", "corrections", {"rows": rows})


def _listed(game: Game, cast: Cast, names: dict[str, str], event: Event[Any]) -> dict[str, Any]:
    before, after = (
        results.corrected_and_played(game, event.number - 1)[0],
        results.corrected_and_played(game, event.number)[0],
    )
    against = [effect for effect in line.corrections(event) if effect.against]
    say = ruling_sentences.SENTENCES[tag(event.action)]
    return {
        "number": event.number, "at": parse_datetime(event.at) if event.at else None, "title": say(cast, event),
        "rule": event.action.rule, "label": cast.rule(event.action.rule), "reason": event.action.reason,
        "follow": ruling_sentences.outcome(event), "against": against,
        "against_steps": ruling_sentences.numbers(effect.step for effect in against),
        "result": results.result_text(after, names), "turned": results.differs(after, before),
        "before": event.number - 1, "was": results.result_text(before, names),
    }  # fmt: skip
