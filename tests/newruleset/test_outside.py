"""Nothing outside a ruleset's own folder names it: what a new one needs is in its own description."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import rules
from gamelog.setup.paths import ROOT

EXAMPLES = {"gamelog/games/demo.py", "gamelog/games/proof.py", "gamelog/tournaments/demo.py"}
"""The demo and the proof of an installation play games that we have."""
OURS = [name for name in rules.RULESETS if (ROOT / "rules" / name).is_dir()]
NAMED = re.compile(rf"(?:rules\.)?(?:{'|'.join(OURS)})(?:\.[A-Za-z0-9_.-]+)?")
"""The id of a ruleset, of one of its clauses, or the name of one of its modules."""
QUOTED = re.compile(r"""["'`]([^"'`\s]+)["'`]""")


def sources() -> Iterator[Path]:
    """Everything that runs outside the rulesets: engine, site, pages with their scripts and templates."""
    for folder in ("rules", "gamelog", "frontend"):
        for path in sorted((ROOT / folder).rglob("*")):
            parts = path.relative_to(ROOT).parts
            foreign = "node_modules" in parts or "dist" in parts or (folder == "rules" and parts[1] in OURS)
            if path.suffix in (".py", ".ts", ".html") and not foreign and ".test." not in path.name:
                yield path


def words(path: Path) -> Iterator[str]:
    """The strings of a file, without its comments if it is Python, and the modules that it imports."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from QUOTED.findall(text)
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


def test_nothing_outside_a_ruleset_names_one() -> None:
    found = {str(path.relative_to(ROOT)): word for path in sources() for word in words(path) if NAMED.fullmatch(word)}
    assert {path: word for path, word in found.items() if path not in EXAMPLES} == {}
    assert found.keys() == EXAMPLES


def test_our_own_are_found_without_a_list() -> None:
    assert len(OURS) >= 5 and "noughts" not in OURS
