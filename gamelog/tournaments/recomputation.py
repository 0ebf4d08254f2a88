"""Recomputing a published pairing: the earlier acts give the same inputs, and the inputs the same pairing."""

from __future__ import annotations

import msgspec

from gamelog.contest.acts.rounds import Pairing, PairRound, pairing_for
from gamelog.contest.errors import Refused
from gamelog.contest.pairing.check import check
from gamelog.contest.pairing.request import Constraint, Paired, Request
from gamelog.contest.preconditions import round_of
from gamelog.contest.verification import Finding, paired_again, verify
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Tournament


class Recomputed(msgspec.Struct, frozen=True):
    """A recomputed pairing of a round. `act` is the one that paired it; without `differences` it is the `same`."""

    round: int
    act: int
    same: bool
    differences: tuple[str, ...]
    request: Request
    paired: Paired


def recomputed(tournament: Tournament, number: int) -> Recomputed:
    """The pairing of a round, recomputed from the earlier acts. Raises: Refused `no-round`."""
    found = round_of(selectors.state_of(tournament), number)
    (entry,) = selectors.entries_of(tournament, found.act - 1, found.act)
    published = entry.pairing
    assert published
    try:
        again = paired_again(selectors.state_of(tournament, found.act - 1), entry)
    except Refused as error:
        return Recomputed(number, found.act, False, (str(error),), *published)
    differences = check(*published)
    if again.request != published.request:
        differences = ("The acts before it give other inputs", *differences)
    return Recomputed(number, found.act, not differences, differences, *again)


def findings(tournament: Tournament) -> list[Finding]:
    """The findings on a stored event: acts that the rules would decide differently today."""
    return list(verify(selectors.entries_of(tournament)))


def next_pairing(tournament: Tournament, reason: str = "", lifted: tuple[Constraint, ...] = ()) -> tuple[int, Pairing]:
    """The next round and its pairing as of now; nothing is stored.

    Raises:
        Refused: why it cannot be paired. The facts of `no-pairing` name the constraints to lift, cheapest first.
    """
    state = selectors.state_of(tournament)
    act = PairRound(round=len(state.rounds) + 1, reason=reason, lifted=lifted)
    return act.round, pairing_for(state, act)
