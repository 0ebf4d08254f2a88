"""A roll that was forged is named: by its place among the rolls of its step, its clause and its model.

Shown of every step of several rolls in golden games of each system: a face of one of them is changed in the record, or
in the dice that were declared, or one of those dice is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import rules
from rules.kernel.effects import Rolled
from rules.kernel.events import Administrative, Event
from rules.kernel.state import State
from tests.kernel.systems import games, positions, ruleset
from tests.playthroughs import SYSTEMS

STEPS = 60
"""So many steps of a system are looked at."""


def rolls(event: Event[Any]) -> list[Rolled]:
    return [effect for effect in event.effects if isinstance(effect, Rolled)]


def named(of: rules.Ruleset, state: State, event: Event[Any]) -> list[tuple[int, str]]:
    """The rolls that verification names: their places and clauses."""
    found = rules.verify(of, [event], state.copied())
    return [(each.facts["roll"], each.facts.get("rule", each.rule)) for each in found if "roll" in each.facts]


def several(key: str) -> Iterator[tuple[State, Event[Any], list[Rolled]]]:
    """Steps with several rolls whose dice are all read in order, without a re-roll, and their rolls."""
    left = STEPS
    for file in games(key, 99):
        for state, event in zip(positions((key, file.header.game)), file.events, strict=False):
            made = rolls(event)
            plain = tuple(face for roll in made for face in roll.faces) == event.dice
            if left and len(made) > 1 and plain and not isinstance(event.action, Administrative):
                left -= 1
                yield state, event, made


def other(face: int, roll: Rolled) -> int:
    return face % roll.sides + 1


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_roll_whose_record_was_forged_is_named(key: str) -> None:
    of, steps = ruleset(key), 0
    for state, event, made in several(key):
        steps += 1
        for place, roll in enumerate(made, 1):
            forged = msgspec.structs.replace(roll, faces=(other(roll.faces[0], roll), *roll.faces[1:]))
            effects = tuple(forged if effect is roll else effect for effect in event.effects)
            found = named(of, state, msgspec.structs.replace(event, effects=effects))
            assert found == [(place, roll.rule)], (event.number, place)
    assert steps > 10


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_roll_whose_dice_were_forged_is_named(key: str) -> None:
    """Also where the others then have too few dice, or some are left over."""
    of = ruleset(key)
    for state, event, made in several(key):
        at = 0
        for place, roll in enumerate(made, 1):
            changed = (*event.dice[:at], other(event.dice[at], roll), *event.dice[at + 1 :])
            found = named(of, state, msgspec.structs.replace(event, dice=changed))
            assert (place, roll.rule) in found, (event.number, place)
            at += len(roll.faces)


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_roll_with_a_die_left_out_is_named(key: str) -> None:
    of = ruleset(key)
    for state, event, made in several(key):
        at = 0
        for place, roll in enumerate(made, 1):
            short = (*event.dice[:at], *event.dice[at + 1 :])
            if short[at : at + 1] != event.dice[at : at + 1]:
                found = named(of, state, msgspec.structs.replace(event, dice=short))
                assert (place, roll.rule) in found, (event.number, place, found)
            at += len(roll.faces)
