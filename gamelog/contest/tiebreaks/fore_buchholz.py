"""Fore Buchholz: Buchholz as if every game of the last round were drawn, so that it is known before that round ends.

FIDE leaves open what byes of the last round count for: here they keep their points. The score of the dummy is reckoned
in the same way. The last round is the last that the cards count.
"""

from __future__ import annotations

from gamelog.contest.tiebreaks.buchholz import KINDS, TEXT_2023, TEXT_2026, buchholz, cuts
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, Setting, TieBreakRule, Worked

FORE_EN = "Buchholz as if every game of the last round, played or forfeited, had been a draw; byes keep their points. "
FORE_RU = (
    "Бухгольц, при котором все партии последнего тура, сыгранные и несостоявшиеся, считаются ничьими; баи сохраняют "
    "очки. "
)


def as_of_2023(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Fore Buchholz with a dummy on the entrant's own score."""
    return buchholz(crosstable, entrant, params, capped=False, fore=True)


def as_of_2026(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Fore Buchholz with a dummy that is capped."""
    return buchholz(crosstable, entrant, params, capped=True, fore=True)


FORE_BUCHHOLZ_2023 = TieBreakRule(
    "fore-buchholz", "2023", "Fore Buchholz", "Форбухгольц", FORE_EN + TEXT_2023[0], FORE_RU + TEXT_2023[1],
    "FIDE Handbook C.07, articles 8.3 and 16, in force from 1 September 2023",
    "Справочник ФИДЕ, C.07, статьи 8.3 и 16, действуют с 1 сентября 2023 года",
    as_of_2023, cuts(0, 0), kinds=KINDS,
)  # fmt: skip
FORE_BUCHHOLZ_2026 = TieBreakRule(
    "fore-buchholz", "2026", "Fore Buchholz", "Форбухгольц", FORE_EN + TEXT_2026[0], FORE_RU + TEXT_2026[1],
    "FIDE Handbook C.07, articles 8.3 and 16, in force from 1 March 2026",
    "Справочник ФИДЕ, C.07, статьи 8.3 и 16, действуют с 1 марта 2026 года",
    as_of_2026, cuts(0, 0), kinds=KINDS,
)  # fmt: skip
