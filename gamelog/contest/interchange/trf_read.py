"""FIDE's tournament report file read: both editions, with the records that JaVaFo and bbpPairings add, and our own.

Reading is lenient where the meaning is plain (line ends, capitals, blanks for zeros, missing headers) and complete
about the rest: every problem is found in one pass, with its line and columns. Nothing in a file with problems is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

import msgspec

from gamelog.contest.errors import Refused
from gamelog.contest.interchange import trf_columns as at
from gamelog.contest.interchange.book import RESULTS, Book, BookPlayer, Meeting, Team, level
from gamelog.contest.interchange.trf_columns import Columns
from gamelog.contest.interchange.trf_pairs import disagreements
from gamelog.contest.interchange.trf_worths import Worths

MOST_BYTES = 4_000_000
MOST_PROBLEMS = 100
_WHOLE = re.compile("[0-9]{1,9}")
_BIRTH = re.compile("[0-9]{4}(-[0-9]{2}-[0-9]{2})?")
_LINE_ENDS = re.compile(r"\r\n|\r|\n")


class Reading(msgspec.Struct, frozen=True):
    """The content of a file. `book` is None if there are problems; `notes` tell what was left out."""

    book: Book | None
    problems: tuple[Refused, ...] = ()
    notes: tuple[str, ...] = ()


class NumberedLine(NamedTuple):
    """A line by its number, from 1."""

    number: int
    text: str

    def field(self, columns: Columns) -> str:
        """The content of the columns, without surrounding blanks."""
        return self.text[columns[0] - 1 : columns[1]].strip()

    def rest(self) -> str:
        """The text from column 5 on."""
        return self.text[4:].strip()


class BookDraft:
    """A book during reading."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self.deputies: list[str] = []
        self.players: dict[int, BookPlayer] = {}
        self.lines: dict[int, int] = {}
        self.teams: list[Team] = []
        self.own: list[NumberedLine] = []
        self.members: list[tuple[NumberedLine, Columns, int]] = []
        self.worths = Worths()
        self.unread: dict[str, list[int]] = {}
        self.problems: list[Refused] = []
        self.notes: list[str] = []

    def wrong(self, line: NumberedLine, columns: Columns, text: str) -> None:
        """Note a problem in the columns of a line."""
        self.problems.append(problem(line.number, columns, text))


def problem(line: int, columns: Columns, text: str) -> Refused:
    """A problem of a file: `line 14, columns 92-95: ...`."""
    first, last = columns
    where = f"line {line}, column {first}" if first == last else f"line {line}, columns {first}-{last}"
    return Refused("bad-file", where, text, line=line, first=first, last=last)


def read(data: bytes) -> Reading:
    """A report file. It has to be UTF-8, with or without a byte order mark, and at most 4 MB."""
    if len(data) > MOST_BYTES:
        return Reading(None, (Refused("bad-file", "$", f"the file has {len(data)} bytes, more than {MOST_BYTES}"),))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = len(_LINE_ENDS.findall(before.decode("latin-1"))) + 1
        return Reading(
            None, (Refused("bad-file", f"line {line}", "the file is not UTF-8: save it as UTF-8", line=line),)
        )
    draft = BookDraft()
    for number, content in enumerate(_LINE_ENDS.split(text), 1):
        _line(draft, NumberedLine(number, content.rstrip()))
    return _finished(draft)


def _line(draft: BookDraft, line: NumberedLine) -> None:
    code = line.text[:3].upper()
    if not code.strip() or code == "###":
        return
    if code in at.TEXTS:
        draft.fields[at.TEXTS[code]] = line.rest()
    elif code in at.DAYS:
        draft.fields[at.DAYS[code]] = _day(draft, line, (5, max(5, len(line.text))), line.rest())
    elif code in RECORDS:
        RECORDS[code](draft, line)
    else:
        draft.unread.setdefault(code, []).append(line.number)


def _finished(draft: BookDraft) -> Reading:
    _look_back(draft)
    if not draft.players and not draft.problems:
        draft.problems.append(Refused("bad-file", "$", "the file has no players (records 001)"))
    for code, lines in draft.unread.items():
        count = f"{len(lines)} lines" if len(lines) > 1 else "1 line"
        draft.notes.append(f"{count} with the code {code} left unread, the first is line {lines[0]}")
    if draft.problems:
        return Reading(None, _first_of(draft.problems), tuple(draft.notes))
    system = draft.worths.system()
    if system is None:
        draft.notes.append("what results are worth depends on more than the result, and is not taken over")
    players = tuple(draft.players[number] for number in sorted(draft.players))
    book = Book(
        **draft.fields, deputies=tuple(draft.deputies), system=system, players=players, teams=tuple(draft.teams)
    )
    return Reading(level(book), (), tuple(draft.notes))


def _look_back(draft: BookDraft) -> None:
    """Checks that need every line."""
    for line in draft.own:
        _own(draft, line)
    for line, columns, member in draft.members:
        if member not in draft.players:
            draft.wrong(line, columns, f"there is no player {member}")
    for number, columns, text in disagreements(draft.players, draft.lines):
        draft.problems.append(problem(number, columns, text))


def _first_of(problems: list[Refused]) -> tuple[Refused, ...]:
    if len(problems) <= MOST_PROBLEMS:
        return tuple(problems)
    more = Refused("bad-file", "$", f"and {len(problems) - MOST_PROBLEMS} problems more")
    return (*problems[:MOST_PROBLEMS], more)


def _whole(draft: BookDraft, line: NumberedLine, columns: Columns, what: str) -> int:
    """A whole number; 0 where the columns are blank or wrong."""
    text = line.field(columns)
    if text and not _WHOLE.fullmatch(text):
        draft.wrong(line, columns, f"{what} is a whole number, not {text[:40]}")
        return 0
    return int(text or 0)


def _number(draft: BookDraft, line: NumberedLine, columns: Columns, what: str) -> int:
    """The number of a player or team, from 1; 0 where it is missing or wrong."""
    number = _whole(draft, line, columns, what)
    if not number and (not line.field(columns) or _WHOLE.fullmatch(line.field(columns))):
        draft.wrong(line, columns, f"{what} is missing")
    return number


def _points(draft: BookDraft, line: NumberedLine, columns: Columns, text: str, what: str) -> int:
    points = at.hundredths(text) if text else 0
    if points is None:
        draft.wrong(line, columns, f"{what} are a number like 4.5, not {text}")
    return points or 0


def _day(draft: BookDraft, line: NumberedLine, columns: Columns, text: str) -> str:
    """An ISO date from 2026/05/01, 2026-05-01 or 2026.05.01; empty if it is blank or wrong."""
    iso = re.sub(r"[/.]", "-", text)
    try:
        return date.fromisoformat(iso).isoformat() if text else ""
    except ValueError:
        draft.wrong(line, columns, f"{text} is no date like 2026/05/01")
        return ""


def _deputy(draft: BookDraft, line: NumberedLine) -> None:
    if line.rest():
        draft.deputies.append(line.rest())


def _round_days(draft: BookDraft, line: NumberedLine) -> None:
    """Two-digit years: 70 to 99 belong to the last century."""
    days = []
    for first in range(at.FIRST_ROUND, len(line.text) + 1, at.ROUND_WIDTH):
        text = line.field((first, first + 7))
        century = "19" if text[:2] >= "70" else "20"
        days.append(_day(draft, line, (first, first + 7), century + text if text else ""))
    draft.fields["dates"] = tuple(days)


def _rounds(draft: BookDraft, line: NumberedLine) -> None:
    draft.fields["rounds"] = _whole(draft, line, (5, max(5, len(line.text))), "the number of rounds")


def _first_colour(draft: BookDraft, line: NumberedLine) -> None:
    text = line.rest().upper()
    if text not in ("W", "B"):
        draft.wrong(line, (5, 5), f"the first colour is W or B, not {text or 'blank'}")
    else:
        draft.fields["first"] = text.lower()


def _configuration(draft: BookDraft, line: NumberedLine) -> None:
    """JaVaFo's XXC: words; `rank` concerns the engine alone."""
    for word in line.rest().lower().split():
        if word in ("white1", "black1"):
            draft.fields["first"] = word[0]
        elif word != "rank":
            draft.notes.append(f"line {line.number}: {word} is not understood")


def _worths(draft: BookDraft, line: NumberedLine) -> None:
    for columns, text in draft.worths.read(line.text):
        draft.wrong(line, columns, text)


def _tiebreaks(draft: BookDraft, line: NumberedLine) -> None:
    draft.fields["tiebreaks"] = line.rest()


def _tiebreaks_after_points(draft: BookDraft, line: NumberedLine) -> None:
    """Record 202 has those of record 212 without the score; where both are there, 212 counts."""
    draft.fields.setdefault("tiebreaks", f"PTS,{line.rest()}")


def _code(draft: BookDraft, line: NumberedLine) -> None:
    draft.fields["code"] = line.rest().upper()


def _player(draft: BookDraft, line: NumberedLine) -> None:
    number = _number(draft, line, at.NUMBER, "the starting number")
    if not number:
        return
    if number in draft.players:
        draft.wrong(line, at.NUMBER, f"number {number} stands in line {draft.lines[number]} already")
        return
    draft.lines[number] = line.number
    draft.players[number] = BookPlayer(
        number=number,
        name=line.field(at.NAME),
        sex=line.field(at.SEX),
        title=line.field(at.TITLE),
        rating=_whole(draft, line, at.RATING, "the rating"),
        federation=line.field(at.FEDERATION),
        fide=line.field(at.FIDE),
        birth=_birth(draft, line),
        points=_points(draft, line, at.POINTS, line.field(at.POINTS), "the points"),
        rank=_whole(draft, line, at.RANK, "the rank"),
        rounds=tuple(_meetings(draft, line)),
    )


def _birth(draft: BookDraft, line: NumberedLine) -> str:
    text = re.sub(r"[/.]", "-", line.field(at.BIRTH))
    if text and not _BIRTH.fullmatch(text):
        draft.wrong(line, at.BIRTH, f"{line.field(at.BIRTH)} is no date like 1999/12/31 and no year")
        return ""
    return text


def _meetings(draft: BookDraft, line: NumberedLine) -> list[Meeting]:
    found = []
    number = 1
    while at.round_columns(number)[0][0] <= len(line.text):
        found.append(_meeting(draft, line, number))
        number += 1
    return found


def _meeting(draft: BookDraft, line: NumberedLine, number: int) -> Meeting:
    """A round. Blanks are a round without an opponent, which is worth nothing."""
    columns, colour_at, result_at = at.round_columns(number)
    if line.field((columns[1] + 1, columns[1] + 1)) or line.field((colour_at[1] + 1, colour_at[1] + 1)):
        between = (columns[0], result_at[0])
        text = line.text[columns[0] - 1 : result_at[0]]
        draft.wrong(line, between, f"round {number} is not in its columns: {text.strip()}")
        return Meeting()
    opponent = _whole(draft, line, columns, f"the opponent in round {number}")
    colour, result = line.field(colour_at).lower() or "-", line.field(result_at).upper()
    if colour not in ("w", "b", "-"):
        draft.wrong(line, colour_at, f"the colour in round {number} is w, b or -, not {colour}")
    if result and result not in RESULTS:
        draft.wrong(line, result_at, f"{result} is no result: round {number} has one of {' '.join(RESULTS)}")
    if not opponent:
        if result in ("1", "=", "0", "W", "D", "L"):
            draft.wrong(line, columns, f"round {number} has the result {result} and no opponent")
        return Meeting(result=result or "Z")
    if result in ("H", "F", "U", "Z"):
        draft.wrong(line, result_at, f"round {number} has the bye {result} and an opponent, {opponent}")
    return Meeting(opponent, colour, result)  # type: ignore[arg-type]


def _members(draft: BookDraft, line: NumberedLine, start: int) -> tuple[int, ...]:
    found = []
    for first in range(start, len(line.text) + 1, at.PLAYER_STEP):
        number = _whole(draft, line, (first, first + 3), "a player of a team")
        if number:
            draft.members.append((line, (first, first + 3), number))
            found.append(number)
    return tuple(found)


def _team_2016(draft: BookDraft, line: NumberedLine) -> None:
    """Teams have no numbers here: they are counted."""
    number = len(draft.teams) + 1
    name = line.field(at.TEAM_NAME_2016)
    draft.teams.append(Team(number, name, players=_members(draft, line, at.TEAM_PLAYERS_2016)))


def _team_2026(draft: BookDraft, line: NumberedLine) -> None:
    draft.teams.append(
        Team(
            number=_number(draft, line, at.TEAM_NUMBER, "the number of a team"),
            name=line.field(at.TEAM_NAME),
            nickname=line.field(at.TEAM_NICKNAME),
            players=_members(draft, line, at.TEAM_PLAYERS),
            match=_points(draft, line, at.TEAM_MATCH, line.field(at.TEAM_MATCH), "match points"),
            game=_points(draft, line, at.TEAM_GAME, line.field(at.TEAM_GAME), "game points"),
            rank=_whole(draft, line, at.TEAM_RANK, "the rank of a team"),
        )
    )


def _keep(draft: BookDraft, line: NumberedLine) -> None:
    draft.own.append(line)


def _own(draft: BookDraft, line: NumberedLine) -> None:
    """Our own lines: `XXW <number> <key> <value>`, read when every player is known."""
    number = _whole(draft, line, at.NUMBER, "the starting number")
    player = draft.players.get(number)
    key, _, value = line.text[9:].strip().partition(" ")
    columns = (10, max(10, len(line.text)))
    if player is None:
        draft.wrong(line, at.NUMBER, f"there is no player {number}")
    elif key == "points":
        points = _points(draft, line, columns, value.strip(), "the points")
        draft.players[player.number] = msgspec.structs.replace(player, points=points)
    elif key == "rating":
        if not re.fullmatch("-?[0-9]{1,9}", value.strip()):
            draft.wrong(line, columns, f"the rating is a whole number, not {value}")
        else:
            draft.players[player.number] = msgspec.structs.replace(player, rating=int(value))
    elif key in ("name", "club", "faction"):
        draft.players[player.number] = msgspec.structs.replace(player, **{key: value.strip()})
    else:
        draft.notes.append(f"line {line.number}: {key or 'a line without a key'} is not understood")


def _counted(draft: BookDraft, line: NumberedLine) -> None:
    """Counts of players and teams: they add nothing to the lines themselves."""


RECORDS: dict[str, Callable[[BookDraft, NumberedLine], None]] = {
    "001": _player,
    "013": _team_2016,
    "062": _counted,
    "072": _counted,
    "082": _counted,
    "112": _deputy,
    "132": _round_days,
    "142": _rounds,
    "152": _first_colour,
    "162": _worths,
    "192": _code,
    "202": _tiebreaks_after_points,
    "212": _tiebreaks,
    "310": _team_2026,
    "XXR": _rounds,
    "XXC": _configuration,
    "XXS": _worths,
    "XXW": _keep,
    **{f"BB{letter}": _worths for letter in "WDLZFU"},
}
"""What reads which record."""
