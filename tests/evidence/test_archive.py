"""The offline verifier in one file, on an interpreter with nothing installed, gives the server's verdicts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rules
from gamelog.evidence import archive
from rules import trailers
from rules.kernel.dice import Seeded
from rules.verdict import verdict
from tests.evidence.signed import key, seal, signed, small, whole
from tests.evidence.test_bytes import changed, places
from tests.evidence.test_evidence import ATTACKS

KEYS = (key("first"),)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return archive.build(tmp_path_factory.mktemp("archive") / "gamelog-verify.pyz")


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter of an environment with nothing installed, not even pip."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    probe = "import importlib.util as u, sys; sys.exit(any(map(u.find_spec, ('msgspec', 'cryptography', 'rules'))))"
    assert subprocess.run([python, "-I", "-c", probe], check=False).returncode == 0
    return python


def run(bare: Path, built: Path, home: Path, *arguments: Any) -> subprocess.CompletedProcess[str]:
    """Run the archive in an empty environment, without site packages; no network needed."""
    command = ["env", "-i", f"SHIV_ROOT={home}", str(bare), "-I", "-S", str(built), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False, cwd=home)


def corpus() -> Iterator[bytes]:
    """Good games, and bad ones of every kind that other tests know."""
    for seed in range(120):
        yield small(seed, states=seed % 3 == 0).dump()
        dice = Seeded(b"%d" % seed, "archive")
        data = small(seed, states=seed % 2 == 0).dump()
        for _, at in [*places(data, dice)][:: 12 if seed % 2 else 9]:
            yield changed(data, at, dice)
    for make, _ in ATTACKS.values():
        yield make()
    yield signed(whole(5), "stranger").dump()
    yield rules.GameFile(whole().header, whole().records).dump()


def judged(data: bytes) -> Any:
    try:
        found = verdict(data, KEYS)
    except rules.Malformed as error:
        return {"unreadable": rules.problem(error).line()}
    plain = {**msgspec.to_builtins(found.report), "evidence": found.evidence}
    return json.loads(msgspec.json.encode(plain))


def test_archive_and_server_agree_on_hundreds_of_games(bare: Path, built: Path, tmp_path: Path) -> None:
    files = [*corpus()]
    assert len(files) >= 300
    (tmp_path / "keys.json").write_bytes(rules.canonical(trailers.KeysLine(KEYS)))
    for number, data in enumerate(files):
        (tmp_path / f"{number:03}.jsonl").write_bytes(data)
    names = sorted(tmp_path.glob("*.jsonl"))
    done = run(bare, built, tmp_path, *names, "--keys", tmp_path / "keys.json", "--json")
    assert done.stderr == ""
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each.pop("file") for each in said] == [str(name) for name in names]
    expected = [judged(data) for data in files]
    assert said == expected
    kinds = {each.get("verdict", "unreadable") for each in expected}
    assert kinds == {"verified", "findings", "unreadable"}
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("make", "code", "words"),
    [
        pytest.param(lambda: whole().dump(), 0, ["verified: ", "signed by key", "winner:"], id="verified"),
        pytest.param(lambda: small(2).dump(), 0, ["verified: ", "not finished"], id="not finished"),
        pytest.param(ATTACKS["an event dropped"][0], 1, ["findings: ", "first bad step: 9", "[log.chain]"], id="bad"),
        pytest.param(lambda: b"PGN", 2, ["cannot be read"], id="no game"),
    ],
)
def test_what_it_says_of_one_file(
    make: Any, code: int, words: list[str], bare: Path, built: Path, tmp_path: Path
) -> None:
    (tmp_path / "game.jsonl").write_bytes(make())
    done = run(bare, built, tmp_path, tmp_path / "game.jsonl")
    assert done.returncode == code, done.stderr
    assert [word for word in words if word not in done.stdout + done.stderr] == []


def test_it_knows_the_words_of_the_catalogue(bare: Path, built: Path, tmp_path: Path) -> None:
    """They are in text files beside the code, which the archive contains too."""
    (tmp_path / "game.jsonl").write_bytes(whole().dump())
    done = run(bare, built, tmp_path, tmp_path / "game.jsonl", "--steps")
    assert done.returncode == 0, done.stderr
    assert rules.load("kt").clauses["kt.initiative.roll"][1].en in done.stdout


def test_seal_and_keys_as_they_are_published(bare: Path, built: Path, tmp_path: Path) -> None:
    game, under, other = tmp_path / "game.jsonl", tmp_path / "seal.json", tmp_path / "other.json"
    game.write_bytes(whole(1).dump())
    under.write_bytes(rules.canonical(seal([whole(1), whole(2)])))
    other.write_bytes(rules.canonical(seal([whole(2), whole(3)])))
    (tmp_path / "keys.json").write_bytes(rules.canonical(trailers.KeysLine(KEYS)))
    arguments = (game, "--keys", tmp_path / "keys.json", "--seal")
    good, bad = (run(bare, built, tmp_path, *arguments, path) for path in (under, other))
    assert (good.returncode, bad.returncode) == (0, 1), good.stdout + good.stderr
    assert "which is one of the trusted keys" in good.stdout
    assert "holds no game" in bad.stdout and "[log.seal]" in bad.stdout


def test_it_is_a_program_of_its_own_and_always_the_same_bytes(built: Path, tmp_path: Path) -> None:
    assert archive.build(tmp_path / "gamelog-verify.pyz").read_bytes() == built.read_bytes()
    assert os.access(built, os.X_OK)
    assert built.read_bytes().startswith(b"#!/usr/bin/env python3.11\n")


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(archive, "PACKAGES", ("no-such-package",))
    with pytest.raises(archive.NotBuilt, match="no-such-package is not installed"):
        archive.build(tmp_path / "x.pyz")
