"""The terms of an event: everything that is agreed before the first round and decides pairings, scores and places.

They are data. An event's stream holds them whole, so that a pairing or a place of years ago can be derived again.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gamelog.contest.terms_free import FreeLeague
from gamelog.contest.terms_soft import Overall, SoftCategory
from gamelog.contest.terms_stages import Knockout, Mission, Stages, Then
from gamelog.contest.terms_tallies import POINTS, Major, PointsMember, Tallied, Tally
from gamelog.contest.terms_tallies import Kind as Kind
from gamelog.contest.terms_tallies import Ranks as Ranks

Count: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Hundredths: TypeAlias = Annotated[int, Meta(ge=-10_000_000, le=10_000_000)]
"""Points, in hundredths of a point."""
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[a-z0-9][a-z0-9._-]*$")]
Label: TypeAlias = Annotated[str, Meta(max_length=200)]

Format: TypeAlias = Literal[
    "swiss",
    "round-robin",
    "single-elimination",
    "swiss-cut",
    "league",
    "double-elimination",
    "free-league",
    "groups",
    "pods",
]


class Award(msgspec.Struct, frozen=True, omit_defaults=True):
    """The worth of a round without a battle: points of each kind, in hundredths, for the entrant and against."""

    match: Hundredths = 0
    battle: Hundredths = 0
    victory: Hundredths = 0
    battle_against: Hundredths = 0
    victory_against: Hundredths = 0
    tallies: Tallied = {}
    tallies_against: Tallied = {}
    own_mean: tuple[PointsMember, ...] = ()
    """Kinds that are not worth these points but the entrant's own mean over the rounds that they played, rounded to a
    hundredth, halves up. Whoever has played no round yet has these points."""


class Band(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a scale: a difference of victory points from `least` to `most`, in hundredths, and what both get.

    A limit is part of the band unless it is said to be `open`; `most` None is no limit.
    """

    least: Hundredths
    most: Hundredths | None
    winner: Hundredths
    loser: Hundredths
    open_least: bool = False
    open_most: bool = False


class Bonus(msgspec.Struct, frozen=True, omit_defaults=True):
    """Points on top, each claimed by its id: a painted army, a secondary mission, best sportsmanship.

    `battle_against` is what the opponent gets with it: where both share 20, an objective is worth 3 and -3.
    """

    id: Word
    en: Label
    ru: Label = ""
    match: Hundredths = 0
    battle: Hundredths = 0
    victory: Hundredths = 0
    battle_against: Hundredths = 0


class Scoring(msgspec.Struct, frozen=True, omit_defaults=True):
    """From the result of a battle to the points of a round.

    Victory points (capped at `victory_cap`) give battle points by the `scale` on their difference; without a scale the
    battle points are the victory points. The side with more wins; a difference of victory points of up to `draw_within`
    is a draw. `win`, `draw` and `loss` are match points. Bonuses come last and are capped by the caps: where there is a
    cap, points of that kind stay between 0 and it.

    `tallies` are what else is reported. Each is capped by itself; of those that are parts of the victory points, what
    is above a cap is taken off these before anything else. A `major` victory has match points of its own.

    `decided_by` battle: who wins is decided at the end, by battle points with their bonuses, and `draw_within` is a
    difference of those.
    """

    win: Hundredths = 300
    draw: Hundredths = 100
    loss: Hundredths = 0
    ranks: Ranks = "match"
    scale: tuple[Band, ...] = ()
    draw_within: Annotated[int, Meta(ge=0)] = 0
    decided_by: Literal["victory", "battle"] = "victory"
    victory_cap: Hundredths | None = None
    battle_cap: Hundredths | None = None
    match_cap: Hundredths | None = None
    bonuses: tuple[Bonus, ...] = ()
    tallies: tuple[Tally, ...] = ()
    major: Major | None = None
    bye: Award = Award(match=300)
    half_bye: Award = Award(match=100)
    zero_bye: Award = Award()
    forfeit_win: Award = Award(match=300)
    forfeit_loss: Award = Award()
    preset: str = ""
    """The preset these were taken from, `<id>@<version>`, or empty; changed or not, what stands here counts."""

    @property
    def outcomes(self) -> tuple[Hundredths, ...]:
        """The match points that the outcome of a battle can bring."""
        major = (self.major.win, self.major.loss) if self.major else ()
        return (self.win, self.draw, self.loss, *major)

    @property
    def best(self) -> Hundredths:
        """The match points of the best win."""
        return max(self.win, self.major.win) if self.major else self.win


class TieBreak(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tie-break by its id and version, with its parameters as whole numbers (percentages in hundredths).

    Some can be asked of another kind of points than match points: `of` is the kind that is counted, mostly of the
    opponents, and `by` the entrant's own kind beside it.
    """

    id: Word
    version: Word
    params: dict[str, int] = {}
    of: Kind = ""
    by: Kind = ""


class PairingTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """How rounds are paired.

    No rematch and no second bye are never weighed against anything; they hold until a recorded act lifts one of them.
    `order` is how a score group is paired: `random` by the published seed, `fold` (first against the first of the lower
    half) or `adjacent`; `rank_by` what the order is made from in the first round and inside groups.
    """

    version: Word = "1"
    order: Literal["random", "fold", "adjacent"] = "random"
    rank_by: Literal["standings", "rating", "number"] = "standings"
    avoid_clubs: bool = True
    avoid_clubs_rounds: Count = 99
    """Up to which round members of a club are kept apart."""
    rotate_tables: bool = True
    rotate_terrain: bool = False
    """Whether nobody comes back to a kind of terrain either, where that can be avoided; from version 2 on."""
    bye_goes_to: Literal["lowest", "random"] = "lowest"
    schedule: Literal["circle", "berger"] = "circle"
    """Who meets whom in which round of a round robin: the circle method, or FIDE's Berger tables."""


class TableTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of the hall: its number and the terrain on it."""

    number: Annotated[int, Meta(ge=1, le=10_000)]
    terrain: Label = ""
    note: Label = ""


class RosterTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The limits of a roster. `points` 0 is no limit; `required` closes check-in to entrants without one."""

    required: bool = False
    points: Count = 0
    models: Count = 0
    hidden_until_locked: bool = True


class TeamTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """Teams of `size` players. `captains`: the captains choose who plays whom; otherwise the order in the team decides.

    `scoring` turns the sum of the boards' battle points into the points of the team's match, and says what teams are
    ranked by. `ranked_by` boards: by what the scoring of a board ranks by, as in every event until format 4 of acts,
    whose terms leave it empty. What is left empty today is filled in by the act.
    """

    size: Annotated[int, Meta(ge=2, le=12)]
    captains: bool = True
    scoring: Scoring = Scoring()
    ranked_by: Literal["", "boards", "teams"] = ""


class Season(msgspec.Struct, frozen=True, omit_defaults=True):
    """A league: rounds are weeks. Days are ISO dates."""

    starts: str = ""
    days_a_round: Annotated[int, Meta(ge=1, le=366)] = 7

    def days_of(self, number: int) -> tuple[date, date] | None:
        """The first and the last day of a round; None where the season has no beginning."""
        if not self.starts:
            return None
        first = date.fromisoformat(self.starts) + timedelta(days=(number - 1) * self.days_a_round)
        return first, first + timedelta(days=self.days_a_round - 1)


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is agreed before the first round."""

    ruleset: Word
    rules_version: str = ""
    options: dict[str, int | str | bool] = {}
    """Options of the ruleset that every game of the event is begun with."""
    format: Format = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=99)] = 5
    """The rounds of a Swiss, within groups too. In other formats their number follows from that of the entrants, and
    this says nothing."""
    cut: Annotated[int, Meta(ge=0, le=256)] = 0
    """How many play the single elimination after the Swiss rounds (`swiss-cut`)."""
    knockout: Knockout = Knockout()
    stages: Stages = Stages()
    bronze: bool = False
    """Whether the losers of the semi-finals play for the third place."""
    knocked_out: Literal["shared", "standings"] = "shared"
    """The places of those who lost in the same round of the elimination after a Swiss: shared, or in the order of the
    Swiss standings."""
    double: bool = False
    """Whether a round robin, within groups too, is played twice over, with sides changed."""
    capacity: Count = 0
    """How many may play; 0 is no limit. Later registrations join the waiting list."""
    round_minutes: Annotated[int, Meta(ge=0, le=1440)] = 150
    starts: str = ""
    """When the event begins, ISO 8601 with a time zone, or empty."""
    ends: str = ""
    place: Label = ""
    scoring: Scoring = Scoring()
    tiebreaks: tuple[TieBreak, ...] = ()
    pairing: PairingTerms = PairingTerms()
    tables: tuple[TableTerms, ...] = ()
    missions: tuple[Mission, ...] = ()
    """The missions of the rounds that have one of their own."""
    rosters: RosterTerms = RosterTerms()
    teams: TeamTerms | None = None
    season: Season | None = None
    free_league: FreeLeague = FreeLeague()
    late_entry: Annotated[int, Meta(ge=0, le=99)] = 0
    """Up to which round somebody may still enter; 0 is not after the first pairing."""
    half_byes: Annotated[int, Meta(ge=0, le=99)] = 0
    """How many half-point byes an entrant may ask for."""
    best_of: Annotated[int, Meta(ge=1, le=9)] = 1
    """How many games a match has at most, such as 3 for a best of three. The result of a table then has its games."""
    confirm: Literal["opponent", "staff", "none"] = "opponent"
    """Who confirms a result that a player reports."""
    check_in: bool = False
    """Whether only those are paired who are checked in."""
    soft: tuple[SoftCategory, ...] = ()
    """The categories of soft scores."""
    overall: Overall | None = None
    """How Best Overall is made of the battles and the soft scores; None: there is no such table."""

    @property
    def free_rounds(self) -> bool:
        """Whether somebody can skip a round and play on: no schedule and no bracket fixes whom they meet."""
        return self.format in ("swiss", "swiss-cut", "pods") or (self.grouped and self.stages.play == "swiss")

    @property
    def grouped(self) -> bool:
        """Whether entrants are put into groups that are paired by themselves."""
        return self.format == "groups"

    @property
    def ranked_by_group(self) -> bool:
        """Whether each group has standings of its own; groups that play on together have common ones."""
        return self.grouped and self.stages.then != "merged"

    @property
    def then(self) -> Then:
        """What follows the rounds that everybody plays."""
        if self.format == "swiss-cut":
            return "single-elimination"
        if self.format == "pods":
            return "pods"
        return self.stages.then if self.grouped else ""

    @property
    def elimination(self) -> Literal["", "single-elimination", "double-elimination"]:
        """The elimination that the event has, from the first round on or after others."""
        kind = self.then or self.format
        if kind == "single-elimination" or kind == "double-elimination":
            return kind
        return ""

    @property
    def has_bracket(self) -> bool:
        """Whether matches that winners advance from can be drawn on a wall: of an elimination, or of pods."""
        return bool(self.elimination) or (self.then == "pods" and self.stages.pod_play == "elimination")

    @property
    def double_knockout(self) -> bool:
        """Whether that is a double elimination."""
        return self.elimination == "double-elimination"

    @property
    def by_challenge(self) -> bool:
        """Whether entrants agree on their matches themselves, and nobody is paired."""
        return self.format == "free-league"

    def mission(self, number: int) -> Mission | None:
        """The mission of a round, if it has one of its own."""
        return next((each for each in self.missions if each.round == number), None)

    def soft_category(self, word: str) -> SoftCategory | None:
        """A category of soft scores by its id."""
        return next((each for each in self.soft if each.id == word), None)

    def options_in(self, number: int) -> dict[str, int | str | bool]:
        """The options of the ruleset that the games of a round are begun with."""
        mission = self.mission(number)
        return self.options | (mission.options if mission else {})

    @property
    def ranks_by_points(self) -> bool:
        """Whether the event ranks by match, battle or victory points, and not by a tally or a difference."""
        return self.ranks in POINTS

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The tallies of a battle; in an event of teams those of a match are the sums of its boards."""
        return self.scoring.tallies

    @property
    def paired_scoring(self) -> Scoring:
        """The scoring of what is paired: of battles, in an event of teams of their matches."""
        return self.teams.scoring if self.teams else self.scoring

    @property
    def ranks(self) -> Ranks:
        """What the event ranks by; in an event of teams, by what the scoring of their matches names."""
        own = self.teams if self.teams and self.teams.ranked_by == "teams" else self
        return own.scoring.ranks
