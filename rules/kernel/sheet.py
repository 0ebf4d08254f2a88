"""What a model brings to the table: its datasheet, weapons and abilities as printed on a roster.

Sheets are frozen and shared: a fold never copies them. Characteristics keep the names the rulebook prints (`M`, `BS`,
`Sv`); lengths are hundredths of an inch, a `3+` is the integer 3, a rolled value is the text `D3` or `D6`, and a
characteristic printed as a dash is absent.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.remarks import Remark


class Ability(msgspec.Struct, frozen=True, omit_defaults=True):
    """A special rule as written on the roster; `rule` is the id of the rule that implements it, or empty.

    `kind` says where it was printed: `ability`, `wargear`, `power`, `faction`, `specialism`, `injury`.
    """

    name: str
    text: str = ""
    kind: str = "ability"
    rule: str = ""


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True):
    """One weapon profile. `has` maps the id of a special rule to its value (1 where it takes none)."""

    id: str
    name: str
    profile: dict[str, int | str]
    text: str = ""
    has: dict[str, int | str] = {}


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model as listed on a roster. `base` is the radius of its base, `height` its height, both in hundredths.

    A vehicle without a base has a `hull`, its length and width in hundredths; `base` is then the radius of the circle
    around it, only used to find models that can be near. `specialities` are those that its datasheet allows, by name;
    None where nobody has said which, as in most files.
    """

    id: str
    name: str
    type: str
    profile: dict[str, int | str]
    points: int = 0
    base: int = 63
    height: int = 150
    keywords: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[Ability, ...] = ()
    has: dict[str, int | str] = {}
    hull: tuple[int, int] | None = None
    specialities: tuple[str, ...] | None = None


class UnitSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """Models of a roster that act as one. `models` are the ids of their sheets, `category` its place in the army.

    `points` is the cost of the whole unit; `has` are special rules of the unit itself.
    """

    id: str
    name: str
    models: tuple[str, ...]
    category: str = ""
    points: int = 0
    keywords: tuple[str, ...] = ()
    has: dict[str, int | str] = {}


class Roster(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's list of models: a team, or a command roster from which a team is picked.

    `notes` are its owner's own words, `remarks` what its reader took otherwise than printed.
    """

    name: str
    system: str
    faction: str = ""
    points: int = 0
    models: tuple[Sheet, ...] = ()
    rules: tuple[Ability, ...] = ()
    notes: tuple[str, ...] = ()
    extra: dict[str, Any] = {}
    units: tuple[UnitSheet, ...] = ()
    remarks: tuple[Remark, ...] = ()


def health_of(sheet: Sheet) -> str:
    """The characteristic that counts how much a model can bear: its Wounds, else its hull points or Health Points."""
    return "W" if "W" in sheet.profile else "HP"


def wounds_of(sheet: Sheet) -> int:
    """How much a model can bear before it is out of action; 1 where the sheet does not print it. See `health_of`."""
    printed = sheet.profile.get(health_of(sheet), 1)
    return printed if isinstance(printed, int) else 1
