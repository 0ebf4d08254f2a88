"""The words of pages are those of the glossary, and the discarded ones are gone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import polib
import pytest

from frontend.tournaments.vocabulary import bye_kind, bye_means, format_means, format_of
from gamelog.contest.terms import Format

ROOT = Path(__file__).resolve().parents[2]
TABLE = re.compile(r"^\| (?P<term>[^|]+) \| (?P<russian>[^|]+) \| (?P<discarded>[^|]+) \| [^|]+ \|$", re.MULTILINE)


def _rows() -> list[tuple[str, str, list[str]]]:
    text = (ROOT / "docs/glossary.md").read_text().partition("## Words on pages")[2]
    found = [(m["term"], m["russian"], re.split(r"[;,] ", m["discarded"])) for m in TABLE.finditer(text)]
    return [row for row in found if row[0] not in ("term", "---")]


@pytest.fixture(scope="module")
def texts() -> set[str]:
    catalogue = polib.pofile(str(ROOT / "frontend/locale/ru/LC_MESSAGES/django.po"))
    return {
        text
        for entry in catalogue
        for text in (entry.msgid, entry.msgid_plural, entry.msgstr, *entry.msgstr_plural.values())
        if text
    }


def _hints() -> list[tuple[str, ...]]:
    text = (ROOT / "docs/glossary.md").read_text().partition("## Words with a hint")[2].partition("\n## ")[0]
    rows = [
        tuple(cell.strip() for cell in line.strip("| ").split(" | ")) for line in text.splitlines() if line[:2] == "| "
    ]
    return rows[1:]


@pytest.mark.parametrize("row", _hints(), ids=lambda row: row[0])
def test_a_hint_is_the_one_of_the_glossary(row: tuple[str, ...]) -> None:
    known = {
        entry.msgid: entry.msgstr for entry in polib.pofile(str(ROOT / "frontend/locale/ru/LC_MESSAGES/django.po"))
    }
    word, russian, hint, hint_in_russian = row
    assert (known[word], known[hint]) == (russian, hint_in_russian)


def test_every_format_and_bye_has_a_hint() -> None:
    formats = {format_of(each): format_means(each) for each in get_args(Format)}
    byes = {bye_kind(each): bye_means(each) for each in ("bye", "half-bye", "zero-bye")}
    assert {word: hint for word, _russian, hint, _in_russian in _hints()} == formats | byes


def test_the_glossary_has_rows_to_compare() -> None:
    assert len(_rows()) >= 16


@pytest.mark.parametrize(("term", "russian", "discarded"), _rows())
def test_a_chosen_word_is_used_and_a_discarded_one_is_not(
    texts: set[str], term: str, russian: str, discarded: list[str]
) -> None:
    assert {term, russian} <= texts
    bare = {text.strip(" .…:").lower() for text in texts}
    assert not [word for word in discarded if word.lower() in bare]


@pytest.mark.parametrize(
    "stem",
    [
        r"терейн",
        r"психосил",
        r"\bкуб(а|у|ом|е|ы|ов|ам|ами|ах)?\b",
        r"МиБ",
        r"взять назад",
        r"дополнительны[ей] показател",
    ],
)
def test_a_word_that_was_given_up_is_in_no_russian_text(texts: set[str], stem: str) -> None:
    assert not [text for text in texts if re.search(stem, text, re.IGNORECASE)]


WITHOUT_NOUN = re.compile(
    r"\b(?:of|for|to|by|than|from) who (?:is|has|was|did|may|asks|plays|needs|knows|runs|wrote)\b", re.IGNORECASE
)
"""Relative clauses without a noun, such as "the id of who did it"."""


def test_a_relative_clause_has_a_noun(texts: set[str]) -> None:
    documents = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "gamelog/api/openapi.yaml"]
    read = {"pages": "\n".join(texts), **{each.name: " ".join(each.read_text().split()) for each in documents}}
    assert {name: found for name, text in read.items() if (found := WITHOUT_NOUN.findall(text))} == {}
    assert WITHOUT_NOUN.search("the id of who did it")
