"""What every sentence of `narrate` and `ruled` is made with."""

from __future__ import annotations

import msgspec

from frontend.games.cast import listed as listed
from rules.kernel.canonical import tag_of
from rules.kernel.telling import effects as effects

tag = tag_of
"""The word of an action or effect, as in a game file."""


class Explanation(msgspec.Struct, frozen=True):
    """A sentence; `quiet` for bookkeeping, `declared` where players said so and nothing was measured.

    `step` is the number of the step it speaks of, 0 where it speaks of its own.
    """

    text: str
    quiet: bool = False
    declared: bool = False
    step: int = 0


def signed(amount: int) -> str:
    """A number with its sign: +1, −1."""
    return f"{amount:+d}".replace("-", "−")
