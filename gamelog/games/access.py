"""Who may see and do what. Every object that a request names is fetched through one `access_*` function here.

Anyone reads public games, and those with a delay late (`late`). A side declares through the user in its seat, the
game's owner or staff. Rosters are their owner's. Staff may do everything. Objects that a user may not even see do not
exist for them.
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db.models import Exists, Model, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.http import Http404

from gamelog.games import late, reactions
from gamelog.games.errors import TakenDown
from gamelog.games.models import Game, Roster, Seat, TakeBack
from rules.kernel.rulings import JUDGE

Row = TypeVar("Row", bound=Model)
Actor: TypeAlias = User | AnonymousUser


def is_staff(actor: Actor) -> bool:
    """Whether `actor` is tournament staff."""
    return bool(actor.is_authenticated and getattr(actor, "is_staff", False) and actor.is_active)


def games_visible(actor: Actor) -> QuerySet[Game]:
    """The games `actor` may read, newest first; of those that were played."""
    if is_staff(actor):
        return Game.objects.all()
    seen = Q(public=True)
    if actor.is_authenticated:
        seen |= Q(owner_id=actor.pk) | Q(pk__in=Game.objects.filter(seats__user_id=actor.pk).values("pk"))
    return Game.objects.filter(seen)


def of_visible(actor: Actor) -> Exists:
    """A condition on rows with a `game`: that `actor` may read it. It is asked of each row's game alone; a list of all
    that they may read would have as many entries as the site has games.
    """
    return Exists(games_visible(actor).filter(pk=OuterRef("game_id")))


def access_game(actor: Actor, game_id: UUID | str) -> Game:
    """A game, or a what-if, that `actor` may read, as they may see it now. Raises: Http404, TakenDown."""
    try:
        return access_played(actor, game_id)
    except TakenDown:
        raise
    except Http404:
        found = _found(Game.every.all(), game_id, "game")
        if not (found.what_if and all(reactions.what_if_seen(actor, found))):
            raise
        return found


def access_locked(actor: Actor, game_id: UUID) -> Game:
    """A game, or a what-if, that `actor` may read, as it is; its row is locked, and its owner, seats and players are
    read with it, so that the checks below ask nothing more. Call it within `writing`. Raises: Http404.
    """
    rows = Game.every.select_for_update(of=("self",)).select_related("owner")
    game = _found(rows, game_id, "game")
    # Only now: on PostgreSQL, a row that had to be waited for is the newest, and what was joined to it may be older.
    prefetch_related_objects([game], Prefetch("seats", Seat.objects.select_related("user").order_by("side")))
    if not may_read(actor, game):
        raise Http404(f"there is no game {game_id}")
    if game.taken_down:
        raise TakenDown(game_id)
    return game


def may_read(actor: Actor, game: Game) -> bool:
    """What `games_visible` and `access_game` say, of one game in memory."""
    if game.what_if:
        return all(reactions.what_if_seen(actor, game))
    return game.public or runs(actor, game) or _plays(actor, game)


def access_played(actor: Actor, game_id: UUID | str) -> Game:
    """A game that `actor` may read and that was played, as they may see it now. Raises: Http404, TakenDown."""
    try:
        return as_seen(actor, _found(games_visible(actor), game_id, "game"))
    except Http404:
        known = Game.every.filter(pk=key, taken_down=True).first() if (key := _key(game_id)) else None
        if known is not None and may_read(actor, known):
            raise TakenDown(known.pk) from None
        raise


def as_seen(actor: Actor, game: Game) -> Game:
    """A game as `actor` may see it now: with a delay, and no part in the battle, as it stood some minutes ago."""
    return late.as_shown_late(game) if sees_late(actor, game) else game


def sees_late(actor: Actor, game: Game) -> bool:
    """Whether `actor` sees a game late: it has a delay, is not over, and they neither play nor run it."""
    if not game.delay or game.finished or runs(actor, game):
        return False
    return not _plays(actor, game)


def access_roster(actor: Actor, roster_id: UUID | str) -> Roster:
    """A roster that `actor` may read. Raises: Http404."""
    return _found(rosters_visible(actor), roster_id, "roster")


def access_take_back(actor: Actor, key: int, game: Game | None = None) -> TakeBack:
    """A proposed take-back (of this game, if one is given) that `actor` may read. Raises: Http404."""
    found = TakeBack.objects.select_related("game").filter(pk=key, game__in=games_visible(actor)).first()
    unseen = found is not None and found.number > as_seen(actor, found.game).number
    if found is None or unseen or (game is not None and found.game_id != game.pk):
        raise Http404(f"there is no take-back {key}")
    return found


def rosters_visible(actor: Actor) -> QuerySet[Roster]:
    """The rosters `actor` may read, newest first, without the bytes of their files."""
    rows = Roster.objects.defer("file")
    if is_staff(actor):
        return rows
    return rows.filter(owner_id=actor.pk) if actor.is_authenticated else rows.none()


def require_declare(actor: Actor, game: Game, side: str) -> None:
    """Refuse users who may not declare for `side`. Raises: PermissionDenied."""
    if side == JUDGE:
        require_judge(actor, game)
        return
    if runs(actor, game):
        return
    if not _plays(actor, game, side):
        raise PermissionDenied(f"you do not play side {side!r} of this game")


def require_judge(actor: Actor, game: Game | None = None) -> None:
    """Refuse users who may not rule on games, and everybody where nobody played. Raises: PermissionDenied."""
    if not is_staff(actor):
        raise PermissionDenied("only tournament staff rules on a game")
    if game is not None and game.what_if:
        raise PermissionDenied("nobody judges a what-if")


def require_agree(actor: Actor, game: Game, side: str) -> None:
    """Refuse users who may not agree for `side` to a proposal of the other side.

    Its player may; so may staff, and the owner who records the game at one table, as long as nobody else could be
    asked: the side has no player of its own, or the owner does not play.

    Raises: PermissionDenied.
    """
    users = {seat.side: seat.user_id for seat in game.seats.all()}
    seated = actor.is_authenticated and users.get(side) == actor.pk
    one_table = users.get(side) is None or actor.pk not in users.values()
    if not (seated or (is_staff(actor) and not game.what_if) or (runs(actor, game) and one_table)):
        raise PermissionDenied(f"side {side!r} has to agree itself")


def require_runs(actor: Actor, game: Game) -> None:
    """Refuse users who do not run the game. Raises: PermissionDenied."""
    if not runs(actor, game):
        raise PermissionDenied("only who runs the game, or staff, does that")


def require_answer(actor: Actor, game: Game) -> None:
    """Refuse users who have no part in the game. Raises: PermissionDenied."""
    if not runs(actor, game) and not _plays(actor, game):
        raise PermissionDenied("you do not play in this game")


def own_sides(actor: Actor, game: Game) -> tuple[str, ...]:
    """The sides for which `actor` alone speaks: those they play and, for the owner of the game, those without a player.

    A side's secrets are shown to nobody else, staff included.
    """
    if not actor.is_authenticated:
        return ()
    seats = [(seat.side, seat.user_id) for seat in sorted(game.seats.all(), key=lambda seat: seat.side)]
    return tuple(side for side, user in seats if user == actor.pk or (user is None and game.owner_id == actor.pk))


def require_own(actor: Actor, game: Game, side: str) -> None:
    """Refuse users who do not speak for `side`: only those who do commit and reveal for it. Raises:
    PermissionDenied.
    """
    if side not in own_sides(actor, game):
        raise PermissionDenied(f"only who plays side {side!r} commits and reveals for it")


def runs(actor: Actor, game: Game) -> bool:
    """Whether `actor` runs the game: its owner, or staff. A what-if is nobody's but its maker's."""
    return (is_staff(actor) and not game.what_if) or (actor.is_authenticated and game.owner_id == actor.pk)


def _plays(actor: Actor, game: Game, side: str | None = None) -> bool:
    """Whether `actor` has this seat of the game, or any."""
    if not actor.is_authenticated:
        return False
    return any(seat.user_id == actor.pk and side in (None, seat.side) for seat in game.seats.all())


def _key(text: UUID | str) -> UUID | None:
    try:
        return UUID(str(text))
    except ValueError:
        return None


def _found(rows: QuerySet[Row], key: UUID | str, what: str) -> Row:
    try:
        return rows.get(pk=_key(key))
    except ObjectDoesNotExist:
        raise Http404(f"there is no {what} {key}") from None
