"""Reading score sheets."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

import rules
from gamelog.people.models import Participant
from gamelog.people.selectors import display_name, participant_id
from gamelog.sheets import access
from gamelog.sheets.acts import (
    ENTRY,
    SIDES,
    WORDS,
    Battle,
    Corrected,
    Entered,
    SheetEntry,
    SheetState,
    Side,
    Words,
    fold,
)
from gamelog.sheets.models import Sheet, SheetAct, SheetWords
from gamelog.sheets.streams import SHEETS
from gamelog.streams.store import stream_breaks


class Version(NamedTuple):
    """A version of a sheet: the act that made it, what it says, and whether words were removed from it."""

    entry: SheetEntry
    battle: Battle
    words: Words
    cleared: bool


class SheetView(NamedTuple):
    """A sheet as pages and the API show it: its versions, of which `now` stands, and the times and reasons of its
    acts by number.
    """

    state: SheetState
    versions: list[Version]
    now: Version
    times: dict[int, str]
    reasons: dict[int, str]


def entries_of(sheet: Sheet) -> list[SheetEntry]:
    """The acts of a sheet, in order."""
    return [ENTRY.decode(body) for body in SHEETS.rows_of(sheet).values_list("body", flat=True)]


def state_of(sheet: Sheet) -> SheetState:
    """A sheet after all its acts."""
    return fold(entries_of(sheet))


def words_at(sheet: Sheet, number: int) -> Words:
    """The texts of an act."""
    return WORDS.decode(SheetWords.objects.get(sheet=sheet, number=number).body)


def words_of(sheet: Sheet) -> dict[int, SheetWords]:
    """The rows of texts of a sheet, by the number of their act."""
    return {row.number: row for row in SheetWords.objects.filter(sheet=sheet)}


def view_of(sheet: Sheet) -> SheetView:
    """All that a sheet says."""
    entries, rows = entries_of(sheet), words_of(sheet)
    said = {number: WORDS.decode(row.body) for number, row in rows.items()}
    versions = [
        Version(entry, entry.act.battle, said[entry.number], rows[entry.number].cleared)
        for entry in entries if isinstance(entry.act, Entered | Corrected)
    ]  # fmt: skip
    return SheetView(
        fold(entries), versions, versions[-1], {entry.number: entry.at for entry in entries},
        {number: words.reason for number, words in said.items()},
    )  # fmt: skip


def person_name(person: str) -> str:
    """The public name of an opaque id; empty for nobody."""
    row = Participant.objects.select_related("user").filter(pk=person).first() if person else None
    return display_name(row.user) if row and row.user else ""


def side_name(battle: Battle, words: Words, side: Side) -> str:
    """Who played a side: the public name of the account, or what was typed."""
    return person_name(getattr(battle, side)) or getattr(words, side).name


def mission_of(battle: Battle, words: Words, russian: bool = False) -> str:
    """The mission in words."""
    if not battle.mission:
        return words.mission
    found = next((rule for rule in rules.load(battle.ruleset).catalogue if rule.id == battle.mission), None)
    return str(found.ru if russian else found.en) if found else battle.mission


def sheets_around(user: User) -> QuerySet[Sheet]:
    """The sheets that may hold somebody's name: those they have, or once had, a part in."""
    person = participant_id(user) or "-"
    acted = SheetAct.objects.filter(by=person).values("sheet")
    named = SheetAct.objects.filter(body__contains=f'"{person}"').values("sheet")
    own = access.sheets_of(user).values("pk")
    return Sheet.objects.filter(Q(pk__in=own) | Q(pk__in=acted) | Q(pk__in=named))


def problems(sheet: Sheet) -> list[str]:
    """What is wrong with a stored sheet: its chain, and texts that are not those that its acts name."""
    found = [f"act {each.number}: {each.text}" for each in stream_breaks(SHEETS, sheet.pk)]
    if found:
        return found
    rows = words_of(sheet)
    for entry in entries_of(sheet):
        named = getattr(entry.act, "words", "")
        row = rows.get(entry.number)
        if named and row is None:
            found.append(f"act {entry.number}: its texts are missing")
        elif row and not row.cleared and WORDS.decode(row.body).digest(row.salt) != named:
            found.append(f"act {entry.number}: its texts are not what was entered")
    return found


def export_of(user: User) -> list[dict[str, Any]]:
    """The sheets of somebody as plain values, for the archive of their data."""
    return [
        {
            "id": str(sheet.pk), "entered": sheet.entered_by_id == user.pk, "public": sheet.public,
            "plays": [side for side in SIDES if getattr(sheet, f"{side}_id") == user.pk],
            "standing": sheet.standing, "file": sheet_path(sheet),
        }
        for sheet in access.sheets_of(user)
    ]  # fmt: skip


def sheet_path(sheet: Sheet) -> str:
    """The path of a sheet in the archive of somebody's data."""
    return f"sheets/{sheet.ruleset}-{sheet.pk}.json"
