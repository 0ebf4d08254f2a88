"""A book as FIDE's tournament report file: UTF-8, lines that end with CR LF, columns to the letter.

Checkers add the results up and compare, so the points column always holds the worth of the results: by the event's own
system if the format can express it (whole and half points, up to 99.5), else as in chess. Points of an event that
differ (a 20-0 scale, a penalty) stand in lines of our own, as does what the columns have no room for.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gamelog.contest.errors import Refused
from gamelog.contest.interchange import trf_columns as at
from gamelog.contest.interchange.book import RESULTS, Book, BookPlayer, Meeting, System, Team, level, total
from gamelog.contest.interchange.trf_columns import Columns, Edition, one_line
from gamelog.contest.points import said

MOST_POINTS = 9950
"""What a points column can hold, in hundredths."""
END = "\r\n"


class Written(msgspec.Struct, frozen=True):
    """A file, and sentences about everything it could not express exactly."""

    data: bytes
    notes: tuple[str, ...]


def write(book: Book, edition: Edition = "2026") -> Written:
    """The file. `2026` has the records of TRF26; `2016` those that JaVaFo and bbpPairings read beside TRF16.

    Raises: Refused `bad-book` for a starting number that is not from 1 to 9999 or stands there twice, for an opponent
    who is not there, for a result that is none, and for a team without a number or with more than 14 players.
    """
    _check(book)
    book = level(msgspec.structs.replace(book, players=tuple(sorted(book.players, key=lambda each: each.number))))
    notes: list[str] = []
    system = _system(book, notes)
    lines = [
        *_header(book),
        *_settings(book, system, edition),
        *(_player(player, system, notes) for player in book.players),
        *_teams(book, edition, notes),
        *(line for player in book.players for line in _own(player, system)),
    ]
    return Written("".join(line.rstrip() + END for line in lines).encode(), tuple(notes))


def _check(book: Book) -> None:
    known = [player.number for player in book.players]
    for place, player in enumerate(book.players):
        where = f"$.players[{place}]"
        if not 1 <= player.number <= 9999:
            raise Refused("bad-book", where, f"a starting number is from 1 to 9999, not {player.number}")
        if player.number in known[:place]:
            raise Refused("bad-book", where, f"two players have the number {player.number}")
        for number, meeting in enumerate(player.rounds, 1):
            if meeting.result and meeting.result not in RESULTS:
                raise Refused("bad-book", where, f"round {number} has the result {meeting.result}, which is none")
            if meeting.opponent and meeting.opponent not in known:
                raise Refused("bad-book", where, f"round {number} is against {meeting.opponent}, who is not there")
    for place, team in enumerate(book.teams):
        if len(team.players) > 14 or not 1 <= team.number <= 999:
            text = f"a team has a number from 1 to 999 and up to 14 players, not {team.number} and {len(team.players)}"
            raise Refused("bad-book", f"$.teams[{place}]", text)


def _system(book: Book, notes: list[str]) -> System:
    """The worth of results in this file."""
    if book.system is not None and fits(book):
        return book.system
    notes.append("points are written as in chess (1, ½, 0); those of the event stand in XXW lines")
    return System()


def fits(book: Book) -> bool:
    """Whether the points of the file can be those of the event's own system."""
    system = book.system
    if system is None:
        return False
    values = msgspec.structs.astuple(system)
    if any(value % 50 or not 0 <= value <= MOST_POINTS for value in values):
        return False
    return all(total(system, player) <= MOST_POINTS for player in book.players)


def _header(book: Book) -> Iterator[str]:
    texts = {code: one_line(getattr(book, name)) for code, name in at.TEXTS.items()}
    texts |= {code: _day(getattr(book, name)) for code, name in at.DAYS.items()}
    texts |= {"062": str(len(book.players)), "072": str(sum(player.rating > 0 for player in book.players))}
    if book.teams:
        texts["082"] = str(len(book.teams))
    for code in sorted(texts):
        if code == "122":
            yield from (f"112 {one_line(deputy)}" for deputy in book.deputies)
        if texts[code] or code == "012":
            yield f"{code} {texts[code]}"
    if any(book.dates):
        yield "132".ljust(at.FIRST_ROUND - 1) + "".join(_day(day)[2:].ljust(at.ROUND_WIDTH) for day in book.dates)


def _day(iso: str) -> str:
    return iso.replace("-", "/")


def _settings(book: Book, system: System, edition: Edition) -> Iterator[str]:
    """Rounds, the first colour, the worth of results, tie-breaks."""
    if book.rounds:
        yield f"142 {book.rounds}" if edition == "2026" else f"XXR {book.rounds}"
    if book.first:
        yield f"152 {book.first.upper()}" if edition == "2026" else f"XXC {'white1' if book.first == 'w' else 'black1'}"
    if system != System():
        yield from _worths_2026(system) if edition == "2026" else _worths_2016(system)
    if book.code and edition == "2026":
        yield f"{at.CODE} {one_line(book.code)}"
    if book.tiebreaks and edition == "2026":
        yield f"212 {one_line(book.tiebreaks)}"


def _worths_2026(system: System) -> Iterator[str]:
    worths = (("W", system.win), ("D", system.draw), ("L", system.loss), ("A", system.absence), ("P", system.bye))
    yield "162  " + "    ".join(f"{symbol}{at.tenths(points):>4}" for symbol, points in worths)


def _worths_2016(system: System) -> Iterator[str]:
    """For JaVaFo in one line, for bbpPairings in a line each: either ignores the other's."""
    win, draw, loss, absence, bye = map(at.tenths, msgspec.structs.astuple(system))
    yield f"XXS W={win} D={draw} WL={loss} BL={loss} ZPB={absence} FL={absence} PAB={bye}"
    for letter, points in zip("WDLZFU", (win, draw, loss, absence, absence, bye), strict=True):
        yield f"BB{letter} {points:>4}"


def _placed(line: str, columns: Columns, text: str, *, right: bool = False) -> str:
    """A line with a text put into its columns; the columns are still blank, and the text fits."""
    size = at.width(columns)
    return line.ljust(columns[0] - 1) + (text.rjust(size) if right else text.ljust(size))


def _cut(text: str, columns: Columns, what: str, notes: list[str]) -> str:
    text = one_line(text)
    size = at.width(columns)
    if len(text) > size:
        notes.append(f"{what} is cut to {size} characters: {text}")
    return text[:size].rstrip()


def _player(player: BookPlayer, system: System, notes: list[str]) -> str:
    who = f"player {player.number}"
    rating = str(player.rating) if 0 < player.rating <= 9999 else ""
    line = _placed("001", at.NUMBER, str(player.number), right=True)
    line = _placed(line, at.SEX, _cut(player.sex, at.SEX, f"the sex of {who}", notes))
    line = _placed(line, at.TITLE, _cut(player.title, at.TITLE, f"the title of {who}", notes), right=True)
    line = _placed(line, at.NAME, _cut(player.name, at.NAME, f"the name of {who} (whole in an XXW line)", notes))
    line = _placed(line, at.RATING, rating, right=True)
    line = _placed(line, at.FEDERATION, _cut(player.federation, at.FEDERATION, f"the federation of {who}", notes))
    line = _placed(line, at.FIDE, _cut(player.fide, at.FIDE, f"the FIDE number of {who}", notes), right=True)
    line = _placed(line, at.BIRTH, _cut(_day(player.birth), at.BIRTH, f"the birth date of {who}", notes))
    line = _placed(line, at.POINTS, at.tenths(total(system, player)), right=True)
    line = _placed(line, at.RANK, str(player.rank) if player.rank else "", right=True)
    for number, meeting in enumerate(player.rounds, 1):
        line = _round(line, number, meeting)
    return line


def _round(line: str, number: int, meeting: Meeting) -> str:
    opponent, colour, result = at.round_columns(number)
    line = _placed(line, opponent, str(meeting.opponent) if meeting.opponent else "0000", right=True)
    return _placed(_placed(line, colour, meeting.colour), result, meeting.result)


def _teams(book: Book, edition: Edition, notes: list[str]) -> Iterator[str]:
    for team in sorted(book.teams, key=lambda each: each.number):
        yield _team_2026(team, notes) if edition == "2026" else _team_2016(team, notes)


def _members(line: str, start: int, team: Team) -> str:
    for place, player in enumerate(team.players):
        first = start + at.PLAYER_STEP * place
        line = _placed(line, (first, first + 3), str(player), right=True)
    return line


def _team_2016(team: Team, notes: list[str]) -> str:
    name = _cut(team.name, at.TEAM_NAME_2016, f"the name of team {team.number}", notes)
    return _members(_placed("013", at.TEAM_NAME_2016, name), at.TEAM_PLAYERS_2016, team)


def _team_2026(team: Team, notes: list[str]) -> str:
    who = f"team {team.number}"
    line = _placed("310", at.TEAM_NUMBER, str(team.number), right=True)
    line = _placed(line, at.TEAM_NAME, _cut(team.name, at.TEAM_NAME, f"the name of {who}", notes))
    line = _placed(line, at.TEAM_NICKNAME, _cut(team.nickname, at.TEAM_NICKNAME, f"the nickname of {who}", notes))
    line = _placed(line, at.TEAM_MATCH, _team_points(team.match, at.TEAM_MATCH, who, notes), right=True)
    line = _placed(line, at.TEAM_GAME, _team_points(team.game, at.TEAM_GAME, who, notes), right=True)
    line = _placed(line, at.TEAM_RANK, str(team.rank) if team.rank else "", right=True)
    return _members(line, at.TEAM_PLAYERS, team)


def _team_points(points: int, columns: Columns, who: str, notes: list[str]) -> str:
    if points % 10 == 0 and len(at.tenths(points)) <= at.width(columns):
        return at.tenths(points)
    notes.append(f"the {said(points)} points of {who} do not fit into their column and are left away")
    return ""


def _own(player: BookPlayer, system: System) -> Iterator[str]:
    """Data that the columns have no room for: see docs/interchange.md."""
    name = one_line(player.name)
    values = {
        "name": name if len(name) > at.width(at.NAME) else "",
        "rating": str(player.rating) if not 0 <= player.rating <= 9999 else "",
        "club": one_line(player.club),
        "faction": one_line(player.faction),
        "points": said(player.points) if player.points != total(system, player) else "",
    }
    yield from (f"XXW {player.number:>4} {key} {value}" for key, value in values.items() if value)
