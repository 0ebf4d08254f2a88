"""The game file: bytes that cannot be changed unseen."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import gamefile
from rules.kernel.canonical import canonical, holds_float
from rules.kernel.dice import Seeded
from rules.kernel.errors import Malformed
from tests.kernel.games import game, rehashed

SAFE = st.integers(-(2**53) + 1, 2**53 - 1)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | SAFE | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


def troubles(data: bytes) -> list[str]:
    """Rules of the findings about a file; `unreadable` where it is none."""
    try:
        return [finding.rule for finding in rules.read_game(data).findings]
    except Malformed:
        return ["unreadable"]


def short() -> bytes:
    """The first lines of a game without its long roster lines."""
    file = game(1, "crew")
    return rehashed(file, [file.events[0], *[e for e in file.events if len(rules.canonical(e)) < 300][:2]])


@pytest.mark.parametrize(("seed", "rosters"), [(1, "demo"), (2, "crew")])
def test_a_file_is_read_as_it_was_written(seed: int, rosters: str) -> None:
    file = game(seed, rosters)
    data = file.dump()
    again = rules.read_game(data)
    assert again.findings == []
    assert again.dump() == data
    assert again.events == file.events
    assert (again.header, again.head) == (file.header, file.head)


def test_a_file_without_events() -> None:
    data = gamefile.GameFile(game(1).header).dump()
    again = rules.read_game(data)
    assert (again.records, again.findings, again.head) == ([], [], rules.digest(data[:-1]))


def test_any_byte_of_a_short_file() -> None:
    data = short()
    numbers = [finding.rule for finding in rules.read_game(data).findings if finding.rule != "log.number"]
    assert numbers == []
    for at, old in enumerate(data):
        for new in {0x20, 0x30, 0x0A, 0x7D, 0xFF, old ^ 1, old ^ 0x20} - {old}:
            damaged = data[:at] + bytes([new]) + data[at + 1 :]
            found = [rule for rule in troubles(damaged) if rule != "log.number"]
            assert found, f"byte {at} from {old:#x} to {new:#x}: {damaged[max(0, at - 30) : at + 30]!r}"


def test_sampled_bytes_of_a_long_file() -> None:
    data, dice = game(1).dump(), Seeded(b"bytes")
    for _ in range(150):
        at, new = dice.below(len(data)), dice.below(256)
        if data[at] != new:
            assert troubles(data[:at] + bytes([new]) + data[at + 1 :]), (at, new)


def test_a_byte_more_or_less() -> None:
    data, dice = game(1, "crew").dump(), Seeded(b"more")
    for _ in range(150):
        at, new = dice.below(len(data)), dice.below(128)
        assert troubles(data[:at] + data[at + 1 :]), f"without byte {at}"
        assert troubles(data[:at] + bytes([new]) + data[at:]), f"{new:#x} before byte {at}"


def lines() -> list[bytes]:
    return game(1, "crew").dump().splitlines(keepends=True)


@pytest.mark.parametrize("at", [1, 2, 3, 10, 20])
def test_lines_reordered_dropped_or_doubled(at: int) -> None:
    whole = lines()
    assert troubles(b"".join([*whole[:at], *whole[at + 1 :]])), "dropped"
    assert troubles(b"".join([*whole[:at], whole[at], *whole[at:]])), "doubled"
    assert troubles(b"".join([*whole[:at], whole[at + 1], whole[at], *whole[at + 2 :]])), "reordered"
    assert troubles(b"".join([*whole[:at], b"\n", *whole[at:]])), "an empty line"
    assert troubles(b"".join([*whole[:at], whole[at].replace(b"\n", b"\r\n"), *whole[at + 1 :]])), "a DOS line"


def test_cut_short() -> None:
    data, whole = b"".join(lines()), lines()
    for end in (len(data) - 1, len(data) - 2, len(data) - 90, len(whole[0]) - 1, 3, 0):
        assert troubles(data[:end]), end
    cut = rules.read_game(b"".join(whole[:-1]))
    assert cut.findings == [], "whole lines missing at the end only show in the head and the result"
    assert cut.head != rules.read_game(data).head


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        pytest.param({"number": 5}, "log.number", id="log.number"),
        pytest.param({"previous": "0" * 64}, "log.chain", id="log.chain-previous"),
        pytest.param({"at": "2026-01-01T00:00:00Z"}, "log.chain", id="log.chain-hash-of-the-next"),
    ],
)
def test_findings_name_the_event(event: dict[str, Any], rule: str) -> None:
    file = game(1, "crew")
    changed = rules.seal(msgspec.structs.replace(file.events[2], **event))
    data = gamefile.GameFile(file.header, [*file.records[:2], changed, *file.records[3:]]).dump()
    found = rules.read_game(data).findings
    assert rule in [finding.rule for finding in found]
    assert {finding.number for finding in found} <= {3, 4}


def test_a_hash_that_is_not_the_contents() -> None:
    whole = lines()
    at = whole[5].index(b'"hash":"') + 8
    flipped = whole[5][:at] + (b"0" if whole[5][at : at + 1] != b"0" else b"1") + whole[5][at + 1 :]
    found = rules.read_game(b"".join([*whole[:5], flipped, *whole[6:]])).findings
    assert {(finding.number, finding.rule) for finding in found} == {(5, "log.chain"), (6, "log.chain")}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\xff",
        b"{}",
        b"[]\n",
        b'{"format":"gamelog/2","game":"g","ruleset":"kt","version":"2018.1"}\n',
        b'{"format":"gamelog/1","game":"g","ruleset":"chess","version":"1"}\n',
        b'{"format":"gamelog/1","game":"g","ruleset":"kt","version":"1999.1"}\n',
        b'{"format":"gamelog/1","game":"g","ruleset":"kt","version":"2018.1","policy":"lax"}\n',
    ],
)
def test_what_is_no_game_file(data: bytes) -> None:
    assert troubles(data) == ["unreadable"]


def test_an_unreadable_line_is_named() -> None:
    whole = lines()
    with pytest.raises(Malformed) as raised:
        rules.read_game(b"".join([*whole[:4], b"{oops}\n", *whole[5:]]))
    assert raised.value.path.startswith("line 5 ")


def test_a_file_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamefile, "MAX_BYTES", 100)
    assert troubles(game(1, "crew").dump()) == ["unreadable"]


def test_a_header_with_more_in_it_is_found() -> None:
    whole = lines()
    header = {**json.loads(whole[0]), "comment": "mine"}
    assert "log.chain" in troubles(b"".join([rules.canonical(header) + b"\n", *whole[1:]]))


# canonical JSON


@given(VALUES)
@settings(max_examples=300, deadline=None)
def test_canonical_json_is_rfc_8785(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@pytest.mark.parametrize(
    "value",
    [
        {"\ue000": 1, "\U0001f600": 2, "z": [{"\uffff": 1, "\U00010000": 2}]},
        {"": 0, "\x00\x1f\x7f\u2028": '\b\f\n\r\t"\\/€'},
        [2**53 - 1, -(2**53) + 1, 0, True, None],
    ],
)
def test_canonical_json_in_the_corners(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


def test_every_event_is_written_so() -> None:
    for record in game(1).records:
        assert rfc8785.dumps(json.loads(record.body)) == record.body


@pytest.mark.parametrize(
    ("value", "found"), [(1, False), (1.5, True), ({"a": [1, {"b": 2.0}]}, True), ("1.5", False), ([None, True], False)]
)
def test_fractions_are_found(value: Any, found: bool) -> None:
    assert holds_float(value) is found
