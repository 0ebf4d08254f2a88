"""A model of an army as a sheet: characteristics, base, weapons, parts and special rules, from printed text.

Rates and ranges are in hundredths of an inch, bases in millimetres.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isqrt

from rules.kernel import lengths
from rules.kernel.errors import Malformed
from rules.kernel.sheet import Ability, Sheet, Weapon
from rules.selections import DASHES, MAX_NAME, Form, bare, free, slug
from rules.t9a.army import printed, terms
from rules.t9a.army.terms import Value
from rules.textlines import plain

OWN = ("Adv", "Mar", "Dis", "HP", "Def", "Res", "Arm", "Att", "Off", "Str", "AP", "Agi", "Aim", "Aegis", "Fortitude")
"""The characteristics of a model."""
OF_PARTS = ("Att", "Off", "Str", "AP", "Agi")
"""Those that a mount, a crew or another part may have of its own."""
OF_WEAPONS = ("Att", "Off", "Str", "AP", "Agi", "Shots", "Aim", "Hits")
OF_RIDERS = ("Arm", "Aegis", "Fortitude")
TALL = {"Standard": 150, "Large": 250, "Gigantic": 400}
BASE = re.compile(r"([1-9]\d{1,2})\s*[xх×*]\s*([1-9]\d{1,2})\s*(?:mm|мм)?", re.IGNORECASE)
LOOKALIKES = str.maketrans("АВЕКМНОРСТУХаеорсух", "ABEKMHOPCTYXaeopcyx")
"""Cyrillic letters that look like Latin ones: characteristics have Latin names, but may be typed on a Cyrillic
keyboard.
"""


def _rate(text: str) -> int | None:
    return _length(text, printed.MOST["Adv"])


def _length(text: str, most: int) -> int | None:
    """A length in hundredths of an inch up to one; None if it is none."""
    try:
        found = lengths.parse(text)
    except Malformed:
        return None
    return found if 0 <= found <= most else None


def _whole(least: int, most: int) -> Form:
    def read(text: str) -> int | None:
        found = re.fullmatch(r"\d{1,2}", text, re.ASCII)
        return int(text) if found and least <= int(text) <= most else None

    return Form(read, f"a number from {least} to {most}", obvious=bare)


def _roll(text: str) -> int | None:
    found = re.fullmatch(r"([2-6])\+?", text, re.ASCII)
    return int(found[1]) if found else None


def _more(text: str) -> Value | None:
    """A number, or so much more or less than that of the model: `+1`."""
    found = re.fullmatch(r"([+-]?)(\d{1,2})", text.replace("–", "-"), re.ASCII)
    if not found or int(found[2]) > 10:
        return None
    return f"{found[1]}{int(found[2])}" if found[1] else int(found[2])


def _hits(text: str) -> Value | None:
    found = re.fullmatch(r"(\d?)[DdДдКк]([36])|(\d{1,2})", text)
    if not found:
        return None
    return int(found[3]) if found[3] else f"{found[1]}D{found[2]}"


RATE, TEN, ROLL = Form(_rate, 'a length such as 6"', obvious=bare), _whole(0, 10), Form(_roll, "a roll such as 3+")
FORMS: Mapping[str, Form] = {
    "Adv": RATE, "Mar": RATE, "Dis": TEN, "HP": _whole(1, 20), "Def": TEN, "Res": TEN, "Arm": TEN, "Att": TEN,
    "Off": TEN, "Str": TEN, "AP": TEN, "Agi": TEN, "Aim": ROLL, "Aegis": ROLL, "Fortitude": ROLL,
}  # fmt: skip
MORE = Form(_more, "a number, or one more such as +1")
WEAPONS: Mapping[str, Form] = {
    "Att": TEN, "Off": MORE, "Str": MORE, "AP": MORE, "Agi": MORE, "Shots": _whole(1, 10), "Aim": ROLL,
    "Hits": Form(_hits, "a number or dice such as D6"),
}  # fmt: skip


def cells(text: str, known: Sequence[str], forms: Mapping[str, Form]) -> tuple[dict[str, Value], str]:
    """Characteristics written as `Dis7 Str4 Agi-`, a dash being none; and what is wrong with them, if anything is."""
    names = {name.lower(): name for name in known}
    found: dict[str, Value] = {}
    seen: set[str] = set()
    for cell in _cells(text):
        name = max((known for low, known in names.items() if cell.lower().startswith(low)), key=len, default="")
        said = cell[len(name) :]
        if not name or not said or (said[0].isalpha() and name != "Hits"):
            return {}, f"{cell[:20]!r} is not a characteristic here; they are {' '.join(known)}"
        if name in seen:
            return {}, f"{name} stands twice"
        seen.add(name)
        if said not in DASHES:
            value = forms[name].read(said)
            if value is None:
                return {}, f"{name}: {said[:20]!r} is not {forms[name].words}"
            found[name] = value
    return {name: found[name] for name in known if name in found}, ""


def _cells(text: str) -> list[str]:
    """`Dis7`, `Dis 7`, `Dis: 7` and `Dis=7` are one cell each; a comma may part them."""
    close = re.sub(r"\s*[:=]\s*", "", text.translate(LOOKALIKES).replace(",", " "))
    found: list[str] = []
    for word in close.split():
        if found and found[-1].isalpha() and not re.match(r"[A-Za-z]{2}", word):
            found[-1] += word
        else:
            found.append(word)
    return found


def base(text: str) -> str:
    """The base of a printed one, `25x50 mm`, as its width and length; empty if it is none."""
    found = BASE.fullmatch(text.strip())
    sides = (int(found[1]), int(found[2])) if found else (0, 0)
    return f"{sides[0]}x{sides[1]}" if all(15 <= side <= 300 for side in sides) else ""


def hundredths(millimetres: int) -> int:
    """Millimetres in hundredths of an inch, rounded: 79 for 20."""
    return (millimetres * 1000 + 127) // 254


def size(bases: str, keywords: Iterable[str]) -> tuple[int, int, tuple[int, int]]:
    """The circle around a base, the height and the base itself (length and width), in hundredths of an inch."""
    wide, _, long = (bases or "20x20").partition("x")
    hull = hundredths(int(long)), hundredths(int(wide))
    tall = next((TALL[word] for word in keywords if word in TALL), TALL["Standard"])
    return isqrt(hull[0] ** 2 + hull[1] ** 2) // 2 + 1, tall, hull


def short(name: str) -> str:
    """A name as sheets have it: printable, without odd blanks, of at most `MAX_NAME` characters."""
    clean = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(clean.split())[:MAX_NAME].strip()


def weapon(name: str, reach: str, text: str) -> tuple[Weapon | None, str]:
    """A weapon, still without an id, from its range and its characteristics; or None, and what is wrong with it."""
    melee = plain(reach) in ("melee", "close combat", "ближний бой", "рукопашная", "")
    away = 0 if melee or reach in DASHES else _length(reach, printed.MOST["Range"]) or 0
    if not away and not (melee or reach in DASHES):
        return None, f'{reach[:20]!r} is not Melee or a length such as 24"'
    found, wrong = cells(text, OF_WEAPONS, WEAPONS)
    if wrong:
        return None, wrong
    if away and any(isinstance(found.get(key), str) for key in ("Str", "AP")):
        return None, "the Strength and AP of a shot are numbers"
    return Weapon("", name, {"Range": away, **found} if away else found), ""


def numbered(carried: Iterable[Weapon]) -> tuple[Weapon, ...]:
    """Weapons of one model with ids and names of their own: the second of two equal ones is `Claw 2`."""
    found: dict[str, Weapon] = {}
    names: set[str] = set()
    for each in carried:
        name = free(each.name, names, " ")
        key = free(slug(each.name) or "weapon", found, "-")
        names.add(name)
        found[key] = Weapon(key, name, each.profile, each.text, each.has)
    return tuple(found.values())


def abilities(texts: Iterable[str], kind: str = "ability") -> tuple[tuple[Ability, ...], dict[str, Value]]:
    """Special rules by name, as abilities with the ids of their rules, and as a sheet's `has`."""
    known = [(text, terms.special(text)) for text in texts]
    shown = tuple(Ability(short(text), kind=kind, rule=found.rule if found else "") for text, found in known)
    return shown, terms.held(found for _, found in known if found)


def of_part(texts: Iterable[str], kind: str) -> tuple[Ability, ...]:
    """The special rules of a part of a model: the text of each is its value, as the rule for parts reads it."""
    known = [(text, terms.special(text)) for text in texts]
    return tuple(
        Ability(short(text), str(found.value) if found and found.value != 1 else "", kind, found.rule if found else "")
        for text, found in known
    )


def missing(sheet: Sheet) -> tuple[str, ...]:
    """The characteristics without which a model cannot be fielded and that nobody has given; none if all are there."""
    lacks = [name for name in printed.VITAL if name not in sheet.profile]
    bare_list = len(lacks) == len(printed.VITAL)
    return printed.NEEDED if bare_list else tuple(lacks)
