"""What speaks for an event: its signed head, seals over it, and where it came from."""

from __future__ import annotations

from datetime import datetime

import msgspec
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from gamelog.contest.interchange.event_file import EventFile
from gamelog.evidence import heads
from gamelog.evidence.act_streams import ActEvidence
from gamelog.evidence.models import EventCheckpoint, EventOrigin, Seal, SealedEvent
from gamelog.tournaments import files
from gamelog.tournaments import trailers as lines
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.streams import EVENTS
from gamelog.tournaments.trailers import FORM, EventCheckpointLine, SealedEventHead
from gamelog.tournaments.visibility import Viewer
from rules import trailers
from rules.trailers import Signatures


class PublishedEventSeal(msgspec.Struct, frozen=True, kw_only=True):
    """A seal as the site publishes it: with all the events under it, in the order of the tree."""

    seal: trailers.Seal
    signatures: Signatures
    events: tuple[SealedEventHead, ...]


def is_ours(event: Tournament) -> bool:
    """Whether the event was recorded here from its first act on."""
    return not EventOrigin.objects.filter(tournament=event).exists()


def _said(event: Tournament, at: str) -> lines.EventCheckpoint:
    return lines.EventCheckpoint(
        at=at, event=event.pk, finished=event.over, head=event.head, number=event.number
    )  # fmt: skip


def _signed_since() -> datetime | None:
    """When this site began to sign events."""
    applied = MigrationRecorder(connection).migration_qs.filter(app="evidence", name="0004_events")
    return applied.values_list("applied", flat=True).first()


SIGNING = heads.Signing(
    EVENTS, EventCheckpoint, _said, EventCheckpointLine, is_ours, is_over=lambda event: event.over, since=_signed_since
)
EVIDENCE = ActEvidence(FORM, SIGNING, SealedEvent, PublishedEventSeal, "events", EventOrigin)


def sign_head(event: Tournament) -> EventCheckpoint | None:
    """Sign the head of an event: see `heads.sign_head`."""
    return heads.sign_head(SIGNING, event)


def origin_keep(event: Tournament, file: EventFile, closing: bytes) -> EventOrigin:
    """Keep the origin of an imported event: the lines after its acts, byte for byte."""
    return EventOrigin.objects.create(
        tournament=event, number=file.header.number, head=file.header.head, trailers=closing.decode()
    )


def file_of(event: Tournament, viewer: Viewer | None = None) -> bytes:
    """The event's file, its head signed now if it was recorded here. With a viewer, only the part they may see; a part
    that ends before the last act has no closing lines.

    Raises:
        OSError: the folder of keys cannot be used.
    """
    whole = files.whole_file(event)
    data = whole if viewer is None else files.file_of(event, viewer)
    if data != whole:
        return data
    EVIDENCE.checkpoint_of(event)
    return data + EVIDENCE.closing_of(event)


def leaf_of(event: Tournament) -> SealedEventHead:
    """An event as a leaf of a seal's tree."""
    found: SealedEventHead = EVIDENCE.leaf_of(event)
    return found


def seal_published(seal: Seal) -> PublishedEventSeal:
    """A seal with the events under it. Raises: rules.Malformed when somebody changed what is stored."""
    found: PublishedEventSeal = EVIDENCE.seal_published(seal)
    return found


def problems(event: Tournament) -> list[str]:
    """What is wrong with a stored event itself: acts, signed heads, seals and the lines it came with."""
    return EVIDENCE.problems(event)
