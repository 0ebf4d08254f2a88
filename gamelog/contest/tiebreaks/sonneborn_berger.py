"""Sonneborn-Berger, by the rules for unplayed rounds of 2023 and of 2026."""

from __future__ import annotations

from fractions import Fraction

from gamelog.contest.points import POINT, said
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, KindParam, Param, Setting, Summand, TieBreakRule, Worked, added_up
from gamelog.contest.tiebreaks.unplayed import Contribution, contributions, cut_least

ADDED_EN = (
    "For every round the match points of the opponent times the match points that the entrant got in it, added up. "
    "With a cut the opponent with the lowest score is left out (of several, the one that gives least); but a round "
    "that the entrant did not play of its own will goes instead when it does not give less. An opponent's byes on "
    "request and absences at the end, with no round after them that it was there for, count as draws. A round that "
    "the entrant did not play counts as one against a dummy that ended on the entrant's own score. "
)
ADDED_RU = (
    "За каждый тур очки соперника умножаются на очки, полученные участником в этом туре; произведения складываются. "
    "При отбрасывании уходит соперник с наименьшим результатом (из нескольких тот, кто даёт меньше); но тур, который "
    "участник не играл по своей воле, отбрасывается вместо него, если даёт не меньше. Запрошенные баи и пропуски "
    "соперника в конце турнира, после которых он уже не был готов играть, считаются ничьими. Тур, который участник не "
    "играл, считается сыгранным с условным соперником, набравшим столько же, сколько он. "
)
CAPPED_EN = (
    "The dummy counts for no more than the opponent who was due, after a forfeit, and for no more than a draw in every "
    "round otherwise. In a round robin forfeits count as played."
)
CAPPED_RU = (
    "Условный соперник считается не выше того, кто должен был играть, если это неявка, и не выше ничьих во всех турах "
    "в остальных случаях. В круговом турнире неявки считаются сыгранными."
)
PLAIN_EN = "In a round robin forfeits count as played."
PLAIN_RU = "В круговом турнире неявки считаются сыгранными."
KINDS = (KindParam("of", "opponents' points", "очки соперников"), KindParam("by", "own points", "свои очки"))
CUT = (Param("cut", 0, 99, "least significant left out", "отброшено наименее значимых"),)


def sonneborn_berger(crosstable: Crosstable, entrant: int, params: Setting, capped: bool) -> Worked:
    """The sum of score times points, without the least significant."""
    found = crosstable.once(contributions, entrant, capped, params.of, params.by)
    cut = {each.round for each in cut_least(found, params["cut"])} if params["cut"] else set()
    return added_up(tuple(_part(each, each.round in cut) for each in found))


def _part(each: Contribution, left_out: bool) -> Summand:
    times = f"{said(each.score)} × {said(each.gained)}"
    en, ru = (f"{times}; {each.en}", f"{times}; {each.ru}") if each.en else (times, times)
    return Summand(Fraction(each.product, POINT * POINT), each.round, each.opponent, en, ru, left_out)


def as_of_2023(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Sonneborn-Berger with a dummy on the entrant's own score."""
    return sonneborn_berger(crosstable, entrant, params, capped=False)


def as_of_2026(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Sonneborn-Berger with a dummy that is capped."""
    return sonneborn_berger(crosstable, entrant, params, capped=True)


SONNEBORN_BERGER_2023 = TieBreakRule(
    "sonneborn-berger", "2023", "Sonneborn-Berger", "Зонненборн-Бергер", ADDED_EN + PLAIN_EN, ADDED_RU + PLAIN_RU,
    "FIDE Handbook C.07, articles 9.1, 14.1, 15 and 16, in force from 1 September 2023",
    "Справочник ФИДЕ, C.07, статьи 9.1, 14.1, 15 и 16, действуют с 1 сентября 2023 года",
    as_of_2023, CUT,
    kinds=KINDS,
)  # fmt: skip
SONNEBORN_BERGER_2026 = TieBreakRule(
    "sonneborn-berger", "2026", "Sonneborn-Berger", "Зонненборн-Бергер", ADDED_EN + CAPPED_EN, ADDED_RU + CAPPED_RU,
    "FIDE Handbook C.07, articles 9.1, 14.1, 15 and 16, in force from 1 March 2026",
    "Справочник ФИДЕ, C.07, статьи 9.1, 14.1, 15 и 16, действуют с 1 марта 2026 года",
    as_of_2026, CUT,
    kinds=KINDS,
)  # fmt: skip
