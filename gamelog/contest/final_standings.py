"""The standings of an event: as they were published once it is finished, and until then as its results give them.

After an elimination those who came further stand higher, and those who came as far share a place.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gamelog.contest import counting, draw, standings
from gamelog.contest.effects import PlacesSettled
from gamelog.contest.errors import Refused
from gamelog.contest.places import FinalPlace, Place, Table
from gamelog.contest.state import Line, Round, State
from rules import canonical, digest

STEP = 3
LINES: tuple[Line, ...] = ("corrected", "played")


def final(state: State, line: Line = "corrected") -> Table:
    """The standings: those of a finished event as they were published, where its acts hold them."""
    return published(state, line) if state.final else derived(state, line)


def published(state: State, line: Line = "corrected") -> Table:
    """The final places with their exact values as an act settled them; the cards behind them are worked out."""
    assert state.final
    rows = state.final.places if line == "corrected" else state.final.played
    cards = counting.cards(state, line)
    sure = counting.sureness(state, cards, line)
    places = tuple(
        standings.row(each.place, cards[each.entrant], tuple(map(standings.cell, each.values)), sure[each.entrant])
        for each in rows
        if each.entrant in cards
    )
    columns = tuple(each.column for each in standings.criteria_of(state.terms))
    return Table(standings.rounds_on(cards), columns, places)


def settled(state: State) -> PlacesSettled:
    """The places as today's rules give them, in the form in which they are published for good."""
    places, played = (_final_places(derived(state, line)) for line in LINES)
    return PlacesSettled(digest(canonical([places, played])), places, played if played != places else ())


def _final_places(table: Table) -> tuple[FinalPlace, ...]:
    return tuple(
        FinalPlace(each.place, each.entrant, tuple(cell.exact for cell in each.cells)) for each in table.places
    )


def derived(state: State, line: Line = "corrected") -> Table:
    """The standings as today's rules give them. Those in the elimination stand before all others."""
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
