"""The reader of game files meets arbitrary input: it answers with findings or Malformed, quickly, and in little
memory.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules
from gamelog.setup.paths import ROOT
from rules.verdict import verdict
from tests.evidence.signed import key, signed, small, whole

TRUSTED = (key("first"),)
FILES = [small(seed, states=seed % 2 == 0).dump() for seed in (1, 2, 3, 5)]
SCRAPS = [b"", b"\n", b"{", b"}", b'"', b"[", b"]", b",", b"null", b"-1", b"1e9", b"9" * 400, b"\\u0000", b"\xff",
          b'{"keys":[]}\n', b'{"event":{}}\n', b'{"checkpoint":{}}\n', b'"state":""', b"\r", b"\x00"]  # fmt: skip
EDITS = st.lists(
    st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 60), st.sampled_from(SCRAPS) | st.binary(max_size=8)),
    min_size=1,
    max_size=6,
)


def judged(data: bytes) -> str:
    """The verdict, or that it cannot be read. Any other exception fails the test."""
    try:
        return verdict(data, TRUSTED).report.verdict
    except rules.Malformed:
        return "unreadable"


@given(st.binary(max_size=400))
@settings(max_examples=300, deadline=None)
def test_any_bytes(data: bytes) -> None:
    assert judged(data) == "unreadable"


@given(st.sampled_from(FILES), EDITS)
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.data_too_large])
def test_real_files_cut_and_patched(data: bytes, edits: list[tuple[float, int, bytes]]) -> None:
    made = data
    for place, length, scrap in edits:
        at = int(place * len(made))
        made = made[:at] + scrap + made[at + length :]
    assert judged(made) in ("findings", "unreadable") or made == data


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=4) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(FILES), st.floats(0, 1, exclude_max=True), st.data())
@settings(max_examples=250, deadline=None)
def test_a_value_somewhere_replaced(data: bytes, place: float, more: st.DataObject) -> None:
    """One value of one line becomes another, so that most lines still have the right form."""
    lines = data.splitlines()
    at = int(place * len(lines))
    inner = line = json.loads(lines[at])
    while True:
        name = more.draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner))))
        if not (isinstance(inner[name], dict | list) and inner[name] and more.draw(st.booleans())):
            break
        inner = inner[name]
    before = json.dumps(line)
    inner[name] = more.draw(JSON)
    lines[at] = json.dumps(line, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode("utf-8", "replace")
    same = json.dumps(line) == before
    assert judged(b"\n".join(lines) + b"\n") in (("verified",) if same else ("findings", "unreadable"))


MIB = 2**20
EVENT = whole().records[2].line()[:-1]
HEADER = whole().header.bytes() + b"\n"
HOSTILE = {
    "line feeds": "HEADER + b'\\n' * (8 * MIB)",
    "only line feeds": "b'\\n' * (8 * MIB)",
    "one long line": "HEADER + b'{' * (8 * MIB)",
    "deep": "HEADER + b'[' * (8 * MIB) + b'\\n'",
    "deep in an event": "HEADER + EVENT[:9] + b'{\"a\":' * MIB + b'\\n'",
    "many events": "HEADER + (EVENT + b'\\n') * (8 * MIB // (len(EVENT) + 1))",
    "many dice": "HEADER + EVENT[:9] + b'{\"dice\":[' + b'999,' * (2 * MIB) + b'1],' + EVENT[10:] + b'\\n'",
    "many members": "HEADER + b'{' + b','.join(b'\"%d\":0' % n for n in range(500_000)) + b'}\\n'",
    "a long number": "HEADER + EVENT.replace(b'\"number\":', b'\"number\":' + b'9' * (4 * MIB), 1) + b'\\n'",
    "many keys": "HEADER + b'{\"keys\":[' + b','.join([b'{}'] * (2 * MIB)) + b']}\\n'",
    "many signed keys": "HEADER + KEYS * 3000",
    "a long title": 'HEADER + b\'{"index":0,"path":[],"seal":"\' + b\'x\' * (8 * MIB) + b\'"}\\n\'',
    "no end of utf-8": "HEADER + b'\\xf0\\x9f' * (4 * MIB)",
}
PROGRAM = """
import resource, sys, tracemalloc
sys.path.insert(0, {root!r})
import rules
from rules.verdict import verdict
MIB, HEADER, EVENT, KEYS = 2**20, {header!r}, {event!r}, {keys!r}
data = {data}
resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
tracemalloc.start()
try:
    said = verdict(data).report.verdict
except rules.Malformed as error:
    said = "unreadable"
print(said, tracemalloc.get_traced_memory()[1] // len(data))
"""


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_takes_little_memory_and_time(name: str) -> None:
    """This measures Python's own peak allocation: a multiple of the file's size, whatever the content."""
    closing = signed(whole()).closing()
    program = PROGRAM.format(root=str(ROOT), header=HEADER, event=EVENT, data=HOSTILE[name], keys=closing)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-800:]
    said, times = done.stdout.split()
    assert said in ("findings", "unreadable")
    assert int(times) <= 24, f"{times} times the size of the file"
