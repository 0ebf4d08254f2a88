"""Standings and pairings as JSON: one byte sequence per content (canonical JSON), documented in docs/interchange.md.

Points are whole numbers of hundredths; a value that is divided is a fraction (`exact`), with what people see beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

import msgspec

from gamelog.contest.interchange.entries import Entry
from gamelog.contest.interchange.sheets import NOBODY, column_names
from gamelog.contest.pairing.request import Paired
from gamelog.contest.places import Place, Table
from rules import canonical

FORMAT = 1
"""Of both values. A field that is added leaves it; one whose meaning changes raises it."""


def standings(table: Table, entries: Mapping[int, Entry]) -> bytes:
    """Standings after a round, best first, with every value as it decides and as it is shown."""
    names = column_names(table.columns)
    return canonical(
        {
            "format": FORMAT,
            "kind": "standings",
            "rounds": table.rounds,
            "columns": [
                {"name": name, **msgspec.to_builtins(column)} for name, column in zip(names, table.columns, strict=True)
            ],
            "places": [_place(place, names, entries) for place in table.places],
        }
    )


def _who(entrant: int, entries: Mapping[int, Entry]) -> dict[str, Any]:
    entry = entries.get(entrant, NOBODY)
    return {"number": entrant, "name": entry.name, "club": entry.club, "faction": entry.faction, "team": entry.team}


def _place(place: Place, names: list[str], entries: Mapping[int, Entry]) -> dict[str, Any]:
    return {
        "place": place.place,
        "entrant": _who(place.entrant, entries),
        "record": {"wins": place.wins, "draws": place.draws, "losses": place.losses},
        "points": {kind: place.card.of(kind) for kind in ("match", "battle", "victory")},
        "withdrawn": place.card.withdrawn,
        "values": {
            name: {"exact": cell.exact, "shown": cell.shown} for name, cell in zip(names, place.cells, strict=True)
        },
        "rounds": [
            {**msgspec.to_builtins(score), "standing": standing}
            for score, standing in zip_longest(place.card.rounds, place.results[: len(place.card.rounds)], fillvalue="")
        ],
    }


def pairings(number: int, paired: Paired, entries: Mapping[int, Entry]) -> bytes:
    """The pairing of a round: its tables in order, the bye (null: nobody), and the version of the rules."""
    return canonical(
        {
            "format": FORMAT,
            "kind": "pairings",
            "round": number,
            "version": paired.version,
            "tables": [
                {"table": pair.table, "a": _who(pair.a, entries), "b": _who(pair.b, entries), "floated": pair.floated}
                for pair in sorted(paired.pairs, key=lambda each: each.table)
            ],
            "bye": _who(paired.bye, entries) if paired.bye else None,
            "notes": list(paired.notes),
        }
    )
