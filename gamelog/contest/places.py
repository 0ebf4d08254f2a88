"""Standings as values: what a table of places holds and how each of its numbers can be opened."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from gamelog.contest.cards import Card
from gamelog.contest.terms import Kind

Certainty: TypeAlias = Literal["verified", "confirmed", "ruled", "disputed", "reported", "awarded"]
"""How sure a result is: `verified` from a game that was verified; `confirmed` by both players or by staff, without a
record; `ruled` by a judge; `disputed`; `reported` by one player so far; `awarded` without a battle (byes, forfeits)."""


class Column(msgspec.Struct, frozen=True, omit_defaults=True):
    """A column of the table: the score (`score`) or a tie-break, by id and version, with its labels and settings."""

    id: str
    version: str
    en: str
    ru: str
    params: dict[str, int] = {}
    of: Kind = ""
    by: Kind = ""


class Cell(msgspec.Struct, frozen=True):
    """A value: `exact` as a fraction decides, `shown` is rounded for the eye. Empty: it was not needed or has none."""

    exact: str
    shown: str


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row: the place (shared by equals; 0 is none, for too few games), the entrant, a cell for each column, and the
    card behind them.

    `results` gives for every round of the card how sure its result is.
    """

    place: int
    entrant: int
    cells: tuple[Cell, ...]
    card: Card
    wins: int = 0
    draws: int = 0
    losses: int = 0
    results: tuple[Certainty | Literal[""], ...] = ()


class StandingsTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """Standings after `rounds` rounds, best first."""

    rounds: int
    columns: tuple[Column, ...]
    places: tuple[Place, ...]


class Term(msgspec.Struct, frozen=True, omit_defaults=True):
    """One term of a value: what it adds (`exact`, `shown`), where from, and whether it was left out (a cut)."""

    exact: str
    shown: str
    round: int = 0
    opponent: int = 0
    en: str = ""
    ru: str = ""
    left_out: bool = False


class Explanation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value opened: its terms, the sentence that says how they are put together, and the rule with its source."""

    column: Column
    entrant: int
    value: Cell
    terms: tuple[Term, ...]
    en: str
    ru: str
    rule_en: str
    rule_ru: str
    source: str
    source_ru: str


class SettledPlace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of standings as it was published: place (0: none), entrant, and the exact values that decided.

    `values` are fractions, and follow the columns of the event's terms, the score first; empty where
    a value was not needed.
    """

    place: int
    entrant: int
    values: tuple[str, ...]


class SettledPlaces(msgspec.Struct, frozen=True):
    """The places of an event after a round or at its end, best first: as corrected, and as played.

    `digest` is of both lists.
    """

    digest: str
    places: tuple[SettledPlace, ...]
    played: tuple[SettledPlace, ...]
