"""Tests of characteristics: on one die, such as Initiative, or on two, such as Cool or Willpower."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.part import ANY, Act, Option, Part
from rules.kernel.state import Model
from rules.kernel.telling import Phrase
from rules.necro import hooks

ONE_DIE = "necro.core.test-1d6"
TWO_DICE = "necro.core.test-2d6"
NATURALS = "necro.core.test-naturals"
DOUBLE = ("Ld", "Cl", "Wil", "Int")


class Check(NamedTuple):
    """A test that a fighter is asked for: its clause, the characteristic, and what it comes to.

    The part of a chapter brings it.
    """

    clause: str
    name: str
    resolve: Callable[[Context, Model, bool], None]


class TakeTest(Action, frozen=True, tag="take-test"):
    """A fighter takes the test it is asked for."""

    fighter: str


def taken(ctx: Context, model: Model, clause: str, name: str, modifiers: Modifiers = ()) -> bool:
    """Whether a fighter passes a test: dice and modifiers reach the characteristic.

    All dice showing 1 fail, all showing 6 pass, whatever the modifiers.
    """
    value = model.sheet.profile.get(name, 7)
    rolled = ctx.roll(clause, model.side, 2 if name in DOUBLE else 1, modifiers=modifiers, model=model.id)
    faces = rolled.final()
    total = rolled.total + sum(amount for _, amount in modifiers)
    passed = isinstance(value, int) and total >= value
    if len(set(faces)) == 1 and faces[0] in (1, 6):
        passed = faces[0] == 6
    ctx.effects.append(Noted(rule=clause, model=model.id, value=value if isinstance(value, int) else 0,
                             text="passed" if passed else "failed"))  # fmt: skip
    return passed


def ask(ctx: Context, model: Model, clause: str) -> None:
    """A fighter has to take the test of a clause."""
    ctx.ask(clause, model.side, model=model.id)


def check_of(ctx: Context, clause: str) -> Check | None:
    """The test of a clause; None if the clause is not a test."""
    return next((check for check in ctx.ruleset.brought(Check) if check.clause == clause), None)


def take(ctx: Context, action: TakeTest) -> None:
    """Take the test the battle waits for."""
    pending, model = ctx.state.pending, ctx.model(action.fighter, "$.action.fighter")
    check = check_of(ctx, pending.clause) if pending is not None else None
    asked = pending is not None and check is not None and (pending.side, pending.model) == (ctx.by, model.id)
    clause = ctx.value(hooks.NO_TEST, "", model=model) or (pending.clause if pending is not None else ONE_DIE)
    if ctx.require(asked, clause, "{name} is not asked for a test", name=model.sheet.name) and check is not None:
        ctx.answered(check.clause)
        check.resolve(ctx, model, taken(ctx, model, check.clause, check.name))


def _may_take(ctx: Context) -> Iterator[Option]:
    if check_of(ctx, ctx.pending.clause) is not None:
        yield Option(ctx.pending.side, "take-test", model=ctx.pending.model, clause=ctx.pending.clause)


def _takes(choice: object) -> Iterator[Action]:
    yield TakeTest(fighter=choice.option.model)  # type: ignore[attr-defined]


PART = Part(acts=(
    Act(TakeTest, take, _may_take, answers=(ANY,), propose=_takes,
        told=Phrase("%(fighter)s, test: %(rule)s", "%(fighter)s, тест: %(rule)s")),
))  # fmt: skip
