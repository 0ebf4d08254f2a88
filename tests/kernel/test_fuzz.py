"""Whatever JSON is declared, the engine answers with effects or with one of its own errors."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
import msgspec.inspect as inspect
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import rules
from rules.kernel.dice import Seeded
from rules.kernel.effects import AnyEffect
from rules.kernel.state import State
from tests.kernel.games import KT, game, states
from tests.kernel.shapes import anything, damaged, shaped

QUICK = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def places() -> list[tuple[State, Any]]:
    """Positions of some games with what was declared there, as JSON."""
    found: list[tuple[State, Any]] = []
    for seed, rosters in ((1, "demo"), (2, "demo"), (5, "demo"), (1, "crew"), (2, "crew")):
        events = game(seed, rosters).events
        found += zip(states(events), (msgspec.to_builtins(event.declaration()) for event in events), strict=False)
    return found


@cache
def words() -> tuple[str, ...]:
    """Ids and names that mean something in these games."""
    state = rules.fold(KT, game(1).events)
    sheets = [model.sheet for model in state.models.values()]
    named = {w.id for s in sheets for w in s.weapons} | {a.name for s in sheets for a in s.abilities}
    zones = {zone.id for zone in state.table.zones} | {piece.id for piece in state.table.terrain}
    return (*state.models, *sorted(named)[:30], *sorted(zones), "hit", "wound", "Psybolt", "kt.morale.shaken-effect")


@cache
def actions() -> st.SearchStrategy[Any]:
    kinds = inspect.multi_type_info(list(KT.handlers))
    small = [kind for kind in kinds if isinstance(kind, inspect.StructType) and kind.tag not in ("begin", "muster")]
    return st.one_of([shaped(kind, words()) for kind in small])


def place(data: st.DataObject) -> tuple[State, Any]:
    return places()[data.draw(st.integers(0, len(places()) - 1))]


def answer(state: State, declared: Any, lenient: bool) -> rules.Decided | None:
    """What the engine makes of JSON; None when it refuses with an error of its own."""
    before = rules.to_json(state)
    decided = None
    try:
        declaration = rules.read_declaration(KT, json.dumps(declared))
        rules.canonical(declaration)
        draw = Seeded(b"fuzz").throw if len(declaration.dice) % 2 else None
        decided = rules.decide(KT, state, declaration, lenient=lenient, draw=draw)
    except rules.RulesError:
        pass
    assert rules.to_json(state) == before
    return decided


def fits(decided: rules.Decided, legal: bool = True) -> None:
    """The state after a step can be written, read and asked for options; after legal ones it is a legal position."""
    assert rules.from_json(rules.to_json(decided.state)) == decided.state
    if legal and not decided.findings:
        assert list(KT.problems(decided.state)) == []
    rules.options(KT, decided.state)
    written = msgspec.json.encode(decided.effects)
    assert msgspec.json.decode(written, type=tuple[AnyEffect, ...]) == decided.effects
    assert all(finding.message and "{" not in finding.message.replace("{0}", "").replace("{name}", "")
               for finding in decided.findings)  # fmt: skip


@QUICK
@given(st.data(), st.booleans())
def test_any_action_at_any_position(data: st.DataObject, lenient: bool) -> None:
    state, _ = place(data)
    declared = {
        "by": data.draw(st.sampled_from(("a", "b", "a", "b", state.to_act, "zz", ""))),
        "action": data.draw(actions()),
        "dice": data.draw(st.lists(st.integers(1, 6) | st.sampled_from((0, 7, 10**30)), max_size=12)),
    }
    decided = answer(state, declared, lenient)
    if decided is not None:
        fits(decided)


@QUICK
@given(st.data(), st.booleans())
def test_damaged_declarations_at_their_own_position(data: st.DataObject, lenient: bool) -> None:
    state, declared = place(data)
    decided = answer(state, data.draw(damaged(declared, words())), lenient)
    if decided is not None:
        fits(decided)


@QUICK
@given(st.data(), st.booleans())
def test_declarations_of_another_step(data: st.DataObject, lenient: bool) -> None:
    state, _ = place(data)
    _, declared = place(data)
    if data.draw(st.booleans()):
        declared = {
            **declared,
            "dice": [*declared.get("dice", ()), *data.draw(st.lists(st.integers(1, 6), max_size=6))],
        }
    decided = answer(state, declared, lenient)
    if decided is not None:
        fits(decided)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_steps_of_nonsense_in_a_lenient_game(data: st.DataObject) -> None:
    """Declared nonsense after declared nonsense: the game can always be gone on with, and verifies like it was made."""
    state = place(data)[0]
    events, now = [], state
    for number in range(1, 9):
        source = place(data)[1] if data.draw(st.booleans()) else None
        action = source["action"] if source else data.draw(actions())
        declared = {"by": data.draw(st.sampled_from("ab")), "action": action, "dice": [1]}
        try:
            declaration = rules.read_declaration(KT, json.dumps(declared))
            decided = rules.decide(KT, now, declaration, lenient=True, draw=Seeded(bytes([number])).throw)
        except rules.RulesError:
            continue
        full = msgspec.structs.replace(declaration, dice=decided.dice)
        events.append(rules.make_event(number, full, decided.effects, ""))
        now = decided.state
        fits(decided, legal=False)
    assert rules.fold(KT, events, state) == now
    found = list(rules.verify(KT, events, state))
    assert [finding for finding in found if finding.rule in ("log.effects", "log.readable")] == []


@QUICK
@given(anything)
@example({"by": "a", "action": {"type": "pass"}, "dice": [[]]})
def test_any_json_at_all(value: Any) -> None:
    answer(places()[0][0], value, False)
    answer(places()[0][0], {"by": "a", "action": value}, True)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\x00", '{"by":"a","action":{"type":"pass"}} x', '"\\ud800"'])
def test_text_that_is_no_json(text: str) -> None:
    with pytest.raises(rules.Malformed):
        rules.read_declaration(KT, text)
    with pytest.raises(rules.Malformed):
        rules.read_event(KT, text.encode("utf-8", "surrogatepass"))


@QUICK
@given(st.data(), st.booleans())
def test_beginning_with_a_damaged_position(data: st.DataObject, lenient: bool) -> None:
    """Malformed, or a game that can be gone on with."""
    state = place(data)[0]
    position = data.draw(damaged(msgspec.to_builtins(state), words(), times=3))
    declared = {"by": "table", "action": {"type": "begin", "position": position}}
    begun = answer(rules.fold(KT, []), declared, lenient)
    if begun is None:
        return
    fits(begun)
    for action in ({"type": "pass"}, {"type": "initiative"}, data.draw(actions()), data.draw(actions())):
        decided = answer(begun.state, {"by": begun.state.to_act or "a", "action": action, "dice": [4] * 7}, lenient)
        if decided is not None:
            fits(decided)


@QUICK
@given(st.data(), st.booleans())
def test_mustering_a_damaged_roster(data: st.DataObject, lenient: bool) -> None:
    events = game(1, "crew").events
    state = states(events[:2])[-1]
    declared = msgspec.to_builtins(events[2].declaration())
    decided = answer(state, data.draw(damaged(declared, words(), times=3)), lenient)
    if decided is not None:
        fits(decided)
