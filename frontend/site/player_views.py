"""Pages of players: ratings, and the games somebody played."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

import rules
from frontend.base.visitor import signed_in_user
from frontend.tournaments import identity
from gamelog.clubs import ratings
from gamelog.clubs.models import Rating
from gamelog.contest.errors import Refused
from gamelog.people.selectors import is_erased, participant_id
from gamelog.seasons import records, regulars
from gamelog.studies.selectors import public_studies

A_PAGE = 50
GAMES_A_PAGE = 20
EVENTS_SHOWN = 20


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """The ratings of a ruleset, or a search by name."""
    words, asked = (request.GET.get(key, "").strip()[:100] for key in ("q", "ruleset"))
    rated = list(Rating.objects.values_list("ruleset", flat=True).distinct().order_by("ruleset"))
    ruleset = asked if asked in rules.RULESETS else (rated or [rules.RULESETS[0]])[0]
    rows: Any = records.players(words) if words else ratings.ratings_of(ruleset)
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "frontend/site/players.html", {
        "page": page, "words": words, "ruleset": ruleset, "rulesets": [rules.load(name) for name in rules.RULESETS],
        "placed": [] if words else ratings.placed(list(page.object_list), page.start_index()),
    })  # fmt: skip


@require_safe
def player(request: HttpRequest, person_id: str) -> HttpResponse:
    """A player's public record: ratings, armies, opponents, events, games."""
    user = records.player(person_id)
    if user is None:
        raise Http404(f"there is no player {person_id}")
    counts = participant_id(user)
    if counts != person_id:
        # A name that is somebody else's by now: an account that claimed it, or another spelling.
        return redirect("player", counts)
    played = records.played_by(user)
    erased = is_erased(user)
    return render(request, "frontend/site/player.html", {
        "player": user, "person": person_id, "erased": erased, "ratings": _ratings(person_id),
        "tally": records.tally_of(played), "armies": records.armies_of(played), "versus": records.versus(played),
        "events": records.events_of(user, EVENTS_SHOWN),
        "page": Paginator(played, GAMES_A_PAGE).get_page(request.GET.get("page")),
        "known": regulars.standing_of(request.user, person_id),
        "also": [] if erased else regulars.names_of(person_id),
        "studies": public_studies(request.user, user)[:EVENTS_SHOWN],
        "clubs": [] if erased else user.memberships.filter(shown=True).select_related("club").order_by("club__name"),
    })  # fmt: skip


@login_required
@require_POST
def claim(request: HttpRequest, person_id: str) -> HttpResponse:
    """Say that a regular is oneself, or take one's claim or link back."""
    user = signed_in_user(request)
    regular = regulars.regular_of(person_id)
    if regular is None or records.player(person_id) is None:
        raise Http404(f"there is no player {person_id}")
    try:
        if request.POST.get("act") == "ask":
            regulars.claim_ask(regular=regular, actor=user)
            done = _("The staff has been asked. The answer will appear on your page.")
        else:
            own = [each for each in regulars.claims_of(user) if each.source_id == person_id]
            link = identity.link_of(request.POST.get("link", ""), own)
            done = identity.link_act(request.POST.get("act", ""), link, user)
    except Refused as error:
        messages.error(request, identity.refusal_text(error))
    else:
        messages.success(request, done)
    back = request.POST.get("back") == "me"
    return redirect("me") if back else redirect("player", person_id)


def _ratings(person_id: str) -> list[dict[str, Any]]:
    """Each rating with its place and its history."""
    return [
        {"row": row, "place": ratings.place_of(row), "history": ratings.history_of(person_id, row.ruleset)}
        for row in ratings.ratings_of_person(person_id)
    ]  # fmt: skip
