"""Koya: the points that were made against the upper half."""

from __future__ import annotations

import dataclasses

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
)  # fmt: skip

WHOLE = 10_000
"""Parameters are hundredths of a percent."""


UNLIMITED = Worked(
    None, (), "A round can bring any number of these points: there is no half of them.",
    "Очки этого вида за тур не ограничены: половины от них нет.",
)  # fmt: skip


def reached(crosstable: Crosstable, entrant: int, limit: int, kind: Ranks, most: int) -> bool:
    """Whether an entrant has at least `limit` hundredths of a percent of the points that could be had: a round can
    bring `most`.

    In a round robin a round without an opponent (an odd field) could bring nothing: it is out of both numbers.
    """
    card = crosstable.cards[entrant]
    idle = [each.of(kind) for each in card.rounds if crosstable.predetermined and not each.opponent]
    had = most * (len(card.rounds) - len(idle))
    return (crosstable.total(entrant, kind) - sum(idle)) * WHOLE >= had * limit


def koya(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The points of a kind against opponents that reached the limit in it."""
    bounds = crosstable.bounds(params.of)
    if bounds is None:
        return UNLIMITED
    used = params["limit"], params.of, bounds.most
    return added_up(
        tuple(
            Summand(
                in_points(each.of(params.of)), each.round, each.opponent,
                left_out=not crosstable.once(reached, each.opponent, *used),
            )
            for each in crosstable.encounters(entrant)
        )
    )  # fmt: skip


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
KOYA_2 = dataclasses.replace(
    KOYA, version="2", kinds=(KindParam("of", "points", "очки"),),
    text_en=KOYA.text_en + " It may be asked of another kind of points, where a round's are limited.",
    text_ru=KOYA.text_ru + " Может считаться по очкам другого вида, если они за тур ограничены.",
    source="FIDE Handbook C.07, articles 9.2, 13, 14.5 and 15.2; the limit as a share",
    source_ru="Справочник ФИДЕ, C.07, статьи 9.2, 13, 14.5 и 15.2; порог задан долей",
)  # fmt: skip
