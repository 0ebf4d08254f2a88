"""Progressive scores: they favour entrants who won early, and so met the stronger half for longer."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from gamelog.contest.terms import Ranks
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import (
    Group,
    KindParam,
    Param,
    Setting,
    Summand,
    TieBreakRule,
    Worked,
    added_up,
    in_points,
)


def cumulative(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The sum of the scores after each round."""
    rounds = crosstable.cards[entrant].rounds
    scores = accumulate(each.of(params.of) for each in rounds)
    return added_up(
        tuple(
            Summand(in_points(score), each.round, each.opponent, left_out=index < params["cut"])
            for index, (each, score) in enumerate(zip(rounds, scores, strict=True))
        )
    )


def whole(crosstable: Crosstable, entrant: int, kind: Ranks) -> Fraction:
    """The cumulative score without a cut."""
    return cumulative(crosstable, entrant, Setting({"cut": 0}, of=kind), ()).value or Fraction(0)


def opponents_cumulative(crosstable: Crosstable, entrant: int, params: Setting, group: Group) -> Worked:
    """The cumulative scores of everybody met, added up."""
    return added_up(
        tuple(
            Summand(crosstable.once(whole, each.opponent, params.of), each.round, each.opponent)
            for each in crosstable.encounters(entrant)
        )
    )


CUMULATIVE = TieBreakRule(
    "cumulative",
    "1",
    "Cumulative score",
    "Кумулятивный счёт",
    "The match points that the entrant had after each round, added up, rounds not played included. A cut leaves out "
    "the scores after the first rounds. Penalties and awards belong to no round and are not counted.",
    "Сумма очков участника после каждого тура, включая несыгранные туры. При отбрасывании не учитываются суммы после "
    "первых туров. Штрафы и надбавки не относятся к турам и не учитываются.",
    "FIDE Handbook C.07, articles 7.5 and 14.1, unchanged from 2023 to 2026",
    "Справочник ФИДЕ, C.07, статьи 7.5 и 14.1, с 2023 по 2026 год без изменений",
    cumulative,
    (Param("cut", 0, 99, "first rounds left out", "отброшено первых туров"),),
)
CUMULATIVE_2 = TieBreakRule(
    "cumulative", "2", "Cumulative score", "Кумулятивный счёт",
    "The points that the entrant had after each round, added up, rounds not played included. A cut leaves out the "
    "scores after the first rounds. Penalties and awards belong to no round and are not counted.",
    "Сумма очков участника после каждого тура, включая несыгранные туры. При отбрасывании не учитываются суммы после "
    "первых туров. Штрафы и надбавки не относятся к турам и не учитываются.",
    "FIDE Handbook C.07, articles 7.5, 13 and 14.1: progressive scores of match points or game points",
    "Справочник ФИДЕ, C.07, статьи 7.5, 13 и 14.1: прогрессивный счёт по очкам за встречи или за игры",
    cumulative, (Param("cut", 0, 99, "first rounds left out", "отброшено первых туров"),),
    kinds=(KindParam("of", "points", "очки"),),
)  # fmt: skip
OPPONENTS_CUMULATIVE = TieBreakRule(
    "opponents-cumulative", "1", "Cumulative scores of opponents, sum", "Кумулятивный счёт соперников, сумма",
    "The cumulative scores of everybody the entrant met, added up. Nothing is left out of them. Forfeits are meetings "
    "in round robins alone.",
    "Сумма кумулятивных счетов всех, с кем участник играл. Из самих счетов ничего не отбрасывается. Неявки считаются "
    "встречами только в круговых турнирах.",
    "The last of the four usual tie-breaks of American chess events: the opposition's cumulative scores",
    "Последний из четырёх обычных показателей американских шахматных турниров: кумулятивный счёт соперников",
    opponents_cumulative, kinds=(KindParam("of", "points", "очки"),),
)  # fmt: skip
