"""From what a table reports to the points of a round: the scale, the caps, the bonuses, and rounds without a battle.

Everything is hundredths of a point, and exact. The order of the steps is written at `terms.Scoring`. What a battle is
worth whose winner was said outright (somebody conceded, was tabled, or a judge ruled):

- match points follow the winner that was said;
- battle points still come from the scale, by the lead in victory points that the winner has. A winner who is behind
  counts as level, and so gets the even split at least; a draw that was said is level, too. Where `neither` won, both
  get what the loser of the highest step gets;
- without a scale battle points are the victory points that were reported: none are invented;
- a victory that was said is a major one if the points of both sides make it one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from gamelog.contest.cards import How, Outcome, RoundScore
from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import BattleOutcome, Points, SideOutcome, Winner
from gamelog.contest.points import said
from gamelog.contest.terms import Award, Band, Bonus, Scoring
from gamelog.contest.terms_tallies import Tallied, parts_of

OWN_MEMBERS = ("match", "battle", "victory", "battle_against", "victory_against")
"""The points of an award that are members of their own."""
Two: TypeAlias = tuple[int, int]
"""Points of the sides a and b, in hundredths."""


def score(scoring: Scoring, report: BattleOutcome) -> tuple[Points, Points]:
    """The points of both sides, in hundredths.

    Raises: Refused `bad-report` for a bonus that is unknown or claimed twice, `bad-scale` for a difference of victory
    points that no band of the scale holds.
    """
    if report.forfeit:
        return _forfeited(scoring, report.forfeit)
    earned_a, earned_b = _earned(scoring, report.a, "$.a"), _earned(scoring, report.b, "$.b")
    counted_a, counted_b = tallied(scoring, report.a, "$.a"), tallied(scoring, report.b, "$.b")
    victory = _victory(scoring, report.a, counted_a), _victory(scoring, report.b, counted_b)
    shared = _split(scoring.scale, victory, report.winner)
    battle = (
        _capped(shared[0] + _sum(earned_a, "battle") + _sum(earned_b, "battle_against"), scoring.battle_cap),
        _capped(shared[1] + _sum(earned_b, "battle") + _sum(earned_a, "battle_against"), scoring.battle_cap),
    )
    measured = battle if scoring.decided_by == "battle" else victory
    lead, within = measured[0] - measured[1], scoring.draw_within
    if report.games:
        lead, within = report.games.a - report.games.b, 0
    outcomes = _outcomes(report.winner, lead, within)
    match = _match(scoring, outcomes, measured)
    return (
        _points(scoring, outcomes[0], match[0], battle[0], victory[0], earned_a, counted_a),
        _points(scoring, outcomes[1], match[1], battle[1], victory[1], earned_b, counted_b),
    )


def tallied(scoring: Scoring, side: SideOutcome, path: str = "$") -> Tallied:
    """What counts of each tally, in the order of the terms, in hundredths.

    Raises: Refused `bad-report` for a tally that the event does not have.
    """
    known = [each.id for each in scoring.tallies]
    for name in side.tallies:
        if name not in known:
            text = f"there is no tally {name} (there are: {', '.join(known) or 'none'})"
            raise Refused("bad-report", f"{path}.tallies.{name}", text, tally=name)
    return {each.id: _capped(side.tallies.get(each.id, 0), each.cap) for each in scoring.tallies}


def require_plausible(scoring: Scoring, report: BattleOutcome) -> None:
    """Refuse a report in which a side has more of a tally than counts, or less than nothing, or fewer victory points
    than their parts come to.

    People can correct what they have typed; a recorded battle has what it has, and the rest does not count.

    Raises: Refused `bad-report`.
    """
    for side, found in (("a", report.a), ("b", report.b)):
        for each in scoring.tallies:
            points, most = found.tallies.get(each.id, 0), each.cap
            if points < 0 or (most is not None and points > most):
                limit = "" if most is None else f" to {said(most)}"
                text = f"{each.en} of side {side} is from 0{limit}, not {said(points)}"
                path = f"$.report.{side}.tallies.{each.id}"
                raise Refused("bad-report", path, text, tally=each.id, side=side, most=most, value=points)
        parts = _parts(scoring, found.tallies)
        if parts > found.victory:
            text = f"victory points of side {side} are {said(found.victory)}, and their parts come to {said(parts)}"
            raise Refused("bad-report", f"$.report.{side}.victory", text, side=side, parts=parts)


def score_team(
    team: Scoring, boards: Sequence[tuple[Points, Points]], winner: Winner = "by-points"
) -> tuple[Points, Points]:
    """The points of a match of two teams: the sums of their boards' battle points, taken as victory points.

    `winner` is said outright where a team did not come.

    Raises: as `score`.
    """
    a, b = sum(board[0].battle for board in boards), sum(board[1].battle for board in boards)
    first, second = score(team, BattleOutcome(winner, a=SideOutcome(victory=a), b=SideOutcome(victory=b)))
    return (
        msgspec.structs.replace(first, tallies=_summed(board[0].tallies for board in boards)),
        msgspec.structs.replace(second, tallies=_summed(board[1].tallies for board in boards)),
    )


def _summed(boards: Iterable[Tallied]) -> Tallied:
    total: Tallied = {}
    for board in boards:
        for name, points in board.items():
            total[name] = total.get(name, 0) + points
    return total


def award_of(scoring: Scoring, how: How) -> Award:
    """The worth of a round without a battle, for and against. `absent` is worth nothing.

    Raises: Refused `bad-report` for a round that was played.
    """
    awards = {
        "bye": scoring.bye,
        "half-bye": scoring.half_bye,
        "zero-bye": scoring.zero_bye,
        "forfeit-win": scoring.forfeit_win,
        "forfeit-loss": scoring.forfeit_loss,
        "absent": Award(),
    }
    if how not in awards:
        raise Refused("bad-report", "$.how", f"a round that was {how} is scored by its report", how=how)
    return awards[how]


def award(scoring: Scoring, how: How) -> Points:
    """The points of a round without a battle, in hundredths. It is no win, draw or loss.

    Raises: as `award_of`.
    """
    given = award_of(scoring, how)
    return Points(
        outcome="", match=given.match, battle=given.battle, victory=given.victory, tallies=dict(given.tallies)
    )


def band_of(scale: Sequence[Band], difference: int) -> Band:
    """The band that holds a difference of victory points (hundredths, not negative).

    Raises: Refused `bad-scale` where none does.
    """
    for band in scale:
        first, last = _limits(band)
        if first <= difference and (last is None or difference <= last):
            return band
    raise Refused(
        "bad-scale", "$.scoring.scale", f"no band holds a difference of {said(difference)}", difference=difference
    )


def _forfeited(scoring: Scoring, forfeit: Literal["a", "b", "both"]) -> tuple[Points, Points]:
    lost = award(scoring, "forfeit-loss")
    if forfeit == "both":
        return lost, lost
    won = award(scoring, "forfeit-win")
    return (lost, won) if forfeit == "a" else (won, lost)


def _earned(scoring: Scoring, tally: SideOutcome, path: str) -> list[Bonus]:
    known = {bonus.id: bonus for bonus in scoring.bonuses}
    for at, claimed in enumerate(tally.bonuses):
        where = f"{path}.bonuses[{at}]"
        if claimed not in known:
            text = f"there is no bonus {claimed} (there are: {', '.join(known) or 'none'})"
            raise Refused("bad-report", where, text, bonus=claimed)
        if claimed in tally.bonuses[:at]:
            raise Refused("bad-report", where, f"bonus {claimed} is claimed twice", bonus=claimed)
    return [known[claimed] for claimed in tally.bonuses]


def _sum(bonuses: list[Bonus], kind: str) -> int:
    return sum(getattr(bonus, kind) for bonus in bonuses)


def _capped(points: int, cap: int | None) -> int:
    return points if cap is None else max(0, min(points, cap))


def _victory(scoring: Scoring, side: SideOutcome, counted: Tallied) -> int:
    """Victory points without what their parts have above their caps, before any bonus."""
    above = _parts(scoring, side.tallies) - _parts(scoring, counted)
    return _capped(side.victory - above, scoring.victory_cap)


def _parts(scoring: Scoring, tallies: Tallied) -> int:
    """The victory points that tallies say."""
    return sum(tallies.get(each.id, 0) for each in scoring.tallies if each.into == "victory")


def _split(scale: Sequence[Band], victory: Two, winner: Winner) -> Two:
    """Battle points before any bonus; the top of this module explains explicit winners."""
    if not scale:
        return victory
    if winner == "neither":
        least = min(band.loser for band in scale)
        return least, least
    lead = victory[0] - victory[1]
    lead = {"by-points": lead, "a": max(0, lead), "b": min(0, lead), "draw": 0}[winner]
    band = band_of(scale, abs(lead))
    return (band.winner, band.loser) if lead >= 0 else (band.loser, band.winner)


def _outcomes(winner: Winner, lead: int, draw_within: int) -> tuple[Outcome, Outcome]:
    if winner == "neither":
        return "loss", "loss"
    if winner == "draw" or (winner == "by-points" and abs(lead) <= draw_within):
        return "draw", "draw"
    won_by_a = winner == "a" or (winner == "by-points" and lead > 0)
    return ("win", "loss") if won_by_a else ("loss", "win")


def _match(scoring: Scoring, outcomes: tuple[Outcome, Outcome], measured: Two) -> Two:
    """Match points of both sides before any bonus, by the outcomes and the points that decided them."""
    worth = {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss}
    for first, points in ((0, measured), (1, measured[::-1])):
        if outcomes[first] == "win" and scoring.major and scoring.major.is_reached(*points):
            worth |= {"win": scoring.major.win, "loss": scoring.major.loss}
    return worth[outcomes[0]], worth[outcomes[1]]


def _points(
    scoring: Scoring, outcome: Outcome, match: int, battle: int, victory: int, earned: list[Bonus], counted: Tallied
) -> Points:
    return Points(
        outcome=outcome,
        match=_capped(match + _sum(earned, "match"), scoring.match_cap),
        battle=battle,
        victory=_capped(victory + _sum(earned, "victory"), scoring.victory_cap),
        tallies=counted,
    )


def check_scale(bands: Sequence[Band], path: str = "$.scoring.scale", cap: int | None = None) -> None:
    """Raises: Refused `bad-scale` with the first of the `scale_problems`."""
    for problem in scale_problems(bands, path, cap):
        raise problem


def scale_problems(bands: Sequence[Band], path: str = "$.scoring.scale", cap: int | None = None) -> list[Refused]:
    """Everything that is wrong with a scale; nothing for no scale at all.

    Every difference of victory points from 0 up has to be in exactly one band, and a larger one never gives the winner
    less. `cap` is the most victory points there can be, in hundredths; the scale may end with it.
    """
    if not bands:
        return []
    found = [problem for at, band in enumerate(bands) for problem in _band_problems(band, at, path)]
    found += _beginning(bands[0], path)
    for at in range(1, len(bands)):
        found += _joint(bands[at - 1], bands[at], at, path)
    return found + _end(bands[-1], len(bands) - 1, path, cap)


def _limits(band: Band) -> tuple[int, int | None]:
    """The first and the last difference that a band holds, in hundredths; None: unlimited."""
    last = None if band.most is None else band.most - band.open_most
    return band.least + band.open_least, last


def _spoken(band: Band) -> str:
    least = f"over {said(band.least)}" if band.open_least else f"from {said(band.least)}"
    if band.most is None:
        return least
    return f"{least} to below {said(band.most)}" if band.open_most else f"{least} to {said(band.most)}"


def _spoken_ru(band: Band) -> str:
    least = f"больше {said(band.least)}" if band.open_least else f"от {said(band.least)}"
    if band.most is None:
        return least
    return f"{least} и меньше {said(band.most)}" if band.open_most else f"{least} до {said(band.most)}"


def _wrong(path: str, text: str, ru: str, **facts: int) -> Refused:
    return Refused("bad-scale", path, text, ru, **facts)


def _band_problems(band: Band, at: int, path: str) -> list[Refused]:
    found = []
    first, last = _limits(band)
    if last is not None and last < first:
        found.append(_wrong(f"{path}[{at}].most", f"band {at + 1} ({_spoken(band)}) holds no difference at all",
                            f"в строку {at + 1} ({_spoken_ru(band)}) не попадает ни одна разница"))  # fmt: skip
    if band.winner < band.loser:
        found.append(
            _wrong(
                f"{path}[{at}].winner",
                f"band {at + 1} gives the winner {said(band.winner)}, less than the loser's {said(band.loser)}",
                f"в строке {at + 1} у победителя {said(band.winner)}, меньше, чем у проигравшего: {said(band.loser)}",
                winner=band.winner,
                loser=band.loser,
            )
        )
    return found


def _beginning(band: Band, path: str) -> list[Refused]:
    first = _limits(band)[0]
    if first != 0:
        text = f"the scale begins at {said(first)}: it has to begin at a difference of 0"
        ru = f"шкала начинается с {said(first)}, а должна начинаться с разницы 0"
        return [_wrong(f"{path}[0].least", text, ru, least=first)]
    if band.winner > band.loser:
        text = (
            f"band 1 holds a difference of 0, where nobody leads, but gives {said(band.winner)} and {said(band.loser)}"
        )
        ru = f"в строке 1 есть разница 0, при которой никто не впереди, а очки разные: {said(band.winner)} и "
        ru += said(band.loser)
        return [_wrong(f"{path}[0].winner", text, ru, winner=band.winner, loser=band.loser)]
    return []


def _joint(before: Band, after: Band, at: int, path: str) -> list[Refused]:
    """The error where band `at` (in sentences counted from 1: `at + 1`) follows the one before it."""
    where = f"{path}[{at}].least"
    pair = f"bands {at} ({_spoken(before)}) and {at + 1} ({_spoken(after)})"
    pair_ru = f"строки {at} ({_spoken_ru(before)}) и {at + 1} ({_spoken_ru(after)})"
    first, last = _limits(after)[0], _limits(before)[1]
    if first < _limits(before)[0]:
        return [_wrong(where, f"{pair} are in the wrong order: put the smaller difference first",
                       f"{pair_ru} стоят не по порядку: сначала меньшая разница", least=after.least)]  # fmt: skip
    found = []
    if last is None or first <= last:
        found.append(_wrong(where, f"{pair} overlap: both hold a difference of {said(first)}",
                            f"{pair_ru} пересекаются: разница {said(first)} есть в обеих",
                            difference=first))  # fmt: skip
    elif first > last + 1:
        text = f"{pair} leave a gap: nothing is said for differences from {said(last + 1)} to {said(first - 1)}"
        ru = f"{pair_ru}: между ними пропущены разницы от {said(last + 1)} до {said(first - 1)}"
        found.append(_wrong(where, text, ru, first=last + 1, last=first - 1))
    if after.winner < before.winner:
        text = (
            f"band {at + 1} gives the winner {said(after.winner)}, less than the {said(before.winner)} of band {at} "
            "for a smaller difference"
        )
        ru = f"в строке {at + 1} у победителя {said(after.winner)}, меньше, чем {said(before.winner)} в строке {at} "
        ru += "при меньшей разнице"
        found.append(_wrong(f"{path}[{at}].winner", text, ru, winner=after.winner, before=before.winner))
    return found


def _end(band: Band, at: int, path: str, cap: int | None) -> list[Refused]:
    last = _limits(band)[1]
    if last is None or (cap is not None and last >= cap):
        return []
    top = "" if cap is None else f", and differences go up to {said(cap)}"
    text = f"the scale ends at {said(last)}{top}: leave the last limit away"
    top_ru = "" if cap is None else f", а разница бывает до {said(cap)}"
    return [_wrong(f"{path}[{at}].most", text, f"шкала кончается на {said(last)}{top_ru}: уберите последний предел",
                   last=last)]  # fmt: skip


def with_own_means(scoring: Scoring, rounds: tuple[RoundScore, ...]) -> tuple[RoundScore, ...]:
    """The rounds of an entrant, those without a battle with the entrant's own means where the award asks for them."""
    played = [each for each in rounds if each.how == "played"]
    return tuple(_with_own_mean(scoring, each, played) for each in rounds) if played else rounds


def _with_own_mean(scoring: Scoring, found: RoundScore, played: Sequence[RoundScore]) -> RoundScore:
    kinds = () if found.how == "played" else award_of(scoring, found.how).own_mean
    means: dict[str, Any] = {}
    for kind in kinds:
        name, side = parts_of(kind)
        if kind in OWN_MEMBERS:
            means[kind] = _mean([getattr(each, kind) for each in played])
        else:
            member = "tallies_against" if side else "tallies"
            before = means.get(member, getattr(found, member))
            means[member] = before | {name: _mean([each.of(kind) for each in played])}
    return msgspec.structs.replace(found, **means) if means else found


def _mean(points: Sequence[int]) -> int:
    """The mean in whole hundredths, halves up."""
    return (2 * sum(points) + len(points)) // (2 * len(points))
