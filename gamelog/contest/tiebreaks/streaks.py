"""Streaks: rounds before the first loss, and the longest run of wins."""

from __future__ import annotations

from fractions import Fraction

from gamelog.contest.cards import RoundScore
from gamelog.contest.tiebreaks.crosstable import Crosstable, result_of
from gamelog.contest.tiebreaks.rule import Group, Param, Setting, Summand, TieBreakRule, Worked, added_up


def runs(crosstable: Crosstable, entrant: int, draws: int) -> tuple[tuple[RoundScore, ...], ...]:
    """The rounds between losses, in order. A draw ends a run, or is part of it (`draws`); a round that was neither
    played nor forfeited is passed over.
    """
    found: list[list[RoundScore]] = [[]]
    for each in crosstable.cards[entrant].rounds:
        result = result_of(each)
        if result == "win" or (result == "draw" and draws):
            found[-1].append(each)
        elif result:
            found.append([])
    return tuple(map(tuple, found))


def _counted(run: tuple[RoundScore, ...]) -> Worked:
    return added_up(tuple(Summand(Fraction(1), each.round, each.opponent) for each in run))


def before_loss(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """How long the first run is."""
    return _counted(crosstable.once(runs, entrant, params["draws"])[0])


def longest(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """How long the longest run is."""
    return _counted(max(crosstable.once(runs, entrant, params["draws"]), key=len))


PASSED_EN = " Byes and absences are passed over; a forfeit is a win or a loss. A draw ends the run, or counts in it."
PASSED_RU = (
    " Баи и пропуски не учитываются; неявка считается победой или поражением. Ничья обрывает серию или входит в неё."
)
DRAWS = (Param("draws", 0, 1, "draws count (1: yes)", "ничьи считаются (1: да)"),)
WINS_BEFORE_LOSS = TieBreakRule(
    "wins-before-loss", "1", "Wins before the first loss", "Победы до первого поражения",
    "How many rounds the entrant won before it lost for the first time." + PASSED_EN,
    "Сколько туров участник выиграл до первого поражения." + PASSED_RU,
    "House rule of this platform; tabletopmasters.de counts rounds before the first loss, draws among them",
    "Правило этой платформы; на tabletopmasters.de считают туры до первого поражения, включая ничьи",
    before_loss, DRAWS,
)  # fmt: skip
LONGEST_STREAK = TieBreakRule(
    "longest-streak", "1", "Longest winning streak", "Самая длинная серия побед",
    "The most rounds that the entrant won one after the other." + PASSED_EN,
    "Наибольшее число туров, выигранных участником подряд." + PASSED_RU,
    "House rule of this platform",
    "Правило этой платформы",
    longest, DRAWS,
)  # fmt: skip
