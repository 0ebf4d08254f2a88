"""Taking an open seat of a game with a short code, with an account or as a guest, and claiming a guest's seat.

Events carry opaque ids and no names, so who sits where may change without any of them being touched.
"""

from __future__ import annotations

from datetime import timedelta
from secrets import choice
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from gamelog.games import access, consent
from gamelog.games.errors import JoinRefused
from gamelog.games.models import Game, Guest, JoinCode, Roster, Seat, TakeBack
from gamelog.people import names
from gamelog.people.selectors import is_guest
from gamelog.people.services import guest_create, guest_hand_over
from gamelog.streams.store import writing

ALPHABET = "ACDEFHJKMNPRTVWXY23456789"
"""Letters and digits of a code. Of those that look alike (0 O, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V, Q O) at most one."""
LENGTH = 6
LASTS = timedelta(days=1)
MOST_NAME = 40
_MEANT = str.maketrans("ZSGBUАВСЕНКМРТХУЗ", "2568VA8CEHKMPTXY3")
"""What somebody meant who typed a character that is in no code: one that looks alike, or a Cyrillic letter."""


def code_meant(text: str) -> str:
    """The code that was typed, in whatever case, with spaces or hyphens; empty if it can be none."""
    said = "".join(each for each in text.upper() if each.isalnum())
    said = said.translate(_MEANT)
    return said if len(said) == LENGTH and set(said) <= set(ALPHABET) else ""


def code_spaced(code: str) -> str:
    """A code as it is read aloud: two groups of three."""
    return f"{code[:3]} {code[3:]}"


def open_code(game: Game) -> JoinCode | None:
    """The code that now opens a seat of the game."""
    return game.join_codes.filter(closed=None, expires__gt=timezone.now()).first()


def may_invite(actor: access.Actor, game: Game) -> bool:
    """Whether `actor` may open and close the code: who runs the game, or a player with an account."""
    if not isinstance(actor, User) or is_guest(actor):
        return False
    return access.runs(actor, game) or game.seats.filter(user_id=actor.pk).exists()


def code_open(*, game_id: UUID, actor: access.Actor) -> JoinCode:
    """The code of a game with an open seat: the present one, or a new one.

    Raises:
        Http404, PermissionDenied: the actor may not see the game, or not invite anybody to it.
        JoinRefused: `full`, `over`.
    """
    with writing():
        game = _locked(actor, game_id)
        if game.finished:
            raise JoinRefused("over")
        if not game.seats.filter(user=None).exists():
            raise JoinRefused("full")
        return open_code(game) or JoinCode.objects.create(game=game, code=_unused(), expires=timezone.now() + LASTS)


def code_close(*, game_id: UUID, actor: access.Actor) -> None:
    """Nobody takes a seat with the game's code any more. Raises: Http404, PermissionDenied."""
    with writing():
        _close(_locked(actor, game_id))


def _locked(actor: access.Actor, game_id: UUID) -> Game:
    game = access.access_game(actor, game_id)
    if game.what_if or not may_invite(actor, game):
        raise PermissionDenied("only who runs or plays the game invites somebody to it")
    return Game.every.select_for_update().get(pk=game.pk)


def _close(game: Game) -> None:
    game.join_codes.filter(closed=None).update(closed=timezone.now())


def _unused() -> str:
    while True:
        code = "".join(choice(ALPHABET) for _ in range(LENGTH))
        if not JoinCode.objects.filter(code=code).exists():
            return code


def code_find(text: str) -> JoinCode:
    """The code that was typed, of a game with an open seat.

    Raises: JoinRefused `unknown`, `full`, `over`, `expired`.
    """
    code = code_meant(text)
    row = JoinCode.objects.select_related("game").filter(code=code).first() if code else None
    if row is None:
        raise JoinRefused("unknown")
    if row.game.finished:
        raise JoinRefused("over")
    if not row.game.seats.filter(user=None).exists():
        raise JoinRefused("full")
    if row.closed or row.expires <= timezone.now():
        raise JoinRefused("expired")
    return row


def seat_of(actor: access.Actor, game: Game) -> Seat | None:
    """The seat that `actor` has in a game."""
    return game.seats.filter(user_id=actor.pk).first() if isinstance(actor, User) else None


def seat_take(*, code: str, actor: access.Actor, name: str = "") -> Seat:
    """Take the open seat that a code gives: for `actor`, or for a guest with this `name`.

    Whoever has a seat there keeps it, and agrees to it if somebody else seated them. With the last open seat the code
    closes.

    Raises:
        JoinRefused: the code opens no seat (see `code_find`), or `name`.
    """
    with writing():
        row = code_find(code)
        # Two phones may send the same code at once: the second waits here, and then finds the seat taken.
        game = Game.every.select_for_update().get(pk=row.game_id)
        known = seat_of(actor, game)
        if known is not None:
            assert known.user
            consent.agreed(game, known.user)
            known.refresh_from_db()
            return known
        code_find(code)
        seats = {seat.side: seat for seat in game.seats.filter(user=None)}
        seat = next(seats[side] for side in (*game.rules.sides, *sorted(seats)) if side in seats)
        seat.user = actor if isinstance(actor, User) else _guest(game, name)
        seat.save(update_fields=["user"])
        if len(seats) == 1:
            _close(game)
    return seat


def _guest(game: Game, name: str) -> User:
    said = names.plain_text(name)
    if not said or len(said) > MOST_NAME or not said.isprintable() or any(names.contact(said)):
        raise JoinRefused("name")
    user = guest_create(said)
    Guest.objects.create(user=user, game=game)
    return user


def seat_claim(*, game_id: UUID, guest: User, user: User) -> Seat:
    """Give a guest's seat of a game to an account. Events stay as they are: they carry opaque ids.

    Raises:
        JoinRefused: `gone` if the seat is not the guest's any more, `playing` if the account has another seat there.
    """
    with writing():
        game = Game.every.select_for_update().get(pk=game_id)
        seat = game.seats.filter(user=guest).first()
        if seat is None or not is_guest(guest) or is_guest(user):
            raise JoinRefused("gone")
        if game.seats.filter(user=user).exists():
            raise JoinRefused("playing")
        seat.user, seat.declared = user, seat.declared or consent.has_declared(game, seat.side, guest)
        seat.save(update_fields=["user", "declared"])
        _hand_over(guest, user)
        Guest.objects.filter(user=guest).update(claimed_by=user, claimed=timezone.now())
    return seat


def _hand_over(guest: User, user: User) -> None:
    """Everything that a guest left here: rosters, proposals, the opaque id."""
    known = Roster.objects.filter(owner=user).values("sha256")
    Roster.objects.filter(owner=guest, sha256__in=known).delete()
    Roster.objects.filter(owner=guest).update(owner=user)
    TakeBack.objects.filter(proposed_by=guest).update(proposed_by=user)
    TakeBack.objects.filter(answered_by=guest).update(answered_by=user)
    guest_hand_over(guest=guest, to=user)
