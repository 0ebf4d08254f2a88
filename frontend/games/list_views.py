"""The list of games, and the upload form."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

import rules
from frontend.base.visitor import signed_in_user
from frontend.games import game_lists
from frontend.games.file_words import file_words
from frontend.games.forms import GameFileForm
from gamelog.games import services
from gamelog.streams.errors import LogError

A_PAGE = 24
PAGES = 100
"""The most pages of one list. To count all games of a large site, and to skip those before a late page, would read
every one of them; who looks for an older game names what they know of it.
"""


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    """Games, newest first, with filters."""
    chosen = {key: request.GET.get(key, "")[:100] for key in ("ruleset", "verdict", "q")}
    verdict = chosen["verdict"] if chosen["verdict"] in game_lists.VERDICTS else ""
    rows = game_lists.games(request.user, chosen["ruleset"], verdict, chosen["q"])
    page = Paginator(rows[: A_PAGE * PAGES], A_PAGE).get_page(request.GET.get("page"))
    more = page.number == PAGES
    rulesets = [rules.load(name) for name in rules.RULESETS]
    filtered = any(chosen.values())
    return render(
        request,
        "frontend/games/list.html",
        {"page": page, "chosen": chosen, "rulesets": rulesets, "filtered": filtered, "more": more},
    )


@login_required
def upload_game(request: HttpRequest) -> HttpResponse:
    """Import a game file; if anything is wrong with it, the page says so and nothing is stored."""
    form = GameFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            imported = services.game_import(
                data=form.cleaned_data["file"].read(), owner=signed_in_user(request), title=form.cleaned_data["title"]
            )
        except rules.RulesError as error:
            form.add_error("file", file_words(error))
        except LogError as error:
            form.add_error("file", str(error))
        else:
            services.verification_request(game=imported.game, asked_by=str(request.user.pk))
            return redirect("game", imported.game.pk)
    return render(request, "frontend/games/upload.html", {"form": form}, status=400 if form.errors else 200)
