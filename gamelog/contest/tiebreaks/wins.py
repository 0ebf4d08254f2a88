"""Rounds won, with and without those won by a bye or a forfeit."""

from __future__ import annotations

from fractions import Fraction

from gamelog.contest.cards import VOLUNTARY, RoundScore
from gamelog.contest.terms import Scoring
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, Setting, Summand, TieBreakRule, Worked, added_up
from gamelog.contest.tiebreaks.unplayed import WORDS


def is_won(each: RoundScore, scoring: Scoring) -> bool:
    """Whether a round was won on a table, or brought as many match points as a win without being played."""
    if each.how == "played":
        return each.outcome == "win"
    return each.match >= scoring.win > scoring.loss


def wins(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """How many rounds were won."""
    won = (each for each in crosstable.cards[entrant].rounds if is_won(each, crosstable.scoring))
    return added_up(
        tuple(Summand(Fraction(1), each.round, each.opponent, *WORDS.get(each.how, ("", ""))) for each in won)
    )


def wins_played(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """How many rounds were won on a table."""
    won = (each for each in crosstable.played(entrant) if each.outcome == "win")
    return added_up(tuple(Summand(Fraction(1), each.round, each.opponent) for each in won))


def standard(each: RoundScore, scoring: Scoring) -> Fraction:
    """A round as 1, a half or 0: won, drawn, lost; without a game, by the match points that it brought."""
    if each.how == "played":
        return {"win": Fraction(1), "draw": Fraction(1, 2)}.get(each.outcome, Fraction(0))
    if is_won(each, scoring):
        return Fraction(1)
    return Fraction(1, 2) if each.match >= scoring.draw > scoring.loss else Fraction(0)


def standard_points(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """One for a win, a half for a draw, whatever the event gives for them."""
    return added_up(
        tuple(
            Summand(standard(each, crosstable.scoring), each.round, each.opponent, *WORDS.get(each.how, ("", "")))
            for each in crosstable.cards[entrant].rounds
        )
    )


def standard_of_2026(crosstable: Crosstable, each: RoundScore) -> Fraction:
    """Article 7.7 of 2026 compares points: with the opponent's in that round, or, without a game, with a draw's."""
    if each.how != "played":
        other = crosstable.scoring.draw
    else:
        theirs = crosstable.cards[each.opponent].rounds
        other = next(round.match for round in theirs if round.round == each.round)
    return Fraction(1) if each.match > other else Fraction(1, 2) if each.match == other else Fraction(0)


def standard_points_2026(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """One for every round with more points than the opponent's, a half for every round with as many."""
    return added_up(
        tuple(
            Summand(standard_of_2026(crosstable, each), each.round, each.opponent,
                    *WORDS.get(each.how, ("", "")))
            for each in crosstable.cards[entrant].rounds
        )
    )  # fmt: skip


def elected(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """How many rounds the entrant was there for."""
    there = (each for each in crosstable.cards[entrant].rounds if each.how not in VOLUNTARY)
    return added_up(
        tuple(Summand(Fraction(1), each.round, each.opponent, *WORDS.get(each.how, ("", ""))) for each in there)
    )


WINS = TieBreakRule(
    "wins",
    "1",
    "Rounds won",
    "Выигранные туры",
    "How many rounds the entrant won on a table, and how many brought the match points of a win without being played.",
    "Сколько туров участник выиграл за столом и сколько принесли очки победы без игры.",
    "FIDE Handbook C.07, article 7.1, unchanged from 2023 to 2026",
    "Справочник ФИДЕ, C.07, статья 7.1, с 2023 по 2026 год без изменений",
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
    "Справочник ФИДЕ, C.07, статья 7.2, с 2023 по 2026 год без изменений",
    wins_played,
)
STANDARD_POINTS = TieBreakRule(
    "standard-points", "1", "Standard points", "Стандартные очки",
    "One point for every round won and a half for every draw, whatever the event gives for them. A round "
    "without a game "
    "counts as the win, the draw or the loss whose match points it brought.",
    "Одно очко за каждый выигранный тур и половина за ничью, сколько бы за них ни давал турнир. Тур без игры считается "
    "победой, ничьей или поражением по очкам, которые он принёс.",
    "FIDE Handbook C.07: standard points (STD)",
    "Справочник ФИДЕ, C.07: стандартные очки (STD)",
    standard_points,
)  # fmt: skip
STANDARD_POINTS_2026 = TieBreakRule(
    "standard-points", "2026", "Standard points", "Стандартные очки",
    "One point for every round in which the entrant made more match points than the opponent, a half for every round "
    "in which both made as many. A round without a game counts as one if it brought more than a draw, and as a half if "
    "it brought as much as one.",
    "Одно очко за каждый тур, в котором участник набрал больше очков, чем соперник, и половина за тур, в котором оба "
    "набрали поровну. Тур без игры даёт очко, если принёс больше ничьей, и половину, если столько же, сколько ничья.",
    "FIDE Handbook C.07, article 7.7, in force from 1 March 2026: standard points (STD)",
    "Справочник ФИДЕ, C.07, статья 7.7, действует с 1 марта 2026 года: стандартные очки (STD)",
    standard_points_2026,
)  # fmt: skip
ROUNDS_ELECTED = TieBreakRule(
    "rounds-elected", "1", "Rounds one elected to play", "Туры, в которых участник был готов играть",
    "The rounds without those that the entrant did not play of its own will: byes on request, forfeits that it lost, "
    "absences, also after it left.",
    "Число туров без тех, которые участник не играл по своей воле: запрошенных баев, поражений без игры и пропусков, в "
    "том числе после выхода из турнира.",
    "FIDE Handbook C.07: rounds one elected to play (REP)",
    "Справочник ФИДЕ, C.07: туры, которые участник решил играть (REP)",
    elected,
)  # fmt: skip
