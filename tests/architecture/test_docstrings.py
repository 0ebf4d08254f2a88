"""Every public function says what it does: its units, its errors, and where a rule stands in the document."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_public_name_has_a_docstring(path: Path) -> None:
    tree = ast.parse(path.read_text())
    silent = [
        name
        for name, node in public(tree)
        if name.rpartition(".")[2] not in INHERITED | FRAMEWORK and not ast.get_docstring(node)  # type: ignore[arg-type]
    ]
    assert silent == []


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_says_what_it_is(path: Path) -> None:
    text = path.read_text()
    assert not text.strip() or ast.get_docstring(ast.parse(text))
