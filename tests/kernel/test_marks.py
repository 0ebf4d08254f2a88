"""Every mark that rules write or read is described by the part it belongs to, and a position bears no others."""

from __future__ import annotations

import ast
import importlib
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import rules
from rules.kernel import marks
from rules.kernel.actions import bounded
from rules.kernel.context import Context
from rules.kernel.effects import Marked, marks_of
from rules.kernel.events import Claim
from rules.kernel.marks import BEARERS, LASTING, MarkKind
from rules.kernel.spelling import meant
from rules.kernel.state import State, Table
from tests.kernel.systems import games, plans, recorded, ruleset
from tests.playthroughs import SYSTEMS
from tests.rules.kt.board import KT, model, position

ROOT = Path(__file__).parents[2]
EACH = pytest.mark.parametrize("key", list(SYSTEMS))
WRITERS = {"mark": 2, "unmark": 2, "settled": 2}
"""Functions that put marks, with the place of the key among their arguments."""


class Use(NamedTuple):
    """A place in the code that writes or reads a mark."""

    where: str
    key: str


@cache
def uses() -> tuple[Use, ...]:
    """Every use of a mark in the code of the rulesets whose key is a constant of its module."""
    files = (path for key in rules.RULESETS for path in sorted((ROOT / "rules" / key).rglob("*.py")))
    return tuple(use for path in files for use in uses_in(path))


def uses_in(path: Path) -> Iterator[Use]:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    known = vars(importlib.import_module(name))
    for node in ast.walk(ast.parse(path.read_text())):
        for key in keys_of(node):
            try:
                value = eval(compile(ast.Expression(key), str(path), "eval"), dict(known))
            except (NameError, AttributeError, KeyError, TypeError):
                continue
            if isinstance(value, str):
                yield Use(f"{path.relative_to(ROOT)}:{key.lineno}", value)


def keys_of(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions of a piece of code that are keys of marks."""
    match node:
        case ast.Call(func=ast.Name(id="Marked" | "Unmarked")):
            yield from (word.value for word in node.keywords if word.arg == "key")
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in WRITERS:
            yield from node.args[WRITERS[name] : WRITERS[name] + 1]
        case ast.Call(func=ast.Attribute(attr="get", value=ast.Attribute(attr=name))) if name in LASTING:
            yield from node.args[:1]
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Attribute(attr=name)]) if name in LASTING:
            yield node.left
        case ast.Subscript(value=ast.Attribute(attr=name)) if name in LASTING:
            yield node.slice


@cache
def described() -> frozenset[str]:
    return frozenset(key for name in rules.RULESETS for key in rules.load(name).marks)


def test_the_code_uses_no_mark_that_nobody_describes() -> None:
    strange = [f"{use.where}: {use.key}" for use in uses() if use.key not in described()]
    assert strange == []


def test_the_search_finds_what_writes_and_what_reads() -> None:
    code = 'Marked(rule=R, on=x, key="w"); words.mark(ctx, u, "m"); u.turn.get("g"); "i" in u.phase; s.game["s"]'
    keys = [key for node in ast.walk(ast.parse(code)) for key in keys_of(node)]
    assert sorted(str(key.value) for key in keys if isinstance(key, ast.Constant)) == ["g", "i", "m", "s", "w"]
    assert len(uses()) > 150
    assert {use.where.split("/")[1] for use in uses()} == set(rules.RULESETS)


@EACH
def test_every_mark_of_a_recorded_game_is_described(key: str) -> None:
    """Also those whose key no constant names: marks of stratagems, tests and special rules."""
    of = ruleset(key)
    for plan in plans(key):
        state = rules.empty(of)
        for event in recorded(key, plan.name).events:
            for effect in event.effects:
                effect.apply(state)
                if isinstance(effect, Marked):
                    assert told(of, state, effect) == [], (plan.name, event.number)


def told(of: rules.Ruleset, state: State, effect: Marked) -> list[str]:
    place = next(p for p in marks.borne(state) if p.marks is marks_of(state, effect.on, effect.until))
    return list(marks.problem(state, of.marks, place, effect.key, effect.value))


@EACH
def test_every_description_says_something_and_every_value_is_a_shape(key: str) -> None:
    for kinds in ruleset(key).marks.values():
        for kind in kinds:
            assert kind.text.endswith(".") and len(kind.text) > 5, kind.key
            assert set(kind.on) <= set(BEARERS) and set(kind.lasts) <= set(LASTING) and kind.takes.schema
            assert kind.on != ("table",) or kind.lasts == ("game",), kind.key
            assert key == "kt" or kind.key.partition(".")[0] in (key, "wh40k", "log"), kind.key


@EACH
def test_every_mark_is_a_clause_or_a_rule(key: str) -> None:
    of = ruleset(key)
    known = {*of.clauses, *(rule.id for rule in of.rules)}
    assert [mark for mark in of.marks if mark not in known] == []


# the door


@pytest.mark.parametrize(
    ("bearer", "lasts", "mark", "value", "said"),
    [
        ("a1", "game", "kt.morale.shaken-efect", 1, "did you mean 'kt.morale.shaken-effect'?"),
        ("a1", "game", "shaken-effect", 1, "did you mean 'kt.morale.shaken-effect'?"),
        ("a1", "game", "something else entirely", 1, "there is no mark 'something else entirely', which a1 bears"),
        ("a1", "phase", "kt.morale.shaken-effect", 1, "lasts for the game, not for the phase"),
        ("a", "game", "kt.morale.shaken-effect", 1, "is borne by a model, not by the side a"),
        ("a1", "game", "kt.morale.shaken-effect", "yes", "is 1, not 'yes'"),
        ("a1", "game", "kt.status.flesh-wound-definition", "two", "is a number from 0 to 1000, not 'two'"),
        ("a1", "game", "kt.status.flesh-wound-definition", -1, "is a number from 0 to 1000, not -1"),
        ("a1", "round", "kt.charge.success", ("b7",), "is a list of ids of models, not ('b7',)"),
        ("a1", "round", "kt.charge.success", "b1", "is a list of ids of models, not 'b1'"),
        ("a", "round", "kt.psychic.one-caster", "nobody", "or one of none, not 'nobody'"),
        ("a", "phase", "kt.fight.alternate", "a", "is the id of a model, not 'a'"),
        ("", "game", "log.begun", 1, "did you mean 'log.begin'?"),
    ],
)  # fmt: skip
def test_a_position_with_another_mark_is_refused(bearer: str, lasts: Any, mark: str, value: Any, said: str) -> None:
    state = position(model("a1"), model("b1", (900, 0)), phase="movement")
    assert list(KT.problems(state)) == []
    marks_of(state, bearer, lasts)[mark] = value
    assert said in "; ".join(KT.problems(state))
    with pytest.raises(rules.Malformed) as refused:
        rules.read_position(KT, rules.to_json(state))
    assert said in refused.value.reason


@pytest.mark.parametrize(
    ("word", "known", "said"),
    [
        ("shoting", ("movement", "shooting"), "; did you mean 'shooting'?"),
        ("Movement", ("movement", "shooting"), "; did you mean 'movement'?"),
        ("mvoement", ("movement", "shooting"), "; did you mean 'movement'?"),
        ("magic", ("movement", "shooting"), ""),
        ("", ("movement",), ""),
        ("x", (), ""),
    ],
)
def test_what_is_meant(word: str, known: tuple[str, ...], said: str) -> None:
    assert meant(word, known) == said


HOSTILE: tuple[Any, ...] = ("", "x", "a", "none", "1", 0, 1, -1, 10**6, 10**7, (), ("x",), ("a", "b"), ("1", "2", "3"))


LONG = os.environ.get("GAMELOG_LONG") == "1"


@EACH
def test_a_mark_that_passes_the_door_stops_no_rule(key: str) -> None:
    """Each described mark with any kind of value, on one of each who can bear it: refused, or the options are told."""
    of = ruleset(key)
    file = games(key, 1)[0]
    for share in range(1, 12) if LONG else (5, 8):
        state = rules.fold(of, file.events[: len(file.events) * share // 12])
        for kinds in of.marks.values():
            for kind in kinds:
                each_value(of, state, kind)


def each_value(of: rules.Ruleset, state: State, kind: MarkKind) -> None:
    for place in marks.borne(state):
        if place.bearer not in kind.on or place.lasts not in kind.lasts or place.who not in some(state):
            continue
        had = dict(place.marks)
        for value in HOSTILE:
            place.marks[kind.key] = value
            if not any(marks.problems(state, of.marks)) and not any(of.problems(state)):
                rules.options(of, state)
        place.marks.clear()
        place.marks.update(had)


def some(state: State) -> set[str]:
    """The table, the side to act, and its last model and unit on the table."""
    there = state.alive(state.to_act)[-1:] or list(state.models.values())[:1]
    return {"the table", state.to_act, *(model.id for model in there), *(model.unit for model in there)}


def test_a_claim_is_about_a_mark_of_a_model() -> None:
    state = position(model("a1"), model("b1", (900, 0)), phase="movement")
    ctx = Context(KT, state, "a", ())
    bounded(ctx, Claim(model="a1", marks={"kt.status.flesh-wound-definition": 2, "kt.morale.shaken-effect": 0}), "$")
    with pytest.raises(rules.Malformed, match="did you mean 'kt.morale.shaken-effect'"):
        bounded(ctx, Claim(model="a1", marks={"kt.morale.shaken-efect": 1}), "$")
    with pytest.raises(rules.Malformed, match="lasts for the round"):
        bounded(ctx, Claim(model="a1", marks={"kt.move.ready": 1}), "$")


def test_a_ruleset_of_another_author_describes_its_own() -> None:
    tiny = rules.Ruleset(id="tiny", version="1", name="Tiny", parts=())
    state = State("tiny", "1", Table(1, 1), game={"tiny.mark": 1})
    assert "there is no mark 'tiny.mark'" in next(tiny.problems(state))
