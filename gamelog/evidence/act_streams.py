"""What speaks for a stream of acts, whatever it is of: its signed head, seals over it, where its file came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec
from django.db import models

import rules
from gamelog.contest.errors import Refused
from gamelog.evidence import heads
from gamelog.evidence.models import FileOrigin, Seal, SealedHead, SignedHead
from gamelog.signing import closing
from gamelog.signing.closing import Closing, Form, Head
from gamelog.signing.selectors import chain_of, keys_published
from gamelog.streams.store import stream_breaks
from rules import evidence, merkle, trailers
from rules.trailers import Key, SealLine

H = TypeVar("H", bound=models.Model)
C = TypeVar("C", bound=SignedHead)
S = TypeVar("S", bound=SealedHead)
_SEAL = msgspec.json.Decoder(trailers.Seal)
_SIGNATURES = msgspec.json.Decoder(trailers.Signatures)


@dataclass(frozen=True)
class ActEvidence(Generic[H, C, S]):
    """The evidence for one kind of stream. `sealed` are the rows of its leaves, `origins` say which came as a file.

    `published` is the struct of a seal over such streams; its member `listed`, and the leaves of a seal's row, are
    called the same.
    """

    form: Form
    signing: heads.Signing[H, C]
    sealed: type[S]
    published: type[Any]
    listed: str
    origins: type[FileOrigin] | None = None

    @property
    def _owner(self) -> str:
        return self.signing.kind.owner

    def checkpoint_of(self, stream: H) -> C | None:
        """The newest signed head of a stream: see `heads.checkpoint_of`."""
        return heads.checkpoint_of(self.signing, stream)

    def closing_of(self, stream: Any) -> bytes:
        """The lines after a stream's acts, as far as they are stored: those it came with, while nothing was added."""
        now = {self._owner: stream, "number": stream.number, "head": stream.head}
        row = self.signing.signed(stream).filter(head=stream.head).first()
        line = self.form.decode_line(row.line) if row else None
        leaves = self.sealed._default_manager.filter(**now).select_related("seal").order_by("seal__at", "seal_id")
        sealed = tuple(map(self.seal_line, leaves))
        if not (line or sealed):
            origin = self.origins._default_manager.filter(**now).first() if self.origins else None
            return origin.trailers.encode() if origin else b""
        signed = (*(line.signatures if line else ()), *(each for seal in sealed for each in seal.signatures))
        return closing.dump(Closing(chain_of(sorted({each.key for each in signed})), line, sealed))

    # seals

    def leaf_of(self, stream: Any) -> Any:
        """A stream as a leaf of a seal's tree."""
        return self.form.leaf_of(Head(stream.pk, stream.number, stream.head))

    def seal_published(self, seal: Seal) -> Any:
        """A seal with the streams under it. Raises: rules.Malformed when somebody changed what is stored."""
        rows = getattr(seal, self.listed).order_by("index").values_list(f"{self._owner}_id", "number", "head")
        return self.published(
            seal=rules.read_json(_SEAL, seal.body),
            signatures=rules.read_json(_SIGNATURES, seal.signatures),
            **{self.listed: tuple(self.form.leaf_of(Head(*row)) for row in rows)},
        )

    def seal_line(self, leaf: Any) -> SealLine:
        """The line of a file that proves its stream to be under a seal. Raises: rules.Malformed."""
        found = self.seal_published(leaf.seal)
        path = merkle.proof([each.bytes() for each in getattr(found, self.listed)], leaf.index)
        return SealLine(leaf.index, tuple(step.hex() for step in path), found.seal, found.signatures)

    # what is wrong with a stored stream

    def problems(self, stream: Any) -> list[str]:
        """What is wrong with a stored stream itself: acts, signed heads, seals and the lines it came with."""
        found = [f"act {each.number}: {each.text}" for each in stream_breaks(self.signing.kind, stream.pk)]
        hashes = {0: "", **dict(self.signing.kind.rows_of(stream).values_list("number", "hash"))}
        published = keys_published()
        for row in self.signing.signed(stream):
            if hashes.get(row.number) != row.head:
                found.append(f"act {row.number}: a signed head is not that of the stored acts")
            found += self._closing_problems(stream, row, published)
        for leaf in self.sealed._default_manager.filter(**{self._owner: stream}).select_related("seal"):
            found += self._seal_problems(leaf, hashes, published)
        if self.signing.must_be_signed(stream) and not self.signing.signed(stream).filter(finished=True).exists():
            found.append(f"act {stream.number}: the {self.form.name} is over and its head is not signed")
        return [*found, *self._origin_problems(stream, hashes)]

    def _closing_problems(self, stream: H, row: C, published: tuple[Key, ...]) -> Iterator[str]:
        try:
            line = self.form.decode_line(row.line)
        except msgspec.MsgspecError as error:
            yield f"act {row.number}: a signed head cannot be read: {error}"
            return
        said = line.checkpoint
        if (said.number, said.head, said.finished, said.at) != (row.number, row.head, row.finished, row.at):
            yield f"act {row.number}: the row of a signed head says something else than what was signed"
        whole = Closing(chain_of(each.key for each in line.signatures), line)
        for text in self.form.problems(whole, Head(stream.pk, row.number, row.head), published):
            yield f"act {row.number}: {text}"

    def _seal_problems(self, leaf: Any, hashes: Mapping[int, str], published: tuple[Key, ...]) -> Iterator[str]:
        name = f"act {leaf.number}: the seal {leaf.seal.title!r}"
        if hashes.get(leaf.number) != leaf.head:
            yield f"{name} has another head of this {self.form.name}"
        try:
            found = self.seal_published(leaf.seal)
        except rules.Malformed as error:
            yield f"{name} cannot be read: {error}"
            return
        leaves: Any = getattr(found, self.listed)
        sealed = rules.PublishedSeal(seal=found.seal, signatures=found.signatures, games=leaves)
        for text in evidence.seal_problems(sealed, published):
            yield f"{name}: {text}"

    def _origin_problems(self, stream: H, hashes: Mapping[int, str]) -> Iterator[str]:
        found = self.origins._default_manager.filter(**{self._owner: stream}).first() if self.origins else None
        if found is None:
            return
        if hashes.get(found.number) != found.head:
            yield f"act {found.number}: the acts are not those that came with the file"
        head = Head(stream.pk, found.number, found.head)
        try:
            self.form.read(found.trailers.encode().splitlines(), head, found.number + 2)
        except Refused as error:
            yield f"act {found.number}: the lines that came with the file: {error.text}"
