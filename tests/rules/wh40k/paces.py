"""Moves for tests: one model's path, or a whole unit shifted, those in front first."""

from __future__ import annotations

from rules.kernel.state import Facing, State
from rules.wh40k.movement.move import ModelMove


def go(model: str, *path: tuple[int, ...], facing: Facing | None = None) -> ModelMove:
    """A model's move along points, on the ground unless they have a height."""
    return ModelMove(model, tuple((p[0], p[1], p[2] if len(p) > 2 else 0) for p in path), facing)


def shift(state: State, unit: str, dx: int, dy: int) -> tuple[ModelMove, ...]:
    """Every model of a unit on the table goes straight by the same way; those in front go first."""
    there = [m for m in state.models.values() if m.unit == unit and not m.out and m.at is not None]
    there.sort(key=lambda m: -(m.at[0] * dx + m.at[1] * dy) if m.at else 0)
    return tuple(go(m.id, (m.at[0] + dx, m.at[1] + dy, m.at[2])) for m in there if m.at)
