"""The strength of opponents: sums and means over everybody met at a table. Their names say which.

A sum grows with the number of opponents: a bye lowers it, as in FIDE's older Buchholz. A mean does not.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from gamelog.contest.points import shown
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Compute, Group, Setting, Summand, TieBreakRule, Worked, added_up, in_points

MET_EN = " Somebody met twice counts twice; byes and forfeits count for nothing."
MET_RU = " Встреченный дважды считается дважды; баи и неявки не считаются."
MEAN_EN = " divided by how many they are." + MET_EN + " Whoever met nobody has 0."
MEAN_RU = ", делённая на их число." + MET_RU + " У того, кто ни с кем не играл, 0."
HOUSE = (
    "House rule of this platform; common in wargaming events",
    "Правило этой платформы; принято на турнирах по варгеймам",
)


Worth: TypeAlias = Callable[[Crosstable, int], Fraction]
"""(crosstable, opponent) -> what the opponent counts for, in points."""


def summed(worth: Worth) -> Compute:
    """The computation of the sum of a worth over all opponents."""

    def compute(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
        met = crosstable.played(entrant)
        return added_up(
            tuple(Summand(crosstable.once(worth, each.opponent), each.round, each.opponent) for each in met)
        )

    return compute


def averaged(worth: Worth) -> Compute:
    """The computation of the mean of a worth over all opponents; 0 where nobody was met."""
    total = summed(worth)

    def compute(crosstable: Crosstable, entrant: int, params: Setting, group: Group) -> Worked:
        found = total(crosstable, entrant, params, group)
        if not found.parts or found.value is None:
            return Worked(Fraction(0), (), "Nobody was met: 0.", "Соперников не было: 0.")
        value = found.value / len(found.parts)
        text = f"{shown(found.value)} / {len(found.parts)} = {shown(value)}"
        return Worked(value, found.parts, f"The mean: {text}", f"Среднее: {text}")

    return compute


def match_points(crosstable: Crosstable, entrant: int) -> Fraction:
    """An entrant's match points."""
    return in_points(crosstable.score(entrant))


def battle_points(crosstable: Crosstable, entrant: int) -> Fraction:
    """An entrant's battle points."""
    return in_points(crosstable.cards[entrant].of("battle"))


def victory_points(crosstable: Crosstable, entrant: int) -> Fraction:
    """An entrant's victory points."""
    return in_points(crosstable.cards[entrant].of("victory"))


def schedule_of(crosstable: Crosstable, entrant: int) -> Fraction:
    """The strength of an entrant's schedule, in points."""
    return in_points(sum(crosstable.score(each.opponent) for each in crosstable.played(entrant)))


def mean_schedule_of(crosstable: Crosstable, entrant: int) -> Fraction:
    """The strength of an entrant's schedule as a mean, in points; 0 where nobody was met."""
    met = len(crosstable.played(entrant))
    return crosstable.once(schedule_of, entrant) / met if met else Fraction(0)


SOS = TieBreakRule(
    "sos", "1", "Strength of schedule, sum", "Сила соперников, сумма",
    "The match points of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма очков всех, с кем участник играл за столом." + MET_RU,
    "Warmachine Steamroller 2014: the sum of the opponents' tournament points",
    "Warmachine Steamroller 2014: сумма турнирных очков соперников",
    summed(match_points),
)  # fmt: skip
EXTENDED_SOS = TieBreakRule(
    "extended-sos", "1", "Extended strength of schedule, sum", "Расширенная сила соперников, сумма",
    "The strength of schedule of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма показателей «сила соперников» всех, с кем участник играл за столом." + MET_RU,
    "House rule of this platform: the sum of sums; other platforms also take means",
    "Правило этой платформы: сумма сумм; на других платформах бывает и среднее",
    summed(schedule_of),
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
    "The match points of everybody the entrant met on a table, added up and" + MEAN_EN,
    "Сумма очков всех, с кем участник играл за столом" + MEAN_RU,
    *HOUSE, averaged(match_points),
)  # fmt: skip
EXTENDED_SOS_MEAN = TieBreakRule(
    "extended-sos-mean", "1", "Extended strength of schedule, mean", "Расширенная сила соперников, среднее",
    "The mean strengths of schedule of everybody the entrant met on a table, added up and" + MEAN_EN,
    "Сумма средних показателей «сила соперников» всех, с кем участник играл за столом" + MEAN_RU,
    "House rule of this platform: the mean of means; other platforms also take sums",
    "Правило этой платформы: среднее средних; на других платформах бывает и сумма",
    averaged(mean_schedule_of),
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
