"""The lines that close a game file: public keys, the signed head, and the game's places under seals.

Each is one canonical JSON object. What is signed is the canonical bytes of one member behind the name of its format and
a line feed, so that a signature of one kind never passes for another.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from rules.kernel.canonical import canonical
from rules.kernel.errors import Malformed
from rules.kernel.events import digest
from rules.kernel.state import read

KeyId: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$", min_length=16, max_length=16)]
"""The first 16 hexadecimal digits of the SHA-256 of a public key."""
Hash: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", min_length=64, max_length=64)]
Signed: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{128}$", min_length=128, max_length=128)]
Time: TypeAlias = Annotated[
    str, msgspec.Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$", min_length=20, max_length=20)
]
"""UTC, to the second; of two such texts the later one sorts last."""
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]

KEYS, SIGNATURES, SEALS, PATH, TITLE = 64, 8, 32, 64, 200
"""No file has more keys, signatures under one thing, seals, steps of a proof, or characters in a seal's title."""
SEALED = 100_000
"""Games under one seal, at most."""


class Endorsement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The key `by` vouches for another; a first key vouches for itself."""

    by: KeyId
    signature: Signed


class Key(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True,
          rename={"since": "from"}):  # fmt: skip
    """An Ed25519 public key, and when it was in use: what it signed outside of that time does not count."""

    id: KeyId
    public: Hash
    since: Time
    until: Time | None = None
    endorsed: Endorsement | None = None

    def endorsed_bytes(self, by: str) -> bytes:
        """What the key `by` signs to vouch for this one: everything but when it ends."""
        return _signed("gamelog-key/1", {"by": by, "from": self.since, "id": self.id, "public": self.public})


class Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key's id and its signature."""

    key: KeyId
    signature: Signed


Signatures: TypeAlias = Annotated[tuple[Signature, ...], msgspec.Meta(min_length=1, max_length=SIGNATURES)]


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A site's statement about a game at a time: it has `number` events, and the last one's hash is `head`."""

    at: Time
    finished: bool
    format: Literal["gamelog-checkpoint/1"] = "gamelog-checkpoint/1"
    game: str
    head: Hash
    number: Count

    def bytes(self) -> bytes:
        """What is signed."""
        return _signed(self.format, self)


class Seal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One Merkle root over the heads of `size` games, such as a tournament's."""

    at: Time
    format: Literal["gamelog-seal/1"] = "gamelog-seal/1"
    id: Annotated[str, msgspec.Meta(max_length=64)]
    root: Hash
    size: Annotated[int, msgspec.Meta(ge=1, le=SEALED)]
    title: Annotated[str, msgspec.Meta(max_length=TITLE)]

    def bytes(self) -> bytes:
        """What is signed."""
        return _signed(self.format, self)


class SealedHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A leaf of a seal's tree."""

    game: str
    head: Hash
    number: Count

    def bytes(self) -> bytes:
        """The data of the leaf."""
        return canonical(self)


class KeysLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public keys that the lines after it were signed with, and those that vouch for them."""

    keys: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=KEYS)]


class CheckpointLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The signed head."""

    checkpoint: Checkpoint
    signatures: Signatures


class SealLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seal over this game: `path` proves that its head stands at `index` of the tree."""

    index: Count
    path: Annotated[tuple[Hash, ...], msgspec.Meta(max_length=PATH)]
    seal: Seal
    signatures: Signatures


Trailer: TypeAlias = KeysLine | CheckpointLine | SealLine


class PublishedSeal(msgspec.Struct, frozen=True, kw_only=True):
    """A seal as a site publishes it: with all the games under it, in the order of the tree."""

    seal: Seal
    signatures: Signatures
    games: Annotated[tuple[SealedHead, ...], msgspec.Meta(max_length=SEALED)]


ORDER: dict[str, tuple[type[Any], str]] = {
    "keys": (KeysLine, "signature"),
    "checkpoint": (CheckpointLine, "checkpoint"),
    "seal": (SealLine, "seal"),
}
"""The member that identifies a line's kind, in file order, with the log clause it belongs to."""

_DECODERS = {name: msgspec.json.Decoder(kind) for name, (kind, _) in ORDER.items()}
_KEYS_FILE, _SEAL_FILE = msgspec.json.Decoder(KeysLine), msgspec.json.Decoder(PublishedSeal)


def _signed(domain: str, value: Any) -> bytes:
    return domain.encode() + b"\n" + canonical(value)


def key_id(public: str) -> str:
    """The id of a public key given in hexadecimal."""
    return digest(bytes.fromhex(public))[:16]


def is_named_right(key: Key) -> bool:
    """Whether a key's id is that of its public key."""
    try:
        return key.id == key_id(key.public)
    except ValueError:
        return False


def line_of(trailer: Trailer) -> bytes:
    """The line, its line feed included."""
    return canonical(trailer) + b"\n"


def read_trailer(name: str, line: bytes) -> Trailer:
    """Read a line of the kind `name` of ORDER. Raises: Malformed."""
    found: Trailer = read(_DECODERS[name], line)
    return found


def read_keys(data: bytes) -> tuple[Key, ...]:
    """The public keys a site publishes, as a file. Raises: Malformed, also where an id is not its key's."""
    found: KeysLine = read(_KEYS_FILE, data)
    for index, key in enumerate(found.keys):
        if not is_named_right(key):
            raise Malformed(f"$.keys[{index}].id", "it is not the id of this public key")
    return found.keys


def read_seal(data: bytes) -> PublishedSeal:
    """A seal a site publishes, as a file. Raises: Malformed."""
    found: PublishedSeal = read(_SEAL_FILE, data)
    return found
