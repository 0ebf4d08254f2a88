"""The average of the opponents' Buchholz, by the rules for unplayed rounds of 2023 and of 2026."""

from __future__ import annotations

from gamelog.contest.tiebreaks.buchholz import KINDS, buchholz
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, Param, Setting, Summand, TieBreakRule, Worked, mean_of

FORE = (Param("fore", 0, 1, "fore Buchholz (1: yes)", "форбухгольц (1: да)"),)
WHOLE = {"cut-lowest": 0, "cut-highest": 0}


def average(crosstable: Crosstable, entrant: int, params: Setting, capped: bool) -> Worked:
    """The mean of the Buchholz of everybody met."""
    each_has = Setting(WHOLE, of=params.of)
    found = [
        (each, buchholz(crosstable, each.opponent, each_has, capped, bool(params.get("fore", 0))).value)
        for each in crosstable.encounters(entrant)
    ]
    return mean_of(tuple(Summand(value, each.round, each.opponent) for each, value in found if value is not None))


def as_of_2023(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """With dummies on the opponents' own scores."""
    return average(crosstable, entrant, params, capped=False)


def as_of_2026(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """With dummies that are capped."""
    return average(crosstable, entrant, params, capped=True)


TEXT_EN = (
    "The Buchholz of everybody the entrant met, added up and divided by how many they are. Nothing is left out of "
    "their Buchholz. Whoever met nobody has 0."
)
TEXT_RU = (
    "Сумма коэффициентов Бухгольца всех, с кем участник играл, делённая на их число. Слагаемые в этих коэффициентах не "
    "отбрасываются. У того, кто ни с кем не играл, 0."
)
AVERAGE_BUCHHOLZ_2023 = TieBreakRule(
    "average-buchholz", "2023", "Average of opponents' Buchholz", "Средний Бухгольц соперников", TEXT_EN, TEXT_RU,
    "FIDE Handbook C.07, articles 8.2 and 16, in force from 1 September 2023",
    "Справочник ФИДЕ, C.07, статьи 8.2 и 16, действуют с 1 сентября 2023 года",
    as_of_2023, kinds=KINDS,
)  # fmt: skip
AVERAGE_BUCHHOLZ_2026 = TieBreakRule(
    "average-buchholz", "2026", "Average of opponents' Buchholz", "Средний Бухгольц соперников", TEXT_EN, TEXT_RU,
    "FIDE Handbook C.07, articles 8.2 and 16, in force from 1 March 2026",
    "Справочник ФИДЕ, C.07, статьи 8.2 и 16, действуют с 1 марта 2026 года",
    as_of_2026, FORE, kinds=KINDS,
)  # fmt: skip
