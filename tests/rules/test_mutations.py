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
from rules.kernel.dice import Seeded
from rules.kernel.errors import Malformed
from rules.kernel.events import Event
from rules.kernel.state import State
from tests.kernel.systems import plans, positions, recorded, ruleset
from tests.playthroughs import SYSTEMS

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


def changed(event: Event[Any], written: Any, of: rules.Ruleset) -> Event[Any] | None:
    """The event as it is written now; None where it cannot be read."""
    try:
        return rules.read_event(
            of, msgspec.json.encode({**written, "number": event.number, "previous": event.previous})
        )
    except Malformed:
        return None


def unnoticed(mutated: Event[Any], before: State, after: State, of: rules.Ruleset) -> bool:
    """Whether a mutated event verifies and the game folds to another position with it."""
    if list(rules.verify(of, [mutated], before.copied())):
        return False
    state = before.copied()
    try:
        rules.evolve(state, mutated)
    except Malformed:
        return False
    return rules.to_json(state) != rules.to_json(after)


def games(many: int) -> list[Any]:
    """So many recorded games of each system."""
    return [pytest.param(key, plan.name, id=plan.name) for key in SYSTEMS for plan in plans(key)[:many]]


EACH = {"kt": 12, "wh40k": 6, "cod": 6, "t9a": 6, "necro": 6}
"""How many mutations of an event."""


@pytest.mark.parametrize(("key", "name"), games(3))
def test_no_mutation_passes_unnoticed(key: str, name: str) -> None:
    of, dice, at = ruleset(key), Seeded(name.encode(), "mutations"), positions((key, name))
    found = []
    for event in recorded(key, name).events:
        before, after = at[event.number - 1], at[event.number]
        for what, written in mutated(event, dice, EACH[key]):
            other = changed(event, written, of)
            if other is not None and unnoticed(other, before, after, of):
                found.append((event.number, what))
    assert found == []


@pytest.mark.parametrize(("key", "name"), games(2))
def test_a_changed_effect_is_always_noticed(key: str, name: str) -> None:
    """With what was declared kept, no effect can be another one: neither a change of state nor a line of the trace."""
    of, dice, at = ruleset(key), Seeded(name.encode(), "effects"), positions((key, name))
    for event in recorded(key, name).events:
        for what, written in mutated(event, dice, EACH[key]):
            other = changed(event, written, of)
            if other and other.declaration() == event.declaration() and other.effects != event.effects:
                assert list(rules.verify(of, [other], at[event.number - 1].copied())), (event.number, what)


@pytest.mark.parametrize(("key", "name"), games(2))
def test_a_changed_die_is_always_noticed(key: str, name: str) -> None:
    """Every die of a game, each changed to the next face: no die is read without a trace."""
    of, at = ruleset(key), positions((key, name))
    for event in recorded(key, name).events:
        for place, face in enumerate(event.dice):
            # a direction has more faces than six: the last of them is 360
            tape = (*event.dice[:place], face % 6 + 1 if face <= 6 else face - 1, *event.dice[place + 1 :])
            other = msgspec.structs.replace(event, dice=tape)
            found = list(rules.verify(of, [other], at[event.number - 1].copied()))
            assert found and found[0].number == event.number, (event.number, place)
            assert found[0].rule and found[0].message
