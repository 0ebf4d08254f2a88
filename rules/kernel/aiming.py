"""How a game system shoots, for whoever asks what a shot would need before anybody declares it.

The shots are judged by the rules in a copy of the position in which it is the shooter's turn to shoot: nothing else is
changed, so that whoever has run, fell back or is in combat cannot shoot there either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import msgspec

from rules.kernel.events import Action
from rules.kernel.state import Model, State, Unit

Context: TypeAlias = Any


class Aim(msgspec.Struct, frozen=True):
    """An act of shooting: `ready` makes a copy of a position into one where it is that side's turn to shoot, with what
    the shooter may have done in this phase forgotten; `shots` are whole acts against a target, with the usual weapon
    first. Whether they are allowed the rules say. `arms` are the ids of the weapons that such an act names.
    """

    ready: Callable[[State, Model | Unit, Model | Unit], None]
    shots: Callable[[Context, Model | Unit, Model | Unit], Iterable[Action]]
    arms: Callable[[Any], Iterable[str]] = lambda action: ()


def opened(state: State, phase: str, side: str, step: str = "") -> None:
    """Make a copy of a position one in which a side is to act in a phase; nothing is asked and nothing is over."""
    state.pending = state.over = None
    state.phase, state.step, state.to_act, state.active = phase, step, side, ""


def forgotten(holder: Model | Unit, *keys: str) -> None:
    """Take marks of the phase off somebody in a copy of a position."""
    for key in keys:
        holder.phase.pop(key, None)
