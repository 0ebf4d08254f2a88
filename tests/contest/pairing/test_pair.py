"""What all formats share: kept pairs, notes, bad requests, and what the package leans on."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamelog.contest import pairing
from gamelog.contest.errors import Refused
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Candidate, Pair
from gamelog.contest.pairing.rules import RULES
from gamelog.contest.terms import PairingTerms
from tests.contest.pairing.rounds import entrants, pairs_of, swiss_round

SOURCES = sorted(Path(pairing.__path__[0]).glob("*.py"))


def test_kept_pairs_stand_whatever_they_break() -> None:
    """1 and 2 have met and stay; the others are paired without them."""
    candidates = tuple(
        msgspec.structs.replace(each, met={1: (2,), 2: (1,)}.get(each.entrant, ())) for each in entrants(6)
    )
    paired = pair(swiss_round(candidates, kept=((2, 1, 5),)))
    assert paired.pairs == (Pair(1, 3, 5), Pair(2, 4, 6), Pair(5, 2, 1))
    assert paired.notes == ("rematch:1-2",)


def test_a_kept_bye_stands() -> None:
    paired = pair(swiss_round(entrants(5), kept=((2, 0, 0),)))
    assert (paired.bye, pairs_of(paired)) == (2, [(1, 4), (3, 5)])


def test_swiss_with_a_cut_is_paired_as_a_swiss() -> None:
    assert pair(swiss_round(entrants(9), format="swiss-cut")) == pair(swiss_round(entrants(9)))


def test_says_who_floats_and_what_was_given_up() -> None:
    candidates = (
        Candidate(1, 1, 300, tables=(1,), club="north"),
        Candidate(2, 2, 0, floats=1, tables=(1,), club="north"),
    )
    paired = pair(swiss_round(candidates))
    assert paired.pairs == (Pair(1, 1, 2, floated=True),)
    assert paired.notes == ("float:2", "club:1-2", "table:1", "table:2")


@pytest.mark.parametrize(
    "changes, code, path",
    [
        ({"terms": PairingTerms(version="0")}, "unknown-version", "$.terms.version"),
        ({"candidates": (*entrants(2), Candidate(2, 3))}, "twice", "$.candidates"),
        ({"candidates": (*entrants(2), Candidate(3, 2))}, "twice", "$.candidates"),
        ({"kept": ((1, 2, 0), (2, 3, 0))}, "twice", "$.kept"),
        ({"kept": ((1, 2, 4), (3, 4, 4))}, "twice", "$.kept"),
        ({"kept": ((1, 9, 0),)}, "not-here", "$.kept"),
        ({"kept": ((1, 0, 0), (2, 0, 0))}, "two-byes", "$.kept"),
        ({"kept": ((1, 0, 0),)}, "two-byes", "$.kept"),
        ({"tables": (1, 2, 1)}, "twice", "$.tables"),
        ({"tables": (1,)}, "too-few-tables", "$.tables"),
    ],
)
def test_refuses_a_request_that_contradicts_itself(changes: dict[str, Any], code: str, path: str) -> None:
    with pytest.raises(Refused) as caught:
        pair(msgspec.structs.replace(swiss_round(entrants(4)), **changes))
    assert (caught.value.code, caught.value.path) == (code, path)


def test_every_rule_set_is_told_in_both_languages() -> None:
    for each in RULES.values():
        assert len(each.en.split("\n\n")) == len(each.ru.split("\n\n")) > 5
        assert all(f"\n{number}. " in text for number in range(1, 6) for text in each)
    assert PairingTerms().version in RULES


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_imports_no_site_no_clock_and_no_chance(path: Path) -> None:
    names = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(path.read_text()))
        for name in (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        )
    }  # fmt: skip
    assert names <= {
        "__future__",
        "collections",
        "gamelog",
        "hashlib",
        "heapq",
        "itertools",
        "msgspec",
        "networkx",
        "typing",
    }


def test_runs_without_django() -> None:
    code = "import sys, gamelog.contest.pairing.check as check; print(check.pair.__name__, 'django' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["pair", "False"]
