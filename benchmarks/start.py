"""Verifying a small file: what a whole process costs, from nothing to the verdict, for every game system.

The first steps of the smallest golden game of each system, verified by `python -m rules verify` with its modules
compiled before, beside an interpreter that does nothing and one that only imports `msgspec`, in processor time.

    python -m benchmarks.start [--steps 20] [--rounds 11]
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

import rules
from benchmarks.games import ROOT
from benchmarks.measure import number, print_table, print_versions

GOLDEN = ROOT / "tests" / "playthroughs"
REFERENCES = {"nothing": ["-c", "pass"], "import msgspec": ["-c", "import msgspec"]}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=20, help="steps of each file")
    parser.add_argument("--rounds", type=int, default=11, help="processes of each kind")
    parsed = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="gamelog-start-") as name:
        folder = Path(name)
        subjects = dict(REFERENCES)
        for ruleset in rules.RULESETS:
            file = shortened(ruleset, parsed.steps, folder)
            if file:
                subjects[rules.load(ruleset).name] = ["-m", "rules", "verify", str(file)]
        # Compiled modules are kept in a folder of its own, whatever the environment says about writing them.
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        spent: dict[str, list[float]] = {what: [] for what in subjects}
        for each in range(parsed.rounds + 1):
            for what, words in subjects.items():
                taken = processor_time(words, environment)
                if each:  # the first round compiles
                    spent[what].append(taken)
    print_versions()
    least = min(spent["nothing"])
    rows = [
        (what, number(min(taken)), number(median(taken)), number(min(taken) / least, 1))
        for what, taken in spent.items()
    ]
    heads = ("", "least ms", "median ms", "beside nothing")
    print_table(f"verifying {parsed.steps} steps, processor time of a process, {parsed.rounds} rounds", heads, rows)
    print("goal: below 150 ms")


def shortened(ruleset: str, steps: int, folder: Path) -> Path | None:
    """The first steps of the smallest golden game of a system; None if it has none here."""
    found = sorted(GOLDEN.glob(f"{ruleset}@*/*.jsonl"), key=lambda path: path.stat().st_size)
    if not found:
        return None
    written = folder / f"{ruleset}.jsonl"
    written.write_bytes(b"".join(found[0].read_bytes().splitlines(keepends=True)[: steps + 1]))
    return written


def processor_time(words: Sequence[str], environment: Mapping[str, str]) -> float:
    """Milliseconds of processor time of one process. Raises: CalledProcessError if it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


if __name__ == "__main__":
    main()
