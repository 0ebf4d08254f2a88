"""The score sheet of a game, and a side's word on its result, without JavaScript too."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from frontend.games import scoresheet, seats
from frontend.games.page import game_page
from gamelog.games import access, confirmations
from gamelog.games.errors import StaleGame


@require_safe
def score(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The score by round, and what both sides say of the result."""
    game = access.access_game(request.user, game_id)
    names, own = seats.names(game), access.own_sides(request.user, game)
    said = [
        {"side": each.side, "name": names.get(each.side, each.side), "now": each.now, "before": each.before,
         "mine": game.finished and each.side in own and not each.now}
        for each in (() if game.what_if else confirmations.agreed(game))
    ]  # fmt: skip
    return game_page(request, game, "score", "score", {"sheet": scoresheet.of_game(game), "said": said})


@login_required
@require_POST
def confirm(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Agree with the result for a side, as it stood on the page."""
    side, number = request.POST.get("side", ""), request.POST.get("number", "")
    try:
        confirmations.result_confirm(
            game_id=game_id, side=side, number=int(number) if number.isdecimal() else 0, actor=request.user
        )
    except StaleGame:
        messages.error(request, _("The battle has gone on meanwhile. Look at the result again."))
        return redirect("game-score", game_id)
    messages.success(request, _("You have confirmed the result."))
    return redirect("me") if request.POST.get("next") == "me" else redirect("game-score", game_id)
