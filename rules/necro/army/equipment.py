"""What gangs' equipment does, where their files only name it: said by the players, as an option of a game.

Exports of gangs print no profiles of weapons and no armour saves, and call their leaders by the names of their house.
The option `necro.assumed.gang.equipment` says it for both gangs, one line each:

    weapon: Rust rifle | 12/24 | +1/- | 3 | - | 1 | 4+ | Rapid Fire (1)
    armour: Hide coat | 6+
    rank: Pit Mother | Leader

What is named there holds in place of what a sheet says; whatever a gang has that is not named stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from rules.kernel.errors import Malformed
from rules.kernel.sheet import Ability, Roster, Sheet, Weapon
from rules.necro.army import printed
from rules.necro.army.weaponlines import Described, described_once
from rules.necro.options import EQUIPMENT
from rules.textlines import ListLine, keys_of, lines_of, name_of, plain

SAVE = "necro.core.save"
KEYS = {"weapon": "weapon | оружие", "armour": "armour | armor | броня", "rank": "rank | ранг"}
WORDS = "|".join(word.strip() for words in KEYS.values() for word in words.split("|"))
"""All of them, for a pattern."""
LONGEST = 20_000
"""Characters of such a text."""


class Table(NamedTuple):
    """Weapons, armour saves and ranks, by names in comparison form."""

    weapons: Mapping[str, Described]
    armour: Mapping[str, int]
    ranks: Mapping[str, str]


def read(text: str, after: int = 0) -> Table:
    """The equipment that a text describes.

    Raises:
        Malformed: with the line, counted from the one that comes `after` so many.
    """
    if len(text) > LONGEST:
        raise Malformed("$", f"a list of equipment has at most {LONGEST} characters")
    lines = [line._replace(number=line.number + after) for line in lines_of(text, keys_of(KEYS))]
    for line in lines:
        if not line.key:
            raise line.refuse(f"{line.before[:40]!r} is not a key; the keys are {', '.join(KEYS)}")
    armour = {name: _save(line, said) for name, line, said in _named(lines, "armour")}
    ranks = {name: _rank(line, said) for name, line, said in _named(lines, "rank")}
    return Table(described_once(lines), armour, ranks)


def _named(lines: Sequence[ListLine], key: str) -> Iterator[tuple[str, ListLine, str]]:
    """The lines `KEY: NAME | VALUE`, each with its name in comparison form and its value."""
    seen: set[str] = set()
    for line in (each for each in lines if each.key == key):
        name, bar, said = line.text.partition("|")
        if not bar:
            raise line.refuse(f"there is no value after {name.strip()[:40]!r}; write '{key}: NAME | VALUE'")
        wanted = plain(name_of(line, name.strip()))
        if wanted in seen:
            raise line.refuse(f"{name.strip()!r} stands twice")
        seen.add(wanted)
        yield wanted, line, said.strip()


def _save(line: ListLine, said: str) -> int:
    value = printed.MODEL["Sv"].read(said)
    if not isinstance(value, int):
        raise line.refuse(f"{said[:40]!r} is not {printed.MODEL['Sv'].words}")
    return value


def _rank(line: ListLine, said: str) -> str:
    found = printed.rank_in(said)
    if not found:
        raise line.refuse(f"{said[:40]!r} names none of the ranks {', '.join(printed.RANKS)}")
    return found


# what it makes of a gang


def agreed(roster: Roster, options: Mapping[str, int | str | bool], after: int = 0) -> Roster:
    """The gang with what its equipment was agreed to do. Raises: Malformed, as `read`."""
    text = options.get(EQUIPMENT, "")
    if not isinstance(text, str) or not text.strip():
        return roster
    table = read(text, after)
    known = {*table.weapons, *table.armour}
    remarks = tuple(each for each in roster.remarks if each.column != "profile" or plain(each.item) not in known)
    models = tuple(_equipped(sheet, table) for sheet in roster.models)
    return msgspec.structs.replace(roster, models=models, remarks=remarks)


def _equipped(sheet: Sheet, table: Table) -> Sheet:
    """A fighter with its rank, its armour save and its weapons."""
    weapons, rest = _armed(sheet, table)
    saves = [table.armour[key] for each in rest if (key := plain(each.name)) in table.armour]
    profile = {**sheet.profile, "Sv": min(saves)} if saves else sheet.profile
    rank = table.ranks.get(plain(sheet.type), "")
    keywords = (rank, *(each for each in sheet.keywords if each not in printed.RANKS)) if rank else sheet.keywords
    return msgspec.structs.replace(sheet, profile=profile, keywords=keywords, weapons=weapons, abilities=rest)


def _armed(sheet: Sheet, table: Table) -> tuple[tuple[Weapon, ...], tuple[Ability, ...]]:
    """The weapons of a fighter, those first that its sheet has, and what is left of its equipment."""
    own = sheet.profile.get("S", 0)
    strength = own if isinstance(own, int) else 0
    named = {plain(each.name) for each in sheet.weapons}
    weapons = [table.weapons[key].held(strength) if (key := plain(each.name)) in table.weapons else each
               for each in sheet.weapons]  # fmt: skip
    rest: list[Ability] = []
    for each in sheet.abilities:
        key = plain(each.name)
        if each.kind == "wargear" and key in table.weapons and key not in named:
            weapons.append(table.weapons[key].held(strength))
        else:
            rest.append(msgspec.structs.replace(each, rule=SAVE) if key in table.armour else each)
    return printed.numbered(weapons[: printed.MAX_WEAPONS]), tuple(rest)
