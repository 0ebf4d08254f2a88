"""What the desk refuses, besides what the sport refuses (`gamelog.contest.errors.Refused`)."""

from __future__ import annotations

from typing import Any

from gamelog.streams.errors import LogError, StaleStream


class StaleEvent(StaleStream):
    """Somebody was first with an act of the event."""

    sentence = "the event has {actual} acts, not {expected}: somebody was first"


class EffectChanged(LogError):
    """A correction would not come to what was shown before it was confirmed; `effect` is what it comes to now."""

    def __init__(self, effect: Any) -> None:
        super().__init__("the standings would become something else than was shown: look at it again")
        self.effect = effect


class EventExists(LogError):
    """An event of this id is stored, and it is not what the file holds: it has `number` acts up to `head`."""

    def __init__(self, number: int, head: str) -> None:
        super().__init__(f"this event is stored here with {number} acts, and they are not those of the file")
        self.number = number
        self.head = head
