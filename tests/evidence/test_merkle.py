"""The tree of RFC 6962: the published vectors of Certificate Transparency, every size, and every false proof.

Inputs, roots and proofs are those of `testonly/constants.go` and `proof/verify_test.go` of the repository
transparency-dev/merkle, which took them over from Certificate Transparency's reference implementation.
"""

from collections.abc import Sequence

import pytest

from rules import merkle

LEAVES = [
    bytes.fromhex(text)
    for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


@pytest.mark.parametrize("size", range(9))
def test_the_published_roots(size: int) -> None:
    assert merkle.root(LEAVES[:size]).hex() == ROOTS[size]


def test_a_published_proof() -> None:
    path = [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]
    assert [step.hex() for step in merkle.proof(LEAVES, 5)] == path


NODES = {
    (0, 1): ROOTS[1], (0, 2): ROOTS[2], (0, 4): ROOTS[4],
    (1, 2): "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
    (2, 4): "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
    (4, 5): "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    (4, 6): "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
    (4, 8): "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    (6, 7): "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f",
    (6, 8): "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
}  # fmt: skip
"""The published hashes of nodes, by the leaves below them."""
INCLUSION = {
    (0, 8): [(1, 2), (2, 4), (4, 8)], (5, 8): [(4, 5), (6, 8), (0, 4)], (2, 3): [(0, 2)],
    (1, 5): [(0, 1), (2, 4), (4, 5)],
}  # fmt: skip
CONSISTENCY = {
    (1, 1): [], (1, 8): [(1, 2), (2, 4), (4, 8)], (6, 8): [(4, 6), (6, 8), (0, 4)], (2, 5): [(2, 4), (4, 5)],
    (6, 7): [(4, 6), (6, 7), (0, 4)],
}  # fmt: skip


@pytest.mark.parametrize(("index", "size"), INCLUSION)
def test_the_published_inclusion_proofs(index: int, size: int) -> None:
    path = [bytes.fromhex(NODES[step]) for step in INCLUSION[index, size]]
    assert merkle.proof(LEAVES[:size], index) == path
    assert merkle.included(LEAVES[index], index, size, path, bytes.fromhex(ROOTS[size]))


@pytest.mark.parametrize(("old", "size"), CONSISTENCY)
def test_the_published_consistency_proofs(old: int, size: int) -> None:
    path = [bytes.fromhex(NODES[step]) for step in CONSISTENCY[old, size]]
    hashes = [merkle.leaf_hash(each) for each in LEAVES]
    assert merkle.consistency(lambda start, end: merkle.root_of(hashes[start:end]), old, size) == path
    before, now = bytes.fromhex(ROOTS[old]), bytes.fromhex(ROOTS[size])
    assert merkle.consistent(old, size, path, before, now)
    # the ways in which the reference implementation's own test corrupts a proof
    false = [(old - 1, size), (old + 1, size), (old ^ 2, size), (old, size * 2), (old, size // 2)] if path else []
    assert not [each for each in false if merkle.consistent(*each, path, before, now)]
    assert not (path and merkle.consistent(old, size, path, now, before))
    paths = [[*path, b""], [*path, before], [*path, now], [b"", *path], [before, *path], [now, *path], path[:-1]]
    paths += [[*path[:at], bytes([path[at][0] ^ 16]) + path[at][1:], *path[at + 1 :]] for at in range(len(path))]
    assert not [each for each in paths if path != each and merkle.consistent(old, size, each, before, now)]


def test_what_is_consistent_without_a_proof() -> None:
    empty, one = merkle.EMPTY, bytes.fromhex(ROOTS[1])
    assert merkle.consistent(0, 1, [], empty, one) and merkle.consistent(1, 1, [], one, one)
    for old, size, before, now in ((0, 1, one, one), (1, 0, one, empty), (2, 1, one, one), (1, 2, one, one)):
        assert not merkle.consistent(old, size, [], before, now)
    assert not merkle.consistent(1, 1, [one], one, one) and not merkle.consistent(0, 1, [one], empty, one)


@pytest.mark.parametrize("size", [1, 2, 255, 256, 257, 511, 66_000])
def test_a_tree_that_is_kept_as_tiles(size: int) -> None:
    """Of the roots and proofs of a tree of tiles each is that of the plain tree; no tile is read beyond its width."""
    levels = [[merkle.leaf_hash(b"%d" % each) for each in range(size)]]
    while len(levels[-1]) >= merkle.TILE:
        below = levels[-1]
        full = range(0, len(below) // merkle.TILE * merkle.TILE, merkle.TILE)
        levels.append([merkle.root_of(below[at : at + merkle.TILE]) for at in full])

    def tiles(level: int, index: int, width: int) -> Sequence[bytes]:
        first = index * merkle.TILE
        assert width <= merkle.TILE and first + width <= len(levels[level])
        return levels[level][first : first + width]

    def plain(start: int, end: int) -> bytes:
        return merkle.root_of(levels[0][start:end])

    of, root = merkle.tiled(tiles), plain(0, size)
    assert of(0, size) == root
    for index in {0, size // 3, size - 1}:
        assert merkle.included(b"%d" % index, index, size, merkle.inclusion(of, index, size), root)
    for old in {size // 3 or 1, max(size - 1, 1)}:
        path = merkle.consistency(of, old, size)
        assert merkle.consistent(old, size, path, plain(0, old), root)
        assert old == size or not merkle.consistent(old, size, path, root, root)


@pytest.mark.parametrize("size", range(1, 71))
def test_every_proof_of_every_size_and_no_other(size: int) -> None:
    leaves = [b"%d of %d" % (index, size) for index in range(size)]
    root = merkle.root(leaves)
    for index in range(size):
        path = merkle.proof(leaves, index)
        assert merkle.included(leaves[index], index, size, path, root)
        others = [other for other in range(-1, size + 2) if other != index]
        assert not any(merkle.included(leaves[index], other, size, path, root) for other in others)
        assert not merkle.included(leaves[index] + b"!", index, size, path, root)
        assert not merkle.included(leaves[index], index, size, path, merkle.leaf_hash(root))
        assert not merkle.included(leaves[index], index, size, [*path, root], root)
        for step in range(len(path)):
            assert not merkle.included(leaves[index], index, size, path[:step] + path[step + 1 :], root)
            changed = [*path[:step], merkle.leaf_hash(path[step]), *path[step + 1 :]]
            assert not merkle.included(leaves[index], index, size, changed, root)


def test_a_node_does_not_pass_for_a_leaf() -> None:
    root = merkle.root(LEAVES[:2])
    assert not merkle.included(merkle.leaf_hash(b"") + merkle.leaf_hash(b"\0"), 0, 1, [], root)
