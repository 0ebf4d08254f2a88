"""Each benchmark runs in a tiny size, with the installed references. Its measurements are never asserted."""

import subprocess
import sys

import pytest

from gamelog.setup.paths import ROOT

TINY = {
    "verify": (["--games", "1", "--rounds", "1", "--no-node"], "verified decisions per second of one core"),
    "fold": (["--events", "40", "--rounds", "1"], "40 events"),
    "seek": (["--events", "60", "120", "--rounds", "1"], "seek in a game of 120 events"),
    "offline": (["--events", "60", "--rounds", "1"], "verifying 60 events"),
    "systems": (["--games", "1", "--rounds", "1", "--events", "60"], "Warhammer 40,000"),
    "positions": (["--games", "1", "--rounds", "1", "--systems", "kt"], "Kill Team"),
    "events": (["--players", "6", "--rounds", "2"], "6 players, 2 rounds"),
    "pairing": (["--players", "8", "--rounds", "2", "--events", "1"], "8 players"),
    "live": (["--spectators", "10", "--steps", "5"], "10 spectators, 5 steps"),
    "append": (["--clients", "2", "--seconds", "0.5", "--rounds", "1"], "2 clients, 1 rounds"),
    "recorder": (["--positions", "1", "--times", "1", "--games", "1", "--systems", "kt"], "1 questions of each kind"),
    "watching": (["--events", "60", "--golden", "0", "--times", "1"], "kt, 60"),
    "pages": (["--events", "60", "--times", "2"], "second view, 60 events"),
    "standings": (["--players", "16", "--rounds", "2", "--times", "6"], "16 players, round 2"),
    "workers": (["--games", "3", "--rounds", "1"], "3 games"),
    "start": (["--rounds", "1"], "verifying 20 steps"),
    "memory": (["--verifications", "10", "--appends", "10"], "10 appends"),
    "growth": (["--games", "10", "20", "--times", "2"], "games of 20 events"),
    "profile": (["--games", "1", "--top", "5"], "rules.kernel.engine.verify"),
}


@pytest.mark.parametrize("name", TINY)
def test_runs_in_a_tiny_size(name: str) -> None:
    arguments, expected = TINY[name]
    command = [sys.executable, "-m", f"benchmarks.{name}", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout


def test_every_script_is_run() -> None:
    scripts = {path.stem for path in (ROOT / "benchmarks").glob("*.py") if "__main__" in path.read_text()}
    assert scripts == set(TINY)
