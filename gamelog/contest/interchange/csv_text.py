"""CSV as it is written and read here: RFC 4180, UTF-8, a heading line, and no cell that a spreadsheet would run.

A text that begins with = + - @, a tab or a line end is written with an apostrophe before it, which is removed again on
reading; so are further apostrophes before such a character. Numbers are written as they are: -3 is no formula.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from gamelog.contest.errors import Refused

Value: TypeAlias = str | int
"""A text, which may come from anybody, or a number."""
MOST_BYTES = 4_000_000
_RISKY = re.compile(r"'*[=+\-@\t\r\n]")
_DISARMED = re.compile(r"'+[=+\-@\t\r\n]")


class Number(str):
    """A number as text, such as points or a fraction: written as it is."""

    __slots__ = ()


class Row(NamedTuple):
    """A row of a file: the line it ends in, and its cells by heading."""

    line: int
    cells: dict[str, str]


def written(heading: Sequence[str], rows: Iterable[Sequence[Value]]) -> bytes:
    """A table as CSV: commas, CR LF, quotes where they are needed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heading)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue().encode()


def _cell(value: Value) -> str:
    if isinstance(value, int | Number):
        return str(value)
    return f"'{value}" if _RISKY.match(value) else value


def armed(text: str) -> str:
    """A text as it was before it was escaped."""
    return text[1:] if _DISARMED.match(text) else text


def rows_of(data: bytes) -> tuple[list[str], list[Row]]:
    """The headings and the rows of a file; empty lines are left out. A file with semicolons between is read as well.

    Headings are small letters. Cells come back as they were before they were written; those that are missing are empty.

    Raises: Refused `bad-file` for more than 4 MB, for text that is not UTF-8, for broken quotes, for a heading that
    stands there twice, and for a row with more cells than headings.
    """
    if len(data) > MOST_BYTES:
        raise Refused("bad-file", "$", f"the file has {len(data)} bytes, more than {MOST_BYTES}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("bad-file", "$", "the file is not UTF-8: save it as CSV UTF-8") from None
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";" if ";" in first and "," not in first else ",")
    lines = _lines(reader)
    if not lines:
        raise Refused("bad-file", "line 1", "the file is empty: it begins with a line of headings", line=1)
    headings = [armed(cell).strip().lower() for cell in lines[0][1]]
    for place, heading in enumerate(headings):
        if heading and heading in headings[:place]:
            raise Refused(
                "bad-file", f"line {lines[0][0]}", f"two columns have the heading {heading}", line=lines[0][0]
            )
    return headings, [_row(headings, line, cells) for line, cells in lines[1:]]


def _lines(reader: Any) -> list[tuple[int, list[str]]]:
    """Every non-empty line, by its number."""
    found = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.append((reader.line_num, cells))
    except csv.Error as error:
        line = reader.line_num
        raise Refused("bad-file", f"line {line}", f"the line is no CSV: {error}", line=line) from None
    return found


def _row(headings: list[str], line: int, cells: list[str]) -> Row:
    if any(cell.strip() for cell in cells[len(headings) :]):
        text = f"the line has {len(cells)} cells, and there are {len(headings)} headings"
        raise Refused("bad-file", f"line {line}", text, line=line)
    padded = cells + [""] * (len(headings) - len(cells))
    return Row(line, {heading: armed(cell).strip() for heading, cell in zip(headings, padded, strict=False)})
