"""Pairing numbers: a last tie-break that is known from the start, in place of drawing lots."""

from __future__ import annotations

from fractions import Fraction

from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, Param, Setting, Summand, TieBreakRule, Worked, added_up


def places_in_list(crosstable: Crosstable) -> dict[int, int]:
    """For every entrant, the place in the list of pairing numbers: 0 for the smallest number."""
    return {entrant: place for place, entrant in enumerate(sorted(crosstable.cards))}


def pairing_number(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """How many pairing numbers come after the entrant's, or before it."""
    places = crosstable.once(places_in_list)
    before = places[entrant]
    after = len(places) - 1 - before
    en, ru = f"pairing number {entrant}", f"стартовый номер {entrant}"
    return added_up((Summand(Fraction(before if params["highest"] else after), en=en, ru=ru),))


PAIRING_NUMBER = TieBreakRule(
    "pairing-number", "1", "Pairing number", "Стартовый номер",
    "Whoever has the smaller pairing number is ahead, or whoever has the greater one. The number says how many pairing "
    "numbers come after the entrant's, or before it.",
    "Выше участник с меньшим стартовым номером или, если так задано, с большим. Число показывает, сколько стартовых "
    "номеров идёт после номера участника (или до него).",
    "FIDE Handbook C.07, article 7.8, in force from 1 March 2026: tournament pairing number (TPN)",
    "Справочник ФИДЕ, C.07, статья 7.8, действует с 1 марта 2026 года: стартовый номер (TPN)",
    pairing_number, (Param("highest", 0, 1, "the greatest first (1: yes)", "сначала больший (1: да)"),),
)  # fmt: skip
