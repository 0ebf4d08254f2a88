"""Places after an elimination: whoever came further stands higher; who came as far shares a place."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gamelog.contest import counting, draw
from gamelog.contest.errors import Refused
from gamelog.contest.places import Place, Table
from gamelog.contest.state import Line, Round, State

STEP = 3


def final(state: State, line: Line = "corrected") -> Table:
    """The standings as they are now. Those in the elimination stand before all others, by how far they came."""
    table = counting.table(state, line)
    cut = [each for each in state.rounds if each.stage == "cut"]
    if not cut:
        return table
    came = _reached(state, cut)
    inside = sorted((each for each in table.places if each.entrant in came), key=lambda each: -came[each.entrant])
    outside = [each for each in table.places if each.entrant not in came]
    made = _placed(inside, [came[each.entrant] for each in inside], 1)
    made += _placed(outside, [each.place for each in outside], len(inside) + 1)
    return msgspec.structs.replace(table, places=tuple(made))


def _placed(rows: Sequence[Place], levels: Sequence[int], first: int) -> list[Place]:
    """Rows with their places from `first` on; those on one level share one."""
    places: dict[int, int] = {}
    for index, level in enumerate(levels, first):
        places.setdefault(level, index)
    return [msgspec.structs.replace(row, place=places[level]) for row, level in zip(rows, levels, strict=True)]


def _reached(state: State, cut: Sequence[Round]) -> dict[int, int]:
    """How far everybody in the elimination came: three steps a round, two more for going on, one for third place."""
    came: dict[int, int] = {}
    for index, found in enumerate(cut, 1):
        third = {each.entrant for each in found.request.candidates if each.bronze}
        for each in found.request.candidates:
            came[each.entrant] = STEP * (index - (each.entrant in third))
        for winner in (*(_winner(state, found, each.table) for each in found.paired.pairs), *found.paired.unopposed):
            if winner:
                came[winner] += 1 if winner in third else 2
    return came


def _winner(state: State, found: Round, table: int) -> int:
    try:
        return draw.winner_of(state, found, table)
    except Refused:
        return 0
