"""The evidence for an event, as for a game: its signed head, seals over it, and its origin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

import rules
from gamelog.contest.errors import Refused
from gamelog.contest.interchange.event_file import EventFile, Header
from gamelog.evidence import heads
from gamelog.evidence.models import EventCheckpoint, EventOrigin, Seal, SealedEvent
from gamelog.signing.selectors import chain_of, keys_published
from gamelog.streams.store import stream_breaks
from gamelog.tournaments import files
from gamelog.tournaments import trailers as lines
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.streams import EVENTS
from gamelog.tournaments.trailers import Closing, EventCheckpointLine, SealedEventHead
from gamelog.tournaments.visibility import Viewer
from rules import evidence, merkle, trailers
from rules.trailers import Key, SealLine, Signatures

_HEAD = msgspec.json.Decoder(EventCheckpointLine)
_SEAL = msgspec.json.Decoder(trailers.Seal)
_SIGNATURES = msgspec.json.Decoder(trailers.Signatures)


class PublishedEventSeal(msgspec.Struct, frozen=True, kw_only=True):
    """A seal as the site publishes it: with all the events under it, in the order of the tree."""

    seal: trailers.Seal
    signatures: Signatures
    events: tuple[SealedEventHead, ...]


# signed heads


def is_ours(event: Tournament) -> bool:
    """Whether the event was recorded here from its first act on."""
    return not EventOrigin.objects.filter(tournament=event).exists()


def _said(event: Tournament, at: str) -> lines.EventCheckpoint:
    return lines.EventCheckpoint(
        at=at, event=event.pk, finished=event.over, head=event.head, number=event.number
    )  # fmt: skip


SIGNING = heads.Signing(
    EVENTS, EventCheckpoint, _said, EventCheckpointLine, is_ours, is_over=lambda event: event.over, late=True
)


def sign_head(event: Tournament) -> EventCheckpoint | None:
    """Sign the head of an event: see `heads.sign_head`."""
    return heads.sign_head(SIGNING, event)


def origin_keep(event: Tournament, file: EventFile, closing: bytes) -> EventOrigin:
    """Keep the origin of an imported event: the lines after its acts, byte for byte."""
    return EventOrigin.objects.create(
        tournament=event, number=file.header.number, head=file.header.head, trailers=closing.decode()
    )


# files


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
    heads.checkpoint_of(SIGNING, event)
    return data + closing_of(event)


def closing_of(event: Tournament) -> bytes:
    """The lines after an event's acts, as far as they are stored: those of the imported file, while no act has been
    added.
    """
    origin = EventOrigin.objects.filter(tournament=event, number=event.number, head=event.head).first()
    head = SIGNING.signed(event).filter(head=event.head).first()
    line = _HEAD.decode(head.line) if head else None
    sealed = tuple(map(seal_line, _sealed(event)))
    if not (line or sealed):
        return origin.trailers.encode() if origin else b""
    signed = (*(line.signatures if line else ()), *(each for seal in sealed for each in seal.signatures))
    return lines.dump(Closing(chain_of(sorted({each.key for each in signed})), line, sealed))


# seals


def leaf_of(event: Tournament) -> SealedEventHead:
    """An event as a leaf of a seal's tree."""
    return SealedEventHead(event=event.pk, head=event.head, number=event.number)


def _sealed(event: Tournament) -> Sequence[SealedEvent]:
    rows = SealedEvent.objects.filter(tournament=event, number=event.number, head=event.head)
    return list(rows.select_related("seal").order_by("seal__at", "seal_id"))


def seal_published(seal: Seal) -> PublishedEventSeal:
    """A seal with the events under it. Raises: rules.Malformed if somebody changed the stored data."""
    rows = seal.events.order_by("index").values_list("tournament_id", "head", "number")
    return PublishedEventSeal(
        seal=rules.read_json(_SEAL, seal.body),
        signatures=rules.read_json(_SIGNATURES, seal.signatures),
        events=tuple(SealedEventHead(event=event, head=head, number=number) for event, head, number in rows),
    )


def seal_line(leaf: SealedEvent) -> SealLine:
    """The line of an event's file that proves it to be under a seal. Raises: rules.Malformed."""
    found = seal_published(leaf.seal)
    path = merkle.proof([each.bytes() for each in found.events], leaf.index)
    return SealLine(leaf.index, tuple(step.hex() for step in path), found.seal, found.signatures)


# what is wrong with a stored event


def problems(event: Tournament) -> list[str]:
    """Errors in a stored event itself: acts, signed heads, seals and the lines it came with."""
    found = [f"act {each.number}: {each.text}" for each in stream_breaks(EVENTS, event.pk)]
    hashes = {0: "", **dict(event.acts.values_list("number", "hash"))}
    published = keys_published()
    for row in SIGNING.signed(event):
        if hashes.get(row.number) != row.head:
            found.append(f"act {row.number}: a signed head is not that of the stored acts")
        found += _closing_problems(row, published)
    for leaf in SealedEvent.objects.filter(tournament=event).select_related("seal"):
        found += _seal_problems(leaf, hashes, published)
    return [*found, *_origin_problems(event, hashes)]


def _closing_problems(row: EventCheckpoint, published: tuple[Key, ...]) -> Iterator[str]:
    try:
        line = _HEAD.decode(row.line)
    except msgspec.MsgspecError as error:
        yield f"act {row.number}: a signed head cannot be read: {error}"
        return
    said = line.checkpoint
    if (said.number, said.head, said.finished, said.at) != (row.number, row.head, row.finished, row.at):
        yield f"act {row.number}: the row of a signed head says something else than what was signed"
    header = _header(row.tournament_id, row.number, row.head)
    for text in lines.problems(Closing(chain_of(each.key for each in line.signatures), line), header, published):
        yield f"act {row.number}: {text}"


def _seal_problems(leaf: SealedEvent, hashes: dict[int, str], published: tuple[Key, ...]) -> Iterator[str]:
    name = f"act {leaf.number}: the seal {leaf.seal.title!r}"
    if hashes.get(leaf.number) != leaf.head:
        yield f"{name} has another head of this event"
    try:
        found = seal_published(leaf.seal)
    except rules.Malformed as error:
        yield f"{name} cannot be read: {error}"
        return
    games: Any = found.events
    sealed = rules.PublishedSeal(seal=found.seal, signatures=found.signatures, games=games)
    for text in evidence.seal_problems(sealed, published):
        yield f"{name}: {text}"


def _origin_problems(event: Tournament, hashes: dict[int, str]) -> Iterator[str]:
    origin = EventOrigin.objects.filter(tournament=event).first()
    if origin is None:
        return
    if hashes.get(origin.number) != origin.head:
        yield f"act {origin.number}: the acts are not those that came with the file"
    try:
        lines.read(origin.trailers.encode().splitlines(), _header(event.pk, origin.number, origin.head))
    except Refused as error:
        yield f"act {origin.number}: the lines that came with the file: {error.text}"


def _header(event: Any, number: int, head: str) -> Header:
    return Header(event=event, format="gamelog-event@1", head=head, number=number)
