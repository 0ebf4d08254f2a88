"""Panic: who has to test, and fleeing when the test is failed."""

from __future__ import annotations

from rules.kernel import regiment
from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.lengths import INCH
from rules.kernel.marks import UNIT, on_unit, one_of
from rules.kernel.part import Part
from rules.kernel.state import Formation, Unit
from rules.t9a import discipline, flight, hooks, words
from rules.t9a.book import PANIC
from rules.t9a.discipline import Check

TEST = PANIC["fail"]
NEAR = 6 * INCH


def frighten(ctx: Context, unit: Unit, why: str, by: Unit | None = None) -> None:
    """A unit has to take a Panic test, unless a rule spares it; `by` is the unit whose fate causes it."""
    passed = unit.phase.get(PANIC["exempt"]) == "passed"
    if words.engaged(ctx.state, unit) or words.fleeing(unit) or passed or unit.formation is None:
        return
    spared = ctx.value(hooks.CAUSES_PANIC, "", unit=by, other=unit) if by is not None else ""
    if spared:
        ctx.effects.append(Noted(rule=spared, model=unit.id, text="no Panic test"))
    elif TEST not in unit.turn:
        discipline.due(ctx, unit, TEST, rule=why)


def around(ctx: Context, unit: Unit, stood: Formation, why: str) -> None:
    """Every friend within 6" of where a unit stood has to test."""
    place = regiment.boundary(stood)
    for other in words.on_table(ctx.state, unit.side):
        if other.id != unit.id and regiment.apart(place, words.boundary(other)) <= NEAR:
            frighten(ctx, other, why, by=unit)


@PANIC.at(hooks.LOST)
def _losses(ctx: Context, clause: str, *, unit: Unit, by: Unit | None = None, **_: object) -> None:
    """A unit that has lost a quarter of the Health Points it had at the start of the phase has to test."""
    began, left = unit.phase.get(words.BEGAN_WITH, 0), words.health(ctx.state, unit)
    assert isinstance(began, int)
    if unit.size > 1 and left and 4 * (began - left) >= began:
        frighten(ctx, unit, PANIC["losses"])
        if by is not None and unit.turn.get(TEST) == discipline.DUE:
            words.mark(ctx, unit, TEST, by.id, until="phase")


def _resolved(ctx: Context, unit: Unit, passed: bool) -> None:
    if passed:
        words.mark(ctx, unit, PANIC["exempt"], "passed", until="phase")
    else:
        enemy = ctx.state.units.get(str(unit.phase.get(TEST, "")))
        known = enemy is not None and enemy.formation is not None
        flight.begin(ctx, unit, "panic", TEST, flight.away_from(unit, enemy) if enemy and known else None)


@PANIC.at(hooks.DESTROYED)
def _destroyed(ctx: Context, clause: str, *, unit: Unit, stood: Formation | None, **_: object) -> None:
    """Friends see a unit destroyed."""
    if stood is not None:
        around(ctx, unit, stood, PANIC["friend-destroyed"])


@PANIC.at(hooks.FLED_THROUGH)
def _run_over(ctx: Context, occasion: object, *, unit: Unit, by: Unit, **_: object) -> None:
    """Friends flee through a unit."""
    frighten(ctx, unit, PANIC["fled-through"], by=by)


@PANIC.at(hooks.FLED)
def _broken(ctx: Context, why: str, *, unit: Unit, **_: object) -> None:
    """Friends see a unit break from combat."""
    if why == "broken" and unit.formation is not None:
        around(ctx, unit, unit.formation, PANIC["friend-broken"])


PART = Part(
    brings=(Check(TEST, _resolved),),
    marks=(
        on_unit(TEST, "phase", "The enemy that has taken the Health Points for which it tests.", UNIT),
        on_unit(PANIC["exempt"], "phase", "It has passed a Panic test.", one_of("passed")),
    ),
)
