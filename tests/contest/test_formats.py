"""Events stored in every format of acts: files exported then, with every type of act in them.

`expected.json` of a folder holds what the program of that day made of each file: the digest of the state after every
act, and of the final standings. Neither may ever move. A rule whose mending moves those of format 1, whose acts hold no
effects, keeps its old form for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
import pytest

from gamelog.contest import event_standings, stream
from gamelog.contest.interchange import event_file
from gamelog.contest.places import StandingsTable
from gamelog.contest.state import TournamentState
from gamelog.contest.stream import StoredAct
from gamelog.tournaments import files
from rules import canonical, digest

HERE = Path(__file__).parent
MEMBERS = (
    "number", "phase", "title", "terms", "seed", "entrants", "rounds", "penalties", "forbidden", "rosters_locked",
    "roles", "webhooks",
)  # fmt: skip
"""The members that a state had from the first."""

CALLED = {
    "Strength of schedule, sum": "Strength of schedule",
    "Extended strength of schedule, sum": "Extended strength of schedule",
    "Сила соперников, сумма": "Сила соперников",
    "Расширенная сила соперников, сумма": "Расширенная сила соперников",
    "Opponents' match-win percentage, mean": "Opponents' match-win percentage",
    "Процент выигранных встреч соперников, среднее": "Процент выигранных встреч соперников",
}
"""Names of tie-breaks that did not say whether they are a sum or a mean, by the names of today."""


class Kept(NamedTuple):
    """A file, and what it came to on the day it was made."""

    format: int
    name: str
    data: bytes
    expected: dict[str, Any]

    def entries(self) -> list[StoredAct]:
        return [each.entry for each in event_file.read(self.data).acts]


def kept(format: int) -> Iterator[Kept]:
    folder = HERE / f"format_{format}"
    for name, expected in json.loads((folder / "expected.json").read_text(encoding="utf-8")).items():
        yield Kept(format, name, (folder / f"{name}.event.jsonl").read_bytes(), expected)


FILES = [each for format in get_args(stream.Format) for each in kept(format)]


def state_digest(state: TournamentState) -> str:
    members = msgspec.to_builtins(state, str_keys=True)
    return digest(canonical({name: members[name] for name in MEMBERS}))


def table_digest(table: StandingsTable) -> str:
    """The digest of standings, their columns called as they were called then: a name may say more than it did."""
    columns = tuple(
        msgspec.structs.replace(each, en=CALLED.get(each.en, each.en), ru=CALLED.get(each.ru, each.ru))
        for each in table.columns
    )
    return digest(canonical(msgspec.structs.replace(table, columns=columns)))


@pytest.fixture(params=FILES, ids=lambda each: f"{each.format}-{each.name}")
def file(request: pytest.FixtureRequest) -> Kept:
    found: Kept = request.param
    return found


def test_the_files_are_those_of_that_day(file: Kept) -> None:
    assert digest(file.data) == file.expected["sha256"]
    assert {each.format for each in file.entries()} == {file.format}


def test_every_act_comes_to_the_same_state(file: Kept) -> None:
    state, found = TournamentState(), []
    for each in file.entries():
        stream.evolve(state, each)
        found.append(state_digest(state))
    assert found == file.expected["states"]


@pytest.mark.parametrize("line", ["corrected", "played"])
def test_standings_are_the_same(file: Kept, line: Any) -> None:
    table = event_standings.current(stream.fold(file.entries()), line)
    assert table_digest(table) == file.expected["standings"][line]


def test_the_file_holds_and_is_written_again_byte_for_byte(file: Kept) -> None:
    read, state = files.checked(file.data)
    assert state == stream.fold(each.entry for each in read.acts)
    again = event_file.dump(read.header.event, [(each.entry.bytes(), each.entry.hash()) for each in read.acts])
    assert again == file.data
