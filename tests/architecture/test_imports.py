"""No import cycles: imports inside functions and for type checking count like any others.

The layers of the apps are contracts of import-linter (pyproject.toml), which sees modules; this test also sees tables,
and finds cycles within an app.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import networkx
import pytest
from django.apps import apps

import gamelog
from gamelog.celery import app
from gamelog.messages import Task

ROOT = Path(__file__).parents[2]
FOLDERS = ("rules", "gamelog", "frontend")
APPS = (
    "people", "signing", "games", "reverify", "clubs", "tournaments", "studies", "transparency", "seasons", "evidence",
    "accounts", "api",
)  # fmt: skip
"""From the lowest; those of a layer in any order, since none of them may point at another."""


def modules() -> dict[str, Path]:
    """Every module by its name."""
    found = {}
    for path in (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        if not {"node_modules", "migrations"} & set(path.parts):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(name: str, path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules of the project that a module imports anywhere."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        wanted: list[str] = []
        if isinstance(node, ast.Import):
            wanted = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            wanted = [f"{base}.{each.name}" if f"{base}.{each.name}" in known else base for each in node.names]
        yield from (each for each in wanted if each in known and each != name)


def circles(known: Mapping[str, Path]) -> list[list[str]]:
    """Groups of modules that import each other, directly or not."""
    graph = networkx.DiGraph((name, each) for name, path in known.items() for each in imported(name, path, known))
    return sorted(sorted(group) for group in networkx.strongly_connected_components(graph) if len(group) > 1)


def test_no_circle_of_files() -> None:
    assert circles(modules()) == []


@pytest.mark.parametrize("hidden", ["def later():\n    from b import x", "if TYPE_CHECKING:\n    import b"])
def test_a_hidden_import_is_seen(tmp_path: Path, hidden: str) -> None:
    known = {name: tmp_path / f"{name}.py" for name in ("a", "b", "c")}
    for name, text in {"a": hidden, "b": "import c", "c": "from a import y"}.items():
        known[name].write_text(text)
    assert circles(known) == [["a", "b", "c"]]


def test_tables_point_down_as_modules_do() -> None:
    labels = {label: floor for floor, label in enumerate(APPS)}
    climbing = [
        f"{model._meta.label}.{field.name} -> {field.related_model._meta.label}"
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if not field.auto_created and field.is_relation and isinstance(field.related_model, type)
        if model._meta.app_label in labels and field.related_model._meta.app_label in labels
        if labels[field.related_model._meta.app_label] > labels[model._meta.app_label]
    ]
    assert climbing == []


def test_every_task_that_is_sent_by_name_is_known_to_workers() -> None:
    found = set()
    for module in pkgutil.walk_packages(gamelog.__path__, "gamelog."):
        if ".migrations" not in module.name and not module.name.startswith("gamelog.setup"):
            values = vars(importlib.import_module(module.name)).values()
            found |= {value for value in values if isinstance(value, Task)}
    assert {task.name for task in found} <= set(app.tasks)
    assert len(found) >= 7
