"""The words of pages are those of the glossary, and the discarded ones are gone."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

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
