"""Contact after losses: where a unit that no longer touches its enemy touches it again."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import convex, regiment
from rules.kernel.context import Context
from rules.kernel.state import Formation, Unit
from rules.t9a import movement, words


def shifts(ctx: Context, unit: Unit, foe: Unit) -> Iterator[Formation]:
    """Where a unit is in contact with an enemy again, without leaving another, or running into anybody.

    It shifts along its front, so far that a whole base is in contact, or else corner to corner.
    """
    stands, gap = words.formation(unit), words.apart(unit, foe)
    others = [u for u in words.on_table(ctx.state) if u.id not in (unit.id, foe.id)]
    kept = [other for other in others if other in words.engaged_with(ctx.state, unit)]
    part, whole = regiment.HALF_INCHES
    for length in (gap + 2 * stands.cell[0] * part // whole, gap):
        for after in (regiment.sideways(stands, length), regiment.sideways(stands, -length)):
            area = regiment.boundary(after)
            met = regiment.contact(area, words.boundary(foe)) and not convex.overlap(area, words.boundary(foe))
            keeps = all(regiment.contact(area, words.boundary(other)) for other in kept)
            free = not any(convex.overlap(area, words.boundary(other)) for other in others)
            if met and keeps and free and movement.on_table(ctx.state, area):
                yield after
