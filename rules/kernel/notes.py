"""What a player writes down in secret, and still knows when it is time to open it.

Notes lie in the `memory` of a player. Their salts come from its own dice, so that the same game is played again from
the same seed. A player that goes on with a game another one began knows none of its notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rules.kernel.effects import sealed_key
from rules.kernel.events import Declaration
from rules.kernel.part import Choice
from rules.kernel.secrets import Commit, Reveal, commitment
from rules.kernel.state import State

WORDS = 4
"""A salt is so many times 32 bits."""


class Note(NamedTuple):
    """What a side has written down about a subject, and its salt."""

    by: str
    subject: str
    value: str
    salt: str

    @property
    def opening(self) -> Reveal:
        """What shows it."""
        return Reveal(subject=self.subject, value=self.value, salt=self.salt)


def write(choice: Choice, subject: str, value: str) -> Commit:
    """Write something down for the side that chooses: the commitment to declare."""
    by, salt = choice.option.side, "".join(f"{choice.dice.below(2**32):08x}" for _ in range(WORDS))
    choice.memory[sealed_key(by, subject)] = Note(by, subject, value, salt)
    return Commit(subject=subject, commitment=commitment(by, subject, value, salt))


def read(choice: Choice, subject: str) -> Note | None:
    """What the side that chooses wrote down; None where this player did not write it."""
    found = choice.memory.get(sealed_key(choice.option.side, subject))
    return found if isinstance(found, Note) else None


def unopened(memory: Mapping[str, Any], state: State) -> Iterator[Declaration[Any]]:
    """The openings of all notes that were committed to and are still closed."""
    for note in memory.values():
        sealed = state.sealed.get(sealed_key(note.by, note.subject)) if isinstance(note, Note) else None
        if sealed is not None and not sealed.opened:
            yield Declaration(by=note.by, action=note.opening)
