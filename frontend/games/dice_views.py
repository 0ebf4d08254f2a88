"""The dice audit over many games."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import rules
from frontend.games.dice_audit import label, shown
from gamelog.games.audit import TooManyGames, audit_of_games, day, games_wanted, player_named


@require_safe
def dice(request: HttpRequest) -> HttpResponse:
    """The dice of all games the reader may see, filtered by player, rules and dates."""
    asked = {key: request.GET.get(key, "").strip()[:150] for key in ("player", "ruleset", "from", "to", "each")}
    context: dict[str, Any] = {"chosen": asked, "rulesets": [rules.load(name) for name in rules.RULESETS]}
    wrong: dict[str, str] = {}
    first, last = _day(asked, "from", wrong), _day(asked, "to", wrong)
    if first and last and last < first:
        wrong["to"] = _("The last day is before the first.")
    player = player_named(request.user, asked["player"]) if asked["player"] else None
    if asked["player"] and player is None:
        wrong["player"] = _("No player by this name has a game you can see.")
    if asked["ruleset"] and asked["ruleset"] not in rules.RULESETS:
        wrong["ruleset"] = _("These rules do not exist here.")
    if not wrong:
        rows = games_wanted(request.user, player=player, ruleset=asked["ruleset"], first=first, last=last)
        try:
            found = audit_of_games(rows, player, each=bool(asked["each"]))
        except TooManyGames:
            wrong["from"] = _("That is too many games to count at once. Choose a shorter period.")
        else:
            together = player.username if player else _("All players together")
            names = {row.by: (row.by or _("Players without an account"), "") for row in found.rows}
            if not asked["each"]:
                names = {"": (together, "")}
            context |= {"audit": shown(found, names, label), "games": found.games}
    filtered = any(asked[key] for key in ("player", "ruleset", "from", "to"))
    status = 400 if wrong else 200
    return render(request, "frontend/games/dice.html", {**context, "wrong": wrong, "filtered": filtered}, status=status)


def _day(asked: Mapping[str, str], name: str, wrong: dict[str, str]) -> date | None:
    try:
        return day(asked[name]) if asked[name] else None
    except ValueError:
        wrong[name] = _("This is not a date such as 2026-11-21.")
        return None
