"""Army lists of Warhammer 40,000 in its sixth edition: read from BattleScribe files and from lists in plain text.

A BattleScribe file is one of the game system `Warhammer 40,000 6th Edition` or of a system with the same
characteristics (`EDITIONS`), which the roster's remarks then say; its types of profiles are those of `SHEETS` and
`Weapon`. `rules.wh40k.army.datasheet` reads a file's entry for one model, `rules.wh40k.army.obvious` knows what odd
words mean, `rules.wh40k.army.textlist` reads text lists, and `rules.wh40k.army.forces` says what makes models an army.
Nothing in a file is dropped silently: anything that fits no field of a `Sheet` is among its abilities, or in the
roster's `rules`, `notes` and `extra`, and anything that is not taken as printed is in its `remarks`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from rules import battlescribe, selections
from rules.battlescribe import Document, Force, Profile, Selection
from rules.kernel.errors import OtherSystem
from rules.kernel.remarks import Fault, Notes
from rules.kernel.sheet import Ability, Roster, Sheet, UnitSheet, Weapon
from rules.selections import Body, ModelSelection, described, free, printed, spared, whole_points
from rules.textlines import game_of
from rules.wh40k.army import datasheet, obvious, textlist
from rules.wh40k.army.allotted import allotted, bearers
from rules.wh40k.army.forces import pick, problems, speciality, team
from rules.wh40k.army.printed import CAPACITY, DEDICATED, MAIN, Special, category, held, pieces, special, types

__all__ = ["from_battlescribe", "load", "pick", "problems", "speciality", "team"]

VEHICLES = (
    "Vehicle", "Vehicle (Transport)", "Vehicle (Super Heavy)", "Vehicle (Super Heavy Transport)", "Walker",
    "Walker (Super Heavy)", "Flyer",
)  # fmt: skip
SHEETS = ("Unit", "Monstrous Creature", "Monstrous Creature (Transport)", *VEHICLES)
"""Types of profiles that are datasheets."""
OWN = textlist.SYSTEM
EDITIONS = (
    re.compile(r"(?=.*40)(?=.*\b(?:6th|sixth)\b)", re.IGNORECASE),
    re.compile(r"(?=.*40)(?=.*\b(?:7th|seventh)\b)", re.IGNORECASE),
    re.compile(r"(?=.*horus heresy)(?!.*(?:20\d\d|\b(?:2nd|3rd|second|third)\b|\b(?:age|v)[ .]?[23]))", re.IGNORECASE),
)
"""The game systems whose files are read: ours first, then those that came from it. The Horus Heresy used the rules of
the seventh edition until its own second edition.
"""
OTHER_GAMES = re.compile(r"kill[ -]?team|apocalypse", re.IGNORECASE)
COLUMNS = {"Ld": ("LD", "Leadership"), "Sv": ("Save",), "FA": ("Front",), "SA": ("Side",), "RA": ("Rear",)}
"""The names of columns in the files, where they differ from ours."""
READ = {
    "Unit Type", "Type", "WS", "BS", "S", "T", "W", "I", "A", "LD", "LEADERSHIP", "SAVE", "FRONT", "SIDE", "REAR", "HP",
    "PG", "TRANSPORT CAPACITY", "UNIT TYPE", "TYPE",
}  # fmt: skip
NO_PROFILE = Fault("profile", "", f"of type {', '.join(SHEETS[:3])}, ... or Walker")
CHARACTERS = "wh40k.assumed.unit-of-models.characters"
ROOM = re.compile(r"([1-9]\d?)\b", re.ASCII)
"""The first number of a transport's capacity."""
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
    if not battlescribe.is_roster(data) and (game := game_of(data)):
        raise OtherSystem(game, OWN)
    if textlist.is_list(data):
        return textlist.load(data, name)
    battlescribe.refuse_others(data)
    return from_battlescribe(battlescribe.read(data, name, _edition))


def from_battlescribe(document: Document) -> Roster:
    """The units of a roster file: models with ids "1", "2", ..., units "u1", "u2", ..., in the order of the file.

    A dedicated transport, or any other unit chosen inside a unit, follows it as a separate unit; a vehicle that says
    nothing of a capacity is no transport.

    Raises:
        Malformed: another game system, or no model that can be played; then the reason lists what cannot be read.
    """
    edition = _edition(document.system)
    carriers: dict[int, int] = {}
    forces = [_flat(force, carriers) for force in selections.forces(document)]
    apart: set[int] = set()
    tops = [top for force in forces for top in force.selections]
    found = selections.bodies(tops, apart, SHEETS)
    squads = [(top, bodies) for top, bodies in zip(tops, found, strict=True) if bodies]
    bodies = [body for _, found in squads for body in found]
    selections.require_models(bodies, apart)
    notes = Notes()
    if edition:
        notes.add("edition", said=document.system, read=OWN)
    notes.again(document.remarks)
    manned = _manned(squads, apart, notes)
    models = [sheet for _, squad in manned for sheet in squad]
    units = _unit_sheets(manned, carriers, notes)
    rules = [ability for force in forces for ability in selections.force_rules(force, apart)]
    selections.require_playable(notes, models, rules)
    roster = selections.assembled(document, forces, apart, models, rules, notes)
    return msgspec.structs.replace(roster, units=tuple(units))


def _manned(
    squads: Sequence[tuple[Selection, Sequence[Body]]], apart: set[int], notes: Notes
) -> list[tuple[Selection, list[Sheet]]]:
    """The units with the sheets of their models; those of which nobody can be played are left out."""
    names = iter(selections.names([body.selection for _, found in squads for body in found], notes))
    manned: list[tuple[Selection, list[Sheet]]] = []
    count = 0
    for top, found in squads:
        squad: list[Sheet] = []
        few = bearers(top.name, found, selections.carried(found[0], apart), notes)
        for place, body in enumerate(found):
            bearer = Bearer(top, body, tuple(allotted(selections.carried(body, apart), place, few)))
            made = _sheet(str(count + 1), next(names), bearer, notes)
            squad += [made] if made else []
            count += made is not None
        manned += [(top, squad)] if squad else []
    return manned


def _unit_sheets(
    manned: Sequence[tuple[Selection, Sequence[Sheet]]], carriers: dict[int, int], notes: Notes
) -> list[UnitSheet]:
    """The units in order; a nested vehicle that says nothing of a capacity is nobody's transport."""
    places = {id(top): f"u{number}" for number, (top, _) in enumerate(manned, 1)}
    for top, squad in manned:
        if id(top) in carriers and not all(CAPACITY in sheet.has for sheet in squad):
            del carriers[id(top)]
            notes.read_as("", top.name, "Capacity", "", "0")
    units: list[UnitSheet] = []
    for top, squad in manned:
        units.append(_unit(top, places, carriers, squad, units))
    return units


def _edition(system: str) -> int:
    """Which of `EDITIONS` a file is for, 0 for our own. Raises: Malformed for any other system."""
    name = system[: selections.LONGEST]
    found = next((at for at, form in enumerate(EDITIONS) if form.match(name)), None)
    if found is None or OTHER_GAMES.search(name):
        raise OtherSystem(system, OWN)
    return found


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
    if crewed:
        return not _has_vehicle(selection) and selections.companion(selection, SHEETS)
    return _has_vehicle(selection)


def _sheets(selection: Selection) -> list[Profile]:
    return [profile for profile in selection.profiles if profile.type in SHEETS]


def _has_vehicle(selection: Selection) -> bool:
    return any(profile.type in VEHICLES for profile in selection.profiles)


def _has_people(selection: Selection) -> bool:
    """Whether there are models in a unit outside its vehicles."""
    if _has_vehicle(selection):
        return False
    return bool(_sheets(selection)) or any(map(_has_people, selection.children))


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


class Bearer(NamedTuple):
    """A model being read: its unit, and everything it carries."""

    top: Selection
    body: Body
    parts: tuple[ModelSelection, ...]

    @property
    def kind(self) -> str:
        """What it is called in the file."""
        return self.body.selection.name


def _sheet(key: str, name: str, bearer: Bearer, notes: Notes) -> Sheet | None:
    """The sheet of one model, from everything it carries and its unit shares; None, with a remark, if the file does not
    give what nobody can be played without.
    """
    kind, parts = bearer.kind, bearer.parts
    printed_own = _own(parts)
    own = printed_own or _lent(bearer, notes)
    if own is None:
        notes.left_out("", kind, NO_PROFILE)
        return None
    keywords = _keywords(own, parts, kind, notes, lent=printed_own is None)
    made, faults = datasheet.sheet(key, name, kind, keywords, lambda column: _said(own, column), notes)
    serious = spared(kind, faults, notes)
    if serious:
        notes.left_out("", kind, serious[0])
        return None
    _remark_on_line(bearer, own, notes)
    weapons, spoilt = _weapons(parts, kind, notes)
    written = [ability for part in parts for ability in _written(part, own)]
    keywords, has = datasheet.psyker(keywords, datasheet.merged(made.has, _has(parts, own)))
    return msgspec.structs.replace(
        made,
        points=whole_points(kind, (part.points for part in parts), notes),
        keywords=keywords,
        weapons=datasheet.numbered(weapons),
        abilities=tuple(dict.fromkeys([*written, *spoilt])),
        has=has,
        **_size(made, keywords, has),
    )


def _remark_on_line(bearer: Bearer, own: Profile, notes: Notes) -> None:
    """Remark on what was read otherwise than printed in a model's own line."""
    printed_save = printed(own, "Save") or printed(own, "Sv")
    if printed_save and obvious.saves(printed_save) != printed_save and own.type not in VEHICLES:
        notes.read_as(bearer.kind, "Sv", "", printed_save, obvious.saves(printed_save))
    among, number = bearer.body.among, bearer.body.selection.number
    if among != number and bearer.body.nth == 0:
        notes.read_as("", bearer.kind, "number", str(number), str(among))


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


def _lent(bearer: Bearer, notes: Notes) -> Profile | None:
    """The first datasheet of others in the unit, for a model without one."""
    found = next((profile for each in bearer.top.walk() for profile in _sheets(each)), None)
    if found is not None:
        notes.read_as(bearer.top.name, bearer.kind, "profile", "", found.name)
    return found


def _said(profile: Profile, column: str) -> str:
    """What is printed under a name, without footnote marks and empty dashes; an odd save as what it obviously means."""
    text = next((text for name in (column, *COLUMNS.get(column, ())) if (text := printed(profile, name))), "")
    return obvious.saves(text) if column == "Sv" else text


def _keywords(
    own: Profile, parts: Iterable[ModelSelection], kind: str, notes: Notes, lent: bool = False
) -> tuple[str, ...]:
    """Unit types and keywords, from the profile's type and column, and from rules such as Independent Character.

    A `lent` profile does not say which models are characters.
    """
    said = own.get("Unit Type") or own.get("Type")
    meant = obvious.unit_types(said)
    heading = tuple(types(obvious.unit_types(own.type))[0])
    found = [*heading, *types(meant)[0]]
    for part in parts:
        for rule in part.selection.rules:
            words, others = types(rule.name)
            found += words if words and not others else []
    kept = tuple(dict.fromkeys(each for each in found if not (lent and each in CHARACTER)))
    if not any(each in MAIN for each in kept):
        kept = ("Infantry", *kept)
        notes.read_as(kind, "Unit Type", "", said, "Infantry")
    elif types(said)[1]:
        notes.read_as(kind, "Unit Type", "", said, ", ".join(kept))
    return kept


CHARACTER = ("Character", "Independent Character")


def _weapons(parts: Iterable[ModelSelection], kind: str, notes: Notes) -> tuple[list[Weapon], list[Ability]]:
    """The weapons a model carries; those with unplayable profiles are kept as text, with a remark."""
    found: list[Weapon] = []
    spoilt: list[Ability] = []
    for part in parts:
        for profile in part.selection.profiles:
            if profile.type != "Weapon":
                continue
            made = _weapon(profile, part, kind, notes)
            if made is None:
                spoilt.append(Ability(_title(profile, part), described(profile), "wargear"))
            else:
                found += [made] * min(part.copies, datasheet.MAX_WEAPONS + 1)
    if len(found) > datasheet.MAX_WEAPONS:
        notes.read_as(kind, "weapons", "", str(len(found)), str(datasheet.MAX_WEAPONS))
    return found[: datasheet.MAX_WEAPONS], spoilt


def _title(profile: Profile, part: ModelSelection) -> str:
    return " ".join((profile.name or part.selection.name)[: selections.MAX_NAME].split())


def _weapon(profile: Profile, part: ModelSelection, kind: str, notes: Notes) -> Weapon | None:
    title = _title(profile, part)
    said = profile.get("Type")
    first, *rules = pieces(said) or [""]
    twin = ["Twin-linked"] if re.match(r"twin-?linked\b", title, re.I) else []
    line = datasheet.PrintedWeapon(
        title, profile.get("Range"), profile.get("Strength"), profile.get("AP"), first, (*rules, *twin)
    )
    meant = obvious.armed(line)
    made, faults = datasheet.weapon(meant)
    if made is None:
        notes.left_out(kind, title, faults[0])
    elif meant.kind != first:
        notes.read_as(kind, title, "Type", said, ", ".join((meant.kind, *meant.rules)))
    return made


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


def _has(parts: Sequence[ModelSelection], own: Profile) -> dict[str, int | str]:
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
    rooms = [own.get("Transport Capacity"), *(p.get("Capacity") for p in parts[0].selection.profiles)]
    found += [Special(CAPACITY, int(room[1])) for room in map(ROOM.match, rooms) if room]
    return held(found)
