"""Fleeing: the move of a unit that flees, through whom, off the table, and what happens to it there."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import asking, convex, direction, regiment
from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.marks import LENGTH, QuestionKind, number, on_unit
from rules.kernel.part import Objection, Part, objection
from rules.kernel.state import LIMIT, Facing, Formation, Unit
from rules.kernel.telling import Phrase
from rules.t9a import danger, discipline, hooks, movement, words

DISTANCE = "t9a.core.flee-distance"


class Flee(Action, frozen=True, tag="flee"):
    """A unit makes its flee move: its dice."""

    unit: str


def begin(ctx: Context, unit: Unit, why: str, rule: str, away: Facing | None = None) -> None:
    """A unit begins to flee, away from an enemy: its owner rolls for the distance next."""
    words.mark(ctx, unit, words.FLEEING, why, until="game", rule=rule)
    ctx.fire(hooks.FLED, why, unit=unit)
    ask(ctx, unit, away or _from_nearest(ctx, unit))


def ask(ctx: Context, unit: Unit, away: Facing) -> None:
    """A fleeing unit has to move."""
    ctx.ask(DISTANCE, unit.side, model=unit.id, about={"x": away[0], "y": away[1]})


def onward(unit: Unit) -> Facing:
    """The direction in which a unit that has not rallied goes on: as it faces."""
    return words.formation(unit).facing


def _from_nearest(ctx: Context, unit: Unit) -> Facing:
    """Directly away from the closest enemy, by the centres; as it faces where there is none."""
    foes = [other for other in words.on_table(ctx.state) if other.side != unit.side]
    if not foes:
        return words.formation(unit).facing
    return away_from(unit, min(foes, key=lambda other: words.apart(unit, other)))


def away_from(unit: Unit, enemy: Unit) -> Facing:
    """The direction from the centre of an enemy to that of a unit."""
    (x, y), (u, v) = regiment.centre(words.formation(unit)), regiment.centre(words.formation(enemy))
    return (x - u, y - v) if (x, y) != (u, v) else words.formation(enemy).facing


def _stands_fast(unit: Unit) -> Iterator[Objection]:
    """Why nobody asks how far a unit flees."""
    if not words.fleeing(unit):
        yield objection(words.FLEEING, "{name} is not fleeing", name=unit.sheet.name)
    elif DISTANCE in unit.turn:
        yield objection(DISTANCE, "{name} has fled in this turn", name=unit.sheet.name)


def flee(ctx: Context, action: Flee) -> None:
    """Roll the distance and move: directly away, over units in the way, off the table if it comes to that."""
    asked = asking.answered(ctx, DISTANCE, action.unit, _stands_fast(ctx.unit(action.unit)))
    if asked is None:
        return
    unit = ctx.unit(asked.model)
    x, y = asked.about.get("x"), asked.about.get("y")
    away = (x, y) if isinstance(x, int) and isinstance(y, int) else words.formation(unit).facing
    length = discipline.two_dice(ctx, DISTANCE, unit).total * INCH
    words.mark(ctx, unit, DISTANCE, length)
    run(ctx, unit, away, length)


def run(ctx: Context, unit: Unit, away: Facing, length: int) -> None:
    """A unit flees so far in a direction: units it fled through may panic; at the edge it is destroyed."""
    before = words.formation(unit)
    turned = regiment.reformed(before, direction.scaled(away, regiment.LENGTH), before.files, before.stands)
    after = _cleared(ctx, unit, regiment.forward(turned, length))
    through = regiment.covered(turned, after)
    if not movement.on_table(ctx.state, regiment.boundary(after)):
        words.destroy(ctx, unit, DISTANCE)
        return
    words.form(ctx, unit, after, DISTANCE)
    with ctx.carrying(through):
        danger.tests(ctx, unit, before, after, "flee", False)
    for other in words.on_table(ctx.state, unit.side):
        if other.id != unit.id and convex.overlap(through, words.boundary(other)):
            ctx.fire(hooks.FLED_THROUGH, DISTANCE, unit=other, by=unit)


def _cleared(ctx: Context, unit: Unit, after: Formation) -> Formation:
    """A unit that would end on, or too near to, another goes on until it is clear of all of them."""
    while next(movement.crowding(ctx.state, unit, regiment.boundary(after)), None) is not None:
        if not movement.on_table(ctx.state, regiment.boundary(after)):
            break
        after = regiment.forward(after, INCH // 4)
    return after


def react(ctx: Context, unit: Unit, charger: Unit) -> None:
    """A unit flees from a charge; one that flees already goes on."""
    if words.fleeing(unit):
        ctx.fire(hooks.FLED, "again", unit=unit)
        ask(ctx, unit, away_from(unit, charger))
    else:
        begin(ctx, unit, "reaction", DISTANCE, away_from(unit, charger))


def caught(ctx: Context, unit: Unit, clause: str) -> None:
    """A fleeing unit that was reached is destroyed."""
    ctx.effects.append(Noted(rule=clause, model=unit.id, text="caught"))
    words.destroy(ctx, unit, clause)


ALONG = number(-LIMIT, LIMIT, "a part of a direction")
PART = Part(
    acts=(
        asking.reply(Flee, flee, DISTANCE, told=Phrase("%(unit)s [flees|flee]", "%(unit)s: бегство")),
    ),
    marks=(on_unit(DISTANCE, "turn", "How far it has fled.", LENGTH),),
    asks=(QuestionKind(DISTANCE, named=True, about={"x": ALONG, "y": ALONG}),),
)  # fmt: skip
