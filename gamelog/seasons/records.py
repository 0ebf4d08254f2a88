"""Records: results between players, success of armies, and a player's games, from finished public games and events.

Unlike ratings, records include unverified games; each game says whether it is verified. Games removed by a judge never
count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple, cast
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When

from gamelog.clubs import ratings
from gamelog.clubs.links import counts_for, together
from gamelog.clubs.models import Club, LinkState, Membership, PersonLink
from gamelog.games.consent import SEATED, seats_of
from gamelog.games.models import Event, Game, JobState, Report, Seat
from gamelog.people.selectors import GUEST, is_guest, participant_id
from gamelog.searching import says
from gamelog.seasons.models import RegularEntry, Season
from gamelog.seasons.regulars import in_public
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

    def add(self, other: WinTally) -> WinTally:
        """The games of both."""
        return WinTally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


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
    """One player's game: its result for them, and the opponent (None: nobody who is known)."""

    game: Game
    seat: Seat
    other: Seat | None
    result: str
    opponent: User | None = None


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


WHO = Case(
    When(ratings.ACCOUNT, then=F("user")), When(ratings.KNOWN, then=F("known__person__user")),
    When(SEATED, then=F("user")),
)  # fmt: skip
"""Of a seat: the user for whom its game counts: an account that agrees to it, else the regular who was entered there,
else a guest.
"""


def who_sat(seat: Seat) -> User | None:
    """The user for whom a seat's game counts, as `WHO`; `_WITH_PEOPLE` brings what is read here."""
    if not seat.agreed:
        return None
    known = getattr(seat, "known", None)
    if known is None or (seat.user and not is_guest(seat.user)) or not seat.game.table.tournament.public:
        return seat.user
    return cast("User", known.person.user)


_WITH_PEOPLE = ("seats__user__participant", "seats__known__person__user__participant", "seats__game__table__tournament")


def winners(games: QuerySet[Game]) -> list[tuple[User, WinTally]]:
    """The players who won most of some games, each with their tally."""
    seats = Seat.objects.filter(game__in=games.order_by().values("pk")).annotate(who=WHO).exclude(who=None)
    found: dict[int, WinTally] = {}
    rows = seats.order_by("game", "side").values_list("who", "side", "game__winner")
    for user, side, winner in rows.iterator(2000):
        found[user] = found.get(user, WinTally()).plus(_result(winner, side))
    order = sorted(found, key=lambda user: (-found[user].won, -found[user].drawn, found[user].lost, user))
    users = User.objects.select_related("participant").in_bulk(order[:MOST_WINNERS])
    return [(users[user], found[user]) for user in order[:MOST_WINNERS]]


# players


def played_by(user: User) -> list[PlayedGame]:
    """All counted games of a player, newest first."""
    mine = Seat.objects.annotate(who=WHO).filter(who=user.pk).values("game")
    rows = counted().filter(pk__in=mine).prefetch_related(*_WITH_PEOPLE)
    return [_played(game, user) for game in rows]


def _played(game: Game, user: User) -> PlayedGame:
    seats = [(each, who_sat(each)) for each in game.seats.all()]
    seat = next(each for each, who in seats if who and who.pk == user.pk)
    other, opponent = next(((each, who) for each, who in seats if who and who.pk != user.pk), (None, None))
    return PlayedGame(game, seat, other, _result(game.winner, seat.side), opponent)


def versus(played: Iterable[PlayedGame]) -> list[Versus]:
    """A player's games by opponent, most games first."""
    by_user: dict[User, list[PlayedGame]] = {}
    for each in played:
        if each.opponent:
            by_user.setdefault(each.opponent, []).append(each)
    found = [Versus(user, tally_of(games), tuple(games)) for user, games in by_user.items()]
    return sorted(found, key=lambda each: (-each.tally.games, each.opponent.pk))


def tally_of(played: Iterable[PlayedGame]) -> WinTally:
    """The tally of several games."""
    found = WinTally()
    for each in played:
        found = found.plus(each.result)
    return found


def tallies_of(people: Collection[str]) -> dict[str, WinTally]:
    """What each of these people won, drew and lost themselves, whoever they count for."""
    own = Case(When(ratings.ACCOUNT, then=F("user__participant")), When(ratings.KNOWN, then=F("known__regular")))
    seats = Seat.objects.filter(game__in=counted().order_by().values("pk")).annotate(own=own).filter(own__in=people)
    found: dict[str, WinTally] = {}
    for person, side, winner in seats.values_list("own", "side", "game__winner"):
        found[person] = found.get(person, WinTally()).plus(_result(winner, side))
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
    """The public events that a player entered, by an account or by a name that is theirs, newest first."""
    person = participant_id(user)
    open_to_all = {"tournament__public": True}
    plates = Nameplate.objects.filter(user=user, **open_to_all)
    typed = RegularEntry.objects.filter(
        regular__person__in=together(person) if person else (), ended=None, **open_to_all
    )  # fmt: skip
    found: dict[UUID, int] = {}
    for rows in (typed, plates):
        found |= dict(rows.order_by("-number").values_list("tournament", "number"))
    events = Tournament.objects.filter(pk__in=found).exclude(phase="draft").select_related("club")
    newest = events.order_by(F("starts").desc(nulls_last=True), "-created")[:most]
    return [_entered(each, found[each.pk]) for each in newest]


def _entered(tournament: Tournament, entrant: int) -> Entered:
    if not tournament.round:
        return Entered(tournament, entrant, 0, tournament.entrants, False)
    places = places_of(tournament)
    table = places.table
    place = next((row.place for row in table.places if row.entrant == entrant), 0)
    return Entered(tournament, entrant, place, len(table.places), entrant in places.provisional)


def players(words: str = "") -> QuerySet[User]:
    """All public players, by name: those in a finished game, at an event, shown as a member of a club, or with a
    public study; and regulars of clubs, under the person for whom they count.
    """
    known = User.objects.filter(is_active=True, participant__erased=None).exclude(participant=None)
    other = Exists(PersonLink.objects.filter(source__user=OuterRef("pk"), state=LinkState.ACTIVE))
    guests = Q(username__startswith=GUEST) & (Q(participant__regular__club=None) | other)
    seen = known.filter(_in_public()).exclude(guests).select_related("participant")
    for word in words.split()[:5]:
        typed = Q(username__startswith=GUEST) & says(word, "first_name")
        seen = seen.filter((~Q(username__startswith=GUEST) & says(word, "username")) | typed)
    return seen.order_by("username")


def _in_public() -> Q:
    me = OuterRef("pk")
    event = Nameplate.objects.filter(user=me, tournament__public=True).exclude(tournament__phase="draft")
    typed = RegularEntry.objects.filter(ended=None, tournament__public=True).exclude(tournament__phase="draft")
    linked = typed.filter(regular__person__links__target__user=me, regular__person__links__state=LinkState.ACTIVE)
    return (
        Q(Exists(seats_of(me).filter(game__public=True, game__finished=True)))
        | Q(Exists(event))
        | Q(Exists(typed.filter(regular__person__user=me)))
        | Q(Exists(linked))
        | Q(Exists(Membership.objects.filter(user=me, shown=True)))
        | Q(Exists(Study.objects.filter(owner=me, visibility=Visibility.PUBLIC, hidden="", game__public=True)))
    )


def player(person: str) -> User | None:
    """The person for whom an opaque id counts, if they play or write in public; if erased, the remainder of the
    account.
    """
    counts = counts_for(person)
    rows = User.objects.filter(participant=counts).select_related("participant")
    return rows.filter(_in_public()).first() or (rows.first() if in_public(counts) else None)
