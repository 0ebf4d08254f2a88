"""The strength of opponents: sums and means over everybody met at a table. Their names say which.

A sum grows with the number of opponents: a bye lowers it, as in FIDE's older Buchholz. A mean does not.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from gamelog.contest.terms import Ranks
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import (
    DECIMALS,
    EXACT,
    Compute,
    Group,
    KindParam,
    Param,
    Setting,
    Summand,
    TieBreakRule,
    Worked,
    added_up,
    in_points,
    mean_of,
)  # fmt: skip

MET_EN = " Somebody met twice counts twice; byes and forfeits count for nothing."
MET_RU = " Встреченный дважды считается дважды; баи и неявки не считаются."
MEAN_EN = " divided by how many they are." + MET_EN + " Whoever met nobody has 0."
MEAN_RU = ", делённая на их число." + MET_RU + " У того, кто ни с кем не играл, 0."
HOUSE = (
    "House rule of this platform; common in wargaming events",
    "Правило этой платформы; принято на турнирах по варгеймам",
)


Worth: TypeAlias = Callable[[Crosstable, int, Ranks], Fraction]
"""(crosstable, opponent, kind of points) -> what the opponent counts for, in points."""
KINDS = (KindParam("of", "opponents' points", "очки соперников"),)


def summed(worth: Worth) -> Compute:
    """The computation of the sum of a worth over all opponents, or those met from a round on."""

    def compute(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
        first = params.get("from-round", 1)
        return added_up(
            tuple(
                Summand(
                    crosstable.once(worth, each.opponent, params.of), each.round, each.opponent,
                    left_out=each.round < first,
                )
                for each in crosstable.played(entrant)
            )
        )  # fmt: skip

    return compute


def averaged(worth: Worth) -> Compute:
    """The computation of the mean of a worth over all opponents, rounded if the event says so; 0 where nobody was
    met.
    """
    total = summed(worth)

    def compute(crosstable: Crosstable, entrant: int, params: Setting, group: Group) -> Worked:
        return mean_of(total(crosstable, entrant, params, group).parts, params.get("decimals", EXACT))

    return compute


def points(crosstable: Crosstable, entrant: int, kind: Ranks) -> Fraction:
    """An entrant's points of a kind."""
    return in_points(crosstable.total(entrant, kind))


def battle_points(crosstable: Crosstable, entrant: int, _: Ranks) -> Fraction:
    """An entrant's battle points."""
    return in_points(crosstable.total(entrant, "battle"))


def victory_points(crosstable: Crosstable, entrant: int, _: Ranks) -> Fraction:
    """An entrant's victory points."""
    return in_points(crosstable.total(entrant, "victory"))


def schedule_of(crosstable: Crosstable, entrant: int, kind: Ranks) -> Fraction:
    """The strength of an entrant's schedule, in points."""
    return in_points(sum(crosstable.total(each.opponent, kind) for each in crosstable.played(entrant)))


def mean_schedule_of(crosstable: Crosstable, entrant: int, kind: Ranks) -> Fraction:
    """The strength of an entrant's schedule as a mean, in points; 0 where nobody was met."""
    met = len(crosstable.played(entrant))
    return crosstable.once(schedule_of, entrant, kind) / met if met else Fraction(0)


SOS = TieBreakRule(
    "sos", "1", "Strength of schedule, sum", "Сила соперников, сумма",
    "The match points, or points of another kind, of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма очков, обычных или другого вида, всех, с кем участник играл за столом." + MET_RU,
    "Warmachine Steamroller 2014: the sum of the opponents' tournament points",
    "Warmachine Steamroller 2014: сумма турнирных очков соперников",
    summed(points), kinds=KINDS,
)  # fmt: skip
EXTENDED_SOS = TieBreakRule(
    "extended-sos", "1", "Extended strength of schedule, sum", "Расширенная сила соперников, сумма",
    "The strength of schedule of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма показателей «сила соперников» всех, с кем участник играл за столом." + MET_RU,
    "House rule of this platform: the sum of sums; other platforms also take means",
    "Правило этой платформы: сумма сумм; на других платформах бывает и среднее",
    summed(schedule_of), kinds=KINDS,
)  # fmt: skip
OPPONENTS_BATTLE = TieBreakRule(
    "opponents-battle", "1", "Opponents' battle points, sum", "Боевые очки соперников, сумма",
    "The battle points of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма боевых очков всех, с кем участник играл за столом." + MET_RU,
    *HOUSE, summed(battle_points),
)  # fmt: skip
OPPONENTS_VICTORY = TieBreakRule(
    "opponents-victory", "1", "Opponents' victory points, sum", "Победные очки соперников, сумма",
    "The victory points of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма победных очков всех, с кем участник играл за столом." + MET_RU,
    *HOUSE, summed(victory_points),
)  # fmt: skip
SOS_MEAN = TieBreakRule(
    "sos-mean", "1", "Strength of schedule, mean", "Сила соперников, среднее",
    "The match points, or points of another kind, of everybody the entrant met on a table, added up and" + MEAN_EN,
    "Сумма очков, обычных или другого вида, всех, с кем участник играл за столом" + MEAN_RU,
    *HOUSE, averaged(points), kinds=KINDS,
)  # fmt: skip
EXTENDED_SOS_MEAN = TieBreakRule(
    "extended-sos-mean", "1", "Extended strength of schedule, mean", "Расширенная сила соперников, среднее",
    "The mean strengths of schedule of everybody the entrant met on a table, added up and" + MEAN_EN,
    "Сумма средних показателей «сила соперников» всех, с кем участник играл за столом" + MEAN_RU,
    "House rule of this platform: the mean of means; other platforms also take sums",
    "Правило этой платформы: среднее средних; на других платформах бывает и сумма",
    averaged(mean_schedule_of), kinds=KINDS,
)  # fmt: skip
OPPONENTS_BATTLE_MEAN = TieBreakRule(
    "opponents-battle-mean", "1", "Opponents' battle points, mean", "Боевые очки соперников, среднее",
    "The battle points of everybody the entrant met on a table, added up and" + MEAN_EN,
    "Сумма боевых очков всех, с кем участник играл за столом" + MEAN_RU,
    *HOUSE, averaged(battle_points),
)  # fmt: skip
OPPONENTS_VICTORY_MEAN = TieBreakRule(
    "opponents-victory-mean", "1", "Opponents' victory points, mean", "Победные очки соперников, среднее",
    "The victory points of everybody the entrant met on a table, added up and" + MEAN_EN,
    "Сумма победных очков всех, с кем участник играл за столом" + MEAN_RU,
    *HOUSE, averaged(victory_points),
)  # fmt: skip


SOS_2 = dataclasses.replace(
    SOS, version="2",
    params=(Param("from-round", 1, 99, "first round that counts", "первый учитываемый тур"),),
    text_en=SOS.text_en + " An event may leave out those who were met in the first rounds.",
    text_ru=SOS.text_ru + " Встреченные в первых турах могут не учитываться.",
    source="Warmachine Steamroller 2014: the sum; from a round on: A Bridge Too Far, Arnhem 2012 (ASL), rounds 3 to 5",
    source_ru="Warmachine Steamroller 2014: сумма; с некоторого тура: A Bridge Too Far, Арнем 2012 (ASL), туры 3–5",
)  # fmt: skip
ROUNDED_EN = " An event may round the mean; the rounded value is then the one that is compared."
ROUNDED_RU = " Среднее может округляться; тогда сравниваются округлённые значения."


def _rounded(rule: TieBreakRule) -> TieBreakRule:
    """The version of a mean that an event may round."""
    return dataclasses.replace(
        rule, version="2", text_en=rule.text_en + ROUNDED_EN, text_ru=rule.text_ru + ROUNDED_RU, params=(DECIMALS,)
    )


SOS_MEAN_2 = _rounded(SOS_MEAN)
EXTENDED_SOS_MEAN_2 = _rounded(EXTENDED_SOS_MEAN)
OPPONENTS_BATTLE_MEAN_2 = _rounded(OPPONENTS_BATTLE_MEAN)
OPPONENTS_VICTORY_MEAN_2 = _rounded(OPPONENTS_VICTORY_MEAN)
