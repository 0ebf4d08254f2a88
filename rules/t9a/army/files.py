"""Armies of The 9th Age in BattleScribe files, from profiles of the types Global, Defensive, Offensive and the like.

Data of the third edition has no profiles: such a file is a mere list, and the roster's remarks say what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from rules import selections
from rules.battlescribe import Document, Force, Profile, Selection
from rules.kernel.errors import OtherSystem
from rules.kernel.remarks import Fault, Notes
from rules.kernel.sheet import Ability, Roster, Sheet, Weapon
from rules.selections import Line, described, printed, spared, values, whole_points
from rules.t9a.army import datasheet, entries, terms
from rules.t9a.army.byhand import OURS, SYSTEM
from rules.t9a.army.entries import Choice, Entry, Given, Listed
from rules.t9a.army.terms import Value
from rules.textlines import pieces

YOUNGER = re.compile(r"\b(?:3rd|third)\b|\b202\d\b", re.IGNORECASE)
OWN = ("size", "global", "defensive", "offensive")
"""The types of profiles that say what a model is, without the numbers that files put before them."""
WEAPONS = ("melee weapon", "ranged weapon")
BASES = (("Gigantic", "50x100"), ("Construct", "50x100"), ("Cavalry", "25x50"), ("Large", "40x40"), ("Beast", "25x50"))
"""The base of a model of which a file says none, by its height or type."""
BASE = "20x20"
AIM = re.compile(r"\b([2-6]\+)")
READABLE = "a weapon with a range, Strength and Armour Penetration"


def load(document: Document) -> Roster:
    """The army in a file.

    Raises:
        Malformed: another game system, or no units, or too many models.
    """
    require_system(document.system)
    notes = Notes()
    if YOUNGER.search(document.system):
        notes.add("edition", said=document.system, read=SYSTEM)
    notes.again(document.remarks)
    forces = selections.forces(document)
    tops = [(force, top) for force in forces for top in force.selections]
    found = [_entry(force, top, notes) for force, top in tops if _is_unit(top)]
    notes.words += [document.notes] if document.notes else []
    notes.words += [f"{each.name}: {each.notes}" for _, top in tops for each in top.walk() if each.notes]
    army = ", ".join(dict.fromkeys(datasheet.short(force.catalogue) for force in forces if force.catalogue))
    total = int(selections.points(document.costs))
    listed = Listed(army, tuple(found), max(0, total))
    made = entries.roster(listed, document.name, Given({}, entries.NO_KIT), notes)
    aside = [top.name for _, top in tops if not _is_unit(top)]
    rules = [Ability(rule.name, rule.text, "faction") for force in forces for rule in force.rules]
    return msgspec.structs.replace(made, rules=tuple(rules), extra={"list": aside} if aside else {})


def require_system(system: str) -> None:
    """Refuse another game system. Raises: Malformed."""
    if not OURS.search(system):
        raise OtherSystem(system, "The 9th Age")


def _kind(profile: Profile) -> str:
    """The type of a profile without its number: `2 Defensive` is `defensive`."""
    return re.sub(r"\A\d+\s*", "", profile.type.strip().lower())


def _is_unit(top: Selection) -> bool:
    """Whether a selection is a unit, and no setting of the army."""
    if top.type in ("unit", "model"):
        return True
    return any(each.type == "model" or any(_kind(p) in OWN for p in each.profiles) for each in top.walk())


def _models(selection: Selection) -> list[Selection]:
    """The selections of models in a unit, the outermost ones."""
    if selection.type == "model":
        return [selection]
    return [model for child in selection.children for model in _models(child)]


def _entry(force: Force, top: Selection, notes: Notes) -> Entry:
    name = datasheet.short(top.custom_name or top.name) or "unnamed"
    models = _models(top)
    number = sum(model.number for model in models) if models else top.number
    if not 1 <= number <= 100:
        notes.read_as("", name, "number", str(number), "1")
        number = 1
    parts = list(top.walk())
    price = whole_points(name, (selections.points(each.costs) for each in parts), notes)
    role = next((each.name for each in sorted(top.categories, key=lambda c: not c.primary) if each.name), "")
    profiles = [profile for each in parts for profile in each.profiles]
    chosen = [Choice(each.name) for each in parts if each is not top and each not in models and not each.profiles]
    chosen += [Choice(rule.name) for each in parts for rule in each.rules]
    like = _like(name, profiles, notes) if any(_kind(p) in OWN for p in profiles) else None
    return Entry(name, number, price, tuple(dict.fromkeys(chosen))[: entries.MOST_CHOICES], role, like)


def _like(name: str, profiles: Sequence[Profile], notes: Notes) -> Sheet | None:
    """One of the models of a unit, from its profiles."""
    said = _columns(profiles)
    line = Line(name, "", lambda column: said.get(column.lower(), ""))
    found, faults = values(line, datasheet.FORMS, notes)
    spared(name, [fault._replace(needed=False) for fault in faults], notes)
    about = [*pieces(said.get("size", "")), *pieces(said.get("height", "")), *pieces(said.get("type", ""))]
    keywords, strange = terms.keywords(about)
    base = datasheet.base(said.get("base", ""))
    if not base:
        base = next((usual for word, usual in BASES if word in keywords), BASE)
        notes.read_as(name, "Base", "", said.get("base", ""), base)
    profile: dict[str, Value] = {**found, "Base": base}
    weapons, spoilt = _weapons(name, profiles, notes)
    shown = [_kept(profile) for profile in profiles if _kind(profile) not in (*OWN, *WEAPONS)]
    rules, has = datasheet.abilities([*pieces(said.get("rules", "")), *strange])
    wide, tall, hull = datasheet.size(base, keywords)
    armed = datasheet.numbered([*weapons, *_others(name, profiles)])
    return Sheet(
        "", name, name, profile, 0, wide, tall, tuple(keywords), armed,
        (*rules, *spoilt, *shown), has, hull,
    )  # fmt: skip


def _kept(profile: Profile) -> Ability:
    """Armour, an artefact or anything else as text; a banner as one."""
    kind = "banner" if "banner" in printed(profile, "Type").lower() else "wargear"
    return Ability(datasheet.short(profile.name), described(profile), kind)


def _columns(profiles: Sequence[Profile]) -> Mapping[str, str]:
    """What is printed in each column, by its name in small letters: the first profile of each type says it."""
    found: dict[str, str] = {}
    for kind in OWN:
        first = next((profile for profile in profiles if _kind(profile) == kind), None)
        for each in first.characteristics if first else ():
            said = printed(first, each.name) if first else ""
            found.setdefault(each.name.lower(), said)
    renamed = {"advance": "adv", "march": "mar", "discipline": "dis"}
    return found | {short: found[long] for long, short in renamed.items() if long in found and short not in found}


def _others(name: str, profiles: Sequence[Profile]) -> Iterator[Weapon]:
    """The further parts of a model, such as its mount, by their Offensive profiles."""
    offensive = [profile for profile in profiles if _kind(profile) == "offensive"]
    different = {profile.name: profile for profile in offensive[1:] if profile.name != offensive[0].name}
    for profile in different.values():
        line = Line(name, profile.name, lambda column, of=profile: printed(of, column))  # type: ignore[misc]
        forms = {column: datasheet.FORMS[column] for column in datasheet.OF_PARTS}
        found, _ = values(line, forms, Notes())
        if "Att" in found:
            yield Weapon("", datasheet.short(profile.name), found)


def _weapons(name: str, profiles: Sequence[Profile], notes: Notes) -> tuple[list[Weapon], list[Ability]]:
    """The weapons, and as text those that cannot be read."""
    made: list[Weapon] = []
    spoilt: list[Ability] = []
    for profile in dict.fromkeys(profiles):
        if _kind(profile) not in WEAPONS:
            continue
        weapon = _weapon(profile, _kind(profile) == WEAPONS[0])
        title = datasheet.short(profile.name)
        if weapon is None:
            notes.left_out(name, title, Fault("", described(profile), READABLE))
            spoilt.append(Ability(title, described(profile), "wargear"))
        elif "Range" in weapon.profile and "Aim" not in weapon.profile:
            notes.left_out(name, title, Fault("Aim", "", ""))
            spoilt.append(Ability(title, described(profile), "wargear"))
        else:
            made.append(msgspec.structs.replace(weapon, text=printed(profile, "Attributes")))
    return made, spoilt


def _weapon(profile: Profile, melee: bool) -> Weapon | None:
    """The weapon of a profile; its Aim, if no column has it, stands in its name or among its attributes: `Bow (4+)`."""
    said = {key: re.sub(r"(?i)as user|user", "", printed(profile, key)).strip() for key in ("Shots", "Str", "AP")}
    aim = printed(profile, "Aim") or next(iter(AIM.findall(f"{profile.name} {printed(profile, 'Attributes')}")), "")
    said["Aim"] = "" if melee else aim
    text = " ".join(f"{key}{value}" for key, value in said.items() if value)
    reach = "Melee" if melee else printed(profile, "Range")
    return datasheet.weapon(datasheet.short(profile.name), reach, text)[0]
