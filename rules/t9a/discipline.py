"""Discipline tests: 2D6 at most the Discipline, taken when a unit is asked for one, one unit after another.

A test becomes due by a mark on the unit and is asked for when nothing else is pending. A failed test that may be rolled
again waits for its owner's answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rules.kernel import asking
from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Answered, Noted
from rules.kernel.events import Action
from rules.kernel.marks import TEXT, MarkKind, QuestionKind, on_unit, one_of
from rules.kernel.part import ANY, Act, Option, Part
from rules.kernel.state import Decision, Unit
from rules.kernel.telling import Moment, Phrase, filled
from rules.t9a import hooks, words
from rules.t9a.book import SWIFTSTRIDE

TEST = "t9a.core.discipline-test"
ONE = "t9a.core.discipline-one-per-unit"
MAXIMISED = "t9a.core.maximised"
REROLL_ONCE = "t9a.core.reroll-once"
AGAIN = "t9a.rally-around-the-flag.reroll"
LEAST, MOST = 0, 10
DUE = "due"
"""The value of a mark, under the clause of a test, that makes the test due."""

Resolve = Callable[[Context, Unit, bool], None]


class Check(NamedTuple):
    """A kind of Discipline test: the clause that demands it and what it comes to.

    The part of a chapter or a special rule brings it; a unit takes the tests that are due in the order of the parts.
    `resolve` is called with whether it was passed: it may roll dice after a failure and not after a success. `penalty`
    of a unit are modifiers that only this kind of test has.
    """

    clause: str
    resolve: Resolve
    penalty: Callable[[Context, Unit], Modifiers] = lambda ctx, unit: ()
    halved: Callable[[Context, Unit], bool] = lambda ctx, unit: False

    @property
    def marks(self) -> tuple[MarkKind, ...]:
        """The mark by which the test is due."""
        return (on_unit(self.clause, "turn", "It has yet to take this test.", one_of(DUE)),)


class TakeTest(Action, frozen=True, tag="take-test"):
    """A unit takes the Discipline test it is asked for."""

    unit: str


class TestAgain(Action, frozen=True, tag="test-again"):
    """A unit rolls a failed Discipline test again."""

    unit: str


def due(ctx: Context, unit: Unit, clause: str, rule: str = "") -> None:
    """A unit has to take a test of this clause as soon as nothing else is pending."""
    words.mark(ctx, unit, clause, DUE, rule=rule)


def check_of(ctx: Context, clause: str) -> Check | None:
    """The test of a clause; None if the clause is not a test."""
    return next((check for check in ctx.ruleset.brought(Check) if check.clause == clause), None)


def ask_due(ctx: Context) -> bool:
    """Ask for the first test that is due, or settle it where it needs no dice. Returns whether there was one."""
    for check in ctx.ruleset.brought(Check):
        for unit in ctx.state.units.values():
            if unit.turn.get(check.clause) == DUE:
                words.unmark(ctx, unit, check.clause)
                if words.alive(ctx.state, unit):
                    ask(ctx, unit, check)
                return True
    return False


def ask(ctx: Context, unit: Unit, check: Check) -> None:
    """Ask for a test, or settle it where it needs no dice."""
    passing = ctx.value(hooks.AUTO_PASS, "", unit=unit, check=check)
    if passing:
        ctx.effects.append(Noted(rule=passing, model=unit.id, text="passed without a roll"))
        check.resolve(ctx, unit, True)
    else:
        ctx.ask(check.clause, unit.side, model=unit.id)


def take(ctx: Context, action: TakeTest) -> None:
    """Take the test the battle waits for."""
    pending, unit = ctx.state.pending, ctx.unit(action.unit)
    check = check_of(ctx, pending.clause) if pending is not None else None
    asked = pending is not None and check is not None and (pending.side, pending.model) == (ctx.by, unit.id)
    if not ctx.require(asked, TEST, "{name} is not asked for a Discipline test", general=True, name=unit.sheet.name):
        return
    assert check is not None
    ctx.emit(Answered(rule=check.clause))
    passed, limit = _rolled(ctx, unit, check, check.clause)
    again = "" if passed else ctx.value(hooks.REROLL, "", unit=unit, check=check)
    if again:
        ctx.ask(AGAIN, unit.side, model=unit.id, value=limit, about={"test": check.clause})
    else:
        check.resolve(ctx, unit, passed)


def take_again(ctx: Context, action: TestAgain) -> None:
    """Roll every die of a failed test again; the second result stands."""
    asked = asking.answered(ctx, AGAIN, action.unit)
    check = check_of(ctx, str(asked.about.get("test", ""))) if asked else None
    if asked is not None and check is not None:
        unit = ctx.unit(asked.model)
        passed, _ = _rolled(ctx, unit, check, AGAIN)
        check.resolve(ctx, unit, passed)


def _rolled(ctx: Context, unit: Unit, check: Check, clause: str) -> tuple[bool, int]:
    """Whether 2D6 are at most the Discipline, and the value they were compared with."""
    used = value_of(ctx, unit, check)
    modifiers = (*used.modifiers, *check.penalty(ctx, unit))
    total = two_dice(ctx, clause, unit, of=check.clause, modifiers=modifiers).total
    limit = max(LEAST, min(MOST, used.value + sum(amount for _, amount in modifiers)))
    if check.halved(ctx, unit):
        limit = (limit + 1) // 2
    passed = total <= limit
    word = "passed" if passed else "failed"
    ctx.effects.append(Noted(rule=used.clause, model=unit.id, target=used.model, value=limit, text=word))
    return passed, limit


class Loan(NamedTuple):
    """A Discipline that a model lends, with that model's own modifiers."""

    value: int
    model: str


class Used(NamedTuple):
    """The Discipline that a test is taken on: a value of a model, the clause it is used by, and its modifiers."""

    clause: str
    value: int
    model: str
    modifiers: Modifiers

    @property
    def modified(self) -> int:
        """The value with its modifiers."""
        return self.value + sum(amount for _, amount in self.modifiers)


def value_of(ctx: Context, unit: Unit, check: Check) -> Used:
    """The highest Discipline on which a unit may take a test: that of one of its models, or one that is lent to it.

    A value that is lent has its lender's modifiers already; those of the unit that borrows it come on top of them.
    """
    own = [
        Used(ONE, words.printed(m, "Dis"), m.id, ctx.value(hooks.DISCIPLINE, (), unit=unit, model=m, check=check))
        for m in ctx.state.members(unit.id)
    ]
    borrowed: Modifiers = ctx.value(hooks.DISCIPLINE, (), unit=unit, model=None, check=check)
    loans: tuple[tuple[str, Loan], ...] = ctx.value(hooks.LENT, (), unit=unit, check=check)
    lent = [Used(clause, loan.value, loan.model, borrowed) for clause, loan in loans]
    return max((*own, *lent), key=lambda used: used.modified, default=Used(ONE, 0, "", ()))


class Pair(NamedTuple):
    """Two dice: their sum, and the highest face."""

    total: int
    highest: int


def two_dice(ctx: Context, clause: str, unit: Unit, *, of: str = "", modifiers: Modifiers = ()) -> Pair:
    """2D6 that a unit rolls; Maximised, of 3D6 without the lowest, if a rule says so (`hooks.DICE`)."""
    maximised = ctx.value(hooks.DICE, "", unit=unit, of=of or clause)
    rolled = ctx.roll(clause, unit.side, 3 if maximised else 2, modifiers=modifiers, model=unit.id)
    faces = rolled.final()
    if not maximised:
        return Pair(rolled.total, max(faces))
    total = rolled.total - min(faces)
    ctx.effects.append(Noted(rule=maximised, model=unit.id, value=total, text="Maximised"))
    return Pair(total, max(faces))


@SWIFTSTRIDE.at(hooks.DICE, of="unit")
def _swift(ctx: Context, clause: str, *, unit: Unit, of: str, **_: object) -> str:
    """A unit of models that all have Swiftstride."""
    swift = of in words.SWIFT_ROLLS and words.every(ctx, unit, words.SWIFTSTRIDE)
    return clause or (words.SWIFTSTRIDE if swift else "")


def _may_take(ctx: Context) -> Iterator[Option]:
    if check_of(ctx, ctx.pending.clause) is not None:
        yield Option(ctx.pending.side, "take-test", model=ctx.pending.model, clause=ctx.pending.clause)


def _stays_failed(ctx: Context, asked: Decision, action: Action) -> None:
    """The owner lets the failed test stand."""
    ctx.answered(asked.clause)
    check = check_of(ctx, str(asked.about.get("test", "")))
    if check is not None:
        check.resolve(ctx, ctx.unit(asked.model), False)


def _test(now: Moment) -> str:
    """The name of a test; one whose clause is what failing it means is called by its rule."""
    clause = now.state.pending.clause if now.state.pending else ""
    return now.cast.rule(clause.removesuffix(".fail"))


PART = Part(
    acts=(
        Act(TakeTest, take, _may_take, answers=(ANY,),
            told=filled(Phrase("%(unit)s [takes|take] a test: %(test)s", "%(unit)s, тест: %(test)s"), test=_test)),
        asking.reply(TestAgain, take_again, AGAIN,
            told=Phrase("%(unit)s [re-rolls|re-roll] the failed test", "%(unit)s: переброс проваленного теста")),
    ),
    declines={AGAIN: _stays_failed},
    asks=(QuestionKind(AGAIN, named=True, about={"test": TEXT}),),
)  # fmt: skip
