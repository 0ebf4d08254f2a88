"""Studies on the page of a battle: those that everybody may read, and what a chat shows of a link to one."""

from __future__ import annotations

from html import unescape
from typing import Any

import nh3
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.text import Truncator

from gamelog.clubs.markdown import html_of
from gamelog.games.models import Game
from gamelog.people.selectors import display_name
from gamelog.studies import access, selectors
from gamelog.studies.models import Study

LONGEST = 200
"""Characters of a text that a chat shows."""


def listed(request: HttpRequest, game: Game) -> dict[str, Any]:
    """The public studies of a battle, for its page."""
    return {"studies": [each for each in selectors.studies_of_game(request.user, game) if each.visibility == "public"]}


def linked(request: HttpRequest, game: Game, told: dict[str, str]) -> dict[str, str]:
    """What a chat shows of the address of a battle: what is `told` of it, or of the study that `?study=` names."""
    key = request.GET.get("study", "")
    if not key:
        return told
    try:
        found = access.access_study(request.user, key[:40])
    except Http404:
        return told
    return {**told, **of_study(request, found)} if found.game_id == game.pk else told


def of_study(request: HttpRequest, study: Study) -> dict[str, str]:
    """Title, text, address and picture of a study in a chat."""
    notes = selectors.notes_seen(request.user, study)
    said = next((text for note in notes if not note.hidden and (text := plain(note.text))), "")
    address = reverse("game", args=[study.game_id])
    step = notes[0].step if notes else access.last_step(request.user, study)
    return {
        "title": study.title, "text": said or display_name(study.owner),
        "address": request.build_absolute_uri(f"{address}?study={study.key}"),
        "picture": request.build_absolute_uri(reverse("game-picture", args=[study.game_id, step])),
    }  # fmt: skip


def plain(text: str) -> str:
    """The words of a Markdown text alone, cut to what a chat shows."""
    words = unescape(nh3.clean(html_of(text), tags=set()))
    return Truncator(" ".join(words.split())).chars(LONGEST)
