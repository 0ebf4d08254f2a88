"""Sentences that several systems make the same way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from frontend.cast import Cast, inches
from frontend.systems import Sentence
from frontend.words import effects, listed
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


def going_unit(text: Callable[[], str]) -> Sentence:
    """A sentence about a unit and how far the model of it goes that goes farthest."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        length = max((effect.length for effect in effects(event, "moved")), default=0)
        return text() % {"unit": cast.holder(event.action.unit), "length": inches(length)}

    return say


def at_target(text: Callable[[], str]) -> Sentence:
    """A sentence about a unit and the unit it acts against."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        return text() % {"unit": cast.holder(event.action.unit), "target": cast.holder(event.action.target)}

    return say


def at_targets(text: Callable[[], str]) -> Sentence:
    """A sentence about a unit and the units it acts against."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        targets = listed(cast.holder(key) for key in event.action.targets)
        return text() % {"unit": cast.holder(event.action.unit), "target": targets}

    return say
