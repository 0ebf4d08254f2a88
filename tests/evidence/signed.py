"""Game files signed with temporary keys, and ways to damage them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

import rules
from rules import autoplay, evidence, merkle, trailers
from rules.trailers import CheckpointLine, Endorsement, Key, SealLine, Signature
from tests.kernel.games import DEMO, KT, crew

BEGAN, THEN, LATER = "2026-01-01T00:00:00Z", "2026-05-05T10:00:00Z", "2026-09-09T10:00:00Z"


def secret(name: str) -> bytes:
    """The private key of that name."""
    return sha256(f"throw-away {name}".encode()).digest()


def key(name: str, since: str = BEGAN, by: str = "", until: str | None = None) -> Key:
    """The public key of that name, endorsed by the key `by`, or by itself."""
    public = evidence.public_of(secret(name))
    made = Key(id=trailers.key_id(public), public=public, since=since, until=until)
    voucher = trailers.key_id(evidence.public_of(secret(by or name)))
    signature = evidence.sign(secret(by or name), made.endorsed_bytes(voucher))
    return msgspec.structs.replace(made, endorsed=Endorsement(voucher, signature))


def signature(name: str, data: bytes) -> Signature:
    return Signature(key(name).id, evidence.sign(secret(name), data))


def issued(file: rules.GameFile, issuer: str = "first") -> rules.GameFile:
    """The same game with a header that names its issuer, and the chain that follows from it."""
    made = rules.GameFile(msgspec.structs.replace(file.header, issuer=key(issuer).id if issuer else ""))
    for event in file.events:
        made.records.append(rules.seal(msgspec.structs.replace(event, previous=made.head)))
    return made


def sign(file: rules.GameFile, by: str = "first", at: str = THEN, **other: Any) -> CheckpointLine:
    """The checkpoint of a file; `other` changes what is signed."""
    over = rules.fold(KT, file.events).over is not None
    said = {"at": at, "finished": over, "game": file.header.game, "head": file.head, "number": len(file.records)}
    made = trailers.Checkpoint(**{**said, **other})
    return CheckpointLine(made, (signature(by, made.bytes()),))


def signed(file: rules.GameFile, by: str = "first", at: str = THEN, keys: Sequence[Key] = ()) -> rules.GameFile:
    """A file signed by its issuer; with `keys` instead of the signer's own."""
    made = issued(file)
    made.keys, made.checkpoint = tuple(keys) or (key(by),), sign(made, by, at)
    return made


@cache
def small(seed: int, states: bool = False) -> rules.GameFile:
    """A signed game of some steps, between the demo's forces or two crews; every third one is played to its end."""
    pair = DEMO if seed % 4 == 0 else (crew(3), crew(3))
    options: dict[str, int | str | bool] = {} if pair is DEMO else {"kt.game.round-count": 1}
    stop = autoplay.MAX_STEPS if seed % 3 == 1 and pair is not DEMO else 4 + seed % 9
    made = signed(autoplay.play(KT, pair, seed, options=options, stop_after=stop))
    return evidence.with_states(made, KT) if states else made


@cache
def whole(seed: int = 1) -> rules.GameFile:
    """A finished signed game between two crews."""
    pair = (crew(3, "PSYKER"), crew(4, "PSYKER"))
    return signed(autoplay.play(KT, pair, seed, options={"kt.game.round-count": 2}))


def leaf(file: rules.GameFile) -> trailers.SealedHead:
    return trailers.SealedHead(game=file.header.game, head=file.head, number=len(file.records))


def seal(files: Sequence[rules.GameFile], by: str = "first", at: str = LATER) -> rules.PublishedSeal:
    """A seal over these games, as its site publishes it."""
    games = tuple(map(leaf, files))
    root = merkle.root([game.bytes() for game in games]).hex()
    made = trailers.Seal(at=at, id="a-seal", root=root, size=len(games), title="Spring open")
    return rules.PublishedSeal(seal=made, signatures=(signature(by, made.bytes()),), games=games)


def seal_line(published: rules.PublishedSeal, index: int) -> SealLine:
    """The line that proves game `index` to be under a seal."""
    path = merkle.proof([game.bytes() for game in published.games], index)
    return SealLine(index, tuple(step.hex() for step in path), published.seal, published.signatures)


def troubles(data: bytes, trusted: Sequence[Key] = (), published: rules.PublishedSeal | None = None) -> set[Any]:
    """The findings of reader and evidence on a file: (step, rule) of each; the line if it cannot be read."""
    try:
        file = rules.read_game(data)
    except rules.Malformed as error:
        return {(error.path.partition("$")[0].strip(), "unreadable")}
    found = [*file.findings, *rules.check(file, trusted, published).findings]
    return {(finding.number, finding.rule) for finding in found}
