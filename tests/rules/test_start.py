"""What a process does before it verifies a game: it imports one game system, and reads no book."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from gamelog.setup.paths import ROOT

STEPS = 8
"""So few that none of them rests on the players' word: its label is in a book."""
WATCHED = """
import json, os, runpy, sys
opened = []
sys.addaudithook(lambda name, arguments: opened.append(str(arguments[0])) if name == "open" else None)
sys.argv = ["rules", "verify", sys.argv[1]]
try:
    runpy.run_module("rules", run_name="__main__", alter_sys=True)
except SystemExit as ended:
    code = ended.code
books = [path for path in opened if path.endswith(".toml")]
print(json.dumps({"code": code, "books": books, "opened": opened, "modules": sorted(sys.modules)}))
"""
NEEDLESS = {
    "dataclasses", "importlib.metadata", "importlib.resources", "tomllib", "xml.etree.ElementTree", "zipfile",
    "fractions",
    "rules.audit", "rules.autoplay", "rules.likelihood", "rules.odds", "rules.rosterfile", "rules.schema",
    "rules.sealing",
}  # fmt: skip


def small(ruleset: str, folder: Path) -> Path:
    """The beginning of the smallest golden game of a system."""
    golden = min((ROOT / "tests" / "playthroughs").glob(f"{ruleset}@*/*.jsonl"), key=lambda path: path.stat().st_size)
    written = folder / "small.jsonl"
    written.write_bytes(b"".join(golden.read_bytes().splitlines(keepends=True)[: STEPS + 1]))
    return written


@pytest.mark.parametrize("ruleset", [name for name in rules.RULESETS if (ROOT / "rules" / name).is_dir()])
def test_verifying_imports_one_system_and_reads_no_book(ruleset: str, tmp_path: Path) -> None:
    file = small(ruleset, tmp_path)
    done = subprocess.run([sys.executable, "-c", WATCHED, file], cwd=ROOT, capture_output=True, text=True, check=True)
    first, *_, last = done.stdout.splitlines()
    assert first.startswith(f"verified: {STEPS} steps")
    seen = json.loads(last)
    assert seen["code"] == 0 and str(file) in seen["opened"]
    asked = {ruleset, rules.expands(ruleset)}
    others = [name for name in rules.RULESETS if name not in asked]
    assert [name for name in seen["modules"] if name.startswith(tuple(f"rules.{other}" for other in others))] == []
    assert f"rules.{ruleset}.ruleset" in seen["modules"]
    assert seen["books"] == []
    assert NEEDLESS & set(seen["modules"]) == set()


def test_one_label_is_read_from_one_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = rules.load("wh40k")
    every = dict(ruleset.clauses)
    fresh = type(ruleset)(**{name: getattr(ruleset, name) for name in ruleset.__struct_fields__})
    for key in [*every][:: len(every) // 25]:
        assert fresh.clause(key) == every[key][1]
    assert fresh.clause("wh40k.there.is.none") is None
    assert "clauses" not in vars(fresh)
