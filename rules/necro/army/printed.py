"""What gangs print, whatever the format: characteristics of fighters, weapons with their traits, ranks.

Covers `necro.core.characteristics` and the traits of weapons that rules read. Any other trait, the accuracy, the
short range and the ammunition roll stay on the weapon as text, for the players to apply. Lengths are hundredths of an
inch.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.kernel import lengths
from rules.kernel.errors import Malformed
from rules.kernel.lengths import INCH
from rules.kernel.remarks import Fault, Notes
from rules.kernel.sheet import Sheet, Weapon
from rules.necro.forced import KNOCKBACK
from rules.selections import DASHES, Form, Line, bare, free, slug, values
from rules.textlines import pieces, plain

SYSTEM = "Necromunda"
BASE = 49
"""Radius of a 25 mm base, the commonest, in hundredths of an inch. Gangs do not print bases."""
MAX_WEAPONS = 50
"""Weapon profiles on one fighter; of a file, more are left out."""
TEMPLATE = 800
"""How far a template reaches, in hundredths."""
FARTHEST = 20_000
"""The longest range of a weapon, in hundredths."""

Value = int | str


# ranks

RANKS = {"Leader": "leader | лидер | главарь", "Champion": "champion | чемпион", "Ganger": "ganger | бандит",
         "Juve": "juve | юнец"}  # fmt: skip
"""The ranks of fighters. A leader and a champion may activate others with themselves."""
_RANK = {plain(word): rank for rank, words in RANKS.items() for word in words.split("|")}


def rank_in(text: str) -> str:
    """The rank that a text names in one of its words: `Gang Leader` is a leader. Empty if it names none."""
    return next((_RANK[word] for word in plain(text).split() if word in _RANK), "")


def rank(sheet: Sheet) -> str:
    """The rank of a fighter; empty if its sheet has none."""
    return next((each for each in RANKS if each in sheet.keywords), "")


# characteristics


def _length(text: str) -> Value | None:
    try:
        value = lengths.parse(text.replace("”", '"').replace("''", '"'))
    except Malformed:
        return None
    return value if 0 <= value < 10_000 else None


def _whole(least: int, most: int) -> Callable[[str], Value | None]:
    def read(text: str) -> Value | None:
        found = re.fullmatch(r"\d{1,2}", text, re.ASCII)
        return int(text) if found and least <= int(text) <= most else None

    return read


def _roll(most: int) -> Callable[[str], Value | None]:
    """`3+`, or 3 as exports print it."""

    def read(text: str) -> Value | None:
        found = re.fullmatch(r"(\d{1,2})\+?", text, re.ASCII)
        return int(found[1]) if found and 1 <= int(found[1]) <= most else None

    return read


_ROLL = Form(_roll(10), "a roll such as 3+", obvious=bare)
_TEST = Form(_roll(20), "a roll such as 3+", obvious=bare)
_COUNT = Form(_whole(0, 99), "a number", obvious=bare)
_NEEDED = Form(_whole(1, 99), "a number from 1", needed=True, obvious=bare)
MODEL: Mapping[str, Form] = {
    "M": Form(_length, 'a length such as 6"', obvious=bare), "WS": _ROLL, "BS": _ROLL, "S": _COUNT, "T": _NEEDED,
    "W": _NEEDED, "I": _ROLL, "A": _COUNT, "Ld": _TEST, "Cl": _TEST, "Wil": _TEST, "Int": _TEST, "Sv": _ROLL,
}  # fmt: skip
"""A dash is an absent value; T and W are required."""


# weapons

COLUMNS = ("Rng S", "Rng L", "Acc S", "Acc L", "Str", "AP", "D", "Ammo", "Traits")
"""The columns of a weapon: short and long range and accuracy, Strength, AP, damage, ammunition roll, traits."""
TRAITS: Mapping[str, str] = {
    "Grenade": "grenade | граната", "Template": "template | шаблон", "Web": "web | сеть", "Toxin": "toxin | токсин",
    "Gas": "gas | газ", KNOCKBACK: "knockback | отбрасывание", "Blast": "blast | взрыв", "Melee": "melee | рукопашное",
}  # fmt: skip
"""The traits that rules read, and how they are printed."""
_TRAIT = {plain(word): trait for trait, words in TRAITS.items() for word in words.split("|")}
_MEASURED = {KNOCKBACK: INCH, "Blast": 3 * INCH}
"""Traits with a length in brackets, and the length without one."""
_ENGAGED = ("e", "melee", "рукопашная", "рукопашное")
_TEMPLATES = ("t", "template", "шаблон")


def _strength(text: str) -> Value | None:
    """A number from 1, or the fighter's own with what is added: `S`, `S+1`, `+1`."""
    found = re.fullmatch(r"(?:s|(?:s\s*)?([+-]\d))", text.lower().replace("−", "-").replace("–", "-"), re.ASCII)
    return f"S{found[1] or ''}" if found else _whole(1, 99)(text)


def _piercing(text: str) -> Value | None:
    found = re.fullmatch(r"0|[-−–](\d{1,2})", text, re.ASCII)
    return -int(found[1] or 0) if found else None


def _bare_piercing(text: str) -> str:
    """A number without a sign is one whose minus was left out."""
    return f"-{bare(text).lstrip('-−–')}"


STRENGTH = "a number, S or S+1"
POWER: Mapping[str, Form] = {
    "Str": Form(_strength, STRENGTH, needed=True, obvious=bare),
    "AP": Form(_piercing, "0 or a negative number", obvious=_bare_piercing),
    "D": Form(_whole(0, 99), "a number", needed=True, obvious=bare),
}
RANGE = 'E, T, Sx3 or a length such as 24"'


class Trait(NamedTuple):
    """A trait that rules read, with its value in the profile of the weapon."""

    name: str
    value: int


def trait(text: str) -> Trait | None:
    """A trait as printed, such as `Blast (3")`; None if no rule reads it."""
    found = re.fullmatch(r"([^()]*?)\s*(?:\(([^()]*)\))?", text)
    name = _TRAIT.get(plain(found[1]), "") if found else ""
    if not found or not name:
        return None
    if name not in _MEASURED:
        return Trait(name, 1)
    length = _length(found[2].strip()) if found[2] else _MEASURED[name]
    return Trait(name, length) if isinstance(length, int) and 0 < length <= 2_000 else None


def weapon(line: Line, strength: int, notes: Notes) -> tuple[Weapon | None, list[Fault]]:
    """The weapon of a printed line in the hands of a fighter of that Strength, still without an id.

    Without a weapon, why it cannot be used: then nothing is remarked.
    """
    aside = Notes()
    power, faults = values(line, POWER, aside)
    traits = [(text, trait(text)) for text in pieces(line.said("Traits"))]
    known = {each.name: each.value for _, each in traits if each}
    reach = _reach(line, known, strength)
    if reach is None or faults:
        said = line.said("Rng L") or line.said("Rng S")
        return None, [*faults, *([Fault("Rng L", said, RANGE)] if reach is None else [])]
    notes.again(aside.remarks)
    profile = {"S": _with(strength, power["Str"]), "AP": power.get("AP", 0), "D": power["D"], **reach}
    known.pop("Melee", None)
    rest = [text for text, each in traits if each is None]
    return Weapon("", line.name, {**profile, **known}, "\n".join((*_unread(line), *rest))), []


def _with(strength: int, printed: Value) -> int:
    """The Strength of a hit: the weapon's own, or the fighter's with what is added to it; at least 1."""
    own = printed if isinstance(printed, int) else strength + int(printed[1:] or 0)
    return min(max(1, own), 99)


def _reach(line: Line, traits: Mapping[str, int], strength: int) -> dict[str, int] | None:
    """The range in hundredths: none in close combat; of several the longest. None if it cannot be read."""
    said = [text.lower().replace("”", '"') for name in ("Rng S", "Rng L") if (text := line.said(name))]
    if any(text in _TEMPLATES for text in said) or (not said and "Template" in traits):
        return {"Range": TEMPLATE, "Template": 1}
    if any(text in _ENGAGED for text in said) or (not said and "Melee" in traits):
        return {}
    found = [_far(text, strength) for text in said]
    far = [each for each in found if each is not None]
    return {"Range": max(far)} if far and len(far) == len(found) else None


def _far(text: str, strength: int) -> int | None:
    """A range in hundredths: a length, or a multiple of the fighter's Strength in inches (`Sx3`)."""
    thrown = re.fullmatch(r"s\s*[x×х*]\s*([1-9])\"?", text, re.ASCII | re.IGNORECASE)
    far = max(1, strength) * int(thrown[1]) * INCH if thrown else _length(text)
    return far if isinstance(far, int) and 0 < far <= FARTHEST else None


def _unread(line: Line) -> Iterator[str]:
    """What a weapon prints that no rule reads: its short range, its accuracy, its ammunition roll."""
    short, far = line.said("Rng S"), line.said("Rng L")
    if short and far and short != far:
        yield f"Rng {short} / {far}"
    if line.said("Acc S") or line.said("Acc L"):
        yield f"Acc {line.said('Acc S') or '-'} / {line.said('Acc L') or '-'}"
    if line.said("Ammo"):
        yield f"Ammo {line.said('Ammo')}"


def numbered(carried: Iterable[Weapon]) -> tuple[Weapon, ...]:
    """Weapons of one fighter with distinct ids and names: the second of two equal ones is `Claw 2`."""
    found: dict[str, Weapon] = {}
    names: set[str] = set()
    for each in carried:
        name = free(each.name, names, " ")
        key = free(slug(each.name) or "weapon", found, "-")
        names.add(name)
        found[key] = Weapon(key, name, each.profile, each.text, each.has)
    return tuple(found.values())


def fewer(where: str, carried: Sequence[Weapon], notes: Notes) -> Sequence[Weapon]:
    """As many weapons as a fighter may have, with a remark if there were more."""
    if len(carried) > MAX_WEAPONS:
        notes.read_as(where, "weapons", "", str(len(carried)), str(MAX_WEAPONS))
    return carried[:MAX_WEAPONS]


def undashed(text: str) -> str:
    """A printed value, empty if it is a dash."""
    return "" if text.strip() in DASHES else text.strip()
