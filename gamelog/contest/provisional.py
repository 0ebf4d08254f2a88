"""Which places of an event are provisional, and on which results they rest.

A result is unsure while it is disputed, while only one side has reported it, and while the record that the table keeps
has not been verified. An entrant's place rests on an unsure result

- that is their own: their points are not sure;
- with which their order beside somebody else could turn: either of the two could have as many points as the other, or
  they are level and a tie-break that is asked between them reads a card that holds the result.

No place is called sure that an outcome could move. One may be called provisional though no outcome would move it,
because tie-breaks are not computed for every outcome.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from gamelog.contest import counting, draw, groups, standings
from gamelog.contest.cards import Card, Cards
from gamelog.contest.free_league import column_of, rate
from gamelog.contest.kept_standings import KeptStandings
from gamelog.contest.state import Line, Result, Round, TournamentState, seats_of
from gamelog.contest.terms import Ranks, Scoring
from gamelog.contest.terms_tallies import POINTS
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group

Why: TypeAlias = Literal["disputed", "reported", "unverified"]
"""Why a result is unsure, the worst first: it is disputed; only one side has reported it; both sides agree, but the
record of the game has not been verified."""
WORST: tuple[Why, ...] = ("disputed", "reported", "unverified")


class UnsureResult(msgspec.Struct, frozen=True, order=True):
    """A result on which places rest: the table of a round, and why it is unsure."""

    round: int
    table: int
    why: Why


Provisional: TypeAlias = dict[int, tuple[UnsureResult, ...]]
"""By entrant, the unsure results on which the place rests; who is not in it has a sure place."""


def worst(found: Iterable[UnsureResult]) -> Why | Literal[""]:
    """The gravest reason of several; empty if there is none."""
    whys = {each.why for each in found}
    return next((each for each in WORST if each in whys), "")


def provisional(state: TournamentState, line: Line = "corrected", kept: KeptStandings | None = None) -> Provisional:
    """The places that are provisional in the standings of a state. `kept` is what was kept of them."""
    unsure = [each for found in state.rounds for each in _of_round(state, found, line)]
    if not unsure:
        return {}
    cards, _sure = counting.counted(state, line, kept=kept)
    if not state.terms.ranked_by_group:
        return _Resting(state, cards, unsure).found()
    found: Provisional = {}
    for members in groups.members(state, cards).values():
        concerned = [each for each in unsure if each.a in members or each.b in members]
        found |= _Resting(state, {each: cards[each] for each in members}, concerned).found()
    return found


class _Unsure(NamedTuple):
    """An unsure result and the two whose result it is. `counts`: it is on their cards; else it is of an elimination."""

    result: UnsureResult
    a: int
    b: int
    counts: bool


def _of_round(state: TournamentState, found: Round, line: Line) -> Iterable[_Unsure]:
    counts = found.stage == "swiss" or state.terms.format == "single-elimination"
    for pair in found.paired.pairs:
        keys = seats_of(state, pair)
        if not all(key in found.results for key in keys):
            continue
        whys = [_why(state, found, key, found.results[key], line) for key in keys]
        why = next((each for each in WORST if each in whys), None)
        if why:
            yield _Unsure(UnsureResult(found.number, pair.table, why), pair.a, pair.b, counts)


def _why(state: TournamentState, found: Round, key: str, result: Result, line: Line) -> Why | Literal[""]:
    match result.sure(line):
        case "disputed":
            return "disputed"
        case "reported":
            return "reported"
        case "confirmed" if key in found.games and not result.game and state.phase != "finished":
            # Whoever finishes an event lets stand what both sides have agreed on; a record can still dispute it.
            return "unverified"
    return ""


class _Worth(NamedTuple):
    """The fewest and the most points of a round, in hundredths."""

    least: int
    most: int


class _Range(NamedTuple):
    """The points that rank an entrant, from the fewest to the most that unsure results may leave."""

    least: Fraction
    most: Fraction

    @property
    def sure(self) -> bool:
        return self.least == self.most

    def meets(self, other: _Range) -> bool:
        return self.least <= other.most and other.least <= self.most


@dataclass
class _Results(Crosstable):
    """A crosstable whose `read` says from whose results a value is. How many rounds there are is no result."""

    counted: int = 0

    @property
    def rounds(self) -> int:
        return self.counted


class _Resting:
    """The computation for one state."""

    def __init__(self, state: TournamentState, cards: Cards, unsure: Sequence[_Unsure]) -> None:
        self._state, self._cards, self._unsure = state, cards, unsure
        self._of: dict[int, set[UnsureResult]] = defaultdict(set)
        """The unsure results on each card."""
        for each in unsure:
            if each.counts:
                self._of[each.a].add(each.result)
                self._of[each.b].add(each.result)
        self._rests: dict[int, set[UnsureResult]] = defaultdict(set)
        self._ranges = self._ranges_of()

    def found(self) -> Provisional:
        """Everybody whose place is provisional."""
        for each in self._unsure:
            for entrant in (each.a, each.b, *self._pod_of(each)):
                self._rests[entrant].add(each.result)
        for compared in self._compared():
            self._by_points(compared)
            self._by_tiebreaks(compared)
        return {entrant: tuple(sorted(self._rests[entrant])) for entrant in sorted(self._cards) if self._rests[entrant]}

    def _pod_of(self, unsure: _Unsure) -> Iterable[int]:
        """Everybody in the pod that a result belongs to: it may move any of their places."""
        found = self._state.rounds[unsure.result.round - 1]
        if found.stage != "pods":
            return ()
        first = draw.rounds_in(self._state.rounds, "pods")[0].request.candidates
        pod = next(each.group for each in first if each.entrant == unsure.a)
        return (each.entrant for each in first if each.group == pod)

    def _compared(self) -> Iterable[set[int]]:
        """Sets of entrants whose order follows from points and tie-breaks: all, or those outside of an elimination, and
        where its losers stand in the order of the Swiss, those who came as far.
        """
        last = {
            each.entrant: cut for cut in self._state.rounds if cut.stage == "cut" for each in cut.request.candidates
        }
        yield self._cards.keys() - last.keys()
        if self._state.terms.knocked_out != "standings":
            return
        for cut in {each.number: each for each in last.values()}.values():
            here = {entrant for entrant, found in last.items() if found is cut} & self._cards.keys()
            for each in self._unsure:
                if each.result.round == cut.number:
                    # Whoever loses this match is put in the order of those who have lost in the same round.
                    for entrant in here:
                        self._rests[entrant].add(each.result)
            yield here

    # points

    def _ranges_of(self) -> dict[int, _Range]:
        kind = self._state.terms.ranks
        worth = _worth_of_round(self._state, self._cards, kind)
        return {entrant: self._range(card, kind, worth) for entrant, card in self._cards.items()}

    def _range(self, card: Card, kind: Ranks, worth: _Worth) -> _Range:
        now = least = most = card.of(kind)
        terms = self._state.terms
        unsure = {column_of(terms, each.round, each.table) for each in self._of.get(card.entrant, ())}
        for each in card.rounds:
            if each.round in unsure:
                points = each.of(kind)
                least += min(worth.least - points, 0)
                most += max(worth.most - points, 0)
        least, most = (least, most) if unsure else (now, now)
        return _Range(rate(terms, card, least), rate(terms, card, most))

    def _by_points(self, compared: Collection[int]) -> None:
        for unsure in compared & self._of.keys():
            mine = self._ranges[unsure]
            for other in compared:
                if other != unsure and mine.meets(self._ranges[other]):
                    self._rests[other] |= self._of[unsure]
                    self._rests[unsure] |= self._of.get(other, set())

    # tie-breaks

    def _by_tiebreaks(self, compared: Collection[int]) -> None:
        """Those whose points are sure and the same are parted by tie-breaks; each may be read from unsure results."""
        points = {entrant: self._ranges[entrant] for entrant in compared}
        level: dict[Fraction, list[int]] = defaultdict(list)
        for entrant, found in points.items():
            if found.sure:
                level[found.least].append(entrant)
        groups = [group for group in level.values() if len(group) > 1]
        if not groups:
            return
        rounds = max((each.round for card in self._cards.values() for each in card.rounds), default=0)
        table = _Results(self._cards, self._state.terms, self._state.seed, counted=rounds)
        criteria = standings.criteria_of(self._state.terms)[1:]
        now: dict[Fraction, list[int]] = defaultdict(list)
        for entrant, card in self._cards.items():
            terms = self._state.terms
            now[rate(terms, card, card.of(terms.ranks))].append(entrant)
        for group in groups:
            self._part(table, criteria, group, tuple(sorted(now[points[group[0]].least])))

    def _part(
        self, table: Crosstable, criteria: Sequence[standings.Criterion], group: Collection[int], ties: Group
    ) -> None:
        """Part a `group` of entrants whose values so far are sure and the same; `ties` are all who are level now."""
        if not criteria or len(group) < 2:
            return
        worked, read = {}, {}
        for entrant in ties:
            table.read = 0
            worked[entrant] = criteria[0].rule.compute(table, entrant, criteria[0].setting, ties)
            read[entrant] = self._read(table.read)
        spread = set().union(*(read[entrant] for entrant in group))
        for entrant in group:
            self._rests[entrant] |= spread
        for level in standings.split(ties, worked):
            self._part(table, criteria[1:], [each for each in level if each in group and not read[each]], level)

    def _read(self, cards: int) -> set[UnsureResult]:
        """The unsure results on cards that were read, given as their bits."""
        return {each for entrant, found in self._of.items() if cards >> entrant & 1 for each in found}


def _worth_of_round(state: TournamentState, cards: Cards, kind: Ranks) -> _Worth:
    """The fewest and the most points that a result gives, as the scoring says; where it sets no limit, as the rounds of
    the event have it so far.
    """
    scoring = state.terms.paired_scoring
    if kind not in POINTS:
        return _worth_of_other(state, cards, kind)
    awards = [getattr(each, kind) for each in (scoring.forfeit_win, scoring.forfeit_loss)]
    bonuses = [getattr(each, kind) for each in scoring.bonuses]
    if kind == "battle":
        bonuses += [each.battle_against for each in scoring.bonuses]
    fewer, more = (sum(each for each in bonuses if each * sign > 0) for sign in (-1, 1))
    points, cap = _without_bonuses(scoring, kind), getattr(scoring, f"{kind}_cap")
    if not points:
        points = [getattr(each, kind) for card in cards.values() for each in card.rounds if each.how == "played"]
        fewer = more = 0
        points += [] if cap is None else [0, cap]
    ends = [min(points, default=0) + fewer, max(points, default=0) + more]
    if cap is not None:
        ends = [max(0, min(each, cap)) for each in ends]
    return _Worth(min(*ends, *awards), max(*ends, *awards))


def _worth_of_other(state: TournamentState, cards: Cards, kind: Ranks) -> _Worth:
    """The same of a kind that no bonus and no scale is about: by its limits, and as the rounds of the event have it."""
    bounds = Crosstable(cards, state.terms).bounds(kind)
    points = [each.of(kind) for card in cards.values() for each in card.rounds]
    points += [bounds.least, bounds.most] if bounds else []
    return _Worth(min(points, default=0), max(points, default=0))


def _without_bonuses(scoring: Scoring, kind: Ranks) -> list[int]:
    """What a battle can be worth before bonuses; empty if the scoring sets no limit."""
    if kind == "match":
        return list(scoring.outcomes)
    if kind == "battle":
        return [points for band in scoring.scale for points in (band.winner, band.loser)]
    return []
