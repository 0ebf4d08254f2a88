"""The desk's own refusals, besides those of the sport (`gamelog.contest.errors.Refused`)."""

from __future__ import annotations

from typing import Any

from gamelog.streams.errors import LogError, StaleStream


class StaleEvent(StaleStream):
    """Somebody else stored an act of the event first."""

    sentence = "the event has {actual} acts, not {expected}: somebody was first"


class EffectChanged(LogError):
    """A correction no longer has the effect that was shown before it was confirmed; `effect` is the present one."""

    def __init__(self, effect: Any) -> None:
        super().__init__("the standings would no longer be those that were shown: look at it again")
        self.effect = effect


class EventExists(LogError):
    """An event with this id is stored, but differs from the file: it has `number` acts up to `head`."""

    def __init__(self, number: int, head: str) -> None:
        super().__init__(f"this event is stored here with {number} acts, and they are not those of the file")
        self.number = number
        self.head = head
