"""What people read of a rating: a number around 1500, and a word for how far it can be trusted.

The model of `weng_lin` counts from 25 with a width of 25/3. Players know ratings from chess, where a newcomer has about
1500 and 200 points are one class; so a point of the model is 24 points here, and the width at the start is 200.
"""

from __future__ import annotations

from enum import StrEnum

from gamelog.clubs.weng_lin import BEGINNER, UNIT

START = 1500
POINTS = 24
"""How many points of the scale are one of the model."""


class Certainty(StrEnum):
    """How much is known of a player's strength."""

    VERY_UNCERTAIN = "very uncertain"
    SETTLING = "settling"
    SETTLED = "settled"


UNCERTAIN_ABOVE = 150 * UNIT // POINTS
"""The width from which on a rating says little: it may be 300 points off. Some ten games bring it below."""
SETTLED_UP_TO = 100 * UNIT // POINTS
"""The width of a rating that has settled: within 200 points in nineteen of twenty cases, after some thirty games."""


def points(mu: int) -> int:
    """A mean of the model, in millionths, on the scale that people read; rounded half up."""
    return START + (2 * POINTS * (mu - BEGINNER.mu) + UNIT) // (2 * UNIT)


def certainty(sigma: int) -> Certainty:
    """The word for a width of the model, in millionths."""
    if sigma > UNCERTAIN_ABOVE:
        return Certainty.VERY_UNCERTAIN
    return Certainty.SETTLED if sigma <= SETTLED_UP_TO else Certainty.SETTLING
