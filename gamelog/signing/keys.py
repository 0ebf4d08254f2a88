"""The private keys: one file each in a folder of their own, readable by its owner only, never in the database.

A file also holds everything that is published about its key, so that after the loss of a database the keys are found
again.
"""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from django.conf import settings

import rules
from gamelog.setup.paths import private_folder
from rules.evidence import public_of, sign
from rules.trailers import Endorsement, Key, key_id


class Secret(msgspec.Struct, frozen=True):
    """A key pair. `private` is 32 bytes in hexadecimal."""

    key: Key
    private: str

    def sign(self, data: bytes) -> str:
        """The signature of some bytes, in hexadecimal."""
        return sign(bytes.fromhex(self.private), data)


def kept() -> list[Secret]:
    """The key pairs of this server, oldest first. Raises: OSError; rules.Malformed if a file is damaged."""
    decoder = msgspec.json.Decoder(Secret)
    found: list[Secret] = [rules.read_json(decoder, path.read_bytes()) for path in _folder().glob("*.json")]
    return sorted(found, key=lambda secret: (secret.key.since, secret.key.id))


def public_ids() -> set[str]:
    """The ids of the key pairs of this server; none if it has no such folder, like a worker elsewhere."""
    return {path.stem for path in Path(settings.KEYS_FOLDER).glob("*.json")}


def load(key: str) -> Secret:
    """A key pair by its id. Raises: OSError if it is not here."""
    found: Secret = rules.read_json(msgspec.json.Decoder(Secret), (_folder() / f"{key}.json").read_bytes())
    return found


def make(since: str, by: Secret | None = None) -> Secret:
    """A new key pair from a time on. The previous key endorses it, the first one itself. Raises: OSError."""
    private = secrets.token_bytes(32)
    public = public_of(private)
    key = Key(id=key_id(public), public=public, since=since)
    by = by or Secret(key, private.hex())
    endorsed = Endorsement(by.key.id, by.sign(key.endorsed_bytes(by.key.id)))
    made = Secret(msgspec.structs.replace(key, endorsed=endorsed), private.hex())
    _keep(_folder() / f"{key.id}.json", rules.canonical(made))
    return made


@contextmanager
def alone() -> Iterator[None]:
    """Of several processes that would make a key at the same time, only one does. Raises: OSError."""
    with (_folder() / ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _folder() -> Path:
    return private_folder(Path(settings.KEYS_FOLDER))


def _keep(path: Path, data: bytes) -> None:
    # Written to a temporary file and renamed: nobody ever reads half a key.
    aside = path.with_suffix(f".{os.getpid()}")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data + b"\n")
        file.flush()
        os.fsync(file.fileno())
    aside.rename(path)
