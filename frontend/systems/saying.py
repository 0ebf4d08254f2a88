"""Sentences that several systems make the same way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from frontend.cast import Cast, inches
from frontend.systems import Sentence
from frontend.words import effects
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
