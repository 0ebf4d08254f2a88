"""Any changed byte of a signed game file is found, and the step is named.

`GAMELOG_LONG=1 python -m pytest tests/evidence/test_bytes.py` changes every byte of some games, and
forty of each region of a thousand others.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest

import rules
from rules.kernel.dice import Seeded
from tests.evidence.signed import key, small, troubles

LONG = os.environ.get("GAMELOG_LONG") == "1"
GAMES, BATCHES = 1000 if LONG else 300, 10
EACH = 40 if LONG else 3
REGIONS = {
    "version": rb'^\{[^\n]*"version":"([^"]*)"',
    "header": rb"^([^\n]*)\n",
    "event": rb'\n\{"event":(\{[^\n]*),"hash"',
    "die": rb'"dice":\[([0-9,]+)\]',
    "hash": rb'"hash":"([0-9a-f]{64})"',
    "position": rb'"state":"([0-9a-f]{64})"',
    "keys": rb'\n(\{"keys":[^\n]*)\n',
    "head": rb'\n(\{"checkpoint":[^\n]*),"signatures"',
    "signature": rb'"signature":"([0-9a-f]{128})"[^"]*\n$',
    "anywhere": rb"(?s)^(.+)$",
}


def places(data: bytes, dice: Seeded) -> Iterator[tuple[str, int]]:
    """A position in each region of a file."""
    for name, pattern in REGIONS.items():
        spans = [found.span(1) for found in re.finditer(pattern, data)]
        for _ in range(EACH if spans else 0):
            start, end = spans[dice.below(len(spans))]
            yield name, start + dice.below(end - start)


def changed(data: bytes, at: int, dice: Seeded) -> bytes:
    new = (data[at] + 1 + dice.below(255)) % 256
    return data[:at] + bytes([new]) + data[at + 1 :]


def assert_found(data: bytes, name: str, at: int, dice: Seeded) -> None:
    """The change is found at its step: the line it is in, the next one, or the end of the record."""
    found = troubles(changed(data, at, dice), [key("first")])
    line = data.count(b"\n", 0, at) + 1
    steps = data.count(b"\n") - 3
    expected = {*range(min(line - 1, steps), min(line, steps) + 1), f"line {line}", f"line {line - 1}", ""}
    # A byte of the header is in the hash of the first event; one that ends a line joins it with the next.
    assert found, f"{name}: byte {at} of {data[max(0, at - 30) : at + 30]!r}"
    assert expected & {place for place, _ in found} or line == 1, (name, at, found)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_byte_of_each_region_of_hundreds_of_games(batch: int) -> None:
    for seed in range(batch, GAMES, BATCHES):
        data, dice = small(seed, states=seed % 2 == 0).dump(), Seeded(b"%d" % seed, "bytes")
        met = set()
        for name, at in places(data, dice):
            assert_found(data, name, at, dice)
            met.add(name)
        assert met >= {*REGIONS} - {"die", "position"}, "each region is there"


def test_the_regions_with_dice_and_positions_are_met_too() -> None:
    seen = {name for seed in range(24) for name, _ in places(small(seed, seed % 2 == 0).dump(), Seeded(b"seen"))}
    assert seen == {*REGIONS}


@pytest.mark.skipif(not LONG, reason="every byte of some games takes minutes: GAMELOG_LONG=1")
@pytest.mark.parametrize("seed", range(1, 5))
def test_every_byte(seed: int) -> None:
    data, dice = small(seed, states=True).dump(), Seeded(b"%d" % seed, "every")
    for at in range(len(data)):
        assert_found(data, "every", at, dice)


def test_unchanged_they_are_good() -> None:
    for seed in range(0, GAMES, 50):
        file = small(seed)
        assert not rules.check(file, [key("first")]).findings
