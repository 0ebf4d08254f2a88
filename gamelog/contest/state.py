"""What the acts of an event come to: its terms, entrants, rounds and results at one moment.

Mutable, and lives inside one fold: see `stream.fold`. Copy it before keeping it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from gamelog.contest.captains import Captains
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.pairing.request import Pair, Paired, Request
from gamelog.contest.places import Certainty, SettledPlaces
from gamelog.contest.terms import Terms

Phase: TypeAlias = Literal["draft", "registration", "ready", "running", "finished", "cancelled"]
"""`draft` before registration opens, `ready` when it is closed, `running` from the first pairing on."""
Status: TypeAlias = Literal["waiting", "entered", "dropped"]
ByeKind: TypeAlias = Literal["half-bye", "zero-bye"]
Stage: TypeAlias = Literal["swiss", "cut", "pods"]
"""Whether a round belongs to the elimination (`cut`), to pods after a Swiss, or to the rounds that everybody plays."""
PenaltyKind: TypeAlias = Literal["warning", "points", "disqualification"]
Line: TypeAlias = Literal["corrected", "played"]
"""Standings with every ruling, correction and penalty, or as the tables reported them at first."""

DESK = 0
"""The board of a match between two individuals."""


class SubmittedRoster(msgspec.Struct):
    """A roster that was handed in: the digest of its file, what it counts, and what an event's limits object to."""

    sha256: str
    points: int = 0
    models: int = 0
    problems: tuple[str, ...] = ()
    unlocked: bool = False


class Member(msgspec.Struct):
    """A player of a team, by order: boards are counted from 1."""

    person: str = ""
    faction: str = ""
    rating: int = 0
    roster: SubmittedRoster | None = None


class Entrant(msgspec.Struct):
    """Somebody who is paired: a player, or in a team event a team with its members.

    `person` is an opaque id, empty for people without an account. `since` is the first round they can be paired
    in, `absent` are rounds for which they were not there.
    """

    number: int
    person: str = ""
    club: str = ""
    faction: str = ""
    rating: int = 0
    members: list[Member] = []
    status: Status = "entered"
    checked_in: bool = False
    since: int = 1
    roster: SubmittedRoster | None = None
    byes: dict[str, ByeKind] = {}
    """Byes that were asked for, by round."""

    def people(self) -> set[str]:
        """Everybody who plays under this number, by opaque id."""
        return {self.person, *(member.person for member in self.members)} - {""}

    def player(self, board: int) -> Entrant | Member:
        """A team's player by board; with 0 the entrant itself. Raises: LookupError."""
        if not 0 <= board <= len(self.members):
            raise LookupError(f"entrant {self.number} has no player {board}")
        return self.members[board - 1] if board else self

    def lists(self) -> list[SubmittedRoster | None]:
        """The rosters that are wanted of this entrant, None where one is missing."""
        return [member.roster for member in self.members] or [self.roster]


class Result(msgspec.Struct):
    """A result at a table, and how sure it is. `first` is what stood before any judge or correction, as sure as
    `first_standing` says (empty: nothing was corrected).

    `side` reported it (empty: staff or the site), `game` and `head` name the record it was read from, `act` the act
    that it stands by.
    """

    report: BattleOutcome
    standing: Certainty
    act: int
    first: BattleOutcome
    side: Literal["", "a", "b"] = ""
    game: str = ""
    head: str = ""
    dispute: str = ""
    first_standing: Certainty | Literal[""] = ""

    def sure(self, line: Line) -> Certainty:
        """How sure it is as corrected, or was as played."""
        return self.first_standing or self.standing if line == "played" else self.standing


class Clock(msgspec.Struct):
    """A round's time. It runs since `since` (ISO 8601) when that is not empty; `left` seconds remained then."""

    left: int
    since: str = ""


class OpenGame(msgspec.Struct):
    """The game of a table. `swapped`: its side a is the second of the pairing."""

    game: str
    swapped: bool = False


class Round(msgspec.Struct):
    """One round. Keys of `results`, `games` and `captains` are `seat` texts: `12`, or `12.3` for a board of a match."""

    number: int
    stage: Stage
    request: Request
    paired: Paired
    act: int
    override: str = ""
    clock: Clock | None = None
    results: dict[str, Result] = {}
    games: dict[str, OpenGame] = {}
    captains: dict[str, Captains] = {}
    no_shows: list[int] = []

    def pair_at(self, table: int) -> Pair | None:
        """Who plays at a table, or None."""
        return next((pair for pair in self.paired.pairs if pair.table == table), None)

    def pair_of(self, entrant: int) -> Pair | None:
        """Where an entrant plays, or None."""
        return next((pair for pair in self.paired.pairs if entrant in (pair.a, pair.b)), None)

    def replaceable(self, key: str) -> bool:
        """Whether a seat has a record of which no result was read, so that another may take its place."""
        game, result = self.games.get(key), self.results.get(key)
        return game is not None and (result is None or result.game != game.game)

    def choosing(self, table: int) -> bool:
        """Whether the captains of a match still choose who plays whom."""
        found = self.captains.get(seat(table))
        return found is not None and found.asks != "done"


class LeagueMatch(msgspec.Struct):
    """A challenge of a free league and the match that it led to; its table has its number. Times are ISO 8601.

    `a` made it at `asked`; `since` is when it came to stand as it does: when it was agreed on, declined, withdrawn, or
    called off.
    """

    number: int
    a: int
    b: int
    asked: str
    since: str
    standing: Literal["asked", "agreed", "declined", "withdrawn", "called-off"] = "asked"
    reason: str = ""


class Penalty(msgspec.Struct):
    """An entry of the penalties ledger. Points are hundredths and mostly negative; `lifted` says why it counts no more.

    `round` is when it was given; `rule` what it rests on.
    """

    act: int
    entrant: int
    kind: PenaltyKind
    reason: str
    rule: str = ""
    round: int = 0
    match: int = 0
    battle: int = 0
    victory: int = 0
    lifted: str = ""


class SoftMark(msgspec.Struct, frozen=True):
    """A mark of a category, in hundredths. `giver` is the entrant who gave it, 0 the staff; `round` 0 is the event."""

    category: str
    entrant: int
    points: int
    round: int = 0
    giver: int = 0

    @property
    def key(self) -> tuple[str, int, int, int]:
        """What another mark of the same kind takes the place of: a player gives one a round, or one vote."""
        return self.category, self.round, self.giver, 0 if self.giver else self.entrant


class TournamentState(msgspec.Struct):
    """An event at one moment. `number` counts its acts, `seed` is what its random choices are drawn from."""

    number: int = 0
    phase: Phase = "draft"
    title: str = ""
    terms: Terms = Terms(ruleset="none")
    seed: str = ""
    entrants: dict[int, Entrant] = {}
    rounds: list[Round] = []
    matches: list[LeagueMatch] = []
    """The challenges and matches of a free league, by number."""
    penalties: list[Penalty] = []
    forbidden: list[tuple[int, int]] = []
    rosters_locked: bool = False
    roles: dict[str, list[str]] = {}
    """Opaque ids of people, and the roles that acts gave them."""
    webhooks: list[str] = []
    """The site's ids of the addresses that are told of the acts."""
    settled: SettledPlaces | None = None
    """The places after the last round, or of a finished event, as they were published; None while results of the round
    are missing, and where the acts hold none."""
    soft: list[SoftMark] = []
    """The marks that were given. Who gave one is for the staff alone."""
    groups: dict[int, int] = {}
    """The group of every entrant who is in one."""

    @property
    def round(self) -> Round | None:
        """The round that is played now, or was played last."""
        return self.rounds[-1] if self.rounds else None

    def playing(self) -> list[Entrant]:
        """Who is in the event and did not drop, by number."""
        return [each for each in self.entrants.values() if each.status == "entered"]

    def waiting(self) -> list[Entrant]:
        """Who waits for a place, first come first."""
        return [each for each in self.entrants.values() if each.status == "waiting"]


def seat(table: int, board: int = DESK) -> str:
    """The key of a table, or of a board of a team match, in a round."""
    return f"{table}.{board}" if board else str(table)


def seats_of(state: TournamentState, pair: Pair) -> list[str]:
    """The keys of everything that is played at a pair's table."""
    size = state.terms.teams.size if state.terms.teams else 0
    return [seat(pair.table, board) for board in range(1, size + 1)] or [seat(pair.table)]


def open_seats(state: TournamentState, number: int) -> list[str]:
    """The seats of a round that have no result yet, or a disputed one; in the order of tables."""
    found = state.rounds[number - 1]
    seats = [key for pair in found.paired.pairs for key in seats_of(state, pair)]
    return [key for key in seats if key not in found.results or found.results[key].standing == "disputed"]
