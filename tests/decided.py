"""Records, while the tests of the rules run, by which clauses the engine decided something in each of them.

A clause counts as decided by a test when the engine refused something under it, asked a question, rolled, or changed
the battle in its name. A mark that only remembers the clause, a line of the trace, and an act that was offered are
noted too, as weaker evidence. Nothing in the rules knows of this: the functions through which every decision passes are
wrapped from here.

A mark under another id than its clause changes the battle only if something that is decided later depends on it. So
what is written is noted (`WROTE`), and so is every key that the rules look up and find while they decide, list options
or are asked for a value (`FOUND`): `tests.rows` counts a mark that nothing ever reads as no decision, and complains.

Many a row is decided under the id of its neighbour: that a natural 1 misses is part of the roll to hit. A test of such
a row says so, `@pytest.mark.decides("kt.hit.natural-1", by="kt.hit.ranged.roll")`, and its word is not enough: there
have to be two declarations of one kind in it, in one case or in several, of which the neighbour makes different things.
A test in which nothing depends on the neighbour decides nothing.

The records of all processes are joined at the end. A whole run writes a file of its own (`GAMELOG_DECIDED` names it);
any other puts the tests it ran into `.cache/decided.json`, which `python -m tests.rows` reads.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import rules
from rules import selections
from rules.kernel import engine
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
TOGETHER = "together"
"""What is recorded of a test of a row that its neighbour decides: row, neighbour, kind of declaration, what came of it,
each outcome as a digest."""
WROTE = "wrote"
"""What is recorded of a mark that was put on or taken away: the clause, and the key it lies under."""
ANNOUNCED = frozenset({"cod.stratagem.declare.show", "cod.stratagem.armoury.nature"})
"""Clauses that only make something known: what they mark is kept for readers, and need not decide anything."""
KEPT_FOR_READERS = frozenset(
    {"kt.specialist.combat.stratagem", "kt.specialist.leader.stratagem", "wh40k.usr.acute-senses"}
)
"""Marks of what was bought where something else follows from it at once (a model acts out of turn), or where nothing
can follow: the Observation Post gives Acute Senses, a rule of units that arrive, to one that is on the table.
"""
MARKS = "(marks)"
"""In the place of a test: what is recorded of the whole run."""
FOUND = "mark-found"
"""The keys of marks that the rules found while they decided."""
WEAKER = ("marked", "noted", "offered")
"""Kinds that show that the engine met the clause, and not that anything followed from it."""
BY_HAND = "by-hand"
"""The kind of declaration where there is none: a test has made a context and asked a rule, or made it act."""
READ = "read"
"""What is recorded of an option that the engine looked up while it decided: ruleset and option."""
CHANCE = " (by chance)"
"""What is put after the name of a test that makes up its own cases: what it decides may not be decided next time."""

Record = dict[str, dict[str, list[str]]]
"""Test, kind of evidence, clauses."""

Claims = tuple[tuple[str, str], ...]
"""Rows and the neighbours by which a test says that they are decided."""

_seen: set[tuple[str, str]] | None = None
_record: dict[str, dict[str, set[str]]] = {}
_claims: Claims = ()
_deciding = _failed = _reading = False
_outcomes: list[tuple[str, str]] = []
"""By which clause and how, since the declaration began; of a test without claims nothing."""


def note(kind: str, clause: str, how: object = "") -> None:
    """The engine came to a clause in the test that runs; `how` it decided tells one decision by it from another."""
    if _seen is not None and clause:
        _seen.add((kind, clause))
        if _claims and kind in (*DECIDED, "marked"):
            _outcomes.append((clause, f"{kind} {how}"))


# the doors of the engine


class Effects(list[Any]):
    """The effects of a decision, observed."""

    def append(self, effect: Any) -> None:
        """Note an effect before it is added to the list."""
        if _seen is not None:
            note(kind_of(effect), effect.rule, _without_faces(effect) if _claims else "")
            _note_parts(effect)
        super().append(effect)


def _without_faces(effect: Any) -> Any:
    """An effect as what was decided: other dice are no other decision until others pass, or are rolled again."""
    if not isinstance(effect, Rolled):
        return effect
    return replace(effect, faces=(), total=0, again=tuple((index, 0) for index, _ in effect.again))


def kind_of(effect: Any) -> str:
    """The kind of evidence that an effect is for its clause."""
    match effect:
        case Rolled():
            return "rolled"
        case Asked():
            return "asked"
        case Marked() | Unmarked():
            return "marked"
        case Noted() | Measured() | Laid():
            return "noted"
    return "changed"


def _note_parts(effect: Any) -> None:
    match effect:
        case Rolled():
            for clause, amount in effect.modifiers:
                note("modified", clause, amount)
        case Asked():
            note("asked", effect.decision.clause, effect.decision)
        case Measured():
            for clause in effect.by:
                note("modified", clause, effect.fact)
        case Ended():
            note("changed", effect.outcome.reason, effect.outcome)
        case Marked() | Unmarked():
            note(WROTE, f"{effect.rule} {effect.key}")


class Marks(dict[str, Any]):
    """The marks of a holder, observed."""

    def __getitem__(self, key: str) -> Any:
        _looked_up(self, key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        _looked_up(self, key)
        return super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Note the key, if it is there."""
        _looked_up(self, key)
        return super().get(key, default)


def _looked_up(marks: Marks, key: object) -> None:
    if _reading and _seen is not None and dict.__contains__(marks, key):
        _record.setdefault(MARKS, {}).setdefault(FOUND, set()).add(str(key))


def _watch_marks(state: Any) -> None:
    """Observe every mark that there is by now, while a test runs."""
    if _seen is None:
        return
    for holder in (state, *state.sides.values(), *state.units.values(), *state.models.values()):
        for lasting in ("game", "round", "turn", "phase") if holder is not state else ("game",):
            marks = getattr(holder, lasting)
            if bool(marks) != isinstance(marks, Marks):
                # none at all are plain again: only so are they left out of a position
                setattr(holder, lasting, Marks(marks) if marks else {})


class Agreed(dict[str, Any]):
    """The options of a position, observed: what is looked up is read."""

    of = ""
    """The ruleset of the game."""

    def get(self, key: str, default: Any = None) -> Any:
        """Note an option that is looked up, agreed on or not."""
        note(READ, f"{self.of} {key}")
        return super().get(key, default)

    def __getitem__(self, key: str) -> Any:
        note(READ, f"{self.of} {key}")
        return super().__getitem__(key)


def watch() -> None:
    """Put a watch on every door. Called once, before a test module is imported."""
    _after(Context, "__init__", _begun)
    _after(IllegalAction, "__init__", lambda error, *_, **__: note("refused", error.clause))
    _after(DiceWanted, "__init__", lambda error, *_, **__: note("rolled", error.clause, error.count))
    _watch_require()
    for effect in (Marked, Unmarked):
        _after(effect, "apply", lambda _, state: _watch_marks(state))
    for name in ("value", "fire"):
        setattr(Context, name, _reading_marks(getattr(Context, name)))
    _replace(engine.decide, _reading_marks(_declaring(engine.decide)))
    _replace(engine.options, _reading_marks(engine.options))
    _replace(selections.Problem, _noting(selections.Problem, lambda problem: note("refused", problem.rule)))
    _replace(Option, _noting(Option, lambda option: note("offered", option.clause)))
    for name in rules.RULESETS:
        for version in rules.versions(name):
            _watch_handlers(rules.load(name, version))


def _begun(ctx: Context, *_: Any, **__: Any) -> None:
    ctx.effects = Effects()
    _watch_marks(ctx.state)
    if _seen is not None:
        ctx.state.options = _observed(ctx)
    if not _deciding:
        _account(BY_HAND)


def _observed(ctx: Context) -> Agreed:
    found = Agreed(ctx.state.options)
    found.of = ctx.ruleset.id
    return found


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


def _noting(kind: Any, noted: Callable[[Any], None]) -> type:
    """The same struct, under the same name, that is noted when an instance is made."""

    class Noting(kind, frozen=True):  # type: ignore[call-arg, misc]
        def __post_init__(self) -> None:
            noted(self)

    Noting.__name__, Noting.__qualname__, Noting.__module__ = kind.__name__, kind.__qualname__, kind.__module__
    return Noting


def _replace(plain: object, watched: object) -> None:
    """Let every module of the rules make the watched one, under the names by which it knows the plain one."""
    for module in [each for name, each in sys.modules.items() if name.partition(".")[0] == "rules"]:
        for name in [name for name, value in vars(module).items() if value is plain]:
            setattr(module, name, watched)


def _watch_handlers(ruleset: rules.Ruleset) -> None:
    for rule in ruleset.rules:
        for handler in rule.handlers:
            if not hasattr(handler.call, "watched"):
                msgspec.structs.force_setattr(handler, "call", _watched(handler, ruleset))


def _watched(handler: Handler, ruleset: rules.Ruleset) -> Callable[..., Any]:
    """The handler, noting the modifiers it adds to a value, or else its rule where it changed the value, and the clause
    with which it answered: many a hook asks by which clause something may not be, or needs no dice.
    """
    plain, clauses = handler.call, ruleset.clauses

    @wraps(plain)
    def call(ctx: Context, base: Any, **roles: Any) -> Any:
        result = plain(ctx, base, **roles)
        if _seen is not None and result is not None and result is not base:
            for clause in (
                _added(base, result) or {handler.rule, result if isinstance(result, str) else ""} & clauses.keys()
            ):
                note("modified", clause, result if _claims else "")
        return result

    call.watched = True  # type: ignore[attr-defined]
    return call


def _added(base: Any, result: Any) -> set[str]:
    """The clauses of modifiers that are in one tuple and not in the other."""
    if not isinstance(base, tuple) or not isinstance(result, tuple):
        return set()
    differing = [each for each in (*result, *base) if (each in result) != (each in base)]
    return {each[0] for each in differing if isinstance(each, tuple) and len(each) == 2 and isinstance(each[0], str)}


# rows that are decided together with a neighbour


def _declaring(plain: Callable[..., Any]) -> Callable[..., Any]:
    """Deciding a declaration, with what came of it put to the account of the rows the test is about."""

    @wraps(plain)
    def decide(ruleset: Any, state: Any, declaration: Any, **keywords: Any) -> Any:
        global _deciding
        if _deciding:
            return plain(ruleset, state, declaration, **keywords)
        kind = type(declaration.action).__name__
        _account(BY_HAND)
        _deciding = True
        try:
            return plain(ruleset, state, declaration, **keywords)
        except DiceWanted:
            kind += "-without-dice"
            raise
        finally:
            _deciding = False
            _account(kind)

    return decide


def _reading_marks(plain: Callable[..., Any]) -> Callable[..., Any]:
    """The same function: whatever it looks up on the way, something depends on."""

    @wraps(plain)
    def reads(*args: Any, **keywords: Any) -> Any:
        global _reading
        before, _reading = _reading, True
        try:
            return plain(*args, **keywords)
        finally:
            _reading = before

    return reads


def _account(kind: str) -> None:
    """What each neighbour made of a declaration of this kind. That it had nothing to say is an answer too, unless the
    test only asked one rule something, by hand.
    """
    if _seen is not None:
        for row, by in _claims:
            said = sorted(how for clause, how in _outcomes if clause == by)
            if said or kind != BY_HAND:
                _seen.add((TOGETHER, " ".join((row, by, kind, _digest(said)))))
    _outcomes.clear()


def _digest(said: list[str]) -> str:
    return sha256("\n".join(said).encode()).hexdigest()[:8] if said else "nothing"


def _claimed(item: pytest.Item) -> Claims:
    """What a test says of itself: `decides(*rows, by=neighbour)`, as often as it has neighbours."""
    marks = item.iter_markers("decides")
    return tuple((row, mark.kwargs["by"]) for mark in marks for row in mark.args)


# the tests


def pytest_configure() -> None:
    watch()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    global _seen, _claims, _failed
    _seen = set() if any(folder in item.path.parents for folder in WATCHED) else None
    _claims, _failed = _claimed(item), False
    try:
        return (yield)
    finally:
        _account(BY_HAND)
        if _seen and not _failed:
            _keep(_name(item), _seen)
        _seen, _claims = None, ()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember whether the test that runs has failed: what it would have shown is not so."""
    global _failed
    report = yield
    _failed = _failed or report.failed
    return report


def _keep(test: str, seen: set[tuple[str, str]]) -> None:
    """What a test has shown. A claim is kept even if nothing was declared in the test, to be objected to."""
    claimed = {(TOGETHER, f"{row} {by} claimed so") for row, by in _claims}
    for kind, clause in seen | claimed:
        _record.setdefault(test, {}).setdefault(kind, set()).add(clause)


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
        join({test: kinds for test, kinds in read(file).items() if test not in _record or test == MARKS})
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
