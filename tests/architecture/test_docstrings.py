"""Every public function says what it does: its units, its errors, and where a rule stands in the document."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("rules", "gamelog", "frontend")
INHERITED = {"apply", "handle", "add_arguments", "ready"}
"""Methods whose meaning is their base's: an effect's `apply`, a management command's, an app's."""
FRAMEWORK = {"Command", "Migration"}


def modules() -> list[Path]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    return sorted(p for p in found if not {"migrations", "node_modules"} & set(p.parts) and p.name != "apps.py")


def public(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name, node
            for member in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                    yield f"{node.name}.{member.name}", member


def documented(node: ast.AST) -> bool:
    return bool(ast.get_docstring(node))  # type: ignore[arg-type]


@cache
def trees() -> dict[str, ast.Module]:
    """The parsed text of each module, by its path."""
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text()) for path in modules()}


def test_every_public_name_has_a_docstring() -> None:
    silent = [
        f"{path}: {name}"
        for path, tree in trees().items()
        for name, node in public(tree)
        if name.rpartition(".")[2] not in INHERITED | FRAMEWORK and not documented(node)
    ]
    assert silent == []


def test_every_module_says_what_it_is() -> None:
    # An empty file is a package and nothing else; one that holds a comment alone is not.
    assert [path for path, tree in trees().items() if not documented(tree) and (ROOT / path).read_text().strip()] == []
