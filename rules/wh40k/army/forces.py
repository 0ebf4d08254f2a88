"""What makes models an army: units, dedicated transports, squadrons, points. The same checks for every input format.

Covers `wh40k.assumed.roster.*`. The source has no force organisation chart, so none is required.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from rules.kernel.errors import IllegalAction
from rules.kernel.sheet import Roster, Sheet, UnitSheet
from rules.selections import Problem
from rules.wh40k.army.printed import CAPACITY, DEDICATED

POINTS = "wh40k.assumed.roster.points"
UNITS = "wh40k.assumed.roster.units"
SQUADRON = "wh40k.assumed.roster.squadron"
WHOLE = "wh40k.assumed.roster.whole"


def problems(roster: Roster, limit: int) -> list[Problem]:
    """All reasons why a roster cannot be fielded as an army of at most `limit` points (0: no limit)."""
    found = list(structure(roster))
    total = points(roster)
    if limit and total > limit:
        text = f"{total} points, but the agreed limit is {limit}"
        found.append(Problem(POINTS, text, {"points": total, "limit": limit}))
    return found


def points(roster: Roster) -> int:
    """What an army costs: its units."""
    return sum(unit.points for unit in roster.units)


def structure(roster: Roster) -> Iterator[Problem]:
    """What is wrong with the units of a roster, apart from points."""
    if not roster.units:
        yield Problem(UNITS, "an army needs at least one unit")
    models = {sheet.id: sheet for sheet in roster.models}
    yield from _membership(roster, models)
    for unit in roster.units:
        members = [models[key] for key in unit.models if key in models]
        vehicles = [sheet for sheet in members if "Vehicle" in sheet.keywords]
        if vehicles and len(vehicles) < len(members):
            text = f"{unit.name} has vehicles and other models; a unit has one or the other"
            yield Problem(SQUADRON, text, {"unit": unit.id})
        yield from _transport(unit, roster, models)


def _membership(roster: Roster, models: dict[str, Sheet]) -> Iterator[Problem]:
    for key in _twice([unit.id for unit in roster.units]):
        yield Problem(UNITS, f"unit {key!r} stands twice", {"unit": key})
    for key in _twice([sheet.id for sheet in roster.models]):
        yield Problem(UNITS, f"model {key!r} stands twice", {"model": key})
    for unit in roster.units:
        if unit.id in models or not unit.id:
            yield Problem(
                UNITS, f"unit {unit.name} has the id {unit.id!r}, which is a model's or none", {"unit": unit.id}
            )
        if not unit.models:
            yield Problem(UNITS, f"unit {unit.name} has no models", {"unit": unit.id})
    taken = Counter(key for unit in roster.units for key in unit.models)
    for key, count in sorted(taken.items()):
        if key not in models:
            yield Problem(UNITS, f"a unit names model {key!r}, which is not on the roster", {"model": key})
        elif count > 1:
            yield Problem(UNITS, f"{models[key].name} is in {count} units; a model is in one", {"model": key})
    for key, sheet in models.items():
        if key not in taken:
            yield Problem(UNITS, f"{sheet.name} is in no unit", {"model": key})


def _transport(unit: UnitSheet, roster: Roster, models: dict[str, Sheet]) -> Iterator[Problem]:
    """The dedicated transport of a unit has to be another unit of the roster, with transport capacity."""
    named = unit.has.get(DEDICATED)
    if named is None:
        return
    facts = {"unit": unit.id, "transport": named}
    found = next((each for each in roster.units if each.id == named), None)
    if found is None or found is unit:
        yield Problem(DEDICATED, f"the transport {named!r} of {unit.name} is not another unit of the roster", facts)
    elif not all(key in models and CAPACITY in models[key].has for key in found.models):
        yield Problem(DEDICATED, f"{found.name} is the transport of {unit.name} and has no capacity", facts)
    shared = [each.id for each in roster.units if each.has.get(DEDICATED) == named]
    if len(shared) > 1 and shared[0] == unit.id:
        yield Problem(DEDICATED, f"{named!r} is the dedicated transport of {len(shared)} units", facts)


def pick(roster: Roster, limit: int) -> tuple[str, ...]:
    """The ids of all models: an army is fielded exactly as listed on its roster.

    Raises:
        IllegalAction: with the first rule that keeps it from being fielded.
    """
    for problem in problems(roster, limit):
        raise IllegalAction(problem.rule, problem.message, problem.facts)
    return tuple(sheet.id for sheet in roster.models)


def team(roster: Roster, ids: Iterable[str]) -> Roster:
    """The roster with only the units of these models, in its order. A transport may come without its unit.

    Raises:
        IllegalAction: `wh40k.assumed.roster.whole` for an id that is not on the roster, or twice in the list, or if
        only some models of a unit are named.
    """
    wanted = Counter(ids)
    strange = sorted(wanted - Counter(sheet.id for sheet in roster.models))
    if strange:
        text = f"model {strange[0]} is not on the roster {roster.name}, or was chosen twice"
        raise IllegalAction(WHOLE, text, {"models": strange})
    units = [unit for unit in roster.units if any(key in wanted for key in unit.models)]
    for unit in units:
        left = [key for key in unit.models if key not in wanted]
        if left:
            text = f"{unit.name} is fielded whole or not at all; {len(left)} of its models were left out"
            raise IllegalAction(WHOLE, text, {"unit": unit.id, "models": left})
    there = {unit.id for unit in units}
    kept = tuple(_alone(unit, there) for unit in units)
    models = tuple(sheet for sheet in roster.models if sheet.id in wanted)
    return msgspec.structs.replace(roster, models=models, units=kept, points=sum(unit.points for unit in kept))


def _alone(unit: UnitSheet, there: set[str]) -> UnitSheet:
    """A unit, without its transport if that is not taken."""
    if unit.has.get(DEDICATED, "") in ("", *there):
        return unit
    return msgspec.structs.replace(unit, has={key: value for key, value in unit.has.items() if key != DEDICATED})


def speciality(sheet: Sheet) -> str:
    """What distinguishes it on a list: `independent character`, `psyker`, `character`, a kind of vehicle, or empty."""
    for word in ("Independent Character", "Psyker", "Character", "Walker", "Transport", "Tank", "Vehicle"):
        if word in sheet.keywords:
            return word.lower()
    return ""


def _twice(keys: Sequence[str]) -> list[str]:
    return sorted(key for key, count in Counter(keys).items() if count > 1)
