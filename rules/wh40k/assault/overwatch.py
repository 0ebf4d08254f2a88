"""Overwatch: a unit that is charged fires Snap Shots at the chargers before the range of the charge is rolled."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.marks import UNITS, QuestionKind, on_unit
from rules.kernel.part import Choice, Part
from rules.kernel.state import Unit
from rules.kernel.telling import Phrase
from rules.wh40k import questions, words
from rules.wh40k.shooting import shoot, sight
from rules.wh40k.shooting.volley import Fire

OVERWATCH = "wh40k.assumed.overwatch"
"""On a charging unit, for the phase: its targets not yet asked. Also the question to one of them."""


class Overwatch(Action, frozen=True, tag="overwatch"):
    """A unit that is charged fires at the chargers; `facts` declare what it sees if the table has no terrain map."""

    unit: str
    fire: tuple[Fire, ...]
    facts: tuple[sight.LineOfSight, ...] = ()


def next_of(ctx: Context, charger: Unit) -> Unit | None:
    """The next target of a charge that may fire; others are skipped."""
    waiting = charger.phase.get(OVERWATCH)
    while isinstance(waiting, tuple) and waiting:
        target, waiting = ctx.state.units[waiting[0]], waiting[1:]
        words.mark(ctx, charger, OVERWATCH, waiting, "phase")
        if may(ctx, target, charger):
            return target
    return None


def may(ctx: Context, target: Unit, charger: Unit) -> bool:
    """Whether a unit could fire Overwatch: it is not locked in combat and has a weapon that fires Snap Shots."""
    return not words.locked(ctx.state, target) and bool(shoot.plan(ctx, target, charger, OVERWATCH))


def overwatch(ctx: Context, action: Overwatch) -> None:
    """Fire Snap Shots at the chargers."""
    pending = questions.answered(ctx, OVERWATCH, action.unit)
    if pending is None:
        return
    unit, charger = ctx.unit(action.unit), ctx.unit(pending.targets[0])
    shoot.volley(ctx, unit, charger, action.fire, snap_clause=OVERWATCH, rule=OVERWATCH, facts=action.facts)


def _with_everything(choice: Choice) -> Iterator[Action]:
    fire = shoot.plan(choice.ctx, choice.unit, choice.state.units[choice.option.targets[0]], OVERWATCH)
    if fire:
        yield Overwatch(unit=choice.option.model, fire=fire)


MARKS = (
    on_unit(OVERWATCH, "phase", "The targets of its charge that have yet to be asked about Overwatch.", UNITS),
)  # fmt: skip

PART = Part(
    asks=(QuestionKind(OVERWATCH, targets=1),),
    marks=MARKS,
    acts=(
        questions.reply(Overwatch, overwatch, OVERWATCH, targets=True, propose=_with_everything,
            told=Phrase("%(unit)s: overwatch fire", "%(unit)s: упреждающий огонь")),
    ),
    declines={OVERWATCH: questions.let_go},
)  # fmt: skip
