"""The two lines of a game: as it was played, and as it was corrected.

The stream is one: corrections stand in it where they were made, and the events they concern stay as they are. As
played, a correction acts where it stands, on what is declared after it; those after the last step of the battle are
left out. As corrected, it acts on the steps it names: each step has the effects the newest correction gives it. Both
lines are lists of events and fold like any other. As corrected, they come to the position of the stream itself.

To see a game as of event `n`, take its first `n` events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.effects import (
    Answered,
    AnyEffect,
    Began,
    Corrected,
    Ended,
    Patched,
    PositionSet,
    Turned,
)
from rules.kernel.events import Administrative, Event, Ruling


def is_correction(event: Event[Any]) -> bool:
    """Whether an event changes what other steps come to."""
    return any(isinstance(effect, Corrected) for effect in event.effects)


def played(events: Sequence[Event[Any]]) -> list[Event[Any]]:
    """The game as it was played: corrections after the last step of the battle are left out."""
    last = len(events)
    while last and not _act(events[last - 1]):
        last -= 1
    return [*events[:last], *(event for event in events[last:] if not isinstance(event.action, Ruling))]


def _act(event: Event[Any]) -> bool:
    """Whether an event is a step of the battle; what is declared in vain, after the end, comes to nothing."""
    return bool(event.effects) and not isinstance(event.action, Administrative)


def corrected(events: Sequence[Event[Any]]) -> list[Event[Any]]:
    """The game as it was corrected: every step with the effects that the newest correction gives it."""
    given = {effect.step: effect.effects for event in events for effect in corrections(event)}
    return [_own(event, given) for event in events]


def corrections(event: Event[Any]) -> list[Corrected]:
    """What an event says other steps come to."""
    return [effect for effect in event.effects if isinstance(effect, Corrected)]


def parted(effects: Sequence[AnyEffect]) -> tuple[tuple[AnyEffect, ...], tuple[AnyEffect, ...]]:
    """A step's own effects, and what followed from the first phase on that it began, or from the end of the game on."""
    first = next((i for i, effect in enumerate(effects) if isinstance(effect, Began | Ended)), len(effects))
    return tuple(effects[:first]), tuple(effects[first:])


def begun(effects: Sequence[AnyEffect]) -> list[tuple[str, int]]:
    """The phases that began, each with its round."""
    return [(effect.phase, effect.round) for effect in effects if isinstance(effect, Began)]


def is_nothing(effects: Sequence[AnyEffect]) -> bool:
    """Whether a step comes to nothing of its own: at the most the battle goes on."""
    return all(isinstance(effect, Turned | Answered) for effect in parted(effects)[0])


def named(event: Event[Any]) -> frozenset[int]:
    """Of the steps a correction changes, those it names."""
    action = event.action
    if not isinstance(action, Ruling):
        return frozenset()
    return frozenset(effect.step for effect in corrections(event) if action.names(effect.step))


def newest(events: Sequence[Event[Any]]) -> dict[int, int]:
    """Steps with changed effects, each with the number of its newest correction."""
    return {effect.step: event.number for event in events for effect in corrections(event)}


def settled(events: Sequence[Event[Any]]) -> dict[int, int]:
    """Steps to which nothing is to be objected any more, each with the number of the newest correction of it.

    That is where a correction named the step, or where it breaks no rule now. A step that only follows from others, and
    is still against a rule, is not settled by the way.
    """
    against = {effect.step: effect.against for event in events for effect in corrections(event)}
    ruled = {step for event in events for step in named(event)}
    return {step: number for step, number in newest(events).items() if step in ruled or not against[step]}


def _own(event: Event[Any], given: dict[int, tuple[Any, ...]]) -> Event[Any]:
    if event.number in given:
        return msgspec.structs.replace(event, effects=given[event.number])
    if not is_correction(event):
        return event
    # What it does to other steps is done there: here remains what is its own, such as a penalty.
    kept = tuple(e for e in event.effects if not isinstance(e, Corrected | Patched | PositionSet))
    return msgspec.structs.replace(event, effects=kept)
