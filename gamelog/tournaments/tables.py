"""The records of tables: new ones with the table's players in its seats, or existing games that fit."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.contrib.auth.models import User
from django.db.models import Q
from django.http import Http404

import rules
from gamelog import messages
from gamelog.contest.acts.rounds import OpenTable
from gamelog.contest.errors import Refused
from gamelog.contest.state import Round, TournamentState
from gamelog.games import access as game_access
from gamelog.games import consent
from gamelog.games import services as games
from gamelog.games.models import Game
from gamelog.people.selectors import participant_id
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Nameplate, TableGame, Tournament

READ_RECORD = messages.Task("gamelog.tournaments.tasks.read_record")


def begin(tournament: Tournament, state: TournamentState, act: OpenTable, actor: game_access.Actor) -> Game:
    """A new game of the event's ruleset for a table; the event's owner runs it. Raises: rules.Malformed.

    Players who entered the event themselves, or `actor` who opens the table, agree by that to battles that count for
    them. Others are asked, and whoever declined to be named by the owner has no seat; the event counts the table's
    result either way.
    """
    ruleset = rules.load(state.terms.ruleset, state.terms.rules_version)
    found = state.rounds[act.round - 1]
    plates = [_plate(tournament, *each) for each in players(found, act.table, act.board)]
    users: list[User | None] = [plate.user if plate else None for plate in plates]
    agreed = _agreed(tournament, [user for user in users if user], actor)
    declined = consent.declined(tournament.owner, [user for user in users if user and user not in agreed])
    users = [None if user and user.pk in declined else user for user in users]
    seats = dict(zip(ruleset.sides, users[::-1] if act.swapped else users, strict=False))
    board = f".{act.board}" if act.board else ""
    title = f"{tournament.title}: {act.round}/{act.table}{board}"[: games.TITLE_LENGTH]
    return games.game_create(
        owner=tournament.owner, ruleset=ruleset.id, version=ruleset.version, title=title, public=tournament.public,
        seats=seats, agreed=agreed,
    )  # fmt: skip


def _agreed(tournament: Tournament, users: Sequence[User], actor: game_access.Actor) -> list[User]:
    """Those who have declared anything for themselves at the event, such as their entry, and `actor`."""
    return [user for user in users if user == actor or _acted(tournament, participant_id(user))]


def _acted(tournament: Tournament, person: str) -> bool:
    """Whether somebody acted for themselves at an event. Who works there may have entered themselves, too."""
    own = Q(role__in=("player", "spectator")) | Q(type="register", body__contains=f'"person":"{person}"')
    return bool(person) and tournament.acts.filter(own, by=person).exists()


def given(actor: game_access.Actor, game_id: str) -> Game:
    """A game to be tied to a table. Raises: Refused `no-game` if the actor may read no such game."""
    try:
        return game_access.access_played(actor, game_id)
    except Http404:
        raise Refused("no-game", "$.game", f"there is no game {game_id[:60]!r}") from None


def tied(tournament: Tournament, state: TournamentState, act: OpenTable, game: Game, *, desk: bool) -> OpenTable:
    """The act that makes an existing game the record of a table; the caller has checked that the table is in play.

    It has to be of the event's ruleset and version. The desk may tie any such game; players only one that has the
    table's players in its seats, on the sides that the act says: otherwise a victory of long ago could be used.

    Raises:
        Refused: `other-ruleset`, `already` for a game of another table, `not-its-game`.
    """
    wanted, version = state.terms.ruleset, state.terms.rules_version
    if game.ruleset != wanted or (version and game.version != version):
        text = f"the game is of {game.ruleset} {game.version}, and the event plays {wanted} {version}".rstrip()
        raise Refused("other-ruleset", "$.game", text)
    if TableGame.objects.filter(Q(game=game.key) | Q(game__copy_of=game.key) | Q(game=game)).exists():
        raise Refused("already", "$.game", "this record belongs to another table")
    users = _users(tournament, state, act)
    if not desk and (None in users or _seated(game) != users):
        raise Refused("not-its-game", "$.game", "its seats are not those of this table's players: ask the desk")
    return msgspec.structs.replace(act, game=str(game.pk))


def _seated(game: Game) -> list[int | None]:
    seats = dict(game.seats.values_list("side", "user_id"))
    return [seats.get(side) for side in game.rules.sides]


def _users(tournament: Tournament, state: TournamentState, act: OpenTable) -> list[int | None]:
    """The accounts at a table, in the order of the game's sides; None for a side without one."""
    found = state.rounds[act.round - 1]
    plates = [_plate(tournament, *each) for each in players(found, act.table, act.board)]
    users = [plate.user_id if plate else None for plate in plates]
    return users[::-1] if act.swapped else users


def players(found: Round, table: int, board: int) -> list[tuple[int, int]]:
    """The players of a seat: entrant and board of both sides, as the captains chose; board 0 while they choose."""
    pair = found.pair_at(table)
    assert pair
    chosen = selectors.boards_of(found, table)
    if board and chosen:
        a, b = chosen[board - 1]
        return [(pair.a, a), (pair.b, b)]
    known = 0 if str(table) in found.captains else board
    return [(pair.a, known), (pair.b, known)]


def _plate(tournament: Tournament, number: int, board: int) -> Nameplate | None:
    rows = Nameplate.objects.select_related("user")
    return rows.filter(tournament=tournament, number=number, board=board).first()
