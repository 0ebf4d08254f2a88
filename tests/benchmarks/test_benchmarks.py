"""Each benchmark runs in a tiny size, with the installed references. Its measurements are never asserted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.database import EMPTY
from gamelog.setup.paths import ROOT

TINY = {
    "verify": (["--games", "1", "--rounds", "1", "--no-node"], "verified decisions per second of one core"),
    "fold": (["--events", "40", "--rounds", "1"], "40 events"),
    "seek": (["--events", "60", "120", "--rounds", "1"], "seek in a game of 120 events"),
    "offline": (["--events", "60", "--rounds", "1"], "verifying 60 events"),
    "systems": (["--games", "1", "--rounds", "1", "--events", "60"], "Warhammer 40,000"),
    "positions": (["--games", "1", "--rounds", "1", "--systems", "kt"], "Kill Team"),
    "odds": (["--games", "1", "--ways", "50", "--systems", "kt", "--plain"], "no milestones"),
    "events": (["--players", "6", "--rounds", "2"], "6 players, 2 rounds"),
    "pairing": (["--players", "8", "--rounds", "2", "--events", "1"], "8 players"),
    "live": (["--spectators", "10", "--steps", "5"], "10 spectators, 5 steps"),
    "append": (["--clients", "2", "--seconds", "0.5", "--rounds", "1"], "2 clients, 1 rounds"),
    "recorder": (["--positions", "1", "--times", "1", "--games", "1", "--systems", "kt"], "1 questions of each kind"),
    "watching": (["--events", "60", "--golden", "0", "--times", "1", "--stops", "20"], "kt, 60"),
    "pages": (["--events", "60", "--times", "2"], "second view, 60 events"),
    "places": (["--players", "8", "16", "--rounds", "2", "--unsure", "2", "--times", "1"], "2 rounds, 8 tie-breaks"),
    "standings": (["--players", "16", "--rounds", "2", "--times", "6"], "16 players, round 2"),
    "production": (["--only", "watching"], "an id and counters"),
    "workers": (["--games", "3", "--rounds", "1"], "3 games"),
    "start": (["--rounds", "1"], "verifying 20 steps"),
    "memory": (["--verifications", "10", "--appends", "10"], "10 appends"),
    "log": (["--games", "3", "6", "--times", "1"], "The transparency log"),
    "records": (["--games", "1", "--rounds", "1"], "the most that a check holds"),
    "soak": (
        ["--minutes", "0.02", "--tables", "3", "--battles", "1", "--spectators", "2", "--every", "0.1"],
        "3 tables",
    ),
    "growth": (["--games", "10", "20", "--times", "2"], "games of 20 events"),
    "hostile": (["--sizes", "20000", "--only", "kt: costs"], "honest"),
    "uploads": (["--files", "2", "--events", "60"], "200, 200"),
    "profile": (["--games", "1", "--top", "5"], "rules.kernel.engine.verify"),
}


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database, made once for all benchmarks of this process."""
    folder = tmp_path_factory.mktemp("empty")
    made = folder / "empty.sqlite3"
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{made}", "GAMELOG_VAR": str(folder)}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return made


@pytest.mark.parametrize("name", TINY)
def test_runs_in_a_tiny_size(name: str, empty: Path) -> None:
    arguments, expected = TINY[name]
    command = [sys.executable, "-m", f"benchmarks.{name}", *arguments]
    environment = {**os.environ, EMPTY: str(empty)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout


def test_every_script_is_run() -> None:
    scripts = {path.stem for path in (ROOT / "benchmarks").glob("*.py") if "__main__" in path.read_text()}
    assert scripts == set(TINY)
