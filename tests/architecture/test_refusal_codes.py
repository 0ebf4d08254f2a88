"""Every code with which the sport, clubs, studies and sheets refuse has a sentence in both languages on their pages."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.utils.translation import override

from frontend.clubs.refusals import refusal_text as of_clubs
from frontend.record.sheet_words import refusal_words as of_sheets
from frontend.studies.words import refusal_text as of_studies
from frontend.tournaments.refusals import refusal_text as of_events
from gamelog.contest.errors import Refused

ROOT = Path(__file__).parents[2] / "gamelog"
PLACE_OF_CODE = {"Refused": 0, "require": 1}
PAGES = {
    "contest": of_events, "tournaments": of_events, "clubs": of_clubs, "seasons": of_clubs, "studies": of_studies,
    "sheets": of_sheets,
}  # fmt: skip
"""How the pages of each package word its refusals."""


def raised(package: str) -> Iterator[tuple[str, str]]:
    """The codes of a package, each with the path that it names, as far as the code says them."""
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            called = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if not isinstance(node, ast.Call) or called not in PLACE_OF_CODE:
                continue
            at = PLACE_OF_CODE[called]
            said = [each.value if isinstance(each, ast.Constant) else "$" for each in node.args[at : at + 2]]
            if said and said[0] != "$" and isinstance(said[0], str):
                yield said[0], str(said[1]) if len(said) > 1 else "$"


@pytest.mark.parametrize("package", PAGES)
def test_every_code_has_a_sentence_in_both_languages(package: str) -> None:
    words: Callable[[Refused], str] = PAGES[package]
    found = set(raised(package))
    assert found
    for code, path in sorted(found):
        refused = Refused(code, path, "words of the program")
        with override("ru"):
            told = words(refused)
        assert re.search("[а-яё]", told), (code, path, told)
        with override("en"):
            assert not re.search("[а-яё]", words(refused)), (code, path)
            assert words(refused)
