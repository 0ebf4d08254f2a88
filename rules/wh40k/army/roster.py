"""Army lists of Warhammer 40,000 in its sixth edition: read from BattleScribe files and from lists in plain text.

A BattleScribe file is one of the game system `Warhammer 40,000 6th Edition`, whose types of profiles are those of
`SHEETS` and `Weapon`. `rules.wh40k.army.datasheet` reads a file's entry for one model, `rules.wh40k.army.textlist` text
lists, and `rules.wh40k.army.forces` says what makes models an army. Nothing in a file is dropped: anything that fits no
field of a `Sheet` is among its abilities, or in the roster's `rules`, `notes` and `extra`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from rules import battlescribe, selections
from rules.battlescribe import Document, Force, Profile, Selection
from rules.kernel.errors import Malformed
from rules.kernel.sheet import Ability, Roster, Sheet, UnitSheet, Weapon
from rules.selections import Body, ModelSelection, Notes, described, free, printed, whole_points
from rules.wh40k.army import datasheet, textlist
from rules.wh40k.army.forces import pick, problems, speciality, team
from rules.wh40k.army.printed import CAPACITY, DEDICATED, MAIN, Special, category, held, pieces, special, types

__all__ = ["from_battlescribe", "load", "pick", "problems", "speciality", "team"]

VEHICLES = (
    "Vehicle", "Vehicle (Transport)", "Vehicle (Super Heavy)", "Vehicle (Super Heavy Transport)", "Walker",
    "Walker (Super Heavy)", "Flyer",
)  # fmt: skip
SHEETS = ("Unit", "Monstrous Creature", "Monstrous Creature (Transport)", *VEHICLES)
"""Types of profiles that are datasheets."""
COLUMNS = {"Ld": ("LD", "Leadership"), "Sv": ("Save",), "FA": ("Front",), "SA": ("Side",), "RA": ("Rear",)}
"""The names of columns in the files, where they differ from ours."""
READ = {
    "Unit Type", "Type", "WS", "BS", "S", "T", "W", "I", "A", "LD", "LEADERSHIP", "SAVE", "FRONT", "SIDE", "REAR", "HP",
    "PG", "TRANSPORT CAPACITY", "UNIT TYPE", "TYPE",
}  # fmt: skip
CHARACTERS = "wh40k.assumed.unit-of-models.characters"
SAVING = re.compile(
    r"(?:(?:confers|gives|grants|provides|has|the bearer has)\s+)?(?:an?\s+)?([2-6])\+{1,2} invulnerable save\.?",
    re.ASCII | re.IGNORECASE,
)
"""A text that only grants an invulnerable save."""


def load(data: bytes, name: str = "army.txt") -> Roster:
    """The army in a file: a `.ros` or `.rosz`, or a list in plain text (`docs/army-list.md`).

    Raises:
        Malformed: see `rules.battlescribe.read`, `from_battlescribe` and `rules.wh40k.army.textlist.load`; the path is
            `$.gameSystemName` for a file that is not an army of this system.
    """
    if textlist.is_list(data):
        return textlist.load(data, name)
    battlescribe.refuse_others(data)
    return from_battlescribe(battlescribe.read(data, name))


def from_battlescribe(document: Document) -> Roster:
    """The units of a roster file: models with ids "1", "2", ..., units "u1", "u2", ..., in the order of the file.

    A dedicated transport, or any other unit chosen inside a unit, follows it as a separate unit.

    Raises:
        Malformed: another game system, no models, or values that cannot be read; the reason lists all of them.
    """
    _require_system(document)
    carriers: dict[int, int] = {}
    forces = [_flat(force, carriers) for force in selections.forces(document)]
    apart: set[int] = set()
    tops = [(top, selections.bodies(top, apart, SHEETS)) for force in forces for top in force.selections]
    squads = [(top, found) for top, found in tops if found]
    bodies = [body for _, found in squads for body in found]
    selections.require_models(bodies, apart)
    notes, models, units = Notes(), list[Sheet](), list[UnitSheet]()
    names = iter(selections.names([body.selection for body in bodies], notes))
    places = {id(top): f"u{number}" for number, (top, _) in enumerate(squads, 1)}
    for top, found in squads:
        squad = [_sheet(str(len(models) + n), next(names), body, apart, notes) for n, body in enumerate(found, 1)]
        models += squad
        units.append(_unit(top, places, carriers, squad, units))
    rules = [ability for force in forces for ability in selections.force_rules(force, apart)]
    selections.require_readable(notes, models, rules)
    roster = selections.assembled(document, forces, apart, models, rules, notes)
    return msgspec.structs.replace(roster, units=tuple(units))


def _require_system(document: Document) -> None:
    """Only the sixth edition of Warhammer 40,000 is accepted."""
    name = document.system.lower()
    if "40" not in name or not re.search(r"\b(?:6th|sixth)\b", name) or re.search(r"kill[ -]?team|apocalypse", name):
        system = document.system[:80] or "no game system"
        text = f"this roster is for {system}; one for Warhammer 40,000 6th Edition is wanted"
        raise Malformed("$.gameSystemName", text)


# --- units ---------------------------------------------------------------------------------------------------------


def _flat(force: Force, carriers: dict[int, int]) -> Force:
    """A force with all units at the top level. Records in `carriers` which unit each nested vehicle transports."""
    found: list[Selection] = []
    for top in force.selections:
        found += _units(top, carriers)
    return msgspec.structs.replace(force, selections=tuple(found))


def _units(top: Selection, carriers: dict[int, int]) -> list[Selection]:
    """A unit without its nested units, followed by those."""
    inner: list[Selection] = []
    own = _without(top, _has_vehicle(top) or not _has_people(top), inner)
    found = [own]
    for each in inner:
        first, *more = _units(each, carriers)
        if _has_vehicle(first):
            carriers[id(first)] = id(own)
        found += [first, *more]
    return found


def _without(selection: Selection, crewed: bool, inner: list[Selection]) -> Selection:
    """A selection without the units inside it, which go to `inner`. `crewed`: its vehicles are the unit itself."""
    kept = []
    for child in selection.children:
        if _is_unit(child, crewed):
            inner.append(child)
        else:
            kept.append(_without(child, crewed, inner))
    same = len(kept) == len(selection.children) and all(a is b for a, b in zip(kept, selection.children, strict=True))
    return selection if same else msgspec.structs.replace(selection, children=tuple(kept))


def _is_unit(selection: Selection, crewed: bool) -> bool:
    if selection.type == "unit":
        return any(s.type == "model" or _sheets(s) for s in selection.walk())
    return not crewed and _has_vehicle(selection)


def _sheets(selection: Selection) -> list[Profile]:
    return [profile for profile in selection.profiles if profile.type in SHEETS]


def _has_vehicle(selection: Selection) -> bool:
    return any(profile.type in VEHICLES for profile in selection.profiles)


def _has_people(selection: Selection) -> bool:
    return any(profile.type not in VEHICLES for each in selection.walk() for profile in _sheets(each))


def _unit(
    top: Selection,
    places: dict[int, str],
    carriers: dict[int, int],
    squad: Sequence[Sheet],
    before: Sequence[UnitSheet],
) -> UnitSheet:
    roles = sorted(top.categories, key=lambda each: not each.primary)
    role = next((category(each.name) for each in roles if category(each.name)), "")
    if id(top) in carriers and not role:
        role = "Dedicated Transport"
    rides = next((places[key] for key, owner in carriers.items() if owner == id(top) and key in places), "")
    wanted = " ".join((top.custom_name or top.name)[: selections.MAX_NAME].split())
    return UnitSheet(
        id=places[id(top)],
        name=free(wanted, [unit.name for unit in before], " "),
        models=tuple(sheet.id for sheet in squad),
        category=role,
        points=sum(sheet.points for sheet in squad),
        keywords=tuple(dict.fromkeys(each.name for each in roles if each.name and not category(each.name))),
        has={DEDICATED: rides} if rides else {},
    )


# --- one model -----------------------------------------------------------------------------------------------------


def _sheet(key: str, name: str, body: Body, apart: set[int], notes: Notes) -> Sheet:
    """The sheet of one model, from everything it carries and its unit shares."""
    parts = list(selections.carried(body, apart))
    own = _own(parts)
    if own is None:
        notes.problems.append(f"{name}: the file gives no profile of type {', '.join(SHEETS[:3])}, ... or Walker")
        return Sheet(key, name, body.selection.name, {})
    keywords = _keywords(own, parts, name, notes)
    made = datasheet.sheet(key, name, body.selection.name, keywords, lambda column: _said(own, column), notes)
    weapons, spoilt = _weapons(parts, name, notes)
    written = [ability for part in parts for ability in _written(part, own)]
    has = _has(parts, own)
    keywords, has = datasheet.psyker(keywords, datasheet.merged(made.has, has))
    return msgspec.structs.replace(
        made,
        points=whole_points(name, (part.points for part in parts), notes),
        keywords=keywords,
        weapons=datasheet.numbered(weapons, name, notes),
        abilities=tuple(dict.fromkeys([*written, *spoilt])),
        has=has,
        **_size(made, keywords, has),
    )


def _size(made: Sheet, keywords: Sequence[str], has: dict[str, int | str]) -> dict[str, object]:
    """The size of a model, larger if its rules make it so."""
    size = datasheet.body(keywords, has)
    return {"base": size.base, "height": size.height, "hull": made.hull}


def _own(parts: Sequence[ModelSelection]) -> Profile | None:
    """The datasheet with the model's name, else its own first one, else its unit's first one."""
    wanted = parts[0].selection.name.lower()
    found = sorted(
        ((part.shared, profile) for part in parts for profile in _sheets(part.selection)), key=lambda p: p[0]
    )
    named = [profile for _, profile in found if profile.name.lower() == wanted]
    return next(iter([*named, *(profile for _, profile in found)]), None)


def _said(profile: Profile, column: str) -> str:
    """What is printed under a name, without footnote marks and empty dashes."""
    return next((text for name in (column, *COLUMNS.get(column, ())) if (text := printed(profile, name))), "")


def _keywords(own: Profile, parts: Iterable[ModelSelection], name: str, notes: Notes) -> tuple[str, ...]:
    """Unit types and keywords, from the profile's type and column, and from rules such as Independent Character."""
    found, strange = types(f"{own.type} {own.get('Unit Type') or own.get('Type')}")
    for part in parts:
        for rule in part.selection.rules:
            words, others = types(rule.name)
            found += words if words and not others else []
    kept = tuple(dict.fromkeys(found))
    if not any(kind in MAIN for kind in kept):
        notes.remarks.append(f"{name}: the file gives no unit type; Infantry is assumed")
        kept = ("Infantry", *kept)
    odd = [word for word in strange if word not in ("unit", "super", "lumbering")]
    if odd:
        notes.remarks.append(f"{name}: its type has words the rules do not know: {', '.join(odd)}")
    return kept


def _weapons(parts: Iterable[ModelSelection], name: str, notes: Notes) -> tuple[list[Weapon], list[Ability]]:
    """The weapons a model carries; those with unplayable profiles are kept as text, with a remark."""
    found: list[Weapon] = []
    spoilt: list[Ability] = []
    for part in parts:
        for profile in part.selection.profiles:
            if profile.type != "Weapon":
                continue
            kind, *rules = pieces(profile.get("Type")) or [""]
            title = " ".join((profile.name or part.selection.name)[: selections.MAX_NAME].split())
            line = datasheet.PrintedWeapon(
                title, profile.get("Range"), profile.get("Strength"), profile.get("AP"), kind,
                (*rules, *(["Twin-linked"] if re.match(r"twin-?linked\b", title, re.I) else ())),
            )  # fmt: skip
            own = Notes()
            made = datasheet.weapon(line, "", own)
            if made is None:
                spoilt.append(Ability(title, described(profile), "wargear"))
                notes.remarks.append(f"{name}: {'; '.join(own.problems)}; its players apply it")
            else:
                found += [made] * part.copies
    return found[: datasheet.MAX_WEAPONS + 1], spoilt


def _written(part: ModelSelection, own: Profile) -> Iterator[Ability]:
    """Everything written on a selection except the model's datasheet and weapons."""
    chosen = part.selection
    for profile in chosen.profiles:
        if profile is own:
            rest = [c for c in profile.characteristics if c.name.upper() not in READ and printed(profile, c.name)]
            yield from (Ability(c.name, c.value) for c in rest)
        elif profile.type in SHEETS:
            if not part.shared:
                yield Ability(profile.name, described(profile), "profile")
        elif profile.type != "Weapon":
            text = described(profile, without=("Pg",))
            save = SAVING.fullmatch(profile.get("Description").strip())
            yield Ability(profile.name, text, "wargear", "wh40k.assumed.save.invulnerable" if save else "")
    for rule in chosen.rules:
        found = special(rule.name)
        key = found.rule if found else CHARACTERS if _is_character(rule.name) else ""
        yield Ability(rule.name, rule.text, "wargear" if _of_weapon(chosen, found) else "ability", key)
    if _is_bare(chosen):
        found = special(chosen.name)
        yield Ability(chosen.name, kind="wargear", rule=found.rule if found else "")


def _is_character(name: str) -> bool:
    return types(name) in ((["Character"], []), (["Independent Character"], []))


def _is_bare(selection: Selection) -> bool:
    """Whether the file only names a choice."""
    return not (selection.profiles or selection.rules or selection.children) and selection.type == "upgrade"


def _of_weapon(selection: Selection, found: Special | None) -> bool:
    """Whether a special rule is only there to explain a weapon: then the model does not have it."""
    return found is not None and found.weapon and any(profile.type == "Weapon" for profile in selection.profiles)


def _has(parts: Iterable[ModelSelection], own: Profile) -> dict[str, int | str]:
    """The special rules of a model: those written on it, saves from its wargear, and its columns."""
    found: list[Special] = []
    for part in parts:
        named = [rule.name for rule in part.selection.rules] or (
            [part.selection.name] if _is_bare(part.selection) else []
        )
        found += [each for each in map(special, named) if each and not _of_weapon(part.selection, each)]
        for profile in part.selection.profiles:
            save = SAVING.fullmatch(profile.get("Description").strip())
            if save:
                found.append(Special("wh40k.assumed.save.invulnerable", int(save[1])))
    room = re.match(r"(\d{1,2})\b", own.get("Transport Capacity"), re.ASCII)
    if room:
        found.append(Special(CAPACITY, int(room[1])))
    return held(found)
