"""Who plays where, as the desk words it."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from frontend.desk.access import Desk
from frontend.tournaments import vocabulary
from frontend.tournaments.pairings import players
from gamelog.tournaments.selectors import boards_of


def names_at(desk: Desk, number: int, table: int, board: int = 0) -> tuple[str, str] | None:
    """The names of the players at a table, or at a board of it; None if nobody plays there."""
    found = desk.state.rounds[number - 1] if 1 <= number <= len(desk.state.rounds) else None
    pair = found.pair_at(table) if found else None
    if not found or not pair:
        return None
    a, b = players(desk, pair, board, boards_of(found, table))
    return desk.name(pair.a, a), desk.name(pair.b, b)


def table_page(desk: Desk, number: int, table: int, board: int = 0) -> str:
    """The desk's address of a table or of a board."""
    name, place = ("board", (number, table, board)) if board else ("table", (number, table))
    return reverse(f"event-desk-{name}", args=[desk.tournament.slug, *place])


def seat_with_names(desk: Desk, number: int, table: int, board: int = 0) -> str:
    """A seat with its players: `Round 2, table 5: Anna – Boris`."""
    where = vocabulary.seat(number, table, board)
    names = names_at(desk, number, table, board)
    where = where[:1].upper() + where[1:]
    return _("%(where)s: %(who)s") % {"where": where, "who": " – ".join(names)} if names else where
