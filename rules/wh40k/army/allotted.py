"""Weapons that a unit has fewer of than models: two meltaguns of a squad of ten are carried by two models.

A file lists them for the whole unit. A single one is everybody's (`Bolters`), as files print what all have; of two or
more each is one model's. They go to models of the commonest kind, the last ones first, each kind of weapon to those
after the bearers of the last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from rules.kernel.remarks import Notes
from rules.selections import Body, ModelSelection

Few = Mapping[str, tuple[int, ...]]
"""Places in the unit of the models that carry something, by its name."""


def bearers(unit: str, found: Sequence[Body], parts: Iterable[ModelSelection], notes: Notes) -> Few:
    """Who carries what there are several of, but not enough for all; `parts` are those of the unit's first model."""
    counts: Counter[str] = Counter()
    for part in parts:
        if part.shared and _is_weapon(part):
            counts[part.selection.name] += part.selection.number
    kinds = Counter(id(body.selection) for body in found)
    (commonest, size), *_ = kinds.most_common(1)
    places = [at for at, body in enumerate(found) if id(body.selection) == commonest]
    given, few = 0, dict[str, tuple[int, ...]]()
    for name, count in counts.items():
        if 1 < count < len(found):
            few[name] = tuple(places[-1 - (given + n) % size] for n in range(min(count, size)))
            given += len(few[name])
            notes.read_as(unit, name, "number", str(count), f"{len(few[name])}/{len(found)}")
    return few


def allotted(parts: Iterable[ModelSelection], place: int, few: Few) -> Iterator[ModelSelection]:
    """A model's parts; of what few carry only the price is left to the others."""
    carried: set[str] = set()
    for part in parts:
        name = part.selection.name
        if not (part.shared and name in few and _is_weapon(part)):
            yield part
        elif place in few[name] and name not in carried:
            carried.add(name)
            yield part
        else:
            yield part._replace(selection=msgspec.structs.replace(part.selection, profiles=(), rules=(), children=()))


def _is_weapon(part: ModelSelection) -> bool:
    return any(profile.type == "Weapon" for profile in part.selection.profiles)
