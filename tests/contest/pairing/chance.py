"""Fields by chance: histories that are harder than those an event comes to, and the same for the same number."""

from __future__ import annotations

import random
from itertools import combinations

from gamelog.contest.pairing.request import Candidate, Request
from gamelog.contest.terms import PairingTerms


def terms(chance: random.Random) -> PairingTerms:
    """Any order, with and without clubs."""
    return PairingTerms(
        order=chance.choice(("random", "fold", "adjacent")),
        avoid_clubs=chance.random() < 0.8,
        avoid_clubs_rounds=chance.choice((1, 99)),
        bye_goes_to=chance.choice(("lowest", "random")),
    )


def request(number: int, size: int, forbidden: int = 1) -> Request:
    """A Swiss round of so many entrants, of whom any share may have met already."""
    chance = random.Random(f"{number} {size}")
    entrants = sorted(chance.sample(range(1, 3 * size + 1), size))
    density, groups = chance.random() * 0.9, chance.randint(1, max(1, size // 2))
    met = [pair for pair in combinations(entrants, 2) if chance.random() < density]
    ranks = chance.sample(range(1, size + 1), size)
    candidates = [
        Candidate(
            entrant=each,
            rank=rank,
            score=100 * chance.randint(1, groups),
            met=tuple(other for pair in met for other in pair if each in pair and other != each),
            byes=int(chance.random() < 0.4),
            floats=chance.choice((0, 0, 0, 1, 1, 2)),
            club=chance.choice(("", "", "north", "south")),
        )
        for each, rank in zip(entrants, ranks, strict=True)
    ]
    pairs = [chance.sample(entrants, 2) for _ in range(chance.randint(0, forbidden))] if size > 1 else []
    return Request(
        round=chance.randint(1, 3), format="swiss", candidates=tuple(candidates), terms=terms(chance),
        seed=f"seed {number}", forbidden=tuple((a, b) for a, b in pairs),
    )  # fmt: skip
