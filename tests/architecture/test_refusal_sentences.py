"""Every sentence with which the rules refuse has a Russian one, with the same places."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules.kernel.refusals import places, read

ROOT = Path(__file__).parents[2] / "rules"
SYSTEMS = ("kt", "wh40k", "cod", "t9a", "necro")
CALLS = {
    "require", "objection", "Condition", "breach", "asked", "IllegalAction", "Ground", "unread", "Because", "Objection",
    "explain", "barred", "demand", "TooMany", "OutOfTime",
}  # fmt: skip
"""Functions and types that are given a sentence of a refusal, or words that fill one."""
EXPANDED = {"cod": "wh40k"}
OF_FILES = ("byhand.py", "datasheet.py")
"""What reads lists of armies: a line that it cannot read is no refusal of the rules."""
NOT_SENTENCES = {"{ability}: {note}"}
"""The players' own words."""
MADE_OF_PIECES = {
    f"{{name}} cannot {what} now{{because}}" for what in ("move", "run", "turbo-boost", "move flat out")
}  # fmt: skip
"""What `move.barred` says, which no text holds whole."""


def template(text: ast.JoinedStr) -> str:
    """An f-string as a template; a place is called after the first name in it."""
    said, seen = "", Counter[str]()
    for each in text.values:
        if isinstance(each, ast.Constant):
            said += str(each.value).replace("{", "{{").replace("}", "}}")
        elif isinstance(each, ast.FormattedValue):
            nodes = [node for node in ast.walk(each.value) if isinstance(node, ast.Attribute | ast.Name)]
            first = nodes[0].attr if isinstance(nodes[0], ast.Attribute) else nodes[0].id
            name = first.lower().strip("_")
            seen[name] += 1
            said += "{" + name + (str(seen[name]) if seen[name] > 1 else "") + "}"
    return said


def own(text: str) -> str:
    """What a template says besides its places."""
    return re.sub(r"\{\w*[^}]*\}|\W", "", text)


def assigned(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """What the names of a module may stand for, in whichever function."""
    found: dict[str, list[ast.expr]] = defaultdict(list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found[target.id].append(node.value)
                elif isinstance(target, ast.Tuple):
                    values = [node.value] * len(target.elts)
                    if isinstance(node.value, ast.Tuple) and len(node.value.elts) == len(target.elts):
                        values = node.value.elts
                    for name, value in zip(target.elts, values, strict=True):
                        if isinstance(name, ast.Name):
                            found[name.id].append(value)
    return found


def sentences(
    node: ast.expr | None, known: dict[str, list[ast.expr]], names: frozenset[str] = frozenset()
) -> Iterator[str]:
    """The texts that an expression may come to; `names` are those that have been followed to it."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr():
            yield template(node)
        case ast.IfExp(body=one, orelse=other):
            yield from sentences(one, known, names)
            yield from sentences(other, known, names)
        case ast.Tuple(elts=each):
            for one in each:
                yield from sentences(one, known, names)
        case ast.Name(id=name) if name not in names:
            for value in known.get(name, ()):
                yield from sentences(value, known, names | {name})
        case ast.Dict(values=each):
            for one in each:
                yield from sentences(one, known, names)
        case ast.Call(func=ast.Attribute(value=inner)) | ast.Subscript(value=inner):
            yield from sentences(inner, known, names)


def sentences_of(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text())
    known = assigned(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            values = [*node.args, *(each.value for each in node.keywords)] if called in CALLS else []
            bars = "barred" in called
        elif isinstance(node, ast.Yield | ast.Return) and isinstance(node.value, ast.Tuple):
            values, bars = node.value.elts[1:2], False
        else:
            continue
        for value in values:
            for text in sentences(value, known):
                yield text + "{because}" if bars and "{" in text else text


@cache
def collected(system: str) -> frozenset[str]:
    """Whatever the rules of a system refuse with."""
    if system == "kernel":
        paths = [*(ROOT / "kernel").rglob("*.py"), *ROOT.glob("*.py")]
    else:
        paths = [each for each in (ROOT / system).rglob("*.py") if each.name not in OF_FILES]
    texts = {text for path in sorted(paths) for text in sentences_of(path) if " " in text.strip() and own(text)}
    return frozenset(texts - NOT_SENTENCES)


def known(system: str) -> dict[str, str]:
    packages = [f"rules.{name}.book" for name in (EXPANDED.get(system), system) if name and name != "kernel"]
    return {**read("rules.kernel"), **{en: ru for package in packages for en, ru in read(package).items()}}


@pytest.mark.parametrize("system", ["kernel", *SYSTEMS])
def test_every_sentence_of_a_refusal_has_a_russian_one(system: str) -> None:
    assert len(collected(system)) > 40
    assert sorted(collected(system) - known(system).keys()) == []


@pytest.mark.parametrize("system", ["kernel", *SYSTEMS])
def test_it_has_the_same_places(system: str) -> None:
    assert {en: ru for en, ru in known(system).items() if places(en) != places(ru)} == {}


@pytest.mark.parametrize("system", ["kernel", *SYSTEMS])
def test_no_sentence_is_kept_that_nothing_refuses_with(system: str) -> None:
    package = "rules.kernel" if system == "kernel" else f"rules.{system}.book"
    whole = {en for en in read(package) if places(en) and own(en)}
    assert sorted(whole - collected(system) - MADE_OF_PIECES) == []
