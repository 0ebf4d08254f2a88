"""No mutation of an event passes unnoticed unless the game folds to the same positions with it.

Any leaf of a stored event is changed, its effects included, and the chain is hashed anew, so that only the rules can
tell. What cannot be read is noticed too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import rules
from rules.gamefile import GameFile
from rules.kernel.dice import Seeded
from rules.kernel.errors import Malformed
from rules.kernel.events import Event
from tests.playthroughs import PLANS, play

from .board import KT

UNSEEN = ("number", "previous", "at")
"""Fields of the record itself: the chain of hashes is for them (tests/kernel/test_gamefile.py)."""


def leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON value that holds no further object or list: its holder and its key or index."""
    for key in value if isinstance(value, dict) else range(len(value)):
        if isinstance(value[key], dict | list) and value[key]:
            yield from leaves(value[key])
        else:
            yield value, key


def other(value: Any, dice: Seeded) -> Any:
    """A value of the same kind that is not this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1 + dice.below(3) if dice.below(2) else value - 1 - dice.below(3)
    return value + "x" if isinstance(value, str) else [1]


def mutated(event: Event[Any], dice: Seeded, count: int) -> Iterator[tuple[str, Any]]:
    """Some changes of one event: a leaf with another value, a leaf taken away, an item doubled."""
    written = msgspec.json.decode(rules.canonical(event))
    for key in UNSEEN:
        written.pop(key, None)
    places = list(leaves(written))
    for _ in range(count):
        holder, key = places[dice.below(len(places))]
        kept = holder.copy()
        what = dice.below(4)
        if what == 0:
            holder.pop(key)
        elif what == 1 and isinstance(holder, list):
            holder.insert(key, holder[key])
        else:
            holder[key] = other(holder[key], dice)
        yield f"{key}: {kept} to {holder}", msgspec.json.decode(msgspec.json.encode(written))
        if isinstance(holder, list):
            holder[:] = kept
        else:
            holder.clear()
            holder.update(kept)


def unnoticed(file: GameFile, at: int, written: Any, positions: list[bytes]) -> bool:
    """Whether a mutated event verifies and the game folds to other positions from it on."""
    event = file.events[at]
    body = {**written, "number": event.number, "previous": event.previous}
    try:
        changed = rules.read_event(KT, msgspec.json.encode(body))
    except Malformed:
        return False
    before = rules.fold(KT, file.events[:at])
    if list(rules.verify(KT, [changed], before)):
        return False
    try:
        rules.evolve(before, changed)
    except Malformed:
        return False
    return rules.to_json(before) != positions[at + 1]


def positions_of(events: list[Any]) -> list[bytes]:
    state = rules.empty(KT)
    found = [rules.to_json(state)]
    for event in events:
        rules.evolve(state, event)
        found.append(rules.to_json(state))
    return found


@pytest.mark.parametrize("plan", PLANS[:4], ids=lambda plan: plan.name)
def test_no_mutation_passes_unnoticed(plan: Any) -> None:
    file, dice = play(plan), Seeded(plan.name.encode(), "mutations")
    positions = positions_of(file.events)
    found = [
        (at + 1, what)
        for at, event in enumerate(file.events)
        for what, written in mutated(event, dice, 12)
        if unnoticed(file, at, written, positions)
    ]
    assert found == []


@pytest.mark.parametrize("plan", PLANS[:2], ids=lambda plan: plan.name)
def test_a_changed_effect_is_always_noticed(plan: Any) -> None:
    """With what was declared kept, no effect can be another one: neither a change of state nor a line of the trace."""
    file, dice = play(plan), Seeded(plan.name.encode(), "effects")
    for at, event in enumerate(file.events):
        before = rules.fold(KT, file.events[:at])
        for what, written in mutated(event, dice, 12):
            body = {**written, "number": event.number, "previous": event.previous}
            try:
                changed = rules.read_event(KT, msgspec.json.encode(body))
            except Malformed:
                continue
            if changed.declaration() == event.declaration() and changed.effects != event.effects:
                assert list(rules.verify(KT, [changed], before)), (at + 1, what)
