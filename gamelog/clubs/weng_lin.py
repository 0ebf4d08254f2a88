"""The model behind ratings: Weng and Lin's Bayesian ranking with the Plackett-Luce likelihood, by openskill.

Source: R. C. Weng, C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011), algorithm 4.

Why Plackett-Luce: for two players it is the same as Bradley-Terry in full, it stays the same model for games of more
sides, and a draw needs no further parameter. Thurstone-Mosteller wants a margin for draws, which nobody could justify,
and becomes certain about a player some three times as fast.

The belief about a player's strength is a bell curve with the mean `mu` and the width `sigma`. This is the one place
where the site counts with floats, because the library does. Each result is rounded to whole millionths at once, and the
next game begins from those, so that a rating rebuilt from the first game is the same as one updated game by game.
"""

from __future__ import annotations

from typing import NamedTuple

from openskill.models import PlackettLuce

VERSION = "plackett-luce@1"
"""Of the model, its settings and the rounding together: ratings of another version are made anew."""
UNIT = 1_000_000

_MODEL = PlackettLuce(mu=25.0, sigma=25.0 / 3.0, beta=25.0 / 6.0, kappa=0.0001, tau=25.0 / 300.0)
"""The settings of the library, written out: another default of a later release would be another version here."""


class Skill(NamedTuple):
    """The belief about a player's strength, in millionths: mean and width."""

    mu: int
    sigma: int

    @property
    def ordinal(self) -> int:
        """mu − 3 sigma: with 99.9 % certainty the player is at least that strong; a beginner has 0."""
        return self.mu - 3 * self.sigma


BEGINNER = Skill(25 * UNIT, round(25 * UNIT / 3))


def after_game(first: Skill, second: Skill, winner: int) -> tuple[Skill, Skill]:
    """The beliefs about two players after a game: `winner` is 1 or 2, or 0 for a draw."""
    teams = [[_MODEL.rating(mu=each.mu / UNIT, sigma=each.sigma / UNIT)] for each in (first, second)]
    ranks = {0: [1.0, 1.0], 1: [1.0, 2.0], 2: [2.0, 1.0]}[winner]
    (one,), (other,) = _MODEL.rate(teams, ranks=ranks)
    return _rounded(one.mu, one.sigma), _rounded(other.mu, other.sigma)


def _rounded(mu: float, sigma: float) -> Skill:
    return Skill(round(mu * UNIT), round(sigma * UNIT))
