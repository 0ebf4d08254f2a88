"""The subject of an act: entrants, tables, rounds, or a topic of its own."""

from __future__ import annotations

from typing import Any

import msgspec

from gamelog.contest.state import TournamentState


class Concerns(msgspec.Struct, frozen=True):
    """The subject of an act. Without entrants, tables and topics it is the event as a whole.

    `tables` are pairs of round and table. `topics` are words for what is neither: `registration`, `clock`, `title`,
    `penalty 12`, `person p1`, `webhook 5`, `captain 2/4 a`.
    """

    entrants: tuple[int, ...] = ()
    tables: tuple[tuple[int, int], ...] = ()
    rounds: tuple[int, ...] = ()
    topics: tuple[str, ...] = ()

    def words(self) -> frozenset[str]:
        """Everything in which the act can conflict with another one, as words; empty for the event as a whole."""
        entrants = (f"entrant {each}" for each in self.entrants)
        tables = (f"table {number}/{table}" for number, table in self.tables)
        return frozenset((*entrants, *tables, *self.topics))


def the_event(state: TournamentState, act: Any) -> Concerns:
    """An act about the event as a whole."""
    return Concerns()


def the_round(state: TournamentState, act: Any) -> Concerns:
    """An act about all tables of a round, and so about the event as a whole."""
    return Concerns(rounds=(act.round,))


def the_entrant(state: TournamentState, act: Any) -> Concerns:
    """An act about one entrant."""
    return Concerns(entrants=(act.entrant,))


def the_table(state: TournamentState, act: Any) -> Concerns:
    """An act about one table of a round."""
    return Concerns(tables=((act.round, act.table),), rounds=(act.round,))


def the_clock(state: TournamentState, act: Any) -> Concerns:
    """An act about the clock of a round."""
    return Concerns(rounds=(act.round,), topics=("clock",))
