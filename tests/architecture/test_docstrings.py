"""Every module says what it is; that a function says what its name does not, no test can ask for."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("rules", "gamelog", "frontend")


def modules() -> list[Path]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    return sorted(p for p in found if not {"migrations", "node_modules"} & set(p.parts) and p.name != "apps.py")


def documented(node: ast.AST) -> bool:
    return bool(ast.get_docstring(node))  # type: ignore[arg-type]


@cache
def trees() -> dict[str, ast.Module]:
    """The parsed text of each module, by its path."""
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text()) for path in modules()}


def test_every_module_says_what_it_is() -> None:
    # An empty file is a package and nothing else; one that holds a comment alone is not.
    assert [path for path, tree in trees().items() if not documented(tree) and (ROOT / path).read_text().strip()] == []
