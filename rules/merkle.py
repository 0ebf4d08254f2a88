"""Merkle trees as in RFC 6962, section 2.1 (RFC 9162, section 2.1): one hash for a list of leaves, short proofs that a
leaf is in it, and short proofs that a longer list only continues a shorter one.

A leaf's hash is SHA-256 of a zero byte and its data, a node's SHA-256 of a one byte and the two hashes below it, so
that no node can pass for a leaf. A list is split at the largest power of two below its length.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeAlias

EMPTY = sha256(b"").digest()
"""The root over no leaves."""
TILE = 256
"""Hashes in a full tile (C2SP's tlog-tiles): those of so many leaves, or of so many full tiles of the level below."""

Range: TypeAlias = Callable[[int, int], bytes]
"""The root over the leaves from one index up to another, if they are a subtree of the whole."""
Tiles: TypeAlias = Callable[[int, int, int], Sequence[bytes]]
"""So many hashes, from the first on, of a tile: by its level and its place in the level."""


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return sha256(b"\0" + data).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def _split(size: int) -> int:
    """The largest power of two below `size`, which is at least 2."""
    return 1 << ((size - 1).bit_length() - 1)


class Growing:
    """A tree to which leaves are added. It keeps no more than the roots of the perfect trees that it consists of."""

    def __init__(self) -> None:
        self.size = 0
        self._perfect: list[bytes] = []

    def add(self, hashed: bytes) -> None:
        """Add a leaf by its hash."""
        self._perfect.append(hashed)
        self.size += 1
        left = self.size
        while left % 2 == 0:
            right = self._perfect.pop()
            self._perfect.append(_node(self._perfect.pop(), right))
            left //= 2

    def root(self) -> bytes:
        """The root over all leaves so far."""
        if not self._perfect:
            return EMPTY
        found = self._perfect[-1]
        for left in reversed(self._perfect[:-1]):
            found = _node(left, found)
        return found


def root_of(hashes: Sequence[bytes]) -> bytes:
    """The root over leaves by their hashes; or over perfect trees of the same size, of which the last may be less."""
    tree = Growing()
    for each in hashes:
        tree.add(each)
    return tree.root()


def root(leaves: Sequence[bytes]) -> bytes:
    """The root over the data of leaves; with no leaves it is the hash of the empty string."""
    return root_of([leaf_hash(data) for data in leaves])


def _listed(leaves: Sequence[bytes]) -> Range:
    hashes = [leaf_hash(data) for data in leaves]
    return lambda start, end: root_of(hashes[start:end])


def tiled(tiles: Tiles) -> Range:
    """The roots of subtrees of a tree that is kept as tiles: of each level at most one is read."""

    def of(start: int, end: int) -> bytes:
        width = 1
        level = 0
        while width * TILE <= end - start:
            width, level = width * TILE, level + 1
        first, count = start // width, (end - start) // width
        hashes = list(tiles(level, first // TILE, first % TILE + count))[first % TILE :]
        rest = (first + count) * width
        # What is left over is less than one of these hashes stands for: it is the last of them, as the tree has it.
        return root_of(hashes if rest == end else [*hashes, of(rest, end)])

    return of


def proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The sibling hashes on the way from leaf `index` (from 0) up to the root, lowest first."""
    return inclusion(_listed(leaves), index, len(leaves))


def inclusion(of: Range, index: int, size: int) -> list[bytes]:
    """The same for the leaf `index` of a tree of `size` leaves, by the roots of its subtrees."""
    return _inclusion(of, index, 0, size)


def _inclusion(of: Range, index: int, start: int, end: int) -> list[bytes]:
    if end - start == 1:
        return []
    middle = start + _split(end - start)
    if index < middle:
        return [*_inclusion(of, index, start, middle), of(middle, end)]
    return [*_inclusion(of, index, middle, end), of(start, middle)]


def consistency(of: Range, old: int, size: int) -> list[bytes]:
    """The hashes that prove that a tree of `size` leaves begins with those of the tree of its first `old` leaves."""
    return _consistency(of, old, 0, size, True) if 0 < old < size else []


def _consistency(of: Range, old: int, start: int, end: int, whole: bool) -> list[bytes]:
    """`old` is an index; `whole`: the old tree begins where this one does, so that its root is known."""
    if old == end:
        return [] if whole else [of(start, end)]
    middle = start + _split(end - start)
    if old <= middle:
        return [*_consistency(of, old, start, middle, whole), of(middle, end)]
    return [*_consistency(of, old, middle, end, False), of(start, middle)]


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


def consistent(old: int, size: int, path: Sequence[bytes], before: bytes, now: bytes) -> bool:
    """Whether `path` proves that the tree of `size` leaves under the root `now` begins with the `old` leaves that were
    under the root `before` (RFC 9162, section 2.1.4.2).
    """
    if not 0 < old < size:
        return not path and (before == now if old == size else old == 0 and size > 0 and before == EMPTY)
    # The root of a perfect tree is itself a node of the larger one, and is not repeated in the path.
    first, *rest = [before, *path] if old & (old - 1) == 0 else [*path] or [b""]
    index, last = old - 1, size - 1
    while index % 2:
        index, last = index // 2, last // 2
    was = found = first
    for beside in rest:
        if not last:
            return False
        if index % 2 or index == last:
            was, found = _node(beside, was), _node(beside, found)
            while index % 2 == 0 and index:
                index, last = index // 2, last // 2
        else:
            found = _node(found, beside)
        index, last = index // 2, last // 2
    return not last and was == before and found == now
