"""Standings: places, the values that decide them, and the terms of each value.

Entrants are ranked by the score that the event's terms name, then by the tie-breaks in their order. A tie-break that is
about those who are level is asked for each group that is still level when it is reached; what it separates stays
separated, and the next tie-break is asked within each group that remains (FIDE C.07, 4.2). Values are compared exactly.
Equals share a place: 1, 1, 3. Among equals the rows follow the list that the event began with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import groupby
from math import lcm
from typing import Literal, TypeAlias

from gamelog.contest import free_league, tiebreaks
from gamelog.contest.cards import Card, Cards
from gamelog.contest.errors import Refused
from gamelog.contest.kept_standings import KeptStandings
from gamelog.contest.places import Cell, Certainty, Column, Explanation, Place, StandingsTable, Term
from gamelog.contest.points import exact, said, shown
from gamelog.contest.terms import Terms, TieBreak
from gamelog.contest.terms_tallies import AGAINST, KindName, Tally, name_of, parts_of
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.own_points import POINTS_OF_KIND, added_over_rounds
from gamelog.contest.tiebreaks.rule import Group, Setting, Summand, TieBreakRule, Worked, in_points

NOTHING = Cell("", "")
NO_PLACE = 0
"""The place of players with too few games for one."""
LEVEL_WITH_NOBODY = Worked(
    None,
    (),
    "Nobody was level with this entrant when it was reached.",
    "К этому показателю равных с участником не было.",
)
Sure: TypeAlias = tuple[Certainty | Literal[""], ...]
Results: TypeAlias = Mapping[int, Sure]
"""For an entrant, how sure the result of each round is."""


@dataclass(frozen=True, eq=False)
class Criterion:
    """A column in use: its display, the rule behind it, and its settings. Each is one of its own for a crosstable."""

    column: Column
    rule: TieBreakRule
    setting: Setting


@dataclass(frozen=True)
class Ranking:
    """Groups of tied entrants, best first, and each criterion's values."""

    groups: tuple[Group, ...]
    worked: tuple[Mapping[int, Worked], ...]


def standings(
    cards: Cards, terms: Terms, seed: str, results: Results | None = None, kept: KeptStandings | None = None
) -> StandingsTable:
    """The table of places. `results` gives for an entrant how sure the result of each round is.

    Raises:
        Refused: the terms name a tie-break that is not there (see `tiebreaks.validate`).
    """
    kept = kept or KeptStandings()
    criteria = kept.made("criteria", terms, lambda: criteria_of(terms))
    ranking = ranking_of(kept.crosstable(cards, terms, seed), criteria)
    places, first, sure = [], 1, results or {}
    rows: list[tuple[int, int]] = []
    below: list[tuple[int, int]] = []
    for group in ranking.groups:
        here = [each for each in group if free_league.placed(terms, cards[each])]
        rows += [(first, each) for each in here]
        below += [(NO_PLACE, each) for each in group if each not in here]
        first += len(here)
    for place, entrant in (*rows, *below):
        told = place, cards[entrant], sure.get(entrant, ()), [found[entrant] for found in ranking.worked]
        places.append(kept.made(("row", entrant), told, partial(_row, kept, *told)))
    return StandingsTable(rounds_on(cards), tuple(each.column for each in criteria), tuple(places))


def _row(kept: KeptStandings, place: int, card: Card, results: Sure, worked: Sequence[Worked]) -> Place:
    cells = kept.made(("cells", card.entrant), worked, partial(_cells, worked))
    return row(place, card, cells, results)


def _cells(worked: Iterable[Worked]) -> tuple[Cell, ...]:
    return tuple(map(cell_of, worked))


def explain(cards: Cards, terms: Terms, seed: str, entrant: int, column: int) -> Explanation:
    """A value of the table opened: `column` 0 is the score, 1 the first tie-break, as in `Table.columns`.

    Raises:
        Refused: `no-entrant`, `no-column`, or as `standings`.
    """
    if entrant not in cards:
        raise Refused("no-entrant", "$.entrant", f"there is no entrant {entrant} in the standings")
    criteria = criteria_of(terms)
    if not 0 <= column < len(criteria):
        raise Refused("no-column", "$.column", f"columns are 0 to {len(criteria) - 1}, not {column}")
    found = ranking_of(Crosstable(cards, terms, seed), criteria[: column + 1]).worked[column][entrant]
    this, cell = criteria[column], cell_of(found)
    en, ru = (found.en, found.ru) if found.en else _sum(found.parts, cell.shown)
    return Explanation(this.column, entrant, cell, tuple(_term(part) for part in found.parts), en, ru,
                       this.rule.text_en, this.rule.text_ru, this.rule.source, this.rule.source_ru)  # fmt: skip


def criteria_of(terms: Terms) -> tuple[Criterion, ...]:
    """The score and the tie-breaks of an event, in order."""
    per_game = terms.by_challenge and terms.free_league.per_game
    en, ru = name_of(terms.tallies, terms.ranks)
    en, ru = (f"{en} per game", f"{ru} за игру") if per_game else (en, ru)
    rule = per_game_rule(en, ru, terms.free_league.added_games) if per_game else score_rule(en, ru)
    return (
        Criterion(Column("score", "1", en, ru), rule, Setting()),
        *(criterion_of(each, f"$.tiebreaks[{index}]", terms.tallies) for index, each in enumerate(terms.tiebreaks)),
    )


def listed(terms: Terms) -> tuple[Tally, ...]:
    """The tallies that have a column beside the criteria, for and against: not those that a tie-break counts anyway."""
    counted = {parts_of(each.setting.of)[0] for each in criteria_of(terms) if each.rule is POINTS_OF_KIND} | {
        parts_of(terms.ranks)[0]
    }
    return tuple(each for each in terms.tallies if each.listed and each.id not in counted)


def both_sides(card: Card, tally: Tally) -> tuple[str, str]:
    """What an entrant and its opponents have of a tally."""
    return said(card.of(tally.id)), said(card.of(tally.id + AGAINST))


def counts_games(terms: Terms) -> bool:
    """Whether the result of a table should have the games of a match: its terms say so, or a tie-break reads them.

    The boards of a match between teams are single games.
    """
    read = (tiebreaks.load(each.id, each.version).games for each in terms.tiebreaks)
    return terms.teams is None and (terms.best_of > 1 or any(read))


def criterion_of(tiebreak: TieBreak, path: str, tallies: Sequence[Tally] = ()) -> Criterion:
    """A tie-break as used by an event. Its label names the parameters that are not defaults; of the points of a kind it
    is the name of the kind.
    """
    rule = tiebreaks.load(tiebreak.id, tiebreak.version, path)
    setting = tiebreaks.settings(tiebreak, path)
    unusual = [(param.en, param.ru, setting[param.id]) for param in rule.params if setting[param.id] != param.default]
    if rule is POINTS_OF_KIND:
        names, of_points = name_of(tallies, setting.of), []
    else:
        names = KindName(rule.en, rule.ru)
        asked = [each for each in rule.kinds if getattr(tiebreak, each.id)]
        of_points = [(each, name_of(tallies, getattr(tiebreak, each.id))) for each in asked]
    en = ", ".join([names.en, *(f"{kind.en}: {_inside(points.en)}" for kind, points in of_points),
                    *(f"{label}: {value}" for label, _ru, value in unusual)])  # fmt: skip
    ru = ", ".join([names.ru, *(f"{kind.ru}: {_inside(points.ru)}" for kind, points in of_points),
                    *(f"{label}: {value}" for _en, label, value in unusual)])  # fmt: skip
    column = Column(rule.id, rule.version, en, ru, dict(setting), tiebreak.of, tiebreak.by)
    return Criterion(column, rule, setting)


def _inside(name: str) -> str:
    """A name inside of a label; an abbreviation such as TD stays one."""
    return name if name[1:2].isupper() else name[:1].lower() + name[1:]


def score_rule(en: str, ru: str) -> TieBreakRule:
    """The score, as a rule like the tie-breaks."""
    return TieBreakRule(
        "score", "1", en, ru,
        "The points of every round added up, with penalties and awards.",
        "Сумма очков всех туров со штрафами и надбавками.",
        "The scoring of the event", "Начисление очков этого турнира", score,
    )  # fmt: skip


def score(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The points that rank the event."""
    card, kind = crosstable.cards[entrant], crosstable.terms.ranks
    return added_over_rounds(card, lambda each: each.of(kind), card.adjustment(kind))


def per_game_rule(en: str, ru: str, added: int) -> TieBreakRule:
    """The score of a free league that ranks by the points of a game."""
    more_en = f", {added} more than were played" if added else ""
    more_ru = f", к которому прибавляется {added}" if added else ""
    return TieBreakRule(
        "score", "1", en, ru,
        "The points of every match added up, with penalties and awards, divided by the number of matches with a "
        f"result{more_en}. Forfeits count as matches. Whoever has none has 0.",
        "Сумма очков всех матчей со штрафами и надбавками, делённая на число матчей с результатом"
        f"{more_ru}. Неявки считаются матчами. У того, у кого матчей нет, 0.",
        "The scoring of the event", "Начисление очков этого турнира", score_per_game,
    )  # fmt: skip


def score_per_game(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The points that rank the event, by games."""
    card, kind, terms = crosstable.cards[entrant], crosstable.terms.ranks, crosstable.terms
    if not card.rounds:
        return Worked(Fraction(0), (), "No game yet: 0.", "Игр ещё не было: 0.")
    whole = added_over_rounds(card, lambda each: each.of(kind), card.adjustment(kind))
    value = in_points(1) * free_league.rate(terms, card, card.of(kind))
    games, added = len(card.rounds), terms.free_league.added_games
    below = f"({games} + {added})" if added else str(games)
    text = f"{said(card.of(kind))} / {below} = {shown(value)}"
    return Worked(value, whole.parts, f"By games: {text}", f"На игру: {text}")


def ranking_of(crosstable: Crosstable, criteria: Sequence[Criterion]) -> Ranking:
    """All entrants in groups that are still tied after every criterion."""
    everybody = sorted(crosstable.cards, key=lambda entrant: (crosstable.cards[entrant].rank, entrant))
    groups: tuple[Group, ...] = (tuple(everybody),) if everybody else ()
    found = []
    for criterion in criteria:
        worked = work(crosstable, criterion, groups)
        groups = tuple(part for group in groups for part in split(group, worked))
        found.append(worked)
    return Ranking(groups, tuple(found))


def work(crosstable: Crosstable, criterion: Criterion, groups: Sequence[Group]) -> dict[int, Worked]:
    """A criterion's value for everybody; if it is about tied entrants, nothing for those who stand alone."""
    alone = criterion.rule.needs_group
    return {
        entrant: LEVEL_WITH_NOBODY
        if alone and len(group) == 1
        else crosstable.once(_worked, criterion, entrant, group if alone else ())
        for group in groups
        for entrant in group
    }


def _worked(crosstable: Crosstable, criterion: Criterion, entrant: int, group: Group) -> Worked:
    return criterion.rule.compute(crosstable, entrant, criterion.setting, group)


def split(group: Group, worked: Mapping[int, Worked]) -> list[Group]:
    """A group by value, highest first, entrants without one last. Ties stay together, in order."""
    if len(group) == 1:
        return [group]

    values = {entrant: worked[entrant].value for entrant in group}
    # Over one denominator, whole numbers stand for the fractions: they are compared far faster.
    common = lcm(*(value.denominator for value in values.values() if value is not None))

    def height(entrant: int) -> tuple[bool, int]:
        value = values[entrant]
        return (False, 0) if value is None else (True, value.numerator * (common // value.denominator))

    return [tuple(equals) for _, equals in groupby(sorted(group, key=height, reverse=True), key=height)]


def cell_of(worked: Worked) -> Cell:
    """A value in its shown and stored form."""
    return NOTHING if worked.value is None else Cell(exact(worked.value), shown(worked.value))


def cell(exact: str) -> Cell:
    """A value as shown, from its exact form; empty: there is none."""
    return Cell(exact, shown(Fraction(exact))) if exact else NOTHING


def rounds_on(cards: Cards) -> int:
    """How many rounds are on the cards."""
    return max((len(card.rounds) for card in cards.values()), default=0)


def row(place: int, card: Card, cells: tuple[Cell, ...], results: Sure) -> Place:
    """A row of the table, with the counts of its card."""
    outcomes = [each.outcome for each in card.rounds]
    return Place(place, card.entrant, cells, card, outcomes.count("win"), outcomes.count("draw"),
                 outcomes.count("loss"), results)  # fmt: skip


def _term(part: Summand) -> Term:
    return Term(exact(part.amount), shown(part.amount), part.round, part.opponent, part.en, part.ru, part.left_out)


def _sum(parts: tuple[Summand, ...], value: str) -> tuple[str, str]:
    """The addition of terms, in both languages: `3 + 1 = 4; left out: 0.5`."""
    kept = " + ".join(shown(part.amount) for part in parts if not part.left_out) or "0"
    text = f"{kept} = {value}".replace("+ -", "− ")
    out = ", ".join(shown(part.amount) for part in parts if part.left_out)
    return (f"{text}; left out: {out}", f"{text}; отброшено: {out}") if out else (text, text)
