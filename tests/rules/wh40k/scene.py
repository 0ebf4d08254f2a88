"""What tests of vehicles, transports and reserves share: rules called on a position without a declaration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.kernel import direction
from rules.kernel.context import Context
from rules.kernel.effects import Noted, Removed
from rules.kernel.state import Model, Point, State
from rules.wh40k.deployment.placing import Place
from tests.rules.wh40k.field import ruleset


def context(state: State, by: str = "a", dice: Iterable[int] = ()) -> Context:
    """The working state of a decision on a copy of the position, to call a rule in."""
    return Context(ruleset(state.ruleset), state.copied(), by, tuple(dice))


def used_up(ctx: Context) -> bool:
    """Whether every die of the tape was read."""
    return ctx.read == len(ctx.tape)


def row(unit: str, at: tuple[int, ...], count: int, step: tuple[int, int] = (150, 0)) -> tuple[Place, ...]:
    """Places for the models of a unit in a row, from a point on."""
    x, y, z = (*at, 0)[:3]
    return tuple(Place(f"{unit}.{n + 1}", (x + step[0] * n, y + step[1] * n, z)) for n in range(count))


def ring(unit: str, centre: Point, count: int, base: int = 50, first: int = 1) -> tuple[Place, ...]:
    """Places for six models and fewer round a point, in base contact with a like base there."""
    return tuple(
        Place(f"{unit}.{n + first}", direction.along(centre, direction.vector(60 * n), 2 * base + 2))
        for n in range(count)
    )


def model(state: State, key: str) -> Model:
    """A model of a position."""
    return state.models[key]


def marks(state: State, key: str) -> dict[str, Any]:
    """Every mark of a unit or model."""
    holder: Any = state.units.get(key) or state.models[key]
    return {**holder.game, **holder.round, **holder.turn, **holder.phase}


def removed(effects: Iterable[Any], clause: str = "") -> list[str]:
    """The models that effects removed, by one clause if it is named."""
    return [e.model for e in effects if isinstance(e, Removed) and clause in ("", e.rule)]


def noted(effects: Iterable[Any], clause: str) -> list[str]:
    """The models or units of which something was noted under a clause."""
    return [e.model for e in effects if isinstance(e, Noted) and e.rule == clause]
