"""The inputs of a round's pairing: entrants present, scores, former opponents, former tables.

Everything comes from the state, so that the inputs of any published pairing can be derived again.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Literal, NamedTuple

import msgspec

from gamelog.contest import counting
from gamelog.contest.cards import RoundScore
from gamelog.contest.errors import Refused
from gamelog.contest.pairing import double_elimination, elimination, round_robin
from gamelog.contest.pairing.request import Candidate, Constraint, Request
from gamelog.contest.preconditions import require
from gamelog.contest.state import Entrant, Round, TournamentState, seats_of
from gamelog.contest.terms import Format

FEWEST = 2
KNOCKOUTS = ("single-elimination", "double-elimination")
"""Formats that are an elimination from the first round on."""
SEMI = 4
"""How many slots a round of semi-finals has."""


def stage_of(state: TournamentState, number: int) -> Literal["swiss", "cut"]:
    """Whether a round belongs to the elimination, or to the rounds that everybody plays."""
    cut = state.terms.format in KNOCKOUTS or (state.terms.format == "swiss-cut" and number > state.terms.rounds)
    return "cut" if cut else "swiss"


def rounds_of(state: TournamentState) -> int:
    """How many rounds the event has, if its terms and the number of entrants tell."""
    terms, field = state.terms, _field(state)
    if terms.by_challenge:
        return 1
    if terms.format == "single-elimination":
        return elimination.rounds_of(field)
    if terms.format == "double-elimination":
        final = double_elimination.final_of(field)
        return final + (final in lives(state, state.rounds).fell.values())
    if terms.format in ("round-robin", "league"):
        return round_robin.rounds_of(field, double=terms.double)
    return terms.rounds + (elimination.rounds_of(_cut_of(state)) if terms.format == "swiss-cut" else 0)


def _cut_of(state: TournamentState) -> int:
    """How many play the elimination after a Swiss. While its rounds are played and losses decide who does, as many as
    there are if half of those on equal losses win in each round.
    """
    terms, losses = state.terms, state.terms.knockout.losses
    if losses is None:
        return terms.cut
    drawn = next((each for each in state.rounds if each.stage == "cut"), None)
    if drawn:
        return len(drawn.request.candidates)
    if len(state.rounds) >= terms.rounds:
        return len(qualified(state, state.rounds))
    left = [_field(state), *[0] * losses]
    for _round in range(terms.rounds):
        lost = [0, *(each // 2 for each in left)]
        left = [-(-each // 2) + fell for each, fell in zip(left, lost, strict=False)]
    return sum(left)


def qualified(state: TournamentState, before: Sequence[Round], standing: Set[int] = frozenset()) -> list[int]:
    """Who plays the elimination after the Swiss, by the standings; tied rows are in the order of the initial ranking.

    A round that somebody missed or stayed away from is a loss, a bye that they asked for is none.
    """
    here = {each.number for each in present(state, len(before) + 1)} | standing
    places = [each.entrant for each in counting.table(state, rounds=len(before)).places if each.entrant in here]
    losses = state.terms.knockout.losses
    if losses is None:
        return places[: state.terms.cut]
    cards = counting.cards(state, rounds=len(before))
    return [each for each in places if sum(map(_lost, cards[each].rounds)) <= losses]


def _lost(score: RoundScore) -> bool:
    return score.outcome == "loss" or score.how in ("forfeit-loss", "absent")


def _field(state: TournamentState) -> int:
    """How many entrants the event began with; before that, how many are in it."""
    return len(state.rounds[0].request.candidates) if state.rounds else len(state.playing())


def present(state: TournamentState, number: int) -> list[Entrant]:
    """The entrants who can be paired in a round, by number."""
    return [
        each
        for each in state.playing()
        if each.since <= number and str(number) not in each.byes and (each.checked_in or not state.terms.check_in)
    ]


def still_open(state: TournamentState) -> bool:
    """Whether somebody who enters now can still be paired: a schedule or a draw is fixed once it is made."""
    open_rounds = state.terms.free_rounds and state.rounds and state.rounds[-1].stage == "swiss"
    return not state.rounds or state.terms.by_challenge or bool(open_rounds)


def require_pairable(state: TournamentState) -> None:
    """Refuse to pair too few: in an existing schedule or draw, absent entrants forfeit.

    Raises: Refused `too-few`.
    """
    if not still_open(state):
        return
    number = len(state.rounds) + 1
    here = present(state, number)
    require(len(here) >= FEWEST, "too-few", "$.round", f"{len(here)} can be paired in round {number}", here=len(here))
    if stage_of(state, number) == "cut" and state.terms.format == "swiss-cut":
        wanted = state.terms.cut if state.terms.knockout.losses is None else FEWEST
        found = len(qualified(state, state.rounds))
        require(found >= wanted, "too-few", "$.round", f"{found} are left for an elimination of {wanted}")


def request_for(
    state: TournamentState,
    *,
    again: bool = False,
    lifted: Sequence[Constraint] = (),
    kept: Sequence[tuple[int, int, int]] = (),
    tables: bool = True,
) -> Request:
    """The inputs of the next pairing; with `again` those of the current round, as if it were not paired.

    `tables`: whether a schedule or draw takes the tables of earlier rounds into account. Rounds that were paired by the
    first versions of this program do not: see `acts.rounds.made_again`.

    Raises:
        Refused: `no-winner` where a match of an elimination has none.
    """
    before = state.rounds[:-1] if again else state.rounds
    number = len(before) + 1
    stage, terms = stage_of(state, number), state.terms
    within = 1 + sum(each.stage == stage for each in before)
    count = f".{state.rounds[-1].act}" if again else ""
    shape: Format = terms.format
    if terms.format == "swiss-cut":
        shape = "single-elimination" if stage == "cut" else "swiss"
    standing = {entrant for a, b, _table in kept for entrant in (a, b)}
    made = _cut(state, before, within, standing) if stage == "cut" else _field_of(state, before, number, standing)
    if tables and within > 1 and shape != "swiss":
        seen = _past(state, before).tables
        made = [msgspec.structs.replace(each, tables=tuple(seen.get(each.entrant, ()))) for each in made]
    rotated = terms.pairing.rotate_terrain
    if rotated and before:
        known = _past(state, before).terrains
        made = [
            msgspec.structs.replace(each, terrains=tuple(kind for kind in known.get(each.entrant, ()) if kind))
            for each in made
        ]
    return Request(
        terrains=tuple(each.terrain for each in terms.tables) if rotated else (),
        round=within, format=shape, candidates=tuple(made), terms=terms.pairing,
        seed=f"{state.seed}/{number}{count}", tables=tuple(each.number for each in terms.tables), kept=tuple(kept),
        forbidden=tuple(state.forbidden), lifted=tuple(lifted), double=terms.double, bronze=terms.bronze,
        reseeded=terms.knockout.reseed and stage == "cut" and within > 1,
        field=_field(state) if shape == "double-elimination" else 0,
    )  # fmt: skip


def _field_of(state: TournamentState, before: Sequence[Round], number: int, standing: Set[int]) -> list[Candidate]:
    """Everybody who can be paired, by rank, and who is in a pair that stands, though they dropped since.

    A round robin goes on with those it began with, here or not.
    """
    if state.terms.format in ("round-robin", "league") and before:
        return list(before[0].request.candidates)
    order = _ranking(state, before, {each.number for each in present(state, number)} | standing)
    cards = counting.cards(state, rounds=len(before))
    past = _past(state, before)
    return [
        Candidate(
            entrant=each, rank=rank, score=cards[each].of(state.terms.ranks), met=tuple(past.met.get(each, ())),
            byes=past.byes.get(each, 0), floats=past.floats.get(each, 0), club=state.entrants[each].club,
            tables=tuple(past.tables.get(each, ())),
        )
        for rank, each in enumerate(order, 1)
    ]  # fmt: skip


def _ranking(state: TournamentState, before: Sequence[Round], here: Set[int]) -> list[int]:
    """The entrants to pair in a round, in the order that the terms name."""
    if state.terms.pairing.rank_by == "number":
        return sorted(here)
    by_rating = sorted(here, key=lambda each: (-state.entrants[each].rating, each))
    if state.terms.pairing.rank_by == "rating" or not before:
        return by_rating
    found = counting.table(state, rounds=len(before))
    places = {each.entrant: each.place for each in found.places}
    start = {each: rank for rank, each in enumerate(by_rating)}
    return sorted(here, key=lambda each: (places.get(each, len(places) + 1), start[each]))


class _Past:
    """The history from earlier rounds."""

    def __init__(self) -> None:
        self.met: dict[int, list[int]] = {}
        self.byes: dict[int, int] = {}
        self.floats: dict[int, int] = {}
        self.tables: dict[int, list[int]] = {}
        self.terrains: dict[int, list[str]] = {}


def _past(state: TournamentState, before: Sequence[Round]) -> _Past:
    """Opponents, byes, floats and tables. A forfeited pairing is not a meeting; the entrant who got the point had a
    bye.
    """
    past = _Past()
    terrains = {each.number: each.terrain for each in state.terms.tables}
    for found in before:
        if found.paired.bye:
            past.byes[found.paired.bye] = past.byes.get(found.paired.bye, 0) + 1
        for pair in found.paired.pairs:
            forfeits = {found.results[key].report.forfeit for key in seats_of(state, pair) if key in found.results}
            unplayed = bool(forfeits) and "" not in forfeits
            for entrant, other, side in ((pair.a, pair.b, "a"), (pair.b, pair.a, "b")):
                if not unplayed:
                    past.met.setdefault(entrant, []).append(other)
                    past.tables.setdefault(entrant, []).append(pair.table)
                    past.terrains.setdefault(entrant, []).append(terrains.get(pair.table, ""))
                elif forfeits <= {"b" if side == "a" else "a"}:
                    past.byes[entrant] = past.byes.get(entrant, 0) + 1
                if pair.floated:
                    past.floats[entrant] = past.floats.get(entrant, 0) + 1
    return past


def _cut(state: TournamentState, before: Sequence[Round], within: int, standing: Set[int]) -> list[Candidate]:
    """The entrants still in the elimination, with their slots in its draw; for third place the losers of the
    semi-finals.
    """
    if within == 1:
        return _seeded(state, before, standing)
    if state.terms.format == "double-elimination":
        return _twice(state, before)
    last = before[-1]
    drawn = {each.entrant: each for each in last.request.candidates}
    winners = {each: winner_of(state, last, each.table) for each in last.paired.pairs}
    won = {winner for winner in winners.values() if winner} | set(last.paired.unopposed)
    lost = {each for pair, winner in winners.items() if winner for each in (pair.a, pair.b)} - won
    semi = elimination.left_in(len(before[1 - within].request.candidates), within - 1) == SEMI
    third = lost if state.terms.bronze and semi else set()
    still = [msgspec.structs.replace(drawn[each], bronze=each in third) for each in sorted(won | third)]
    still = elimination.reseeded(still) if state.terms.knockout.reseed else still
    return sorted(still, key=lambda each: each.rank)


class Lives(NamedTuple):
    """Of everybody in a double elimination who lost: the round of the first loss, and the round that put them out.

    Two who both lost are out at once, wherever it was: a match has one loser who could go on.
    """

    fell: dict[int, int]
    out: dict[int, int]


def lives(state: TournamentState, played: Sequence[Round]) -> Lives:
    """Who lost what in the matches that are decided."""
    fell: dict[int, int] = {}
    out: dict[int, int] = {}
    for found in played:
        final = found.number == double_elimination.final_of(found.request.field)
        last = final and not state.terms.knockout.second_final
        for pair in found.paired.pairs:
            if not decided(state, found, pair.table):
                continue
            winner = winner_of(state, found, pair.table)
            for loser in {pair.a, pair.b} - {winner}:
                if loser in fell or not winner or last:
                    out[loser] = found.number
                else:
                    fell[loser] = found.number
    return Lives(fell, out)


def _twice(state: TournamentState, before: Sequence[Round]) -> list[Candidate]:
    """The entrants still in a double elimination, in the order of the draw. Raises: Refused `no-winner`."""
    for pair in before[-1].paired.pairs:
        winner_of(state, before[-1], pair.table)
    return still_in(lives(state, before), before[0].request)


def still_in(lost: Lives, first: Request) -> list[Candidate]:
    """Who has not lost twice, with the upper round that they lost, from the request of the first round."""
    return [
        msgspec.structs.replace(each, fell=double_elimination.fell_in(lost.fell.get(each.entrant, 0), first.field))
        for each in first.candidates
        if each.entrant not in lost.out
    ]


def _seeded(state: TournamentState, before: Sequence[Round], standing: Set[int]) -> list[Candidate]:
    """The first round of an elimination: the best of the standings, or everybody in the order of the terms."""
    if state.terms.format == "swiss-cut":
        order = qualified(state, before, standing)
    else:
        order = _ranking(state, before, {each.number for each in present(state, len(before) + 1)} | standing)
    past, slots = _past(state, before), elimination.slots(order)
    return [
        Candidate(entrant=each, rank=rank, bracket=slots[each], club=state.entrants[each].club,
                  tables=tuple(past.tables.get(each, ())))
        for rank, each in enumerate(order, 1)
    ]  # fmt: skip


def decided(state: TournamentState, found: Round, table: int) -> bool:
    """Whether a match of an elimination is over, with a winner or with two losers."""
    try:
        winner_of(state, found, table)
    except Refused:
        return False
    return True


def winner_of(state: TournamentState, found: Round, table: int) -> int:
    """The entrant who advances from a match of an elimination: the winner, or the one who came; 0 if both lost.

    Raises: Refused `no-winner`, if it is not decided.
    """
    pair = found.pair_at(table)
    assert pair
    seats = seats_of(state, pair)
    results = [found.results[key] for key in seats if key in found.results]
    if len(results) == len(seats):
        away = counting.stayed_away([each.report for each in results])
        a, b = (points.outcome for points in counting.match_points(state, results))
        if away == "b" or a == "win":
            return pair.a
        if away == "a" or b == "win":
            return pair.b
        if away == "both" or a == b == "loss":
            return 0
    raise Refused("no-winner", "$.round", f"table {table} of round {found.number} has no winner: a judge decides")
