"""What a regiment does while it moves: straight ahead, backwards, sideways, wheels, and what that costs.

A move is a sequence of steps, each measured by the model that goes farthest; the ground that the regiment covers on its
way is checked step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, TypeAlias

import msgspec

from rules.kernel import regiment
from rules.kernel.convex import Core
from rules.kernel.regiment import Flank
from rules.kernel.state import Formation, Number

Length = Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class Ahead(msgspec.Struct, frozen=True, tag="ahead"):
    """Straight ahead, in hundredths of an inch."""

    length: Length


class Back(msgspec.Struct, frozen=True, tag="back"):
    """Straight backwards, in hundredths of an inch."""

    length: Length


class Aside(msgspec.Struct, frozen=True, tag="aside"):
    """Straight to one flank, in hundredths of an inch."""

    flank: Flank
    length: Length


class Wheel(msgspec.Struct, frozen=True, tag="wheel"):
    """Forwards about the front corner of one flank; the length is that of the other corner's arc, in hundredths."""

    flank: Flank
    length: Length


class Redress(msgspec.Struct, frozen=True, tag="reform"):
    """Other files, another facing, around the same centre. Without `files` as many as before."""

    facing: tuple[Number, Number]
    files: Number = 0


Step: TypeAlias = Ahead | Back | Aside | Wheel | Redress


def straight(formation: Formation, step: Ahead | Back | Aside) -> Formation:
    """A regiment after a step that keeps its facing."""
    match step:
        case Ahead():
            return regiment.forward(formation, step.length)
        case Back():
            return regiment.forward(formation, -step.length)
    return regiment.sideways(formation, step.length if step.flank == "right" else -step.length)


def gone(formation: Formation, step: Step) -> Formation:
    """A regiment after a step other than a reform."""
    if isinstance(step, Wheel):
        return regiment.wheeled(formation, step.flank, step.length)
    assert not isinstance(step, Redress)
    return straight(formation, step)


def ground(formation: Formation, step: Step) -> Iterator[Core]:
    """The ground that a regiment covers in a step other than a reform."""
    if isinstance(step, Wheel):
        yield from regiment.swung(formation, step.flank, step.length)
    elif not isinstance(step, Redress):
        yield regiment.covered(formation, straight(formation, step))


def cost(steps: Sequence[Step]) -> int:
    """How far the model that goes farthest has gone, reforms left out, in hundredths of an inch."""
    return sum(step.length for step in steps if not isinstance(step, Redress))
