"""Links to a step: `?step=62`, which servers and chats can read, as they cannot read what follows a `#`."""

from __future__ import annotations

from django.http import HttpRequest

from gamelog.games.models import Game


def asked_step(request: HttpRequest, game: Game) -> int:
    """The step that an address names, the last one if it names none or one that does not exist."""
    text = request.GET.get("step", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0
    return number if 0 < number <= game.number else game.number
