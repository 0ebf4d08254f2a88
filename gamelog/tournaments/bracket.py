"""The bracket of an elimination as drawn on a wall: round by round, future rounds as far as they are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from gamelog.contest import counting, draw, groups
from gamelog.contest.errors import Refused
from gamelog.contest.pairing import double_elimination
from gamelog.contest.pairing.elimination import bracket_size, left_in
from gamelog.contest.pairing.request import Candidate, Pair
from gamelog.contest.points import said
from gamelog.contest.state import Line, Result, Round, TournamentState, seats_of
from gamelog.tournaments import group_standings
from gamelog.tournaments.selectors import report_said

Part: TypeAlias = Literal["", "upper", "lower", "final"]
"""The bracket of a double elimination that a round belongs to."""
Sides: TypeAlias = Mapping[int, Sequence[Candidate]]
"""Who plays in a round, by match from the top."""


class Match(msgspec.Struct, frozen=True):
    """A match.

    `a` and `b` are 0 while unknown; `winner` is 0 while there is none. `unopposed`: `a` has no opponent. `third`: the
    match for third place. `table` 0: it is not paired yet.
    """

    a: int
    b: int
    table: int = 0
    winner: int = 0
    unopposed: bool = False
    third: bool = False
    shown: str = ""
    standing: str = ""


class Stage(msgspec.Struct, frozen=True):
    """A round of the elimination: its number in the event, its number of slots, and its matches from the top.

    In a double elimination `part` is its bracket, and `within` counts its rounds from 1; so it does in a pod, whose
    `places` are such as 5–8.
    """

    number: int
    slots: int
    matches: tuple[Match, ...]
    part: Part = ""
    within: int = 0
    places: str = ""


def stages(state: TournamentState, line: Line = "corrected") -> tuple[Stage, ...]:
    """The rounds from the first to the final; empty before the first is drawn. Those of a double elimination are in the
    order of its brackets: upper, lower, final; those of pods in the order of the pods, as far as they are paired.
    """
    if state.terms.then == "pods":
        return tuple(_of_pods(state, line))
    cut = draw.rounds_in(state.rounds, "cut")
    if cut and state.terms.double_knockout:
        return _double(state, cut, line)
    size = bracket_size(len(cut[0].request.candidates)) if cut else 1
    found: list[Stage] = []
    for within in range(1, size.bit_length()):
        slots = size >> (within - 1)
        paired = cut[within - 1] if within <= len(cut) else None
        matches = _drawn(state, paired, within, slots, line) if paired else _to_come(state, found[-1])
        found.append(Stage(cut[0].number + within - 1, slots, matches))
    return tuple(found)


def slots_of(state: TournamentState) -> dict[int, int]:
    """How many slots each round has that belongs to an elimination without a lower bracket, by number."""
    cut = draw.rounds_in(state.rounds, "cut")
    if not cut or state.terms.double_knockout:
        return {}
    return {each.number: left_in(len(cut[0].request.candidates), within) for within, each in enumerate(cut, 1)}


def _of_pods(state: TournamentState, line: Line) -> Iterator[Stage]:
    played = draw.rounds_in(state.rounds, "pods")
    first = played[0].request.candidates if played else ()
    for pod, members in groups.by_group(first).items():
        entrants = {each.entrant for each in members}
        places = group_standings.name_in(state, played[0], members[0].entrant)
        for within, found in enumerate(played, 1):
            sides = [[each.a, each.b] for each in found.paired.pairs if each.a in entrants]
            sides += [[each] for each in found.paired.unopposed if each in entrants]
            above = {each.entrant: (each.above, each.bracket) for each in found.request.candidates if each.group == pod}
            matches = tuple(_match(state, found, each, line) for each in sorted(sides, key=lambda two: above[two[0]]))
            if matches:
                yield Stage(found.number, 2 * len(matches), matches, within=within, places=places)


def _double(state: TournamentState, cut: Sequence[Round], line: Line) -> tuple[Stage, ...]:
    """Both brackets and the final, which is there twice once it is known that it is played again."""
    known = _Known(state, cut)
    found: dict[Part, list[Stage]] = {"upper": [], "lower": [], "final": []}
    before = cut[0].number - 1
    for number in range(1, max(draw.rounds_of(state) - before, len(cut)) + 1):
        paired = cut[number - 1] if number <= len(cut) else None
        for part, within in known.parts(number):
            sides = known.sides(number, part, within)
            places = [at for at in known.places(part, within) if sides.get(at) or not paired]
            matches = tuple(
                _match(state, paired, [each.entrant for each in sides[at]], line)
                if paired
                else _hoped(sides.get(at, ()), part)
                for at in places
            )
            found[part].append(Stage(before + number, 2 * len(known.places(part, within)), matches, part, within))
    return (*found["upper"], *found["lower"], *found["final"])


def _hoped(sides: Sequence[Candidate], part: Part) -> Match:
    """A match that is not paired yet, with the entrants who have come so far; in the final the lower one is second."""
    names = [each.entrant for each in sides]
    if part == "final" and len(names) == 1 and sides[0].fell:
        return Match(0, names[0])
    a, b = [*names, 0, 0][:2]
    return Match(a, b)


class _Known:
    """Who plays where in a double elimination, as far as it is decided."""

    def __init__(self, state: TournamentState, cut: Sequence[Round]) -> None:
        first, last = cut[0].request, cut[-1]
        self._cut, self._field = cut, first.field
        self._slots = {each.bracket for each in first.candidates}
        lost = draw.lives(state, cut)
        waited_for = {
            each for pair in last.paired.pairs if not draw.decided(state, last, pair.table) for each in (pair.a, pair.b)
        }
        self._free = [each for each in draw.still_in(lost, first) if each.entrant not in waited_for]

    def parts(self, number: int) -> Iterator[tuple[Part, int]]:
        """The brackets that have a round in a round of the event, with its number in them."""
        upper = double_elimination.upper_of(number, self._field)
        lower = double_elimination.lower_of(number, self._field)
        final = number - double_elimination.final_of(self._field) + 1
        parts: tuple[tuple[Part, int], ...] = (("upper", upper), ("lower", lower), ("final", final))
        return ((part, within) for part, within in parts if within > 0)

    def places(self, part: Part, within: int) -> Sequence[int]:
        """The matches of a round of a bracket. In the first lower round those stay away that no loser comes to."""
        if part == "final":
            return (0,)
        matches = range(double_elimination.matches_in(part, within, self._field))
        if (part, within) != ("lower", 1):
            return matches
        return [at for at in matches if any({slot, slot + 1} <= self._slots for slot in (4 * at + 1, 4 * at + 3))]

    def sides(self, number: int, part: Part, within: int) -> Sides:
        """The sides of the matches of a round, from the top."""
        paired = number <= len(self._cut)
        candidates = self._cut[number - 1].request.candidates if paired else self._coming(number)
        found: dict[int, list[tuple[int, Candidate]]] = {}
        for each in candidates:
            if part == "final" or (part == "lower") == bool(each.fell):
                seat = double_elimination.seat_of(each, part, within, self._field)
                found.setdefault(seat.match, []).append((seat.side, each))
        return {
            match: [each for _side, each in sorted(sides, key=lambda side: side[0])] for match, sides in found.items()
        }

    def _coming(self, number: int) -> Sequence[Candidate]:
        """Who is known to play in a round that is not paired yet: it is the next of their bracket."""
        between = range(len(self._cut) + 1, number)
        waits = not any(double_elimination.upper_of(each, self._field) for each in between)
        return [each for each in self._free if (not between if each.fell else waits)]


def seeds(state: TournamentState) -> dict[str, int]:
    """The seeds of all entrants in the elimination, by number."""
    first = next((each for each in state.rounds if each.stage != "swiss"), None)
    return {str(each.entrant): each.rank for each in first.request.candidates} if first else {}


def results_at(state: TournamentState, found: Round, pair: Pair) -> list[Result]:
    """The results of all games at a table; empty while one is missing."""
    seats = seats_of(state, pair)
    results = [found.results[key] for key in seats if key in found.results]
    return results if len(results) == len(seats) else []


def least_sure(results: Sequence[Result]) -> str:
    """The least certain status among the results; empty without results."""
    return max((each.standing for each in results), key=counting.SURE.index, default="")


def _drawn(state: TournamentState, found: Round, within: int, slots: int, line: Line) -> tuple[Match, ...]:
    """The matches of a paired round, by slots; the match for third place comes last."""
    blocks: dict[int, list[int]] = {}
    merged = 1 if found.request.reseeded else within
    for each in found.request.candidates:
        if not each.bronze:
            blocks.setdefault((each.bracket - 1) >> merged, []).append(each.entrant)
    made = [_match(state, found, blocks.get(block, []), line) for block in range(slots // 2)]
    third = [each.entrant for each in found.request.candidates if each.bronze]
    return (*made, *([msgspec.structs.replace(_match(state, found, third, line), third=True)] if third else []))


def _match(state: TournamentState, found: Round, entrants: Sequence[int], line: Line) -> Match:
    pair = found.pair_of(entrants[0]) if entrants else None
    if pair is None:
        alone = entrants[0] if entrants else 0
        return Match(alone, 0, winner=alone, unopposed=bool(alone))
    results = results_at(state, found, pair)
    return Match(
        pair.a, pair.b, table=pair.table, winner=winner_at(state, found, pair.table),
        shown=score_said(state, results, line), standing=least_sure(results),
    )  # fmt: skip


def winner_at(state: TournamentState, found: Round, table: int) -> int:
    """The winner of a match; 0 while there is none."""
    try:
        return draw.winner_of(state, found, table)
    except Refused:
        return 0


def score_said(state: TournamentState, results: Sequence[Result], line: Line) -> str:
    """The score of a table in a few characters: victory points, or the battle points of both teams; empty without a
    result.
    """
    if not results:
        return ""
    if not state.terms.teams:
        return report_said(results[0].first if line == "played" else results[0].report)
    a, b = counting.match_points(state, results, line)
    return f"{said(a.victory)} : {said(b.victory)}"


def _to_come(state: TournamentState, before: Stage) -> tuple[Match, ...]:
    """A round that is not paired yet: the entrants who have advanced so far, unless they are seeded anew for it."""
    reseed = state.terms.knockout.reseed
    through = [0 if reseed else each.winner for each in before.matches if not each.third]
    return tuple(Match(a, b) for a, b in zip(through[::2], through[1::2], strict=True))
