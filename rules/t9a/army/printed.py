"""What stands on the sheets of an army: characteristics, bases and values of rules that code can work with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rules.kernel.position import twice, within
from rules.kernel.sheet import Roster, Sheet, Weapon

BASE = re.compile(r"([1-9][0-9]{1,2})x([1-9][0-9]{1,2})\Z")
RATES = ("Adv", "Mar")
MOST: Mapping[str, int] = {"Adv": 3000, "Mar": 6000, "HP": 30, "Att": 10, "Shots": 10, "Range": 30_000}
"""The greatest numbers that may be printed under a name; 20 under any other."""
OTHERWISE = 20
HELD: Mapping[str, re.Pattern[str]] = {
    "t9a.fly": re.compile(r"[0-9]{1,2}(, ?[0-9]{1,2})?\Z"),
    "t9a.magic-resistance": re.compile(r"[0-9]{1,2}\Z"),
    "t9a.channel": re.compile(r"[0-9]{1,2}(, ?[0-9]{1,2}){0,9}\Z"),
    "t9a.engineer": re.compile(r"[1-6]\Z"),
    "t9a.core.random-movement": re.compile(r"[1-9]?D[36]\Z"),
    "t9a.core.sweeping-attack": re.compile(r"([0-9]{1,2}|D[36])(,[0-9]{1,2}){0,2}\Z"),
}
"""Rules with a value that is a number, several, or dice."""
MOST_MODELS, MOST_UNITS, MOST_IN_UNIT, MOST_WEAPONS, MOST_TEXT = 400, 60, 100, 20, 200
NEEDED = ("Adv", "Mar", "Dis", "HP", "Def", "Res", "Arm", "Att", "Off", "Str", "AP", "Agi", "Base")
"""What the lists that players exchange do not say of a model, and no battle can be fought without."""
VITAL = ("Dis", "HP", "Def", "Res", "Base")
"""Those of them that are never a dash: any other that is absent is 0."""


def roster_problems(roster: Roster) -> Iterator[str]:
    """What of a list no rule could use."""
    if len(roster.models) > MOST_MODELS or len(roster.units) > MOST_UNITS:
        yield f"an army has at most {MOST_MODELS} models in {MOST_UNITS} units"
        return
    yield from twice("model", [sheet.id for sheet in roster.models])
    yield from twice("unit", [unit.id for unit in roster.units])
    for unit in roster.units:
        if not 1 <= len(unit.models) <= MOST_IN_UNIT:
            yield f"{unit.name or unit.id}: a unit has from 1 to {MOST_IN_UNIT} models, not {len(unit.models)}"
        if not 0 <= unit.points <= 100_000:
            yield f"{unit.name or unit.id}: points is {unit.points}"
        yield from (f"{unit.name or unit.id}: {text}" for text in held_problems(unit.has))
    yield from sheet_problems(roster.models)


def sheet_problems(sheets: Iterable[Sheet]) -> Iterator[str]:
    """What on sheets no rule could use."""
    for sheet in sheets:
        who = sheet.name or sheet.id
        if not 1 <= len(sheet.id) <= 40 or not sheet.id.isprintable():
            yield f"{who}: a model has an id of 1 to 40 characters"
        if not BASE.match(str(sheet.profile.get("Base", "20x20"))):
            yield f"{who}: a base is its width and length in millimetres, such as 25x50, not {sheet.profile['Base']!r}"
        yield from (f"{who}: {text}" for text in _numbers(sheet.profile))
        yield from (f"{who}: {text}" for text in held_problems(sheet.has))
        yield from (f"{who}: {text}" for text in _weapon_problems(sheet.weapons))


def _numbers(profile: Mapping[str, int | str]) -> Iterator[str]:
    for key, value in profile.items():
        most = MOST.get(key, OTHERWISE)
        if isinstance(value, str):
            if len(value) > MOST_TEXT:
                yield f"{key[:20]} is a text of up to {MOST_TEXT} characters"
        elif not within(value, 0, most):
            yield f"{key[:20]} is a number up to {most}, not {value!r}"


def held_problems(has: Mapping[str, int | str]) -> Iterator[str]:
    """Values of rules that are no numbers and should be."""
    for key, form in HELD.items():
        if key in has and not form.match(str(has[key])):
            yield f"the value of {key} is a number, not {has[key]!r}"


def _weapon_problems(weapons: tuple[Weapon, ...]) -> Iterator[str]:
    if len(weapons) > MOST_WEAPONS:
        yield f"a model has at most {MOST_WEAPONS} weapons"
        return
    yield from twice("weapon", [weapon.id for weapon in weapons])
    for weapon in weapons:
        yield from (f"{weapon.name}: {text}" for text in _numbers(weapon.profile))
