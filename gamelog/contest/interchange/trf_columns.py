"""The positions of the fields in FIDE's tournament report file. Columns count from 1, both ends included, in
characters.

From "Tournament Report File Format Version 2026" (TRF26; FIDE Council, 12 May 2025), whose player section and records
012 to 132 are those of TRF16 (C.04 annex 2, 2015). The records XX* are JaVaFo's (Advanced User Manual 2.2), BB* are
bbpPairings'. XXW is our own; see docs/interchange.md.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

Edition: TypeAlias = Literal["2016", "2026"]
Columns: TypeAlias = tuple[int, int]

NUMBER: Columns = (5, 8)
SEX: Columns = (10, 10)
TITLE: Columns = (11, 13)
NAME: Columns = (15, 47)
RATING: Columns = (49, 52)
FEDERATION: Columns = (54, 56)
FIDE: Columns = (58, 68)
BIRTH: Columns = (70, 79)
POINTS: Columns = (81, 84)
RANK: Columns = (86, 89)
FIRST_ROUND = 92
ROUND_WIDTH = 10
"""A round takes ten columns: four for the opponent, one each for colour and result, and blanks."""

TEAM_NAME_2016: Columns = (5, 36)
TEAM_PLAYERS_2016 = 37
TEAM_NUMBER: Columns = (5, 7)
TEAM_NAME: Columns = (9, 40)
TEAM_NICKNAME: Columns = (42, 46)
TEAM_MATCH: Columns = (55, 60)
TEAM_GAME: Columns = (62, 67)
TEAM_RANK: Columns = (69, 71)
TEAM_PLAYERS = 74
PLAYER_STEP = 5

TEXTS = {"012": "title", "022": "city", "032": "federation", "092": "kind", "102": "arbiter", "122": "time"}
CODE = "192"
"""The type of the tournament by FIDE's table; TRF26 alone has it."""
"""Records that hold one text of the book."""
DAYS = {"042": "starts", "052": "ends"}

_DECIMAL = re.compile(r"(-?)([0-9]{1,7})(?:[.,]([0-9]{1,2}))?")


def width(columns: Columns) -> int:
    """How many characters a field has."""
    return columns[1] - columns[0] + 1


def round_columns(number: int) -> tuple[Columns, Columns, Columns]:
    """Opponent, colour and result of a round, counted from 1."""
    start = FIRST_ROUND + ROUND_WIDTH * (number - 1)
    return (start, start + 3), (start + 5, start + 5), (start + 7, start + 7)


def tenths(points: int) -> str:
    """Points in column format, with one decimal: `4.5`. `points` is a multiple of ten hundredths."""
    sign = "-" if points < 0 else ""
    return f"{sign}{abs(points) // 100}.{abs(points) % 100 // 10}"


def hundredths(text: str) -> int | None:
    """Points parsed: `4.5`, `4,5`, `.5`, `12`; None for anything else."""
    match = _DECIMAL.fullmatch(f"0{text}" if text.startswith((".", ",")) else text)
    if match is None:
        return None
    sign, whole, decimals = match.groups()
    points = int(whole) * 100 + int((decimals or "").ljust(2, "0"))
    return -points if sign else points


def one_line(text: str) -> str:
    """A text in the form of a line: white space and control characters become single blanks."""
    return " ".join("".join(" " if ord(each) < 32 or ord(each) == 127 else each for each in text).split())
