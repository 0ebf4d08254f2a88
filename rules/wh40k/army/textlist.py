"""Army lists in plain text, written by hand; the grammar is in `docs/army-list.md`.

Files are untrusted: size, lines and models are bounded. Whatever the text, the answer is a `Roster` or `Malformed`,
whose path is the line: `line 7`. Keys and words are English or Russian. Nothing is guessed here, unlike in files that a
program wrote: the author of a line can mend it, and a line left out would leave its models in the wrong unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath
from typing import NamedTuple

import msgspec

from rules import battlescribe
from rules.kernel import lengths
from rules.kernel.errors import Malformed
from rules.kernel.remarks import Notes, fault_said
from rules.kernel.sheet import Ability, Roster, Sheet, UnitSheet, Weapon
from rules.selections import MAX_MODELS, MAX_NAME, distinct, free
from rules.textlines import MAX_BYTES, MODELS, ListLine, keys_of, latin, lines_of, name_of, once, text_of
from rules.wh40k.army import datasheet
from rules.wh40k.army.datasheet import Body
from rules.wh40k.army.printed import (
    CAPACITY,
    DEDICATED,
    INVULNERABLE,
    MAIN,
    MASTERY,
    Value,
    categories,
    category,
    pieces,
    plain,
    types,
)  # fmt: skip

SYSTEM = "Warhammer 40,000 6th Edition"
MAX_UNITS = 60
MAX_POINTS = 10_000

KEYS = {
    "army": "army | армия",
    "faction": "faction | фракция",
    "rule": "rule | правило",
    "weapon": "weapon | оружие",
    "unit": "unit | отряд",
}
"""The keys a line may begin with; the alternative is a number of models."""
FIELDS = {
    "rules": "rules | правила",
    "base": "base | подставка",
    "hull": "hull | корпус",
    "height": "height | высота",
    "capacity": "capacity | вместимость",
    "mastery": "mastery | мастерство",
    "save": "save | спас-бросок",
}
"""The keys of the fields after a model's weapons."""

_FIELD = {plain(word): key for key, words in FIELDS.items() for word in words.split("|")}
_NAMED = re.compile(
    r"\A\s*(?:" + "|".join(w.strip() for words in KEYS.values() for w in words.split("|")) + r")\s*:", re.I
)
_CELL = re.compile(r"([A-Za-z]{1,2})\s*[:=]?\s*(\d{1,2}\*?|[-–—])(?!\S)", re.ASCII)
_SAVE_CELL = re.compile(r"sv\s*[:=]?\s*(\S+)", re.ASCII | re.IGNORECASE)
_NAMES = {"ws": "WS", "bs": "BS", "s": "S", "t": "T", "w": "W", "i": "I", "a": "A", "ld": "Ld", "fa": "FA", "sa": "SA",
          "ra": "RA", "hp": "HP"}  # fmt: skip


class _Unit(NamedTuple):
    """A unit being read."""

    line: ListLine
    name: str
    category: str
    points: int
    rules: tuple[str, ...]
    models: list[Sheet]


def is_list(data: bytes) -> bool:
    """Whether a file is a text list: not an archive, XML or JSON, and a line begins with one of the keys."""
    head = data[:MAX_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip()
    if battlescribe.is_roster(data) or head[:1] in (b"{", b"[", b""):
        return False
    return any(_NAMED.match(line) for line in head.decode("utf-8", "replace").splitlines())


def load(data: bytes, name: str = "army.txt") -> Roster:
    """The army of a text list. `name` is for an army without one.

    Raises:
        Malformed: with the line and what is wrong with it.
    """
    lines = list(lines_of(text_of(data), keys_of(KEYS)))
    weapons = _weapons(lines)
    units = _units(lines, weapons)
    if not units:
        raise Malformed(
            f"line {lines[-1].number if lines else 1}", "the list has no unit; write 'unit: NAME | Troops | 90'"
        )
    _number(units)
    sheets = [sheet for unit in units for sheet in unit.models]
    named = distinct([sheet.name for sheet in sheets])
    models = tuple(
        msgspec.structs.replace(sheet, id=str(number), name=name)
        for number, (sheet, name) in enumerate(zip(sheets, named, strict=True), 1)
    )
    unknown = sorted({a.name for sheet in models for a in sheet.abilities if not a.rule and a.kind == "ability"})
    notes = (f"players apply what the rules do not know: {', '.join(unknown)}",) if unknown else ()
    return Roster(
        name=once(lines, "army") or PurePath(name).stem[:MAX_NAME] or "army",
        system=SYSTEM,
        faction=once(lines, "faction"),
        points=sum(unit.points for unit in units),
        models=models,
        rules=tuple(_rules(lines)),
        notes=notes,
        units=tuple(_sheets(units)),
    )


def _rules(lines: Sequence[ListLine]) -> Iterator[Ability]:
    """Rules of the whole army: `rule: NAME | TEXT`."""
    for line in lines:
        if line.key == "rule":
            name, _, text = line.text.partition("|")
            yield Ability(name_of(line, name.strip()), text.strip(), "faction")


# --- weapons -------------------------------------------------------------------------------------------------------


def _weapons(lines: Sequence[ListLine]) -> dict[str, Weapon]:
    """Every described weapon, by its name in comparison form."""
    found: dict[str, Weapon] = {}
    for line in lines:
        if line.key != "weapon":
            continue
        fields = line.fields()
        if not 5 <= len(fields) <= 6:
            raise line.refuse("a weapon is 'weapon: NAME | RANGE | S | AP | TYPE' and perhaps '| RULES'")
        name = name_of(line, fields[0])
        if plain(name) in found:
            raise line.refuse(f"the weapon {name!r} is described twice")
        kind, *rules = pieces(fields[4]) or [""]
        more = pieces(fields[5]) if len(fields) > 5 else []
        printed = datasheet.PrintedWeapon(name, fields[1], fields[2], fields[3], kind, (*rules, *more))
        made, faults = datasheet.weapon(printed)
        if made is None:
            raise line.refuse("; ".join(f"{name}, {fault_said(fault)}" for fault in faults))
        found[plain(name)] = made
    return found


def _armed(line: ListLine, text: str, weapons: dict[str, Weapon]) -> tuple[Weapon, ...]:
    """The weapons a model carries, each described on its own line."""
    carried: list[Weapon] = []
    for piece in pieces(text):
        count, name = 1, piece
        if plain(piece) not in weapons and (found := MODELS.fullmatch(piece)):
            count, name = int(found[1]), found[2]
        made = weapons.get(plain(name))
        if made is None:
            raise line.refuse(
                f"the weapon {name[:40]!r} is not described; add 'weapon: {name[:40]} | RANGE | S | AP | TYPE'"
            )
        if count > datasheet.MAX_WEAPONS:
            raise line.refuse(f"a model carries at most {datasheet.MAX_WEAPONS} weapons")
        carried += [made] * count
    if len(carried) > datasheet.MAX_WEAPONS:
        raise line.refuse(f"{line.before[:MAX_NAME]} carries more than {datasheet.MAX_WEAPONS} weapons")
    return datasheet.numbered(carried)


# --- units and models ----------------------------------------------------------------------------------------------


def _units(lines: Sequence[ListLine], weapons: dict[str, Weapon]) -> list[_Unit]:
    units: list[_Unit] = []
    total = 0
    for line in lines:
        if line.key == "unit":
            units.append(_unit(line))
        elif not line.key:
            if not units:
                raise line.refuse("models are listed below their unit; write 'unit: NAME | Troops | 90' above them")
            made, count = _models(line, units[-1].rules, weapons)
            total += count
            if total > MAX_MODELS:
                raise line.refuse(f"a list has at most {MAX_MODELS} models")
            units[-1].models.extend([made] * count)
    if len(units) > MAX_UNITS:
        raise units[MAX_UNITS].line.refuse(f"a list has at most {MAX_UNITS} units")
    for before, unit in zip([None, *units], units, strict=False):
        if not unit.models:
            raise unit.line.refuse(f"the unit {unit.name!r} has no models; write '9 x NAME: ...' below it")
        if unit.category == "Dedicated Transport" and not _may_ride(before):
            raise unit.line.refuse("a dedicated transport has to be directly below its unit")
    return units


def _may_ride(before: _Unit | None) -> bool:
    return before is not None and before.category != "Dedicated Transport"


def _unit(line: ListLine) -> _Unit:
    """`unit: NAME | CATEGORY | POINTS` and optionally `| rules: ...`, shared by all its models."""
    fields = line.fields()
    if not 3 <= len(fields) <= 4:
        raise line.refuse("a unit is 'unit: NAME | CATEGORY | POINTS' and perhaps '| rules: ...'")
    place = category(fields[1])
    if not place:
        raise line.refuse(f"{fields[1][:40]!r} is none of {', '.join(categories())}")
    if not re.fullmatch(r"\d{1,5}", fields[2], re.ASCII) or int(fields[2]) > MAX_POINTS:
        raise line.refuse(f"{fields[2][:40]!r} is not a number of points from 0 to {MAX_POINTS}")
    rules: tuple[str, ...] = ()
    for field in fields[3:]:
        key, value = _field(line, field)
        if key != "rules":
            raise line.refuse(f"{field[:40]!r} is not a list of rules; write 'rules: Fleet, Fear'")
        rules = tuple(pieces(value))
    return _Unit(line, name_of(line, fields[0]), place, int(fields[2]), rules, [])


def _models(line: ListLine, shared: Sequence[str], weapons: dict[str, Weapon]) -> tuple[Sheet, int]:
    """`9 x NAME: PROFILE | TYPES | WEAPONS` and optionally more fields; the model without its id, and how many."""
    found = MODELS.fullmatch(line.before)
    assert found is not None, line
    count, name = int(found[1]), name_of(line, found[2].strip())
    fields = line.fields()
    if not 1 <= count <= MAX_MODELS:
        raise line.refuse(f"{count} is not a number of models from 1 to {MAX_MODELS}")
    if len(fields) < 2:
        raise line.refuse("models are '9 x NAME: PROFILE | TYPES | WEAPONS' and perhaps more fields")
    keywords, strange = types(fields[1])
    if strange:
        raise line.refuse(f"{strange[0]!r} is not a unit type or part of one")
    if not any(kind in MAIN for kind in keywords):
        raise line.refuse(f"{fields[1][:40]!r} names none of the types {', '.join(MAIN)}")
    made, faults = datasheet.sheet("", name, name, keywords, _profile(line, fields[0], keywords), Notes())
    if faults:
        raise line.refuse("; ".join(f"{name}, {fault_said(fault)}" for fault in faults))
    armed = _armed(line, fields[2] if len(fields) > 2 else "", weapons)
    return _filled(line, made, armed, shared, fields[3:]), count


def _profile(line: ListLine, text: str, keywords: Sequence[str]) -> Callable[[str], str]:
    """The printed value of each characteristic: `WS3 BS4 S3 T3 W1 I3 A1 Ld7 Sv5+`."""
    plain_text = latin(text)
    found: dict[str, str] = {}
    known = {**dict.fromkeys(datasheet.forms(keywords), ""), **({} if "Vehicle" in keywords else {"Sv": ""})}
    for cell in plain_text.replace(",", " ").split():
        saved = _SAVE_CELL.fullmatch(cell)
        parts = None if saved else _CELL.fullmatch(cell)
        name = "Sv" if saved else _NAMES.get(parts[1].lower(), "") if parts else ""
        if name not in known:
            raise line.refuse(f"{cell[:20]!r} is not a characteristic here; they are {' '.join(known)}")
        if name in found:
            raise line.refuse(f"{name} stands twice")
        found[name] = saved[1] if saved else parts[2] if parts else ""
    return lambda column: found.get(column, "")


def _filled(
    line: ListLine, made: Sheet, armed: tuple[Weapon, ...], shared: Sequence[str], fields: Sequence[str]
) -> Sheet:
    """The model with its weapons, its special rules and its further fields."""
    said: dict[str, str] = {}
    for field in fields:
        key, value = _field(line, field)
        if key in said:
            raise line.refuse(f"{key!r} stands twice")
        said[key] = value
    shown, has = datasheet.abilities(dict.fromkeys([*shared, *pieces(said.get("rules", ""))]))
    has = datasheet.merged(datasheet.merged(made.has, has), _numbers(line, said))
    keywords, has = datasheet.psyker(made.keywords, has)
    size = _size(line, said, datasheet.body(keywords, has))
    if "Transport" in keywords and CAPACITY not in has:
        raise line.refuse("a transport needs a capacity; add '| capacity 10'")
    return msgspec.structs.replace(
        made,
        keywords=keywords, weapons=armed, abilities=shown, has=has, base=size.base, height=size.height, hull=size.hull,
    )  # fmt: skip


def _field(line: ListLine, field: str) -> tuple[str, str]:
    """Key and value of a field such as `rules: Fleet` or `base 32mm`."""
    found = re.match(r"([^\W\d]+(?:-[^\W\d]+)?)\s*:?\s*(.*)\Z", field, re.DOTALL)
    key = _FIELD.get(plain(found[1]), "") if found else ""
    if not found or not key:
        raise line.refuse(f"{field[:40]!r} is not a field; the fields are {', '.join(FIELDS)}")
    if not found[2]:
        raise line.refuse(f"there is nothing after {found[1]!r}")
    return key, found[2].strip()


def _numbers(line: ListLine, said: dict[str, str]) -> dict[str, Value]:
    """Capacity, Mastery Level and invulnerable save of a model."""
    found: dict[str, Value] = {}
    for key, rule, form, words in (
        ("capacity", CAPACITY, r"([1-9]\d?)", "a number from 1 to 99"),
        ("mastery", MASTERY, r"([1-9])", "a number from 1 to 9"),
        ("save", INVULNERABLE, r"([2-6])\+{1,2}", "a roll such as 4++"),
    ):
        if key in said:
            read = re.fullmatch(form, said[key], re.ASCII)
            if not read:
                raise line.refuse(f"{key}: {said[key][:20]!r} is not {words}")
            found[rule] = int(read[1])
    return found


def _size(line: ListLine, said: dict[str, str], size: Body) -> Body:
    """The size of a model: that of its type, unless the list says otherwise."""
    if "base" in said:
        size = Body(_base(line, said["base"]), size.height)
    if "hull" in said:
        if "base" in said:
            raise line.refuse("a model has a base or a hull")
        sides = re.split(r"\s*[xх×]\s*", said["hull"].lower())
        if len(sides) != 2:
            raise line.refuse(f"hull: {said['hull'][:20]!r} is not a length and a width such as 4.5x3")
        length, width = (_inches(line, "hull", side) for side in sides)
        size = datasheet.on_hull((length, width), size.height)
    return size._replace(height=_inches(line, "height", said["height"])) if "height" in said else size


def _base(line: ListLine, text: str) -> int:
    """The radius of a base: its diameter in millimetres (`32mm`)."""
    found = re.fullmatch(r"(\d{2,3})\s*(?:mm|мм)", text.lower(), re.ASCII)
    if not found or not 20 <= int(found[1]) <= 200:
        raise line.refuse(f"base: {text[:20]!r} is not a diameter from 20mm to 200mm")
    return datasheet.round_base(int(found[1]))


def _inches(line: ListLine, key: str, text: str) -> int:
    try:
        value = lengths.parse(text)
    except Malformed:
        value = 0
    if not 10 <= value <= 2_000:
        raise line.refuse(f'{key}: {text[:20]!r} is not a length from 0.1" to 20"')
    return value


def _number(units: Sequence[_Unit]) -> None:
    """Share the points of each unit among its models in whole numbers, keeping the total."""
    for unit in units:
        total, count = unit.points, len(unit.models)
        unit.models[:] = [
            msgspec.structs.replace(sheet, points=total * (nth + 1) // count - total * nth // count)
            for nth, sheet in enumerate(unit.models)
        ]


def _sheets(units: Sequence[_Unit]) -> Iterator[UnitSheet]:
    """The units with their ids; a dedicated transport belongs to the unit above it."""
    first, names = 1, set[str]()
    for number, unit in enumerate(units, 1):
        name = free(unit.name, names, " ")
        names.add(name)
        follows = number < len(units) and units[number].category == "Dedicated Transport"
        yield UnitSheet(
            id=f"u{number}",
            name=name,
            models=tuple(str(n) for n in range(first, first + len(unit.models))),
            category=unit.category,
            points=unit.points,
            has={DEDICATED: f"u{number + 1}"} if follows else {},
        )
        first += len(unit.models)
