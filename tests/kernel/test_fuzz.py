"""Whatever JSON is declared, the engine answers with effects or with one of its own errors."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
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
from tests.kernel.systems import games, ruleset

QUICK = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
EXAMPLES = {"kt": 250, "wh40k": 120, "cod": 120, "necro": 120}
if os.environ.get("GAMELOG_LONG") == "1":
    EXAMPLES = dict.fromkeys(EXAMPLES, 5000)
EACH = pytest.mark.parametrize("key", EXAMPLES)
TEXTS = {
    "kt": ("hit", "wound", "Psybolt", "kt.morale.shaken-effect"),
    "wh40k": ("Storm", "Undertow", "go", "stay", "wh40k.usr.fearless", "wh40k.assumed.declared-facts"),
    "cod": ("attacker", "defender", "south", "firesweep", "demolition", "hospital", "r1", "cod.stratagem.demolition"),
    "necro": ("fight", "south", "north", "necro.core.pinned", "necro.insane.not-able", "t2=300"),
}
"""Words that mean something beside ids."""
START: dict[str, tuple[Any, ...]] = {
    "kt": ({"type": "initiative"},),
    "wh40k": (),
    "cod": (),
    "necro": ({"type": "priority"},),
}
EITHER = {
    "kt": {"muster", "concede", "roll-off", "initiative"},
    "wh40k": {"muster", "concede", "roll-off"},
    "necro": {"muster", "concede", "roll-off", "priority", "bottle-test", "recover"},
    "cod": {
        "muster",
        "concede",
        "roll-off",
        "city-roll-off",
        "agree-terrain",
        "roll-stratagems",
        "roll-scenario",
        "dusk-and-dawn",
    },
}
"""What either side may declare at the same step."""


@cache
def places(key: str) -> list[tuple[State, Any]]:
    """Positions of some games with what was declared there, as JSON."""
    found: list[tuple[State, Any]] = []
    for file in played(key):
        declared = (msgspec.to_builtins(event.declaration()) for event in file.events)
        found += zip(states(file.events), declared, strict=False)
    return found


def played(key: str) -> list[rules.GameFile]:
    if key == "kt":
        return [
            game(seed, rosters) for seed, rosters in ((1, "demo"), (2, "demo"), (5, "demo"), (1, "crew"), (2, "crew"))
        ]
    return list(games(key, 5))


@cache
def words(key: str) -> tuple[str, ...]:
    """Ids and names that mean something in these games."""
    state = rules.fold(ruleset(key), played(key)[0].events)
    sheets = [model.sheet for model in state.models.values()]
    named = {w.id for s in sheets for w in s.weapons} | {a.name for s in sheets for a in s.abilities}
    zones = {zone.id for zone in state.table.zones} | {piece.id for piece in state.table.terrain}
    return (*state.models, *state.units, *sorted(named)[:30], *sorted(zones), *TEXTS[key])


@cache
def actions(key: str) -> st.SearchStrategy[Any]:
    kinds = inspect.multi_type_info(list(ruleset(key).handlers))
    small = [kind for kind in kinds if isinstance(kind, inspect.StructType) and kind.tag not in ("begin", "muster")]
    return st.one_of([shaped(kind, words(key)) for kind in small])


def place(data: st.DataObject, key: str) -> tuple[State, Any]:
    return places(key)[data.draw(st.integers(0, len(places(key)) - 1))]


def examples(key: str, test: Callable[..., None], *given_: Any, share: int = 1) -> None:
    """Try a test on as many examples as its system gets."""
    many = settings(max_examples=EXAMPLES[key] // share, deadline=None, suppress_health_check=list(HealthCheck))
    many(given(*given_)(test))()  # type: ignore[no-untyped-call]


def answer(key: str, state: State, declared: Any, lenient: bool) -> rules.Decided | None:
    """What the engine makes of JSON; None when it refuses with an error of its own."""
    of, before = ruleset(key), rules.to_json(state)
    decided = None
    try:
        declaration = rules.read_declaration(of, json.dumps(declared))
        rules.canonical(declaration)
        draw = Seeded(b"fuzz").throw if len(declaration.dice) % 2 else None
        decided = rules.decide(of, state, declaration, lenient=lenient, draw=draw)
    except rules.RulesError:
        pass
    assert rules.to_json(state) == before
    return decided


def fits(key: str, decided: rules.Decided, legal: bool = True) -> None:
    """The state after a step can be written, read and asked for options; after legal ones it is a legal position."""
    of = ruleset(key)
    assert rules.from_json(rules.to_json(decided.state)) == decided.state
    if legal and not decided.findings:
        assert list(of.problems(decided.state)) == []
    rules.options(of, decided.state)
    written = msgspec.json.encode(decided.effects)
    assert msgspec.json.decode(written, type=tuple[AnyEffect, ...]) == decided.effects
    assert all(finding.message and "{" not in finding.message.replace("{0}", "").replace("{name}", "")
               for finding in decided.findings)  # fmt: skip


@EACH
def test_any_action_at_any_position(key: str) -> None:
    def check(data: st.DataObject, lenient: bool) -> None:
        state, _ = place(data, key)
        declared = {
            "by": data.draw(st.sampled_from(("a", "b", "a", "b", state.to_act, "zz", ""))),
            "action": data.draw(actions(key)),
            "dice": data.draw(st.lists(st.integers(1, 6) | st.sampled_from((0, 7, 10**30)), max_size=12)),
        }
        decided = answer(key, state, declared, lenient)
        if decided is not None:
            fits(key, decided)

    examples(key, check, st.data(), st.booleans())


@EACH
def test_damaged_declarations_at_their_own_position(key: str) -> None:
    def check(data: st.DataObject, lenient: bool) -> None:
        state, declared = place(data, key)
        decided = answer(key, state, data.draw(damaged(declared, words(key))), lenient)
        if decided is not None:
            fits(key, decided)

    examples(key, check, st.data(), st.booleans())


@EACH
def test_declarations_of_another_step(key: str) -> None:
    def check(data: st.DataObject, lenient: bool) -> None:
        state, _ = place(data, key)
        _, declared = place(data, key)
        if data.draw(st.booleans()):
            more = data.draw(st.lists(st.integers(1, 6), max_size=6))
            declared = {**declared, "dice": [*declared.get("dice", ()), *more]}
        decided = answer(key, state, declared, lenient)
        if decided is not None:
            fits(key, decided)

    examples(key, check, st.data(), st.booleans())


@EACH
def test_steps_of_nonsense_in_a_lenient_game(key: str) -> None:
    """Declared nonsense after declared nonsense: the game can always be gone on with, and verifies like it was made."""
    of = ruleset(key)

    def check(data: st.DataObject) -> None:
        state = place(data, key)[0]
        events, now = [], state
        for number in range(1, 9):
            source = place(data, key)[1] if data.draw(st.booleans()) else None
            action = source["action"] if source else data.draw(actions(key))
            declared = {"by": data.draw(st.sampled_from("ab")), "action": action, "dice": [1]}
            try:
                declaration = rules.read_declaration(of, json.dumps(declared))
                decided = rules.decide(of, now, declaration, lenient=True, draw=Seeded(bytes([number])).throw)
            except rules.RulesError:
                continue
            full = msgspec.structs.replace(declaration, dice=decided.dice)
            events.append(rules.make_event(number, full, decided.effects, ""))
            now = decided.state
            fits(key, decided, legal=False)
        assert rules.fold(of, events, state) == now
        found = list(rules.verify(of, events, state))
        assert [finding for finding in found if finding.rule in ("log.effects", "log.readable")] == []

    examples(key, check, st.data(), share=6)


@QUICK
@given(anything)
@example({"by": "a", "action": {"type": "pass"}, "dice": [[]]})
def test_any_json_at_all(value: Any) -> None:
    for key in EXAMPLES:
        answer(key, places(key)[0][0], value, False)
        answer(key, places(key)[0][0], {"by": "a", "action": value}, True)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\x00", '{"by":"a","action":{"type":"pass"}} x', '"\\ud800"'])
def test_text_that_is_no_json(text: str) -> None:
    with pytest.raises(rules.Malformed):
        rules.read_declaration(KT, text)
    with pytest.raises(rules.Malformed):
        rules.read_event(KT, text.encode("utf-8", "surrogatepass"))


@EACH
def test_beginning_with_a_damaged_position(key: str) -> None:
    """Malformed, or a game that can be gone on with."""

    def check(data: st.DataObject, lenient: bool) -> None:
        state = place(data, key)[0]
        position = data.draw(damaged(msgspec.to_builtins(state), words(key), times=3))
        declared = {"by": "table", "action": {"type": "begin", "position": position}}
        begun = answer(key, rules.fold(ruleset(key), []), declared, lenient)
        if begun is None:
            return
        fits(key, begun)
        for action in ({"type": "pass"}, *START[key], data.draw(actions(key)), data.draw(actions(key))):
            told = {"by": begun.state.to_act or "a", "action": action, "dice": [4] * 7}
            decided = answer(key, begun.state, told, lenient)
            if decided is not None:
                fits(key, decided)

    examples(key, check, st.data(), st.booleans())


@EACH
def test_mustering_a_damaged_roster(key: str) -> None:
    file = played(key)[-1]
    number = next(event.number for event in file.events if event.action.__struct_config__.tag == "muster")
    state = states(file.events[: number - 1])[-1]
    declared = msgspec.to_builtins(file.events[number - 1].declaration())

    def check(data: st.DataObject, lenient: bool) -> None:
        decided = answer(key, state, data.draw(damaged(declared, words(key), times=3)), lenient)
        if decided is not None:
            fits(key, decided)

    examples(key, check, st.data(), st.booleans())


@EACH
def test_whoever_is_not_asked_is_refused(key: str) -> None:
    """Every declaration of some games by the other side: refused, or nothing that only one side may do."""
    of, accepted = ruleset(key), set()
    for file in played(key)[:2]:
        for state, event in zip(states(file.events), file.events, strict=False):
            other = {"a": "b", "b": "a"}.get(event.by)
            if other is None:
                continue
            turned = msgspec.structs.replace(event.declaration(), by=other)
            try:
                rules.decide(of, state, turned)
            except rules.RulesError:
                continue
            accepted.add(event.action.__struct_config__.tag)
    assert accepted <= EITHER[key]


@EACH
def test_positions_are_read_as_they_are_written(key: str) -> None:
    for state, _ in places(key)[::7]:
        again = rules.from_json(rules.to_json(state))
        assert again == state
        assert rules.to_json(again) == rules.to_json(state)
