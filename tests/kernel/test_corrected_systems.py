"""Rulings and take-backs in games in which models act in units: whatever is ruled, it verifies and folds back."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import rules
from rules.kernel import line
from rules.kernel.effects import Patched
from rules.kernel.rulings import Amend, Void
from tests.kernel.ruled import Events, alternating, ruled, sealed
from tests.kernel.systems import OTHERS, games, ruleset

MIXED = [(key, index) for key in OTHERS for index in range(4)]


@cache
def mixed_game(key: str, index: int) -> Events:
    file = games(key, 4)[index % len(games(key, 4))]
    return alternating(list(file.events), index + 1, 4, ruleset(key))


@pytest.mark.parametrize(("key", "index"), MIXED)
def test_rulings_verify(key: str, index: int) -> None:  # log.ruling
    of, events = ruleset(key), mixed_game(key, index)
    assert list(rules.verify(of, events)) == []
    half = len(events) // 2
    assert list(rules.verify(of, events[half:], rules.fold(of, events[:half]), lambda: events[:half])) == []


@pytest.mark.parametrize(("key", "index"), MIXED)
def test_as_corrected_comes_to_where_the_stream_stands(key: str, index: int) -> None:  # log.ruling
    of, events = ruleset(key), mixed_game(key, index)
    state = rules.fold(of, [])
    for number, event in enumerate(events, 1):
        rules.evolve(state, event)
        if number % 7 == 0 or number == len(events):
            corrected = rules.fold(of, line.corrected(events[:number]))
            assert rules.to_json(corrected) == rules.to_json(state), f"as of event {number}"
            assert rules.from_json(rules.to_json(state)) == state


@pytest.mark.parametrize(("key", "index"), MIXED)
def test_a_correction_leaves_the_battle_waiting_for_somebody(key: str, index: int) -> None:  # log.amend log.void
    of, events = ruleset(key), mixed_game(key, index)
    state = rules.fold(of, [])
    for event in events:
        rules.evolve(state, event)
        if isinstance(event.action, Amend | Void) and state.over is None and state.pending is None:
            offered = [option for option in rules.options(of, state) if not of.act(option.action).aside]
            assert offered, f"after event {event.number}"


@pytest.mark.parametrize("key", OTHERS)
def test_units_are_brought_to_where_a_correction_puts_them(key: str) -> None:  # log.void
    patched = [e for _, i in MIXED[:4] for event in mixed_game(key, i) for e in event.effects if isinstance(e, Patched)]
    assert any(effect.units for effect in patched) == bool(recorded_units(key))
    assert any(effect.models for effect in patched)


def recorded_units(key: str) -> list[str]:
    """The units of a system's first game: in Necromunda every fighter is on its own."""
    return list(rules.fold(ruleset(key), games(key, 1)[0].events).units)


@pytest.mark.parametrize("key", OTHERS)
def test_a_corrected_game_survives_its_file(key: str) -> None:  # log.amend
    of, events = ruleset(key), mixed_game(key, 0)
    file = sealed(events, of=of)
    read = rules.read_game(file.dump())
    assert (read.events, read.findings, read.dump()) == (file.events, [], file.dump())
    assert sealed(ruled(events, Random(5), 3, of=of), of=of).dump() == (
        sealed(ruled(events, Random(5), 3, of=of), of=of).dump()
    )
