"""Buchholz, with cuts and median, by the rules for unplayed rounds of 2023 and of 2026."""

from __future__ import annotations

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
)
from gamelog.contest.tiebreaks.unplayed import contributions, cut_lowest

ADDED_EN = (
    "The match points of all opponents, added up. The lowest and the highest may be left out, the lowest first; of the "
    "rounds that the entrant did not play of its own will, the lowest go before any other. An opponent's byes on "
    "request and absences at the end, with no round after them that it was there for, count as draws. "
)
ADDED_RU = (
    "Сумма очков всех соперников. Меньшие и большие слагаемые могут отбрасываться, сначала меньшие; туры, которые "
    "участник не играл по своей воле, отбрасываются первыми, начиная с меньшего. Запрошенные баи и пропуски соперника "
    "в конце турнира, после которых он уже не был готов играть, считаются ничьими. "
)
DUMMY_EN = "A round that the entrant did not play counts as one against a dummy that ended on the entrant's own score. "
DUMMY_RU = (
    "Тур, который участник не играл, считается сыгранным с условным соперником, набравшим столько же, сколько он. "
)
CAPPED_EN = (
    "The dummy counts for no more than the opponent who was due, after a forfeit, and for no more than a draw in every "
    "round otherwise. Not meant for round robins."
)
CAPPED_RU = (
    "Условный соперник считается не выше того, кто должен был играть, если это неявка, и не выше ничьих во всех турах "
    "в остальных случаях. Не предназначен для круговых турниров."
)
SOURCE_2023 = (
    "FIDE Handbook C.07, articles 8.1, 14.1 to 14.4 and 16, in force from 1 September 2023",
    "Справочник ФИДЕ, C.07, статьи 8.1, 14.1–14.4 и 16, действуют с 1 сентября 2023 года",
)
SOURCE_2026 = (
    "FIDE Handbook C.07, articles 8.1, 14.1 to 14.4 and 16, in force from 1 March 2026",
    "Справочник ФИДЕ, C.07, статьи 8.1, 14.1–14.4 и 16, действуют с 1 марта 2026 года",
)


def buchholz(crosstable: Crosstable, entrant: int, params: Setting, capped: bool, fore: bool = False) -> Worked:
    """The sum of the opponents' scores, without the lowest and the highest."""
    found = crosstable.once(contributions, entrant, capped, params.of, "match", fore)
    cut = {each.round for each in cut_lowest(found, params["cut-lowest"])}
    left = (each for each in found if each.round not in cut)
    highest = sorted(left, key=lambda each: (-each.score, each.round))[: params["cut-highest"]]
    cut |= {each.round for each in highest}
    return added_up(
        tuple(Summand(in_points(one.score), one.round, one.opponent, one.en, one.ru, one.round in cut) for one in found)
    )


def as_of_2023(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Buchholz with a dummy on the entrant's own score."""
    return buchholz(crosstable, entrant, params, capped=False)


def as_of_2026(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """Buchholz with a dummy that is capped."""
    return buchholz(crosstable, entrant, params, capped=True)


def cuts(lowest: int, highest: int) -> tuple[Param, Param]:
    """How many are left out unless the event says otherwise."""
    return (
        Param("cut-lowest", lowest, 99, "lowest left out", "отброшено меньших"),
        Param("cut-highest", highest, 99, "highest left out", "отброшено больших"),
    )


KINDS = (KindParam("of", "opponents' points", "очки соперников"),)
TEXT_2023 = (ADDED_EN + DUMMY_EN.rstrip(), ADDED_RU + DUMMY_RU.rstrip())
TEXT_2026 = (ADDED_EN + DUMMY_EN + CAPPED_EN, ADDED_RU + DUMMY_RU + CAPPED_RU)

BUCHHOLZ_2023 = TieBreakRule(
    "buchholz", "2023", "Buchholz", "Бухгольц", *TEXT_2023, *SOURCE_2023, as_of_2023, cuts(0, 0), kinds=KINDS
)  # fmt: skip
BUCHHOLZ_2026 = TieBreakRule(
    "buchholz", "2026", "Buchholz", "Бухгольц", *TEXT_2026, *SOURCE_2026, as_of_2026, cuts(0, 0), kinds=KINDS
)  # fmt: skip
MEDIAN_2023 = TieBreakRule(
    "median-buchholz", "2023", "Median Buchholz", "Медианный Бухгольц", *TEXT_2023, *SOURCE_2023,
    as_of_2023, cuts(1, 1), kinds=KINDS,
)  # fmt: skip
MEDIAN_2026 = TieBreakRule(
    "median-buchholz", "2026", "Median Buchholz", "Медианный Бухгольц", *TEXT_2026, *SOURCE_2026,
    as_of_2026, cuts(1, 1), kinds=KINDS,
)  # fmt: skip
