"""One model's sheet from its roster entry: characteristics, weapons, abilities, keywords, psychic powers.

Covers `kt.datasheet.*`, `kt.weapon.*` and `kt.type.number` as far as rosters print them. Known abilities are recognised
by their text (`SAVES`, and `TEXTS` in `rules.kt.ability`) and noted under the id of their rule; an ability whose whole
text is known has that id. Any other text stays on the model without a rule, to be shown and applied by players as
declared facts. So does a weapon that cannot be read. Lengths are hundredths of an inch.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from rules.battlescribe import Profile, Selection
from rules.kernel import lengths
from rules.kernel.errors import Malformed
from rules.kernel.remarks import Fault, Notes
from rules.kernel.sheet import Ability, Sheet, Weapon
from rules.kernel.spelling import nearest
from rules.kt import specialist
from rules.kt.ability import known_whole, recognised
from rules.selections import MAX_NAME, Form, Line, bare, described, free, printed, slug, spared, values, whole_points

BASE = 63
"""Radius of a 32 mm base, the commonest, in hundredths of an inch. Rosters do not print bases."""
MAX_WEAPONS = 50
"""Weapon profiles on one model; more are left out."""
SPECIALISMS = frozenset(info.name for info in pkgutil.iter_modules(specialist.__path__))
"""The specialisms that the engine knows: one file each."""
NO_KEYWORD = re.compile(
    r"(?:configuration|model|leader|(?:non-)?specialist|uncategorised|level \d+|(?:list|style|game type): .*)\Z", re.I
)
"""Categories that only sort a list and are not keywords."""

Value = int | str


class SpecialistSelection(NamedTuple):
    """A selection as one model has it: how many, for how many points, under which specialism and level."""

    selection: Selection
    copies: int
    points: Decimal
    specialism: str = ""
    level: int = 0


def sheet(
    key: str, name: str, parts: Sequence[SpecialistSelection], base: int, better_saves: bool, notes: Notes
) -> Sheet | None:
    """The sheet of one model; `parts` begin with the model's own selection and hold all it carries.

    None, with a remark, if the file does not give what nobody can be played without. `better_saves`: see
    `BETTER_SAVES`.
    """
    kind = parts[0].selection.name
    own = _model_profile(parts)
    profile, faults = values(Line(kind, "", partial(printed, own)), MODEL, notes) if own else ({}, [NO_PROFILE])
    serious = spared(kind, faults, notes)
    if serious:
        notes.left_out("", kind, serious[0])
        return None
    weapons, spoilt = _weapons(parts, kind, notes)
    abilities = list(dict.fromkeys([*_abilities(parts, own), *spoilt]))
    keywords = _keywords(parts, abilities)
    return Sheet(
        id=key,
        name=name,
        type=kind,
        profile=profile,
        points=whole_points(kind, (part.points for part in parts), notes),
        base=base,
        keywords=keywords,
        weapons=weapons,
        abilities=tuple(abilities),
        has={
            **_specialisms(parts),
            **_psyker(kind, parts, keywords, notes),
            **_saves(abilities, better_saves),
            **_special(abilities),
        },
    )


# --- characteristics ----------------------------------------------------------------------------------------------


def _length(text: str) -> Value | None:
    try:
        value = lengths.parse(text.replace("”", '"').replace("''", '"'))
    except Malformed:
        return None
    return value if 0 <= value < 100_000 else None


def _reach(text: str) -> Value | None:
    return _length(text) or None


def _roll(text: str) -> Value | None:
    return int(text[0]) if re.fullmatch(r"[1-7]\+", text) else None


def _whole(text: str) -> Value | None:
    return int(text) if re.fullmatch(r"\d{1,2}", text, re.ASCII) else None


def _positive(text: str) -> Value | None:
    return _whole(text) or None


def _amount(text: str) -> Value | None:
    found = re.fullmatch(r"([1-9]?)D([36])", text, re.ASCII | re.IGNORECASE)
    return f"{found[1]}D{found[2]}" if found else _whole(text)


def _strength(text: str) -> Value | None:
    found = re.fullmatch(r"([+x×*])\s?(\d)", text.lower(), re.ASCII)
    if found:
        return ("+" if found[1] == "+" else "x") + found[2]
    return "User" if text.lower() == "user" else _whole(text)


def _piercing(text: str) -> Value | None:
    found = re.fullmatch(r"0|[-−–](\d{1,2})", text, re.ASCII)
    return -int(found[1] or 0) if found else None


# Obvious readings: what a value that is not printed as usual can only mean.


def _bare_roll(text: str) -> str:
    """`3` and `3 +` are 3+."""
    return f"{bare(text).strip('+')}+"


def _bare_save(text: str) -> str:
    """As a roll; without a save nothing is saved, as with 7+."""
    return _bare_roll(text) if text else "7+"


def _bare_length(text: str) -> str:
    return f'{bare(text)}"'


def _bare_piercing(text: str) -> str:
    """A number without a sign is one whose minus was left out."""
    return f"-{bare(text).lstrip('-−–')}"


TYPES = ("Rapid Fire", "Assault", "Heavy", "Pistol", "Grenade")
_TYPE = re.compile(rf"({'|'.join(TYPES)})\s+(\d{{1,2}}|[1-9]?D[36])", re.ASCII | re.IGNORECASE)
_ODD_TYPE = re.compile(r"([^\W\d]+?(?:[\s-]+[^\W\d]+?)??)[\s:-]*(\d{1,2}|[1-9]?D[36])?\W*", re.ASCII | re.IGNORECASE)


def _bare_type(text: str) -> str:
    """A type without a number fires once; a misspelt one is its neighbour."""
    found = _ODD_TYPE.fullmatch(text)
    kind = nearest(found[1], TYPES) if found else ""
    return f"{kind} {(found and found[2]) or 1}" if kind else ""


def _type(text: str) -> Value | None:
    found = _TYPE.fullmatch(text)
    return f"{found[1].title()} {found[2]}" if found and _amount(found[2]) else None


MODEL = {
    "M": Form(_length, 'a length such as 6"', obvious=_bare_length),
    "WS": Form(_roll, "a roll such as 3+", obvious=_bare_roll),
    "BS": Form(_roll, "a roll such as 3+", obvious=_bare_roll),
    "S": Form(_whole, "a number", obvious=bare),
    "T": Form(_positive, "a number from 1", needed=True, obvious=bare),
    "W": Form(_positive, "a number from 1", needed=True, obvious=bare),
    "A": Form(_amount, "a number, D3 or D6", obvious=bare),
    "Ld": Form(_whole, "a number", needed=True, obvious=bare),
    "Sv": Form(_roll, "a roll such as 3+", needed=True, obvious=_bare_save),
    "Max": Form(_whole, "a number", obvious=bare),
}
"""A dash is an absent value; T, W and Ld are required."""
NO_PROFILE = Fault("Model", "", "a profile")
WEAPON = {
    "S": Form(_strength, "a number, User, +1 or x2", needed=True, obvious=bare),
    "AP": Form(_piercing, "0 or a negative number", obvious=_bare_piercing),
    "D": Form(_amount, "a number, D3 or D6", needed=True, obvious=bare),
}
RANGED = {
    "Range": Form(_reach, 'Melee or a length such as 24"', needed=True, obvious=_bare_length),
    "Type": Form(_type, "Melee or a type such as Assault 2", needed=True, obvious=_bare_type),
}
POWERS = ("Manifest", "Deny")
MANY = Form(_whole, "a number", obvious=bare)
"""How many powers a psyker uses or denies."""


def _profiles(parts: Iterable[SpecialistSelection], kind: str) -> Iterator[tuple[SpecialistSelection, Profile]]:
    return ((part, p) for part in parts for p in part.selection.profiles if p.type == kind)


def _model_profile(parts: Sequence[SpecialistSelection]) -> Profile | None:
    """The profile with the selection's name, else the first; others describe what a model may turn into."""
    found = [profile for _, profile in _profiles(parts, "Model")]
    wanted = parts[0].selection.name.lower()
    return next((p for p in found if p.name.lower() == wanted), found[0] if found else None)


# --- weapons ------------------------------------------------------------------------------------------------------

_SENTENCE = r"(?:\A|(?<=[.!?]\s))"
_END = r"(?=\.|\Z)"


def _is_note(profile: Profile) -> bool:
    """Whether a weapon profile only explains how to use other profiles, or cannot wound."""
    return not printed(profile, "S") or not printed(profile, "D")


def _weapons(
    parts: Iterable[SpecialistSelection], where: str, notes: Notes
) -> tuple[tuple[Weapon, ...], list[Ability]]:
    """Every weapon profile; the second of two equal weapons is `Claw 2`, so that pairs are recognisable.

    Those that cannot be read are abilities instead, with a remark.
    """
    carried = [(part, p) for part, p in _profiles(parts, "Weapon") if not _is_note(p)]
    all_of_them = [pair for pair in carried for _ in range(pair[0].copies)]
    if len(all_of_them) > MAX_WEAPONS:
        notes.read_as(where, "weapons", "", str(len(all_of_them)), str(MAX_WEAPONS))
    names: set[str] = set()
    found: dict[str, Weapon] = {}
    spoilt: list[Ability] = []
    for part, profile in all_of_them[:MAX_WEAPONS]:
        title = profile.name or part.selection.name
        line = Line(where, title[:MAX_NAME], partial(printed, profile))
        numbers = _numbers(profile, line, notes)
        if numbers is None:
            spoilt.append(Ability(title, described(profile), "wargear"))
            continue
        name = free(title, names, " ")
        names.add(name)
        key = free(slug(name) or "weapon", found, "-")
        found[key] = _weapon(key, name, profile, numbers)
    return tuple(found.values()), spoilt


def _weapon(key: str, name: str, profile: Profile, numbers: dict[str, Value]) -> Weapon:
    text = printed(profile, "Abilities")
    columns = {"Range", "Type", "Abilities", *WEAPON}
    extra = [f"{c.name}: {c.value}" for c in profile.characteristics if c.name not in columns and c.value]
    return Weapon(
        id=key, name=name, profile=numbers, text="\n".join([text, *extra] if text else extra), has=recognised(text)
    )


def _numbers(profile: Profile, line: Line, notes: Notes) -> dict[str, Value] | None:
    """Range in hundredths (0 in melee), type, attacks of a ranged weapon, Strength, AP, damage; None, with a remark, if
    they cannot be read.
    """
    melee = _is_melee(profile, line, notes)
    aside = Notes()
    found, faults = values(line, WEAPON if melee else {**RANGED, **WEAPON}, aside)
    if faults:
        notes.left_out(line.where, line.name, faults[0])
        return None
    notes.again(aside.remarks)
    if melee:
        return {"range": 0, "type": "Melee", "AP": 0, **found}
    kind, attacks = str(found.pop("Type")).rsplit(" ", 1)
    return {"range": found.pop("Range"), "type": kind, "attacks": _amount(attacks) or 0, "AP": 0, **found}


def _is_melee(profile: Profile, line: Line, notes: Notes) -> bool:
    """Whether a weapon is for melee; it is if one of range and type says so and the other is not given."""
    said = {name: line.said(name) for name in RANGED}
    melee = [nearest(text, ("Melee",)) for text in said.values() if text]
    if not melee or not all(melee):
        return False
    for name, text in said.items():
        if text.lower() != "melee":
            line.read_as(name, text, "Melee", notes)
    return True


# --- abilities and keywords ---------------------------------------------------------------------------------------

_KIND = "invulnerable save"
_SAVE = rf"an? (?P<value>[2-6])\+ {_KIND}"

SAVES = tuple(
    re.compile(_SENTENCE + pattern + _END, re.IGNORECASE)
    for pattern in (
        rf"This model has {_SAVE}",
        r"(?:This model has an )?invulnerable save(?: of)? (?P<value>[2-6])\+",
        rf"If this model is armed with an? (?P<item>[\w -]+), it has {_SAVE}(?: instead of an? [2-6]\+ {_KIND})?",
    )
)
"""Invulnerable saves without a condition; a model's best counts. An `item` must be the one the text is printed on."""
BETTER_SAVES = re.compile(
    r"The invulnerable saves? of models in your kill team (?:is|are) improved by 1 \(to a maximum of 3\+\)\.?\Z", re.I
)
"""The force rule that improves every invulnerable save of its models by one, to 3+ at best."""
SAVE = "kt.save.invulnerable"


def _save(ability: Ability) -> tuple[int, bool]:
    """The invulnerable save in a text (0: none, or only conditional), and whether the text says nothing else."""
    for pattern in SAVES:
        found = pattern.search(ability.text)
        if found and found.groupdict().get("item", ability.name).lower() == ability.name.lower():
            return int(found["value"]), found[0] == ability.text.rstrip(". \n")
    return 0, False


def _saves(abilities: Iterable[Ability], better: bool) -> dict[str, Value]:
    values = [value for value, _ in map(_save, abilities) if value]
    if not values:
        return {}
    best = min(values)
    return {SAVE: best - 1 if better and best > 3 else best}


def _special(abilities: Iterable[Ability]) -> dict[str, Value]:
    """The rules in `rules.kt.ability` that a model has by its texts."""
    return {rule: value for each in abilities for rule, value in recognised(each.text, "model").items()}


def _abilities(parts: Sequence[SpecialistSelection], own: Profile | None) -> Iterator[Ability]:
    """Everything written on the model except its profile and weapons, in file order."""
    for part in parts:
        for profile in part.selection.profiles:
            if profile.type == "Weapon":
                if _is_note(profile):
                    yield Ability(profile.name, described(profile), "wargear")
            elif profile is not own:
                yield _ability(part, profile)
            else:
                rest = [c for c in profile.characteristics if c.name not in MODEL and c.value not in ("", "-")]
                yield from (Ability(c.name, c.value) for c in rest)
        for rule in part.selection.rules:
            yield _known(Ability(rule.name, rule.text))
        yield from _nameless(part)


def _ability(part: SpecialistSelection, profile: Profile) -> Ability:
    text = described(profile)
    if part.specialism:
        known = part.specialism in SPECIALISMS and part.level == 1
        return Ability(profile.name, text, "specialism", f"kt.specialist.{part.specialism}.passive" if known else "")
    if profile.type == "Psyker":
        return Ability("Psyker", text, rule="kt.psychic.psyker")
    if profile.type == "Psychic Power":
        return Ability(profile.name, text, "power", "kt.psychic.psybolt" if profile.name == "Psybolt" else "")
    if profile.type == "Model":
        return Ability(profile.name, text, "profile")
    return _known(Ability(profile.name, text, "wargear" if profile.type == "Wargear" else "ability"))


def _known(ability: Ability) -> Ability:
    """The ability with its rule, if the engine knows all of its text."""
    value, whole = _save(ability)
    rule = SAVE if value and whole else known_whole(ability.text)
    return Ability(ability.name, ability.text, ability.kind, rule) if rule else ability


def _nameless(part: SpecialistSelection) -> Iterator[Ability]:
    """A choice that the file names without describing it, such as a dynasty; `*No Chapter*` is not a choice."""
    chosen = part.selection
    silent = not (chosen.profiles or chosen.rules or chosen.children)
    if silent and chosen.type != "model" and not re.match(r"\*No\b", chosen.name):
        faction = any(c.name == chosen.name for c in chosen.categories)
        kind = "specialism" if part.specialism else "faction" if faction else "wargear"
        yield Ability(chosen.name, kind=kind)


def _keywords(parts: Iterable[SpecialistSelection], abilities: Iterable[Ability]) -> tuple[str, ...]:
    """Upper-case keywords from the categories (`Faction: Kroot` is KROOT), PSYKER and FLY also from texts."""
    names = [c.name for part in parts for c in part.selection.categories if not NO_KEYWORD.match(c.name)]
    words = [name.rpartition(": ")[2].upper() for name in names]
    for ability in abilities:
        if ability.kind == "power" or ability.rule == "kt.psychic.psyker":
            words.append("PSYKER")
        if ability.name.upper() in ("FLY", "FLYING"):
            words.append("FLY")
    return tuple(dict.fromkeys(word for word in words if word))


def _specialisms(parts: Iterable[SpecialistSelection]) -> dict[str, Value]:
    """`kt.specialist.<name>`: the highest level taken; a Leader by category alone is one of level 1."""
    found: dict[str, Value] = {}
    for part in parts:
        if part.specialism:
            rule = f"kt.specialist.{part.specialism}"
            found[rule] = max(int(found.get(rule, 1)), part.level)
        if any(c.name == "Leader" and c.primary for c in part.selection.categories):
            found.setdefault("kt.specialist.leader", 1)
    return found


def _psyker(name: str, parts: Iterable[SpecialistSelection], keywords: Sequence[str], notes: Notes) -> dict[str, Value]:
    """Powers and denials a round; one of each where a psyker's file does not say (`kt.psychic.choose-power`)."""
    found: dict[str, Value] = {}
    for _, profile in _profiles(parts, "Psyker"):
        line = Line(name, profile.name[:MAX_NAME] or "Psyker", partial(printed, profile))
        read, faults = values(line, dict.fromkeys(POWERS, MANY), notes)
        for fault in faults:
            line.read_as(fault.column, fault.said, "1", notes)
        many = {**dict.fromkeys(POWERS, 0), **read, **{fault.column: 1 for fault in faults}}
        found = {f"kt.psyker.{column.lower()}": value for column, value in many.items()}
    if "PSYKER" in keywords and not found:
        for column in POWERS:
            notes.read_as(name, "Psyker", column, "", "1")
        return {"kt.psyker.manifest": 1, "kt.psyker.deny": 1}
    return found
