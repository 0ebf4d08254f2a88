"""The win path: when the wins came, as a number of base three."""

from __future__ import annotations

from fractions import Fraction

from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, Param, Setting, Summand, TieBreakRule, Worked, added_up
from gamelog.contest.tiebreaks.wins import standard

LETTERS = {2: ("W", "П"), 1: ("D", "Н"), 0: ("L", "Х")}


def win_path(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Two for a win and one for a draw, each round worth three times the next, or the one before."""
    parts = []
    for each in crosstable.cards[entrant].rounds:
        digit = int(2 * standard(each, crosstable.scoring))
        place = each.round - 1 if params["last"] else crosstable.rounds - each.round
        letters = LETTERS[digit]
        parts.append(
            Summand(Fraction(digit * 3**place), each.round, each.opponent,
                    f"{letters[0]}: {digit} × 3^{place}", f"{letters[1]}: {digit} × 3^{place}")
        )  # fmt: skip
    return added_up(tuple(parts))


WIN_PATH = TieBreakRule(
    "win-path", "1", "Win path", "Порядок побед",
    "When the wins came. A win counts 2, a draw 1, and every round three times as much as the next one, so that "
    "whoever "
    "lost later is ahead; or the other way round, so that the last rounds weigh most. A round without a game counts as "
    "the win, the draw or the loss whose match points it brought.",
    "В каких турах пришли победы. Победа даёт 2, ничья 1, и каждый тур весит втрое больше следующего, так что "
    "выше тот, "
    "кто проиграл позже; или наоборот, так что больше всего весят последние туры. Тур без игры считается победой, "
    "ничьей или поражением по очкам, которые он принёс.",
    "Games Workshop Tournament Companion: the win path, there for pairing; the number of base three is ours",
    "Games Workshop Tournament Companion: путь побед, там для жеребьёвки; запись троичным числом наша",
    win_path,
    (Param("last", 0, 1, "the last round weighs most (1: yes)", "больше всего весит последний тур (1: да)"),),
)  # fmt: skip
