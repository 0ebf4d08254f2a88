"""Armies of The 9th Age written by hand, in plain text: regiments and the characteristics of their models.

The grammar is in `docs/army-list.md`. Nothing is guessed here: the first line that cannot be read is refused with its
number. The lines `model`, `weapon` and `part` may also stand below a list that a program wrote: they give what it lacks
(`rules.t9a.army.exchanged`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

import msgspec

from rules.kernel import lengths
from rules.kernel.errors import Malformed
from rules.kernel.sheet import Ability, Roster, Sheet, UnitSheet, Weapon
from rules.selections import MAX_NAME, distinct, free
from rules.t9a.army import datasheet, printed, terms
from rules.t9a.army.terms import Value
from rules.textlines import MODELS, ListLine, name_of, once, pieces, plain

SYSTEM = "The 9th Age, 2.0 beta"
OURS = re.compile(r"\b(?:9th|ninth) age\b|\bt9a\b|девят\w+ век", re.IGNORECASE)
KEYS = {
    "game": "game | игра",
    "army": "army | армия",
    "faction": "faction | фракция",
    "rule": "rule | правило",
    "weapon": "weapon | оружие",
    "part": "part | часть",
    "model": "model | модель",
    "regiment": "regiment | полк",
}
"""The keys a line may begin with; the alternative is a number of models."""
FIELDS = {
    "rules": "rules | правила",
    "base": "base | подставка",
    "height": "height | высота",
    "parts": "parts | части",
    "rider": "rider | всадник",
    "paths": "paths | пути",
    "spells": "spells | заклинания",
    "items": "items | предметы",
    "banners": "banners | знамёна",
    "files": "files | колонны",
    "command": "command | командиры",
}
"""The keys of the fields after a model's weapons, or after a regiment's points."""
OF_REGIMENTS = ("rules", "files", "command")
FILES = "t9a.core.pregame-sequence"
"""On a regiment of a list: the files in which it is set up if its owner says nothing."""
KINDS = {"items": "wargear", "banners": "banner", "paths": "path", "spells": "power"}
"""The kinds of abilities that fields list by name."""
MAX_POINTS = 20_000
MODEL_FORM = "'20 x NAME: PROFILE | TYPES | WEAPONS | base 20x20' and perhaps more fields"
_FIELD = {plain(word): key for key, words in FIELDS.items() for word in words.split("|")}
_PARTS = terms.table(terms.PARTS)


class Part(NamedTuple):
    """A part of a model that is described on its own line: a mount, a crew."""

    kind: str
    weapon: Weapon
    rules: tuple[str, ...]


class Kit(NamedTuple):
    """Every weapon and part that a list describes, by its name in the form used for comparison."""

    weapons: Mapping[str, Weapon]
    parts: Mapping[str, Part]


class Body(NamedTuple):
    """A unit being read; `command` are the members of its command group, with what each has in brackets."""

    name: str
    category: str
    points: int
    models: list[Sheet]
    command: tuple[tuple[str, str], ...] = ()
    files: int = 0


class Regiment(NamedTuple):
    """A unit of a list by hand, with the rules that all of its models have."""

    line: ListLine
    rules: tuple[str, ...]
    body: Body


def load(lines: Sequence[ListLine], name: str) -> Roster:
    """The army of a list. `name` is for an army without one.

    Raises:
        Malformed: with the line and what is wrong with it.
    """
    regiments = _regiments(lines, kit(lines))
    if not regiments:
        line = lines[-1].number if lines else 1
        raise Malformed(f"line {line}", "the list has no regiment; write 'regiment: NAME | Core | 200'")
    named = once(lines, "army") or PurePath(name).stem[:MAX_NAME] or "army"
    army = Roster(name=named, system=SYSTEM, faction=once(lines, "faction"), rules=tuple(_rules(lines)))
    return assembled(army, [regiment.body for regiment in regiments])


def assembled(army: Roster, bodies: Sequence[Body]) -> Roster:
    """An army of these units; its models have the ids "1", "2", ..., its units "u1", "u2", ..."""
    made = [priced(unit.points, commanded(unit.models, unit.command)) for unit in bodies]
    sheets = [sheet for models in made for sheet in models]
    named = distinct([sheet.name for sheet in sheets])
    models = tuple(
        msgspec.structs.replace(sheet, id=str(number), name=name)
        for number, (sheet, name) in enumerate(zip(sheets, named, strict=True), 1)
    )
    units = tuple(_units(bodies))
    return msgspec.structs.replace(
        army, models=models, units=units, points=sum(u.points for u in units), notes=(*army.notes, *unknown(models))
    )


def unknown(models: Iterable[Sheet]) -> tuple[str, ...]:
    """A note about special rules that only the players know."""
    kinds = ("ability", *terms.PARTS)
    names = sorted({a.name for sheet in models for a in sheet.abilities if not a.rule and a.kind in kinds})
    return (f"players apply what the rules do not know: {', '.join(names)}",) if names else ()


def _rules(lines: Sequence[ListLine]) -> Iterator[Ability]:
    """Rules of the whole army: `rule: NAME | TEXT`."""
    for line in lines:
        if line.key == "rule":
            name, _, text = line.text.partition("|")
            yield Ability(name_of(line, name.strip()), text.strip(), "faction")


# --- weapons and parts ---------------------------------------------------------------------------------------------


def kit(lines: Sequence[ListLine]) -> Kit:
    """Every weapon and part that is described."""
    weapons: dict[str, Weapon] = {}
    parts: dict[str, Part] = {}
    for line in lines:
        if line.key in ("weapon", "part"):
            fields = line.fields()
            name = name_of(line, fields[0])
            if plain(name) in weapons or plain(name) in parts:
                raise line.refuse(f"{name!r} is described twice")
            if line.key == "weapon":
                weapons[plain(name)] = _weapon(line, name, fields)
            else:
                parts[plain(name)] = _part(line, name, fields)
    return Kit(weapons, parts)


def _weapon(line: ListLine, name: str, fields: Sequence[str]) -> Weapon:
    if not 2 <= len(fields) <= 4:
        raise line.refuse("a weapon is 'weapon: NAME | RANGE | Str+1 AP1' and perhaps '| RULES'")
    made, wrong = datasheet.weapon(name, fields[1], fields[2] if len(fields) > 2 and fields[2] != "-" else "")
    if made is None:
        raise line.refuse(f"{name}: {wrong}")
    if "Att" in made.profile:
        raise line.refuse(f"{name}: attacks of its own has a part; write 'part: {name} | mount | ...'")
    return msgspec.structs.replace(made, text=", ".join(pieces(fields[3]))) if len(fields) > 3 else made


def _part(line: ListLine, name: str, fields: Sequence[str]) -> Part:
    kind = _PARTS.get(plain(fields[1]), "") if len(fields) > 1 else ""
    if not 3 <= len(fields) <= 4 or not kind:
        raise line.refuse(f"a part is 'part: NAME | KIND | Att1 Off3 Str3 Agi3'; its kind is {', '.join(terms.PARTS)}")
    found, wrong = datasheet.cells(fields[2], datasheet.OF_PARTS, datasheet.FORMS) if fields[2] != "-" else ({}, "")
    if wrong:
        raise line.refuse(f"{name}: {wrong}")
    rules: tuple[str, ...] = ()
    for field in fields[3:]:
        key, value = _field(line, field, ("rules",))
        rules = tuple(pieces(value)) if key else ()
    return Part(kind, Weapon("", name, found), _known(line, rules))


def _known(line: ListLine, rules: Sequence[str]) -> tuple[str, ...]:
    """Special rules whose values can be read. Raises: Malformed."""
    for text in rules:
        if wrong := terms.wanted(text):
            raise line.refuse(f"{text[:40]!r}: in its brackets it needs {wrong}")
    return tuple(rules)


# --- regiments and models ------------------------------------------------------------------------------------------


def _regiments(lines: Sequence[ListLine], described: Kit) -> list[Regiment]:
    regiments: list[Regiment] = []
    total = 0
    for line in lines:
        if line.key == "regiment":
            regiments.append(_regiment(line))
        elif not line.key:
            if not regiments:
                raise line.refuse("models are listed below their regiment; write 'regiment: NAME | Core | 200' above")
            made, count = _models(line, regiments[-1].rules, described)
            total += count
            if total > printed.MOST_MODELS:
                raise line.refuse(f"a list has at most {printed.MOST_MODELS} models")
            regiments[-1].body.models.extend([made] * count)
            if len(regiments[-1].body.models) > printed.MOST_IN_UNIT:
                raise line.refuse(f"a regiment has at most {printed.MOST_IN_UNIT} models")
    if len(regiments) > printed.MOST_UNITS:
        raise regiments[printed.MOST_UNITS].line.refuse(f"a list has at most {printed.MOST_UNITS} regiments")
    for regiment in regiments:
        _complete(regiment.line, regiment.body)
    return regiments


def _complete(line: ListLine, unit: Body) -> None:
    if not unit.models:
        raise line.refuse(f"the regiment {unit.name!r} has no models; write '20 x NAME: ...' below it")
    if unit.files > len(unit.models):
        raise line.refuse(f"{unit.files} files are more than its {len(unit.models)} models")
    ranked = [sheet for sheet in unit.models if "Character" not in sheet.keywords]
    if len(unit.command) > len(ranked):
        raise line.refuse(f"a command group of {len(unit.command)} needs as many models that are no Characters")


def _regiment(line: ListLine) -> Regiment:
    """`regiment: NAME | CATEGORY | POINTS` and perhaps files, rules that all share, and a command group."""
    fields = line.fields()
    if len(fields) < 3:
        raise line.refuse("a regiment is 'regiment: NAME | CATEGORY | POINTS' and perhaps more fields")
    place = terms.category(fields[1])
    if not place or len(place) > MAX_NAME:
        raise line.refuse(f"{fields[1][:40]!r} is not a category such as {', '.join(terms.CATEGORIES)}")
    if not re.fullmatch(r"\d{1,5}", fields[2], re.ASCII) or int(fields[2]) > MAX_POINTS:
        raise line.refuse(f"{fields[2][:40]!r} is not a number of points from 0 to {MAX_POINTS}")
    said = _said(line, fields[3:], OF_REGIMENTS)
    files = said.get("files", "0")
    if not re.fullmatch(r"\d{1,2}", files, re.ASCII):
        raise line.refuse(f"files: {files[:20]!r} is not a number")
    rules = _known(line, pieces(said.get("rules", "")))
    command = tuple(_command(line, said.get("command", "")))
    return Regiment(line, rules, Body(name_of(line, fields[0]), place, int(fields[2]), [], command, int(files)))


def _command(line: ListLine, text: str) -> Iterator[tuple[str, str]]:
    for piece in pieces(text):
        name, bracket = terms.parted(piece)
        found = terms.command(name)
        if not found:
            raise line.refuse(f"command: {piece[:40]!r} is none of {', '.join(terms.COMMAND)}")
        yield from ((each, bracket if each == "Standard Bearer" else "") for each in found)


def _models(line: ListLine, shared: Sequence[str], described: Kit) -> tuple[Sheet, int]:
    """`20 x NAME: ...`; the model without its id, and how many."""
    found = MODELS.fullmatch(line.before)
    assert found is not None, line
    count, name = int(found[1]), name_of(line, found[2].strip())
    if not 1 <= count <= printed.MOST_IN_UNIT:
        raise line.refuse(f"{count} is not a number of models from 1 to {printed.MOST_IN_UNIT}")
    return model(line, name, line.text, shared, described), count


def model(line: ListLine, name: str, text: str, shared: Sequence[str], described: Kit) -> Sheet:
    """The model of `PROFILE | TYPES | WEAPONS` and more fields. Raises: Malformed."""
    fields = [field.strip() for field in text.split("|")]
    if len(fields) < 2:
        raise line.refuse(f"models are {MODEL_FORM}")
    profile, wrong = datasheet.cells(fields[0], datasheet.OWN, datasheet.FORMS)
    if wrong:
        raise line.refuse(f"{name}: {wrong}")
    keywords, strange = terms.keywords(pieces(fields[1]))
    if strange:
        raise line.refuse(f"{strange[0][:40]!r} is not a height, type or rank of a model")
    if not terms.full(keywords, terms.HEIGHTS, terms.TYPES):
        raise line.refuse(f"a model has one of {', '.join(terms.HEIGHTS)} and one of {', '.join(terms.TYPES)}")
    said = _said(line, fields[3:], tuple(key for key in FIELDS if key not in ("files", "command")))
    if "base" not in said:
        raise line.refuse("a model has a base; add '| base 25x50'")
    profile["Base"] = _base(line, said["base"])
    lacks = [key for key in printed.VITAL if key not in profile]
    if lacks:
        raise line.refuse(f"{name}: {', '.join(lacks)} is missing")
    made = Sheet("", name, name, {**profile, **_rider(line, said.get("rider", ""))}, keywords=tuple(keywords))
    carried = _carried(line, fields[2] if len(fields) > 2 else "", said, described, "Aim" in profile)
    return _filled(line, made, carried, shared, said)


def _filled(
    line: ListLine, made: Sheet, carried: tuple[tuple[Weapon, ...], tuple[Part, ...]], shared: Sequence[str],
    said: Mapping[str, str],
) -> Sheet:  # fmt: skip
    """The model with its weapons, parts, special rules, items and size."""
    weapons, parts = carried
    rules = _known(line, [*dict.fromkeys([*shared, *pieces(said.get("rules", ""))])])
    shown, has = datasheet.abilities(rules)
    listed = [
        Ability(datasheet.short(text), kind=kind)
        for field, kind in KINDS.items() for text in pieces(said.get(field, ""))
    ]  # fmt: skip
    if "paths" in said and not any(level in made.keywords for level in terms.LEVELS):
        raise line.refuse(f"{made.name} knows Paths and is no Wizard; add {' or '.join(terms.LEVELS)} to its types")
    of_parts = [ability for part in parts for ability in datasheet.of_part(part.rules, part.kind)]
    wide, tall, hull = datasheet.size(str(made.profile["Base"]), made.keywords)
    height = _inches(line, said["height"]) if "height" in said else tall
    strikes = [part.weapon for part in parts if "Att" in part.weapon.profile]
    return msgspec.structs.replace(
        made, weapons=datasheet.numbered([*weapons, *strikes]), abilities=(*shown, *of_parts, *listed), has=has,
        base=wide, height=height, hull=hull,
    )  # fmt: skip


def _carried(
    line: ListLine, text: str, said: Mapping[str, str], described: Kit, aims: bool
) -> tuple[tuple[Weapon, ...], tuple[Part, ...]]:
    """The weapons and parts of a model, each described on a line of its own."""
    weapons = tuple(described.weapons[key] for key in _described(line, text, described.weapons, "weapon"))
    parts = tuple(described.parts[key] for key in _described(line, said.get("parts", ""), described.parts, "part"))
    if len(weapons) + len(parts) > printed.MOST_WEAPONS:
        raise line.refuse(f"a model has at most {printed.MOST_WEAPONS} weapons and parts")
    aimless = [weapon.name for weapon in weapons if "Range" in weapon.profile and "Aim" not in weapon.profile]
    if aimless and not aims:
        raise line.refuse(f"nobody says the Aim of {aimless[0]!r}; add Aim4+ to the weapon or to the model")
    return weapons, parts


def _described(line: ListLine, text: str, known: Mapping[str, object], kind: str) -> Iterator[str]:
    """The names in a list, `2 x Crewman` twice. Raises: Malformed for one that is not described."""
    for piece in pieces(text):
        count, name = 1, piece
        if plain(piece) not in known and (found := MODELS.fullmatch(piece)):
            count, name = int(found[1]), found[2]
        if plain(name) not in known:
            raise line.refuse(f"the {kind} {name[:40]!r} is not described; add '{kind}: {name[:40]} | ...'")
        if count > printed.MOST_WEAPONS:
            raise line.refuse(f"a model has at most {printed.MOST_WEAPONS} weapons and parts")
        yield from [plain(name)] * count


def _said(line: ListLine, fields: Iterable[str], known: Sequence[str]) -> dict[str, str]:
    said: dict[str, str] = {}
    for field in fields:
        key, value = _field(line, field, known)
        if key in said:
            raise line.refuse(f"{key!r} stands twice")
        said[key] = value
    return said


def _field(line: ListLine, field: str, known: Sequence[str]) -> tuple[str, str]:
    """Key and value of a field such as `rules: Fear` or `base 25x50`."""
    found = re.match(r"([^\W\d]+)\s*:?\s*(.*)\Z", field, re.DOTALL)
    key = _FIELD.get(plain(found[1]), "") if found else ""
    if not found or key not in known:
        raise line.refuse(f"{field[:40]!r} is not a field here; the fields are {', '.join(known)}")
    if not found[2]:
        raise line.refuse(f"there is nothing after {found[1]!r}")
    return key, found[2].strip()


def _base(line: ListLine, text: str) -> str:
    found = datasheet.base(text)
    if not found:
        raise line.refuse(f"base: {text[:20]!r} is not a width and a length in millimetres such as 25x50")
    return found


def _rider(line: ListLine, text: str) -> dict[str, Value]:
    """What a rider alone has, for a mount that has no use for it: `rider Arm2 Aegis5`."""
    found, wrong = datasheet.cells(text, datasheet.OF_RIDERS, datasheet.FORMS)
    if wrong:
        raise line.refuse(f"rider: {wrong}")
    return {f"rider {name}": value for name, value in found.items()}


def _inches(line: ListLine, text: str) -> int:
    try:
        value = lengths.parse(text)
    except Malformed:
        value = 0
    if not 10 <= value <= 2_000:
        raise line.refuse(f'height: {text[:20]!r} is not a length from 0.1" to 20"')
    return value


# --- the whole army ------------------------------------------------------------------------------------------------


def commanded(models: Sequence[Sheet], command: Sequence[tuple[str, str]]) -> list[Sheet]:
    """The models, the first of which that are no Characters are the members of a command group, one each."""
    left = list(command)
    found: list[Sheet] = []
    for sheet in models:
        if left and "Character" not in sheet.keywords:
            role, banner = left.pop(0)
            more = (Ability(datasheet.short(banner), kind="banner"),) if banner else ()
            keywords = tuple(dict.fromkeys((*sheet.keywords, role)))
            sheet = msgspec.structs.replace(sheet, keywords=keywords, abilities=(*sheet.abilities, *more))
        found.append(sheet)
    return found


def priced(total: int, models: Sequence[Sheet]) -> list[Sheet]:
    """The models with their shares of their unit's points, in whole numbers that add up to them."""
    count = len(models)
    return [
        msgspec.structs.replace(sheet, points=total * (nth + 1) // count - total * nth // count)
        for nth, sheet in enumerate(models)
    ]


def _units(bodies: Sequence[Body]) -> Iterator[UnitSheet]:
    first, names = 1, set[str]()
    for number, unit in enumerate(bodies, 1):
        name = free(unit.name, names, " ")
        names.add(name)
        yield UnitSheet(
            id=f"u{number}",
            name=name,
            models=tuple(str(n) for n in range(first, first + len(unit.models))),
            category=unit.category,
            points=unit.points,
            has={FILES: unit.files} if unit.files else {},
        )
        first += len(unit.models)
