"""The table of standings as a page shows it: a row for everybody, with a mark for every round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from django.core.cache import cache
from django.utils.translation import gettext as _

from frontend.base.history_query import HistoryQuery
from frontend.base.language import russian
from frontend.base.points import figure, said
from frontend.tournaments import provisional, vocabulary
from frontend.tournaments.visit import Visit
from gamelog.contest import counting, standings
from gamelog.contest.cards import RoundScore
from gamelog.contest.places import Cell, Place, StandingsTable, Term
from gamelog.contest.provisional import UnsureResult
from gamelog.contest.state import Line, Round
from gamelog.contest.stream import FORMAT
from gamelog.tournaments import bracket, selectors

KEPT = 24 * 3600
_TABLE = msgspec.json.Decoder(StandingsTable)


class Mark(msgspec.Struct, frozen=True):
    """One entrant's round: the opponent and the outcome (`outcome`, or words if nothing was played).

    `standing` tells how sure that is, empty while it is being played; `points` are those that rank the tournament.
    """

    round: int
    table: int = 0
    opponent: str = ""
    outcome: str = ""
    words: str = ""
    standing: str = ""
    points: str = ""
    short: str = ""
    match: bool = False
    """Whether it is a match of a free league, not a round."""

    @property
    def hint(self) -> str:
        """The round in full, as a tooltip; empty if there is nothing to add."""
        number = self.table if self.match else self.round
        return " · ".join(filter(None, (f"{number}: {self.words}", self.opponent, self.points))) if self.words else ""


class StandingsRow(msgspec.Struct, frozen=True):
    """A row of the table. `shared` tells that others have the same place."""

    place: int
    shared: bool
    entrant: int
    name: str
    faction: str
    club: Any
    record: str
    cells: tuple[str, ...]
    tallies: tuple[str, ...]
    """Those that are listed beside the values, for and against."""
    marks: tuple[Mark, ...]
    withdrawn: bool
    own: bool
    provisional: str
    """Why the place is provisional, as a sentence; empty if it is not."""

    @property
    def score(self) -> str:
        """The points that rank the tournament."""
        return self.cells[0]


def table_of(visit: Visit, asked: HistoryQuery) -> StandingsTable:
    """The standings that a reader asked for. Cached; losing the cache costs only time."""
    tournament = visit.tournament
    key = f"standings:{tournament.pk}:{visit.state.number}:{tournament.head[:24]}:{asked.line}:{FORMAT}"
    kept = cache.get(key)
    if kept is None:
        kept = msgspec.json.encode(selectors.standings_after(tournament, visit.state, asked.line))
        cache.set(key, kept, KEPT)
    return _TABLE.decode(kept)


def rows(visit: Visit, table: StandingsTable, places: Iterable[Place], line: Line = "corrected") -> list[StandingsRow]:
    """The rows of some places of a table of this line."""
    sharing = Counter(each.place for each in table.places)
    opponents = _opponents(visit)
    unsure = selectors.provisional_after(visit.tournament, visit.state, line)
    return [
        _row(visit, each, each.place > 0 and sharing[each.place] > 1, opponents, unsure.get(each.entrant, ()))
        for each in places
    ]


def _row(
    visit: Visit, place: Place, shared: bool, opponents: dict[int, dict[int, tuple[int, int]]],
    unsure: Sequence[UnsureResult],
) -> StandingsRow:  # fmt: skip
    found = visit.state.entrants[place.entrant]
    tallies = vocabulary.listed_tallies(place.card, visit.state.terms)
    return StandingsRow(
        place.place, shared, place.entrant, visit.name(place.entrant), found.faction, visit.club(place.entrant),
        f"{place.wins}–{place.draws}–{place.losses}", tuple(figure(each.shown) for each in place.cells), tallies,
        tuple(_marks(visit, place, opponents.get(place.entrant, {}))), found.status == "dropped",
        visit.own is not None and visit.own.number == place.entrant, provisional.because(unsure),
    )  # fmt: skip


def _opponents(visit: Visit) -> dict[int, dict[int, tuple[int, int]]]:
    """Everybody's opponents with their tables, by round."""
    found: dict[int, dict[int, tuple[int, int]]] = {}
    for each in visit.state.rounds:
        for pair in each.paired.pairs:
            found.setdefault(pair.a, {})[each.number] = (pair.b, pair.table)
            found.setdefault(pair.b, {})[each.number] = (pair.a, pair.table)
    return found


def _marks(visit: Visit, place: Place, opponents: dict[int, tuple[int, int]]) -> Iterator[Mark]:
    scores = {each.round: (each, sure) for each, sure in zip(place.card.rounds, place.results, strict=False)}
    if visit.state.terms.by_challenge:
        yield from _match_marks(visit, place.entrant, scores)
        return
    for each in visit.state.rounds:
        opponent, table = opponents.get(each.number, (0, 0))
        name = visit.name(opponent) if opponent else ""
        if each.stage != "swiss":
            yield _cut_mark(visit, each, place.entrant, table, name)
        elif each.number in scores:
            yield _mark(visit, *scores[each.number], table, name)
        elif opponent:
            yield Mark(each.number, table, name, words=_("being played"), short="…")
        else:
            yield Mark(each.number)


def _match_marks(visit: Visit, entrant: int, scores: dict[int, tuple[RoundScore, Any]]) -> Iterator[Mark]:
    """The matches of an entrant, in the order of their numbers: everybody has their own, and as many as they like."""
    for season in visit.state.rounds:
        for pair in season.paired.pairs:
            if entrant not in (pair.a, pair.b):
                continue
            name = visit.name(pair.b if pair.a == entrant else pair.a)
            if pair.table in scores:
                made = _mark(visit, *scores[pair.table], pair.table, name)
                yield msgspec.structs.replace(made, round=season.number, match=True)
            else:
                yield Mark(season.number, pair.table, name, words=_("being played"), short="…", match=True)


def _mark(visit: Visit, score: RoundScore, sure: str, table: int, name: str) -> Mark:
    points = said(score.of(visit.state.terms.ranks))
    shown = vocabulary.outcome(score.outcome) or vocabulary.bye_kind(score.how)
    return Mark(score.round, table, name, score.outcome, shown, sure, points, _short(score.outcome, score.how))


def _short(outcome: str, how: str) -> str:
    """One letter or sign for the narrow columns; screen readers get the words."""
    letters = {"win": _("W"), "draw": _("D"), "loss": _("L")}
    return letters.get(outcome) or {"bye": "B", "half-bye": "½", "forfeit-win": "+", "forfeit-loss": "−"}.get(how, "–")


def _cut_mark(visit: Visit, found: Round, entrant: int, table: int, name: str) -> Mark:
    """A match of the elimination, which has no points: only the winner counts."""
    pair = found.pair_of(entrant)
    if pair is None:
        if entrant in found.paired.waiting:
            return Mark(found.number, words=vocabulary.bye_kind("waiting"), short="…")
        return (
            Mark(found.number, words=_("unopposed"), short="→")
            if entrant in found.paired.unopposed
            else Mark(found.number)
        )
    keys = [each for each in visit.state.rounds[found.number - 1].results if each.split(".")[0] == str(pair.table)]
    results = [found.results[key] for key in keys]
    size = visit.state.terms.teams.size if visit.state.terms.teams else 1
    if len(results) < size:
        return Mark(found.number, table, name, words=_("being played"), short="…")
    points = counting.match_points(visit.state, results)[0 if pair.a == entrant else 1]
    sure = max((each.standing for each in results), key=counting.SURE.index)
    return Mark(found.number, table, name, points.outcome, vocabulary.outcome(points.outcome), sure,
                short=_short(points.outcome, ""))  # fmt: skip


def stages(visit: Visit) -> list[str]:
    """The headings of the round columns: numbers, and in an elimination the number of entrants left."""
    slots = bracket.slots_of(visit.state)
    return [
        cut_round(slots[each.number] // 2) if each.number in slots else str(each.number) for each in visit.state.rounds
    ]


def cut_round(matches: int) -> str:
    """The name of an elimination round, by its matches."""
    # English names a round by its players, Russian by its matches, so each has its own words.
    return {
        1: _("final"), 2: _("semi-finals"), 4: _("quarter-finals"), 8: _("round of 16"), 16: _("round of 32"),
        32: _("round of 64"), 64: _("round of 128"), 128: _("round of 256"),
    }.get(matches, _("round of %(count)s") % {"count": 2 * matches})  # fmt: skip


def why_provisional(visit: Visit, asked: HistoryQuery, entrant: int) -> str:
    """Why an entrant's place is provisional, as a sentence; empty if it is not."""
    found = selectors.provisional_after(visit.tournament, visit.state, asked.line)
    return provisional.because(found.get(entrant, ()))


class ExplainedTerm(msgspec.Struct, frozen=True):
    """One term of a value: what it adds, its round and opponent, and whether it was left out.

    `exactly` is the fraction if the shown number is rounded.
    """

    shown: str
    exactly: str
    round: int
    opponent: int
    name: str
    words: str
    left_out: bool


def explanation_of(visit: Visit, asked: HistoryQuery, entrant: int, column: int) -> dict[str, Any]:
    """A value with its terms, its rule and the rule's source. Raises: Refused `no-entrant`, `no-column`."""
    state = visit.state
    cards = counting.cards_with(counting.cards(state, asked.line), state, entrant)
    found = standings.explain(cards, state.terms, state.seed, entrant, column)
    terms = [
        ExplainedTerm(figure(each.shown), exactly(each), each.round, each.opponent,
               visit.name(each.opponent) if each.opponent else "",
               vocabulary.label(each), each.left_out)
        for each in found.terms
    ]  # fmt: skip
    rule, source = (found.rule_ru, found.source_ru) if russian() else (found.rule_en, found.source)
    params = vocabulary.settings(standings.criteria_of(state.terms)[column], state.terms.tallies)
    return {
        "found": found, "exactly": exactly(found.value), "terms": terms, "rule": rule, "source": source,
        "params": params,
        "sentence": figure(found.ru if russian() else found.en), "label": vocabulary.label(found.column),
    }  # fmt: skip


def exactly(value: Cell | Term) -> str:
    """The exact fraction of a value that is shown rounded; empty if nothing was rounded."""
    return value.exact if value.exact and Fraction(value.exact) != Fraction(value.shown) else ""
