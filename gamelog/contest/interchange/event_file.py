"""An event as one file: a header line, then every act as it was stored, each with its hash. See docs/event-file.md.

A file is checked by three questions, in this order: are these the bytes that were hashed, is every act the next of the
one before it, and do the rules give what is recorded. Names of people are not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args
from uuid import UUID

import msgspec
from msgspec import Meta

from gamelog.contest import stream, verification
from gamelog.contest.interchange import act_file
from gamelog.contest.interchange.act_file import MOST_ACTS, line_of
from gamelog.contest.state import TournamentState
from gamelog.contest.stream import StoredAct
from rules import canonical

Format: TypeAlias = Literal[
    "gamelog-event@1", "gamelog-event@2", "gamelog-event@3", "gamelog-event@4", "gamelog-event@5"
]
"""The format of a file is that of its last act: an event that was begun in an old one goes on in a new one."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: which event, the format and hash of its last act, and how many there are."""

    event: UUID
    format: Format
    head: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    number: Annotated[int, Meta(ge=1, le=MOST_ACTS)]


EventFileAct: TypeAlias = act_file.FileAct[StoredAct]


class EventFile(NamedTuple):
    """A file whose bytes, numbers and links hold."""

    header: Header
    acts: tuple[EventFileAct, ...]


class _Format(msgspec.Struct):
    format: stream.Format = 1


_FORMATS: tuple[Format, ...] = get_args(Format)
_FORMAT = msgspec.json.Decoder(_Format)
_HEADER = msgspec.json.Decoder(Header)


def dump(event: UUID, acts: Sequence[tuple[bytes, str]]) -> bytes:
    """A file of acts, at least one, from the first on: canonical bytes and hashes as they are stored."""
    body, head = acts[-1]
    header = Header(event=event, format=_format(_FORMAT.decode(body).format), head=head, number=len(acts))
    return act_file.joined([canonical(header), *(line_of(*each) for each in acts)])


def _format(of_act: stream.Format) -> Format:
    return _FORMATS[of_act - 1]


def read(data: bytes) -> EventFile:
    """A file, once its bytes, numbers, links and times hold. Raises: Refused `bad-file`, by the number of the line."""
    first, *lines = act_file.lines_in(data)
    header = act_file.read_line(1, first, _HEADER.decode, "header of an event's file")
    act_file.require_count(header.number, len(lines))
    acts: list[EventFileAct] = []
    before = act_file.Before()
    for number, line in enumerate(lines, 2):
        acts.append(act_file.read_act(number, line, stream.read_entry, before))
        before = act_file.after(acts[-1], before)
    act_file.require_end(header.head, header.format, before, _format(acts[-1].entry.format))
    return EventFile(header, tuple(acts))


def replayed(entries: Iterable[StoredAct]) -> TournamentState:
    """What acts come to, each decided again as if it were declared then; pairings are made again.

    Raises:
        Refused: the first finding, by the number of its line: the code of what refuses the act, or `not-as-made` where
            what is recorded is not what the rules give.
    """
    state = TournamentState()
    for finding in verification.verify(entries, state):
        raise finding.refusal()
    return state
