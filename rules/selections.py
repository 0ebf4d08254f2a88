"""The models in the selections of a roster file: which there are, what each carries, what each costs.

Knows how BattleScribe nests selections (`rules.battlescribe`), but no game system: each system says which profile types
are datasheets, and makes sheets from the parts a model carries.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, Decimal
from typing import Any, NamedTuple

import msgspec

from rules.battlescribe import Cost, Document, Force, Profile, Selection
from rules.kernel.errors import Malformed
from rules.kernel.remarks import Fault, Notes, sentence
from rules.kernel.sheet import Ability, Roster, Sheet

MAX_MODELS = 200
MAX_ITEMS = 500
"""Selections, profiles, rules and categories of one model."""
MAX_TEXT = 4_000_000
"""Characters in a whole roster, counted after a selection of ten models has become ten models."""
MAX_POINTS = 100_000
"""Points of a whole roster."""
MAX_NAME = 40
LONGEST = 200
"""The characters of a name, or of a number as it is printed, that are looked at."""
MAX_LISTED = 20
"""The most reasons in one message."""
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
    """A model being read: the `nth` of so many (`among`), the units around it, and those it pays for."""

    selection: Selection
    nth: int
    among: int = 1
    units: tuple[Selection, ...] = ()
    pays: tuple[Selection, ...] = ()


# --- words ---------------------------------------------------------------------------------------------------------


def slug(name: str) -> str:
    """A name as an id: `Plasma gun - Supercharge` is `plasma-gun-supercharge`."""
    # Sorting marks takes the square of their number.
    plain = unicodedata.normalize("NFKD", name[:LONGEST]).lower()
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


def bare(text: str) -> str:
    """A number without blanks, footnote marks, quotes, and whatever stands after its point if that is nothing."""
    return re.sub(r"(?:\.0*|,)\Z", "", re.sub(r"[\s*†‡'\"”]", "", text))


def _as_printed(text: str) -> str:
    """No reading of an odd value is obvious."""
    return ""


class Form(NamedTuple):
    """How a characteristic is printed: its reader (None: cannot be read) and its form in words; `needed`: no dash.

    `obvious` says what an odd value, or none, obviously means, in the form that `read` reads; empty if nothing does.
    """

    read: Callable[[str], int | str | None]
    words: str
    needed: bool = False
    obvious: Callable[[str], str] = _as_printed


class Line(NamedTuple):
    """Something with characteristics: the model or unit that has it, its name, and what is printed in each column.

    A model's own line has no name: its columns are items of the model.
    """

    where: str
    name: str
    said: Callable[[str], str]

    def read_as(self, column: str, said: str, read: str, notes: Notes) -> None:
        """Remark that a column was taken for something else."""
        item, part = (self.name, column) if self.name else (column, "")
        notes.read_as(self.where, item, part, said, read)


def values(line: Line, forms: Mapping[str, Form], notes: Notes) -> tuple[dict[str, int | str], list[Fault]]:
    """The readable characteristics of a line in the order of `forms`, and faults of the others."""
    found: dict[str, int | str] = {}
    faults: list[Fault] = []
    for name, form in forms.items():
        text = line.said(name)
        short = bool(text) and len(text) <= LONGEST
        value = form.read(text) if short else None
        plain = form.obvious(text) if value is None and (short or not text) else ""
        if plain and (value := form.read(plain)) is not None:
            line.read_as(name, text, plain, notes)
        if value is not None:
            found[name] = value
        elif text or form.needed:
            faults.append(Fault(name, text, form.words, form.needed))
    return found, faults


def spared(where: str, faults: Iterable[Fault], notes: Notes) -> list[Fault]:
    """Leave out the columns of a model that it can be played without; the faults that are left."""
    serious = []
    for fault in faults:
        if fault.needed:
            serious.append(fault)
        else:
            notes.left_out(where, fault.column, fault._replace(column=""))
    return serious


# --- the tree of selections ----------------------------------------------------------------------------------------


def forces(document: Document) -> list[Force]:
    """Every force of a roster with the forces inside it, in the order of the file."""
    return list(_forces(document.forces))


def _forces(found: Iterable[Force]) -> Iterator[Force]:
    for force in found:
        yield force
        yield from _forces(force.forces)


def bodies(tops: Iterable[Selection], apart: set[int], sheets: Collection[str]) -> list[list[Body]]:
    """Every model in each of these selections, in the order of the file.

    `sheets` are the types of profiles that are datasheets. Puts into `apart` the identity of each selection that is a
    model or holds one.

    Raises:
        Malformed: there are more than `MAX_MODELS`. Counted while they are found: a few bytes of a file may stand for
            hundreds.
    """
    found: list[list[Body]] = []
    left = MAX_MODELS
    for top in tops:
        holders: set[int] = set()
        _mark_holders(top, holders)
        found.append(_bodies(top, apart, sheets, holders, left))
        left -= len(found[-1])
    return found


def _bodies(
    selection: Selection, apart: set[int], sheets: Collection[str], holders: set[int], left: int, inside: bool = False
) -> list[Body]:
    """The models in a selection, of which there may be so many; `inside` a model only models stand apart."""
    is_model = _is_model(selection, sheets, inside, id(selection) in holders)
    among = how_many(selection, sheets) if is_model else 0
    own = _few([Body(selection, nth, among) for nth in range(min(among, left + 1))], left)
    found: list[Body] = []
    for child in selection.children:
        found += _bodies(child, apart, sheets, holders, left - len(own) - len(found), inside or is_model)
    if is_model:
        apart.add(id(selection))
        return [*own, *found]
    if not found:
        return []
    apart.add(id(selection))
    first, *rest = (body._replace(units=(selection, *body.units)) for body in found)
    return [first._replace(pays=(selection, *first.pays)), *rest]


def _few(found: list[Body], left: int) -> list[Body]:
    if len(found) > left:
        raise Malformed("$.forces", f"this roster holds more than {MAX_MODELS} models")
    return found


def _mark_holders(selection: Selection, holders: set[int]) -> bool:
    """Whether a selection is of type `model` or holds one; puts the identity of those that hold one into `holders`."""
    # A list, not a generator: each child has to be looked at.
    if any([_mark_holders(child, holders) for child in selection.children]):  # noqa: C419
        holders.add(id(selection))
        return True
    return selection.type == "model"


def _is_model(selection: Selection, sheets: Collection[str], inside: bool, holds_models: bool) -> bool:
    """Files type single figures `unit`, and other models `upgrade`; and they type wrappers around models `model`."""
    if selection.type == "model":
        return not holds_models or has_sheet(selection, sheets)
    return companion(selection, sheets) if inside else has_sheet(selection, sheets) and not holds_models


def has_sheet(selection: Selection, sheets: Collection[str]) -> bool:
    """Whether a selection itself has a datasheet."""
    return any(p.type in sheets for p in selection.profiles)


def companion(selection: Selection, sheets: Collection[str]) -> bool:
    """Whether something chosen for a model is another model: it is named like its own datasheet, and not as a model."""
    name = _counted(selection.name)[1]
    return selection.type != "model" and any(
        name in (_counted(p.name)[1], f"{_counted(p.name)[1]}s") for p in selection.profiles if p.type in sheets
    )


_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


def _counted(name: str) -> tuple[int, str]:
    """The number that a name begins with (1 if with none), and the rest: `Two Gun Drones` is 2 and `gun drones`."""
    first, _, rest = name.lower().partition(" ")
    return (_NUMBERS[first], rest) if first in _NUMBERS and rest else (1, name.lower())


def how_many(selection: Selection, sheets: Collection[str]) -> int:
    """How many models a selection is: its number, times one in the name of a companion."""
    return selection.number * (_counted(selection.name)[0] if companion(selection, sheets) else 1)


def typed_models(document: Document) -> int:
    """How many models a file has by its own types: selections of type `model`, times their number."""
    chosen = (s for force in forces(document) for top in force.selections for s in top.walk())
    return sum(selection.number for selection in chosen if selection.type == "model")


def carried(body: Body, apart: set[int]) -> Iterator[ModelSelection]:
    """Everything a model has: its own selections, then those of the units around it."""
    yield from _parts(body.selection, (body.nth, body.nth + 1), max(body.among, 1), apart)
    for unit in body.units:
        number = max(unit.number, 1)
        for part in _parts(unit, (0, number), number, apart):
            points = part.points if any(unit is paid for paid in body.pays) else Decimal(0)
            yield part._replace(points=points, copies=1, shared=True)


def _parts(
    selection: Selection, bearers: tuple[int, int], number: int, apart: set[int], path: tuple[Selection, ...] = ()
) -> Iterator[ModelSelection]:
    """The share of a selection that some of its `number` bearers have, from one to another, models inside it left out.

    A cost in the file is for the whole number; it is divided so that the bearers' points add up to it.
    """
    start, end = bearers
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
            yield from _parts(child, (first, last), max(child.number, 1), apart, (*path, child))


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
            notes.words.append(f"{name} is called {selection.custom_name!r} in the file")
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
    return cost.name.strip().lower() in ("pts", "pt", "points", "credits")


def points(costs: Iterable[Cost]) -> Decimal:
    """The points among costs."""
    return sum((cost.value for cost in costs if _is_points(cost)), Decimal(0))


def whole_points(where: str, amounts: Iterable[Decimal], notes: Notes) -> int:
    """The cost of a model with everything it carries; a fraction is rounded up, and less than nothing is nothing."""
    total = sum(amounts, Decimal(0))
    whole = max(int(total.to_integral_value(ROUND_CEILING)), 0)
    if total != whole:
        notes.read_as(where, "points", "", f"{total.normalize():f}", str(whole))
    return whole


def _other_costs(costs: Iterable[Cost]) -> dict[str, str]:
    """Totals of cost types other than points, such as command points, as text."""
    totals: dict[str, Decimal] = {}
    for cost in costs:
        if cost.value and not _is_points(cost):
            totals[cost.name.strip()] = totals.get(cost.name.strip(), Decimal(0)) + cost.value
    return {name: f"{total.normalize():f}" for name, total in sorted(totals.items())}


# --- the whole roster ----------------------------------------------------------------------------------------------


def require_models(found: Sequence[Body], apart: set[int]) -> None:
    """Refuse a roster without models, or with one that carries too much. Raises: Malformed."""
    if not found:
        raise Malformed("$.forces", "this roster holds no models")
    for body in found:
        if sum(_items(part, apart) for part in (body.selection, *body.units)) > MAX_ITEMS:
            raise Malformed("$.forces", f"{body.selection.name[:MAX_NAME]} has more than {MAX_ITEMS} items and rules")


def _items(selection: Selection, apart: set[int]) -> int:
    own = 1 + len(selection.profiles) + len(selection.rules) + len(selection.categories)
    return own + sum(_items(child, apart) for child in selection.children if id(child) not in apart)


def require_playable(notes: Notes, models: Sequence[Sheet], rules: Iterable[Ability]) -> None:
    """Refuse a roster of which no model could be read, with the reasons, or with too many points or too much text.

    Raises:
        Malformed.
    """
    if not models:
        reasons = [sentence(each) for each in notes.remarks if each.kind == "left-out"]
        more = f"; and {len(reasons) - MAX_LISTED} more" if len(reasons) > MAX_LISTED else ""
        raise Malformed("$.forces", f"no model of this roster can be played: {'; '.join(reasons[:MAX_LISTED])}{more}")
    if sum(model.points for model in models) > MAX_POINTS:
        raise Malformed("$.forces", f"the models of this roster cost more than {MAX_POINTS} points")
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
    total = sum(model.points for model in models)
    _compare(document, len(models), total, notes)
    chosen = [s for force in found for top in force.selections for s in top.walk()]
    notes.words += [f"{s.custom_name or s.name}: {s.notes}" for s in chosen if s.notes]
    notes.words += [f"{force.custom_name or force.name}: {force.notes}" for force in found if force.notes]
    notes.words += [document.notes] if document.notes else []
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
        notes=tuple(notes.words),
        remarks=notes.remarks,
        extra=extra,
    )


def _compare(document: Document, models: int, total: int, notes: Notes) -> None:
    """Remark where the file's own figures are others than those that were read."""
    said, typed = points(document.costs), typed_models(document)
    if said and said != total:
        notes.add("differs", item="points", said=f"{said.normalize():f}", read=str(total))
    if typed != models:
        notes.add("differs", item="models", said=str(typed), read=str(models))
