"""From what a table reports to the points of a round: the scale, the caps, the bonuses, and rounds without a battle.

Everything is hundredths of a point, and exact. The order of the steps is written at `terms.Scoring`. What a battle is
worth whose winner was said outright (somebody conceded, was tabled, or a judge ruled):

- match points follow the winner that was said;
- battle points still come from the scale, by the lead in victory points that the winner has. A winner who is behind
  counts as level, and so gets the even split at least; a draw that was said is level, too. Where `neither` won, both
  get what the loser of the highest step gets;
- without a scale battle points are the victory points that were reported: none are invented.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from gamelog.contest.cards import How, Outcome, RoundScore
from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import BattleOutcome, Points, SideOutcome, Winner
from gamelog.contest.points import said
from gamelog.contest.terms import Award, Band, Bonus, Scoring

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
    victory = _capped(report.a.victory, scoring.victory_cap), _capped(report.b.victory, scoring.victory_cap)
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
    return (
        _points(scoring, outcomes[0], battle[0], victory[0], earned_a),
        _points(scoring, outcomes[1], battle[1], victory[1], earned_b),
    )


def score_team(
    team: Scoring, boards: Sequence[tuple[Points, Points]], winner: Winner = "by-points"
) -> tuple[Points, Points]:
    """The points of a match of two teams: the sums of their boards' battle points, taken as victory points.

    `winner` is said outright where a team did not come.

    Raises: as `score`.
    """
    a, b = sum(board[0].battle for board in boards), sum(board[1].battle for board in boards)
    return score(team, BattleOutcome(winner, a=SideOutcome(victory=a), b=SideOutcome(victory=b)))


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
    return Points(outcome="", match=given.match, battle=given.battle, victory=given.victory)


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


def _points(scoring: Scoring, outcome: Outcome, battle: int, victory: int, earned: list[Bonus]) -> Points:
    match = {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss, "": 0}[outcome]
    return Points(
        outcome=outcome,
        match=_capped(match + _sum(earned, "match"), scoring.match_cap),
        battle=battle,
        victory=_capped(victory + _sum(earned, "victory"), scoring.victory_cap),
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


def _wrong(path: str, text: str, **facts: int) -> Refused:
    return Refused("bad-scale", path, text, **facts)


def _band_problems(band: Band, at: int, path: str) -> list[Refused]:
    found = []
    first, last = _limits(band)
    if last is not None and last < first:
        found.append(_wrong(f"{path}[{at}].most", f"band {at + 1} ({_spoken(band)}) holds no difference at all"))
    if band.winner < band.loser:
        found.append(
            _wrong(
                f"{path}[{at}].winner",
                f"band {at + 1} gives the winner {said(band.winner)}, less than the loser's {said(band.loser)}",
                winner=band.winner,
                loser=band.loser,
            )
        )
    return found


def _beginning(band: Band, path: str) -> list[Refused]:
    first = _limits(band)[0]
    if first != 0:
        text = f"the scale begins at {said(first)}: it has to begin at a difference of 0"
        return [_wrong(f"{path}[0].least", text, least=first)]
    if band.winner > band.loser:
        text = (
            f"band 1 holds a difference of 0, where nobody leads, but gives {said(band.winner)} and {said(band.loser)}"
        )
        return [_wrong(f"{path}[0].winner", text, winner=band.winner, loser=band.loser)]
    return []


def _joint(before: Band, after: Band, at: int, path: str) -> list[Refused]:
    """The error where band `at` (in sentences counted from 1: `at + 1`) follows the one before it."""
    where = f"{path}[{at}].least"
    pair = f"bands {at} ({_spoken(before)}) and {at + 1} ({_spoken(after)})"
    first, last = _limits(after)[0], _limits(before)[1]
    if first < _limits(before)[0]:
        return [_wrong(where, f"{pair} are in the wrong order: put the smaller difference first", least=after.least)]
    found = []
    if last is None or first <= last:
        found.append(_wrong(where, f"{pair} overlap: both hold a difference of {said(first)}", difference=first))
    elif first > last + 1:
        text = f"{pair} leave a gap: nothing is said for differences from {said(last + 1)} to {said(first - 1)}"
        found.append(_wrong(where, text, first=last + 1, last=first - 1))
    if after.winner < before.winner:
        text = (
            f"band {at + 1} gives the winner {said(after.winner)}, less than the {said(before.winner)} of band {at} "
            "for a smaller difference"
        )
        found.append(_wrong(f"{path}[{at}].winner", text, winner=after.winner, before=before.winner))
    return found


def _end(band: Band, at: int, path: str, cap: int | None) -> list[Refused]:
    last = _limits(band)[1]
    if last is None or (cap is not None and last >= cap):
        return []
    top = "" if cap is None else f", and differences go up to {said(cap)}"
    text = f"the scale ends at {said(last)}{top}: leave the last limit away"
    return [_wrong(f"{path}[{at}].most", text, last=last)]


def with_own_means(scoring: Scoring, rounds: tuple[RoundScore, ...]) -> tuple[RoundScore, ...]:
    """The rounds of an entrant, those without a battle with the entrant's own means where the award asks for them."""
    played = [each for each in rounds if each.how == "played"]
    return tuple(_with_own_mean(scoring, each, played) for each in rounds) if played else rounds


def _with_own_mean(scoring: Scoring, found: RoundScore, played: Sequence[RoundScore]) -> RoundScore:
    kinds = () if found.how == "played" else award_of(scoring, found.how).own_mean
    means = {kind: _mean([getattr(each, kind) for each in played]) for kind in kinds}
    return msgspec.structs.replace(found, **means) if means else found


def _mean(points: Sequence[int]) -> int:
    """The mean in whole hundredths, halves up."""
    return (2 * sum(points) + len(points)) // (2 * len(points))
