"""Where units may be set up: conditions that scenarios combine. Each checks a unit's models at their intended places
and gives the clause that is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.cod import ground, prepared
from rules.cod.book import ORGANISATION
from rules.cod.mission import mission
from rules.kernel import footprint, geometry
from rules.kernel.lengths import INCH
from rules.kernel.state import Model, State, Terrain, Unit
from rules.wh40k import words
from rules.wh40k.deployment import deploy

ORDER = ORGANISATION["deploy.category-order"]
CATEGORIES = ("Troops", "Heavy Support", "Elites", "HQ", "Fast Attack")
"""The order in which units are set up."""
DEDICATED = "wh40k.assumed.transport.dedicated"

Refused = Callable[[State, Unit, tuple[Model, ...]], str]


def owner(state: State, unit: Unit) -> Unit:
    """The unit that a transport belongs to; any other unit itself."""
    for other in state.units.values():
        if other.side == unit.side and other.sheet.has.get(DEDICATED) == unit.sheet.id:
            return other
    return unit


def category(state: State, unit: Unit) -> str:
    """The category of a unit in its army; of a transport that of the unit it belongs to."""
    return owner(state, unit).sheet.category


def waiting(state: State, side: str) -> list[Unit]:
    """The units of a side that are neither set up nor in reserve, infiltrators left out: they come last."""
    return [unit for unit in deploy.undeployed(state, side) if not prepared.infiltrates(state, unit)]


def to_set_up(state: State, side: str) -> list[Unit]:
    """The units that the scenario allows a side to set up and that are not yet set up."""
    played = mission(state)
    return [unit for unit in waiting(state, side) if played is None or not played.held(state, unit)]


def out_of_order(state: State, unit: Unit) -> bool:
    """Whether a unit of an earlier category has still to be set up (`cod.gap.deploy-category-per-player`)."""
    wanted = category(state, unit)
    if wanted not in CATEGORIES:
        return False
    earlier = CATEGORIES[: CATEGORIES.index(wanted)]
    return any(category(state, other) in earlier for other in to_set_up(state, unit.side))


def near_enemy(state: State, models: Iterable[Model], reach: int) -> bool:
    """Whether a model would be within a distance of an enemy that is set up."""
    return any(geometry.within(words.foes(state, model.side), model, reach) for model in models)


def near_centre(state: State, models: Iterable[Model], reach: int) -> bool:
    """Whether a model would be within a distance of the centre of the table."""
    middle = ground.centre(state.table)
    return any(ground.from_point(model, middle) <= reach for model in models)


def near_piece(models: Iterable[Model], piece: Terrain, reach: int) -> bool:
    """Whether a model would be within a distance of a piece of terrain."""
    return any(footprint.near_outline(model, piece.outline, reach) for model in models)


def in_own_zone(state: State, unit: Unit, models: tuple[Model, ...]) -> bool:
    """Whether models would stand wholly in a zone of their side."""
    return ground.inside(models, prepared.zones(state, unit.side))


def by_quarters(quarters: str, order: str, exclusion: str) -> Refused:
    """Own quarter, order of categories, 18" from the enemy, 12" from the centre; the clauses of the three."""

    def refused(state: State, unit: Unit, models: tuple[Model, ...]) -> str:
        if out_of_order(state, unit):
            return order
        if not in_own_zone(state, unit, models):
            return quarters
        close = near_enemy(state, models, 18 * INCH) or near_centre(state, models, 12 * INCH)
        return exclusion if close else ""

    return refused


def in_zones(clauses: dict[str, str]) -> Refused:
    """Own zone, by the clause of each role."""

    def refused(state: State, unit: Unit, models: tuple[Model, ...]) -> str:
        if out_of_order(state, unit):
            return ORDER
        return "" if in_own_zone(state, unit, models) else clauses[prepared.role(state, unit.side)]

    return refused
