"""Overwatch: a unit that is charged fires Snap Shots at the chargers before the range of the charge is rolled."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.lengths import show
from rules.kernel.marks import UNITS, QuestionKind, on_unit
from rules.kernel.part import Choice, Objections, Part, objection
from rules.kernel.state import State, Unit
from rules.kernel.telling import Phrase
from rules.wh40k import questions, words
from rules.wh40k.shooting import shoot, sight
from rules.wh40k.shooting.volley import Fire

ROLL = "wh40k.assumed.charge.roll"
"""On a charging unit, for the phase: the range it rolled, in hundredths."""
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


def _not_asked(ctx: Context, key: str) -> Objections:
    """Why a unit cannot fire Overwatch at the unit that is charging, if one is."""
    state, unit, charger = ctx.state, ctx.unit(key), ctx.state.units.get(ctx.state.active)
    if unit.side != ctx.by or not words.standing(state, unit):
        return
    yield from words.in_combat(state, unit, OVERWATCH)
    if charger is None or words.TRIED_CHARGE not in charger.turn:
        yield from _over(state, unit)
        return
    name, other = unit.sheet.name, charger.sheet.name
    rolled = charger.phase.get(ROLL)
    if unit.id not in _declared(charger):
        yield objection(OVERWATCH, "{other} has not declared a charge at {name}", name=name, other=other)
    elif isinstance(rolled, int):
        refusal = "Overwatch comes before the charge range is rolled, and {other} has rolled {rolled}"
        yield objection(OVERWATCH, refusal, other=other, rolled=show(rolled))
    if not shoot.plan(ctx, unit, charger, OVERWATCH):
        yield objection(OVERWATCH, "no weapon of {name} can fire Snap Shots at {other}", name=name, other=other)


def _over(state: State, unit: Unit) -> Objections:
    """Who has charged a unit this turn, or that nobody has."""
    name = unit.sheet.name
    charged = [u for u in state.units.values() if unit.id in _declared(u)]
    for one in charged:
        yield objection(OVERWATCH, "the charge of {other} at {name} is over", other=one.sheet.name, name=name)
    if not charged:
        yield objection(OVERWATCH, "no charge was declared at {name} this turn", name=name)


def _declared(unit: Unit) -> tuple[str, ...]:
    found = unit.turn.get(words.TRIED_CHARGE, ())
    return found if isinstance(found, tuple) else ()


def overwatch(ctx: Context, action: Overwatch) -> None:
    """Fire Snap Shots at the chargers."""
    pending = questions.answered(ctx, OVERWATCH, action.unit, _not_asked(ctx, action.unit), "assault")
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
            told=Phrase("%(unit)s [fires|fire] overwatch", "%(unit)s: упреждающий огонь")),
    ),
    declines={OVERWATCH: questions.let_go},
)  # fmt: skip
