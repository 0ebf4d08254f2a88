"""A club's record as a file: a header line, then every act of its staff with its hash. See docs/club-file.md.

The file for everybody names nobody: who did something, and what was done about people, is in it by a digest alone. With
`private` parts it is for the club's staff; hashes, head and signature are the same. Acts of format 1 hold people
themselves, so they are left out for everybody, and their hashes with them: there are few enough people to try them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args
from uuid import UUID

import msgspec
from msgspec import Meta

from gamelog.clubs import acts, trailers
from gamelog.clubs.acts import CLUB_ACT, PRIVATE_PART, ClubEntry, Private
from gamelog.clubs.models import Club, ClubAct
from gamelog.contest.interchange import act_file
from gamelog.contest.interchange.act_file import MOST_ACTS, Before, wrong
from gamelog.signing import closing
from gamelog.signing.closing import Closing, Head
from rules import canonical, digest
from rules.trailers import Hash

Format: TypeAlias = Literal["gamelog-club@1", "gamelog-club@2"]
"""The format of a file is that of its last act."""
_FORMATS: tuple[Format, ...] = get_args(Format)


class NotForEverybody(Exception):
    """All acts of a club are older than those that everybody may read."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: which club, the format and hash of its last act, and how many there are."""

    club: UUID
    format: Format
    head: Hash
    number: Annotated[int, Meta(ge=1, le=MOST_ACTS)]


class Withheld(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first acts, as many as `withheld`, are left out; `hash` is that of the last of them."""

    hash: Hash
    withheld: Annotated[int, Meta(ge=2, le=MOST_ACTS)]


class ClubFileAct(NamedTuple):
    """An act as it stands in a file, and what stands beside it, where that is there."""

    body: bytes
    hash: str
    entry: ClubEntry
    private: Private | None

    @property
    def whole(self) -> ClubEntry:
        """The act with what stands beside it."""
        return acts.whole(self.entry, self.private)


class ClubFile(NamedTuple):
    """A file that holds in everything. `withheld` counts the acts that are left out before the first."""

    header: Header
    withheld: int
    acts: tuple[ClubFileAct, ...]
    closing: Closing


class _Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    act: msgspec.Raw
    hash: str
    private: msgspec.Raw = msgspec.Raw()


_HEADER = msgspec.json.Decoder(Header)
_WITHHELD = msgspec.json.Decoder(Withheld)
_PARTS = msgspec.json.Decoder(_Parts)


# written


def whole_file(club: Club) -> bytes:
    """The acts of a club's file with all that is for its staff alone; nothing closes them."""
    rows = _rows(club)
    return act_file.joined([_header(club, rows), *(_line(row, row.private) for row in rows)])


def public_file(club: Club) -> bytes:
    """The acts of a club's file for everybody; nothing closes them. Raises: NotForEverybody."""
    rows = _rows(club)
    # The first act that can be read names the hash of the one before it, and that one must not be tried out.
    old = sum(not row.private for row in rows)
    left = old + 1 if old else 0
    if old == len(rows):
        raise NotForEverybody
    out = [canonical(Withheld(hash=rows[left - 1].hash, withheld=left))] if left else []
    return act_file.joined([_header(club, rows), *out, *(_line(row) for row in rows[left:])])


def for_everybody(club: Club) -> bool:
    """Whether there is a file for everybody: acts of format 1 alone are none."""
    return ClubAct.objects.filter(club=club).exclude(private="").exists()


def _rows(club: Club) -> list[ClubAct]:
    return list(ClubAct.objects.filter(club=club, number__lte=club.number).order_by("number"))


def _header(club: Club, rows: Sequence[ClubAct]) -> bytes:
    last = CLUB_ACT.decode(rows[-1].body)
    return canonical(Header(club=club.pk, format=_FORMATS[last.format - 1], head=rows[-1].hash, number=rows[-1].number))


def _line(row: ClubAct, private: str = "") -> bytes:
    return _joined(act_file.line_of(row.body.encode(), row.hash), private.encode())


def _joined(line: bytes, private: bytes) -> bytes:
    return line[:-1] + b',"private":' + private + b"}" if private else line


# read


def read(data: bytes) -> ClubFile:
    """A file, once its bytes, numbers, links, times, private parts and the lines that close it hold.

    Raises:
        Refused: `bad-file`, by the number of the line.
    """
    body, closing_lines = closing.split(data)
    first, *lines = act_file.lines_in(body)
    header = act_file.read_line(1, first, _HEADER.decode, "header of a club's file")
    left, before, lines = _withheld(lines)
    found, end = _acts(lines, before, 3 if left else 2)
    act_file.require_count(header.number, left + len(found))
    last = found[-1].entry.format if found else acts.FORMAT
    act_file.require_end(header.head, header.format, end, _FORMATS[last - 1])
    head = Head(header.club, header.number, header.head)
    closed = trailers.FORM.read(closing_lines, head, len(lines) + (3 if left else 2))
    return ClubFile(header, left, tuple(found), closed)


def _withheld(lines: list[bytes]) -> tuple[int, Before, list[bytes]]:
    """How many acts are left out, what the next one follows, and the lines after that of those left out."""
    if not lines or not lines[0].startswith(b'{"hash":'):
        return 0, Before(unlinked=True), lines
    found = act_file.read_line(2, lines[0], _WITHHELD.decode, "line of acts that are left out")
    return found.withheld, Before(found.withheld, found.hash, format=acts.FORMAT), lines[1:]


def _acts(lines: Sequence[bytes], before: Before, first: int) -> tuple[list[ClubFileAct], Before]:
    found = []
    for number, line in enumerate(lines, first):
        bare, private = _parts(number, line)
        stored = act_file.read_act(number, bare, CLUB_ACT.decode, before)
        found.append(ClubFileAct(*stored, _private(number, stored.entry, private)))
        before = act_file.after(stored, before)
    return found, before


def _parts(number: int, line: bytes) -> tuple[bytes, bytes]:
    """An act's line without what stands beside the act, and that."""
    try:
        found = _PARTS.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise wrong(number, f"it is no act: {error}") from None
    bare, private = act_file.line_of(bytes(found.act), found.hash), bytes(found.private)
    if _joined(bare, private) != line:
        raise wrong(number, "the act is not written in canonical form")
    return bare, private


def _private(number: int, entry: ClubEntry, data: bytes) -> Private | None:
    """What stands beside an act. Raises: Refused, where it is not what the act names."""
    for text in private_problems(entry, data):
        raise wrong(number, text)
    return PRIVATE_PART.decode(data) if data else None


def private_problems(entry: ClubEntry, data: bytes) -> Iterator[str]:
    """What is wrong with an act's two parts; without `data` the second is left out."""
    if (entry.format == acts.FORMAT) != bool(entry.private):
        yield f"an act of format {entry.format} {'names a' if entry.private else 'names no'} private part"
    if entry.private and (entry.by or acts.for_everybody(entry.act) != entry.act):
        yield "the act holds what belongs into its private part"
    if data and digest(data) != entry.private:
        yield "the private part is not the one that the act names"
    elif data:
        yield from _part_problems(entry, data)


def _part_problems(entry: ClubEntry, data: bytes) -> Iterator[str]:
    try:
        found = PRIVATE_PART.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        yield f"the private part cannot be read: {error}"
        return
    if found.bytes() != data:
        yield "the private part is not written in canonical form"
    if acts.for_everybody(found.act) != entry.act:
        yield "the act is not the form for everybody of its private part"
