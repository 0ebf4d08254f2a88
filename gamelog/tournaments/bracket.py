"""The bracket of an elimination as drawn on a wall: round by round, future rounds as far as they are known."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gamelog.contest import counting, draw
from gamelog.contest.errors import Refused
from gamelog.contest.pairing.elimination import bracket_size
from gamelog.contest.pairing.request import Pair
from gamelog.contest.points import said
from gamelog.contest.state import Line, Result, Round, TournamentState, seats_of
from gamelog.tournaments.selectors import report_said

FORMATS = ("single-elimination", "swiss-cut")


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
    """A round of the elimination: its number in the event, its number of slots, and its matches from the top."""

    number: int
    slots: int
    matches: tuple[Match, ...]


def stages(state: TournamentState, line: Line = "corrected") -> tuple[Stage, ...]:
    """The rounds from the first to the final; empty before the first is drawn."""
    cut = [each for each in state.rounds if each.stage == "cut"]
    size = bracket_size(len(cut[0].request.candidates)) if cut else 1
    found: list[Stage] = []
    for within in range(1, size.bit_length()):
        slots = size >> (within - 1)
        paired = cut[within - 1] if within <= len(cut) else None
        matches = _drawn(state, paired, within, slots, line) if paired else _to_come(state, found[-1])
        found.append(Stage(cut[0].number + within - 1, slots, matches))
    return tuple(found)


def seeds(state: TournamentState) -> dict[str, int]:
    """The seeds of all entrants in the elimination, by number."""
    first = next((each for each in state.rounds if each.stage == "cut"), None)
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
