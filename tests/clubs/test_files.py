"""A club's files as they were given away on a day, and the page that describes them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from gamelog.clubs import acts, files
from gamelog.clubs.trailers import ClubCheckpoint
from gamelog.evidence.offline import checked
from gamelog.setup.paths import ROOT
from rules.trailers import read_keys

FOLDER = Path(__file__).parent / "file"
WHOLE, PUBLIC, KEYS = ((FOLDER / name).read_bytes() for name in ("whole.club.jsonl", "public.club.jsonl", "keys.json"))
"""Two acts of format 1, then one of every other kind; signed and sealed. Never made anew."""
PAGE = (ROOT / "docs" / "club-file.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize("data", [WHOLE, PUBLIC], ids=["whole", "public"])
def test_what_was_given_away_still_holds(data: bytes) -> None:
    assert checked(data, read_keys(KEYS)).wrong == []
    closing = files.read(data).closing
    assert closing.checkpoint and [each.seal.title for each in closing.seals] == ["The club of 2026"]


def test_both_are_one_record() -> None:
    whole, public = files.read(WHOLE), files.read(PUBLIC)
    assert (whole.header, whole.closing) == (public.header, public.closing)
    assert [each.hash for each in whole.acts[public.withheld :]] == [each.hash for each in public.acts]
    done = [each.whole for each in whole.acts]
    assert [each.format for each in done] == [1, 1] + [2] * 11
    people = {each.by for each in done} | {getattr(each.act, "person", "") for each in done} - {""}
    assert len(people) == 3 and not any(each.encode() in PUBLIC for each in people)
    assert {type(each.act) for each in done} == {
        acts.Found, acts.Admit, acts.EditClub, acts.Refuse, acts.Appoint, acts.Publish, acts.EditPost,
        acts.WithdrawPost, acts.SetSeason, acts.CloseSeason, acts.HandOver, acts.Leave,
    }  # fmt: skip


def test_the_lines_of_the_page_are_those_of_one_file() -> None:
    header, line, staff, head = blocks("json")
    for each in (line, staff):
        file = files.read((header + each).encode())
        assert (file.header.number, len(file.acts)) == (1, 1)
    assert file.acts[0].whole.by == "p4c1d2a77e09b"
    said = msgspec.json.decode(head, type=ClubCheckpoint)
    assert (said.club, said.number, said.head) == (file.header.club, file.header.number, file.header.head)


def test_the_members_of_the_page_are_those_of_an_act() -> None:
    assert set(re.findall(r"^\| `act\.([a-z]+)` \|", PAGE, re.M)) == set(acts.ClubEntry.__struct_fields__)


@pytest.mark.parametrize("data", [WHOLE, PUBLIC], ids=["whole", "public"])
def test_the_chain_by_hand(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "club.jsonl"
    path.write_bytes(data)
    run = [sys.executable, "-I", "-S", "-c", blocks("python")[0], str(path)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    head = json.loads(data.splitlines()[0])
    assert done.stdout.split() == [str(head["number"]), head["head"]], done.stderr
    path.write_bytes(data.replace(b'"publish"', b'"found"', 1))
    assert "was changed" in subprocess.run(run, capture_output=True, text=True, check=False).stderr
