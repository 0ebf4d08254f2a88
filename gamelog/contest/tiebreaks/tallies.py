"""The entrant's own battle points and victory points."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from gamelog.contest.cards import Card, RoundScore
from gamelog.contest.points import said, shown
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, KindParam, Setting, Summand, TieBreakRule, Worked, added_up, in_points

SOURCE = (
    "House rule of this platform; common in wargaming events",
    "Правило этой платформы; принято на турнирах по варгеймам",
)


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


def battle_points(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Battle points of all rounds."""
    card = crosstable.cards[entrant]
    return tallied(card, lambda each: each.battle, card.battle_adjustment)


def victory_points(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Victory points of all rounds."""
    card = crosstable.cards[entrant]
    return tallied(card, lambda each: each.victory, card.victory_adjustment)


def victory_difference(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Victory points for minus victory points against."""
    card = crosstable.cards[entrant]
    return tallied(
        card,
        lambda each: each.victory - each.victory_against,
        card.victory_adjustment,
        lambda each: f"{said(each.victory)} − {said(each.victory_against)}",
    )


def match_points(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Match points of all rounds."""
    card = crosstable.cards[entrant]
    return tallied(card, lambda each: each.match, card.match_adjustment)


def per_game(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The points made on tables, with penalties and awards, by the number of games."""
    card, kind = crosstable.cards[entrant], params.of
    met = crosstable.played(entrant)
    if not met:
        return Worked(Fraction(0), (), "No game was played: 0.", "Игр не было: 0.")
    made = sum(each.of(kind) for each in met)
    adjustment = card.of(kind) - sum(each.of(kind) for each in card.rounds)
    parts = tuple(Summand(in_points(each.of(kind)), each.round, each.opponent) for each in met)
    if adjustment:
        parts += (Summand(in_points(adjustment), en="penalties and awards", ru="штрафы и надбавки"),)
    value = in_points(made + adjustment) / len(met)
    text = f"{said(made + adjustment)} / {len(met)} = {shown(value)}"
    return Worked(value, parts, f"By games: {text}", f"На игру: {text}")


MATCH_POINTS = TieBreakRule(
    "match-points", "1", "Match points", "Очки за встречи",
    "The match points of every round added up, with penalties and awards. For events that rank by other points first.",
    "Сумма очков за встречи всех туров со штрафами и надбавками. Для турниров, где сначала считаются другие очки.",
    *SOURCE, match_points,
)  # fmt: skip
POINTS_PER_GAME = TieBreakRule(
    "points-per-game", "1", "Points per game", "Очки на игру",
    "The points made on tables, with penalties and awards, divided by the number of games. Rounds without a game bring "
    "neither. Whoever played none has 0.",
    "Очки, набранные за столом, со штрафами и надбавками, делённые на число игр. Туры без игры не дают ни очков, ни "
    "игр. У того, кто не играл, 0.",
    "Common in leagues; TABBL's ladder of 2026 divides wins and half the draws by games",
    "Принято в лигах; в рейтинге TABBL 2026 года победы и половина ничьих делятся на число игр",
    per_game, kinds=(KindParam("of", "points", "очки"),),
)  # fmt: skip
BATTLE_POINTS = TieBreakRule(
    "battle-points", "1", "Battle points", "Боевые очки",
    "The battle points of every round added up, with penalties and awards.",
    "Сумма боевых очков всех туров со штрафами и надбавками.",
    *SOURCE, battle_points,
)  # fmt: skip
VICTORY_POINTS = TieBreakRule(
    "victory-points", "1", "Victory points", "Победные очки",
    "The victory points of every round added up, with penalties and awards.",
    "Сумма победных очков всех туров со штрафами и надбавками.",
    *SOURCE, victory_points,
)  # fmt: skip
VICTORY_DIFFERENCE = TieBreakRule(
    "victory-difference", "1", "Victory point difference", "Разница победных очков",
    "The victory points that the entrant scored minus those scored against it, over all rounds, with penalties and "
    "awards.",
    "Победные очки участника минус победные очки его соперников за все туры, со штрафами и надбавками.",
    *SOURCE, victory_difference,
)  # fmt: skip
