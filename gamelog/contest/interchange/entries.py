"""Entrants as a CSV file, such as an organiser's own list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from gamelog.contest.errors import Refused
from gamelog.contest.interchange import csv_text
from gamelog.contest.interchange.csv_text import Row

COLUMNS = ("number", "name", "club", "faction", "rating", "team")
RUSSIAN = {
    "номер": "number", "имя": "name", "игрок": "name", "клуб": "club", "фракция": "faction", "рейтинг": "rating",
    "команда": "team",
}  # fmt: skip
"""Headings that are understood beside the English ones."""
LONGEST = {"name": 100, "club": 100, "faction": 100, "team": 100}
MOST_ENTRIES = 5000
MOST_RATING = 9999
MOST_DIGITS = 9
"""Of a whole number, zeros before it included."""


class PublicEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entrant's public data. `number` 0: none yet."""

    name: str
    club: str = ""
    faction: str = ""
    rating: Annotated[int, Meta(ge=0, le=MOST_RATING)] = 0
    team: str = ""
    number: int = 0


class Entries(msgspec.Struct, frozen=True):
    """The content of a file. If there are problems, none of it may be used."""

    entries: tuple[PublicEntry, ...]
    problems: tuple[Refused, ...] = ()


def write(entries: Mapping[int, PublicEntry]) -> bytes:
    """Entrants by number as CSV: number, name, club, faction, rating, team."""
    rows = (
        (number, entry.name, entry.club, entry.faction, entry.rating or "", entry.team)
        for number, entry in sorted(entries.items())
    )
    return csv_text.written(COLUMNS, rows)


def read(data: bytes) -> Entries:
    """Entrants from CSV. Only `name` is needed; columns may stand in any order, and others are left alone.

    Every problem is found, each with its line and column: `line 3, rating`.
    """
    try:
        headings, rows = csv_text.rows_of(data)
    except Refused as refused:
        return Entries((), (refused,))
    names = [RUSSIAN.get(heading, heading) for heading in headings]
    if "name" not in names:
        text = f"there is no column name among the headings ({', '.join(filter(None, headings)) or 'none'})"
        return Entries((), (Refused("bad-file", "line 1", text, line=1),))
    if len(rows) > MOST_ENTRIES:
        return Entries((), (Refused("bad-file", "$", f"the file has {len(rows)} entrants, more than {MOST_ENTRIES}"),))
    problems: list[Refused] = []
    entries = tuple(_entry(row, problems) for row in rows)
    problems += _twice(rows, entries)
    return Entries((), tuple(problems)) if problems else Entries(entries)


def _wrong(line: int, column: str, text: str) -> Refused:
    return Refused("bad-file", f"line {line}, {column}", text, line=line, column=column)


def _entry(row: Row, problems: list[Refused]) -> PublicEntry:
    cells = {RUSSIAN.get(heading, heading): cell for heading, cell in row.cells.items()}
    texts = {name: " ".join(cells.get(name, "").split()) for name in LONGEST}
    if not texts["name"]:
        problems.append(_wrong(row.line, "name", "the name is missing"))
    for name, longest in LONGEST.items():
        if len(texts[name]) > longest:
            text = f"{name} has {len(texts[name])} characters, more than {longest}"
            problems.append(_wrong(row.line, name, text))
    rating = _whole(row.line, "rating", cells.get("rating", ""), MOST_RATING, problems)
    number = _whole(row.line, "number", cells.get("number", ""), MOST_ENTRIES, problems)
    return PublicEntry(**texts, rating=rating, number=number)


def _whole(line: int, column: str, text: str, most: int, problems: list[Refused]) -> int:
    """A whole number from 0 to `most`; 0 where there is none, or a wrong one."""
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()) or len(text) > MOST_DIGITS or int(text) > most:
        problems.append(_wrong(line, column, f"{column} is a whole number from 0 to {most}, not {text[:40]}"))
        return 0
    return int(text)


def _twice(rows: list[Row], entries: tuple[PublicEntry, ...]) -> list[Refused]:
    """Numbers shared by two entrants, and entrants listed twice with the same name, club and team."""
    problems = []
    numbers: dict[int, int] = {}
    people: dict[tuple[str, str, str], int] = {}
    for row, entry in zip(rows, entries, strict=True):
        if entry.number and numbers.setdefault(entry.number, row.line) != row.line:
            text = f"number {entry.number} stands in line {numbers[entry.number]} already"
            problems.append(_wrong(row.line, "number", text))
        key = (entry.name.casefold(), entry.club.casefold(), entry.team.casefold())
        if entry.name and people.setdefault(key, row.line) != row.line:
            problems.append(_wrong(row.line, "name", f"{entry.name} stands in line {people[key]} already"))
    return problems
