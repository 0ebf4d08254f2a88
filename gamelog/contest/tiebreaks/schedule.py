"""The strength of opponents: sums and means over everybody met at a table. Their names say which.

A sum grows with the number of opponents: a bye lowers it, as in FIDE's older Buchholz. A mean does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from gamelog.contest.points import shown
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, Summand, TieBreakRule, Worked, added_up, in_points

MET_EN = " Somebody met twice counts twice; byes and forfeits count for nothing."
MET_RU = " Встреченный дважды считается дважды; баи и неявки не считаются."
MEAN_EN = " divided by how many they are." + MET_EN + " Whoever met nobody has 0."
MEAN_RU = ", делённая на их число." + MET_RU + " У того, кто ни с кем не играл, 0."
HOUSE = "House rule of this platform; common in wargaming events"


def over_opponents(crosstable: Crosstable, entrant: int, worth: Callable[[int], Fraction]) -> Worked:
    """The sum of a value over all opponents."""
    return added_up(
        tuple(Summand(worth(each.opponent), each.round, each.opponent) for each in crosstable.played(entrant))
    )


def mean_over_opponents(crosstable: Crosstable, entrant: int, worth: Callable[[int], Fraction]) -> Worked:
    """The mean of a value over all opponents; 0 where nobody was met."""
    summed = over_opponents(crosstable, entrant, worth)
    if not summed.parts or summed.value is None:
        return Worked(Fraction(0), (), "Nobody was met: 0.", "Соперников не было: 0.")
    value = summed.value / len(summed.parts)
    text = f"{shown(summed.value)} / {len(summed.parts)} = {shown(value)}"
    return Worked(value, summed.parts, f"The mean: {text}", f"Среднее: {text}")


def schedule_of(crosstable: Crosstable, entrant: int) -> Fraction:
    """The strength of an entrant's schedule, in points."""
    return in_points(sum(crosstable.score(each.opponent) for each in crosstable.played(entrant)))


def mean_schedule_of(crosstable: Crosstable, entrant: int) -> Fraction:
    """The strength of an entrant's schedule as a mean, in points; 0 where nobody was met."""
    met = len(crosstable.played(entrant))
    return crosstable.once(schedule_of, entrant) / met if met else Fraction(0)


def kind_of(crosstable: Crosstable, entrant: int, kind: str) -> Fraction:
    """An entrant's points of a kind."""
    return in_points(crosstable.cards[entrant].of(kind))


def sos(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The match points of the opponents."""
    return over_opponents(crosstable, entrant, lambda opponent: in_points(crosstable.score(opponent)))


def extended_sos(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The strength of schedule of the opponents."""
    return over_opponents(crosstable, entrant, lambda opponent: crosstable.once(schedule_of, opponent))


def sos_mean(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The mean of the opponents' match points."""
    return mean_over_opponents(crosstable, entrant, lambda opponent: in_points(crosstable.score(opponent)))


def extended_sos_mean(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The mean of the opponents' strength of schedule."""
    return mean_over_opponents(crosstable, entrant, lambda opponent: crosstable.once(mean_schedule_of, opponent))


def opponents_battle(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The battle points of the opponents."""
    return over_opponents(crosstable, entrant, lambda opponent: crosstable.once(kind_of, opponent, "battle"))


def opponents_battle_mean(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The mean of the opponents' battle points."""
    return mean_over_opponents(crosstable, entrant, lambda opponent: crosstable.once(kind_of, opponent, "battle"))


def opponents_victory(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The victory points of the opponents."""
    return over_opponents(crosstable, entrant, lambda opponent: crosstable.once(kind_of, opponent, "victory"))


def opponents_victory_mean(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The mean of the opponents' victory points."""
    return mean_over_opponents(crosstable, entrant, lambda opponent: crosstable.once(kind_of, opponent, "victory"))


SOS = TieBreakRule(
    "sos", "1", "Strength of schedule, sum", "Сила соперников, сумма",
    "The match points of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма очков всех, с кем участник играл за столом." + MET_RU,
    "Warmachine Steamroller 2014: the sum of the opponents' tournament points", sos,
)  # fmt: skip
EXTENDED_SOS = TieBreakRule(
    "extended-sos", "1", "Extended strength of schedule, sum", "Расширенная сила соперников, сумма",
    "The strength of schedule of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма показателей «сила соперников» всех, с кем участник играл за столом." + MET_RU,
    "House rule of this platform: the sum of sums; other platforms also take means", extended_sos,
)  # fmt: skip
OPPONENTS_BATTLE = TieBreakRule(
    "opponents-battle", "1", "Opponents' battle points, sum", "Боевые очки соперников, сумма",
    "The battle points of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма боевых очков всех, с кем участник играл за столом." + MET_RU,
    HOUSE, opponents_battle,
)  # fmt: skip
OPPONENTS_VICTORY = TieBreakRule(
    "opponents-victory", "1", "Opponents' victory points, sum", "Победные очки соперников, сумма",
    "The victory points of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма победных очков всех, с кем участник играл за столом." + MET_RU,
    HOUSE, opponents_victory,
)  # fmt: skip
SOS_MEAN = TieBreakRule(
    "sos-mean", "1", "Strength of schedule, mean", "Сила соперников, среднее",
    "The match points of everybody the entrant met on a table, added up and" + MEAN_EN,
    "Сумма очков всех, с кем участник играл за столом" + MEAN_RU,
    HOUSE, sos_mean,
)  # fmt: skip
EXTENDED_SOS_MEAN = TieBreakRule(
    "extended-sos-mean", "1", "Extended strength of schedule, mean", "Расширенная сила соперников, среднее",
    "The mean strengths of schedule of everybody the entrant met on a table, added up and" + MEAN_EN,
    "Сумма средних показателей «сила соперников» всех, с кем участник играл за столом" + MEAN_RU,
    "House rule of this platform: the mean of means; other platforms also take sums", extended_sos_mean,
)  # fmt: skip
OPPONENTS_BATTLE_MEAN = TieBreakRule(
    "opponents-battle-mean", "1", "Opponents' battle points, mean", "Боевые очки соперников, среднее",
    "The battle points of everybody the entrant met on a table, added up and" + MEAN_EN,
    "Сумма боевых очков всех, с кем участник играл за столом" + MEAN_RU,
    HOUSE, opponents_battle_mean,
)  # fmt: skip
OPPONENTS_VICTORY_MEAN = TieBreakRule(
    "opponents-victory-mean", "1", "Opponents' victory points, mean", "Победные очки соперников, среднее",
    "The victory points of everybody the entrant met on a table, added up and" + MEAN_EN,
    "Сумма победных очков всех, с кем участник играл за столом" + MEAN_RU,
    HOUSE, opponents_victory_mean,
)  # fmt: skip
