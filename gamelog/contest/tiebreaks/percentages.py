"""Match-win percentage, the entrant's own and its opponents' mean, with a floor.

The floor is 0.33 as the source prints it, not a third. Values are shares: 0.6667, not 66.67.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from gamelog.contest.cards import How, RoundScore
from gamelog.contest.points import said, shown
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, Param, Summand, TieBreakRule, Worked, in_points
from gamelog.contest.tiebreaks.unplayed import WORDS

WHOLE = 10_000
"""Parameters are hundredths of a percent."""
NOT_IN_PLAY: tuple[How, ...] = ("zero-bye", "absent")
"""Rounds in which nothing could be had."""
NO_WIN = Worked(
    None, (), "A win brings no match points here: there is no percentage.", "Победа не приносит очков: процента нет."
)
FLOOR = (Param("floor", 3_300, WHOLE, "floor, hundredths of a percent", "нижняя граница, сотые доли процента"),)
SOURCE = (
    "Magic: The Gathering Tournament Rules, appendix C (27 February 2026)",
    "Magic: The Gathering Tournament Rules, приложение C (27 февраля 2026 года)",
)


class Share(msgspec.Struct, frozen=True):
    """Match points, in hundredths, of those available, and the percentage with the floor."""

    got: int
    most: int
    floor: Fraction

    @property
    def value(self) -> Fraction:
        """Never below the floor; the floor if no points were available."""
        return max(Fraction(self.got, self.most), self.floor) if self.most else self.floor

    def say(self) -> tuple[str, str]:
        """The computation in words."""
        got, most, result = said(self.got), said(self.most), shown(self.value)
        raised = not self.most or Fraction(self.got, self.most) < self.floor
        en, ru = (" (the floor)", " (нижняя граница)") if raised else ("", "")
        return f"{got} of {most} points: {result}{en}", f"Очков {got} из {most}: {result}{ru}"


def in_play(crosstable: Crosstable, entrant: int) -> tuple[RoundScore, ...]:
    """The rounds that an entrant took part in: byes and forfeits are among them, absences are not."""
    return tuple(each for each in crosstable.cards[entrant].rounds if each.how not in NOT_IN_PLAY)


def share_of(crosstable: Crosstable, entrant: int, floor: int) -> Share:
    """The match-win percentage of an entrant; `floor` in hundredths of a percent."""
    rounds = in_play(crosstable, entrant)
    got = sum(each.match for each in rounds) + crosstable.cards[entrant].match_adjustment
    return Share(got, crosstable.scoring.best * len(rounds), Fraction(floor, WHOLE))


def match_win(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The points of the rounds that the entrant took part in, of those that could be had."""
    if crosstable.scoring.win <= 0:
        return NO_WIN
    share = crosstable.once(share_of, entrant, params["floor"])
    parts = tuple(
        Summand(in_points(each.match), each.round, each.opponent, *WORDS.get(each.how, ("", "")))
        for each in in_play(crosstable, entrant)
    )
    adjustment = crosstable.cards[entrant].match_adjustment
    if adjustment:
        parts += (Summand(in_points(adjustment), en="penalties and awards", ru="штрафы и надбавки"),)
    return Worked(share.value, parts, *share.say())


def opponents_match_win(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """The mean of the opponents' percentages."""
    if crosstable.scoring.win <= 0:
        return NO_WIN
    met = crosstable.played(entrant)
    shares = [crosstable.once(share_of, each.opponent, params["floor"]) for each in met]
    if not shares:
        floor = Fraction(params["floor"], WHOLE)
        return Worked(floor, (), "Nobody was met: the floor.", "Соперников не было: нижняя граница.")
    parts = tuple(
        Summand(share.value, each.round, each.opponent, *share.say()) for each, share in zip(met, shares, strict=True)
    )
    total = sum((share.value for share in shares), Fraction(0))
    mean = total / len(shares)
    text = f"{shown(total)} / {len(shares)} = {shown(mean)}"
    return Worked(mean, parts, f"The mean: {text}", f"Среднее: {text}")


MATCH_WIN = TieBreakRule(
    "match-win",
    "1",
    "Match-win percentage",
    "Процент выигранных встреч",
    "The entrant's match points divided by the points of a win in every round that it took part in, and never less "
    "than the floor. Byes and forfeits are rounds that it took part in; zero-point byes and absences are not.",
    "Очки участника, делённые на очки победы во всех турах, в которых он участвовал, но не меньше нижней границы. Баи "
    "и неявки считаются турами с участием; баи без очков и пропуски не считаются.",
    *SOURCE,
    match_win,
    FLOOR,
)
OPPONENTS_MATCH_WIN = TieBreakRule(
    "opponents-match-win",
    "1",
    "Opponents' match-win percentage, mean",
    "Процент выигранных встреч соперников, среднее",
    "The mean of the match-win percentages of everybody the entrant met on a table, each raised to the floor on its "
    "own. Whoever met nobody has the floor.",
    "Среднее процентов выигранных встреч всех, с кем участник играл за столом; каждый процент отдельно поднимается до "
    "нижней границы. У того, кто ни с кем не играл, нижняя граница.",
    *SOURCE,
    opponents_match_win,
    FLOOR,
)
