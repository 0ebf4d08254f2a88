"""The secondary objective: which side wins it when the game ends, and what that is worth."""

from __future__ import annotations

from rules.kernel import convex, regiment
from rules.kernel.context import Context
from rules.kernel.effects import Counted, Noted
from rules.kernel.lengths import INCH
from rules.kernel.part import Part
from rules.kernel.state import State, Unit, leader
from rules.kernel.telling import Cast, Plural, Telling
from rules.t9a import deployment, hooks, options, words
from rules.t9a.book import SCORING
from rules.t9a.taste import Aim, Goal

NONE, GROUND, BREAKTHROUGH = range(3)
NEAR = 6 * INCH
RULE = SCORING[""]


def scores(ctx: Context, unit: Unit) -> bool:
    """Whether a unit has Scoring, and can use it."""
    late = words.SCORELESS in unit.game
    return unit.formation is not None and not words.fleeing(unit) and not late and bool(ctx.holds(unit, RULE))


def holds(state: State, unit: Unit, objective: int) -> bool:
    """Whether a unit stands where the objective wants it."""
    area = words.boundary(unit)
    if objective == GROUND:
        return regiment.apart(((state.table.width // 2, state.table.depth // 2),), area) <= NEAR
    zone = deployment.zone_of(state, state.enemy(unit.side))
    return zone is not None and convex.overlap(area, zone.outline)


def counted(ctx: Context, objective: int) -> dict[str, int]:
    """How many of its Scoring units each side has where the objective wants them."""
    units = [unit for unit in words.on_table(ctx.state) if scores(ctx, unit) and holds(ctx.state, unit, objective)]
    return {side: sum(unit.side == side for unit in units) for side in ctx.state.sides}


def aim(ctx: Context, unit: Unit) -> Aim | None:
    """Where the objective wants a unit that can score: at the middle of the table, or in the enemy's zone."""
    objective, table = options.option(ctx.state, options.OBJECTIVE), ctx.state.table
    if objective == NONE or unit.formation is None or not scores(ctx, unit):
        return None
    if objective == GROUND:
        return Aim((table.width // 2, table.depth // 2), holds(ctx.state, unit, objective))
    zone = deployment.zone_of(ctx.state, ctx.state.enemy(unit.side))
    if zone is None:
        return None
    box, (x, y) = convex.box_of(zone.outline), regiment.centre(unit.formation)
    at = min(max(x, box.left), box.right), min(max(y, box.near), box.far)
    return Aim(at, holds(ctx.state, unit, objective))


@SCORING.at(hooks.GAME_ENDS)
def _decided(ctx: Context, occasion: object, **_: object) -> None:
    objective = options.option(ctx.state, options.OBJECTIVE)
    if objective == NONE:
        return
    there = counted(ctx, objective)
    for side, units in there.items():
        ctx.effects.append(Noted(rule=RULE, target=side, value=units, text="scoring units"))
    winner, prize = leader(there), options.option(ctx.state, options.PRIZE)
    if winner and prize:
        ctx.emit(Counted(rule=RULE, side=winner, counter="vp", by=prize))


def _said(cast: Cast, effect: Noted) -> str:
    return cast.say(HELD, side=cast.side(effect.target), count=effect.value)


HELD = Plural(
    ("%(side)s: %(count)s Scoring unit at the objective", "%(side)s: %(count)s Scoring units at the objective"),
    (
        "%(side)s: у цели %(count)s боеспособное подразделение",
        "%(side)s: у цели %(count)s боеспособных подразделения",
        "%(side)s: у цели %(count)s боеспособных подразделений",
    ),
)
PART = Part(brings=(Goal(aim),), telling=Telling(noted={RULE: _said}))
