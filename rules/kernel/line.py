"""The two lines of a game: as played and as corrected.

There is one stream: corrections are recorded where they were made, and the events they concern stay as they are. As
played, a correction takes effect from its own place on; corrections after the last step of the battle are left out. As
corrected, it acts on the steps it names: each step has the effects the newest correction gives it. Both lines are lists
of events and fold like any other. The corrected line folds to the position of the stream itself.

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
    """Whether an event changes the effects of other steps."""
    return any(isinstance(effect, Corrected) for effect in event.effects)


def played(events: Sequence[Event[Any]]) -> list[Event[Any]]:
    """The game as played, without corrections made after the last step of the battle."""
    last = len(events)
    while last and not _act(events[last - 1]):
        last -= 1
    return [*events[:last], *(event for event in events[last:] if not isinstance(event.action, Ruling))]


def _act(event: Event[Any]) -> bool:
    """Whether an event is a step of the battle; a declaration after the end has no effects and is not one."""
    return bool(event.effects) and not isinstance(event.action, Administrative)


def corrected(events: Sequence[Event[Any]]) -> list[Event[Any]]:
    """The game as corrected: every step with the effects its newest correction gives it."""
    given = {effect.step: effect.effects for event in events for effect in corrections(event)}
    return [_own(event, given) for event in events]


def corrections(event: Event[Any]) -> list[Corrected]:
    """The corrected effects that an event gives other steps."""
    return [effect for effect in event.effects if isinstance(effect, Corrected)]


def parted(effects: Sequence[AnyEffect]) -> tuple[tuple[AnyEffect, ...], tuple[AnyEffect, ...]]:
    """A step's own effects, and those from the first phase it began, or from the end of the game, onwards."""
    first = next((i for i, effect in enumerate(effects) if isinstance(effect, Began | Ended)), len(effects))
    return tuple(effects[:first]), tuple(effects[first:])


def begun(effects: Sequence[AnyEffect]) -> list[tuple[str, int]]:
    """The phases begun by effects, each with its round."""
    return [(effect.phase, effect.round) for effect in effects if isinstance(effect, Began)]


def is_nothing(effects: Sequence[AnyEffect]) -> bool:
    """Whether a step has no effects of its own: at most the battle goes on."""
    return all(isinstance(effect, Turned | Answered) for effect in parted(effects)[0])


def named(event: Event[Any]) -> frozenset[int]:
    """The steps that a correction itself names, among those it changes."""
    action = event.action
    if not isinstance(action, Ruling):
        return frozenset()
    return frozenset(effect.step for effect in corrections(event) if action.names(effect.step))


def newest(events: Sequence[Event[Any]]) -> dict[int, int]:
    """Steps with corrected effects, each with the number of its newest correction."""
    return {effect.step: event.number for event in events for effect in corrections(event)}


def settled(events: Sequence[Event[Any]]) -> dict[int, int]:
    """Steps whose findings are settled, each with the number of its newest correction.

    A step is settled if a correction named it, or if it breaks no rule now. A step changed only as a consequence, and
    still against a rule, is not.
    """
    against = {effect.step: effect.against for event in events for effect in corrections(event)}
    ruled = {step for event in events for step in named(event)}
    return {step: number for step, number in newest(events).items() if step in ruled or not against[step]}


def _own(event: Event[Any], given: dict[int, tuple[Any, ...]]) -> Event[Any]:
    if event.number in given:
        return msgspec.structs.replace(event, effects=given[event.number])
    if not is_correction(event):
        return event
    # Its effects on other steps are applied there; only its own, such as a penalty, remain here.
    kept = tuple(e for e in event.effects if not isinstance(e, Corrected | Patched | PositionSet))
    return msgspec.structs.replace(event, effects=kept)
