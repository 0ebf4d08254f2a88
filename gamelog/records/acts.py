"""Streams of acts, whatever they are of: their chains, and what was signed of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

import rules
from gamelog.contest.errors import Refused
from gamelog.evidence.act_streams import ActEvidence
from gamelog.evidence.models import FileOrigin
from gamelog.records import moments
from gamelog.records.findings import Found, at_row, differing, missing
from gamelog.signing import closing
from gamelog.signing.closing import Closing, Head
from gamelog.signing.selectors import chain_of, keys_published
from gamelog.streams.store import Kind


@dataclass
class Chain:
    """The stored acts of a stream. `read` decodes a body, `columns` are those of a row that its act gives.

    After `found` has been read to its end: `entries` are the acts, all of them if the chain is `whole`; `hashes` are
    those of the rows by number.
    """

    kind: Kind[Any, Any]
    stream: Any
    rows: Sequence[Any]
    read: Callable[[str], Any]
    columns: Callable[[Any, Any], Mapping[str, Any]]
    entries: list[Any] = field(default_factory=list)
    hashes: dict[int, str] = field(default_factory=dict)
    whole: bool = True

    def found(self) -> Iterator[Found]:
        """What is wrong with rows, bytes and links, and with the end that the stream's own row names."""
        times: dict[int, str] = {}
        previous, place, linked = self.kind.start(self.stream), 0, not self.kind.unlinked
        self.hashes[0] = previous
        for row in self.rows:
            if row.number != place + 1:
                self.whole = False
                yield missing(self.kind.rows, f"{self.stream.pk} {place + 1} to {row.number - 1}", "broken")
            place = row.number
            if rules.digest(row.body.encode()) != row.hash:
                yield at_row(row, "broken", ["body", "hash"], "its content is not what was hashed")
            try:
                entry = self.read(row.body)
            except msgspec.MsgspecError as error:
                self.whole = False
                yield at_row(row, "broken", ["body"], f"it cannot be read: {error}")
            else:
                self.entries.append(entry)
                times[place] = entry.at
                yield from differing(row, self.columns(row, entry), "broken")
                linked = linked or bool(entry.previous)
                if entry.previous != (previous if linked else ""):
                    yield at_row(row, "broken", ["body", self.kind.owner], "it does not follow the act before it")
            previous = self.hashes[place] = row.hash
        yield from moments.of_entries(self.rows, lambda row: times.get(row.number, ""))
        yield from self._end(previous)

    def _end(self, last: str) -> Iterator[Found]:
        stream = self.stream
        for row in self.rows:
            if row.number > stream.number:
                self.whole = False
                text = f"it stands beyond the last act, which is number {stream.number}"
                yield at_row(row, "broken", [self.kind.owner, "number"], text)
        if (self.rows[-1].number if self.rows else 0) != stream.number:
            self.whole = False
            text = f"{stream.number} acts by its row, {len(self.rows)} are stored"
            yield at_row(stream, "broken", ["number"] if self.rows else ["id", "number"], text)
        if last != stream.head:
            yield at_row(stream, "broken", ["head"], "the chain does not end in it")


def signed(
    way: ActEvidence[Any, Any, Any], stream: Any, origin: FileOrigin | None, hashes: Mapping[int, str]
) -> Iterator[Found]:
    """What is wrong with the signed heads of a stream, and with the lines that came with its file."""
    owner, published = way.signing.kind.owner, keys_published()
    for row in way.signing.signed(stream):
        if hashes.get(row.number) != row.head:
            yield at_row(row, "broken", [owner, "number", "head"], "this head is none of the stored chain")
        try:
            line = way.form.decode_line(row.line)
        except msgspec.MsgspecError as error:
            yield at_row(row, "broken", ["line"], f"it cannot be read: {error}")
            continue
        said = line.checkpoint
        derived = {"number": said.number, "head": said.head, "finished": said.finished, "at": said.at}
        yield from differing(row, {**derived, owner: getattr(said, way.form.name)}, "broken")
        if rules.canonical(line) != row.line.encode():
            yield at_row(row, "broken", ["line"], "it is not written canonically")
        whole = Closing(chain_of(each.key for each in line.signatures), line)
        for text in way.form.problems(whole, Head(stream.pk, said.number, said.head), published):
            yield at_row(row, "broken", ["line"], text)
    if origin is not None:
        yield from _came(way, stream, origin, hashes, {key.id for key in published})


def _came(
    way: ActEvidence[Any, Any, Any], stream: Any, origin: FileOrigin, hashes: Mapping[int, str], known: set[str]
) -> Iterator[Found]:
    owner = way.signing.kind.owner
    if hashes.get(origin.number) != origin.head:
        yield at_row(origin, "broken", [owner, "number", "head"], "the acts are not those that came with the file")
    try:
        read = way.form.read(origin.trailers.encode().splitlines(), Head(stream.pk, origin.number, origin.head), 2)
    except Refused as error:
        yield at_row(origin, "broken", ["trailers"], f"the lines that came with the file: {error.text}")
        return
    if closing.dump(read) != origin.trailers.encode():
        yield at_row(origin, "broken", ["trailers"], "they are not written canonically")
    signers = {each.key for each in (read.checkpoint.signatures if read.checkpoint else ())}
    for key in sorted(signers - known):
        yield at_row(origin, "remark", ["trailers"], f"vouched for by a key that is not this site's: {key}")
