"""Merkle trees as in RFC 6962, section 2.1: one hash for a list of leaves, and short proofs that a leaf is in it.

A leaf's hash is SHA-256 of a zero byte and its data, a node's SHA-256 of a one byte and the two hashes below it, so
that no node can pass for a leaf. A list is split at the largest power of two below its length.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return sha256(b"\0" + data).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def _split(size: int) -> int:
    """The largest power of two below `size`, which is at least 2."""
    return 1 << ((size - 1).bit_length() - 1)


def root(leaves: Sequence[bytes]) -> bytes:
    """The root over the data of leaves; with no leaves it is the hash of the empty string."""
    return _root([leaf_hash(data) for data in leaves]) if leaves else sha256(b"").digest()


def _root(hashes: Sequence[bytes]) -> bytes:
    if len(hashes) == 1:
        return hashes[0]
    half = _split(len(hashes))
    return _node(_root(hashes[:half]), _root(hashes[half:]))


def proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The sibling hashes on the way from leaf `index` (from 0) up to the root, lowest first."""
    return _proof([leaf_hash(data) for data in leaves], index)


def _proof(hashes: Sequence[bytes], index: int) -> list[bytes]:
    if len(hashes) == 1:
        return []
    half = _split(len(hashes))
    if index < half:
        return [*_proof(hashes[:half], index), _root(hashes[half:])]
    return [*_proof(hashes[half:], index - half), _root(hashes[:half])]


def included(data: bytes, index: int, size: int, path: Sequence[bytes], expected: bytes) -> bool:
    """Whether `path` proves that a leaf of this data stands at `index` of `size` leaves under the root `expected`."""
    if not 0 <= index < size:
        return False
    found, last = leaf_hash(data), size - 1
    for beside in path:
        if not last:
            return False
        if index % 2 or index == last:
            found = _node(beside, found)
            # If there is nothing to the right, the way goes up until it is a right branch again.
            while index % 2 == 0 and index:
                index, last = index // 2, last // 2
        else:
            found = _node(found, beside)
        index, last = index // 2, last // 2
    return not last and found == expected
