"""Rows with nothing to enforce: shown to readers with status, labels and source, and with no part in a decision."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import rules
from rules.__main__ import main

from .board import KT

ADVICE = (
    "kt.cheatsheet.break-threshold",
    "kt.cheatsheet.hit-modifiers",
    "kt.cheatsheet.injury-modifiers",
    "kt.cheatsheet.movement",
    "kt.cheatsheet.phases",
    "kt.cheatsheet.psychic",
    "kt.cheatsheet.wound-table",
    "kt.cp.definition",
    "kt.meta.notes-are-comments",
    "kt.meta.paraphrase",
    "kt.meta.slang-labels",
    "kt.note.bait-wounds",
    "kt.note.blocking",
    "kt.note.charge-from-cover",
    "kt.note.cover",
    "kt.note.damage-kills",
    "kt.note.declare-many",
    "kt.note.melee-names",
    "kt.note.morale-factions",
    "kt.note.ready-long-range",
    "kt.note.smite",
    "kt.note.tie-up",
    "kt.roster.passive-definition",
    "kt.roster.tools",
    "kt.save.invulnerable.examples",
    "kt.status.broken-definition",
    "kt.stratagem.common",
)
MARKS = {"kt.status.broken-definition": "the name of the mark on a broken team; the break test is enforced"}
"""Advice that the code names after all, and as what."""


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["catalogue", "kt"]) == 0
    return capsys.readouterr().out


def test_these_are_all_rows_of_advice() -> None:
    advice = {key for key, (_, clause) in KT.clauses.items() if clause.status == "advice"}
    tested_elsewhere = {"kt.note.one-inch-gap", "kt.roster.definition"}
    assert advice - tested_elsewhere == set(ADVICE), advice ^ set(ADVICE)


@pytest.mark.parametrize("key", ADVICE)
def test_advice_is_shown_as_advice(key: str, printed: str) -> None:
    rule, clause = KT.clauses[key]
    assert clause.status == "advice"
    assert clause.en and clause.ru and clause.en != clause.ru and rule.en and rule.ru
    assert clause.lines and clause.text
    line = next(line for line in printed.splitlines() if line.split()[0] == key)
    assert line.split()[1] == "advice"
    assert line.endswith(f"{clause.en} / {clause.ru}")


@cache
def constants() -> frozenset[str]:
    """Every text that stands in the code of the ruleset outside the catalogue."""
    found: set[str] = set()
    for path in (Path(rules.__file__).parent / "kt").rglob("*.py"):
        if path.parent.name != "book":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found |= {
                node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
    return frozenset(found)


@pytest.mark.parametrize("key", ADVICE)
def test_no_rule_cites_advice(key: str) -> None:
    assert (key in constants()) == (key in MARKS)


def test_the_cheat_sheet_gives_way_to_the_text() -> None:
    """Where the two differ the catalogue says which holds, and the rules do so: see `kt.morale.break-condition`."""
    for key in ("kt.cheatsheet.phases", "kt.cheatsheet.break-threshold", "kt.cheatsheet.hit-modifiers"):
        assert KT.clauses[key][1].note, key
