"""The lines that may close an event's file: see `gamelog.signing.closing`. What is signed names an event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal
from uuid import UUID

import msgspec

from gamelog.contest.interchange.event_file import Header
from gamelog.signing.closing import Closing, Form, Head
from rules import canonical
from rules.trailers import Count, Hash, Signatures, Time


class EventCheckpoint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A site's signed statement about an event: it has `number` acts, and the last one's hash is `head`."""

    at: Time
    event: UUID
    finished: bool
    format: Literal["gamelog-event-checkpoint/1"] = "gamelog-event-checkpoint/1"
    head: Hash
    number: Count

    def bytes(self) -> bytes:
        """The signed bytes."""
        return self.format.encode() + b"\n" + canonical(self)


class EventCheckpointLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    checkpoint: EventCheckpoint
    signatures: Signatures


class SealedEventHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A leaf of a seal's tree."""

    event: UUID
    head: Hash
    number: Count

    def bytes(self) -> bytes:
        """The data of the leaf."""
        return canonical(self)


FORM = Form("event", EventCheckpointLine, SealedEventHead)


def read(lines: Sequence[bytes], header: Header) -> Closing:
    """The lines after the acts of an event's file. Raises: Refused `bad-file`, by the number of the line."""
    return FORM.read(lines, Head(header.event, header.number, header.head), header.number + 2)
