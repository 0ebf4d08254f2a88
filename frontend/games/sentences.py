"""The common ground of all sentences about games."""

from __future__ import annotations

import msgspec

import rules
from frontend.games.cast import listed as listed
from rules.kernel.canonical import tag_of
from rules.kernel.telling import effects as effects

tag = tag_of
"""The tag of an action or effect in a game file."""


class Explanation(msgspec.Struct, frozen=True):
    """A sentence; `quiet` for bookkeeping, `declared` if the players said so and nothing was measured.

    `step` is the number of the step it speaks of, or 0 for its own.
    """

    text: str
    quiet: bool = False
    declared: bool = False
    step: int = 0


def signed(amount: int) -> str:
    """A number with its sign: +1, −1."""
    return f"{amount:+d}".replace("-", "−")


def score(points: int, per_point: int) -> str:
    """A score as it is set: 12½, −3."""
    return rules.points(points, per_point).replace("-", "−")
