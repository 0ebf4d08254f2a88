"""The specialisms that datasheets allow, where somebody has written them down (document lines 63, 103).

Roster files lack them. A list written by hand has them on its sheets; the format of an event, or two players, give them
as text in the option `kt.roster.specialisation-allowed`: one kind of model a line, or between semicolons,

    Docker: leader, comms
    Crane: -

What is written there holds in place of what a sheet says; kinds of models that it does not name are not limited by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import msgspec

from rules.kernel.errors import Malformed
from rules.kernel.sheet import Roster, Sheet
from rules.kernel.spelling import nearest
from rules.kt.datasheet import SPECIALISMS
from rules.selections import DASHES

ALLOWED = "kt.roster.specialisation-allowed"
LONGEST = 20_000
"""Characters of such a text."""
WORD = re.compile(r"[a-z][a-z-]{0,39}")
"""A specialism; those of commanders are not in the source, so any word may be one."""


def read(text: str) -> dict[str, tuple[str, ...]]:
    """Specialisms by kind of model, both in small letters.

    Raises:
        Malformed: with the number of the entry, from 1.
    """
    if len(text) > LONGEST:
        raise Malformed("$", f"a list of specialisms has at most {LONGEST} characters")
    found: dict[str, tuple[str, ...]] = {}
    entries = [entry.strip() for entry in re.split(r"[;\n]", text)]
    for number, entry in enumerate((each for each in entries if each), 1):
        kind, colon, words = entry.rpartition(":")
        if not colon or not kind.strip():
            raise Malformed(f"entry {number}", f"{entry[:60]!r} is not 'KIND OF MODEL: specialism, specialism'")
        if _plain(kind) in found:
            raise Malformed(f"entry {number}", f"{kind.strip()[:60]!r} stands twice")
        found[_plain(kind)] = tuple(_specialisms(number, words))
    return found


def _specialisms(number: int, words: str) -> Iterator[str]:
    for word in (each.strip().lower() for each in words.split(",")):
        if word in ("", *DASHES):
            continue
        meant = nearest(word, sorted(SPECIALISMS))
        if not WORD.fullmatch(word) or meant not in ("", word):
            hint = f"; {meant} may be meant" if meant else ""
            raise Malformed(f"entry {number}", f"{word[:40]!r} is not a specialism{hint}")
        yield word


def _plain(kind: str) -> str:
    return " ".join(kind.lower().split())


def agreed(roster: Roster, options: Mapping[str, int | str | bool]) -> Roster:
    """The roster with the specialisms that a format allows its models. Raises: Malformed."""
    text = options.get(ALLOWED, "")
    table = read(text) if isinstance(text, str) else {}
    if not table:
        return roster
    return msgspec.structs.replace(roster, models=tuple(_marked(sheet, table) for sheet in roster.models))


def _marked(sheet: Sheet, table: Mapping[str, tuple[str, ...]]) -> Sheet:
    found = table.get(_plain(sheet.type))
    return sheet if found is None else msgspec.structs.replace(sheet, specialities=found)
