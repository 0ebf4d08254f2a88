"""Tests that units have to take, and questions to sides: one at a time, in a fixed order.

A test becomes due by a mark on the unit and is asked for when nothing else is pending. Tests that need a roll are
declared by `TakeTest`, with their dice; others are settled without a question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from rules.kernel.asking import answered as answered
from rules.kernel.asking import let_go as let_go
from rules.kernel.asking import reply as reply
from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Answered, Marked, Noted, Unmarked
from rules.kernel.events import Action
from rules.kernel.marks import COUNT, MarkKind, on_unit
from rules.kernel.part import ANY, Act, Choice, Objections, Option, Part, objection
from rules.kernel.state import Decision, Mark, Unit
from rules.kernel.telling import Phrase
from rules.wh40k import hooks, words

Resolve = Callable[[Context, Unit, bool], None]

LEADERSHIP_TEST = "wh40k.assumed.test.leadership"
CHARACTERISTIC_TEST = "wh40k.assumed.test.characteristic"
INSANE_HEROISM = "wh40k.morale.insane-heroism"


class Check(msgspec.Struct, frozen=True):
    """A test: the clause that demands it, the characteristic it is taken on (`Ld` with 2D6, others with a D6), its
    tags.

    The part of a chapter or a special rule brings it; a unit takes the tests that are due in the order of the parts.
    `resolve` is called with whether it was passed: it may roll dice after a failure and not after a success. `heroism`
    says that a double 1 passes whatever the modifiers; `only_heroism` (asked of the unit) that nothing else does.
    """

    clause: str
    name: str
    resolve: Resolve
    tags: frozenset[str] = msgspec.field(default_factory=frozenset)
    heroism: bool = False
    only_heroism: Callable[[Context, Unit], bool] = lambda ctx, unit: False

    @property
    def marks(self) -> tuple[MarkKind, ...]:
        """The mark by which the test is due."""
        return (on_unit(self.clause, "turn", "How many of these tests it has yet to take.", COUNT),)


class Due(NamedTuple):
    """A question to a unit by a mark for the turn, before any test; declarations other than `TakeTest` answer it.

    The part of a chapter or a special rule brings it; `ask` is called when the mark has been taken off.
    """

    clause: str
    ask: Callable[[Context, Unit], None]

    @property
    def marks(self) -> tuple[MarkKind, ...]:
        """The mark by which the question is due."""
        return (on_unit(self.clause, "turn", "Its side has yet to be asked this question about it."),)


class TakeTest(Action, frozen=True, tag="take-test"):
    """A unit takes the test it is asked for. With `fail` it chooses to fail, if a rule allows that."""

    unit: str
    fail: bool = False


def chosen(ctx: Context, clause: str, answer: Mark, of: str) -> None:
    """Answer a question that came up in the course of a declaration (`Context.choice`); that declaration goes on.

    `of` is the unit or model asked about.
    """
    if answered(ctx, clause, of) is not None:
        ctx.say(answer)


def not_chosen(ctx: Context, asked: Decision, action: Action) -> None:
    """Such a question is declined: the answer is 0, and the declaration goes on without."""
    ctx.answered(asked.clause)
    ctx.say(0)


def check_of(ctx: Context, clause: str) -> Check | None:
    """The test of a clause; None if the clause is not a test."""
    return next((check for check in ctx.ruleset.brought(Check) if check.clause == clause), None)


def due(ctx: Context, unit: Unit, clause: str, rule: str = "") -> None:
    """A unit has to take a test; an additional one if it is already due (`wh40k.morale.multiple-checks-per-turn`)."""
    count = unit.turn.get(clause, 0)
    assert isinstance(count, int)
    ctx.emit(Marked(rule=rule or clause, on=unit.id, key=clause, value=count + 1, until="turn"))


def ask_due(ctx: Context) -> bool:
    """Ask for the first test that is due, or settle it where it needs no dice. Returns whether there was one."""
    marked = [unit for unit in ctx.state.units.values() if unit.turn]
    for unit in marked:
        for clause, ask in ctx.ruleset.brought(Due):
            if clause in unit.turn:
                ctx.emit(Unmarked(rule=clause, on=unit.id, key=clause, until="turn"))
                ask(ctx, unit)
                return True
    for unit in marked:
        for check in ctx.ruleset.brought(Check):
            if check.clause in unit.turn:
                _ask(ctx, unit, check)
                return True
    return False


def _ask(ctx: Context, unit: Unit, check: Check) -> None:
    count = unit.turn[check.clause]
    assert isinstance(count, int)
    if count > 1:
        ctx.emit(Marked(rule=check.clause, on=unit.id, key=check.clause, value=count - 1, until="turn"))
    else:
        ctx.emit(Unmarked(rule=check.clause, on=unit.id, key=check.clause, until="turn"))
    if not words.alive(ctx.state, unit):
        return
    passing = ctx.value(hooks.AUTO_PASS, "", unit=unit, check=check)
    if passing:
        _noted(ctx, unit, passing, "passed without a roll")
        check.resolve(ctx, unit, True)
    else:
        ctx.ask(check.clause, unit.side, model=unit.id)


def take(ctx: Context, action: TakeTest) -> None:
    """Take the test the battle waits for."""
    pending = ctx.state.pending
    unit = ctx.unit(action.unit)
    check = check_of(ctx, pending.clause) if pending is not None else None
    asked = pending is not None and check is not None and (pending.side, pending.model) == (ctx.by, unit.id)
    if not asked:
        if unit.side != ctx.by:
            ctx.require(False, words.ACTED, "{name} belongs to the other side", name=unit.sheet.name)
        ctx.explain(_untested(ctx, unit))
        refusal = "{name} is not asked for a test"
        ctx.require(False, LEADERSHIP_TEST, refusal, general=True, name=unit.sheet.name)
        return
    assert check is not None
    ctx.emit(Answered(rule=check.clause))
    if action.fail:
        refused = ctx.value(hooks.MAY_FAIL, "wh40k.assumed.fight.our-weapons-are-useless", unit=unit, check=check)
        ctx.require(not refused, refused, "{name} cannot choose to fail", name=unit.sheet.name)
        _noted(ctx, unit, "wh40k.assumed.fight.our-weapons-are-useless", "chose to fail")
        check.resolve(ctx, unit, False)
        return
    check.resolve(ctx, unit, test(ctx, unit, check))


def _untested(ctx: Context, unit: Unit) -> Objections:
    """The rules by which a unit takes no tests: it passes them."""
    checks = ctx.ruleset.brought(Check) if unit.side == ctx.by and words.standing(ctx.state, unit) else ()
    for clause in dict.fromkeys(ctx.value(hooks.AUTO_PASS, "", unit=unit, check=check) for check in checks):
        if clause:
            yield objection(clause, "{name} passes such tests without being asked", name=unit.sheet.name)


def test(ctx: Context, unit: Unit, check: Check) -> bool:
    """Whether a unit passes a test: without dice if a rule says so, otherwise by its roll."""
    for hook, outcome in ((hooks.AUTO_PASS, True), (hooks.AUTO_FAIL, False)):
        clause = ctx.value(hook, "", unit=unit, check=check)
        if clause:
            _noted(ctx, unit, clause, "passed without a roll" if outcome else "failed without a roll")
            return outcome
    if check.name != "Ld":
        return characteristic_test(ctx, unit, check.clause, check.name)
    modifiers: Modifiers = ctx.value(hooks.TEST_MODIFIERS, (), unit=unit, check=check)
    return _leadership(ctx, unit, check, words.highest(ctx, unit, "Ld"), modifiers)


def _leadership(ctx: Context, unit: Unit, check: Check, leadership: int, modifiers: Modifiers) -> bool:
    """2D6 at most the Leadership; a double 1 may pass whatever it is, or alone."""
    clause, only = check.clause, check.only_heroism(ctx, unit)
    limit = leadership + sum(amount for _, amount in modifiers)
    rolled = ctx.roll(clause, unit.side, 2, modifiers=modifiers, model=unit.id)
    if check.heroism and rolled.total == 2:
        _noted(ctx, unit, INSANE_HEROISM, "double 1")
        return True
    passed = not only and rolled.total <= limit
    ctx.effects.append(Noted(rule=clause, model=unit.id, value=limit, text="passed" if passed else "failed"))
    return passed


def characteristic_test(ctx: Context, unit: Unit, clause: str, name: str) -> bool:
    """A D6 at most the highest value of a characteristic in the unit; a 6 always fails."""
    value = words.highest(ctx, unit, name)
    rolled = ctx.roll(clause, unit.side, 1, model=unit.id)
    passed = rolled.total <= value and rolled.total != 6
    ctx.effects.append(Noted(rule=clause, model=unit.id, value=value, text="passed" if passed else "failed"))
    return passed


def _noted(ctx: Context, unit: Unit, clause: str, text: str) -> None:
    ctx.effects.append(Noted(rule=clause, model=unit.id, text=text))


def _may_take(ctx: Context) -> Iterator[Option]:
    if check_of(ctx, ctx.pending.clause) is not None:
        yield Option(ctx.pending.side, "take-test", model=ctx.pending.model, clause=ctx.pending.clause)


def _rolls(choice: Choice) -> Iterator[Action]:
    """Roll; now and then the unit would rather fail, which it may where its weapons are useless."""
    if not choice.dice.below(4):
        yield TakeTest(unit=choice.option.model, fail=True)
    yield TakeTest(unit=choice.option.model)


PART = Part(acts=(
    Act(TakeTest, take, _may_take, answers=(ANY,), propose=_rolls,
        told=Phrase("%(unit)s [takes|take] a test: %(rule)s", "%(unit)s, тест: %(rule)s")),
))  # fmt: skip
