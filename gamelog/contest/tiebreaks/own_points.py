"""The entrant's own points, of any kind."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction

from gamelog.contest.cards import Card, RoundScore
from gamelog.contest.points import POINT, said, shown
from gamelog.contest.terms_tallies import AGAINST, parts_of
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import (
    DECIMALS,
    EXACT,
    Group,
    KindParam,
    Param,
    Setting,
    Summand,
    TieBreakRule,
    Worked,
    added_up,
    in_points,
    rounded,
)  # fmt: skip

FEWEST = Param("fewest", 0, 1, "fewer are better (1: yes)", "лучше меньше (1: да)")
SOURCE = (
    "House rule of this platform; common in wargaming events",
    "Правило этой платформы; принято на турнирах по варгеймам",
)


def added_over_rounds(
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
    return added_over_rounds(card, lambda each: each.battle, card.battle_adjustment)


def victory_points(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Victory points of all rounds."""
    card = crosstable.cards[entrant]
    return added_over_rounds(card, lambda each: each.victory, card.victory_adjustment)


def victory_difference(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Victory points for minus victory points against; an event may limit what a round counts for, either way."""
    card, cap = crosstable.cards[entrant], POINT * params.get("cap", 0)

    def margin(each: RoundScore) -> int:
        exact = each.of("victory.difference")
        return max(-cap, min(cap, exact)) if cap else exact

    return added_over_rounds(card, margin, card.victory_adjustment, lambda each: _for_minus_against(each, "victory"))


def _for_minus_against(each: RoundScore, points: str) -> str:
    return f"{said(each.of(points))} − {said(each.of(points + AGAINST))}"


def match_points(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Match points of all rounds."""
    card = crosstable.cards[entrant]
    return added_over_rounds(card, lambda each: each.match, card.match_adjustment)


def points_of_kind(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The points of a kind in all rounds; with a minus where fewer are better."""
    card, kind = crosstable.cards[entrant], params.of
    sign = -1 if params["fewest"] else 1
    name, side = parts_of(kind)

    def text(each: RoundScore) -> str:
        return _for_minus_against(each, name) if side == "difference" else ""

    return added_over_rounds(card, lambda each: sign * each.of(kind), sign * card.adjustment(kind), text)


def per_game(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The points made on tables, with penalties and awards, by the number of games."""
    card, kind = crosstable.cards[entrant], params.of
    met = crosstable.played(entrant)
    if not met:
        return Worked(Fraction(0), (), "No game was played: 0.", "Игр не было: 0.")
    made = sum(each.of(kind) for each in met)
    adjustment = card.adjustment(kind)
    parts = tuple(Summand(in_points(each.of(kind)), each.round, each.opponent) for each in met)
    if adjustment:
        parts += (Summand(in_points(adjustment), en="penalties and awards", ru="штрафы и надбавки"),)
    value = in_points(made + adjustment) / len(met)
    text = f"{said(made + adjustment)} / {len(met)} = {shown(value)}"
    return Worked(value, parts, f"By games: {text}", f"На игру: {text}")


def per_game_rounded(crosstable: Crosstable, entrant: int, params: Setting, group: Group) -> Worked:
    """The same, rounded as the event says."""
    found = per_game(crosstable, entrant, params, group)
    if found.value is None or params["decimals"] == EXACT:
        return found
    value = rounded(found.value, params["decimals"])
    en, ru = f"; rounded: {shown(value)}", f"; округлено: {shown(value)}"
    return Worked(value, found.parts, found.en + en, found.ru + ru)


def conceded(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Victory points scored against the entrant, as a negative number: fewer are better."""
    rounds = crosstable.cards[entrant].rounds
    return added_up(tuple(Summand(in_points(-each.victory_against), each.round, each.opponent) for each in rounds))


def share_of_victory(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Victory points for of all victory points: the order of the ratio for : against, which needs no division by 0."""
    card = crosstable.cards[entrant]
    made = max(0, card.of("victory"))
    against = max(0, sum(each.victory_against for each in card.rounds))
    parts = tuple(
        Summand(in_points(each.victory), each.round, each.opponent, *2 * (_for_against(each),)) for each in card.rounds
    )
    if card.victory_adjustment:
        parts += (Summand(in_points(card.victory_adjustment), en="penalties and awards", ru="штрафы и надбавки"),)
    exact = Fraction(made, made + against) if made + against else Fraction(1, 2)
    value = rounded(exact, params["decimals"])
    text = f"{said(made)} / ({said(made)} + {said(against)}) = {shown(value)}"
    return Worked(value, parts, f"The share: {text}", f"Доля: {text}")


def _for_against(each: RoundScore) -> str:
    return f"{said(each.victory)} : {said(each.victory_against)}"


def best_round(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The most points of one round."""
    rounds = crosstable.cards[entrant].rounds
    best = max(rounds, key=lambda each: (each.of(params.of), -each.round), default=None)
    return added_up(
        tuple(
            Summand(in_points(each.of(params.of)), each.round, each.opponent, left_out=each is not best)
            for each in rounds
        )
    )


POINTS_OF_KIND = TieBreakRule(
    "points", "1", "Points", "Очки",
    "The points of one kind in every round added up, with penalties and awards: those that the entrant made, those of "
    "its opponents, or the difference of both. Where fewer are better, the number is a minus.",
    "Сумма очков одного вида за все туры со штрафами и надбавками: своих, очков соперников или их разница. Если лучше "
    "меньше, число со знаком минус.",
    "As the event counts them; Blood Bowl tournaments ask for touchdowns and casualties so",
    "Как их считает турнир; на турнирах по Blood Bowl так считают тачдауны и травмы",
    points_of_kind, (FEWEST,), kinds=(KindParam("of", "points", "очки"),),
)  # fmt: skip
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
POINTS_PER_GAME_2 = dataclasses.replace(
    POINTS_PER_GAME, version="2", compute=per_game_rounded, params=(DECIMALS,),
    text_en=POINTS_PER_GAME.text_en + " An event may round the value; the rounded one is then compared.",
    text_ru=POINTS_PER_GAME.text_ru + " Значение может округляться; тогда сравниваются округлённые.",
)  # fmt: skip
BEST_ROUND = TieBreakRule(
    "best-round", "1", "Best round", "Лучший тур",
    "The most points that the entrant made in a single round, rounds without a game included.",
    "Наибольшее число очков, набранное участником за один тур, включая туры без игры.",
    *SOURCE, best_round, kinds=(KindParam("of", "points", "очки", "battle"),),
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
VICTORY_DIFFERENCE_2 = dataclasses.replace(
    VICTORY_DIFFERENCE, version="2",
    params=(Param("cap", 0, 1_000_000, "most a round counts for (0: no limit)", "не больше за тур (0: без предела)"),),
    text_en=VICTORY_DIFFERENCE.text_en + " An event may limit what a single round counts for, either way.",
    text_ru=VICTORY_DIFFERENCE.text_ru + " Вклад одного тура может быть ограничен в обе стороны.",
)  # fmt: skip
VICTORY_SHARE = TieBreakRule(
    "victory-share", "1", "Victory points, ratio of own to conceded", "Отношение победных очков к пропущенным",
    "The entrant's victory points, with penalties and awards, divided by all that were scored in its games, its own "
    "and those against it. That gives the same order as own points divided by conceded ones, and has a value where "
    "nothing was conceded. Where nobody scored it is a half.",
    "Победные очки участника со штрафами и надбавками, делённые на все победные очки, набранные в его играх им и его "
    "соперниками. Порядок тот же, что у отношения набранных очков к пропущенным, но значение есть и тогда, когда "
    "пропущенных нет. Если никто ничего не набрал, это половина.",
    "The Old World on tabletoptournaments.net (2024, 2025): the best ratio of victory points made to given up",
    "Турниры по The Old World на tabletoptournaments.net (2024, 2025): лучшее отношение набранных победных очков к "
    "пропущенным",
    share_of_victory, (DECIMALS,),
)  # fmt: skip
VICTORY_CONCEDED = TieBreakRule(
    "victory-conceded", "1", "Victory points conceded, fewest first", "Пропущенные победные очки, чем меньше, тем выше",
    "The victory points that were scored against the entrant, added up. Fewer are better, so the number is negative.",
    "Сумма победных очков, набранных против участника. Чем их меньше, тем выше место, поэтому число отрицательное.",
    *SOURCE, conceded,
)  # fmt: skip
