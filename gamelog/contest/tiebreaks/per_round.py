"""The strength of opponents by the rounds they played, so that dropping out early does not lower it; and their wins."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

from gamelog.contest.cards import RoundScore
from gamelog.contest.points import said, shown
from gamelog.contest.terms import Ranks
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import (
    DECIMALS,
    NOBODY_MET,
    Compute,
    Group,
    KindParam,
    Param,
    Setting,
    Summand,
    TieBreakRule,
    Worked,
    added_up,
    in_points,
    mean_of,
    rounded,
)  # fmt: skip
from gamelog.contest.tiebreaks.wins import is_won

BYES = Param("byes", 0, 1, "byes count (1: yes)", "баи считаются (1: да)")
KINDS = (KindParam("of", "opponents' points", "очки соперников"),)


def rounds_of(crosstable: Crosstable, entrant: int, byes: int) -> tuple[RoundScore, ...]:
    """The rounds played on a table; with `byes` also those for which the pairing had no opponent."""
    rounds = crosstable.cards[entrant].rounds
    return tuple(each for each in rounds if each.how == "played" or (byes and each.how == "bye"))


def rate(crosstable: Crosstable, entrant: int, kind: Ranks, byes: int) -> tuple[int, int]:
    """An entrant's points of these rounds, with penalties and awards, in hundredths, and how many rounds they are."""
    card, rounds = crosstable.cards[entrant], crosstable.once(rounds_of, entrant, byes)
    return sum(each.of(kind) for each in rounds) + card.adjustment(kind), len(rounds)


def mean_rate(crosstable: Crosstable, entrant: int, kind: Ranks, byes: int) -> Fraction:
    """The mean of the opponents' points per round."""
    found = tuple(_part(crosstable, each, kind, byes) for each in crosstable.once(rounds_of, entrant, byes))
    return mean_of(found).value or Fraction(0)


def _part(crosstable: Crosstable, each: RoundScore, kind: Ranks, byes: int) -> Summand:
    if each.how == "bye":
        return Summand(Fraction(0), each.round, 0, "a bye: an opponent on 0", "бай: соперник с 0")
    points, rounds = crosstable.once(rate, each.opponent, kind, byes)
    text = f"{said(points)} / {rounds}"
    return Summand(in_points(points) / rounds, each.round, each.opponent, text, text)


def sos_per_round(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The mean of the opponents' points per round."""
    rounds = crosstable.once(rounds_of, entrant, params["byes"])
    parts = tuple(_part(crosstable, each, params.of, params["byes"]) for each in rounds)
    return mean_of(parts, params["decimals"])


def extended_per_round(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The mean of the opponents' own means."""
    parts = tuple(
        Summand(
            crosstable.once(mean_rate, each.opponent, params.of, params["byes"]) if each.opponent else Fraction(0),
            each.round, each.opponent,
        )
        for each in crosstable.once(rounds_of, entrant, params["byes"])
    )  # fmt: skip
    return mean_of(parts, params["decimals"])


def pooled(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """All points of the opponents by all of their rounds."""
    rounds = crosstable.once(rounds_of, entrant, params["byes"])
    rates = [
        (each, crosstable.once(rate, each.opponent, params.of, params["byes"])) for each in rounds if each.opponent
    ]
    parts = tuple(Summand(in_points(points), each.round, each.opponent) for each, (points, _rounds) in rates)
    games = sum(count for _each, (_points, count) in rates)
    if not games:
        return NOBODY_MET
    made = sum(points for _each, (points, _rounds) in rates)
    value = rounded(in_points(made) / games, params["decimals"])
    text = f"{said(made)} / {games} = {shown(value)}"
    return Worked(value, parts, f"By the opponents' rounds: {text}", f"На тур соперников: {text}")


def wins_of(crosstable: Crosstable, entrant: int, played: int) -> Fraction:
    """The rounds that an entrant won, or only those on a table."""
    rounds = crosstable.cards[entrant].rounds
    return Fraction(sum(is_won(each, crosstable.scoring) and (each.how == "played" or not played) for each in rounds))


def _opponents_wins(crosstable: Crosstable, entrant: int, params: Setting) -> tuple[Summand, ...]:
    beaten = params.get("beaten", 0)
    return tuple(
        Summand(
            crosstable.once(wins_of, each.opponent, params["played"]), each.round, each.opponent,
            left_out=bool(beaten) and each.outcome != "win",
        )
        for each in crosstable.played(entrant)
    )  # fmt: skip


def opponents_wins(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The opponents' wins, added up."""
    return added_up(_opponents_wins(crosstable, entrant, params))


def opponents_wins_mean(crosstable: Crosstable, entrant: int, params: Setting, _: Group) -> Worked:
    """The mean of the opponents' wins."""
    return mean_of(_opponents_wins(crosstable, entrant, params), params["decimals"])


def _rule(id: str, en: str, ru: str, text_en: str, text_ru: str, compute: Compute) -> TieBreakRule:
    return TieBreakRule(
        id, "1", en, ru,
        text_en + " Byes are left out, or count as a win over an opponent who has 0 points. Whoever met nobody has 0.",
        text_ru + " Баи не учитываются или считаются победой над соперником без очков. У того, кто ни с кем не "
        "играл, 0.",
        "House rule of this platform, as FFG's X-Wing and Game Uplink describe it: points by rounds played, averaged",
        "Правило этой платформы по описанию X-Wing от FFG и Game Uplink: среднее очков за сыгранный тур",
        compute, (BYES, DECIMALS), kinds=KINDS,
    )  # fmt: skip


SOS_PER_ROUND = _rule(
    "sos-per-round", "Strength of schedule per round, mean", "Сила соперников за тур, среднее",
    "For everybody the entrant met on a table, their points divided by the rounds that they played; the mean of these.",
    "Для каждого, с кем участник играл за столом, его очки делятся на число сыгранных им туров; берётся среднее.",
    sos_per_round,
)  # fmt: skip
EXTENDED_SOS_PER_ROUND = _rule(
    "extended-sos-per-round", "Extended strength of schedule per round, mean",
    "Расширенная сила соперников за тур, среднее",
    "The mean of the strengths of schedule per round of everybody the entrant met on a table.",
    "Среднее показателей «сила соперников за тур» всех, с кем участник играл за столом.",
    extended_per_round,
)  # fmt: skip
POOLED_SOS = TieBreakRule(
    "sos-pooled-mean", "1", "Strength of schedule, all games of the opponents together, mean",
    "Сила соперников по всем их играм вместе, среднее",
    "The points of everybody the entrant met on a table, added up and divided by the rounds that all of these played. "
    "Byes are left out, or count as rounds of the opponents. Whoever met nobody has 0.",
    "Сумма очков всех, с кем участник играл за столом, делённая на число туров, сыгранных всеми ими вместе. Баи не "
    "учитываются или считаются турами соперников. У того, кто ни с кем не играл, 0.",
    "Warmachine Steamroller 2013: the opponents' tournament points divided by the games that they played",
    "Warmachine Steamroller 2013: турнирные очки соперников, делённые на число сыгранных ими игр",
    pooled, (BYES, DECIMALS), kinds=KINDS,
)  # fmt: skip
PLAYED = Param("played", 0, 1, "only wins on a table (1: yes)", "только победы за столом (1: да)")
COMPANION = (
    "Games Workshop Tournament Companion: opponents' win records; as a number, a house rule of this platform",
    "Games Workshop Tournament Companion: победы соперников; перевод в число — правило этой платформы",
)
OPPONENTS_WINS = TieBreakRule(
    "opponents-wins", "1", "Opponents' wins, sum", "Победы соперников, сумма",
    "The rounds won by everybody the entrant met on a table, added up. A bye or a forfeit that brought the points of a "
    "win is one, unless only wins on a table are asked for.",
    "Сумма выигранных туров всех, с кем участник играл за столом. Бай или неявка соперника, принёсшие очки победы, "
    "считаются победой, если не требуются только победы за столом.",
    *COMPANION, opponents_wins, (PLAYED,),
)  # fmt: skip
OPPONENTS_WINS_2 = dataclasses.replace(
    OPPONENTS_WINS, version="2",
    params=(PLAYED, Param("beaten", 0, 1, "only of those beaten (1: yes)", "только побеждённых (1: да)")),
    text_en=OPPONENTS_WINS.text_en + " An event may count the wins of those alone whom the entrant beat.",
    text_ru=OPPONENTS_WINS.text_ru + " Могут учитываться победы только тех, кого участник победил.",
    source="Games Workshop Tournament Companion: opponents' win records; of those beaten: Tussle in the Tundra (ASL)",
    source_ru="Games Workshop Tournament Companion: победы соперников; только побеждённых: Tussle in the Tundra (ASL)",
)  # fmt: skip
OPPONENTS_WINS_MEAN = TieBreakRule(
    "opponents-wins-mean", "1", "Opponents' wins, mean", "Победы соперников, среднее",
    "The rounds won by everybody the entrant met on a table, added up and divided by how many they are. Whoever met "
    "nobody has 0.",
    "Сумма выигранных туров всех, с кем участник играл за столом, делённая на их число. У того, кто ни с кем не играл, "
    "0.",
    *COMPANION, opponents_wins_mean, (PLAYED, DECIMALS),
)  # fmt: skip
