"""A position that passes the door stops no rule: its question may be odd, and the answer is an answer or a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

import rules
from rules.kernel.dice import Seeded
from rules.kernel.state import Decision, State
from tests.kernel.systems import plans, recorded, ruleset
from tests.playthroughs import SYSTEMS

VALUES: tuple[Any, ...] = ("", "x", "a1", 0, -1, 10**6, (), ("x",), ("x", "1", "2"))


def asked(key: str) -> Iterator[tuple[State, Any]]:
    """Of each question in the recorded games one position, with the declaration that answered it."""
    of, met = ruleset(key), set[str]()
    for plan in plans(key):
        state = rules.empty(of)
        for event in recorded(key, plan.name).events:
            pending = state.pending
            if pending is not None and pending.clause not in met and pending.clause != "log.hold":
                met.add(pending.clause)
                yield state.copied(), event.declaration()
            rules.evolve(state, event)


def odd(asked: Decision) -> Iterator[Decision]:
    """The question with one thing missing or of another kind."""
    for key in asked.about:
        yield msgspec.structs.replace(asked, about={name: it for name, it in asked.about.items() if name != key})
        yield from (msgspec.structs.replace(asked, about={**asked.about, key: value}) for value in VALUES)
    yield msgspec.structs.replace(asked, model="")
    yield msgspec.structs.replace(asked, targets=())
    yield from (msgspec.structs.replace(asked, value=value) for value in (0, -1, 10**6))


@pytest.mark.parametrize("key", list(SYSTEMS))
def test_an_odd_question_that_passes_the_door_stops_no_rule(key: str) -> None:
    of, tried = ruleset(key), 0
    for state, declaration in asked(key):
        assert state.pending is not None
        for pending in odd(state.pending):
            twin = state.copied()
            twin.pending = pending
            try:
                position = rules.read_position(of, rules.to_json(twin))
            except rules.Malformed:
                continue
            tried += 1
            rules.options(of, position)
            with suppress(rules.RulesError):
                rules.decide(of, position, declaration, draw=Seeded(b"door").throw)
    assert tried > 20


def test_a_place_in_a_formation_has_four_values_at_most() -> None:
    of, state = (
        ruleset("t9a"),
        next(state for state, _ in asked("t9a") if any(u.formation for u in state.units.values())),
    )
    written = msgspec.json.decode(rules.to_json(state))
    key, unit = next((key, unit) for key, unit in written["units"].items() if unit.get("formation"))
    model = next(iter(unit["formation"]["stands"]))
    unit["formation"]["stands"][model] = [0, 0, 1, 1, 7]
    with pytest.raises(rules.Malformed) as caught:
        rules.read_position(of, msgspec.json.encode(written))
    assert caught.value.path == f"$.units.{key}.formation.stands.{model}[4]"
