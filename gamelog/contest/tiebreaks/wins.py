"""Rounds won, with and without those won by a bye or a forfeit."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gamelog.contest.cards import RoundScore
from gamelog.contest.terms import Scoring
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, Summand, TieBreakRule, Worked, added_up
from gamelog.contest.tiebreaks.unplayed import WORDS


def is_won(each: RoundScore, scoring: Scoring) -> bool:
    """Whether a round was won on a table, or brought as many match points as a win without being played."""
    if each.how == "played":
        return each.outcome == "win"
    return each.match >= scoring.win > scoring.loss


def wins(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """How many rounds were won."""
    won = (each for each in crosstable.cards[entrant].rounds if is_won(each, crosstable.scoring))
    return added_up(
        tuple(Summand(Fraction(1), each.round, each.opponent, *WORDS.get(each.how, ("", ""))) for each in won)
    )


def wins_played(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """How many rounds were won on a table."""
    won = (each for each in crosstable.played(entrant) if each.outcome == "win")
    return added_up(tuple(Summand(Fraction(1), each.round, each.opponent) for each in won))


WINS = TieBreakRule(
    "wins",
    "1",
    "Rounds won",
    "Выигранные туры",
    "How many rounds the entrant won on a table, and how many brought the match points of a win without being played.",
    "Сколько туров участник выиграл за столом и сколько принесли очки победы без игры.",
    "FIDE Handbook C.07, article 7.1, unchanged from 2023 to 2026",
    wins,
)
WINS_PLAYED = TieBreakRule(
    "wins-played",
    "1",
    "Rounds won on a table",
    "Победы за столом",
    "How many rounds the entrant won on a table. Byes and forfeits do not count.",
    "Сколько туров участник выиграл за столом. Баи и неявки не считаются.",
    "FIDE Handbook C.07, article 7.2, unchanged from 2023 to 2026",
    wins_played,
)
