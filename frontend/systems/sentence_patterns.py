"""Sentences that several systems make the same way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from frontend.base.lengths import inches
from frontend.systems.cast import Cast
from frontend.systems.sentences import effects, listed
from frontend.systems.system import Sentence
from rules import Event, State


def by_side(text: Callable[[], str]) -> Sentence:
    """A sentence about the side alone."""
    return lambda cast, state, event: text() % {"side": cast.side(event.by)}


def by_model(text: Callable[[], str]) -> Sentence:
    """A sentence about the acting model alone."""
    return lambda cast, state, event: text() % {"model": cast.model(event.action.model)}


def by_asked(text: Callable[[], str], stays: Callable[[], str]) -> Sentence:
    """A sentence about the model that is asked where it goes; `stays` where it does not move."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        name = cast.model(state.pending.model) if state.pending else cast.side(event.by)
        return (text if event.action.path else stays)() % {"model": name}

    return say


def going(text: Callable[[], str]) -> Sentence:
    """A sentence about a model and how far it means to go."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        moved = [e for e in effects(event, "moved") if e.model == event.action.model]
        length = inches(sum(e.length for e in moved))
        return text() % {"model": cast.model(event.action.model), "length": length}

    return say


def plain(text: Callable[[], str]) -> Sentence:
    """A sentence about nobody in particular."""
    return lambda cast, state, event: text()


def by_unit(text: Callable[[], str]) -> Sentence:
    """A sentence about the acting unit alone."""
    return lambda cast, state, event: text() % {"unit": cast.holder(event.action.unit)}


def by_asked_unit(text: Callable[[], str]) -> Sentence:
    """A sentence about the unit or model that is asked for something, and the rule that asks."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        asked = state.pending
        who = asked.model if asked else getattr(event.action, "unit", "")
        return text() % {"unit": cast.holder(who), "rule": cast.rule(asked.clause) if asked else ""}

    return say


def going_unit(text: Callable[[], str], stays: Callable[[], str]) -> Sentence:
    """A sentence about a unit and how far the model of it goes that goes farthest; `stays` where none does."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        length = max((effect.length for effect in effects(event, "moved")), default=0)
        return (text if length else stays)() % {"unit": cast.holder(event.action.unit), "length": inches(length)}

    return say


def into(field: str, text: Callable[[], str]) -> Sentence:
    """A sentence about a unit and the unit, model or piece of terrain that a field of its act names."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        where = cast.thing(getattr(event.action, field))
        return text() % {"unit": cast.holder(event.action.unit), "where": where}

    return say


def firing(text: Callable[[], str], armed: Callable[[], str]) -> Sentence:
    """A sentence about a unit and the unit it shoots at; `armed` where its weapons were named."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        action = event.action
        about = {
            "unit": cast.holder(action.unit), "target": cast.holder(action.target),
            "weapon": listed(dict.fromkeys(cast.weapon(fire.model, fire.weapon) for fire in action.fire)),
        }  # fmt: skip
        return (armed if action.fire else text)() % about

    return say


def at_targets(text: Callable[[], str]) -> Sentence:
    """A sentence about a unit and the units it acts against."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        targets = listed(cast.holder(key) for key in event.action.targets)
        return text() % {"unit": cast.holder(event.action.unit), "target": targets}

    return say


def with_rule(cast: Cast, effect: Any, text: str) -> str:
    """A note of the engine: who, by which rule, what."""
    who = cast.model(effect.model) if effect.model else ""
    return ": ".join(part for part in (who, cast.rule(effect.rule), text) if part)
