"""The waiting list of an event that is full."""

from __future__ import annotations

from collections.abc import Iterator

from gamelog.contest.effects import StatusChanged
from gamelog.contest.state import TournamentState


def is_full(state: TournamentState) -> bool:
    """Whether every place is taken."""
    return 0 < state.terms.capacity <= len(state.playing())


def moved_up(state: TournamentState, capacity: int, leaving: int = 0) -> Iterator[StatusChanged]:
    """Free places given out in order of the waiting list, as long as no round is paired. `leaving` is an entrant who
    leaves by the same act; `capacity` 0 is no limit.
    """
    if state.rounds:
        return
    room = capacity or len(state.entrants)
    free = room - sum(each.number != leaving for each in state.playing())
    waiting = [each for each in state.waiting() if each.number != leaving]
    for each in waiting[: max(free, 0)]:
        yield StatusChanged(each.number, "entered")
