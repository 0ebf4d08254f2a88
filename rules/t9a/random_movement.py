"""Random Movement: at the end of step 2 of the Movement Phase a unit turns and goes as far as its dice say.

The value of the rule is the dice: `2D6`. An enemy that is reached is charged; what else is in the way stops the unit.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import regiment
from rules.kernel.context import Context
from rules.kernel.dice import Dice
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.state import Formation, Number, Unit
from rules.kernel.telling import Phrase
from rules.t9a import charge, hooks, movement, turn, words
from rules.t9a.book import RANDOM

CLAUSE = RANDOM[""]
STEP = 10


class RandomMove(Action, frozen=True, tag="random-move"):
    """A unit with Random Movement turns about its centre to face a way, and goes straight ahead."""

    unit: str
    facing: tuple[Number, Number]


def dice(ctx: Context, unit: Unit) -> Dice:
    """The dice of a unit's Random Movement."""
    count, _, sides = str(ctx.holds(unit, CLAUSE)).partition("D")
    return Dice(int(count or 1), int(sides or 6))


def objections(ctx: Context, unit: Unit) -> Iterator[Objection]:
    """Why a unit does not move by dice now."""
    name = unit.sheet.name
    if not ctx.holds(unit, CLAUSE):
        yield objection(CLAUSE, "{name} has no Random Movement", name=name)
    if words.fleeing(unit):
        yield objection(words.FLEEING, "{name} is fleeing", name=name)
    if words.engaged(ctx.state, unit):
        yield objection(CLAUSE, "{name} is engaged in combat", name=name)
    if words.MOVED in unit.turn:
        yield objection(words.MOVED, "{name} has moved in this turn ({how})", name=name, how=unit.turn[words.MOVED])


def due(ctx: Context) -> list[Unit]:
    """The units of the active side that have still to move by dice."""
    return [unit for unit in words.on_table(ctx.state, ctx.state.turn) if nothing(objections(ctx, unit))]


def move(ctx: Context, action: RandomMove) -> None:
    """Turn, roll, and go: into contact with the first enemy on the way, or as far as there is room."""
    fits, unit = turn.now(ctx, "movement", "compulsory"), words.own(ctx, action.unit)
    may = refuse(ctx, objections(ctx, unit))
    if not (fits and may):
        return
    turned = _turned(ctx, unit, action.facing)
    length = ctx.roll(CLAUSE, unit.side, dice(ctx, unit), model=unit.id).total * INCH
    words.form(ctx, unit, turned, CLAUSE)
    for enemy in _ahead(ctx, unit, length):
        end = charge.way(ctx, unit, enemy, False)
        if end is not None:
            ctx.effects.append(Noted(rule=CLAUSE, model=unit.id, target=enemy.id, value=length, text="reached"))
            charge.arrives(ctx, unit, enemy, end, CLAUSE)
            return
    ahead = (regiment.forward(turned, each) for each in range(length, 0, -STEP))
    after = next((end for end in ahead if movement.room(ctx, unit, turned, end)), turned)
    movement.done(ctx, unit, after, "random", CLAUSE)


def _turned(ctx: Context, unit: Unit, facing: tuple[int, int]) -> Formation:
    """A unit that has turned on the spot; it may always face as it does."""
    stands = words.formation(unit)
    somewhere = ctx.require(facing != (0, 0), CLAUSE, "a unit faces somewhere")
    if facing == stands.facing or not somewhere:
        return stands
    turned = regiment.reformed(stands, facing, stands.files, stands.stands)
    movement.ends(ctx, unit, regiment.boundary(turned))
    return turned


def _ahead(ctx: Context, unit: Unit, length: int) -> list[Unit]:
    """The enemies that a unit comes into contact with on its way straight ahead, the nearest first."""
    stands = words.formation(unit)
    ground = regiment.covered(stands, regiment.forward(stands, length))
    foes = [u for u in words.on_table(ctx.state) if u.side != unit.side]
    return sorted((foe for foe in foes if regiment.contact(ground, words.boundary(foe))),
                  key=lambda foe: words.apart(unit, foe))  # fmt: skip


@RANDOM.at(hooks.MAY_MOVE, of="unit")
def _no_other_move(ctx: Context, barred: str, **_: object) -> str:
    return barred or CLAUSE


@RANDOM.at(hooks.MAY_CHARGE, of="unit")
def _no_declared_charge(ctx: Context, barred: str, **_: object) -> str:
    """It charges whom it reaches by its dice."""
    return barred or CLAUSE


@RANDOM.at(hooks.MAY_END)
def _has_to_move(ctx: Context, barred: str, **_: object) -> str:
    now = (ctx.state.phase, ctx.state.step) == ("movement", "compulsory")
    return barred or (CLAUSE if now and due(ctx) else "")


def _may_move(ctx: Context) -> Iterator[Option]:
    if ctx.state.step == "compulsory":
        yield from (Option(unit.side, "random-move", unit.id, clause=CLAUSE) for unit in due(ctx))


def _moves(choice: Choice) -> Iterator[Action]:
    facings = movement.reforms(choice.ctx, choice.unit)
    yield from (RandomMove(unit=choice.unit.id, facing=each) for each in facings)


PART = Part(acts=(
    Act(RandomMove, move, _may_move, phases=("movement",), propose=_moves,
        told=Phrase("%(unit)s [moves|move] by dice", "%(unit)s: движение по броску")),
))  # fmt: skip
