"""Sheets from army lists, whether BattleScribe files or text lists: characteristics, weapons, special rules, unit
types, bases.

Covers `wh40k.assumed.profile` and the weapon types of `wh40k.assumed.shooting.weapon-types` as far as lists print them.
Lists print neither bases nor hulls: those here are the usual ones for a unit type. Lengths are hundredths of an inch.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isqrt
from typing import NamedTuple

from rules.kernel import lengths
from rules.kernel.errors import Malformed
from rules.kernel.remarks import Fault, Notes
from rules.kernel.sheet import Ability, Sheet, Weapon
from rules.selections import DASHES, Form, Line, bare, free, slug, values
from rules.wh40k.army.printed import MASTERY, Value, better, held, special, weapon_type, weapon_types

TEMPLATE = 800
"""How far a template reaches, in hundredths."""
UNLIMITED = 20_000
"""A range longer than any table."""
MAX_WEAPONS = 30
"""Weapon profiles on one model; of a file, more are left out."""
SAVE = re.compile(r"(?:([2-6])\+)?\s*[/, ]?\s*(?:\(?([2-6])\+{1,2}\s*(?:inv\w*\.?)?\)?)?", re.ASCII | re.IGNORECASE)
"""`3+`, `2+/4++`, `-/5++`."""


# --- characteristics -----------------------------------------------------------------------------------------------


def _whole(least: int, most: int) -> Callable[[str], Value | None]:
    def read(text: str) -> Value | None:
        found = re.fullmatch(r"(\d{1,2})\*?", text, re.ASCII)
        return int(found[1]) if found and least <= int(found[1]) <= most else None

    return read


def _number(least: int, most: int, needed: bool = True) -> Form:
    return Form(_whole(least, most), f"a number from {least} to {most}", needed, bare)


_TEN = _number(0, 10, needed=False)
MODEL: Mapping[str, Form] = {
    "WS": _TEN, "BS": _TEN, "S": _TEN, "T": _number(1, 10), "W": _number(1, 10), "I": _TEN, "A": _TEN,
    "Ld": _number(0, 10),
}  # fmt: skip
"""A dash is an absent value; T, W and Ld are required."""
VEHICLE: Mapping[str, Form] = {
    "BS": _TEN, "FA": _number(1, 20), "SA": _number(1, 20), "RA": _number(1, 20), "HP": _number(1, 20),
}  # fmt: skip
WALKER: Mapping[str, Form] = {"WS": _TEN, "S": _TEN, "I": _TEN, "A": _TEN, **VEHICLE}


def forms(keywords: Iterable[str]) -> Mapping[str, Form]:
    """The characteristics a model of these types has."""
    kinds = tuple(keywords)
    return WALKER if "Walker" in kinds else VEHICLE if "Vehicle" in kinds else MODEL


SAVED = "a roll such as 3+ or 3+/5++"


def save(text: str) -> tuple[int, int] | None:
    """Armour save and invulnerable save of a printed save, 0 for none; None if it cannot be read."""
    if text.strip() in ("", *DASHES):
        return 0, 0
    found = SAVE.fullmatch(text.strip().lstrip("".join(dash for dash in DASHES if len(dash) == 1)))
    return (int(found[1] or 0), int(found[2] or 0)) if found and (found[1] or found[2]) else None


# --- weapons -------------------------------------------------------------------------------------------------------


class PrintedWeapon(NamedTuple):
    """A weapon as printed: its columns, and the special rules after its type."""

    name: str
    reach: str
    strength: str
    piercing: str
    kind: str
    rules: tuple[str, ...] = ()


def weapon(line: PrintedWeapon) -> tuple[Weapon | None, list[Fault]]:
    """The weapon of a printed line, still without an id; or None, and why it cannot be read."""
    faults: list[Fault] = []
    profile: dict[str, Value] = {**_reach(line, faults), **_type(line, faults), **_power(line, faults)}
    if profile.get("type") == "Template" and not profile.get("range"):
        profile["range"] = TEMPLATE
    if line.reach.strip().lower() in _TEMPLATES and profile.get("type") != "Melee":
        profile["type"] = "Template"
    if not faults and (profile["type"] == "Melee") != (profile["range"] == 0):
        words = 'a length such as 24"' if profile["range"] == 0 else "Melee, as its type is"
        faults.append(Fault("range", line.reach, words))
    if faults:
        return None, faults
    known = [(text, special(text)) for text in line.rules]
    made = Weapon(
        id="",
        name=line.name,
        profile=profile,
        text=", ".join(text for text, found in known if found is None),
        has=held(found for _, found in known if found is not None),
    )
    return made, []


_TEMPLATES = ("template", "шаблон")
_MELEE = ("melee", "ближний бой", "рукопашное", *DASHES)
_ENDLESS = ("unlimited", "infinite", "не ограничена")


def without_reach(reach: str) -> bool:
    """Whether a printed range is that of melee, or none."""
    return reach.strip().lower() in ("", *_MELEE)


def _reach(line: PrintedWeapon, faults: list[Fault]) -> dict[str, Value]:
    """Range and minimum range in hundredths; 0 in melee."""
    text = line.reach.strip().lower()
    if text in _TEMPLATES:
        return {"range": TEMPLATE}
    if without_reach(text):
        return {"range": 0}
    if text in _ENDLESS:
        return {"range": UNLIMITED}
    least, dash, most = text.replace("”", '"').replace("''", '"').replace("–", "-").rpartition("-")
    reach, short = _length(most), _length(least) if dash else 0
    if not reach or short is None or not short < reach <= UNLIMITED:
        faults.append(Fault("range", line.reach, 'Melee, Template or a length such as 24"'))
        return {}
    return {"range": reach, "min": short} if short else {"range": reach}


def _length(text: str) -> int | None:
    try:
        return lengths.parse(text)
    except Malformed:
        return None


def _type(line: PrintedWeapon, faults: list[Fault]) -> dict[str, Value]:
    found = weapon_type(line.kind)
    if found is None:
        known = ", ".join(weapon_types())
        faults.append(Fault("type", line.kind, f"one of {known}, with a number of shots"))
        return {}
    kind, shots = found
    return {"type": kind, "shots": shots} if shots != 1 else {"type": kind}


def _power(line: PrintedWeapon, faults: list[Fault]) -> dict[str, Value]:
    """Strength and AP. A dash for Strength is 0: only the weapon's special rules do harm."""
    strength = _strength(line.strength.strip())
    piercing = _piercing(line.piercing.strip())
    if strength is None:
        faults.append(Fault("Strength", line.strength, "a number from 1 to 10, User, +1 or x2"))
    if piercing is None:
        faults.append(Fault("AP", line.piercing, "a number from 1 to 6 or a dash"))
    return {"S": strength or 0, "AP": piercing or 0} if piercing else {"S": strength or 0}


def _strength(text: str) -> Value | None:
    plain = text.lower().replace("х", "x").replace("×", "x").replace("*", "x")
    if plain in ("user", "s", "носителя") or plain == "as user":
        return "User"
    if text in DASHES:
        return 0
    if found := re.fullmatch(r"(?:user\s*|s)?\+\s?(\d)", plain, re.ASCII):
        return f"+{found[1]}"
    if found := re.fullmatch(r"(?:user\s*|s)?x\s?(\d)", plain, re.ASCII):
        return f"x{found[1]}"
    found = re.fullmatch(r"s?\s*(\d{1,2})", plain, re.ASCII)
    return int(found[1]) if found and 1 <= int(found[1]) <= 10 else None


def _piercing(text: str) -> int | None:
    plain = re.sub(r"\Aap\s*", "", text.lower(), flags=re.ASCII)
    if plain in ("", *DASHES):
        return 0
    return int(plain) if re.fullmatch(r"[1-6]", plain, re.ASCII) else None


def numbered(carried: Iterable[Weapon]) -> tuple[Weapon, ...]:
    """Weapons of one model with distinct ids and names: the second of two equal ones is `Claw 2`."""
    found: dict[str, Weapon] = {}
    names: set[str] = set()
    for each in carried:
        name = free(each.name, names, " ")
        key = free(slug(each.name) or "weapon", found, "-")
        names.add(name)
        found[key] = Weapon(key, name, each.profile, each.text, each.has)
    return tuple(found.values())


# --- bases ---------------------------------------------------------------------------------------------------------


class Body(NamedTuple):
    """The size of a model: the radius of its base, its height, and its hull if it is a vehicle without a base."""

    base: int
    height: int
    hull: tuple[int, int] | None = None


HULL = (450, 300)
_BODIES = (
    ("Walker", Body(118, 250)),
    ("Monstrous Creature", Body(118, 300)),
    ("Artillery", Body(118, 200)),
    ("Cavalry", Body(98, 200)),
    ("Jetbike", Body(98, 200)),
    ("Bike", Body(98, 200)),
    ("Beast", Body(79, 150)),
)


def round_base(millimetres: int) -> int:
    """The radius in hundredths of an inch of a round base with this diameter in mm: 63 for 32."""
    return (millimetres * 1000 + 254) // 508


def on_hull(hull: tuple[int, int], height: int = 250) -> Body:
    """A vehicle with a hull of that length and width; its base is the circle around it."""
    length, width = hull
    return Body(isqrt(length * length + width * width) // 2 + 1, height, hull)


def body(keywords: Sequence[str], has: Mapping[str, Value]) -> Body:
    """The usual size of a model of these types."""
    for kind, size in _BODIES:
        if kind in keywords:
            return size
    if "Vehicle" in keywords:
        return on_hull(HULL)
    return Body(79, 200) if "wh40k.usr.bulky" in has else Body(round_base(25), 150)


# --- the sheet -----------------------------------------------------------------------------------------------------


def abilities(texts: Iterable[str]) -> tuple[tuple[Ability, ...], dict[str, Value]]:
    """Special rules by name, as abilities with the ids of their rules, and as a sheet's `has`."""
    known = [(text, special(text)) for text in texts]
    shown = tuple(Ability(text, rule=found.rule if found else "") for text, found in known)
    return shown, held(found for _, found in known if found)


def sheet(
    key: str,
    name: str,
    kind: str,
    keywords: Sequence[str],
    said: Callable[[str], str],
    notes: Notes,
) -> tuple[Sheet, list[Fault]]:
    """A model with its characteristics and the size of its type, and what cannot be read of it; `said` gives the
    printed value of a name.
    """
    line = Line(kind, "", lambda column: "" if said(column) in DASHES else said(column))
    profile, faults = values(line, forms(keywords), notes)
    saves = (0, 0) if "Vehicle" in keywords else save(said("Sv"))
    if saves is None:
        faults.append(Fault("Sv", said("Sv"), SAVED))
    armour, invulnerable = saves or (0, 0)
    has: dict[str, Value] = {"wh40k.assumed.save.invulnerable": invulnerable} if invulnerable else {}
    if armour:
        profile["Sv"] = armour
    size = body(keywords, has)
    made = Sheet(key, name, kind, profile, 0, size.base, size.height, tuple(keywords), has=has, hull=size.hull)
    return made, faults


def merged(one: Mapping[str, Value], other: Mapping[str, Value]) -> dict[str, Value]:
    """Special rules from two sources; the better value of each rule."""
    found = dict(one)
    for rule, value in other.items():
        found[rule] = better(rule, found[rule], value) if rule in found else value
    return found


def psyker(keywords: Sequence[str], has: Mapping[str, Value]) -> tuple[tuple[str, ...], dict[str, Value]]:
    """The keyword Psyker and a Mastery Level imply each other."""
    if MASTERY in has and "Psyker" not in keywords:
        return (*keywords, "Psyker"), dict(has)
    return tuple(keywords), {MASTERY: 1, **has} if "Psyker" in keywords else dict(has)
