"""The entrant's own battle points and victory points."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gamelog.contest.cards import Card, RoundScore
from gamelog.contest.points import said
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, Summand, TieBreakRule, Worked, added_up, in_points

SOURCE = "House rule of this platform; common in wargaming events"


def tallied(
    card: Card, amount: Callable[[RoundScore], int], adjustment: int, text: Callable[[RoundScore], str] = lambda _: ""
) -> Worked:
    """Something of every round added up, and the penalties and awards. Amounts are hundredths; `text` explains one."""
    parts = tuple(
        Summand(in_points(amount(each)), each.round, each.opponent, text(each), text(each)) for each in card.rounds
    )
    if adjustment:
        parts += (Summand(in_points(adjustment), en="penalties and awards", ru="штрафы и надбавки"),)
    return added_up(parts)


def battle_points(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """Battle points of all rounds."""
    card = crosstable.cards[entrant]
    return tallied(card, lambda each: each.battle, card.battle_adjustment)


def victory_points(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """Victory points of all rounds."""
    card = crosstable.cards[entrant]
    return tallied(card, lambda each: each.victory, card.victory_adjustment)


def victory_difference(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """Victory points for minus victory points against."""
    card = crosstable.cards[entrant]
    return tallied(
        card,
        lambda each: each.victory - each.victory_against,
        card.victory_adjustment,
        lambda each: f"{said(each.victory)} − {said(each.victory_against)}",
    )


BATTLE_POINTS = TieBreakRule(
    "battle-points", "1", "Battle points", "Боевые очки",
    "The battle points of every round added up, with penalties and awards.",
    "Сумма боевых очков всех туров со штрафами и надбавками.",
    SOURCE, battle_points,
)  # fmt: skip
VICTORY_POINTS = TieBreakRule(
    "victory-points", "1", "Victory points", "Победные очки",
    "The victory points of every round added up, with penalties and awards.",
    "Сумма победных очков всех туров со штрафами и надбавками.",
    SOURCE, victory_points,
)  # fmt: skip
VICTORY_DIFFERENCE = TieBreakRule(
    "victory-difference", "1", "Victory point difference", "Разница победных очков",
    "The victory points that the entrant scored minus those scored against it, over all rounds, with penalties and "
    "awards.",
    "Победные очки участника минус победные очки его соперников за все туры, со штрафами и надбавками.",
    SOURCE, victory_difference,
)  # fmt: skip
