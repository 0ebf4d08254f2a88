"""Gang lists in plain text, written by hand; the grammar is in `docs/gang-list.md`.

Whatever the text, the answer is a `Roster` or `Malformed`, whose path is the line: `line 7`. Keys and words are English
or Russian. Nothing is guessed here, unlike in files that a program wrote: the author of a line can mend it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

import msgspec

from rules.kernel.errors import Malformed
from rules.kernel.remarks import Fault, Notes, fault_said
from rules.kernel.sheet import Ability, Roster, Sheet, Weapon
from rules.necro.army import printed
from rules.necro.army.weaponlines import FORM, Described, described_once
from rules.selections import MAX_MODELS, MAX_NAME, Line, distinct, values
from rules.textlines import MODELS, ListLine, keys_of, latin, lines_of, name_of, once, pieces, plain, text_of
from rules.textlines import is_list as has_keys

KEYS = {"gang": "gang | банда", "house": "house | дом", "rule": "rule | правило", "weapon": "weapon | оружие"}
"""The keys a line may begin with; the alternative is a number of fighters."""
FIRST = {"gang": KEYS["gang"]}
"""The key that every gang list has: other games have weapons, too."""
FIELDS = {"skills": "skills | навыки", "gear": "gear | снаряжение", "injuries": "injuries | травмы",
          "base": "base | подставка"}  # fmt: skip
"""The keys of the fields after a fighter's weapons."""
KINDS = {"skills": "ability", "gear": "wargear", "injuries": "injury"}
MAX_CREDITS = 10_000
"""What one fighter may cost at most."""
_FIELD = {plain(word): key for key, words in FIELDS.items() for word in words.split("|")}
_CELL = re.compile(r"([A-Za-z]{1,3})\s*[:=]?\s*(\d{1,2}(?:\.\d{1,2})?[\"”+]?|[-–—])", re.ASCII)
_NAMES = {name.lower(): name for name in printed.MODEL}


def is_list(data: bytes) -> bool:
    """Whether a file is a gang list."""
    return has_keys(data, FIRST)


def load(data: bytes, name: str = "gang.txt") -> Roster:
    """The gang of a text list. `name` is for a gang without one.

    Raises:
        Malformed: with the line and what is wrong with it.
    """
    lines = list(lines_of(text_of(data), keys_of(KEYS)))
    weapons = described_once(lines)
    found: list[Sheet] = []
    for line in lines:
        if not line.key:
            made, count = _fighters(line, weapons)
            if len(found) + count > MAX_MODELS:
                raise line.refuse(f"a gang has at most {MAX_MODELS} fighters")
            found += [made] * count
    if not found:
        raise Malformed(f"line {lines[-1].number}", "the gang has no fighters; write '1 x NAME: Leader | 100 | ...'")
    models = tuple(
        msgspec.structs.replace(sheet, id=str(number), name=name)
        for number, (sheet, name) in enumerate(zip(found, distinct([s.name for s in found]), strict=True), 1)
    )
    return Roster(
        name=once(lines, "gang") or PurePath(name).stem[:MAX_NAME],
        system=printed.SYSTEM,
        faction=once(lines, "house"),
        points=sum(sheet.points for sheet in models),
        models=models,
        rules=tuple(_rules(lines)),
    )


def _rules(lines: Sequence[ListLine]) -> Iterator[Ability]:
    """Rules of the whole gang: `rule: NAME | TEXT`."""
    for line in lines:
        if line.key == "rule":
            name, _, text = line.text.partition("|")
            yield Ability(name_of(line, name.strip()), text.strip(), "faction")


def _fighters(line: ListLine, weapons: Mapping[str, Described]) -> tuple[Sheet, int]:
    """`3 x NAME: RANK | CREDITS | PROFILE | WEAPONS` and optionally more fields; without an id, and how many."""
    found = MODELS.fullmatch(line.before)
    assert found is not None, line
    count, name = int(found[1]), name_of(line, found[2].strip())
    fields = line.fields()
    if not 1 <= count <= MAX_MODELS:
        raise line.refuse(f"{count} is not a number of fighters from 1 to {MAX_MODELS}")
    if len(fields) < 3:
        raise line.refuse("fighters are '1 x NAME: RANK | CREDITS | PROFILE | WEAPONS' and perhaps more fields")
    rank = printed.rank_in(fields[0])
    if not rank:
        raise line.refuse(f"{fields[0][:40]!r} names none of the ranks {', '.join(printed.RANKS)}")
    if not re.fullmatch(r"\d{1,5}", fields[1], re.ASCII) or int(fields[1]) > MAX_CREDITS:
        raise line.refuse(f"{fields[1][:40]!r} is not a number of credits from 0 to {MAX_CREDITS}")
    profile = _profile(line, name, fields[2])
    strength = profile.get("S", 0)
    armed = _armed(line, fields[3] if len(fields) > 3 else "", weapons, strength if isinstance(strength, int) else 0)
    abilities, base = _more(line, fields[4:])
    return Sheet(
        id="", name=name, type=name, profile=profile, points=int(fields[1]), base=base, keywords=(rank,),
        weapons=armed, abilities=abilities,
    ), count  # fmt: skip


def _profile(line: ListLine, name: str, text: str) -> dict[str, printed.Value]:
    """The characteristics of a fighter: `M5 WS4+ BS3+ S3 T3 W1 I4+ A1 Ld7+ Cl7+ Wil8+ Int8+ Sv5+`."""
    said: dict[str, str] = {}
    for cell in latin(text).replace(",", " ").split():
        found = _CELL.fullmatch(cell)
        column = _NAMES.get(found[1].lower(), "") if found else ""
        if not found or not column:
            raise line.refuse(f"{cell[:20]!r} is not a characteristic here; they are {' '.join(printed.MODEL)}")
        if column in said:
            raise line.refuse(f"{column} stands twice")
        said[column] = printed.undashed(found[2])
    notes = Notes()
    profile, faults = values(Line(name, "", lambda column: said.get(column, "")), printed.MODEL, notes)
    odd = [Fault(each.item, each.said, printed.MODEL[each.item].words) for each in notes.remarks]
    if faults or odd:
        raise line.refuse("; ".join(f"{name}, {fault_said(fault)}" for fault in (*faults, *odd)))
    return profile


def _armed(line: ListLine, text: str, weapons: Mapping[str, Described], strength: int) -> tuple[Weapon, ...]:
    """The weapons a fighter carries, each described on its own line."""
    carried: list[Weapon] = []
    for piece in pieces(text):
        count, name = 1, piece
        if plain(piece) not in weapons and (found := MODELS.fullmatch(piece)):
            count, name = int(found[1]), found[2]
        described = weapons.get(plain(name))
        if described is None:
            example = FORM.replace("NAME", name[:40])
            raise line.refuse(f"the weapon {name[:40]!r} is not described; add '{example}'")
        if not 1 <= count <= printed.MAX_WEAPONS or len(carried) + count > printed.MAX_WEAPONS:
            raise line.refuse(f"a fighter carries at most {printed.MAX_WEAPONS} weapons")
        carried += [described.held(strength)] * count
    return printed.numbered(carried)


def _more(line: ListLine, fields: Sequence[str]) -> tuple[tuple[Ability, ...], int]:
    """The skills, gear and injuries of a fighter, and the radius of its base."""
    said: dict[str, str] = {}
    for field in fields:
        found = re.match(r"([^\W\d]+)\s*:?\s*(.*)\Z", field, re.DOTALL)
        key = _FIELD.get(plain(found[1]), "") if found else ""
        if not found or not key or not found[2]:
            raise line.refuse(f"{field[:40]!r} is not a field; the fields are {', '.join(FIELDS)}, each with a value")
        if key in said:
            raise line.refuse(f"{key!r} stands twice")
        said[key] = found[2].strip()
    abilities = [Ability(name, kind=KINDS[key]) for key in KINDS for name in pieces(said.get(key, ""))]
    return tuple(dict.fromkeys(abilities)), _base(line, said["base"]) if "base" in said else printed.BASE


def _base(line: ListLine, text: str) -> int:
    """The radius of a base: its diameter in millimetres (`32mm`)."""
    found = re.fullmatch(r"(\d{2,3})\s*(?:mm|мм)", text.lower(), re.ASCII)
    if not found or not 20 <= int(found[1]) <= 200:
        raise line.refuse(f"base: {text[:20]!r} is not a diameter from 20mm to 200mm")
    return (int(found[1]) * 1000 + 254) // 508
