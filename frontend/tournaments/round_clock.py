"""A round's clock as pages show it. It goes on in the browser: what it needs is sent, not what it shows."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from gamelog.contest.state import State


class RoundClock(NamedTuple):
    """A clock of round `round`: `seconds` are left at `now`; `left` were when it began to run `since`, or still are."""

    round: int
    left: int
    since: str
    now: str
    seconds: int

    @property
    def runs(self) -> bool:
        """Whether it counts."""
        return bool(self.since)

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self.seconds < 0

    @property
    def text(self) -> str:
        """What is left at `now`, as `1:05:09`; what is over with a minus."""
        minutes, seconds = divmod(abs(self.seconds), 60)
        said = f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"
        return f"−{said}" if self.over else said


def clock_of(state: State, now: datetime | None = None) -> RoundClock | None:
    """The clock of the round that is played; None where there is none, or nothing is played."""
    found = state.round
    if found is None or found.clock is None or state.phase != "running":
        return None
    moment, clock = now or timezone.now(), found.clock
    passed = (moment - datetime.fromisoformat(clock.since)) if clock.since else None
    seconds = clock.left - (passed.days * 86_400 + passed.seconds if passed else 0)
    return RoundClock(found.number, clock.left, clock.since, moment.strftime("%Y-%m-%dT%H:%M:%SZ"), seconds)
