"""The combat score: what each unit of a combat adds to the score of its side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.state import Unit
from rules.t9a import ranks, strikes, words

SCORE = "t9a.core.combat-score"
MOST_RANKS = 3
FLANK, REAR = 1, 2


class Part(NamedTuple):
    """What a unit adds to the score of its side."""

    side: str
    unit: str
    what: str
    amount: int


def parts(ctx: Context, units: Sequence[Unit], lost: dict[str, int], foes: dict[str, list[Unit]]) -> Iterator[Part]:
    """All parts of the score of a combat. `lost` are the Health Points of each unit, `foes` whom it was engaged with.

    Each standard counts; of the rest the best of a side counts once: its charge, the deepest of its units, its Battle
    Standard, its best attack on a flank, and on a rear.
    """
    for unit in units:
        enemy = ctx.state.enemy(unit.side)
        yield Part(enemy, unit.id, "health points lost by the enemy", lost[unit.id])
    alive = [unit for unit in units if words.alive(ctx.state, unit) and unit.formation is not None]
    yield from (Part(u.side, u.id, "standard", 1) for u in alive if _has(ctx, u, "Standard Bearer"))
    for side in ctx.state.sides:
        own = [unit for unit in alive if unit.side == side]
        for what, amount in _VALUES:
            found = [(amount(ctx, unit, foes[unit.id]), unit.id) for unit in own]
            best, unit_id = max(found, key=lambda each: each[0], default=(0, ""))
            yield Part(side, unit_id, what, best)


def _has(ctx: Context, unit: Unit, keyword: str) -> bool:
    return any(words.is_(model, keyword) for model in ctx.state.members(unit.id))


def _charge(ctx: Context, unit: Unit, foes: list[Unit]) -> int:
    return int(words.CHARGING in unit.turn)


def _ranks(ctx: Context, unit: Unit, foes: list[Unit]) -> int:
    return min(MOST_RANKS, max(0, ranks.full(ctx, unit) - 1))


def _battle_standard(ctx: Context, unit: Unit, foes: list[Unit]) -> int:
    return int(_has(ctx, unit, "Battle Standard Bearer"))


def _on(ctx: Context, unit: Unit, foes: list[Unit], arcs: tuple[str, ...], amount: int) -> int:
    """The bonus for an enemy attacked on one of these sides: 1 more if the unit has a Full Rank."""
    standing = (foe for foe in foes if foe.formation is not None and words.alive(ctx.state, foe))
    if any(strikes.side_of(words.formation(foe), words.boundary(unit)) in arcs for foe in standing):
        return amount + int(ranks.full(ctx, unit) > 0)
    return 0


def _flank(ctx: Context, unit: Unit, foes: list[Unit]) -> int:
    return _on(ctx, unit, foes, ("left", "right"), FLANK)


def _rear(ctx: Context, unit: Unit, foes: list[Unit]) -> int:
    return _on(ctx, unit, foes, ("rear",), REAR)


_VALUES = (
    ("charge", _charge),
    ("ranks", _ranks),
    ("battle standard", _battle_standard),
    ("flank", _flank),
    ("rear", _rear),
)


def totals(ctx: Context, units: Sequence[Unit], lost: dict[str, int], foes: dict[str, list[Unit]]) -> dict[str, int]:
    """The score of each side, with every part of it in the trace."""
    found = dict.fromkeys(ctx.state.sides, 0)
    for part in parts(ctx, units, lost, foes):
        if part.amount:
            found[part.side] += part.amount
            ctx.effects.append(Noted(rule=SCORE, model=part.unit, target=part.side, value=part.amount, text=part.what))
    for side, total in found.items():
        ctx.effects.append(Noted(rule=SCORE, target=side, value=total, text="combat score"))
    return found
