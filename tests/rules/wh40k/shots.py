"""Declarations of shooting for tests: who fires what, and what became of the wounded."""

from __future__ import annotations

from typing import Any

import rules
from rules.kernel.context import Context
from rules.kernel.effects import Noted, Rolled
from rules.wh40k.shooting import wound
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire

from .field import ruleset


def fires(unit: str, count: int = 1, weapon: str = "gun", first: int = 1, **told: Any) -> tuple[Fire, ...]:
    """So many models of a unit, each firing one weapon."""
    return tuple(Fire(f"{unit}.{n}", weapon, **told) for n in range(first, first + count))


def shoot(unit: str, target: str, count: int = 1, weapon: str = "gun", facts: Any = (), **told: Any) -> Shoot:
    """A unit whose first models fire at a target."""
    return Shoot(unit=unit, target=target, fire=fires(unit, count, weapon, **told), facts=facts)


def rolls(decided: rules.Decided | Context) -> list[tuple[str, tuple[int, ...]]]:
    """What was rolled, clause by clause, in order."""
    return [(effect.rule, effect.faces) for effect in decided.effects if isinstance(effect, Rolled)]


def needs(decided: rules.Decided | Context, clause: str) -> list[int]:
    """What the rolls of a clause needed."""
    return [effect.needed for effect in decided.effects if isinstance(effect, Rolled) and effect.rule == clause]


def notes(decided: rules.Decided | Context, clause: str) -> list[Any]:
    """The notes of a clause."""
    return [effect for effect in decided.effects if isinstance(effect, Noted) and effect.rule == clause]


def resolved(state: Any, dice: Any = (), **pool: Any) -> tuple[int, Context]:
    """Hits resolved where no declaration is at hand: unsaved Wounds, and the context with its effects.

    `target` and `attacker` are ids.
    """
    ctx = Context(ruleset(state.ruleset), state.copied(), "a", tuple(dice))
    told = {"by": "a", "hits": 1, "strength": 4, "cover": False, **pool}
    attacker = told.pop("attacker", "")
    pool_of = wound.Pool(
        target=ctx.unit(told.pop("target", "bu1")), attacker=ctx.model(attacker) if attacker else None, **told
    )
    unsaved = wound.resolve(ctx, pool_of)
    assert ctx.read == len(ctx.tape), "dice are left"
    return unsaved, ctx
