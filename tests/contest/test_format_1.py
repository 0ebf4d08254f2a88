"""Events stored before acts carried their effects: three files exported then, with every type of act in them.

`expected.json` holds what the program of that day made of each: the digest of the state after every act, and of the
final standings. Neither may ever move. A rule whose mending moves them keeps its old form for format 1.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamelog.contest import final_standings, stream
from gamelog.contest.interchange import event_file
from gamelog.contest.state import State
from gamelog.tournaments import files
from rules import canonical, digest

FOLDER = Path(__file__).parent / "format_1"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
MEMBERS = (
    "number", "phase", "title", "terms", "seed", "entrants", "rounds", "penalties", "forbidden", "rosters_locked",
    "roles", "webhooks",
)  # fmt: skip
"""The members that a state had then."""


def state_digest(state: State) -> str:
    members = msgspec.to_builtins(state, str_keys=True)
    return digest(canonical({name: members[name] for name in MEMBERS}))


@pytest.fixture(params=sorted(EXPECTED))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def data(name: str) -> bytes:
    return (FOLDER / f"{name}.event.jsonl").read_bytes()


def test_the_files_are_those_of_that_day(name: str, data: bytes) -> None:
    assert digest(data) == EXPECTED[name]["sha256"]


def test_every_act_comes_to_the_same_state(name: str, data: bytes) -> None:
    state, found = State(), []
    for each in event_file.read(data).acts:
        stream.evolve(state, each.entry)
        found.append(state_digest(state))
    assert found == EXPECTED[name]["states"]


@pytest.mark.parametrize("line", ["corrected", "played"])
def test_standings_are_the_same(name: str, data: bytes, line: Any) -> None:
    state = stream.fold(each.entry for each in event_file.read(data).acts)
    assert digest(canonical(final_standings.final(state, line))) == EXPECTED[name]["standings"][line]


def test_the_file_holds_and_is_written_again_byte_for_byte(data: bytes) -> None:
    file, state = files.checked(data)
    assert state == stream.fold(each.entry for each in file.acts)
    assert event_file.dump(file.header.event, [(each.entry.bytes(), each.entry.hash()) for each in file.acts]) == data
