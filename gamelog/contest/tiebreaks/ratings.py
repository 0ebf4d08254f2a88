"""Ratings: the entrant's own, and the average of the opponents'. They are on the cards where an event asks for them."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction

from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import (
    DECIMALS,
    Group,
    Param,
    Setting,
    Summand,
    TieBreakRule,
    Worked,
    added_up,
    mean_of,
)  # fmt: skip

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


def in_order(crosstable: Crosstable) -> list[int]:
    """Everybody's rating, the lowest first."""
    return sorted(card.rating for card in crosstable.cards.values())


def in_order_of_ratings(crosstable: Crosstable, entrant: int, params: Setting, group: Group) -> Worked:
    """The rating, or, where the lowest come first, how many entrants have a higher one."""
    own = rating(crosstable, entrant, params, group)
    if own.value is None or not params["lowest"]:
        return own
    ratings = crosstable.once(in_order)
    higher = len(ratings) - bisect_right(ratings, own.value)
    text = str(own.value)
    return added_up((Summand(Fraction(higher), en=f"ratings above {text}", ru=f"рейтингов выше {text}"),))


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


def beaten_ratings(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The ratings of those whom the entrant beat at a table, added up."""
    beaten = [each for each in crosstable.played(entrant) if each.outcome == "win"]
    found = [(each, crosstable.cards[each.opponent].rating) for each in beaten]
    return added_up(
        tuple(
            Summand(
                Fraction(value), each.round, each.opponent, "" if value else UNRATED_EN, "" if value else UNRATED_RU
            )
            for each, value in found
        )
    )


RATING = TieBreakRule(
    "rating", "1", "Rating", "Рейтинг",
    "The rating with which the entrant entered the event. Whoever has none comes after those who have one.",
    "Рейтинг участника при регистрации. Участники без рейтинга идут после остальных.",
    "FIDE Handbook C.07, article 5: RTNG",
    "Справочник ФИДЕ, C.07, статья 5: RTNG",
    rating, ratings=True,
)  # fmt: skip
RATING_2 = TieBreakRule(
    "rating", "2", "Rating", "Рейтинг",
    "The rating with which the entrant entered the event. An event may put the lowest ratings first: then the number "
    "says how many entrants have a higher one. Whoever has none comes after those who have one.",
    "Рейтинг участника при регистрации. Первыми могут идти и меньшие рейтинги: тогда число показывает, у скольких "
    "участников рейтинг выше. Участники без рейтинга идут после остальных.",
    "FIDE Handbook C.07, article 10.6, in force from 1 March 2026: rating (RTNG)",
    "Справочник ФИДЕ, C.07, статья 10.6, действует с 1 марта 2026 года: рейтинг (RTNG)",
    in_order_of_ratings, (Param("lowest", 0, 1, "the lowest first (1: yes)", "сначала меньший (1: да)"),),
    ratings=True,
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
BEATEN_RATINGS = TieBreakRule(
    "beaten-ratings", "1", "Ratings of those beaten, sum", "Рейтинги побеждённых, сумма",
    "The ratings of everybody whom the entrant beat on a table, added up. Whoever has no rating counts for nothing.",
    "Сумма рейтингов всех, кого участник победил за столом. Соперник без рейтинга ничего не даёт.",
    "Fireteam competition of asltourneys.co.uk (ASL): the combined ladder scores of all defeated opponents",
    "Турнир Fireteam на asltourneys.co.uk (ASL): сумма рейтинговых очков всех побеждённых соперников",
    beaten_ratings, ratings=True,
)  # fmt: skip
