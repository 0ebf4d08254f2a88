"""docs/events.md and docs/event-file.md: their lists are complete, their examples are real."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.urls import reverse

from gamelog.contest import stream
from gamelog.contest.interchange import event_file
from gamelog.evidence.events import file_of
from gamelog.setup.paths import ROOT
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.trailers import EventCheckpoint

PAGE = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
FILE_PAGE = (ROOT / "docs" / "event-file.md").read_text(encoding="utf-8")
SOURCES = ("gamelog/contest", "gamelog/tournaments", "gamelog/clubs", "gamelog/seasons")
CODE_AT = {"Refused": 0, "require": 1}
"""Which argument of a call is the code."""


def raised() -> Iterator[str]:
    """The code of every refusal in the source."""
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    at = CODE_AT.get(getattr(node.func, "id", getattr(node.func, "attr", "")))
                    if at is not None and len(node.args) > at:
                        yield from _texts(node.args[at])


def _texts(node: ast.expr) -> list[str]:
    values = [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]
    return [each.value for each in values if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def test_the_list_of_codes_is_closed() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.M)
    assert len(listed) == len(set(listed))
    assert set(listed) == set(raised())


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.S)


@pytest.mark.django_db
def test_the_event_from_end_to_end(people: SimpleNamespace, client_of: Callable[[str], Any]) -> None:
    """The bodies in the document, sent as they are."""
    people.p1.username = "ada"
    people.p1.save()
    announced, acts, lifted = blocks(PAGE, "json")
    client = client_of("organiser")
    assert client.post("/api/events", announced, content_type="application/json").json()["number"] == 1
    path = reverse("api-event-acts", args=["winter-muster"])
    for line in acts.splitlines():
        answer = client.post(path, line, content_type="application/json")
        assert answer.status_code == 201, answer.content
    late = client.post(path, lifted, content_type="application/json")
    assert (late.status_code, late.json()["actual"]) == (409, 6)


def test_every_address_is_there() -> None:
    paths = re.findall(r"^\| `(/[a-z<>/.-]+)", PAGE, re.M)
    known = (ROOT / "gamelog" / "api" / "openapi.yaml").read_text(encoding="utf-8")
    assert len(paths) > 8
    for path in paths:
        named = path.replace("<n>", "<number>").replace("<round>", "<number>").replace("<", "{").replace(">", "}")
        assert f"/api/events/{{slug}}{named}:" in known, path


@pytest.mark.django_db
def test_the_chain_by_hand(filled: Tournament, tmp_path: Path) -> None:
    path = tmp_path / "event.jsonl"
    path.write_bytes(file_of(filled))
    run = [sys.executable, "-I", "-S", "-c", blocks(FILE_PAGE, "python")[0], str(path)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.stdout.split() == [str(filled.number), filled.head], done.stderr
    path.write_bytes(path.read_bytes().replace(b'"role":"organiser"', b'"role":"scorekeeper"', 1))
    assert "was changed" in subprocess.run(run, capture_output=True, text=True, check=False).stderr


def test_the_lines_of_the_page_are_those_of_one_file() -> None:
    header, line, head = blocks(FILE_PAGE, "json")
    file = event_file.read((header + line).encode())
    assert file.header.number == len(file.acts) == 1
    assert json.loads(line)["act"]["act"]["title"] == "Winter muster"
    assert event_file.replayed(each.entry for each in file.acts).title == "Winter muster"
    said = msgspec.json.decode(head, type=EventCheckpoint)
    assert (said.event, said.number, said.head) == (file.header.event, file.header.number, file.header.head)


def test_the_members_of_the_page_are_those_of_an_act() -> None:
    members = set(re.findall(r"^\| `act\.([a-z]+)` \|", FILE_PAGE, re.M))
    assert members == set(stream.StoredAct.__struct_fields__)
