"""The dice of one game, of a player, of an event or of a season against fair dice: `rules.audit` on what is stored.

The dice of a game are counted once and cached under the hash of its head, so that a season is a sum of cached counts.
Every audit starts from the games that the reader may see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db.models import F, Q, QuerySet

import rules
from gamelog.games import access
from gamelog.games.consent import SEATED, seats_of
from gamelog.games.models import Event, Game, Seat
from rules.audit import Audit, Tally, audit, joined, of, read_rolls, read_tally, tally

FORMAT = 1
KEPT = 30 * 24 * 3600
"""Seconds a count stays in the cache: its key names everything it depends on, so that it never goes stale."""
MOST_GAMES = 1_000
"""How many games one request may count: some 10 ms each the first time, 1 ms if their counts are cached."""
AT_ONCE = 200
"""How many games are looked up in the cache at once."""


class TooManyGames(Exception):
    """More games than one request may count."""

    def __init__(self, games: int) -> None:
        super().__init__(f"these are {games} games, and {MOST_GAMES} are the most; choose a shorter period")
        self.games = games


def audit_of_game(game: Game) -> Audit:
    """Each side's dice of one game. Raises: rules.Malformed when a stored event cannot be read."""
    return audit(tally_of_game(game))


def audit_of_games(rows: QuerySet[Game], player: User | None = None, each: bool = False) -> Audit:
    """The dice of several games together: everyone's as one (`by` is empty), or one player's in the games they played.

    With `each`, every player's dice separately under their user name, those of seats without an account under an empty
    name: all of them are compared under one bound.

    Raises:
        TooManyGames: there are more than `MOST_GAMES`.
        rules.Malformed: a stored event cannot be read.
    """
    games = list(rows.order_by().only("id", "head", "number", "ruleset", "version")[: MOST_GAMES + 1])
    if len(games) > MOST_GAMES:
        raise TooManyGames(rows.count())
    seats = _seats(games, player) if player or each else {}
    counted = []
    for game, one in zip(games, _tallies(games), strict=True):
        names = seats.get(game.pk, {})
        if player is not None:
            who = {side: names[side] if each else "" for side in names}
        else:
            who = {line.by: names.get(line.by, "") for line in one.lines}
        if who or player is None:
            counted.append(of(one, who))
    return audit(joined(counted))


def _seats(games: Sequence[Game], player: User | None) -> dict[UUID, dict[str, str]]:
    """User names by game and side, of one player or of all; erased users have none."""
    found: dict[UUID, dict[str, str]] = {}
    wanted = SEATED & (Q(user=player) if player else Q(user__is_active=True))
    for part in _parts(games):
        seats = Seat.objects.filter(wanted, game__in=part)
        for game, side, name in seats.values_list("game_id", "side", "user__username"):
            found.setdefault(game, {})[side] = name
    return found


# which games


def games_wanted(
    actor: access.Actor,
    *,
    player: User | None = None,
    ruleset: str = "",
    first: date | None = None,
    last: date | None = None,
    games: Sequence[UUID] = (),
    source: str = "",
) -> QuerySet[Game]:
    """The games that `actor` may read, narrowed by the filters; none that is being played and shown late. Of copies
    beside each other only the first counts, unless they are asked for by their ids.

    `first` and `last` are days (UTC) of recording, both included; `games` are ids; `source` is the origin of the dice.
    """
    rows = access.games_visible(actor).exclude(delay__gt=0, finished=False)
    if player is not None:
        rows = rows.filter(pk__in=seats_of(player).values("game"))
    if ruleset:
        rows = rows.filter(ruleset=ruleset)
    if first is not None:
        rows = rows.filter(created__gte=_midnight(first))
    if last is not None:
        rows = rows.filter(created__lt=_midnight(last) + timedelta(days=1))
    rows = rows.filter(pk__in=games) if games else rows.filter(Q(copy_of=None) | Q(copy_of=F("pk")))
    return _from_source(rows, source) if source else rows


def day(text: str) -> date:
    """A day written 2026-11-21. Raises: ValueError for anything else, or for a year at the very end of the calendar."""
    found = date.fromisoformat(text)
    if text != found.isoformat() or found.year > 9000:
        raise ValueError(text)
    return found


def _midnight(of_day: date) -> datetime:
    return datetime.combine(of_day, time(), UTC)


def _from_source(rows: QuerySet[Game], source: str) -> QuerySet[Game]:
    """Games by the `dice` of their header; physical dice are the default, which the header leaves out."""
    if source == "table":
        return rows.exclude(header__contains='"dice":')
    return rows.filter(header__contains=f'"dice":"{source}"')


def player_named(actor: access.Actor, name: str) -> User | None:
    """A player of at least one game that `actor` may read; None also if the player's games are not theirs to know
    of.
    """
    seats = Seat.objects.filter(SEATED, access.of_visible(actor), user__username=name, user__is_active=True)
    seat = seats.select_related("user").first()
    return seat.user if seat else None


# counting


def tally_of_game(game: Game) -> Tally:
    """The dice of one game. Raises: rules.Malformed when a stored event cannot be read."""
    (found,) = _tallies([game])
    return found


def _tallies(games: Sequence[Game]) -> Iterator[Tally]:
    """The dice of each game, from the cache where possible."""
    for part in _parts(games):
        kept = cache.get_many([_key(game) for game in part])
        made: dict[str, bytes] = {}
        for game in part:
            key = _key(game)
            if key in kept:
                yield read_tally(kept[key])
                continue
            found = _counted(game)
            made[key] = msgspec.json.encode(found)
            yield found
        if made:
            cache.set_many(made, KEPT)


def _parts(games: Sequence[Game]) -> Iterator[Sequence[Game]]:
    return (games[start : start + AT_ONCE] for start in range(0, len(games), AT_ONCE))


def _key(game: Game) -> str:
    # The head's hash covers every event and the header with its ruleset; the version decides which clauses exist.
    return f"audit:{FORMAT}:{game.head}"


def _counted(game: Game) -> Tally:
    """Count the rolls of known clauses by known sides: anything else that a file may claim is not a roll of this
    game.
    """
    ruleset = rules.load(game.ruleset, game.version)
    bodies = Event.objects.filter(game=game, number__lte=game.number).order_by("number").values_list("body", flat=True)
    rolls = (roll for body in bodies.iterator(500) for roll in read_rolls(body))
    return tally(roll for roll in rolls if roll.rule in ruleset.clauses and roll.by in ruleset.sides)
