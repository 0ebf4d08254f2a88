"""The victory points of a city fight: what of an army counts as one element, how much of it is lost, whether it is
scoring.

Points are counted in halves, twice the cost, so that half of an odd cost is whole. An element is what was rated on its
own when the army was written down: a unit, an independent character of it, a model that acts alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.cod import options, prepared
from rules.kernel.sheet import wounds_of
from rules.kernel.state import Model, State, Unit
from rules.wh40k import words
from rules.wh40k.vehicles import vehicle

NOTHING, HALF, FULL = 0, 1, 2
"""What the enemy gains, in halves of the cost."""
APART = "cod.vp.combined-units"
"""On the sheet of a unit whose models act singly: each is an element of its own."""
DEDICATED = "wh40k.assumed.transport.dedicated"
NEVER_SCORING = ("transport", "independent-character")


class Element(msgspec.Struct, frozen=True):
    """Something that is rated on its own. `models` are those it began with; `kind` is its row of the table."""

    unit: Unit
    kind: str
    models: tuple[Model, ...]
    cost: int


class ElementWorth(msgspec.Struct, frozen=True):
    """How it is with an element: the clause of the table that says so, what the enemy gains in halves of the cost."""

    clause: str
    gain: int
    scoring: bool


def elements(state: State, side: str) -> tuple[Element, ...]:
    """Everything of a side that is rated on its own."""
    return tuple(found for unit in state.units.values() if unit.side == side for found in of_unit(state, unit))


def of_unit(state: State, unit: Unit) -> Iterator[Element]:
    """What of a unit is rated on its own; who joined it later belongs to the unit he came from."""
    models = tuple(state.models[key] for key in (unit.side + m for m in unit.sheet.models) if key in state.models)
    if APART in unit.sheet.has:
        for model in models:
            yield Element(unit, _kind(state, unit, (model,)), (model,), model.sheet.points)
        return
    heroes = tuple(m for m in models if words.is_(m, "Independent Character"))
    rest = tuple(m for m in models if m not in heroes)
    for hero in heroes:
        yield Element(unit, "independent-character", (hero,), hero.sheet.points if rest else unit.sheet.points)
    if rest:
        cost = unit.sheet.points - sum(hero.sheet.points for hero in heroes)
        yield Element(unit, _kind(state, unit, rest), rest, max(0, cost))


def _kind(state: State, unit: Unit, models: tuple[Model, ...]) -> str:
    """The row of the table for models of a unit."""
    if all(words.is_vehicle(model) for model in models):
        if is_transport(state, unit):
            return "transport"
        return "squadron" if len(models) > 1 else "vehicle"
    artillery = "Artillery" in unit.sheet.keywords or any(words.is_(model, "Artillery") for model in models)
    return "artillery" if artillery else "non-vehicle"


def is_transport(state: State, unit: Unit) -> bool:
    """Whether a unit is the own transport of another one."""
    own = [other for other in state.units.values() if other.side == unit.side]
    named = any(other.sheet.has.get(DEDICATED) == unit.sheet.id for other in own)
    return named or unit.sheet.category == "Dedicated Transport"


def standing(state: State, element: Element) -> ElementWorth:
    """How it is with an element now."""
    row, gain, scoring = _ROWS[element.kind](state, element)
    return ElementWorth(f"cod.vp.{element.kind}.{row}", gain, scoring and element.kind not in NEVER_SCORING)


Row = tuple[str, int, bool]


def _vehicle(state: State, element: Element) -> Row:
    if all(model.out for model in element.models):
        return "destroyed", FULL, False
    if not any(_mobile(model) for model in element.models):
        return "immobilised", HALF, False
    return "mobile", NOTHING, True


def _squadron(state: State, element: Element) -> Row:
    count = len(element.models)
    mobile = sum(_mobile(model) for model in element.models)
    if all(model.out for model in element.models):
        return "destroyed", FULL, False
    if mobile * 2 >= count:
        return "half-mobile", NOTHING, True
    few = not options.option(state, options.SQUADRONS) or mobile * 4 <= count
    return "below-half", HALF if few else NOTHING, False


def _mobile(model: Model) -> bool:
    return not model.out and vehicle.IMMOBILISED not in model.game


def _hero(state: State, element: Element) -> Row:
    (hero,) = element.models
    if hero.out or _fleeing(state, element):
        return "dead", FULL, False
    hurt = hero.wounds < wounds_of(hero.sheet)
    return ("wounded", HALF, False) if hurt else ("unhurt", NOTHING, False)


def _non_vehicle(state: State, element: Element) -> Row:
    left, began = strength(element)
    if not left or _fleeing(state, element):
        return "destroyed", FULL, False
    return ("quarter-plus", NOTHING, True) if left * 4 >= began else ("below-quarter", HALF, False)


def _artillery(state: State, element: Element) -> Row:
    left, began = strength(element)
    if not left or _fleeing(state, element):
        return "destroyed", FULL, False
    guns = [model for model in element.models if words.is_(model, "Gun")]
    silent = bool(guns) and all(gun.out for gun in guns)
    return ("below-half", HALF, False) if silent or left * 2 < began else ("half-plus", NOTHING, True)


_ROWS = {
    "non-vehicle": _non_vehicle,
    "vehicle": _vehicle,
    "transport": _vehicle,
    "squadron": _squadron,
    "independent-character": _hero,
    "artillery": _artillery,
}


def strength(element: Element) -> tuple[int, int]:
    """How strong an element is and was, in wounds: a model of one wound counts one (`cod.vp.note.multi-wound`)."""
    left = sum(model.wounds for model in element.models if not model.out)
    return left, sum(wounds_of(model.sheet) for model in element.models)


def _fleeing(state: State, element: Element) -> bool:
    """Whether what is left of an element is falling back, with whatever unit it is in."""
    return any(words.falling_back(state.units[m.unit]) for m in element.models if not m.out)


def there(state: State, element: Element) -> bool:
    """Whether something of an element is on the table, in a vehicle on it included."""
    return any(_there(state, model) for model in element.models)


def _there(state: State, model: Model) -> bool:
    if model.out or model.at is not None:
        return not model.out
    carrier = state.units[model.unit].game.get(words.ABOARD)
    return isinstance(carrier, str) and carrier in state.models and _there(state, state.models[carrier])


def scoring(state: State, unit: Unit) -> tuple[Element, ...]:
    """The scoring elements among those a unit began with."""
    return tuple(found for found in of_unit(state, unit) if standing(state, found).scoring)


# points


def halves(state: State, cost: int, gain: int) -> int:
    """A gain in half points. Players may agree that half of an odd cost is rounded up (`cod.gap.half-points`)."""
    if gain == HALF and not options.option(state, options.HALVES):
        return cost + cost % 2
    return gain * cost


def for_enemies(state: State, side: str) -> int:
    """Half points for what a side has done to the enemy, by the table."""
    enemies = elements(state, state.enemy(side))
    return sum(halves(state, found.cost, standing(state, found).gain) for found in enemies)


def for_own(state: State, side: str) -> int:
    """Half points for a side's own scoring units that are on the table."""
    own = [found for found in elements(state, side) if there(state, found)]
    return sum(FULL * found.cost for found in own if standing(state, found).scoring)


def for_gone(state: State, side: str) -> int:
    """Half points for a side's units that left the table by their exit, at their whole cost."""
    return sum(FULL * found.cost for found in elements(state, side) if prepared.GONE in found.unit.game)


def totals(state: State) -> dict[str, int]:
    """Victory points of both sides in half points: for the enemy's losses and for own scoring units."""
    return {side: for_enemies(state, side) + for_own(state, side) for side in state.sides}
