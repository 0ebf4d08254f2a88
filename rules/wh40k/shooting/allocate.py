"""Which models suffer Wounds: the closest first, in an assault those in base contact first; and Look Out, Sir."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel import footprint, geometry
from rules.kernel.context import Context
from rules.kernel.lengths import INCH
from rules.kernel.state import Model, Point, Unit
from rules.wh40k import words

CLOSEST = "wh40k.assumed.allocation.closest"
MIXED = "wh40k.assumed.allocation.mixed-saves"
LOOK_OUT = "wh40k.assumed.allocation.look-out-sir"
"""On a unit, for the game: its characters do not use Look Out, Sir, and nobody asks. Also the question."""
STEP_IN = 6 * INCH


def order(
    ctx: Context, target: Unit, attackers: Iterable[Model], origin: Point | None, assault: bool, only: tuple[str, ...]
) -> list[Model]:
    """The models of a unit in the order in which they are given Wounds; equally close ones in the order of the unit.

    Measured from `origin` if there is one, else from the nearest of the attackers.
    """
    models = words.standing(ctx.state, target) or ctx.state.members(target.id)
    models = [m for m in models if not only or m.id in only]
    foes = [m for m in attackers if m.at is not None]
    return sorted(models, key=lambda model: _rank(model, foes, origin, assault))


def _rank(model: Model, foes: list[Model], origin: Point | None, assault: bool) -> tuple[int, int]:
    if model.at is None or (origin is None and not foes):
        return 0, 0
    if origin is not None:
        return 0, footprint.distance_to_point(model, origin)
    near = min(geometry.distance(model, foe) for foe in foes)
    return int(assault and near > words.CONTACT), near


def closest(model: Model, others: Iterable[Model]) -> Model | None:
    """The nearest other model within 6"; None if there is none."""
    near = geometry.within(others, model, STEP_IN)
    return min(near, key=lambda other: geometry.distance(model, other), default=None)


def may_look_out(unit: Unit) -> bool:
    """Whether a unit's characters are protected by their comrades: unless their owner said no."""
    return LOOK_OUT not in unit.game


def look_out(ctx: Context, model: Model) -> Model:
    """The model that takes an allocated Wound: a character may pass it to the closest of its unit, on a roll."""
    unit = words.unit_of(ctx.state, model)
    if not words.characters([model]) or model.at is None or not may_look_out(unit):
        return model
    other = closest(model, words.standing(ctx.state, unit))
    if other is None or not ctx.choice(LOOK_OUT, model.side, model=model.id, targets=(other.id,)):
        return model
    needed = 2 if words.is_(model, "Independent Character") else 4
    rolled = ctx.roll(LOOK_OUT, model.side, 1, needed=needed, model=model.id, target=other.id)
    return other if rolled.passed[0] else model
