"""What the autoplayer writes down in secret, and still knows when it is time to open it.

Values and salts come from the player's own dice, so that the same game is played again from the same seed. Whoever goes
on with a game that another player began knows none of its notes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel.dice import Seeded
from rules.kernel.effects import sealed_key
from rules.kernel.secrets import Commit, Reveal, commitment
from rules.kernel.state import State

WORDS = 4
"""A salt is so many times 32 bits."""


class Note(NamedTuple):
    """What a side has written down, and its salt."""

    value: str
    salt: str


class Notes:
    """The notes of both sides."""

    def __init__(self, dice: Seeded) -> None:
        self._dice = dice
        self._written: dict[tuple[str, str], Note] = {}

    def write(self, by: str, subject: str, value: str) -> Commit:
        """Write something down: the commitment to declare."""
        note = Note(value, "".join(f"{self._dice.below(2**32):08x}" for _ in range(WORDS)))
        self._written[by, subject] = note
        return Commit(subject=subject, commitment=commitment(by, subject, note.value, note.salt))

    def read(self, by: str, subject: str) -> Note | None:
        """What a side wrote down; None where this player did not write it."""
        return self._written.get((by, subject))

    def reveal(self, by: str, subject: str) -> Reveal | None:
        """The opening of a note; None where this player did not write it."""
        note = self.read(by, subject)
        return None if note is None else Reveal(subject=subject, value=note.value, salt=note.salt)

    def closed(self, state: State) -> Iterator[tuple[str, Reveal]]:
        """The sides and openings of every note that was committed to and is still closed."""
        for by, subject in self._written:
            sealed, opening = state.sealed.get(sealed_key(by, subject)), self.reveal(by, subject)
            if sealed is not None and not sealed.opened and opening is not None:
                yield by, opening
