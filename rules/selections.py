"""The models in the selections of a roster file: which there are, what each carries, what each costs.

Knows how BattleScribe nests selections (`rules.battlescribe`), but no game system: each system says which profile types
are datasheets, and makes sheets from the parts a model carries.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import msgspec

from rules.battlescribe import Cost, Document, Force, Profile, Selection
from rules.kernel.errors import Malformed
from rules.kernel.sheet import Ability, Roster, Sheet

MAX_MODELS = 200
MAX_ITEMS = 500
"""Selections, profiles, rules and categories of one model."""
MAX_TEXT = 4_000_000
"""Characters in a whole roster, counted after a selection of ten models has become ten models."""
MAX_NAME = 40
MAX_LISTED = 200
"""The most problems in one message; only a file that is not a roster has more."""
DASHES = ("-", "–", "—", "N/A")


class Problem(msgspec.Struct, frozen=True):
    """Why a list cannot be fielded: the id of the rule, a sentence for the player and the numbers in it."""

    rule: str
    message: str
    facts: dict[str, Any] = {}


class ModelSelection(NamedTuple):
    """A selection as one model has it: how many, for how many points, and the selections that contain it.

    `path` ends with the selection itself and begins below the model, or below the unit around it where `shared`.
    """

    selection: Selection
    copies: int
    points: Decimal
    path: tuple[Selection, ...] = ()
    shared: bool = False


class Body(NamedTuple):
    """A model being read: the `nth` of its selection's number, the units around it, and those it pays for."""

    selection: Selection
    nth: int
    units: tuple[Selection, ...] = ()
    pays: tuple[Selection, ...] = ()


class Notes:
    """Remarks from reading a roster: unreadable values, and notes that belong to no field."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.remarks: list[str] = []


# --- words ---------------------------------------------------------------------------------------------------------


def slug(name: str) -> str:
    """A name as an id: `Plasma gun - Supercharge` is `plasma-gun-supercharge`."""
    plain = unicodedata.normalize("NFKD", name).lower()
    letters = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return "-".join(letters.split())[:40].strip("-")


def free(wanted: str, taken: Container[str], joint: str) -> str:
    """The wanted name if nobody has it, else the first free one of `name 2`, `name 3`, ..."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}{joint}{number}"
    return name


def printed(profile: Profile, name: str) -> str:
    """A characteristic, empty if a dash is printed."""
    value = profile.get(name)
    return "" if value in DASHES else value


def described(profile: Profile, without: Iterable[str] = ()) -> str:
    """A profile as a line of text; a single column needs no heading."""
    if len(profile.characteristics) == 1:
        return profile.characteristics[0].value
    return ", ".join(f"{c.name} {c.value}" for c in profile.characteristics if c.value and c.name not in without)


def unreadable(where: str, name: str, value: str, words: str) -> str:
    """A sentence about a value that cannot be read, or is missing; `words` is the form it should have."""
    return f"{where}, {name}: {value[:40]!r} is not {words}" if value else f"{where}, {name} is missing"


class Form(NamedTuple):
    """How a characteristic is printed: its reader (None: cannot be read) and its form in words; `needed`: no dash."""

    read: Callable[[str], int | str | None]
    words: str
    needed: bool = False


def values(said: Callable[[str], str], where: str, forms: Mapping[str, Form], notes: Notes) -> dict[str, int | str]:
    """The readable ones of characteristics, in the order of `forms`; `said` is what is printed under a name."""
    found: dict[str, int | str] = {}
    for name, form in forms.items():
        text = said(name)
        value = form.read(text) if text else None
        if value is not None:
            found[name] = value
        elif text or form.needed:
            notes.problems.append(unreadable(where, name, text, form.words))
    return found


# --- the tree of selections ----------------------------------------------------------------------------------------


def forces(document: Document) -> list[Force]:
    """Every force of a roster with the forces inside it, in the order of the file."""
    return list(_forces(document.forces))


def _forces(found: Iterable[Force]) -> Iterator[Force]:
    for force in found:
        yield force
        yield from _forces(force.forces)


def bodies(selection: Selection, apart: set[int], sheets: Collection[str], inside: bool = False) -> list[Body]:
    """Every model in a selection, in the order of the file; `inside` a model only models stand apart.

    `sheets` are the types of profiles that are datasheets. Puts into `apart` the identity of each selection that is a
    model or holds one.
    """
    is_model = selection.type == "model" or (not inside and _has_sheet(selection, sheets))
    found = [body for child in selection.children for body in bodies(child, apart, sheets, inside or is_model)]
    if is_model:
        apart.add(id(selection))
        count = min(selection.number, MAX_MODELS + 1)
        return [*(Body(selection, nth) for nth in range(count)), *found]
    if not found:
        return []
    apart.add(id(selection))
    first, *rest = (body._replace(units=(selection, *body.units)) for body in found)
    return [first._replace(pays=(selection, *first.pays)), *rest]


def _has_sheet(selection: Selection, sheets: Collection[str]) -> bool:
    """Whether a selection that is not called a model has a datasheet and holds no model (as in older data)."""
    return any(p.type in sheets for p in selection.profiles) and not any(s.type == "model" for s in selection.walk())


def carried(body: Body, apart: set[int]) -> Iterator[ModelSelection]:
    """Everything a model has: its own selections, then those of the units around it."""
    yield from _parts(body.selection, body.nth, body.nth + 1, apart)
    for unit in body.units:
        for part in _parts(unit, 0, max(unit.number, 1), apart):
            points = part.points if any(unit is paid for paid in body.pays) else Decimal(0)
            yield part._replace(points=points, copies=1, shared=True)


def _parts(
    selection: Selection, start: int, end: int, apart: set[int], path: tuple[Selection, ...] = ()
) -> Iterator[ModelSelection]:
    """The share of a selection that its bearers from `start` to `end` have, models inside it left out.

    A cost in the file is for the whole number; it is divided so that the bearers' points add up to it.
    """
    number = max(selection.number, 1)
    yield ModelSelection(selection, end - start, _price(points(selection.costs), number, start, end), path)
    given = 0
    for child in selection.children:
        if id(child) in apart:
            continue
        if child.number < number and end - start == 1:
            # Fewer than there are bearers: each kind goes to those who come after the bearers of the last one, so that
            # of eight models with seven rifles and one flamer nobody has both.
            first = (start - given) % number
            last = first + 1 if first < child.number else first
            given += child.number
        else:
            first, last = _share(child.number, number, start), _share(child.number, number, end)
        if first < last:
            yield from _parts(child, first, last, apart, (*path, child))


def _share(total: int, among: int, upto: int) -> int:
    """How many of `total` items the first `upto` of `among` bearers hold; the first ones hold the odd ones."""
    each, odd = divmod(total, among)
    return upto * each + min(upto, odd)


def _price(total: Decimal, number: int, start: int, end: int) -> Decimal:
    """The part of a price for the bearers from `start` to `end`; whole points stay whole."""
    if total != int(total):
        return total * (end - start) / number
    return total * end // number - total * start // number


# --- names ---------------------------------------------------------------------------------------------------------


def names(selections: Sequence[Selection], notes: Notes) -> list[str]:
    """A name for each model: the owner's own where it names one model, else its type; numbered where it is shared.

    Owners also write remarks into the name (`1 / 2`, or `Swarm` on eight models); these are kept as notes.
    """
    different = {id(s): s for s in selections}
    given = Counter(s.custom_name for s in different.values())
    wanted = [s.custom_name if _is_name(s, given) else s.name for s in selections]
    short = [" ".join(name[:MAX_NAME].split()) for name in wanted]
    found = distinct(short)
    for selection, name in zip(selections, found, strict=True):
        if selection.custom_name not in ("", name) and different.pop(id(selection), None) is not None:
            notes.remarks.append(f"{name} is called {selection.custom_name!r} in the file")
    return found


def distinct(wanted: Sequence[str]) -> list[str]:
    """The names, numbered where several models share one: `Docker 1`, `Docker 2`."""
    shared, found = Counter(wanted), list[str]()
    taken: set[str] = set()
    for name in wanted:
        found.append(free(name, taken, " ") if shared[name] == 1 else _numbered(name, taken))
        taken.add(found[-1])
    return found


def _is_name(selection: Selection, given: Counter[str]) -> bool:
    letters = re.search(r"[^\W\d_]{2}", selection.custom_name)
    return bool(letters) and given[selection.custom_name] == 1


def _numbered(name: str, taken: Container[str]) -> str:
    number = 1
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"


# --- costs ---------------------------------------------------------------------------------------------------------


def _is_points(cost: Cost) -> bool:
    return cost.name.strip().lower() in ("pts", "pt", "points")


def points(costs: Iterable[Cost]) -> Decimal:
    """The points among costs."""
    return sum((cost.value for cost in costs if _is_points(cost)), Decimal(0))


def whole_points(name: str, amounts: Iterable[Decimal], notes: Notes) -> int:
    """The cost of a model with everything it carries; an amount that is not whole goes to `notes.problems`."""
    total = sum(amounts, Decimal(0))
    if total != int(total) or total < 0:
        notes.problems.append(f"{name}, points: {total} is not a whole number from 0")
    return int(total)


def _other_costs(costs: Iterable[Cost]) -> dict[str, str]:
    """Totals of cost types other than points, such as command points, as text."""
    totals: dict[str, Decimal] = {}
    for cost in costs:
        if cost.value and not _is_points(cost):
            totals[cost.name.strip()] = totals.get(cost.name.strip(), Decimal(0)) + cost.value
    return {name: f"{total.normalize():f}" for name, total in sorted(totals.items())}


# --- the whole roster ----------------------------------------------------------------------------------------------


def require_models(found: Sequence[Body], apart: set[int]) -> None:
    """Refuse a roster without models, with too many, or with one that carries too much. Raises: Malformed."""
    if not found:
        raise Malformed("$.forces", "this roster holds no models")
    if len(found) > MAX_MODELS:
        raise Malformed("$.forces", f"this roster holds more than {MAX_MODELS} models")
    for body in found:
        if sum(_items(part, apart) for part in (body.selection, *body.units)) > MAX_ITEMS:
            raise Malformed("$.forces", f"{body.selection.name[:MAX_NAME]} has more than {MAX_ITEMS} items and rules")


def _items(selection: Selection, apart: set[int]) -> int:
    own = 1 + len(selection.profiles) + len(selection.rules) + len(selection.categories)
    return own + sum(_items(child, apart) for child in selection.children if id(child) not in apart)


def require_readable(notes: Notes, models: Iterable[Sheet], rules: Iterable[Ability]) -> None:
    """Refuse a roster with values that could not be read, all of them in one sentence, or with too much text.

    Raises:
        Malformed.
    """
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


def force_rules(force: Force, apart: set[int]) -> list[Ability]:
    """The rules of a whole force, and of its selections other than models."""
    holders: list[Force | Selection] = [force]
    holders += [s for top in force.selections if id(top) not in apart for s in top.walk()]
    rules = [Ability(r.name, r.text, "faction") for holder in holders for r in holder.rules]
    rules += [
        Ability(p.name, ", ".join(f"{c.name}: {c.value}" for c in p.characteristics), "faction")
        for holder in holders
        for p in holder.profiles
    ]
    return rules


def assembled(
    document: Document,
    found: Sequence[Force],
    apart: set[int],
    models: Sequence[Sheet],
    rules: Sequence[Ability],
    notes: Notes,
) -> Roster:
    """The roster of these models; its other fields keep everything in the file that belongs to no model."""
    total, said = sum(model.points for model in models), points(document.costs)
    if said and said != total:
        notes.remarks.append(f"the file says {said} points; its models add up to {total}")
    chosen = [s for force in found for top in force.selections for s in top.walk()]
    notes.remarks += [f"{s.custom_name or s.name}: {s.notes}" for s in chosen if s.notes]
    notes.remarks += [f"{force.custom_name or force.name}: {force.notes}" for force in found if force.notes]
    notes.remarks += [document.notes] if document.notes else []
    aside = [s for force in found for top in force.selections if id(top) not in apart for s in top.walk()]
    extra: dict[str, Any] = {"forces": [f"{force.catalogue}: {force.custom_name or force.name}" for force in found]}
    if aside:
        extra["list"] = [s.name for s in aside if not s.children]
    if costs := _other_costs([c for force in found for c in force.costs] + [c for s in chosen for c in s.costs]):
        extra["costs"] = costs
    return Roster(
        name=document.name,
        system=document.system,
        faction=", ".join(dict.fromkeys(force.catalogue for force in found if force.catalogue)),
        points=total,
        models=tuple(models),
        rules=tuple(dict.fromkeys(rules)),
        notes=tuple(notes.remarks),
        extra=extra,
    )
