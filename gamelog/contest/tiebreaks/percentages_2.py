"""Match-win and game-win percentages, with a floor that is a fraction, byes that may be left out, and rounding.

A match of several games has 3 game points for a game won and 1 for a drawn one, as in the source; where the games of a
match were not reported, the match is one game. A bye is a match won by 2 games to 0; a forfeit is one game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

import msgspec

from gamelog.contest.cards import RoundScore
from gamelog.contest.points import said, shown
from gamelog.contest.tiebreaks.crosstable import Crosstable, result_of
from gamelog.contest.tiebreaks.percentages import NO_WIN, NOT_IN_PLAY, SOURCE
from gamelog.contest.tiebreaks.rule import (
    DECIMALS,
    EXACT,
    Compute,
    Group,
    Param,
    Setting,
    Summand,
    TieBreakRule,
    Worked,
    in_points,
    mean_of,
    rounded,
)  # fmt: skip
from gamelog.contest.tiebreaks.unplayed import WORDS

GAME_WON, GAME_DRAWN = 300, 100
"""Game points, in hundredths."""
BYE = (2, 0, 0)
PARAMS = (
    Param("floor", 33, 10_000, "floor, numerator", "нижняя граница, числитель"),
    Param("floor-of", 100, 10_000, "floor, denominator", "нижняя граница, знаменатель"),
    Param("byes", 1, 1, "byes count (0: no)", "баи считаются (0: нет)"),
    DECIMALS,
)


def floor_is_wrong(params: Mapping[str, int]) -> tuple[str, str, str] | None:
    """A floor has to be a fraction from 0 to 1."""
    if not params["floor-of"]:
        text = "floor-of is at least 1: the floor is a fraction, such as 1 of 3"
        return "floor-of", text, "знаменатель не меньше 1: нижняя граница — дробь, например 1 из 3"
    if params["floor"] > params["floor-of"]:
        text = f"the floor is at most 1: {params['floor']} of {params['floor-of']} is more"
        return "floor", text, f"нижняя граница не больше 1: {params['floor']} из {params['floor-of']} больше"
    return None


class Ratio(msgspec.Struct, frozen=True):
    """Points got, in hundredths, of those that could be had."""

    got: int
    most: int

    def value(self, params: Mapping[str, int]) -> Fraction:
        """Never below the floor; the floor where nothing could be had. Rounded as the event says."""
        floor = Fraction(params["floor"], params["floor-of"])
        return rounded(max(Fraction(self.got, self.most), floor) if self.most else floor, params["decimals"])

    def say(self, params: Mapping[str, int]) -> tuple[str, str]:
        """The computation in words."""
        raised = not self.most or self.got * params["floor-of"] < params["floor"] * self.most
        got, most, result = said(self.got), said(self.most), shown(self.value(params))
        en, ru = (" (the floor)", " (нижняя граница)") if raised else ("", "")
        if params["decimals"] != EXACT:
            en, ru = f"{en}, rounded", f"{ru}, округлено"
        return f"{got} of {most} points: {result}{en}", f"Очков {got} из {most}: {result}{ru}"


Share: TypeAlias = Callable[[Crosstable, int, int], Ratio]
"""(crosstable, entrant, whether byes count) -> its points of those that could be had."""


def in_play(crosstable: Crosstable, entrant: int, byes: int) -> tuple[RoundScore, ...]:
    """The rounds that an entrant took part in; byes are among them if they count."""
    rounds = crosstable.cards[entrant].rounds
    left_out = NOT_IN_PLAY if byes else (*NOT_IN_PLAY, "bye", "half-bye")
    return tuple(each for each in rounds if each.how not in left_out)


def matches(crosstable: Crosstable, entrant: int, byes: int) -> Ratio:
    """Match points with penalties and awards, of those of a win in every round."""
    rounds = crosstable.once(in_play, entrant, byes)
    got = sum(each.match for each in rounds) + crosstable.cards[entrant].match_adjustment
    return Ratio(got, crosstable.scoring.best * len(rounds))


def games_in(each: RoundScore) -> tuple[int, int, int]:
    """The games of a round: won, drawn, lost."""
    if each.how in ("bye", "half-bye"):
        return BYE
    played = each.games, each.games_drawn, each.games_against
    if any(played):
        return played
    result = result_of(each)
    return int(result == "win"), int(result == "draw"), int(result == "loss")


def game_points(each: RoundScore) -> int:
    """The game points of a round, in hundredths."""
    won, drawn, _lost = games_in(each)
    return GAME_WON * won + GAME_DRAWN * drawn


def games(crosstable: Crosstable, entrant: int, byes: int) -> Ratio:
    """Game points of those of a win in every game."""
    rounds = crosstable.once(in_play, entrant, byes)
    return Ratio(sum(map(game_points, rounds)), GAME_WON * sum(sum(games_in(each)) for each in rounds))


def match_win(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The points of the rounds that the entrant took part in, of those that could be had."""
    if crosstable.scoring.win <= 0:
        return NO_WIN
    share = crosstable.once(matches, entrant, params["byes"])
    parts = tuple(
        Summand(in_points(each.match), each.round, each.opponent, *WORDS.get(each.how, ("", "")))
        for each in crosstable.once(in_play, entrant, params["byes"])
    )
    adjustment = crosstable.cards[entrant].match_adjustment
    if adjustment:
        parts += (Summand(in_points(adjustment), en="penalties and awards", ru="штрафы и надбавки"),)
    return Worked(share.value(params), parts, *share.say(params))


def game_win(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The game points of the rounds that the entrant took part in, of those that could be had."""
    share = crosstable.once(games, entrant, params["byes"])
    parts = tuple(
        Summand(in_points(game_points(each)), each.round, each.opponent, *_record(each))
        for each in crosstable.once(in_play, entrant, params["byes"])
    )
    return Worked(share.value(params), parts, *share.say(params))


def _record(each: RoundScore) -> tuple[str, str]:
    won, drawn, lost = games_in(each)
    text = f"{won}-{lost}-{drawn}"
    en, ru = WORDS.get(each.how, ("", ""))
    return (f"{en}: {text}", f"{ru}: {text}") if en else (text, text)


def told(
    crosstable: Crosstable, entrant: int, share: Share, floor: int, floor_of: int, byes: int
) -> tuple[Fraction, str, str]:
    """An entrant's exact percentage, and how it is worked out: the same for everybody who met the entrant."""
    exact = {"floor": floor, "floor-of": floor_of, "decimals": EXACT}
    found = crosstable.once(share, entrant, byes)
    return found.value(exact), *found.say(exact)


def averaged(share: Share, needs_wins: bool) -> Compute:
    """The computation of the mean of the opponents' percentages, each with the floor."""

    def compute(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
        if needs_wins and crosstable.scoring.win <= 0:
            return NO_WIN
        used = params["floor"], params["floor-of"], params["byes"]
        parts = tuple(
            Summand(value, each.round, each.opponent, en, ru)
            for each in crosstable.played(entrant)
            for value, en, ru in (crosstable.once(told, each.opponent, share, *used),)
        )
        floor = Ratio(0, 0).value(params)
        return mean_of(
            parts,
            params["decimals"],
            Worked(floor, (), "Nobody was met: the floor.", "Соперников не было: нижняя граница."),
        )

    return compute


def mean_of_opponents(crosstable: Crosstable, entrant: int, floor: int, floor_of: int, byes: int) -> Fraction:
    """The exact mean of an entrant's opponents' match-win percentages."""
    exact = Setting({"floor": floor, "floor-of": floor_of, "byes": byes, "decimals": EXACT})
    return averaged(matches, needs_wins=False)(crosstable, entrant, exact, ()).value or Fraction(0)


def extended_match_win(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The mean of the opponents' own means."""
    if crosstable.scoring.win <= 0:
        return NO_WIN
    used = params["floor"], params["floor-of"], params["byes"]
    parts = tuple(
        Summand(crosstable.once(mean_of_opponents, each.opponent, *used), each.round, each.opponent)
        for each in crosstable.played(entrant)
    )
    floor = Ratio(0, 0).value(params)
    nobody = Worked(floor, (), "Nobody was met: the floor.", "Соперников не было: нижняя граница.")
    return mean_of(parts, params["decimals"], nobody)


OWN_EN = " divided by those that could be had in the rounds that it took part in, and never less than the floor. "
OWN_RU = ", делённые на возможные в турах, в которых он участвовал, но не меньше нижней границы. "
BYES_EN = "Forfeits are rounds that it took part in, byes too if the event counts them; absences are not."
BYES_RU = "Неявки считаются турами с участием, баи тоже, если они считаются; пропуски не считаются."
MEAN_EN = (
    " of everybody the entrant met on a table, each raised to the floor on its own. Whoever met nobody has the floor."
)
MEAN_RU = (
    " всех, с кем участник играл за столом; каждый процент отдельно поднимается до нижней границы. У того, кто "
    "ни с кем "
    "не играл, нижняя граница."
)
GAMES_EN = " A match of which only the result is known is one game; a bye is a match of 2-0."
GAMES_RU = " Встреча, о которой известен лишь итог, считается одной игрой; бай считается встречей 2:0."
MATCH_WIN = TieBreakRule(
    "match-win", "2", "Match-win percentage", "Процент выигранных встреч",
    "The entrant's match points" + OWN_EN + BYES_EN, "Очки участника" + OWN_RU + BYES_RU,
    *SOURCE, match_win, PARAMS, wrong=floor_is_wrong,
)  # fmt: skip
OPPONENTS_MATCH_WIN = TieBreakRule(
    "opponents-match-win", "2", "Opponents' match-win percentage, mean",
    "Процент выигранных встреч соперников, среднее",
    "The mean of the match-win percentages" + MEAN_EN, "Среднее процентов выигранных встреч" + MEAN_RU,
    *SOURCE, averaged(matches, needs_wins=True), PARAMS, wrong=floor_is_wrong,
)  # fmt: skip
EXTENDED_MATCH_WIN = TieBreakRule(
    "extended-match-win", "1", "Opponents' opponents' match-win percentage, mean",
    "Процент выигранных встреч соперников соперников, среднее",
    "The mean, over everybody the entrant met on a table, of the opponents' match-win percentages that they have "
    "themselves. Each match-win percentage is raised to the floor on its own. Whoever met nobody has the floor.",
    "Среднее по всем, с кем участник играл за столом, их показателей «процент выигранных встреч соперников». Каждый "
    "процент выигранных встреч отдельно поднимается до нижней границы. У того, кто ни с кем не играл, нижняя граница.",
    "Play! Pokémon Tournament Rules Handbook, section 5.3: opponents' opponents' win percentage",
    "Play! Pokémon Tournament Rules Handbook, раздел 5.3: процент побед соперников соперников",
    extended_match_win, PARAMS, wrong=floor_is_wrong,
)  # fmt: skip
GAME_WIN = TieBreakRule(
    "game-win", "1", "Game-win percentage", "Процент выигранных игр",
    "The entrant's game points, 3 for a game won and 1 for a drawn one," + OWN_EN + BYES_EN + GAMES_EN,
    "Очки участника за игры, 3 за выигранную и 1 за ничью" + OWN_RU + BYES_RU + GAMES_RU,
    *SOURCE, game_win, PARAMS, games=True, wrong=floor_is_wrong,
)  # fmt: skip
OPPONENTS_GAME_WIN = TieBreakRule(
    "opponents-game-win", "1", "Opponents' game-win percentage, mean", "Процент выигранных игр соперников, среднее",
    "The mean of the game-win percentages" + MEAN_EN + GAMES_EN,
    "Среднее процентов выигранных игр" + MEAN_RU + GAMES_RU,
    *SOURCE, averaged(games, needs_wins=False), PARAMS, games=True, wrong=floor_is_wrong,
)  # fmt: skip
