"""Ratings: the entrant's own, and the average of the opponents'. They are on the cards where an event asks for them."""

from __future__ import annotations

from fractions import Fraction

from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import DECIMALS, Group, Param, Setting, Summand, TieBreakRule, Worked, mean_of

UNRATED_EN, UNRATED_RU = "has no rating", "нет рейтинга"
NOBODY = Worked(None, (), "Nobody with a rating was met.", "Соперников с рейтингом не было.")


def rating(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The rating with which the entrant entered."""
    value = crosstable.cards[entrant].rating
    return (
        Worked(Fraction(value), (Summand(Fraction(value)),))
        if value
        else Worked(None, (), "No rating.", "Рейтинга нет.")
    )


def opponents_rating(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The mean rating of those met at a table, without the lowest."""
    met = [(each, crosstable.cards[each.opponent].rating) for each in crosstable.played(entrant)]
    rated = sorted((value, each.round) for each, value in met if value)
    cut = {round for _value, round in rated[: params["cut"]]}
    parts = tuple(
        Summand(
            Fraction(value), each.round, each.opponent, "" if value else UNRATED_EN, "" if value else UNRATED_RU,
            not value or each.round in cut,
        )
        for each, value in met
    )  # fmt: skip
    return mean_of(parts, params["decimals"], NOBODY)


RATING = TieBreakRule(
    "rating", "1", "Rating", "Рейтинг",
    "The rating with which the entrant entered the event. Whoever has none comes after those who have one.",
    "Рейтинг участника при регистрации. Участники без рейтинга идут после остальных.",
    "FIDE Handbook C.07, article 5: RTNG",
    "Справочник ФИДЕ, C.07, статья 5: RTNG",
    rating, ratings=True,
)  # fmt: skip
OPPONENTS_RATING = TieBreakRule(
    "opponents-rating", "1", "Average rating of opponents", "Средний рейтинг соперников",
    "The ratings of everybody the entrant met on a table, added up, divided by how many they are and rounded, halves "
    "up. The lowest may be left out. Opponents without a rating are left out; whoever met nobody with one has "
    "no value.",
    "Сумма рейтингов всех, с кем участник играл за столом, делённая на их число и округлённая, половина вверх. "
    "Меньшие могут отбрасываться. Соперники без рейтинга не учитываются; если других не было, значения нет.",
    "FIDE Handbook C.07, articles 10.1 and 14; what is done about unrated opponents is a house rule",
    "Справочник ФИДЕ, C.07, статьи 10.1 и 14; как учитывать соперников без рейтинга, решает эта платформа",
    opponents_rating, (Param("cut", 0, 99, "lowest left out", "отброшено меньших"), DECIMALS.of(0)), ratings=True,
)  # fmt: skip
