"""Every act of every system with a bad member: an error that names the member, or the rule that refuses it.

The acts are those of the recorded games, one of each kind with the most members; the few that no game contains are
written here. Acts that an expansion takes over unchanged are tested in their own system.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

import rules
from rules.kernel.events import Administrative
from rules.kernel.hold import GoOn
from rules.kernel.state import State
from tests.kernel.games import states, tag_of
from tests.kernel.systems import ruleset
from tests.playthroughs import SYSTEMS

KINDS = [
    (key, tag_of(kind))
    for key, system in SYSTEMS.items()
    for kind, handler in system.ruleset.handlers.items()
    if not issubclass(kind, Administrative)
    and kind is not GoOn
    and not (key == "cod" and SYSTEMS["wh40k"].ruleset.handlers.get(kind) is handler)
]
SAID: dict[str, Any] = {"type": "apart", "of": "a1", "to": "b1", "distance": 900, "side": "front"}
"""On tables without coordinates alone."""
UNSHOWN: dict[str, tuple[dict[str, Any], ...]] = {
    "kt": (SAID,),
    "cod": (
        {"type": "no-room-to-deploy", "unit": "au1"},
        {"type": "random-edge", "unit": "au1"},
        {"type": "wait-below", "unit": "au1"},
        {"type": "use-wrecker", "unit": "au1", "target": "r1"},
    ),
    "t9a": (
        SAID,
        {"type": "leave-out", "unit": "au1"},
        {"type": "move-up", "unit": "au1", "target": "a1"},
    ),
    "necro": (
        SAID,
        {"type": "crawl-vent", "fighter": "a1", "vent": "t6", "at": [500, 500, 0], "engages": ["b1"]},
        {"type": "shoot-vent", "fighter": "a1", "vent": "t6", "weapon": "pistol", "target": "b1"},
        {"type": "stand-apart", "fighter": "a1", "at": [500, 500, 0]},
    ),
    "wh40k": (
        SAID,
        {"type": "activate-force", "unit": "au1", "model": "a1"},
        {"type": "blast-again", "model": "a1"},
    ),
}
"""Acts that no golden game shows; they may be declared in none of the positions they are tried in."""
NOBODY = "zz9"
Place = tuple[Any, Any, str]
"""What holds a value, under which key or index, and the path of the value."""


@cache
def samples(key: str) -> dict[str, tuple[State, Any]]:
    """For each kind of act a position and the recorded declaration with the most members."""
    system, found = SYSTEMS[key], dict[str, tuple[State, Any]]()
    for plan in system.plans:
        if plan.policy == "enforced":
            events = rules.read_game((system.folder / f"{plan.name}.jsonl").read_bytes()).events
            for state, event in zip(states(events), events, strict=False):
                tag, written = tag_of(type(event.action)), msgspec.to_builtins(event.declaration())
                if tag not in found or len(json.dumps(written)) > len(json.dumps(found[tag][1])):
                    found[tag] = state, written
    battle = next(found[tag][0] for tag in ("move", "advance") if tag in found)
    for action in UNSHOWN.get(key, ()):
        assert action["type"] not in found, "a game shows it: it need not be written here"
        found[action["type"]] = battle, {"by": "a", "action": action}
    return found


def leaves(value: Any, path: str) -> Iterator[Place]:
    """Every text and number in a declared act, with its path."""
    for key in value if isinstance(value, dict) else range(len(value)):
        here = f"{path}.{key}" if isinstance(value, dict) else f"{path}[{key}]"
        if isinstance(value[key], dict | list) and value[key]:
            yield from leaves(value[key], here)
        elif key != "type":
            yield value, key, here


def some(places: list[Place]) -> list[Place]:
    """A few of many."""
    return places[:: max(1, len(places) // 12)]


def refused(key: str, state: State, declared: Any) -> rules.Problem:
    """The refusal of a declaration; the test fails if there is none, or any error other than the engine's own."""
    before = rules.to_json(state)
    with pytest.raises(rules.RulesError) as error:
        rules.decide(ruleset(key), state, rules.read_declaration(ruleset(key), json.dumps(declared)))
    assert rules.to_json(state) == before
    found = rules.problem(error.value)
    assert found.text
    return found


def sample(key: str, tag: str) -> tuple[State, Any, list[Place]]:
    """A position, a declaration to damage, and its content."""
    state, written = samples(key)[tag]
    copied = msgspec.json.decode(msgspec.json.encode(written))
    return (
        state,
        copied,
        some([each for each in leaves(copied["action"], "$.action") if tag not in ("begin", "muster")]),
    )


@pytest.mark.parametrize(("key", "tag"), KINDS)
def test_a_member_of_the_wrong_type_is_named(key: str, tag: str) -> None:
    state, declared, places = sample(key, tag)
    for holder, at, path in places:
        kept, holder[at] = holder[at], {"no": "such"}
        found = refused(key, state, declared)
        assert (found.kind, found.path) == ("malformed", path)
        holder[at] = kept


@pytest.mark.parametrize(("key", "tag"), KINDS)
def test_members_that_mean_nothing_or_are_missing_are_named(key: str, tag: str) -> None:
    state, declared, _ = sample(key, tag)
    found = refused(key, state, {**declared, "action": {**declared["action"], "speed": 1}})
    assert (found.kind, found.path) == ("malformed", "$.action.speed")
    kind = next(kind for kind in ruleset(key).handlers if tag_of(kind) == tag)
    for field in msgspec.structs.fields(kind):
        if field.required:
            less = {name: value for name, value in declared["action"].items() if name != field.encode_name}
            found = refused(key, state, {**declared, "action": less})
            assert found.kind == "malformed"
            assert found.path == "$.action"
            assert field.encode_name in found.text


@pytest.mark.parametrize(("key", "tag"), KINDS)
def test_an_id_of_nobody_is_named(key: str, tag: str) -> None:
    """By its path, or by the rule that looked for it."""
    state, declared, places = sample(key, tag)
    known = {*state.models, *state.units, *(piece.id for piece in state.table.terrain)}
    for holder, at, path in places:
        if holder[at] in known:
            kept, holder[at] = holder[at], NOBODY
            found = refused(key, state, declared)
            if found.kind == "malformed":
                assert path.startswith(found.path), (path, found)
                assert found.path != "$.action"
            else:
                assert found.clause in ruleset(key).clauses, (path, found)
            holder[at] = kept


@pytest.mark.parametrize(("key", "tag"), KINDS)
def test_out_of_turn_the_rule_is_named(key: str, tag: str) -> None:
    """In the phase before the battle, whoever declares it: by a rule of the system, or by something that does not exist
    yet.
    """
    _, declared, _ = sample(key, tag)
    fresh = rules.fold(ruleset(key), [])
    if tag == "begin":
        return
    found = refused(key, fresh, declared)
    assert found.path or found.clause in ruleset(key).clauses
