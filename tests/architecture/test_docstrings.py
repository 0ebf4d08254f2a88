"""Every module has a docstring. Whether a function's docstring says more than its name, no test can check."""

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
    # An empty file is just a package; a file with only a comment is not.
    assert [path for path, tree in trees().items() if not documented(tree) and (ROOT / path).read_text().strip()] == []
