"""The standings of an event: as published after a round or at its end, and in between as its results give them.

After an elimination those who came further stand higher; those who came as far share a place, or stand in the order of
the Swiss before it, as the terms say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from gamelog.contest import counting, draw, standings
from gamelog.contest.effects import PlacesSettled
from gamelog.contest.errors import Refused
from gamelog.contest.kept_standings import KeptStandings
from gamelog.contest.places import Place, SettledPlace, StandingsTable
from gamelog.contest.state import Line, Round, TournamentState, open_seats
from rules import canonical, digest

STEP = 3
LINES: tuple[Line, ...] = ("corrected", "played")


def current(state: TournamentState, line: Line = "corrected", kept: KeptStandings | None = None) -> StandingsTable:
    """The standings: as they were published, or, while results are missing, as today's rules give them.

    `kept` is what was kept of the event's standings on this line.
    """
    return published(state, line, kept) if state.settled else derived(state, line, kept)


def published(state: TournamentState, line: Line = "corrected", kept: KeptStandings | None = None) -> StandingsTable:
    """The places with their exact values as an act settled them; the cards behind them are worked out."""
    assert state.settled
    rows = state.settled.places if line == "corrected" else state.settled.played
    cards, sure = counting.counted(state, line, kept=kept)
    places = tuple(
        standings.row(each.place, cards[each.entrant], tuple(map(standings.cell, each.values)), sure[each.entrant])
        for each in rows
        if each.entrant in cards
    )
    columns = tuple(each.column for each in standings.criteria_of(state.terms))
    return StandingsTable(standings.rounds_on(cards), columns, places)


def stands(state: TournamentState) -> int:
    """The number of the round after which the places stand: the last one, once its results are there or the event is
    finished. 0: none."""
    last = len(state.rounds)
    return last if state.phase == "finished" or not (last and open_seats(state, last)) else 0


def settled(state: TournamentState) -> PlacesSettled:
    """The places as today's rules give them, in the form in which they are published for good."""
    return _Today(state).settled


def settled_anew(before: TournamentState, after: TournamentState) -> PlacesSettled | None:
    """The same where today's rules give other places, or other values, after than before; None where nothing moves."""
    was, now = _Today(before), _Today(after)
    moved = any(was.basis[line] != now.basis[line] and was.places(line) != now.places(line) for line in LINES)
    return now.settled if moved else None


def as_settled(state: TournamentState) -> PlacesSettled:
    """The same for places that stand already: as they were published, whatever today's rules would give."""
    known = state.settled
    if known is None:
        return settled(state)
    return PlacesSettled(known.digest, known.places, known.played if known.played != known.places else ())


class _Today:
    """The places of a state as today's rules give them: derived when they are asked for, and once."""

    def __init__(self, state: TournamentState) -> None:
        self._state = state
        self.basis = {line: _basis(state, line) for line in LINES}
        self._derived: dict[Line, tuple[SettledPlace, ...]] = {}

    def places(self, line: Line) -> tuple[SettledPlace, ...]:
        same = self.basis["played"] == self.basis["corrected"]
        line = "corrected" if same else line
        if line not in self._derived:
            self._derived[line] = _places(derived(self._state, line))
        return self._derived[line]

    @property
    def settled(self) -> PlacesSettled:
        places, first = (self.places(line) for line in LINES)
        return PlacesSettled(digest(canonical([places, first])), places, first if first != places else ())


def _basis(state: TournamentState, line: Line) -> tuple[Any, ...]:
    """All that places and their values follow from, much cheaper than themselves."""
    return (
        counting.cards(state, line),
        state.terms,
        state.seed,
        state.groups,
        _reached(state, _cut(state)),
        _pods(state, line),
    )


def _places(table: StandingsTable) -> tuple[SettledPlace, ...]:
    return tuple(
        SettledPlace(each.place, each.entrant, tuple(cell.exact for cell in each.cells)) for each in table.places
    )


def derived(state: TournamentState, line: Line = "corrected", kept: KeptStandings | None = None) -> StandingsTable:
    """The standings as today's rules give them. Those in the elimination stand before all others."""
    table = counting.table(state, line, kept=kept)
    pods = _pods(state, line)
    if pods:
        return _by_pods(table, pods)
    cut = _cut(state)
    if not cut:
        return table
    came = _reached(state, cut)
    outside = [each for each in table.places if each.entrant not in came]
    ordered = _lost(state, cut) if state.terms.knocked_out == "standings" else set()
    inside = sorted(
        (each for each in table.places if each.entrant in came),
        key=lambda each: (-came[each.entrant], each.entrant in ordered),
    )
    levels = [(came[each.entrant], each.place if each.entrant in ordered else 0) for each in inside]
    made = _placed(inside, levels, 1)
    made += _placed(outside, [(each.place, 0) for each in outside], len(inside) + 1)
    return msgspec.structs.replace(table, places=tuple(made))


def _cut(state: TournamentState) -> list[Round]:
    return draw.rounds_in(state.rounds, "cut")


def _pods(state: TournamentState, line: Line) -> dict[int, tuple[int, int]]:
    """How far everybody in a pod came: the pod, and the place within it or the best that they can still reach."""
    played = draw.rounds_in(state.rounds, "pods")
    if not played:
        return {}
    if state.terms.stages.pod_play == "elimination":
        return {each.entrant: (each.group, each.above) for each in draw.in_pods(state, played, sure=False)}
    rank = {each.entrant: each.rank for each in played[0].request.candidates}
    return {
        row.entrant: (pod, at)
        for pod, found in counting.pod_tables(state, line).items()
        for at, row in enumerate(sorted(found.places, key=lambda row: (row.place, rank[row.entrant])))
    }


def _by_pods(table: StandingsTable, pods: Mapping[int, tuple[int, int]]) -> StandingsTable:
    """The standings of a Swiss after its pods: nobody leaves the places of their pod."""
    inside = sorted((each for each in table.places if each.entrant in pods), key=lambda each: pods[each.entrant])
    outside = [each for each in table.places if each.entrant not in pods]
    made = _placed(inside, [pods[each.entrant] for each in inside], 1)
    made += _placed(outside, [(each.place, 0) for each in outside], len(inside) + 1)
    return msgspec.structs.replace(table, places=tuple(made))


def _placed(rows: Sequence[Place], levels: Sequence[tuple[int, int]], first: int) -> list[Place]:
    """Rows with their places from `first` on; those on one level share one."""
    places: dict[tuple[int, int], int] = {}
    for index, level in enumerate(levels, first):
        places.setdefault(level, index)
    return [msgspec.structs.replace(row, place=places[level]) for row, level in zip(rows, levels, strict=True)]


def _reached(state: TournamentState, cut: Sequence[Round]) -> dict[int, int]:
    """How far everybody in the elimination came: three steps a round, two more for going on, one for third place."""
    if state.terms.double_knockout and cut:
        return _reached_twice(state, cut)
    came: dict[int, int] = {}
    for index, found in enumerate(cut, 1):
        third = {each.entrant for each in found.request.candidates if each.bronze}
        for each in found.request.candidates:
            came[each.entrant] = STEP * (index - (each.entrant in third))
        for winner in (*(_winner(state, found, each.table) for each in found.paired.pairs), *found.paired.unopposed):
            if winner:
                came[winner] += 1 if winner in third else 2
    return came


def _reached_twice(state: TournamentState, cut: Sequence[Round]) -> dict[int, int]:
    """The same in a double elimination: the round of the second loss, and after it those who lost once, and never."""
    lost = draw.lives(state, cut)
    came = {each.entrant: STEP * len(cut) + 2 for each in cut[0].request.candidates}
    came |= {entrant: STEP * len(cut) + 1 for entrant in lost.fell}
    for pair in cut[-1].paired.pairs:
        if not draw.decided(state, cut[-1], pair.table):
            came |= {each: STEP * len(cut) + (each not in lost.fell) for each in (pair.a, pair.b)}
    return came | {entrant: STEP * number for entrant, number in lost.out.items()}


def _lost(state: TournamentState, cut: Sequence[Round]) -> set[int]:
    """Who lost a match of the elimination and plays no other now."""
    lost: set[int] = set()
    for found in cut:
        for pair in found.paired.pairs:
            over = draw.decided(state, found, pair.table)
            lost = lost | {pair.a, pair.b} if over else lost - {pair.a, pair.b}
            lost -= {_winner(state, found, pair.table)}
    return lost


def _winner(state: TournamentState, found: Round, table: int) -> int:
    try:
        return draw.winner_of(state, found, table)
    except Refused:
        return 0
