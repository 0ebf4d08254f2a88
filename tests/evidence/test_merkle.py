"""The tree of RFC 6962: the published vectors of Certificate Transparency, every size, and every false proof."""

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
