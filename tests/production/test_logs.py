"""Lines of the log: an object each, nothing about people, and files that several processes write and turn over."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gamelog import logs
from gamelog.setup.paths import ROOT

WRITER = """
import logging, logging.config, sys
from gamelog import logs
style, folder, who, lines, largest = sys.argv[1:]
config = logs.configured(style=style, level="INFO", folder=folder, process="worker", largest=int(largest))
logging.config.dictConfig(config)
for number in range(int(lines)):
    logging.getLogger("some").info("line %s of %s", number, who)
"""


def write(style: str, folder: str, who: str, lines: int, largest: int = 0) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, style, folder, who, str(lines), str(largest)]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)


def test_a_line_is_an_object() -> None:
    process = write("json", "", "me", 2)
    said = process.communicate(timeout=60)[1].splitlines()
    assert [json.loads(line)["event"] for line in said] == ["line 0 of me", "line 1 of me"]
    assert set(json.loads(said[0])) == {"event", "level", "logger", "timestamp"}


def test_several_processes_turn_over_one_file_and_lose_no_line(tmp_path: Path) -> None:
    writers = [write("json", str(tmp_path), name, 300, largest=30_000) for name in "abc"]
    assert [each.wait(120) for each in writers] == [0, 0, 0]
    files = sorted(tmp_path.glob("worker.log*"))
    assert {"worker.log", "worker.log.1"} <= {path.name for path in files}
    assert all(path.stat().st_size < 31_000 for path in files)
    said = [json.loads(line)["event"] for path in files for line in path.read_text().splitlines()]
    assert sorted(said) == sorted(f"line {number} of {name}" for number in range(300) for name in "abc")


def test_a_file_that_was_moved_away_is_made_anew(tmp_path: Path) -> None:
    handler = logs.SizedFileHandler(str(tmp_path / "web.log"), largest=0)
    record: Any = logging.makeLogRecord({"msg": "said"})
    handler.emit(record)
    (tmp_path / "web.log").rename(tmp_path / "web.log.old")
    handler.emit(record)
    handler.close()
    assert [(tmp_path / name).read_text() for name in ("web.log", "web.log.old")] == ["said\n", "said\n"]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Key (email)=(ada.b@club.example) already exists", "Key (email)=(***) already exists"),
        ("cannot reach redis://user:secret@cache:6379/0", "cannot reach redis://***@cache:6379/0"),
        ("Authorization: Token 0123456789abcdef", "Authorization: Token ***"),
        ("sent Bearer abc.def-ghi", "sent Bearer ***"),
        ("kt@2018.1 is verified", "kt@2018.1 is verified"),
        ("token 5 of 7", "token 5 of 7"),
    ],
)
def test_what_opens_something_or_leads_to_somebody_is_masked(said: str, kept: str) -> None:
    line = {"event": said, "ip": "10.0.0.1", "user_agent": "Browser", "code": 200}
    assert logs.without_people(None, "info", line) == {"event": kept, "code": 200}
