"""Tests of characteristics: on one die, such as Initiative, or on two, such as Cool or Willpower."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rules.kernel.context import Context, Modifiers
from rules.kernel.dice import Needs
from rules.kernel.effects import Marked, Noted, Rolled
from rules.kernel.events import Action, Reroll
from rules.kernel.marks import COUNT, on_side
from rules.kernel.part import ANY, Act, Choice, Option, Part
from rules.kernel.state import Model, State
from rules.kernel.telling import Phrase
from rules.necro import hooks, options

ONE_DIE = "necro.core.test-1d6"
TWO_DICE = "necro.core.test-2d6"
NATURALS = "necro.core.test-naturals"
DOUBLE = ("Ld", "Cl", "Wil", "Int")
NEVER = 99
AGAIN = options.REROLLS
"""On a side, for the game: how many re-rolls it has made."""
ADDED = ("necro.core.running-for-cover",)
"""Rolls beside tests on two dice whose dice are added together."""


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

    All dice showing 1 fail, all showing 6 pass, whatever the modifiers. A fighter without the characteristic passes by
    these alone.
    """
    value = model.sheet.profile.get(name, NEVER)
    needed = value if isinstance(value, int) else NEVER
    dice, each = (2, 0) if name in DOUBLE else (1, Needs(needed, natural_fail=1, natural_pass=6))
    rolled = ctx.roll(clause, model.side, dice, needed=each, modifiers=modifiers, model=model.id)
    faces = set(rolled.final())
    natural = len(faces) == 1 and faces <= {1, 6}
    passed = faces == {6} if natural else rolled.total + sum(amount for _, amount in modifiers) >= needed
    ctx.emit(Noted(rule=NATURALS if natural else clause, model=model.id, value=needed,
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


# re-rolls


def rerolls_left(state: State, side: str) -> int:
    """How many re-rolls a gang has left, of those that were agreed."""
    made = state.sides[side].game.get(AGAIN, 0) if side in state.sides else 0
    return options.option(state, AGAIN) - (made if isinstance(made, int) else 0)


def added(ctx: Context, rule: str) -> bool:
    """Whether the dice of a roll are added together."""
    check = check_of(ctx, rule)
    return rule in ADDED or (check is not None and check.name in DOUBLE)


def reroll(ctx: Context, rolled: Rolled, request: Reroll) -> tuple[int, ...]:
    """The indices of the dice that a gang rolls again, if it may repeat that roll of its own."""
    side, together = _decides(ctx, request), added(ctx, rolled.rule)
    told: dict[str, Any] = {"side": side, "roller": rolled.by}
    ctx.require(side == rolled.by, AGAIN, "that is a roll of side {roller}: side {side} cannot re-roll it", **told)
    chosen = tuple(range(len(rolled.faces))) if together else (request.die,)
    there = ctx.require(request.die < len(rolled.faces), AGAIN, "there is no die {die} in this roll",
                        severity="impossible", die=request.die)  # fmt: skip
    if not there:
        return ()
    there = not (len(chosen) > 1 and request.die)
    if not ctx.require(there, AGAIN, "dice that are added together are re-rolled together"):
        return ()
    again = {index for index, _ in rolled.again} & set(chosen)
    ctx.require(not again, AGAIN, "the second result stands, even if it is worse")
    return chosen


def _decides(ctx: Context, request: Reroll) -> str:
    """The side whose decision it is. Raises Malformed when there is no such side."""
    return ctx.side(request.by or ctx.by, "$.rerolls").id


def price(ctx: Context, request: Reroll) -> None:
    """Take one of the re-rolls that were agreed from the side that makes it."""
    side = _decides(ctx, request)
    left, agreed = rerolls_left(ctx.state, side), options.option(ctx.state, AGAIN)
    ctx.require(left > 0, AGAIN, "side {side} has made its re-rolls, {agreed} in the battle", side=side, agreed=agreed)
    ctx.emit(Marked(rule=AGAIN, on=side, key=AGAIN, value=agreed - left + 1, until="game"))


def may_reroll(ctx: Context, rolled: Rolled) -> bool:
    """Whether the side that made a roll has a re-roll for it."""
    return rerolls_left(ctx.state, rolled.by) > 0 and len(rolled.again) < len(rolled.faces)


def _may_take(ctx: Context) -> Iterator[Option]:
    if check_of(ctx, ctx.pending.clause) is not None:
        yield Option(ctx.pending.side, "take-test", model=ctx.pending.model, clause=ctx.pending.clause)


def _takes(choice: Choice) -> Iterator[Action]:
    yield TakeTest(fighter=choice.option.model)


PART = Part(
    acts=(
        Act(TakeTest, take, _may_take, answers=(ANY,), propose=_takes,
            told=Phrase("%(fighter)s takes a test: %(rule)s", "%(fighter)s, тест: %(rule)s")),
    ),
    marks=(on_side(AGAIN, "game", "How many re-rolls it has made in the battle.", COUNT),),
)  # fmt: skip
