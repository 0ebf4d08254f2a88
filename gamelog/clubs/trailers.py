"""The lines that may close a club's file: see `gamelog.signing.closing`. What is signed names a club."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

import msgspec

from gamelog.signing.closing import Form
from rules import canonical
from rules.trailers import Count, Hash, Signatures, Time


class ClubCheckpoint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a site says of a club at a time: its staff did `number` acts, and the last one's hash is `head`.

    A club is never `finished`; the member is there as in what is said of games and events.
    """

    at: Time
    club: UUID
    finished: bool
    format: Literal["gamelog-club-checkpoint/1"] = "gamelog-club-checkpoint/1"
    head: Hash
    number: Count

    def bytes(self) -> bytes:
        """What is signed."""
        return self.format.encode() + b"\n" + canonical(self)


class ClubCheckpointLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The signed head."""

    checkpoint: ClubCheckpoint
    signatures: Signatures


class SealedClubHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A leaf of a seal's tree."""

    club: UUID
    head: Hash
    number: Count

    def bytes(self) -> bytes:
        """The data of the leaf."""
        return canonical(self)


FORM = Form("club", ClubCheckpointLine, SealedClubHead)
