"""Terrain: which pieces are open, dangerous, impassable, cover or opaque, as agreed by their kinds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.kernel import convex
from rules.kernel.convex import Core
from rules.kernel.state import State, Terrain

TYPES = "t9a.core.terrain-types"
KINDS: dict[str, frozenset[str]] = {
    "field": frozenset({"soft"}),
    "forest": frozenset({"soft", "dangerous", "opaque"}),
    "hill": frozenset({"opaque"}),
    "water": frozenset({"dangerous"}),
    "ruins": frozenset({"hard", "dangerous"}),
    "wall": frozenset({"hard"}),
    "building": frozenset({"impassable", "opaque"}),
    "impassable": frozenset({"impassable", "opaque"}),
}
"""What each kind of terrain is; one that is not listed is open."""


def is_(piece: Terrain, what: str) -> bool:
    """Whether a piece is `dangerous`, `impassable`, `soft` or `hard` cover, or `opaque`."""
    return what in KINDS.get(piece.kind, ())


def of(state: State, what: str) -> Iterator[Terrain]:
    """The pieces on the table that are so."""
    return (piece for piece in state.table.terrain if is_(piece, what))


def touched(pieces: Iterable[Terrain], ground: Core) -> list[Terrain]:
    """The pieces that an area overlaps."""
    return [piece for piece in pieces if convex.overlap(ground, piece.outline)]
