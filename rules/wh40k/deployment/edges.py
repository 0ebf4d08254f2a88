"""The edges of the table, and the sides they belong to.

A side's own edge is the one in its deployment zone (`wh40k.assumed.deployment`): the edge along which most of the
border of its zone runs. A mission may say otherwise (`hooks.OWN_EDGES`), or give a side none.
"""

from __future__ import annotations

from math import isqrt

from rules.kernel import convex
from rules.kernel.context import Context
from rules.kernel.geometry import Flat
from rules.kernel.state import Point, State, Table, Zone
from rules.wh40k import hooks

Edge = tuple[Flat, Flat]
ZONE = "wh40k.assumed.deployment"
"""On a side, for the game: the id of its deployment zone."""


def all_edges(table: Table) -> tuple[Edge, ...]:
    """The edges of a table: south, east, north, west."""
    corners = ((0, 0), (table.width, 0), (table.width, table.depth), (0, table.depth))
    return tuple(convex.borders(corners))


def zone_of(state: State, side: str) -> Zone | None:
    """The deployment zone of a side; None if it has none."""
    key = state.sides[side].game.get(ZONE)
    return next((zone for zone in state.table.zones if zone.id == key), None)


def own(ctx: Context, side: str) -> tuple[Edge, ...]:
    """The table edges of a side; empty if it has none."""
    zone = zone_of(ctx.state, side)
    base = (along(ctx.state.table, zone),) if zone is not None else ()
    return tuple(ctx.value(hooks.OWN_EDGES, base, side=side))


def inward(edge: Edge, at: Flat) -> Flat:
    """Straight from an edge towards a place on the table, as a vector of length 1000."""
    (ax, ay), (_, by) = edge
    if ay == by:
        return (0, 1000 if at[1] > ay else -1000)
    return (1000 if at[0] > ax else -1000, 0)


def across(table: Table, at: Point) -> Flat:
    """From a place towards the far side of the table, as a vector of length 1000."""
    return (0, 1000) if 2 * at[1] < table.depth else (0, -1000)


def along(table: Table, zone: Zone) -> Edge:
    """The edge along which most of a zone's border runs; the first edge if there is none."""
    return max(all_edges(table), key=lambda edge: sum(_shared(edge, border) for border in convex.borders(zone.outline)))


def _shared(edge: Edge, border: Edge) -> int:
    """How much of a border lies on an edge of the table."""
    (ax, ay), (_, by) = edge
    (cx, cy), (dx, dy) = border
    on = cy == dy == ay if ay == by else cx == dx == ax
    return isqrt((cx - dx) ** 2 + (cy - dy) ** 2) if on else 0
