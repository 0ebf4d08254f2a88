"""One fighter's sheet from its entry in a BattleScribe file: characteristics, weapons, wargear, skills, injuries.

The profile types are those of the data for Necromunda Underhive and Gang War. What has no field of its own stays on
the fighter as text, for the players to apply; so does a weapon that cannot be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from rules.battlescribe import Profile
from rules.kernel.remarks import Fault, Notes
from rules.kernel.sheet import Ability, Sheet, Weapon
from rules.necro.army import printed
from rules.selections import Line, ModelSelection, described, spared, values, whole_points
from rules.selections import printed as said_in

SHEETS = ("Model", "Fighter")
"""Types of profiles that are fighters."""
NO_PROFILE = Fault("Model", "", "a profile")
SYNONYMS = {
    "Rng S": ("Rng (S)", "Range S"), "Rng L": ("Rng (L)", "Range L"), "Acc S": ("Acc (S)",), "Acc L": ("Acc (L)",),
    "Str": ("S", "Strength"), "D": ("Dam", "Damage"), "Ammo": ("Am",), "Traits": ("Trait",), "Cl": ("Cool",),
    "Wil": ("Will",), "Sv": ("Save",),
}  # fmt: skip
"""Other headings of a column, in other states of the data."""
KINDS = {"Wargear": "wargear", "Equipment": "wargear", "Injury": "injury", "Lasting Injury": "injury"}
"""What a profile's text is, by its type; otherwise an ability."""
SORTS = ("configuration", "uncategorised", "no category", "(no category)")
"""Categories that only sort a list."""


def sheet(key: str, name: str, parts: Sequence[ModelSelection], notes: Notes) -> Sheet | None:
    """The sheet of one fighter; `parts` begin with its own selection and hold all it carries.

    None, with a remark, if the file does not give what nobody can be played without.
    """
    kind = parts[0].selection.name
    own = _own(parts)
    profile, faults = values(Line(kind, "", partial(said, own)), printed.MODEL, notes) if own else ({}, [NO_PROFILE])
    serious = spared(kind, faults, notes)
    if serious or own is None:
        notes.left_out("", kind, serious[0])
        return None
    strength = profile.get("S", 0)
    weapons, spoilt = _weapons(parts, kind, strength if isinstance(strength, int) else 0, notes)
    return Sheet(
        id=key,
        name=name,
        type=kind,
        profile=profile,
        points=whole_points(kind, (part.points for part in parts), notes),
        base=printed.BASE,
        keywords=_keywords(kind, parts, notes),
        weapons=weapons,
        abilities=tuple(dict.fromkeys([*_abilities(parts, own), *spoilt])),
    )


def said(profile: Profile, column: str) -> str:
    """What is printed under a heading or one of its synonyms; empty if a dash is."""
    return next((text for each in (column, *SYNONYMS.get(column, ())) if (text := said_in(profile, each))), "")


def _own(parts: Sequence[ModelSelection]) -> Profile | None:
    """The profile with the selection's name, else the first one."""
    found = [profile for part in parts for profile in part.selection.profiles if profile.type in SHEETS]
    wanted = parts[0].selection.name.lower()
    return next((p for p in found if p.name.lower() == wanted), found[0] if found else None)


def _weapons(
    parts: Iterable[ModelSelection], where: str, strength: int, notes: Notes
) -> tuple[tuple[Weapon, ...], list[Ability]]:
    """Every weapon profile; those that cannot be read are text instead, with a remark."""
    found: list[Weapon] = []
    spoilt: list[Ability] = []
    for part in parts:
        for profile in (each for each in part.selection.profiles if each.type == "Weapon"):
            title = " ".join((profile.name or part.selection.name)[:40].split())
            made, faults = printed.weapon(Line(where, title, partial(said, profile)), strength, notes)
            if made is None:
                notes.left_out(where, title, faults[0])
                spoilt.append(Ability(title, described(profile), "wargear"))
            else:
                found += [made] * min(part.copies, printed.MAX_WEAPONS + 1)
    return printed.numbered(printed.fewer(where, found, notes)), spoilt


def _keywords(kind: str, parts: Iterable[ModelSelection], notes: Notes) -> tuple[str, ...]:
    """The rank first, then the other categories. The rank is that of a category, else of the type's name."""
    names = [category.name for part in parts for category in part.selection.categories]
    rank = next((found for each in (*names, kind) if (found := printed.rank_in(each))), "")
    if not rank:
        rank = "Ganger"
        notes.read_as("", kind, "rank", "", rank)
    others = [name for name in names if name.lower() not in SORTS and not printed.rank_in(name)]
    return tuple(dict.fromkeys([rank, *others]))


def _abilities(parts: Iterable[ModelSelection], own: Profile) -> Iterator[Ability]:
    """Everything written on the fighter except its profile and weapons, in the order of the file."""
    for part in parts:
        chosen = part.selection
        for profile in chosen.profiles:
            if profile is own:
                rest = [c for c in profile.characteristics if _other(c.name) and c.value not in ("", "-")]
                yield from (Ability(c.name, c.value) for c in rest)
            elif profile.type != "Weapon":
                kind = "profile" if profile.type in SHEETS else KINDS.get(profile.type, "ability")
                yield Ability(profile.name, described(profile), kind)
        yield from (Ability(rule.name, rule.text) for rule in chosen.rules)
        if not (chosen.profiles or chosen.rules or chosen.children) and chosen.type == "upgrade":
            yield Ability(chosen.name, kind="wargear")


def _other(column: str) -> bool:
    """Whether a column of a fighter's profile is none of its characteristics."""
    known = {name.lower() for each in printed.MODEL for name in (each, *SYNONYMS.get(each, ()))}
    return column.lower() not in known
