"""What is recorded of the clauses by which the engine decides, while a test runs."""

from __future__ import annotations

import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.effects import AnyEffect, Asked, Ended, Marked, Measured, Noted
from rules.kernel.errors import DiceWanted
from rules.kernel.part import Option
from rules.kernel.rule import Hook, Rule
from rules.kernel.state import Decision, Outcome, State
from rules.kt.move import Ready
from rules.kt.shoot import Shoot, Volley
from tests import decided, rows
from tests.kernel.games import KT
from tests.rules.kt.board import answer, decide, model, position


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """What is noted from here on; it is not put to the account of the test."""
    found: set[tuple[str, str]] = set()
    monkeypatch.setattr(decided, "_seen", found)
    return found


@pytest.fixture
def ctx() -> Context:
    return Context(KT, rules.empty(KT), "a", (4,), lenient=True)


def test_refusals_and_findings(ctx: Context, seen: set[tuple[str, str]]) -> None:
    ctx.require(True, "kt.x", "")
    assert seen == set()
    ctx.require(False, "kt.x", "")
    assert seen == {("found", "kt.x")}
    ctx.lenient = False
    with pytest.raises(rules.IllegalAction):
        ctx.require(False, "kt.y", "")
    assert ("refused", "kt.y") in seen


def test_rolls_and_their_modifiers(ctx: Context, seen: set[tuple[str, str]]) -> None:
    ctx.roll("kt.x", "a", 1, needed=4, modifiers=(("kt.y", 1),))
    assert seen == {("rolled", "kt.x"), ("modified", "kt.y")}
    with pytest.raises(DiceWanted):
        ctx.roll("kt.z", "a", 1)
    assert ("rolled", "kt.z") in seen


@pytest.mark.parametrize(
    ("effect", "kinds"),
    [
        (Marked(rule="kt.x", on="", key="kt.x", until="game"), {("marked", "kt.x"), ("wrote", "kt.x kt.x")}),
        (Marked(rule="kt.x", on="", key="kt.y", until="game"), {("marked", "kt.x"), ("wrote", "kt.x kt.y")}),
        (Noted(rule="kt.x"), {("noted", "kt.x")}),
        (Measured(rule="kt.x", model="", fact="", by=("kt.y",)), {("noted", "kt.x"), ("modified", "kt.y")}),
        (Asked(rule="kt.x", decision=Decision("kt.y", "a")), {("asked", "kt.x"), ("asked", "kt.y")}),
        (Ended(rule="kt.x", outcome=Outcome("a", "kt.y")), {("changed", "kt.x"), ("changed", "kt.y")}),
    ],
)
def test_effects(ctx: Context, seen: set[tuple[str, str]], effect: AnyEffect, kinds: set[tuple[str, str]]) -> None:
    ctx.emit(effect)
    assert seen == kinds
    assert list(ctx.effects) == [effect]


WRITES: decided.Record = {"test": {"marked": ["kt.x"], "wrote": ["kt.x kt.y"]}}
"""A test that saw a mark put on under another key than its clause."""


def test_a_mark_that_nothing_reads_is_no_decision() -> None:
    assert rows.evidence(WRITES)["kt.x"].kind == "marked"
    assert "a mark is put on under kt.y, and nothing that is decided depends on it" in rows.complaints(WRITES)
    known = {**WRITES, decided.MARKS: {decided.FOUND: ["kt.y"]}}
    assert rows.evidence(known)["kt.x"] == rows.Evidence("decided", ("test",))
    assert rows.idle_marks(known) == []
    # remembered under its own id it stays a mark, and has to be read all the same
    own: decided.Record = {"test": {"marked": ["kt.x"], "wrote": ["kt.x kt.x"]}}
    assert rows.evidence({**own, decided.MARKS: {decided.FOUND: ["kt.x"]}})["kt.x"].kind == "marked"
    assert rows.idle_marks(own) == ["kt.x"]


def test_an_enforced_row_of_which_only_a_mark_is_seen_is_complained_of() -> None:
    row = "kt.move.one-action"
    said = f"{row} is enforced, and no test makes the engine decide anything by it"
    seen: decided.Record = {"test": {"marked": [row], "noted": [row], "wrote": [f"{row} kt.y"]}}
    assert said in rows.complaints(seen)
    assert said not in rows.complaints({**seen, decided.MARKS: {decided.FOUND: ["kt.y"]}})


def test_what_tests_see_of_rows_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ("a\tenforced\tdecided\tt", "b\tenforced\ttogether\tt", "c\tassumed\tnoted\tt", "d\tassumed\ttext\tt")
    monkeypatch.setattr(rows, "report", lambda name, record: lines if name == "kt" else ())
    counted = ["assumed\ta mark\t1", "assumed\ta text\t1", "enforced\ta decision\t2"]
    assert list(rows.counted({})) == counted


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, seen: set[tuple[str, str]]) -> set[str]:
    """The keys of marks that are read from here on."""
    found: set[str] = set()
    monkeypatch.setattr(decided, "_record", {decided.MARKS: {decided.FOUND: found}})
    return found


def test_marks_that_the_engine_reads_are_noted(read: set[str]) -> None:
    here = position(model("a1", phase={"kt.move.one-action": 1, "kt.nobody": 1}))
    assert "kt.move.one-action" in here.models["a1"].phase
    assert read == set()  # a test may look
    answer(here, "a", Ready(model="a1"))
    assert read == {"kt.move.one-action"}


def test_marks_that_options_depend_on_are_noted(read: set[str]) -> None:
    rules.options(KT, position(model("a1", phase={"kt.move.one-action": 1})))
    assert read == {"kt.move.one-action"}


def test_offers_are_weak_evidence(seen: set[tuple[str, str]]) -> None:
    Option("a", "pass", clause="kt.x")
    assert seen == {("offered", "kt.x")}
    assert "offered" in decided.WEAKER


def test_handlers_that_change_a_value(ctx: Context, seen: set[tuple[str, str]]) -> None:
    hook = Hook("test.hook")
    rule = Rule("kt.move.normal", "", "", {})
    added, kept = (("kt.y", 1),), (("kt.z", 2),)
    for call in (lambda ctx, base, **_: (*base, *added), lambda ctx, base, **_: base):
        rule.at(hook)(call)
    decided_by = [decided._watched(handler, KT) for handler in rule.handlers]
    assert decided_by[1](ctx, kept) == kept
    assert seen == set()
    assert decided_by[0](ctx, kept) == (*kept, *added)
    assert seen == {("modified", "kt.y")}
    rule.at(hook)(lambda ctx, base, **_: base + 1)
    assert decided._watched(rule.handlers[2], KT)(ctx, 1) == 2
    assert ("modified", "kt.move.normal") in seen


def test_every_handler_of_every_ruleset_is_watched() -> None:
    for name in rules.RULESETS:
        for version in rules.versions(name):
            handlers = [handler for rule in rules.load(name, version).rules for handler in rule.handlers]
            assert handlers
            assert all(hasattr(handler.call, "watched") for handler in handlers)


def test_records_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decided, "_record", {})
    decided.join({"a": {"refused": ["kt.x"]}})
    decided.join({"a": {"refused": ["kt.w"], "rolled": ["kt.x"]}, "b": {"noted": ["kt.y"]}})
    assert decided.recorded() == {"a": {"refused": ["kt.w", "kt.x"], "rolled": ["kt.x"]}, "b": {"noted": ["kt.y"]}}


def test_the_test_that_runs_is_named(request: pytest.FixtureRequest) -> None:
    assert decided._name(request.node) == "tests/kernel/test_decided.py::test_the_test_that_runs_is_named"
    assert decided._seen is not None


ROW = "kt.datasheet.m"
AIMING = position(model("a1"), model("b1", (2000, 500)), phase="shooting", step="fire-at-will")
FREE, RAN = position(model("a1")), position(model("a1", phase={"kt.move.one-action": 1}))


@pytest.mark.parametrize(
    ("by", "positions", "shown"),
    [
        ("kt.move.one-action", (FREE, RAN), True),
        ("kt.move.one-action", (FREE, FREE), False),  # it makes the same of both
        ("kt.move.turn-order", (FREE, RAN), False),  # a neighbour that has no part in it
        ("kt.move.one-action", (RAN,), False),  # one declaration shows nothing
    ],
)
def test_a_neighbour_has_to_make_a_difference(
    seen: set[tuple[str, str]], monkeypatch: pytest.MonkeyPatch, by: str, positions: tuple[State, ...], shown: bool
) -> None:
    monkeypatch.setattr(decided, "_claims", ((ROW, by),))
    for here in positions:
        answer(here, "a", Ready(model="a1"))
    kinds = {decided.TOGETHER: [clause for kind, clause in seen if kind == decided.TOGETHER]}
    assert rows.outcomes(kinds) == {(ROW, by): shown}
    found = rows.evidence({"test": kinds})
    assert (ROW in found) == shown
    complaints = [each for each in rows.complaints({"test": kinds}) if each.startswith("test ")]
    assert complaints == ([] if shown else [f"test is about {ROW}, and {by} makes no difference in it"])


@pytest.mark.parametrize(
    ("row", "by", "wrong"),
    [
        ("kt.x", "kt.move.normal", "kt.x, which is no enforced row"),
        ("kt.datasheet.wargear", "kt.move.normal", "kt.datasheet.wargear, which is no enforced row"),
        ("kt.datasheet.m", "kt.x", "kt.datasheet.m, and kt.x is no neighbour of it"),
        ("kt.datasheet.m", "kt.datasheet.m", "kt.datasheet.m, and kt.datasheet.m is no neighbour of it"),
    ],
)
def test_claims_that_make_no_sense(row: str, by: str, wrong: str) -> None:
    kinds = {decided.TOGETHER: [f"{row} {by} Move 1", f"{row} {by} Move 2"]}
    assert f"test is about {wrong}" in list(rows.complaints({"test": kinds}))


def test_what_rules_asked_by_hand_leave_unsaid_is_no_answer(
    seen: set[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decided, "_claims", ((ROW, "kt.y"), (ROW, "kt.z")))
    for amounts in ((1,), (2,), ()):
        ctx = Context(KT, rules.empty(KT), "a", (4,))
        ctx.roll("kt.w", "a", 1, modifiers=tuple(("kt.y", amount) for amount in amounts))
        ctx.roll("kt.w", "a", 0, modifiers=(("kt.z", 1),) * len(amounts))
    decided._account(decided.BY_HAND)
    kinds = {decided.TOGETHER: [clause for kind, clause in seen if kind == decided.TOGETHER]}
    assert rows.outcomes(kinds) == {(ROW, "kt.y"): True, (ROW, "kt.z"): False}


def test_a_rule_that_answers_with_a_clause_decides_by_it(ctx: Context, seen: set[tuple[str, str]]) -> None:
    rule = Rule("kt.move.normal", "", "", {})
    rule.at(Hook("test.hook"))(lambda ctx, clause, **_: "kt.move.fall-back")
    assert decided._watched(rule.handlers[0], KT)(ctx, "") == "kt.move.fall-back"
    assert ("modified", "kt.move.fall-back") in seen


def test_other_dice_are_no_difference_until_something_passes(
    seen: set[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decided, "_claims", ((ROW, "kt.hit.ranged.roll"),))
    outcomes = set()
    for dice in ((1,), (2,), (4, 1), (5, 1)):
        decide(AIMING, "a", Shoot(model="a1", volleys=(Volley("gun", "b1"),)), dice)
        outcomes.add(next(clause.split()[-1] for kind, clause in seen if kind == decided.TOGETHER))
        seen.clear()
    assert len(outcomes) == 2
