"""Signing the head of a stream, in the same way for all kinds of streams."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db import IntegrityError, models, transaction
from django.db.models import QuerySet

from gamelog.evidence.models import SignedHead
from gamelog.signing.closing import Said
from gamelog.signing.services import key_current, now, signature
from gamelog.streams.store import Kind, stream_breaks
from rules import canonical
from rules.trailers import Signature

H = TypeVar("H", bound=models.Model)
C = TypeVar("C", bound=SignedHead)


@dataclass(frozen=True)
class Signing(Generic[H, C]):
    """How heads of a kind of stream are signed.

    `rows` keep the signed heads and point at their stream as its entries do. `said` gives the content to sign at a
    time, `line` the line of a file that holds it. `since`, for streams that are older than signatures: when this site
    began to sign them. The first signature of one that ended before may come afterwards.
    """

    kind: Kind[H, Any]
    rows: type[C]
    said: Callable[[H, str], Said]
    line: Callable[[Any, tuple[Signature, ...]], Any]
    is_ours: Callable[[H], bool]
    is_over: Callable[[H], bool]
    since: Callable[[], datetime | None] = lambda: None

    def must_be_signed(self, stream: H) -> bool:
        """Whether it was recorded here and signed when it ended: if no such signature is left, it was removed."""
        if not self.is_over(stream) or not self.is_ours(stream):
            return False
        since = self.since()
        return since is None or self.kind.rows_of(stream).filter(recorded_at__gte=since).exists()

    def signed(self, stream: H) -> QuerySet[C]:
        """The signed heads of a stream, newest first; of one that is shown late, none of later entries."""
        found = self.rows._default_manager.filter(**{self.kind.owner: stream})
        if getattr(stream, "shown_late", False):
            found = found.filter(number__lte=stream.number)  # type: ignore[attr-defined]
        return found.order_by("-number", "-pk")


def sign_head(way: Signing[H, C], stream: H) -> C | None:
    """Sign the head of a stream that was recorded here, once. None for one from elsewhere.

    Nothing is signed that contradicts an earlier signature: a rewritten chain gets no signature.

    Raises:
        OSError: the folder of keys cannot be used.
    """
    head = str(stream.head)  # type: ignore[attr-defined]
    found = way.signed(stream).filter(head=head).first()
    if found is not None or not way.is_ours(stream) or _contradicted(way, stream):
        return found
    key = key_current()
    said = way.said(stream, max(now(), key.since))
    line = canonical(way.line(said, (signature(key, said.bytes()),)))
    row = way.rows(
        **{way.kind.owner: stream}, number=said.number, head=said.head, finished=said.finished, at=said.at,
        line=line.decode(),
    )  # fmt: skip
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        # Another process signed it at the same moment.
        return way.signed(stream).filter(head=head).get()
    return row


def _contradicted(way: Signing[H, C], stream: H) -> bool:
    """Whether an earlier signed head is no longer part of the stream's chain."""
    for number, head in way.signed(stream).values_list("number", "head"):
        stored = way.kind.rows_of(stream).filter(number=number).values_list("hash", flat=True).first()
        if head != (stored if number else way.kind.start(stream)) or number > stream.number:  # type: ignore[attr-defined]
            return True
    return False


def checkpoint_of(way: Signing[H, C], stream: H) -> C | None:
    """The newest signed head of a stream: of its present head, signed now if necessary.

    A finished stream was signed when it ended. If that signature is gone, somebody removed it: then no new one is made.
    """
    signed = way.signed(stream)
    may_sign = signed.filter(finished=True).exists() or not way.must_be_signed(stream)
    made = sign_head(way, stream) if may_sign and not stream_breaks(way.kind, stream.pk) else None
    return made or signed.first()
