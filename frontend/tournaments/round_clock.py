"""A round's clock on pages. It keeps running in the browser, so pages are sent its basis and not its reading."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from gamelog.contest.state import TournamentState


class RoundClock(NamedTuple):
    """The clock of round `round`.

    `seconds` are left at `now`; `left` seconds were left when it was started at `since`, or are left if it is paused.
    """

    round: int
    left: int
    since: str
    now: str
    seconds: int

    @property
    def runs(self) -> bool:
        """Whether it is running."""
        return bool(self.since)

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self.seconds < 0

    @property
    def text(self) -> str:
        """The time left at `now`, as `1:05:09`; negative once the time is up."""
        minutes, seconds = divmod(abs(self.seconds), 60)
        said = f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"
        return f"−{said}" if self.over else said


def clock_of(state: TournamentState, now: datetime | None = None) -> RoundClock | None:
    """The clock of the current round; None if there is none, or nothing is being played. Rounds of a league have days
    instead.
    """
    found = state.round
    if state.terms.format == "league" or found is None or found.clock is None or state.phase != "running":
        return None
    moment, clock = now or timezone.now(), found.clock
    passed = (moment - datetime.fromisoformat(clock.since)) if clock.since else None
    seconds = clock.left - (passed.days * 86_400 + passed.seconds if passed else 0)
    return RoundClock(found.number, clock.left, clock.since, moment.strftime("%Y-%m-%dT%H:%M:%SZ"), seconds)
