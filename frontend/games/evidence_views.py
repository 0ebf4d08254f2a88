"""The evidence for a game: its dice, hashes and signatures, and the game file."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from frontend.games import dice_audit, dice_provenance, signatures
from frontend.games.page import game_page
from gamelog.evidence.services import file_of
from gamelog.games import access
from gamelog.games.models import Event
from gamelog.transparency.selectors import is_logged

HASHES_A_PAGE = 100


@require_safe
def evidence(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Every die counted and compared, and the hashes of all events."""
    found = access.access_played(request.user, game_id)
    rows = Event.objects.filter(game=found, number__lte=found.number).order_by("number")
    page = Paginator(rows.only("number", "hash", "type", "by", "recorded_at"), HASHES_A_PAGE).get_page(
        request.GET.get("page")
    )
    told = {
        "origin": dice_provenance.provenance_of(found),
        "signed": signatures.signatures_of(found),
        "logged": is_logged("game", str(found.pk)),
        **dice_audit.of_game(found),
    }
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
