"""Koya: the points that were made against the upper half."""

from __future__ import annotations

from collections.abc import Mapping

from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, Param, Summand, TieBreakRule, Worked, added_up, in_points

WHOLE = 10_000
"""Parameters are hundredths of a percent."""


def reached(crosstable: Crosstable, entrant: int, limit: int) -> bool:
    """Whether an entrant has at least `limit` hundredths of a percent of the points that could be had.

    In a round robin a round without an opponent (an odd field) could bring nothing: it is out of both numbers.
    """
    card = crosstable.cards[entrant]
    idle = [each.match for each in card.rounds if crosstable.predetermined and not each.opponent]
    most = crosstable.scoring.win * (len(card.rounds) - len(idle))
    return (crosstable.score(entrant) - sum(idle)) * WHOLE >= most * limit


def koya(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The points against opponents that reached the limit."""
    return added_up(
        tuple(
            Summand(
                in_points(each.match),
                each.round,
                each.opponent,
                left_out=not crosstable.once(reached, each.opponent, params["limit"]),
            )
            for each in crosstable.encounters(entrant)
        )
    )


KOYA = TieBreakRule(
    "koya",
    "1",
    "Koya",
    "Система Койя",
    "The match points from rounds against opponents that have at least the given share of the points that could be "
    "had, half of them unless the event says otherwise. Made for round robins, where forfeits count as played; "
    "elsewhere only rounds played on a table count.",
    "Очки в турах против соперников, набравших не меньше заданной доли возможных очков, по умолчанию половины. Создана "
    "для круговых турниров, где неявки считаются сыгранными; в остальных учитываются только туры, сыгранные за столом.",
    "FIDE Handbook C.07, articles 9.2, 14.5 and 15.2, unchanged from 2023 to 2026; the limit as a share",
    "Справочник ФИДЕ, C.07, статьи 9.2, 14.5 и 15.2, с 2023 по 2026 год без изменений; порог задан долей",
    koya,
    (Param("limit", 5_000, WHOLE, "limit, hundredths of a percent", "порог, сотые доли процента"),),
)
