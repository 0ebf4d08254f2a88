"""The forces of a game with their datasheets."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

import rules
from frontend.games import game_history, replay
from frontend.games.cast import Cast
from frontend.games.page import game_page
from gamelog.games import access, selectors
from gamelog.games.models import Game


@require_safe
def game_rosters(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Both forces with their sheets."""
    found = access.access_game(request.user, game_id)
    state = _final(found, game_history.requested_history(request, found))
    cast = Cast(found.rules)
    cast.meet(state)
    forces = [
        {"side": side, "colour": replay.COLOURS[index % 2], "groups": _groups(cast, state, key),
         "size": sum(model.side == key for model in state.models.values())}
        for index, (key, side) in enumerate(state.sides.items())
    ]  # fmt: skip
    return game_page(request, found, "rosters", "rosters", {"forces": forces})


def _groups(cast: Cast, state: rules.State, side: str) -> list[dict[str, Any]]:
    """The models of a side by unit; one group without a unit if there are none."""
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


def _final(found: Game, shown: game_history.ShownHistory) -> rules.State:
    """The battle at the end of the history shown."""
    if shown.line == "played":
        return rules.fold(found.rules, game_history.read_history(found, shown).events)
    return selectors.position_at(found, shown.last)
