"""Take-backs on the replay page, for players: pending proposals, and the form for another."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied

from frontend.games import seats
from frontend.games.ruling_forms import TakeBackForm
from gamelog.games import access, selectors
from gamelog.games.models import Game


def sides_of(user: Any, game: Game) -> list[str]:
    """The sides for which somebody may propose a take-back: those they play, or all sides of a game they run."""
    if not user.is_authenticated:
        return []
    own = list(game.seats.filter(user_id=user.pk).values_list("side", flat=True))
    return own or (list(game.rules.sides) if access.runs(user, game) else [])


def agrees_for_all(user: Any, game: Game, side: str) -> bool:
    """Whether the user may agree for every other side."""
    try:
        for other in game.rules.sides:
            if other != side:
                access.require_agree(user, game, other)
    except PermissionDenied:
        return False
    return True


def offered(user: Any, game: Game) -> dict[str, Any]:
    """The take-backs on the replay page: pending proposals, and the form for another."""
    sides = sides_of(user, game)
    if not sides or game.finished or not game.number:
        return {}
    names = seats.names(game)
    waiting = [
        {"row": row, "side": names.get(row.side, row.side), "own": row.side in sides and len(sides) == 1}
        for row in selectors.take_backs_of(game, open_only=True)
    ]  # fmt: skip
    form = TakeBackForm(
        None, game=game, history=[], names={key: names.get(key, key) for key in sides},
        initial={"since": game.number, "side": sides[0]},
    )  # fmt: skip
    return {"proposals": waiting, "take_back_form": form}
