"""Which test holds which row of the rules: `python3 -m tests.rows [wh40k]` prints id, status and tests, tab-separated.

A test names a row by its id, in its body, its parameters, a comment, or a table of its module; the id may go on after
the row's (`kt.move.normal.exactly-6in` names a row of the table of `kt.move.normal`).
"""

from __future__ import annotations

import ast
import csv
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import rules

ROOT = Path(__file__).parents[1]
ROWS = {"kt": "kill-team.tsv", "wh40k": "warhammer-40k-6e.tsv", "cod": "cities-of-death.tsv"}
"""The file of rows to deliver of each ruleset, in ../shared/rules."""
NOT_TESTS = ("architecture", "playthroughs")
"""Folders whose files list ids without holding anything to them."""


def path(ruleset: str) -> Path:
    """Where the rows of a ruleset lie; the folder beside the project may be absent."""
    return ROOT.parent / "shared/rules" / ROWS[ruleset]


@cache
def rows(ruleset: str) -> Mapping[str, Mapping[str, str]]:
    """The rows to deliver by id. Raises FileNotFoundError where ../shared is absent."""
    with path(ruleset).open(encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}


def clause_of(name: str, known: Mapping[str, object]) -> str:
    """The longest clause id a name begins with; empty where there is none."""
    while name and name not in known:
        name = name[: max(name.rfind("."), name.rfind("-"), 0)]
    return name


@cache
def named(ruleset: str) -> Mapping[str, tuple[str, ...]]:
    """The tests that name each clause of a ruleset: `tests/rules/kt/test_move.py::test_a_move`."""
    known = rules.load(ruleset).clauses
    systems = "|".join(sorted({key.partition(".")[0] for key in known}))
    written = re.compile(rf"\b(?:{systems})\.[a-z0-9.-]*[a-z0-9]")
    found: dict[str, dict[str, None]] = {}
    for file in sorted((ROOT / "tests").rglob("*.py")):
        if file.name == Path(__file__).name or any(part in NOT_TESTS for part in file.parts):
            continue
        for test, text in _texts(file):
            for name in written.findall(text):
                clause = clause_of(name, known)
                if clause:
                    found.setdefault(clause, {})[test] = None
    return {key: tuple(tests) for key, tests in found.items()}


def _texts(file: Path) -> Iterator[tuple[str, str]]:
    """The text of each test of a file, the lines before it that belong to nothing else included; else of the file."""
    where, text = str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")
    lines, done = text.splitlines(), 0
    for node in ast.parse(text).body:
        test = f"{where}::{node.name}" if isinstance(node, ast.FunctionDef | ast.ClassDef) else where
        end = node.end_lineno or done
        yield test, "\n".join(lines[done:end])
        done = end


def report(ruleset: str) -> Iterator[str]:
    """A line a clause of the ruleset's own: its id, its status, the tests that name it."""
    tests = named(ruleset)
    for key, (_, clause) in rules.load(ruleset).clauses.items():
        if key.startswith(f"{ruleset}."):
            yield "\t".join((key, clause.status, " ".join(tests.get(key, ())) or "-"))


if __name__ == "__main__":
    for chosen in sys.argv[1:] or rules.RULESETS:
        for line in report(chosen):
            print(line)
