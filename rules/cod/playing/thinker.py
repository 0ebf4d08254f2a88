"""What the parts of the autoplayer need of the player they play for, beside what those of 40,000 do."""

from __future__ import annotations

from typing import Protocol

from rules.cod.playing.notes import Notes
from rules.wh40k.playing import thinker


class Thinker(thinker.Thinker, Protocol):
    """A player that knows what it has written down in secret."""

    notes: Notes
