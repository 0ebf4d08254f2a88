"""Standings, pairings and results as CSV, with stable column names. See docs/interchange.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import msgspec

from gamelog.contest.cards import How
from gamelog.contest.interchange import csv_text
from gamelog.contest.interchange.csv_text import Number, Value
from gamelog.contest.interchange.entries import PublicEntry
from gamelog.contest.outcomes import Games, Points
from gamelog.contest.pairing.request import Paired
from gamelog.contest.places import Certainty, Column, Place, StandingsTable
from gamelog.contest.points import said
from gamelog.contest.provisional import Provisional, worst
from gamelog.contest.terms_tallies import AGAINST, Tally

PLACE_COLUMNS = ("place", "number", "name", "club", "faction", "wins", "draws", "losses", "match", "battle", "victory")
PROVISIONAL = "provisional"
"""The last column of the standings: `disputed`, `reported` or `unverified`, as the worst of the results is."""
GROUP = "group"
"""The very last column of the standings of an event of groups."""
GAME_COLUMNS = ("a_games", "b_games", "drawn_games")
"""The last columns of pairings and results: the games of a match of several; empty where there are none."""
PAIRING_COLUMNS = ("round", "table", "a", "a_name", "a_club", "b", "b_name", "b_club", "kind", *GAME_COLUMNS)
RESULT_COLUMNS = (
    "round", "table", "a", "a_name", "b", "b_name", "how", "a_outcome", "b_outcome", "a_match", "a_battle", "a_victory",
    "b_match", "b_battle", "b_victory", "standing", *GAME_COLUMNS,
)  # fmt: skip
NOBODY = PublicEntry("")


class TableResult(msgspec.Struct, frozen=True):
    """A result at a table: the entrants, the kind of round for side a, the points of both, how certain it is."""

    round: int
    table: int
    a: int
    b: int
    how: How
    points: tuple[Points, Points]
    standing: Certainty
    games: Games | None = None


def standings(
    table: StandingsTable,
    entries: Mapping[int, PublicEntry],
    unsure: Provisional,
    groups: Mapping[int, str] | None = None,
    tallies: Sequence[Tally] = (),
) -> bytes:
    """Standings, best first: entrant, wins, draws and losses, points of each kind, each column as shown, each tally for
    and against, and why the place is provisional, which is empty if it is not; in an event of groups the group.
    """
    kinds = [each.id + side for each in tallies for side in ("", AGAINST)]
    heading = (*PLACE_COLUMNS, *column_names(table.columns), *kinds, PROVISIONAL, *([] if groups is None else [GROUP]))
    rows = (
        [
            *_place(place, entries),
            *(_points(place.card.of(kind)) for kind in kinds),
            worst(unsure.get(place.entrant, ())),
            *([] if groups is None else [groups.get(place.entrant, "")]),
        ]
        for place in table.places
    )
    return csv_text.written(heading, rows)


def column_names(columns: Iterable[Column]) -> list[str]:
    """A name for each column: its id; further columns with the same id are `id-2`, `id-3`."""
    seen: dict[str, int] = {}
    names = []
    for column in columns:
        seen[column.id] = seen.get(column.id, 0) + 1
        names.append(column.id if seen[column.id] == 1 else f"{column.id}-{seen[column.id]}")
    return names


def _points(points: int) -> Number:
    return Number(said(points))


def _place(place: Place, entries: Mapping[int, PublicEntry]) -> list[Value]:
    entry = entries.get(place.entrant, NOBODY)
    return [
        place.place or "",
        place.entrant,
        entry.name,
        entry.club,
        entry.faction,
        place.wins,
        place.draws,
        place.losses,
        _points(place.card.match()),
        _points(place.card.battle()),
        _points(place.card.victory()),
        *(Number(cell.shown) for cell in place.cells),
    ]


def pairings(
    rounds: Mapping[int, Paired],
    entries: Mapping[int, PublicEntry],
    games: Mapping[tuple[int, int], Games] = MappingProxyType({}),
) -> bytes:
    """The pairings of rounds by number: a line for each table, with its `games` by (round, table), and one of the kind
    `bye`, without table and side b.
    """
    rows = (row for number, paired in sorted(rounds.items()) for row in _paired(number, paired, entries, games))
    return csv_text.written(PAIRING_COLUMNS, rows)


def _paired(
    number: int, paired: Paired, entries: Mapping[int, PublicEntry], games: Mapping[tuple[int, int], Games]
) -> Iterator[list[Value]]:
    for pair in sorted(paired.pairs, key=lambda each: each.table):
        played = _games(games.get((number, pair.table)))
        yield [number, pair.table, *_side(pair.a, entries), *_side(pair.b, entries), "pair", *played]
    for each in paired.resting:
        yield [number, "", *_side(each, entries), "", "", "", "bye", *_games(None)]


def _games(games: Games | None) -> list[Value]:
    return [games.a, games.b, games.drawn] if games else [""] * len(GAME_COLUMNS)


def _side(entrant: int, entries: Mapping[int, PublicEntry]) -> list[Value]:
    entry = entries.get(entrant, NOBODY)
    return [entrant, entry.name, entry.club]


def results(played: Iterable[TableResult], entries: Mapping[int, PublicEntry], tallies: Sequence[Tally] = ()) -> bytes:
    """Results by round and table: kind, winner, the points of each kind for both sides, how certain the result is, and
    the tallies of both sides.
    """
    ordered = sorted(played, key=lambda each: (each.round, each.table))
    heading = (*RESULT_COLUMNS, *(f"{side}_{each.id}" for side in "ab" for each in tallies))
    return csv_text.written(
        heading,
        (
            [*_result(each, entries), *(_points(side.of(one.id)) for side in each.points for one in tallies)]
            for each in ordered
        ),
    )


def _result(each: TableResult, entries: Mapping[int, PublicEntry]) -> list[Value]:
    a, b = each.points
    return [
        each.round,
        each.table,
        each.a,
        entries.get(each.a, NOBODY).name,
        each.b,
        entries.get(each.b, NOBODY).name,
        each.how,
        a.outcome,
        b.outcome,
        *(_points(points) for side in each.points for points in (side.match, side.battle, side.victory)),
        each.standing,
        *_games(each.games),
    ]
