"""Progressive scores: they favour entrants who won early, and so met the stronger half for longer."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, Param, Summand, TieBreakRule, Worked, added_up, in_points


def cumulative(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The sum of the scores after each round."""
    rounds = crosstable.cards[entrant].rounds
    scores = accumulate(each.match for each in rounds)
    return added_up(
        tuple(
            Summand(in_points(score), each.round, each.opponent, left_out=index < params["cut"])
            for index, (each, score) in enumerate(zip(rounds, scores, strict=True))
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
