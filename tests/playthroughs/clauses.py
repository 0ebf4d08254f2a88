"""Which clauses a golden game can show, read off the code: those that are more than a reason to refuse."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import rules
from rules.kernel.rule import Rule

ELSEWHERE = ("datasheet", "options", "paths", "player", "position", "roster", "ruleset", "telling")
"""Modules without effects: they read rosters and positions, and list what may be declared."""
CATALOGUE, PLAYER = "book", "playing"
REFUSING = {"require": 1, "option": 1, "Condition": 0, "objection": 0, "asked": 2}
"""What refuses by a clause or asks for an option, and which of its arguments names that."""


def shown(ruleset: rules.Ruleset, of_acting: bool) -> set[str]:
    """Enforced and assumed clauses of a ruleset's own package that an effect may name; with `of_acting` those too that
    only their rule's text names, of rules that act at hooks.
    """
    cited: set[str] = set()
    for path in sorted((Path(rules.__file__).parent / ruleset.id).rglob("*.py")):
        if path.parent.name not in (CATALOGUE, PLAYER) and path.stem not in ELSEWHERE:
            cited |= set(_cited(ast.parse(path.read_text(encoding="utf-8")), _module(path)))
    for rule in ruleset.rules if of_acting else ():
        cited |= {rule[key] for key in rule.clauses} if rule.handlers else set()
    return cited & own_clauses(ruleset)


def acting(ruleset: rules.Ruleset) -> set[str]:
    """Ids of a system's own rules that act at hooks."""
    return {rule.id for rule in ruleset.rules if rule.handlers and rule.id.startswith(f"{ruleset.id}.")}


def own_clauses(ruleset: rules.Ruleset) -> set[str]:
    """Enforced and assumed clauses that are of this system alone."""
    kept = {key for key, (_, clause) in ruleset.clauses.items() if clause.status in ("enforced", "assumed")}
    return {key for key in kept if key.startswith(f"{ruleset.id}.")}


def _module(path: Path) -> ModuleType:
    parts = path.relative_to(Path(rules.__file__).parent).with_suffix("").parts
    return importlib.import_module(".".join(("rules", *(part for part in parts if part != "__init__"))))


def _cited(tree: ast.Module, module: ModuleType) -> Iterator[str]:
    """Ids of clauses a module names, but for those it refuses or offers by and the options it asks for."""
    refusals = {
        id(node.args[REFUSING[_name(node)]])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _name(node) in REFUSING and len(node.args) > REFUSING[_name(node)]
    }
    offers = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node) == "Option"]
    refusals |= {id(part) for offer in offers for part in ast.walk(offer)}
    for node in ast.walk(tree):
        if id(node) in refusals:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            yield _clause(node.value, node.slice.value, module)


def _clause(of: ast.expr, key: Any, module: ModuleType) -> str:
    """The clause that `RULE["key"]` is; empty where it is something else."""
    found = getattr(module, of.id, None) if isinstance(of, ast.Name) else None
    if isinstance(of, ast.Attribute) and isinstance(of.value, ast.Name):
        found = getattr(getattr(module, of.value.id, None), of.attr, None)
    return found[key] if isinstance(found, Rule) and key in found.clauses else ""


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
