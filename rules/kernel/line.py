"""The two lines of a game: as it was played, and as it was corrected.

The stream is one: corrections stand in it where they were made, and the events they concern stay as they are. As
played, a correction acts where it stands, on what is declared after it. As corrected, it acts on the steps it names:
each step has the effects the newest correction gives it. Both lines are lists of events and fold like any other, and
after the last event both stand at the same position.

To see a game as of event `n`, take its first `n` events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.effects import Corrected, Patched, PositionSet
from rules.kernel.events import Administrative, Event, Ruling


def is_correction(event: Event[Any]) -> bool:
    """Whether an event changes what other steps come to."""
    return any(isinstance(effect, Corrected) for effect in event.effects)


def played(events: Sequence[Event[Any]]) -> list[Event[Any]]:
    """The game as it was played: corrections after the last step of the battle are left out."""
    last = len(events)
    while last and isinstance(events[last - 1].action, Administrative):
        last -= 1
    return [*events[:last], *(event for event in events[last:] if not isinstance(event.action, Ruling))]


def corrected(events: Sequence[Event[Any]]) -> list[Event[Any]]:
    """The game as it was corrected: every step with the effects that the newest correction gives it."""
    newest = {effect.step: effect.effects for event in events for effect in corrections(event)}
    return [_own(event, newest) for event in events]


def corrections(event: Event[Any]) -> list[Corrected]:
    """What an event says other steps come to."""
    return [effect for effect in event.effects if isinstance(effect, Corrected)]


def settled(events: Sequence[Event[Any]]) -> dict[int, int]:
    """Steps that a correction concerns, each with the number of the newest."""
    return {effect.step: event.number for event in events for effect in corrections(event)}


def _own(event: Event[Any], newest: dict[int, tuple[Any, ...]]) -> Event[Any]:
    if event.number in newest:
        return msgspec.structs.replace(event, effects=newest[event.number])
    if not is_correction(event):
        return event
    # What it does to other steps is done there: here remains what is its own, such as a penalty.
    kept = tuple(e for e in event.effects if not isinstance(e, Corrected | Patched | PositionSet))
    return msgspec.structs.replace(event, effects=kept)
