"""Who may see and do what. Every object that a request names is fetched through one `access_*` function here.

Anyone reads public games. A side declares through the user in its seat, the game's owner or staff. Rosters are their
owner's. Staff may do everything. What somebody may not even see does not exist for them.
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db.models import Model, Q, QuerySet
from django.http import Http404

from gamelog.games.models import Game, Roster

Row = TypeVar("Row", bound=Model)
Actor: TypeAlias = User | AnonymousUser


def is_staff(actor: Actor) -> bool:
    """Whether tournament staff asks."""
    return bool(actor.is_authenticated and getattr(actor, "is_staff", False) and actor.is_active)


def games_visible(actor: Actor) -> QuerySet[Game]:
    """The games `actor` may read, newest first."""
    if is_staff(actor):
        return Game.objects.all()
    seen = Q(public=True)
    if actor.is_authenticated:
        seen |= Q(owner_id=actor.pk) | Q(pk__in=Game.objects.filter(seats__user_id=actor.pk).values("pk"))
    return Game.objects.filter(seen)


def access_game(actor: Actor, game_id: UUID | str) -> Game:
    """A game that `actor` may read. Raises: Http404."""
    return _found(games_visible(actor), game_id, "game")


def access_roster(actor: Actor, roster_id: UUID | str) -> Roster:
    """A roster that `actor` may read. Raises: Http404."""
    return _found(rosters_visible(actor), roster_id, "roster")


def rosters_visible(actor: Actor) -> QuerySet[Roster]:
    """The rosters `actor` may read, newest first, without the bytes of their files."""
    rows = Roster.objects.defer("file")
    if is_staff(actor):
        return rows
    return rows.filter(owner_id=actor.pk) if actor.is_authenticated else rows.none()


def require_declare(actor: Actor, game: Game, side: str) -> None:
    """Refuse whoever may not declare for `side`. Raises: PermissionDenied."""
    if runs(actor, game):
        return
    seated = actor.is_authenticated and side and game.seats.filter(side=side, user_id=actor.pk).exists()
    if not seated:
        raise PermissionDenied(f"you do not play side {side!r} of this game")


def runs(actor: Actor, game: Game) -> bool:
    """Whether `actor` runs the game: its owner, or staff."""
    return is_staff(actor) or (actor.is_authenticated and game.owner_id == actor.pk)


def _found(rows: QuerySet[Row], key: UUID | str, what: str) -> Row:
    try:
        return rows.get(pk=UUID(str(key)))
    except (ObjectDoesNotExist, ValueError):
        raise Http404(f"there is no {what} {key}") from None
