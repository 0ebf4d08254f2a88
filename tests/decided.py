"""Records, while the tests of the rules run, by which clauses the engine decided something in each of them.

A clause counts as decided by a test when the engine refused something under it, asked a question, rolled, or changed
the battle in its name. A mark that only remembers the clause, a line of the trace, and an act that was offered are
noted too, as weaker evidence. Nothing in the rules knows of this: the functions through which every decision passes are
wrapped from here.

The records of all processes are merged at the end. A whole run writes a file of its own (`GAMELOG_DECIDED` names it);
any other adds to `.cache/decided.json`, which `python -m tests.rows` reads.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

import rules
from rules import selections
from rules.kernel.context import Context
from rules.kernel.effects import Asked, Ended, Laid, Marked, Measured, Noted, Rolled, Unmarked
from rules.kernel.errors import DiceWanted, IllegalAction
from rules.kernel.part import Option
from rules.kernel.rule import Handler

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".cache" / "decided.json"
WATCHED = tuple(ROOT / "tests" / folder for folder in ("rules", "kernel", "playthroughs"))
DECIDED = ("refused", "found", "rolled", "modified", "changed", "asked")
"""Kinds of evidence that a clause decided something."""
WEAKER = ("marked", "noted", "offered")
"""Kinds that show that the engine met the clause, and not that anything followed from it."""
CHANCE = " (by chance)"
"""What is put after the name of a test that makes up its own cases: what it decides may not be decided next time."""

Record = dict[str, dict[str, list[str]]]
"""Test, kind of evidence, clauses."""

_seen: set[tuple[str, str]] | None = None
_record: dict[str, dict[str, set[str]]] = {}


def note(kind: str, clause: str) -> None:
    """The engine used a clause in the running test."""
    if _seen is not None and clause:
        _seen.add((kind, clause))


# the doors of the engine


class Effects(list[Any]):
    """The effects of a decision, observed."""

    def append(self, effect: Any) -> None:
        """Note an effect before it is added to the list."""
        if _seen is not None:
            _seen.add((kind_of(effect), effect.rule))
            _note_parts(effect)
        super().append(effect)


def kind_of(effect: Any) -> str:
    """The kind of evidence that an effect is for its clause."""
    match effect:
        case Rolled():
            return "rolled"
        case Asked():
            return "asked"
        case Marked() | Unmarked():
            return "marked" if effect.key == effect.rule else "changed"
        case Noted() | Measured() | Laid():
            return "noted"
    return "changed"


def _note_parts(effect: Any) -> None:
    match effect:
        case Rolled():
            for clause, _ in effect.modifiers:
                note("modified", clause)
        case Asked():
            note("asked", effect.decision.clause)
        case Measured():
            for clause in effect.by:
                note("modified", clause)
        case Ended():
            note("changed", effect.outcome.reason)


def watch() -> None:
    """Wrap every such function. Called once, before a test module is imported."""
    _after(Context, "__init__", lambda ctx, *_, **__: setattr(ctx, "effects", Effects()))
    _after(IllegalAction, "__init__", lambda error, *_, **__: note("refused", error.clause))
    _after(DiceWanted, "__init__", lambda error, *_, **__: note("rolled", error.clause))
    _after(Option, "__init__", lambda option, *_, **__: note("offered", option.clause))
    _watch_require()
    _replace(selections.Problem, _noting(selections.Problem))
    for name in rules.RULESETS:
        for version in rules.versions(name):
            _watch_handlers(rules.load(name, version))


def _after(owner: type, name: str, then: Callable[..., None]) -> None:
    plain = getattr(owner, name)

    @wraps(plain)
    def watched(self: Any, *args: Any, **keywords: Any) -> Any:
        result = plain(self, *args, **keywords)
        then(self, *args, **keywords)
        return result

    setattr(owner, name, watched)


def _watch_require() -> None:
    plain = Context.require

    @wraps(plain)
    def watched(ctx: Context, ok: object, clause: str, *args: Any, **facts: Any) -> bool:
        held = plain(ctx, ok, clause, *args, **facts)
        if not held:
            note("found", clause)
        return held

    setattr(Context, "require", watched)  # noqa: B010 (mypy takes an assignment for a mistake)


def _noting(kind: Any) -> type:
    """The same struct, under the same name, that notes its rule when an instance is made."""

    class Noting(kind, frozen=True):  # type: ignore[call-arg, misc]
        def __post_init__(self) -> None:
            note("refused", self.rule)

    Noting.__name__, Noting.__qualname__, Noting.__module__ = kind.__name__, kind.__qualname__, kind.__module__
    return Noting


def _replace(plain: type, watched: type) -> None:
    """Replace the plain struct by the observed one in every module of the rules, under each name it has there."""
    for module in [each for name, each in sys.modules.items() if name.partition(".")[0] == "rules"]:
        for name in [name for name, value in vars(module).items() if value is plain]:
            setattr(module, name, watched)


def _watch_handlers(ruleset: rules.Ruleset) -> None:
    for rule in ruleset.rules:
        for handler in rule.handlers:
            if not hasattr(handler.call, "watched"):
                object.__setattr__(handler, "call", _watched(handler, ruleset))


def _watched(handler: Handler, ruleset: rules.Ruleset) -> Callable[..., Any]:
    """The handler, noting the modifiers it adds to a value, or its rule if it changed the value."""
    plain, clauses = handler.call, ruleset.clauses

    @wraps(plain)
    def call(ctx: Context, base: Any, **roles: Any) -> Any:
        result = plain(ctx, base, **roles)
        if _seen is not None and result is not None and result is not base:
            for clause in _added(base, result) or {handler.rule} & clauses.keys():
                note("modified", clause)
        return result

    call.watched = True  # type: ignore[attr-defined]
    return call


def _added(base: Any, result: Any) -> set[str]:
    """The clauses of modifiers that are in one tuple and not in the other."""
    if not isinstance(base, tuple) or not isinstance(result, tuple):
        return set()
    differing = [each for each in (*result, *base) if (each in result) != (each in base)]
    return {each[0] for each in differing if isinstance(each, tuple) and len(each) == 2 and isinstance(each[0], str)}


# the tests


def pytest_configure() -> None:
    watch()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    global _seen
    _seen = set() if any(folder in item.path.parents for folder in WATCHED) else None
    try:
        return (yield)
    finally:
        for kind, clause in _seen or ():
            _record.setdefault(_name(item), {}).setdefault(kind, set()).add(clause)
        _seen = None


def _name(item: pytest.Item) -> str:
    by_chance = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    return item.nodeid.partition("[")[0] + (CHANCE if by_chance else "")


def recorded() -> Record:
    """The record of this process, in its stored form."""
    return {
        test: {kind: sorted(clauses) for kind, clauses in sorted(kinds.items())}
        for test, kinds in sorted(_record.items())
    }


def join(record: Mapping[str, Mapping[str, list[str]]]) -> None:
    """Add the record of another process, or of an earlier run."""
    for test, kinds in record.items():
        for kind, clauses in kinds.items():
            _record.setdefault(test, {}).setdefault(kind, set()).update(clauses)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A process of a distributed run has ended, or died and left nothing."""
    join(getattr(node, "workeroutput", {}).get("decided", {}))


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["decided"] = recorded()
        return
    file = Path(os.environ.get("GAMELOG_DECIDED") or KEPT)
    if _record:
        join(read(file))
        write(recorded(), file)


def read(file: Path) -> Record:
    """The stored record; empty if there is none."""
    try:
        found: Record = json.loads(file.read_text())
    except (OSError, ValueError):
        return {}
    return found


def write(record: Record, file: Path) -> None:
    """Store the record."""
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(record, indent=0))
