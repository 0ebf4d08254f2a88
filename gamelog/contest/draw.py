"""The inputs of a round's pairing: entrants present, scores, former opponents, former tables.

Everything comes from the state, so that the inputs of any published pairing can be derived again.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

import msgspec

from gamelog.contest import counting, groups
from gamelog.contest.cards import RoundScore
from gamelog.contest.errors import Refused
from gamelog.contest.pairing import double_elimination, elimination, group_seeds, pods, round_robin
from gamelog.contest.pairing.request import Candidate, Constraint, Request
from gamelog.contest.preconditions import require
from gamelog.contest.state import Entrant, Round, Stage, TournamentState, seats_of
from gamelog.contest.terms import Format, Terms

FEWEST = 2
SEMI = 4
"""How many slots a round of semi-finals has."""


def stage_of(state: TournamentState, number: int) -> Stage:
    """What a round belongs to: the rounds that everybody plays, or what comes after them."""
    terms = state.terms
    if terms.elimination == terms.format:
        return "cut"
    if terms.then in ("", "merged") or number <= first_rounds(state):
        return "swiss"
    return "pods" if terms.then == "pods" else "cut"


def rounds_in(played: Sequence[Round], stage: Stage) -> list[Round]:
    """The rounds of a stage."""
    return [each for each in played if each.stage == stage]


def first_rounds(state: TournamentState) -> int:
    """How many rounds everybody plays, or every group, before something else may follow."""
    if _schedules(state.terms):
        return max((round_robin.rounds_of(each, double=state.terms.double) for each in groups.sizes(state)), default=0)
    return state.terms.rounds


def _schedules(terms: Terms) -> bool:
    """Whether groups play a round robin each."""
    return terms.grouped and terms.stages.play == "round-robin"


def in_groups(state: TournamentState, number: int) -> bool:
    """Whether a round is one that every group plays by itself."""
    return state.terms.grouped and number <= first_rounds(state)


def rounds_of(state: TournamentState) -> int:
    """How many rounds the event has, if its terms and the number of entrants tell."""
    terms, field = state.terms, _field(state)
    if terms.by_challenge:
        return 1
    if terms.format == "single-elimination":
        return elimination.rounds_of(field)
    if terms.format == "double-elimination":
        return _twice_rounds(state, field)
    if terms.format in ("round-robin", "league"):
        return round_robin.rounds_of(field, double=terms.double)
    match terms.then:
        case "single-elimination":
            more = elimination.rounds_of(_cut_of(state))
        case "double-elimination":
            more = _twice_rounds(state, _cut_of(state))
        case "pods":
            pod = min(terms.stages.pod, field)
            more = round_robin.rounds_of(pod) if terms.stages.pod_play == "round-robin" else elimination.rounds_of(pod)
        case "merged":
            more = terms.stages.merged_rounds
        case _:
            more = 0
    return first_rounds(state) + more


def _twice_rounds(state: TournamentState, field: int) -> int:
    """How many rounds a double elimination of so many has: one more where the final is played again."""
    final = double_elimination.final_of(field)
    return final + (final in lives(state, rounds_in(state.rounds, "cut")).fell.values())


def _cut_of(state: TournamentState) -> int:
    """How many play the elimination after other rounds. While these are played and losses decide who does, as many as
    there are if half of those on equal losses win in each round.
    """
    terms, losses = state.terms, state.terms.knockout.losses
    drawn = next((each for each in state.rounds if each.stage == "cut"), None)
    if terms.grouped:
        if drawn:
            return len(drawn.request.candidates)
        stages, sizes = terms.stages, groups.sizes(state)
        return sum(min(stages.top, each) for each in sizes) + min(
            stages.best_next, sum(each > stages.top for each in sizes)
        )
    if losses is None:
        return terms.cut
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
    if state.terms.ranked_by_group:
        return _of_groups(state, len(before), here)
    places = [each.entrant for each in counting.table(state, rounds=len(before)).places if each.entrant in here]
    losses = state.terms.knockout.losses
    if losses is None:
        return places[: state.terms.cut]
    cards = counting.cards(state, rounds=len(before))
    return [each for each in places if sum(map(_lost, cards[each].rounds)) <= losses]


def _of_groups(state: TournamentState, rounds: int, here: Set[int]) -> list[int]:
    """The first of each group and the best of those on the next place, in the order of their seeds."""
    order = counting.across_groups(state, rounds)
    at = {entrant: index for index, entrant in enumerate(order)}
    stages = state.terms.stages
    ranked = [
        [each.entrant for each in found.places if each.entrant in here]
        for group, found in counting.group_tables(state, rounds=rounds).items()
        if group
    ]
    tiers = [
        sorted((group[place] for group in ranked if place < len(group)), key=at.__getitem__)
        for place in range(stages.top + 1)
    ]
    tiers[-1] = tiers[-1][: stages.best_next]
    return group_seeds.seeded([each for each in tiers if each], state.groups)


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

    Raises: Refused `too-few`, `groups-wanted`.
    """
    number = len(state.rounds) + 1
    begins = bool(state.rounds) and stage_of(state, number) != state.rounds[-1].stage
    if not still_open(state) and not begins:
        return
    here = present(state, number)
    require(len(here) >= FEWEST, "too-few", "$.round", f"{len(here)} can be paired in round {number}", here=len(here))
    if in_groups(state, number):
        _require_groups(state, here)
    if stage_of(state, number) == "cut" and state.terms.then:
        by_number = state.terms.format == "swiss-cut" and state.terms.knockout.losses is None
        wanted = state.terms.cut if by_number else FEWEST
        found = len(qualified(state, state.rounds))
        require(found >= wanted, "too-few", "$.round", f"{found} are left for an elimination of {wanted}")


def outside_groups(state: TournamentState, number: int) -> list[int]:
    """Who would be paired in a round of groups and is in none."""
    if not in_groups(state, number) or (state.rounds and not state.terms.free_rounds):
        return []
    most = state.terms.stages.groups
    return [each.number for each in present(state, number) if not 1 <= state.groups.get(each.number, 0) <= most]


def _require_groups(state: TournamentState, here: Sequence[Entrant]) -> None:
    """Refuse to pair groups that are not drawn. Raises: Refused `groups-wanted`, `too-few`."""
    number = state.terms.stages.groups
    found = groups.members(state, [each.number for each in here])
    outside = outside_groups(state, len(state.rounds) + 1)
    require(not outside, "groups-wanted", "$.round",
            f"{outside} are in none of the {number} groups: draw the groups, or put them into one",
            entrants=outside)  # fmt: skip
    small = [groups.letter(each) for each in range(1, number + 1) if len(found.get(each, ())) < FEWEST]
    require(not small or state.rounds, "too-few", "$.round",
            f"{', '.join(small)}: a group needs {FEWEST} or more who can be paired", groups=small)  # fmt: skip


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
    apart = in_groups(state, number)
    if terms.then or terms.grouped:
        shape = _shape(terms, stage, apart=apart)
    standing = {entrant for a, b, _table in kept for entrant in (a, b)}
    if stage == "cut":
        made = _cut(state, before, within, standing)
    elif stage == "pods":
        made = _pods(state, before, within, standing)
    else:
        made = _field_of(state, before, number, standing, apart=apart)
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
        field=_twice_field(state, before, made) if shape == "double-elimination" else 0,
        pods=stage == "pods" and shape == "single-elimination",
    )  # fmt: skip


def _shape(terms: Terms, stage: Stage, *, apart: bool) -> Format:
    """How a round of an event with several stages, or of groups, is paired."""
    if stage == "cut":
        return terms.elimination or "swiss"
    if stage == "pods":
        return "round-robin" if terms.stages.pod_play == "round-robin" else "single-elimination"
    return terms.stages.play if apart else "swiss"


def _twice_field(state: TournamentState, before: Sequence[Round], made: Sequence[Candidate]) -> int:
    """How many a double elimination was, or is now, drawn for."""
    if not state.terms.then:
        return _field(state)
    drawn = rounds_in(before, "cut")
    return drawn[0].request.field if drawn else len(made)


def _field_of(
    state: TournamentState, before: Sequence[Round], number: int, standing: Set[int], *, apart: bool
) -> list[Candidate]:
    """Everybody who can be paired, by rank, and who is in a pair that stands, though they dropped since.

    A round robin goes on with those it began with, here or not. `apart`: groups are paired by themselves.
    """
    if state.terms.format in ("round-robin", "league") and before:
        return list(before[0].request.candidates)
    if _schedules(state.terms) and apart and before:
        return groups.scheduled(before[0].request.candidates, number, double=state.terms.double)
    order = _ranking(state, before, {each.number for each in present(state, number)} | standing)
    cards = counting.cards(state, rounds=len(before))
    past = _past(state, before)
    return [
        Candidate(
            entrant=each, rank=rank, score=cards[each].of(state.terms.ranks), met=tuple(past.met.get(each, ())),
            byes=past.byes.get(each, 0), floats=past.floats.get(each, 0), club=state.entrants[each].club,
            tables=tuple(past.tables.get(each, ())), group=state.groups.get(each, 0) if apart else 0,
        )
        for rank, each in enumerate(order, 1)
    ]  # fmt: skip


def initial_order(state: TournamentState) -> list[int]:
    """Everybody who can be paired in the first round, in the order that the terms name for it."""
    return _ranking(state, (), {each.number for each in present(state, 1)})


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
        for each in found.paired.resting:
            past.byes[each] = past.byes.get(each, 0) + 1
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
    if state.terms.double_knockout:
        return _twice(state, rounds_in(before, "cut"))
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
    """Who lost what in the matches that are decided. `played` are the rounds of the elimination, counted from 1."""
    fell: dict[int, int] = {}
    out: dict[int, int] = {}
    for number, found in enumerate(played, 1):
        final = number == double_elimination.final_of(found.request.field)
        last = final and not state.terms.knockout.second_final
        for pair in found.paired.pairs:
            if not decided(state, found, pair.table):
                continue
            winner = winner_of(state, found, pair.table)
            for loser in {pair.a, pair.b} - {winner}:
                if loser in fell or not winner or last:
                    out[loser] = number
                else:
                    fell[loser] = number
    return Lives(fell, out)


def _twice(state: TournamentState, before: Sequence[Round]) -> list[Candidate]:
    """The entrants still in a double elimination after these rounds of it, in the order of the draw.

    Raises: Refused `no-winner`.
    """
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
    if state.terms.then:
        order = qualified(state, before, standing)
    else:
        order = _ranking(state, before, {each.number for each in present(state, len(before) + 1)} | standing)
    past, slots = _past(state, before), elimination.slots(order)
    return [
        Candidate(entrant=each, rank=rank, bracket=slots[each], club=state.entrants[each].club,
                  tables=tuple(past.tables.get(each, ())))
        for rank, each in enumerate(order, 1)
    ]  # fmt: skip


def _pods(state: TournamentState, before: Sequence[Round], within: int, standing: Set[int]) -> list[Candidate]:
    """Everybody in a pod that has a round now. The pods are formed of the standings of the Swiss, and stay."""
    played = rounds_in(before, "pods")
    if played:
        everybody = in_pods(state, played)
    else:
        here = {each.number for each in present(state, len(before) + 1)} | standing
        places = [each.entrant for each in counting.table(state, rounds=len(before)).places if each.entrant in here]
        everybody = _formed(state, before, places)
    if state.terms.stages.pod_play == "round-robin":
        return groups.scheduled(everybody, within)
    return [
        each for pod in groups.by_group(everybody).values() if within <= elimination.rounds_of(len(pod)) for each in pod
    ]


def _formed(state: TournamentState, before: Sequence[Round], order: Sequence[int]) -> list[Candidate]:
    """The pods of an order of places, the last of which may be smaller. One who is left alone plays nobody."""
    past, size = _past(state, before), state.terms.stages.pod
    pods_of = [order[first : first + size] for first in range(0, len(order), size)]
    return [
        Candidate(
            entrant=each, rank=(number - 1) * size + rank, bracket=slot, club=state.entrants[each].club,
            tables=tuple(past.tables.get(each, ())), group=number,
        )
        for number, pod in enumerate(pods_of, 1)
        if len(pod) >= FEWEST
        for rank, (each, slot) in enumerate(elimination.slots(pod).items(), 1)
    ]  # fmt: skip


def in_pods(state: TournamentState, played: Sequence[Round], *, sure: bool = True) -> list[Candidate]:
    """Everybody in a pod after these rounds of them, by rank, with the places that they can still reach.

    Where nobody has won a match, because both stayed away, the better placed of the two is taken for the winner.

    Raises:
        Refused: `no-winner` where a match has none yet; unless `sure` is False, which leaves both as they were.
    """
    first = played[0].request
    drawn = {each.entrant: each for each in first.candidates}
    sizes = {pod: len(members) for pod, members in groups.by_group(first.candidates).items()}
    above = dict.fromkeys(drawn, 0)
    for number, found in enumerate(played if first.pods else (), 1):
        for pair in found.paired.pairs:
            if not sure and not decided(state, found, pair.table):
                continue
            a, b = sorted((pair.a, pair.b), key=lambda each: drawn[each].rank)
            loser = a if winner_of(state, found, pair.table) == b else b
            above[loser] += pods.step(sizes[drawn[loser].group], number)
    return [msgspec.structs.replace(each, above=above[each.entrant]) for each in first.candidates]


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
