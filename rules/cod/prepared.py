"""What was settled before the battle, as kept in the position: roles, edges, zones, ruins and scenario buildings.

A side's marks are under the clauses that gave them; zones of the table are named after the side that deploys in them.
"""

from __future__ import annotations

from rules.cod import ground
from rules.cod import ruins as city
from rules.cod.mission import Mission, Segment, mission
from rules.kernel import convex
from rules.kernel.context import Context
from rules.kernel.effects import Marked, ZoneSet
from rules.kernel.marks import PIECE, PIECES, TEXTS, each, on_side, on_table, on_unit, one_of
from rules.kernel.part import Part
from rules.kernel.state import Mark, State, Terrain, Unit, Zone

RUINS = "cod.terrain.outline.agree"
"""The mark on the table with the ids of the ruins, in the order in which they were placed."""
OWN_EDGES = "cod.gap.own-edge"
"""The mark on a side with the names of its own table edges."""
BUILDING = "cod.scenario.urban-assault.deploy.building-first"
"""The mark on a side with the id of the building it defends."""
POINTS = "cod.scenario.gauntlet.deploy.points"
"""The mark on a side with its entry point, its exit point: how far along the edge each is, in hundredths."""
GONE = "cod.scenario.gauntlet.victory"
"""The mark on a unit that left the table by its exit."""

INFILTRATE = "wh40k.usr.infiltrate"
ENTITLED = 2
"""The value of a special rule that a unit may use in any scenario."""


def role(state: State, side: str) -> str:
    """`attacker` or `defender`; empty if the scenario has no roles or they are not settled."""
    played = mission(state)
    if played is None or "roles" not in played.rule.clauses:
        return ""
    return str(state.sides[side].game.get(played["roles"], "")) if side in state.sides else ""


def some_side(state: State, named: object) -> str:
    """The named side, or the first if there is no such side: a position may lack what was settled."""
    return named if isinstance(named, str) and named in state.sides else next(iter(state.sides))


def side_of(state: State, wanted: str) -> str:
    """The side with a role; empty if there is none."""
    return next((side for side in state.sides if role(state, side) == wanted), "")


def own_edges(state: State, side: str) -> tuple[str, ...]:
    """The names of a side's own table edges."""
    found = state.sides[side].game.get(OWN_EDGES, ())
    return found if isinstance(found, tuple) else ()


def segments(state: State, side: str) -> tuple[Segment, ...]:
    """A side's own table edges."""
    return ground.edges(state.table, own_edges(state, side))


def zones(state: State, side: str) -> tuple[Zone, ...]:
    """The zones a side deploys in."""
    return tuple(zone for zone in state.table.zones if zone.id.partition(".")[0] == side)


def reaches(state: State, piece: Terrain, side: str) -> bool:
    """Whether a piece of terrain reaches into a side's deployment zone: more than touches it."""
    return any(convex.overlap(piece.outline, zone.outline) for zone in zones(state, side))


def in_zone(state: State, piece: Terrain, side: str) -> bool:
    """Whether a piece of terrain lies in a side's deployment zone; one that reaches into both sides' lies in neither
    (`cod.assumed.ruin-in-both-zones`).
    """
    return [other for other in state.sides if reaches(state, piece, other)] == [side]


def ruins(state: State) -> tuple[Terrain, ...]:
    """The city ruins in the order in which they were placed, including destroyed ones."""
    sites = {piece.id: piece for piece in city.sites(state)}
    known = state.game.get(RUINS)
    first = tuple(sites[key] for key in known if key in sites) if isinstance(known, tuple) else ()
    return (*first, *(piece for piece in sites.values() if piece not in first))


def ruin(state: State, key: str) -> Terrain | None:
    """A city ruin by its id, even a destroyed one; None if there is none."""
    return next((piece for piece in ruins(state) if piece.id == key), None)


def building(state: State, side: str) -> str:
    """The building a side defends; empty if it chose none."""
    return str(state.sides[side].game.get(BUILDING, ""))


def points(state: State, side: str) -> tuple[int, int]:
    """A side's entry and exit point along their edges."""
    found = state.sides[side].game.get(POINTS, ())
    return (int(found[0]), int(found[1])) if isinstance(found, tuple) and len(found) == 2 else (0, 0)


def settled(ctx: Context, side: str, key: str, value: Mark, rule: str = "") -> None:
    """Record something settled about a side, for the game."""
    ctx.emit(Marked(rule=rule or key, on=side, key=key, value=value, until="game"))


def draw(ctx: Context, played: Mission, clause: str) -> None:
    """Draw the deployment zones of the scenario as far as they are known now."""
    drawn = played.zones(ctx.state)
    for side in drawn:
        for zone in drawn[side]:
            if zone not in ctx.state.table.zones:
                ctx.emit(ZoneSet(rule=clause, zone=zone))


def every_edge(state: State) -> tuple[Segment, ...]:
    """All edges of the table."""
    return ground.edges(state.table, ground.EDGES)


def granted(state: State, side: str, clause: str) -> bool:
    """Whether a side has a stratagem that lies under a clause."""
    return clause in state.sides[side].game


def infiltrates(state: State, unit: Unit) -> bool:
    """Whether a unit is set up by Infiltrate: by the stratagem, or because it may whatever the scenario says."""
    found = [model.sheet.has.get(INFILTRATE) for model in state.members(unit.id)]
    found.append(unit.sheet.has.get(INFILTRATE))
    if ENTITLED in found:
        return True
    return any(found) and granted(state, unit.side, "cod.stratagem.infiltrate.permission")


PART = Part(marks=(
    on_table(RUINS, "The ruins, in the order in which they were placed.", PIECES),
    on_side(OWN_EDGES, "game", "Its own table edges.", each(one_of(*ground.EDGES), "a list of edges of the table")),
    on_side(BUILDING, "game", "The building it defends.", PIECE),
    on_side(POINTS, "game", "Its entry point, its exit point: how far along the edge each is, as two texts.", TEXTS),
    on_unit(GONE, "game", "It left the table by its exit."),
))  # fmt: skip
