"""Medians: the middle of an entrant's own rounds, and the strength of opponents without those at an end."""

from __future__ import annotations

from fractions import Fraction

from gamelog.contest.points import shown
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


def median_points(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The middle of the points of all rounds; of an even number of rounds the mean of the two in the middle."""
    rounds = sorted(crosstable.cards[entrant].rounds, key=lambda each: (each.of(params.of), each.round))
    if not rounds:
        return Worked(Fraction(0), (), "There was no round: 0.", "Туров не было: 0.")
    middle = {each.round for each in rounds[(len(rounds) - 1) // 2 : len(rounds) // 2 + 1]}
    parts = tuple(
        Summand(in_points(each.of(params.of)), each.round, each.opponent, left_out=each.round not in middle)
        for each in crosstable.cards[entrant].rounds
    )
    total = sum((part.amount for part in parts if not part.left_out), Fraction(0))
    value = total / len(middle)
    text = f"{shown(total)} / {len(middle)} = {shown(value)}"
    return Worked(value, parts, f"The middle: {text}", f"Середина: {text}")


def modified_median(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The opponents' match points: without the lowest above half of the points, without the highest below."""
    met = sorted(crosstable.played(entrant), key=lambda each: (crosstable.score(each.opponent), each.round))
    score, rounds, cut = crosstable.score(entrant), crosstable.cards[entrant].rounds, params["cut"]
    half = 2 * score - crosstable.scoring.best * len(rounds)
    lowest = cut if half >= 0 else 0
    highest = cut if half <= 0 else 0
    kept = {each.round for each in met[lowest : max(lowest, len(met) - highest)]}
    return added_up(
        tuple(
            Summand(
                in_points(crosstable.score(each.opponent)), each.round, each.opponent, left_out=each.round not in kept
            )
            for each in crosstable.played(entrant)
        )
    )


MEDIAN_POINTS = TieBreakRule(
    "median-points", "1", "Median of the rounds' points", "Медиана очков за тур",
    "The points of the entrant's rounds in order of size, and of these the one in the middle; of an even number "
    "the mean "
    "of the two in the middle. Rounds without a game are among them with what they brought.",
    "Очки участника за туры по возрастанию, из них среднее по порядку; при чётном числе туров среднее двух "
    "средних. Туры "
    "без игры входят с тем, что принесли.",
    "House rule of this platform",
    "Правило этой платформы",
    median_points, kinds=(KindParam("of", "points", "очки"),),
)  # fmt: skip
MODIFIED_MEDIAN = TieBreakRule(
    "modified-median", "1", "Modified median", "Модифицированная медиана",
    "The match points of everybody the entrant met on a table, added up. Whoever has more than half of the points that "
    "could be won leaves out the lowest, whoever has less the highest, whoever has exactly half both.",
    "Сумма очков всех, с кем участник играл за столом. У набравшего больше половины возможных очков отбрасывается "
    "меньшее, у набравшего меньше половины большее, у набравшего ровно половину оба.",
    "The modified median of American chess events, in our own reading: opponents' unplayed rounds are not adjusted",
    "Изменённая медиана американских шахматных турниров в нашем прочтении: "
    "несыгранные туры соперников не пересчитываются",
    modified_median, (Param("cut", 1, 99, "left out at an end", "отброшено с края"),),
)  # fmt: skip
