"""A published pairing made again: the acts before it give the same inputs, and the inputs the same pairing."""

from __future__ import annotations

import msgspec

from gamelog.contest.acts.needs import round_of
from gamelog.contest.acts.rounds import PairRound, RePair, completed, made_again
from gamelog.contest.errors import Refused
from gamelog.contest.pairing.check import check
from gamelog.contest.pairing.request import Constraint, Paired, Request
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Tournament


class Recomputed(msgspec.Struct, frozen=True):
    """A round's pairing made again. `act` is the one that paired it; without `differences` it is the `same`."""

    round: int
    act: int
    same: bool
    differences: tuple[str, ...]
    request: Request
    paired: Paired


def recomputed(tournament: Tournament, number: int) -> Recomputed:
    """The pairing of a round, made again from the acts before it. Raises: Refused `no-round`."""
    found = round_of(selectors.state_of(tournament), number)
    (entry,) = selectors.entries_of(tournament, found.act - 1, found.act)
    act = entry.act
    assert isinstance(act, PairRound | RePair) and act.request and act.paired
    try:
        again = made_again(selectors.state_of(tournament, found.act - 1), act)
    except Refused as error:
        return Recomputed(number, found.act, False, (str(error),), act.request, act.paired)
    assert again.request and again.paired
    differences = check(act.request, act.paired)
    if again.request != act.request:
        differences = ("The acts before it give other inputs", *differences)
    return Recomputed(number, found.act, not differences, differences, again.request, again.paired)


def next_pairing(tournament: Tournament, reason: str = "", lifted: tuple[Constraint, ...] = ()) -> PairRound:
    """The pairing that the next round would have now; nothing is stored.

    Raises:
        Refused: why it cannot be paired. The facts of `no-pairing` name the constraints to lift, cheapest first.
    """
    state = selectors.state_of(tournament)
    made = completed(state, PairRound(round=len(state.rounds) + 1, reason=reason, lifted=lifted))
    assert isinstance(made, PairRound)
    return made
