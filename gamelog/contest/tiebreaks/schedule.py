"""The strength of opponents: sums over everybody met at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, Summand, TieBreakRule, Worked, added_up, in_points

MET_EN = " Somebody met twice counts twice; byes and forfeits count for nothing."
MET_RU = " Встреченный дважды считается дважды; баи и неявки не считаются."


def over_opponents(crosstable: Crosstable, entrant: int, worth: Callable[[int], Fraction]) -> Worked:
    """The sum of a value over all opponents."""
    return added_up(
        tuple(Summand(worth(each.opponent), each.round, each.opponent) for each in crosstable.played(entrant))
    )


def schedule_of(crosstable: Crosstable, entrant: int) -> Fraction:
    """The strength of an entrant's schedule, in points."""
    return in_points(sum(crosstable.score(each.opponent) for each in crosstable.played(entrant)))


def kind_of(crosstable: Crosstable, entrant: int, kind: str) -> Fraction:
    """An entrant's points of a kind."""
    return in_points(crosstable.cards[entrant].of(kind))


def sos(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The match points of the opponents."""
    return over_opponents(crosstable, entrant, lambda opponent: in_points(crosstable.score(opponent)))


def extended_sos(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The strength of schedule of the opponents."""
    return over_opponents(crosstable, entrant, lambda opponent: crosstable.once(schedule_of, opponent))


def opponents_battle(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The battle points of the opponents."""
    return over_opponents(crosstable, entrant, lambda opponent: crosstable.once(kind_of, opponent, "battle"))


def opponents_victory(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The victory points of the opponents."""
    return over_opponents(crosstable, entrant, lambda opponent: crosstable.once(kind_of, opponent, "victory"))


SOS = TieBreakRule(
    "sos", "1", "Strength of schedule", "Сила соперников",
    "The match points of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма очков всех, с кем участник играл за столом." + MET_RU,
    "Warmachine Steamroller 2014: the sum of the opponents' tournament points", sos,
)  # fmt: skip
EXTENDED_SOS = TieBreakRule(
    "extended-sos", "1", "Extended strength of schedule", "Расширенная сила соперников",
    "The strength of schedule of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма показателей «сила соперников» всех, с кем участник играл за столом." + MET_RU,
    "House rule of this platform: the sum of sums; other platforms also take means", extended_sos,
)  # fmt: skip
OPPONENTS_BATTLE = TieBreakRule(
    "opponents-battle", "1", "Opponents' battle points", "Боевые очки соперников",
    "The battle points of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма боевых очков всех, с кем участник играл за столом." + MET_RU,
    "House rule of this platform; common in wargaming events", opponents_battle,
)  # fmt: skip
OPPONENTS_VICTORY = TieBreakRule(
    "opponents-victory", "1", "Opponents' victory points", "Победные очки соперников",
    "The victory points of everybody the entrant met on a table, added up." + MET_EN,
    "Сумма победных очков всех, с кем участник играл за столом." + MET_RU,
    "House rule of this platform; common in wargaming events", opponents_victory,
)  # fmt: skip
