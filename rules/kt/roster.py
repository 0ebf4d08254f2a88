"""Kill Team rosters: read from BattleScribe files, checked against a points limit, and picked from a command roster.

Covers `kt.roster.*`, `kt.datasheet.max` and `kt.gap.commanders`; one model's sheet is read in `rules.kt.datasheet`.
Nothing of a file is dropped: what fits no field of a `Sheet` is in the roster's `rules`, `notes` and `extra`.
Points are whole numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rules import battlescribe
from rules.battlescribe import Cost, Document, Force, Selection
from rules.kernel.errors import IllegalAction, Malformed
from rules.kernel.sheet import Ability, Roster, Sheet
from rules.kt.datasheet import BASE, BETTER_SAVES, SAVE, SPECIALISMS, Notes, Part, free, sheet, slug

MAX_MODELS = 200
MAX_ITEMS = 500
"""Selections, profiles, rules and categories of one model."""
MAX_TEXT = 4_000_000
"""Characters in a whole roster, counted after a selection of ten models has become ten models."""
MAX_NAME = 40
MAX_LISTED = 200
"""Problems that one message names; only a file that is no roster has more."""
SPECIALISTS = 4
"""`kt.roster.max-specialists`: in one team, the Leader included."""
MODELS = 3
"""`kt.roster.min-models`."""
COMMANDERS = 200
"""`kt.gap.commanders`: the smallest points limit with commanders."""
TRIED_LEADERS, TRIED_MODELS = 20, 40
"""How far `pick` searches a roster on which the obvious teams are not legal."""


class Problem(msgspec.Struct, frozen=True):
    """Why a list cannot be fielded: the id of the rule, a sentence for the player and the numbers in it."""

    rule: str
    message: str
    facts: dict[str, Any] = {}


# --- reading -------------------------------------------------------------------------------------------------------


def load(source: bytes | str | Path, name: str = "roster.ros") -> Roster:
    """The roster in a `.ros` or `.rosz` file, given as bytes (called `name`) or as a path.

    Raises:
        Malformed: see `rules.battlescribe.read` and `from_battlescribe`.
        OSError: the path cannot be read.
    """
    if isinstance(source, bytes):
        return from_battlescribe(battlescribe.read(source, name))
    return from_battlescribe(battlescribe.read(Path(source).read_bytes(), Path(source).name))


def from_battlescribe(document: Document, bases: Mapping[str, int] | None = None) -> Roster:
    """Every model of a roster file, with ids "1", "2", ... in the order of the file.

    `bases` gives the radius of a base in hundredths of an inch by the model's type, where it is not `BASE`.

    Raises:
        Malformed: another game system, no models, or values that cannot be read; the reason lists all of them.
    """
    _require_system(document)
    forces = list(_forces(document.forces))
    apart: set[int] = set()
    bodies = [[body for chosen in force.selections for body in _bodies(chosen, apart)] for force in forces]
    _require_models([body for part in bodies for body in part], apart)
    notes, models = Notes(), list[Sheet]()
    names = iter(_names([body.selection for part in bodies for body in part], notes))
    rules: list[Ability] = []
    for force, part in zip(forces, bodies, strict=True):
        own, better = _force_rules(force, apart)
        rules += own
        for body in part:
            base = (bases or {}).get(body.selection.name, BASE)
            parts = list(_carried(body, apart))
            models.append(sheet(str(len(models) + 1), next(names), parts, base, better, notes))
    _require_readable(notes, models, rules)
    return _roster(document, forces, apart, models, rules, notes)


def _roster(
    document: Document,
    forces: Sequence[Force],
    apart: set[int],
    models: Sequence[Sheet],
    rules: Sequence[Ability],
    notes: Notes,
) -> Roster:
    points, printed = sum(model.points for model in models), _points(document.costs)
    if printed and printed != points:
        notes.remarks.append(f"the file says {printed} points; its models add up to {points}")
    chosen = [s for force in forces for top in force.selections for s in top.walk()]
    notes.remarks += [f"{s.custom_name or s.name}: {s.notes}" for s in chosen if s.notes]
    notes.remarks += [f"{force.custom_name or force.name}: {force.notes}" for force in forces if force.notes]
    notes.remarks += [document.notes] if document.notes else []
    aside = [s for force in forces for top in force.selections if id(top) not in apart for s in top.walk()]
    extra: dict[str, Any] = {"forces": [f"{force.catalogue}: {force.custom_name or force.name}" for force in forces]}
    if aside:
        extra["list"] = [s.name for s in aside if not s.children]
    if costs := _other_costs([c for force in forces for c in force.costs] + [c for s in chosen for c in s.costs]):
        extra["costs"] = costs
    return Roster(
        name=document.name,
        system=document.system,
        faction=", ".join(dict.fromkeys(force.catalogue for force in forces if force.catalogue)),
        points=points,
        models=tuple(models),
        rules=tuple(dict.fromkeys(rules)),
        notes=tuple(notes.remarks),
        extra=extra,
    )


def _require_system(document: Document) -> None:
    """Kill Team of 2018: not its later editions, nor the games on larger tables."""
    if not re.search(r"kill[ -]?team(?!.*(?:202\d|\b2nd\b|\b3rd\b))", document.system, re.IGNORECASE):
        system = document.system[:80] or "no game system"
        raise Malformed("$.gameSystemName", f"this roster is for {system}; one for Kill Team (2018) is wanted")


def _require_models(bodies: Sequence[_Body], apart: set[int]) -> None:
    if not bodies:
        raise Malformed("$.forces", "this roster holds no models")
    if len(bodies) > MAX_MODELS:
        raise Malformed("$.forces", f"this roster holds more than {MAX_MODELS} models")
    for body in bodies:
        if sum(_items(part, apart) for part in (body.selection, *body.units)) > MAX_ITEMS:
            raise Malformed("$.forces", f"{body.selection.name[:MAX_NAME]} has more than {MAX_ITEMS} items and rules")


def _items(selection: Selection, apart: set[int]) -> int:
    own = 1 + len(selection.profiles) + len(selection.rules) + len(selection.categories)
    return own + sum(_items(child, apart) for child in selection.children if id(child) not in apart)


def _require_readable(notes: Notes, models: Iterable[Sheet], rules: Iterable[Ability]) -> None:
    problems = list(dict.fromkeys(notes.problems))
    if problems:
        heading = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        more = f"; and {len(problems) - MAX_LISTED} more" if len(problems) > MAX_LISTED else ""
        raise Malformed("$.forces", f"{heading} in this roster: {'; '.join(problems[:MAX_LISTED])}{more}")
    size = sum(len(rule.text) + len(rule.name) for rule in rules)
    for model in models:
        size += sum(len(a.text) + len(a.name) for a in model.abilities) + sum(map(len, model.keywords))
        size += sum(len(w.text) + len(w.name) for w in model.weapons) + len(model.type)
    if size > MAX_TEXT:
        raise Malformed("$.forces", f"the models of this roster have more than {MAX_TEXT} characters of rules")


# --- the tree of selections ----------------------------------------------------------------------------------------


class _Body(NamedTuple):
    """One model to be: the `nth` of its selection's number, the units around it, and those that it pays for as
    their first model."""

    selection: Selection
    nth: int
    units: tuple[Selection, ...] = ()
    pays: tuple[Selection, ...] = ()


def _forces(forces: Iterable[Force]) -> Iterator[Force]:
    for force in forces:
        yield force
        yield from _forces(force.forces)


def _bodies(selection: Selection, apart: set[int], inside: bool = False) -> list[_Body]:
    """Every model in a selection, in the order of the file; `inside` a model only models stand apart.

    Puts into `apart` the identity of each selection that is a model or holds one.
    """
    is_model = selection.type == "model" or (not inside and _has_sheet(selection))
    found = [body for child in selection.children for body in _bodies(child, apart, inside or is_model)]
    if is_model:
        apart.add(id(selection))
        count = min(selection.number, MAX_MODELS + 1)
        return [*(_Body(selection, nth) for nth in range(count)), *found]
    if not found:
        return []
    apart.add(id(selection))
    first, *rest = (body._replace(units=(selection, *body.units)) for body in found)
    return [first._replace(pays=(selection, *first.pays)), *rest]


def _has_sheet(selection: Selection) -> bool:
    """Whether a selection that is not called a model has a datasheet and holds no model (as in older data)."""
    return any(p.type == "Model" for p in selection.profiles) and not any(s.type == "model" for s in selection.walk())


def _carried(body: _Body, apart: set[int]) -> Iterator[Part]:
    """All that a model has: its own selections, then those of the units around it."""
    yield from _parts(body.selection, body.nth, body.nth + 1, apart)
    for unit in body.units:
        for part in _parts(unit, 0, max(unit.number, 1), apart):
            points = part.points if any(unit is paid for paid in body.pays) else Decimal(0)
            yield part._replace(points=points, copies=1)


def _parts(
    selection: Selection, start: int, end: int, apart: set[int], specialism: str = "", level: int = 0
) -> Iterator[Part]:
    """What the bearers from `start` to `end` of a selection's `number` have of it, models inside it left out.

    A cost in the file is for the whole number; it is divided so that the bearers' points add up to it.
    """
    number = max(selection.number, 1)
    level = (specialism and _level(selection)) or level
    yield Part(selection, end - start, _price(_points(selection.costs), number, start, end), specialism, level)
    for child in selection.children:
        first, last = _share(child.number, number, start), _share(child.number, number, end)
        if first < last and id(child) not in apart:
            yield from _parts(child, first, last, apart, specialism or _specialism(child), level)


def _share(total: int, among: int, upto: int) -> int:
    """How many of `total` items the first `upto` of `among` bearers hold; the first ones hold the odd ones."""
    each, odd = divmod(total, among)
    return upto * each + min(upto, odd)


def _price(total: Decimal, number: int, start: int, end: int) -> Decimal:
    """The part of a price that falls on the bearers from `start` to `end`; whole points stay whole."""
    if total != int(total):
        return total * (end - start) / number
    return total * end // number - total * start // number


def _level(selection: Selection) -> int:
    found = re.match(r"Level (\d)\b", selection.name)
    return int(found[1]) if found else 0


def _specialism(selection: Selection) -> str:
    """The specialism that a selection is, told by its levels or by its name; else empty."""
    known = slug(selection.name) in SPECIALISMS
    armed = any(profile.type == "Weapon" for part in selection.walk() for profile in part.profiles)
    return slug(selection.name) if any(map(_level, selection.children)) or (known and not armed) else ""


def _force_rules(force: Force, apart: set[int]) -> tuple[list[Ability], bool]:
    """The rules of a whole force, and whether one of them betters its invulnerable saves (`BETTER_SAVES`)."""
    holders: list[Force | Selection] = [force]
    holders += [s for top in force.selections if id(top) not in apart for s in top.walk()]
    rules = [Ability(r.name, r.text, "faction") for holder in holders for r in holder.rules]
    rules += [
        Ability(p.name, ", ".join(f"{c.name}: {c.value}" for c in p.characteristics), "faction")
        for holder in holders
        for p in holder.profiles
    ]
    better = {rule for rule in rules if BETTER_SAVES.match(rule.text)}
    return [msgspec.structs.replace(r, rule=SAVE) if r in better else r for r in rules], bool(better)


def _names(selections: Sequence[Selection], notes: Notes) -> list[str]:
    """A name for each model: the owner's own where it names one model, else its type; numbered where it is shared.

    Owners also write remarks into the name (`1 / 2`, or `Swarm` on eight models); these are kept as notes.
    """
    different = {id(s): s for s in selections}
    given = Counter(s.custom_name for s in different.values())
    wanted = [s.custom_name if _is_name(s, given) else s.name for s in selections]
    short = [" ".join(name[:MAX_NAME].split()) for name in wanted]
    shared, names = Counter(short), list[str]()
    for selection, name in zip(selections, short, strict=True):
        names.append(free(name, names, " ") if shared[name] == 1 else _numbered(name, names))
        if selection.custom_name not in ("", name) and different.pop(id(selection), None) is not None:
            notes.remarks.append(f"{names[-1]} is called {selection.custom_name!r} in the file")
    return names


def _is_name(selection: Selection, given: Counter[str]) -> bool:
    letters = re.search(r"[^\W\d_]{2}", selection.custom_name)
    return bool(letters) and given[selection.custom_name] == 1


def _numbered(name: str, taken: Sequence[str]) -> str:
    number = 1
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"


def _is_points(cost: Cost) -> bool:
    return cost.name.strip().lower() in ("pts", "pt", "points")


def _points(costs: Iterable[Cost]) -> Decimal:
    return sum((cost.value for cost in costs if _is_points(cost)), Decimal(0))


def _other_costs(costs: Iterable[Cost]) -> dict[str, str]:
    """Totals of the cost types that are no points, such as command points, as text."""
    totals: dict[str, Decimal] = {}
    for cost in costs:
        if cost.value and not _is_points(cost):
            totals[cost.name.strip()] = totals.get(cost.name.strip(), Decimal(0)) + cost.value
    return {name: f"{total.normalize():f}" for name, total in sorted(totals.items())}


# --- checking ------------------------------------------------------------------------------------------------------


def specialism(model: Sheet) -> str:
    """The model's specialism (`leader`, `medic`, ...), empty for an ordinary model."""
    names = sorted(rule for rule in model.has if rule.startswith("kt.specialist."))
    return names[0].rpartition(".")[2] if names else ""


def problems(roster: Roster, limit: int) -> list[Problem]:
    """Everything that keeps a roster from being fielded as a team of at most `limit` points; empty if it is legal."""
    models = roster.models
    total, roles = sum(m.points for m in models), Counter(s for s in map(specialism, models) if s)
    found = []
    if total > limit:
        text = f"{total} points are more than the {limit} agreed"
        found.append(Problem("kt.roster.points-limit", text, {"points": total, "limit": limit}))
    if len(models) < MODELS:
        text = f"{len(models)} models are too few; a team has at least {MODELS}"
        found.append(Problem("kt.roster.min-models", text, {"models": len(models), "needed": MODELS}))
    if not roles["leader"]:
        found.append(Problem("kt.roster.leader-required", "the team has no Leader"))
    for name, count in sorted(roles.items()):
        if count > 1:
            text = f"{count} models are {name.title()} specialists; each specialism may be taken once"
            facts = {"specialism": name, "models": [m.id for m in models if specialism(m) == name]}
            found.append(Problem("kt.roster.unique-specialisations", text, facts))
    if roles.total() > SPECIALISTS:
        text = f"{roles.total()} specialists are more than {SPECIALISTS}, the Leader included"
        found.append(Problem("kt.roster.max-specialists", text, {"specialists": roles.total(), "most": SPECIALISTS}))
    return [*found, *_too_many(models), *_commanders(models, limit)]


def _too_many(models: Sequence[Sheet]) -> Iterator[Problem]:
    """`kt.datasheet.max`; a model without the characteristic has no limit."""
    for name, count in sorted(Counter(m.type for m in models).items()):
        most = min((int(m.profile["Max"]) for m in models if m.type == name and "Max" in m.profile), default=count)
        if count > most:
            text = f"{count} models are {name}; at most {most} may be taken"
            yield Problem("kt.datasheet.max", text, {"type": name, "models": count, "most": most})


def _commanders(models: Sequence[Sheet], limit: int) -> Iterator[Problem]:
    found = [m for m in models if "COMMANDER" in m.keywords]
    if found and limit < COMMANDERS:
        text = f"{found[0].name} is a commander; commanders need a game of {COMMANDERS} points"
        yield Problem("kt.gap.commanders", text, {"models": [m.id for m in found], "limit": limit})


# --- picking a team ------------------------------------------------------------------------------------------------


def team(roster: Roster, ids: Iterable[str]) -> Roster:
    """The roster with only these models, in the roster's order, and their points.

    Raises:
        IllegalAction: `kt.roster.command-roster` if an id is not on the roster, or twice in the list.
    """
    wanted = Counter(ids)
    strange = sorted(wanted - Counter(model.id for model in roster.models))
    if strange:
        text = f"model {strange[0]} is not on the roster {roster.name}, or was chosen twice"
        raise IllegalAction("kt.roster.command-roster", text, {"models": strange})
    models = tuple(model for model in roster.models if model.id in wanted)
    return msgspec.structs.replace(roster, models=models, points=sum(model.points for model in models))


def pick(roster: Roster, limit: int) -> tuple[str, ...]:
    """The ids of a legal team of at most `limit` points, always the same one for the same roster.

    The first Leader with whom a team can be made, then specialists in the roster's order, then as many models as fit,
    the cheapest first. A roster that is legal as it stands is its own team.

    Raises:
        IllegalAction: with the first rule in the way, `kt.roster.leader-required` if there is no Leader to field.
    """
    if not problems(roster, limit):
        return tuple(model.id for model in roster.models)
    leaders = [m for m in roster.models if specialism(m) == "leader" and not list(_commanders([m], limit))]
    if not leaders:
        raise IllegalAction("kt.roster.leader-required", f"{roster.name} has no Leader to field", {"limit": limit})
    for start in _starts(roster, leaders[:TRIED_LEADERS], limit):
        if _legal(start, limit):
            chosen = _fill(roster, start, limit)
            if len(chosen) >= MODELS:
                return tuple(model.id for model in roster.models if model in chosen)
    raise _no_team(roster, leaders, limit)


def _starts(roster: Roster, leaders: Sequence[Sheet], limit: int) -> Iterator[tuple[Sheet, ...]]:
    """Beginnings of a team, the best first: a Leader with many specialists, with few, with each pair of models."""
    for leader in leaders:
        for count in range(SPECIALISTS, 0, -1):
            yield _grow((leader,), [m for m in roster.models if specialism(m)], limit, most=count)
    cheap = sorted(roster.models, key=lambda m: m.points)[:TRIED_MODELS]
    for leader in leaders:
        for pair in combinations([m for m in cheap if m is not leader], MODELS - 1):
            yield (leader, *pair)


def _fill(roster: Roster, start: tuple[Sheet, ...], limit: int) -> tuple[Sheet, ...]:
    """As many models as fit beside the start: ordinary ones by price, then by their place on the roster."""
    ordinary = [m for m in roster.models if not specialism(m)]
    return _grow(start, sorted(ordinary, key=lambda m: m.points), limit, most=len(roster.models))


def _grow(start: tuple[Sheet, ...], models: Iterable[Sheet], limit: int, most: int) -> tuple[Sheet, ...]:
    """Add each model that breaks no rule, up to `most` in all."""
    chosen = start
    for model in models:
        if len(chosen) < most and _fits(chosen, model, limit):
            chosen = (*chosen, model)
    return chosen


def _fits(chosen: Sequence[Sheet], model: Sheet, limit: int) -> bool:
    if sum(m.points for m in chosen) + model.points > limit or any(m is model for m in chosen):
        return False
    return _legal((*chosen, model), limit)


def _legal(models: tuple[Sheet, ...], limit: int) -> bool:
    """Whether models break no rule, except that there may be too few of them yet."""
    found = problems(Roster(name="", system="", models=models), limit)
    return all(problem.rule == "kt.roster.min-models" for problem in found)


def _no_team(roster: Roster, leaders: Sequence[Sheet], limit: int) -> IllegalAction:
    cheapest = sorted(model.points for model in roster.models)[: MODELS - 1]
    least = min(leader.points for leader in leaders) + sum(cheapest)
    if len(roster.models) >= MODELS and least > limit:
        text = f"a Leader and two models of {roster.name} cost at least {least} points; {limit} are agreed"
        return IllegalAction("kt.roster.points-limit", text, {"points": least, "limit": limit})
    text = f"no Leader of {roster.name} can be fielded with two more models"
    return IllegalAction("kt.roster.min-models", text, {"limit": limit, "needed": MODELS})
