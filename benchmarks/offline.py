"""The offline verifier: the whole process, from nothing to the verdict, cold (unpacking itself) and warm.

A signed game of some 2,000 events with the digest of every position is verified by the archive on an interpreter with
nothing installed. Beside it an interpreter that starts and does nothing, so that a slow machine shows.

    python -m benchmarks.offline [--events 2000] [--rounds 7]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from statistics import median

import msgspec

import rules
from benchmarks.games import long_game
from benchmarks.measure import print_table, print_versions
from gamelog.evidence import archive
from rules import evidence, trailers
from rules.gamefile import GameFile

SECRET = sha256(b"benchmarks.offline").digest()
BEGAN = "2026-01-01T00:00:00Z"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--events", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=7)
    parsed = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="gamelog-offline-") as name:
        folder = Path(name)
        file = signed(long_game(parsed.events))
        (folder / "game.jsonl").write_bytes(file.dump())
        python = bare(folder / "bare")
        built = archive.build(folder / "gamelog-verify.pyz")
        times: dict[str, list[float]] = {}
        for each in range(parsed.rounds):
            verify = [str(built), str(folder / "game.jsonl")]
            home = folder / f"home{each}"
            for what, words in (("nothing", ["-c", ""]), ("cold", verify), ("warm", verify)):
                times.setdefault(what, []).append(seconds(python, words, home))
        print_versions()
        _print(times, len(file.records), built.stat().st_size, len(file.dump()))


def signed(plain: GameFile) -> GameFile:
    """The game under a throw-away key, with digests of its positions."""
    public = evidence.public_of(SECRET)
    key = trailers.Key(id=trailers.key_id(public), public=public, since=BEGAN)
    file = GameFile(msgspec.structs.replace(plain.header, issuer=key.id))
    for event in plain.events:
        file.records.append(rules.seal(msgspec.structs.replace(event, previous=file.head)))
    ruleset = rules.load("kt")
    over = rules.fold(ruleset, file.events).over is not None
    said = trailers.Checkpoint(
        at=BEGAN, finished=over, game=plain.header.game, head=file.head, number=len(file.records)
    )
    signature = trailers.Signature(key.id, evidence.sign(SECRET, said.bytes()))
    file.keys, file.checkpoint = (key,), trailers.CheckpointLine(said, (signature,))
    return evidence.with_states(file, ruleset)


def bare(folder: Path) -> Path:
    """An interpreter in an environment with nothing installed."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    return folder / "bin" / "python"


def seconds(python: Path, words: Sequence[str], home: Path) -> float:
    """The wall-clock time of one process. Raises: RuntimeError if it fails."""
    command = ["env", "-i", f"SHIV_ROOT={home}", str(python), "-I", "-S", *words]
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    taken = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(f"an honest game does not verify: {done.stdout}{done.stderr}")
    return taken


def _print(times: dict[str, list[float]], events: int, size: int, file: int) -> None:
    heads = ("", "median", "best", "worst")
    rows = [(what, *(f"{of(taken):.2f}" for of in (median, min, max))) for what, taken in times.items()]
    sizes = f"{file / 2**20:.1f} MiB with an archive of {size / 2**20:.1f} MiB"
    print_table(f"verifying {events} events, {sizes}, seconds", heads, rows)
    print("goal: below 2 seconds")


if __name__ == "__main__":
    main()
