"""Swiss rounds written by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from gamelog.contest.pairing.request import Candidate, Paired, Request
from gamelog.contest.terms import PairingTerms


def entrants(count: int, **more: Any) -> tuple[Candidate, ...]:
    """So many who are alike but for their rank, which is their number."""
    return tuple(Candidate(entrant=each, rank=each, **more) for each in range(1, count + 1))


def swiss_round(candidates: tuple[Candidate, ...], order: str = "fold", **more: Any) -> Request:
    """A first round, unless more is said."""
    terms = PairingTerms(order=order)  # type: ignore[arg-type]
    return msgspec.structs.replace(Request(1, "swiss", candidates, terms, seed="s"), **more)


def met_all(pairs: Iterable[tuple[int, int]], entrant: int) -> tuple[int, ...]:
    """Whom an entrant has met, if those pairs have."""
    return tuple(a + b - entrant for a, b in pairs if entrant in (a, b))


def pairs_of(paired: Paired) -> list[tuple[int, int]]:
    """Who meets whom, by table."""
    return [(each.a, each.b) for each in paired.pairs]
