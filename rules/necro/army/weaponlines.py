"""Lines that describe weapons, by hand: `weapon: NAME | RANGE | ACCURACY | S | AP | D | AMMO | TRAITS`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.kernel.remarks import Fault, Notes, fault_said
from rules.kernel.sheet import Weapon
from rules.necro.army import printed
from rules.selections import Line
from rules.textlines import ListLine, name_of, plain

FORM = "weapon: NAME | RANGE | ACCURACY | S | AP | D"
NAMES = {"Rng S": "range", "Rng L": "range", "Str": "S"}
"""What a column is called on a line, where that differs."""


class Described(NamedTuple):
    """A weapon as its line describes it: what is printed in each of `printed.COLUMNS`."""

    line: ListLine
    name: str
    columns: Mapping[str, str]

    def held(self, strength: int) -> Weapon:
        """The weapon in the hands of a fighter of that Strength, without an id. Raises: Malformed."""
        notes = Notes()
        made, faults = printed.weapon(Line("", self.name, lambda column: self.columns.get(column, "")), strength, notes)
        odd = [Fault(each.column, each.said, "0 or a negative number") for each in notes.remarks]
        if made is None or odd:
            listed = [fault._replace(column=NAMES.get(fault.column, fault.column)) for fault in (*faults, *odd)]
            raise self.line.refuse("; ".join(f"{self.name}, {fault_said(fault)}" for fault in listed))
        return made


def described(line: ListLine) -> Described:
    """The weapon of a line. Raises: Malformed for a line of another form; values are read when somebody holds it."""
    fields = line.fields()
    if not 6 <= len(fields) <= 8:
        raise line.refuse(f"a weapon is '{FORM}' and perhaps '| AMMO | TRAITS'")
    name, reach, accuracy, strength, piercing, damage, *more = fields
    columns = {
        **_pair(line, "Rng", reach), **_pair(line, "Acc", accuracy), "Str": strength, "AP": piercing, "D": damage,
        "Ammo": more[0] if more else "", "Traits": more[1] if len(more) > 1 else "",
    }  # fmt: skip
    found = Described(line, name_of(line, name), {key: printed.undashed(text) for key, text in columns.items()})
    found.held(3)
    return found


def _pair(line: ListLine, name: str, text: str) -> dict[str, str]:
    """A short and a long value with a slash between them; a single one is the long one."""
    parts = [part.strip() for part in text.split("/")]
    if len(parts) > 2:
        raise line.refuse(f"{text[:40]!r} is not a short and a long value such as 8/24")
    return {f"{name} L": parts[-1]} if len(parts) == 1 else {f"{name} S": parts[0], f"{name} L": parts[1]}


def described_once(lines: Sequence[ListLine], key: str = "weapon") -> dict[str, Described]:
    """Every weapon that lines describe, by its name in comparison form. Raises: Malformed if one stands twice."""
    found: dict[str, Described] = {}
    for line in lines:
        if line.key == key:
            each = described(line)
            if plain(each.name) in found:
                raise line.refuse(f"the weapon {each.name!r} is described twice")
            found[plain(each.name)] = each
    return found
