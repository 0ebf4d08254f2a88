"""Records: results between players, success of armies, and a player's games, from finished public games and events.

Unlike ratings, records include unverified games; each game says whether it is verified. Games removed by a judge never
count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from gamelog.clubs.models import Club, Membership
from gamelog.games.models import Event, Game, JobState, Report, Seat
from gamelog.people.selectors import GUEST
from gamelog.searching import says
from gamelog.seasons.models import Season
from gamelog.seasons.services import places_of
from gamelog.studies.models import Study, Visibility
from gamelog.tournaments.models import Nameplate, Tournament

TOO_FEW = 10
"""With fewer games than this, a win rate says nothing and is not shown."""


MOST_WINNERS = 20


class WinTally(NamedTuple):
    """Games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def rate(self) -> Fraction | None:
        """The proportion won, a draw being half a win; None without games."""
        return Fraction(2 * self.won + self.drawn, 2 * self.games) if self.games else None

    def plus(self, result: str) -> WinTally:
        """The tally with one more game: `won`, `drawn` or `lost`."""
        return self._replace(**{result: getattr(self, result) + 1})


class Army(NamedTuple):
    """A faction's results under a ruleset. `mirrors` are games against itself, which say nothing and are not
    counted.
    """

    ruleset: str
    faction: str
    tally: WinTally
    mirrors: int

    @property
    def few(self) -> bool:
        """Whether there are too few games for a rate."""
        return self.tally.games < TOO_FEW


class PlayedGame(NamedTuple):
    """One player's game: its result for them, and the opponent (None: nobody with an account)."""

    game: Game
    seat: Seat
    other: Seat | None
    result: str


class Versus(NamedTuple):
    """All games of a player against one opponent."""

    opponent: User
    tally: WinTally
    games: tuple[PlayedGame, ...]


class Entered(NamedTuple):
    """An event that a player entered: their number, and their place once it has begun (0: none yet), which may be
    provisional.
    """

    tournament: Tournament
    entrant: int
    place: int
    field: int
    provisional: bool


# which games


def counted() -> QuerySet[Game]:
    """The finished public games that no judge removed, newest first."""
    reports = Report.objects.filter(
        game=OuterRef("pk"), head=OuterRef("head"), version=OuterRef("version"), state=JobState.DONE
    )  # fmt: skip
    strike = Exists(Event.objects.filter(game=OuterRef("pk"), type="strike"))
    # A strike may have been withdrawn: then a report on the present head shows that the game stands.
    withdrawn = Exists(reports.exclude(summary__contains='"struck":true'))
    return Game.objects.filter(~strike | withdrawn, finished=True, public=True).order_by("-created", "id")


def games_of_club(club: Club) -> QuerySet[Game]:
    """The games of a club's events that count."""
    return counted().filter(table__tournament__club=club, table__tournament__public=True)


def games_of_season(season: Season) -> QuerySet[Game]:
    """The games of a season's events that count."""
    return counted().filter(table__tournament__season_events__season=season, table__tournament__public=True)


# armies


def armies(games: QuerySet[Game]) -> list[Army]:
    """Each faction's results in some games: by ruleset, most games first."""
    found: dict[tuple[str, str], WinTally] = {}
    mirrors: dict[tuple[str, str], int] = {}
    for ruleset, winner, seats in _by_game(games):
        if len(set(seats.values())) < len(seats):
            for faction in sorted(set(seats.values())):
                mirrors[ruleset, faction] = mirrors.get((ruleset, faction), 0) + 1
            continue
        for side, faction in seats.items():
            known = found.get((ruleset, faction), WinTally())
            found[ruleset, faction] = known.plus(_result(winner, side))
    rows = [Army(*key, found.get(key, WinTally()), mirrors.get(key, 0)) for key in {**found, **mirrors}]
    return sorted(rows, key=lambda each: (each.ruleset, -each.tally.games, each.faction))


def _by_game(games: QuerySet[Game]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Ruleset, winner, and faction by side, for each game in which every side has a faction."""
    rows = Seat.objects.filter(game__in=games.order_by().values("pk")).order_by("game", "side")
    values = rows.values_list("game_id", "game__ruleset", "game__winner", "side", "faction")
    for (_, ruleset, winner), seats in groupby(values.iterator(2000), key=lambda row: row[:3]):
        factions = {side: faction for *_, side, faction in seats}
        if len(factions) > 1 and all(factions.values()):
            yield ruleset, winner, factions


def _result(winner: str, side: str) -> str:
    return "drawn" if not winner else "won" if winner == side else "lost"


def winners(games: QuerySet[Game]) -> list[tuple[User, WinTally]]:
    """The players who won most of some games, each with their tally."""
    seats = Seat.objects.filter(game__in=games.order_by().values("pk"), user__isnull=False).order_by("game", "side")
    found: dict[int, WinTally] = {}
    for user, side, winner in seats.values_list("user_id", "side", "game__winner").iterator(2000):
        found[user] = found.get(user, WinTally()).plus(_result(winner, side))
    order = sorted(found, key=lambda user: (-found[user].won, -found[user].drawn, found[user].lost, user))
    users = User.objects.select_related("participant").in_bulk(order[:MOST_WINNERS])
    return [(users[user], found[user]) for user in order[:MOST_WINNERS]]


# players


def played_by(user: User) -> list[PlayedGame]:
    """All counted games of a player, newest first."""
    mine = Seat.objects.filter(user=user).values("game")
    rows = counted().filter(pk__in=mine).prefetch_related("seats__user__participant")
    return [_played(game, user) for game in rows]


def _played(game: Game, user: User) -> PlayedGame:
    seats = list(game.seats.all())
    seat = next(each for each in seats if each.user_id == user.pk)
    other = next((each for each in seats if each.user_id not in (None, user.pk)), None)
    return PlayedGame(game, seat, other, _result(game.winner, seat.side))


def versus(played: Iterable[PlayedGame]) -> list[Versus]:
    """A player's games by opponent, most games first."""
    by_user: dict[int, list[PlayedGame]] = {}
    for each in played:
        if each.other and each.other.user:
            by_user.setdefault(each.other.user.pk, []).append(each)
    found = [Versus(*_opponent(games), tuple(games)) for games in by_user.values()]
    return sorted(found, key=lambda each: (-each.tally.games, each.opponent.pk))


def _opponent(games: list[PlayedGame]) -> tuple[User, WinTally]:
    assert games[0].other
    assert games[0].other.user
    return games[0].other.user, tally_of(games)


def tally_of(played: Iterable[PlayedGame]) -> WinTally:
    """The tally of several games."""
    found = WinTally()
    for each in played:
        found = found.plus(each.result)
    return found


def armies_of(played: Iterable[PlayedGame]) -> list[Army]:
    """A player's armies with their results: by ruleset, most games first."""
    found: dict[tuple[str, str], WinTally] = {}
    for each in played:
        if each.seat.faction:
            key = (each.game.ruleset, each.seat.faction)
            found[key] = found.get(key, WinTally()).plus(each.result)
    rows = [Army(*key, tally, 0) for key, tally in found.items()]
    return sorted(rows, key=lambda each: (each.ruleset, -each.tally.games, each.faction))


def events_of(user: User, most: int = 50) -> list[Entered]:
    """The public events that a player entered, newest first."""
    rows = Nameplate.objects.filter(user=user, tournament__public=True).exclude(tournament__phase="draft")
    newest = rows.select_related("tournament__club").order_by(
        F("tournament__starts").desc(nulls_last=True), "-tournament__created", "number"
    )  # fmt: skip
    once = {plate.tournament_id: plate for plate in reversed(newest[:most])}
    return [_entered(plate.tournament, plate.number) for plate in reversed(once.values())]


def _entered(tournament: Tournament, entrant: int) -> Entered:
    if not tournament.round:
        return Entered(tournament, entrant, 0, tournament.entrants, False)
    places = places_of(tournament)
    table = places.table
    place = next((row.place for row in table.places if row.entrant == entrant), 0)
    return Entered(tournament, entrant, place, len(table.places), entrant in places.provisional)


def players(words: str = "") -> QuerySet[User]:
    """All public players, by name: those in a finished game, at an event, shown as a member of a club, or with a
    public study.
    """
    known = User.objects.filter(is_active=True, participant__erased=None).exclude(participant=None)
    seen = known.filter(_in_public()).exclude(username__startswith=GUEST).select_related("participant")
    for word in words.split()[:5]:
        seen = seen.filter(says(word, "username"))
    return seen.order_by("username")


def _in_public() -> Q:
    me = OuterRef("pk")
    event = Nameplate.objects.filter(user=me, tournament__public=True).exclude(tournament__phase="draft")
    return (
        Q(Exists(Seat.objects.filter(user=me, game__public=True, game__finished=True)))
        | Q(Exists(event))
        | Q(Exists(Membership.objects.filter(user=me, shown=True)))
        | Q(Exists(Study.objects.filter(owner=me, visibility=Visibility.PUBLIC, hidden="", game__public=True)))
    )


def player(person: str) -> User | None:
    """The person behind an opaque id, if they play or write in public; if erased, the remainder of the account."""
    return User.objects.filter(_in_public(), participant=person).select_related("participant").first()
