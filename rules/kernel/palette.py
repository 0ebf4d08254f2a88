"""What players draw a table of: the common pieces of a game system, its usual sizes and deployments, its ready layouts.

Lengths are hundredths of an inch; the sizes of tables are whole inches.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rules.kernel.state import Table, Terrain, Zone
from rules.kernel.telling import Language, Phrase


class PieceKind(msgspec.Struct, frozen=True):
    """A common piece with its usual measures: `width` along its own first axis, `depth` across it, standing on `floor`.

    `key` is unique in a palette, `kind` is what the terrain is to the rules. A piece with a `storey` is so high or a
    multiple of it, and `parts` are the floors that go with it, each a piece of its own. One that is `of` other kinds
    belongs to a piece of one of those, and its name says to which.
    """

    key: str
    kind: str
    name: Phrase
    width: int
    depth: int
    height: int
    floor: int = 0
    storey: int = 0
    parts: Callable[[Terrain, Language], tuple[Terrain, ...]] = lambda piece, language: ()
    of: tuple[str, ...] = ()
    letter: str = "t"
    """The ids of such pieces begin with it."""


class Deployment(msgspec.Struct, frozen=True):
    """A usual deployment: the zones on a table of a width and a depth."""

    key: str
    name: Phrase
    zones: Callable[[int, int], tuple[Zone, ...]]


class Ready(msgspec.Struct, frozen=True):
    """A layout of our own: its name, what is on it in a few words, and its table."""

    key: str
    name: Phrase
    about: Phrase
    table: Callable[[], Table]


class Palette(msgspec.Struct, frozen=True):
    """Everything there is to draw with in a game system. `sizes` are the usual ones, the most common first.

    A table is at least `least` inches in its smaller and its larger measure, and at most `most` in each. Without
    `deployments` the zones are drawn while the game is played.
    """

    pieces: tuple[PieceKind, ...] = ()
    sizes: tuple[tuple[int, int], ...] = ()
    least: tuple[int, int] = (12, 12)
    most: int = 144
    deployments: tuple[Deployment, ...] = ()
    ready: tuple[Ready, ...] = ()

    def piece(self, key: str) -> PieceKind | None:
        """The kind of piece with a key."""
        return next((each for each in self.pieces if each.key == key), None)


NOTHING = Palette()
"""Of a system of which nobody draws tables."""
