"""docs/game-file.md: its examples are real, and its instructions for checking by hand work."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from gamelog.setup.paths import ROOT
from rules import trailers
from tests.evidence.signed import key, secret, signed, whole
from tests.evidence.test_schema import lines, validator

PAGE = (ROOT / "docs" / "game-file.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)


def test_the_examples_are_lines_of_one_file() -> None:
    shown = "".join(blocks("json"))
    for name, line in lines(shown.encode()):
        validator(name).validate(line)
    _, event, *_ = shown.splitlines()
    assert {name for name, _ in lines(shown.encode())} == {"header", "line", "keys", "checkpoint", "seal"}
    body = event[len('{"event":') : event.rindex(',"hash":"')].encode()
    assert f'"hash":"{rules.digest(body)}"' in event
    keys = trailers.read_keys(blocks("json")[1].encode())
    assert [found.id for found in keys] == [key("first").id, key("second").id], "keys of the tests, never a site's"
    assert secret("first").hex() not in PAGE


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(signed(whole()).dump())
    return path


def test_the_chain_by_hand(file: Path) -> None:
    program = blocks("python")[0]
    run = [sys.executable, "-I", "-S", "-c", program, str(file)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.stdout.split() == [str(len(whole().records)), whole().head], done.stderr
    file.write_bytes(file.read_bytes().replace(b'"by":"a"', b'"by":"b"', 1))
    assert "was changed" in subprocess.run(run, capture_output=True, text=True, check=False).stderr


def test_the_signature_by_hand(file: Path) -> None:
    if not shutil.which("openssl"):
        pytest.skip("OpenSSL's command is not installed")
    script = blocks("sh")[0]
    done = subprocess.run(["bash", "-c", script], cwd=file.parent, capture_output=True, text=True, check=False)
    assert "Verified Successfully" in done.stdout, done.stdout + done.stderr
    file.write_bytes(file.read_bytes().replace(b'"finished":true', b'"finished":false'))
    assert subprocess.run(["bash", "-c", script], cwd=file.parent, capture_output=True, check=False).returncode
