"""What-ifs on the pages of games: the line above one, and the list of the reader's own at the battle that they left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from frontend.what_if import comparison, views
from gamelog.branches import access, selectors
from gamelog.games.models import Game

register = template.Library()


@register.inclusion_tag("frontend/what_if/_banner.html", takes_context=True)
def what_if_banner(context: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """Of which battle a what-if is, from which step, and what happened there; nothing on a battle that was played."""
    branch = selectors.branch_of(game)
    if branch is None:
        return {}
    user, run = context["user"], selectors.running(branch)
    origin = access.origin_seen(user, branch)
    return {
        "request": context.get("request"), "csrf_token": context.get("csrf_token"), "tab": context.get("tab"),
        "branch": branch, "game": game, "origin": origin, "own": user.is_authenticated and branch.maker_id == user.pk,
        "rows": comparison.compared(game, origin) if origin else (), "engine": views.engine_lines(branch),
        "running": views.progress(run.done) if run else "", "until": views.until_words(),
        "origin_query": "?line=played" if branch.line == "played" else "",
    }  # fmt: skip


@register.inclusion_tag("frontend/what_if/_here.html", takes_context=True)
def what_ifs_here(context: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """The what-ifs that the reader made of a battle, by step."""
    user = context["user"]
    if game.what_if or not user.is_authenticated:
        return {}
    return {"rows": selectors.branches_from(user, game)}
