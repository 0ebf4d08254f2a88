"""Every way an event can change: one frozen struct each, in the past tense.

Folding is applying effects in order; nothing here decides or refuses. While an act's effects are applied
`state.number` is already the number of that act, and what remembers the act it stands by takes it from there.
Seats are texts as `state.seat` writes them: `12`, or `12.3` for a board of a team match.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Literal, TypeAlias

import msgspec

from gamelog.contest.captains import Captains
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.pairing.request import Pair, Paired, Request
from gamelog.contest.places import Certainty, SettledPlace, SettledPlaces
from gamelog.contest.state import (
    ByeKind,
    Clock,
    Entrant,
    LeagueMatch,
    Member,
    OpenGame,
    Penalty,
    PenaltyKind,
    Phase,
    Result,
    Round,
    SoftMark,
    Stage,
    Status,
    SubmittedRoster,
    TournamentState,
)
from gamelog.contest.terms import Terms


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True):
    """A change of the state of an event."""

    @abstractmethod
    def apply(self, state: TournamentState) -> None:
        """Change the state. That every effect says how is checked with the types."""


# the event


class Announced(Effect, frozen=True, omit_defaults=True, tag="announced", forbid_unknown_fields=True):
    """The event was announced with these terms; `seed` is what its random choices are drawn from."""

    title: str
    terms: Terms
    seed: str = ""

    def apply(self, state: TournamentState) -> None:
        state.title, state.terms, state.seed = self.title, self.terms, self.seed


class Renamed(Effect, frozen=True, omit_defaults=True, tag="renamed", forbid_unknown_fields=True):
    """The event has this title."""

    title: str

    def apply(self, state: TournamentState) -> None:
        state.title = self.title


class TermsSet(Effect, frozen=True, omit_defaults=True, tag="terms-set", forbid_unknown_fields=True):
    """These terms hold from here on."""

    terms: Terms

    def apply(self, state: TournamentState) -> None:
        state.terms = self.terms


class PhaseChanged(Effect, frozen=True, omit_defaults=True, tag="phase-changed", forbid_unknown_fields=True):
    """The event entered another phase. Places belong to the phase in which they were settled."""

    to: Phase

    def apply(self, state: TournamentState) -> None:
        state.phase, state.settled = self.to, None


class PlacesSettled(Effect, frozen=True, omit_defaults=True, tag="places-settled", forbid_unknown_fields=True):
    """The places after the last round, or of a finished event, as they were published.

    `played` are the places by what the tables reported at first, where those differ. `digest` is SHA-256 over the
    canonical JSON of both lists.
    """

    digest: str
    places: tuple[SettledPlace, ...] = ()
    played: tuple[SettledPlace, ...] = ()

    def apply(self, state: TournamentState) -> None:
        state.settled = SettledPlaces(self.digest, self.places, self.played or self.places)


class PlacesOpened(Effect, frozen=True, omit_defaults=True, tag="places-opened", forbid_unknown_fields=True):
    """No places stand any more: results of the round that is played are missing."""

    def apply(self, state: TournamentState) -> None:
        state.settled = None


# entrants


class Entered(Effect, frozen=True, omit_defaults=True, tag="entered", forbid_unknown_fields=True):
    """Somebody entered, or was put on the waiting list; `since` is the first round they can be paired in."""

    entrant: int
    person: str = ""
    club: str = ""
    faction: str = ""
    rating: int = 0
    members: tuple[tuple[str, str, int], ...] = ()
    """A team's players in their order: opaque id, faction, rating."""
    status: Status = "entered"
    since: int = 1

    def apply(self, state: TournamentState) -> None:
        state.entrants[self.entrant] = Entrant(
            number=self.entrant, person=self.person, club=self.club, faction=self.faction, rating=self.rating,
            members=[Member(*each) for each in self.members], status=self.status, since=self.since,
        )  # fmt: skip


class StatusChanged(Effect, frozen=True, omit_defaults=True, tag="status-changed", forbid_unknown_fields=True):
    """An entrant got a place, went back to the waiting list, or is out; `since` (not 0) is their new first round."""

    entrant: int
    to: Status
    since: int = 0

    def apply(self, state: TournamentState) -> None:
        found = state.entrants[self.entrant]
        found.status, found.since = self.to, self.since or found.since


class EntryCorrected(Effect, frozen=True, omit_defaults=True, tag="entry-corrected", forbid_unknown_fields=True):
    """What an entry says was put right; None is as before."""

    entrant: int
    person: str | None = None
    club: str | None = None
    faction: str | None = None
    rating: int | None = None

    def apply(self, state: TournamentState) -> None:
        found = state.entrants[self.entrant]
        for name in ("person", "club", "faction", "rating"):
            given = getattr(self, name)
            if given is not None:
                setattr(found, name, given)


class CheckInSet(Effect, frozen=True, omit_defaults=True, tag="check-in-set", forbid_unknown_fields=True):
    """An entrant is here, or is not here after all."""

    entrant: int
    here: bool = True

    def apply(self, state: TournamentState) -> None:
        state.entrants[self.entrant].checked_in = self.here


class ByeGranted(Effect, frozen=True, omit_defaults=True, tag="bye-granted", forbid_unknown_fields=True):
    """An entrant is not paired in a round, as they asked."""

    entrant: int
    round: int
    kind: ByeKind

    def apply(self, state: TournamentState) -> None:
        state.entrants[self.entrant].byes[str(self.round)] = self.kind


class ByeWithdrawn(Effect, frozen=True, omit_defaults=True, tag="bye-withdrawn", forbid_unknown_fields=True):
    """The bye that an entrant asked for is gone."""

    entrant: int
    round: int

    def apply(self, state: TournamentState) -> None:
        del state.entrants[self.entrant].byes[str(self.round)]


class PairForbidden(Effect, frozen=True, omit_defaults=True, tag="pair-forbidden", forbid_unknown_fields=True):
    """Two entrants are never paired; `a` is the lower number."""

    a: int
    b: int

    def apply(self, state: TournamentState) -> None:
        state.forbidden.append((self.a, self.b))


class PairAllowed(Effect, frozen=True, omit_defaults=True, tag="pair-allowed", forbid_unknown_fields=True):
    """Two entrants may be paired again; `a` is the lower number."""

    a: int
    b: int

    def apply(self, state: TournamentState) -> None:
        state.forbidden.remove((self.a, self.b))


# rosters


class RosterSubmitted(Effect, frozen=True, omit_defaults=True, tag="roster-submitted", forbid_unknown_fields=True):
    """A roster was handed in. `member` is the board of a team's player, 0 where the entrant is a player."""

    entrant: int
    sha256: str
    member: int = 0
    points: int = 0
    models: int = 0
    problems: tuple[str, ...] = ()

    def apply(self, state: TournamentState) -> None:
        roster = SubmittedRoster(self.sha256, self.points, self.models, self.problems)
        state.entrants[self.entrant].player(self.member).roster = roster


class RostersLocked(Effect, frozen=True, omit_defaults=True, tag="rosters-locked", forbid_unknown_fields=True):
    """No roster is changed from here on."""

    def apply(self, state: TournamentState) -> None:
        state.rosters_locked = True


class RosterUnlocked(Effect, frozen=True, omit_defaults=True, tag="roster-unlocked", forbid_unknown_fields=True):
    """One roster may be replaced, though rosters are locked."""

    entrant: int
    member: int = 0

    def apply(self, state: TournamentState) -> None:
        roster = state.entrants[self.entrant].player(self.member).roster
        if roster is None:
            raise LookupError(f"entrant {self.entrant} has no roster")
        roster.unlocked = True


# rounds and tables


class RoundPaired(Effect, frozen=True, omit_defaults=True, tag="round-paired", forbid_unknown_fields=True):
    """The next round was paired from `request`. `override` says why results that were missing did not matter."""

    round: int
    stage: Stage
    request: Request
    paired: Paired
    override: str = ""

    def apply(self, state: TournamentState) -> None:
        state.rounds.append(
            Round(self.round, self.stage, self.request, self.paired, act=state.number, override=self.override)
        )


class GroupsSet(Effect, frozen=True, omit_defaults=True, tag="groups-set", forbid_unknown_fields=True):
    """The groups are these: every entrant who is in one, with its number."""

    groups: tuple[tuple[int, int], ...]

    def apply(self, state: TournamentState) -> None:
        state.groups = dict(self.groups)


class RoundPairedAgain(Effect, frozen=True, omit_defaults=True, tag="round-paired-again", forbid_unknown_fields=True):
    """The round was paired anew. What belongs to a table that is not among `kept` is gone with its pair."""

    round: int
    request: Request
    paired: Paired
    kept: tuple[int, ...] = ()

    def apply(self, state: TournamentState) -> None:
        found = round_at(state, self.round)
        holders: tuple[dict[str, Result] | dict[str, OpenGame] | dict[str, Captains], ...]
        holders = (found.results, found.games, found.captains)
        for held in holders:
            for key in [key for key in held if int(key.partition(".")[0]) not in self.kept]:
                del held[key]
        found.request, found.paired, found.act = self.request, self.paired, state.number


class TableMoved(Effect, frozen=True, omit_defaults=True, tag="table-moved", forbid_unknown_fields=True):
    """Two pairs swapped tables, or one moved to a free table."""

    round: int
    table: int
    to: int

    def apply(self, state: TournamentState) -> None:
        found = round_at(state, self.round)
        places = {self.table: self.to, self.to: self.table}
        pairs = [msgspec.structs.replace(each, table=places.get(each.table, each.table)) for each in found.paired.pairs]
        found.paired = msgspec.structs.replace(found.paired, pairs=tuple(sorted(pairs, key=lambda each: each.table)))
        found.captains = {str(places.get(int(key), int(key))): each for key, each in found.captains.items()}


class ClockSet(Effect, frozen=True, omit_defaults=True, tag="clock-set", forbid_unknown_fields=True):
    """The round's clock has `left` seconds, and runs since `since` (ISO 8601) where that is not empty."""

    round: int
    left: int
    since: str = ""

    def apply(self, state: TournamentState) -> None:
        round_at(state, self.round).clock = Clock(self.left, self.since)


class GameOpened(Effect, frozen=True, omit_defaults=True, tag="game-opened", forbid_unknown_fields=True):
    """A seat has this record, in the place of any other. `swapped`: its side a is the second of the pairing."""

    round: int
    seat: str
    game: str
    swapped: bool = False

    def apply(self, state: TournamentState) -> None:
        round_at(state, self.round).games[self.seat] = OpenGame(self.game, self.swapped)


class CaptainsSet(Effect, frozen=True, omit_defaults=True, tag="captains-set", forbid_unknown_fields=True):
    """How far the captains of a match are. A choice that is not shown yet is in here: so is the act it was made by."""

    round: int
    seat: str
    captains: Captains

    def apply(self, state: TournamentState) -> None:
        round_at(state, self.round).captains[self.seat] = self.captains


class NoShowsSet(Effect, frozen=True, omit_defaults=True, tag="no-shows-set", forbid_unknown_fields=True):
    """These entrants, and no others, did not come to their tables in the round."""

    round: int
    entrants: tuple[int, ...] = ()

    def apply(self, state: TournamentState) -> None:
        round_at(state, self.round).no_shows = list(self.entrants)


# results


class ResultSet(Effect, frozen=True, omit_defaults=True, tag="result-set", forbid_unknown_fields=True):
    """A seat has this result; see `state.Result`. `first` is left out where it is the report itself."""

    round: int
    seat: str
    report: BattleOutcome
    standing: Certainty
    first: BattleOutcome | None = None
    side: Literal["", "a", "b"] = ""
    game: str = ""
    head: str = ""
    dispute: str = ""
    first_standing: Certainty | Literal[""] = ""

    def apply(self, state: TournamentState) -> None:
        first = self.report if self.first is None else self.first
        round_at(state, self.round).results[self.seat] = Result(
            self.report, self.standing, state.number, first, self.side, self.game, self.head, self.dispute,
            self.first_standing,
        )  # fmt: skip


class ResultAgreed(Effect, frozen=True, omit_defaults=True, tag="result-agreed", forbid_unknown_fields=True):
    """The result of a seat was confirmed; or, where staff has to, reported alike by both sides."""

    round: int
    seat: str
    standing: Certainty = "confirmed"

    def apply(self, state: TournamentState) -> None:
        found = round_at(state, self.round).results[self.seat]
        found.standing, found.act, found.dispute = self.standing, state.number, ""


class ResultDisputed(Effect, frozen=True, omit_defaults=True, tag="result-disputed", forbid_unknown_fields=True):
    """The result of a seat is in dispute; `first_standing` is how sure it was as played."""

    round: int
    seat: str
    dispute: str
    first_standing: Certainty | Literal[""] = ""

    def apply(self, state: TournamentState) -> None:
        found = round_at(state, self.round).results[self.seat]
        found.standing, found.dispute, found.first_standing = "disputed", self.dispute, self.first_standing


class ResultCleared(Effect, frozen=True, omit_defaults=True, tag="result-cleared", forbid_unknown_fields=True):
    """A seat has no result any more."""

    round: int
    seat: str

    def apply(self, state: TournamentState) -> None:
        del round_at(state, self.round).results[self.seat]


# the matches of a free league


class ChallengeMade(Effect, frozen=True, omit_defaults=True, tag="challenge-made", forbid_unknown_fields=True):
    """Entrant `a` challenged entrant `b`; it has the next number."""

    match: int
    a: int
    b: int
    at: str

    def apply(self, state: TournamentState) -> None:
        if self.match != len(state.matches) + 1:
            raise LookupError(f"match {self.match} is not the next")
        state.matches.append(LeagueMatch(self.match, self.a, self.b, self.at, self.at))


class ChallengeClosed(Effect, frozen=True, omit_defaults=True, tag="challenge-closed", forbid_unknown_fields=True):
    """A challenge led to no match."""

    match: int
    to: Literal["declined", "withdrawn"]
    at: str
    reason: str = ""

    def apply(self, state: TournamentState) -> None:
        found = match_at(state, self.match)
        found.standing, found.since, found.reason = self.to, self.at, self.reason


class MatchAgreed(Effect, frozen=True, omit_defaults=True, tag="match-agreed", forbid_unknown_fields=True):
    """A challenge was accepted: the two meet, at the table with the number of the match."""

    match: int
    at: str

    def apply(self, state: TournamentState) -> None:
        found, season = match_at(state, self.match), round_at(state, 1)
        found.standing, found.since = "agreed", self.at
        pairs = (*season.paired.pairs, Pair(found.number, found.a, found.b))
        pairs = tuple(sorted(pairs, key=lambda each: each.table))
        season.paired = msgspec.structs.replace(season.paired, pairs=pairs)


class MatchCalledOff(Effect, frozen=True, omit_defaults=True, tag="match-called-off", forbid_unknown_fields=True):
    """A match does not take place."""

    match: int
    at: str
    reason: str = ""

    def apply(self, state: TournamentState) -> None:
        found, season = match_at(state, self.match), round_at(state, 1)
        found.standing, found.since, found.reason = "called-off", self.at, self.reason
        pairs = tuple(each for each in season.paired.pairs if each.table != self.match)
        season.paired = msgspec.structs.replace(season.paired, pairs=pairs)


# penalties, soft scores, offices, webhooks


class PenaltyGiven(Effect, frozen=True, omit_defaults=True, tag="penalty-given", forbid_unknown_fields=True):
    """The ledger has a new entry; points are hundredths."""

    entrant: int
    kind: PenaltyKind
    reason: str
    rule: str = ""
    round: int = 0
    match: int = 0
    battle: int = 0
    victory: int = 0

    def apply(self, state: TournamentState) -> None:
        state.penalties.append(
            Penalty(
                state.number, self.entrant, self.kind, self.reason, self.rule, self.round, self.match, self.battle,
                self.victory,
            )
        )  # fmt: skip


class PenaltyLifted(Effect, frozen=True, omit_defaults=True, tag="penalty-lifted", forbid_unknown_fields=True):
    """The penalty that act `penalty` gave counts no more."""

    penalty: int
    reason: str

    def apply(self, state: TournamentState) -> None:
        next(each for each in state.penalties if each.act == self.penalty).lifted = self.reason


class SoftGiven(Effect, frozen=True, omit_defaults=True, tag="soft-given", forbid_unknown_fields=True):
    """A mark of a category was given, or another in its place; as `SoftMark`."""

    category: str
    entrant: int
    points: int
    round: int = 0
    giver: int = 0

    def apply(self, state: TournamentState) -> None:
        mark = SoftMark(self.category, self.entrant, self.points, self.round, self.giver)
        state.soft = [each for each in state.soft if each.key != mark.key] + [mark]


class SoftWithdrawn(Effect, frozen=True, omit_defaults=True, tag="soft-withdrawn", forbid_unknown_fields=True):
    """A mark counts no more."""

    category: str
    entrant: int
    round: int = 0
    giver: int = 0

    def apply(self, state: TournamentState) -> None:
        key = SoftMark(self.category, self.entrant, 0, self.round, self.giver).key
        if key not in {each.key for each in state.soft}:
            raise LookupError("there is no such mark")
        state.soft = [each for each in state.soft if each.key != key]


class OfficeGiven(Effect, frozen=True, omit_defaults=True, tag="office-given", forbid_unknown_fields=True):
    """Somebody, by opaque id, has an office."""

    person: str
    role: str

    def apply(self, state: TournamentState) -> None:
        state.roles.setdefault(self.person, []).append(self.role)


class OfficeTaken(Effect, frozen=True, omit_defaults=True, tag="office-taken", forbid_unknown_fields=True):
    """Somebody has an office no more."""

    person: str
    role: str

    def apply(self, state: TournamentState) -> None:
        state.roles[self.person].remove(self.role)


class WebhookAdded(Effect, frozen=True, omit_defaults=True, tag="webhook-added", forbid_unknown_fields=True):
    """Another program is told of the event's acts."""

    webhook: str

    def apply(self, state: TournamentState) -> None:
        state.webhooks.append(self.webhook)


class WebhookRemoved(Effect, frozen=True, omit_defaults=True, tag="webhook-removed", forbid_unknown_fields=True):
    """A program is no longer told of the event's acts."""

    webhook: str

    def apply(self, state: TournamentState) -> None:
        state.webhooks.remove(self.webhook)


def round_at(state: TournamentState, number: int) -> Round:
    """A round by its number. Raises: LookupError."""
    if not 1 <= number <= len(state.rounds):
        raise LookupError(f"round {number} is not paired")
    return state.rounds[number - 1]


def match_at(state: TournamentState, number: int) -> LeagueMatch:
    """A challenge or match by its number. Raises: LookupError."""
    if not 1 <= number <= len(state.matches):
        raise LookupError(f"there is no match {number}")
    return state.matches[number - 1]


AnyEffect: TypeAlias = (
    Announced | Renamed | TermsSet | PhaseChanged | PlacesSettled | PlacesOpened
    | Entered | StatusChanged | EntryCorrected | CheckInSet | ByeGranted | ByeWithdrawn | PairForbidden | PairAllowed
    | RosterSubmitted | RostersLocked | RosterUnlocked
    | GroupsSet | RoundPaired | RoundPairedAgain | TableMoved | ClockSet | GameOpened | CaptainsSet | NoShowsSet
    | ResultSet | ResultAgreed | ResultDisputed | ResultCleared
    | ChallengeMade | ChallengeClosed | MatchAgreed | MatchCalledOff
    | PenaltyGiven | PenaltyLifted | SoftGiven | SoftWithdrawn
    | OfficeGiven | OfficeTaken | WebhookAdded | WebhookRemoved
)  # fmt: skip
"""Every effect, told apart by its `type`."""
