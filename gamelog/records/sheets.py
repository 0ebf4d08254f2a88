"""Score sheets against their acts: the chain, the texts that acts name, and the columns of lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from gamelog.people.models import Participant
from gamelog.records import acts
from gamelog.records.findings import Checked, Found, Subject, at_row, differing, missing
from gamelog.sheets.acts import ENTRY, SIDES, WORDS, SheetEntry, fold
from gamelog.sheets.models import Sheet, SheetWords
from gamelog.sheets.streams import SHEETS
from rules.kernel.canonical import tag_of


def check(keys: Sequence[Any], deep: bool) -> Iterator[Checked]:
    """What is wrong with these score sheets."""
    rows = Sheet.objects.in_bulk(keys)
    for key in keys:
        if key in rows:
            yield Subject("sheet", str(key), str(key)), list(_checked(rows[key]))


def _columns(_row: Any, entry: SheetEntry) -> dict[str, Any]:
    return {"number": entry.number, "by": entry.by, "type": tag_of(entry.act)}


def _checked(sheet: Sheet) -> Iterator[Found]:
    rows = [*SHEETS.rows_of(sheet).iterator(500)]
    chain = acts.Chain(SHEETS, sheet, rows, ENTRY.decode, _columns)
    yield from chain.found()
    if not chain.whole or not rows:
        return
    yield from _words(sheet, chain.entries)
    state = fold(chain.entries)
    people = [chain.entries[0].by, *(getattr(state.battle, side) for side in SIDES)]
    users = dict(Participant.objects.filter(pk__in=people).values_list("pk", "user"))
    derived: dict[str, Any] = {"ruleset": state.battle.ruleset, "standing": state.standing}
    derived |= {side: users.get(getattr(state.battle, side)) for side in SIDES}
    if people[0] in users:
        derived["entered_by"] = users[people[0]]
    yield from differing(sheet, derived)
    if sheet.played.isoformat() != state.battle.played:
        yield at_row(sheet, "wrong", ["played"], f"{state.battle.played} follows from the record")


def _words(sheet: Sheet, entries: Sequence[SheetEntry]) -> Iterator[Found]:
    rows = {row.number: row for row in SheetWords.objects.filter(sheet=sheet)}
    named = {entry.number: getattr(entry.act, "words", "") for entry in entries}
    for number, row in rows.items():
        if row.cleared != (not row.salt):
            yield at_row(
                row, "broken", ["cleared", "salt"], "a name was erased and the salt kept, or the other way round"
            )
        if not named.get(number):
            yield at_row(row, "broken", ["sheet", "number"], "no act names these texts")
        elif not row.cleared and _digest(row) != named[number]:
            yield at_row(row, "broken", ["number", "body", "salt"], "they are not what was entered")
    for number in {number for number, digest in named.items() if digest} - rows.keys():
        yield missing(SheetWords, f"{sheet.pk} {number}", "broken")


def _digest(row: SheetWords) -> str:
    try:
        return WORDS.decode(row.body).digest(row.salt)
    except msgspec.MsgspecError:
        return ""
