"""docs/paper.md: its list of refusals is complete, every refusal has words on the pages, and its digest is right."""

from __future__ import annotations

import re

import msgspec
import pytest

import rules
from frontend.record.sheet_words import refusal_words
from gamelog.contest.errors import Refused
from gamelog.setup.paths import ROOT
from gamelog.sheets import files
from gamelog.sheets.models import Sheet


def codes() -> set[str]:
    """The codes with which sheets are refused."""
    source = "".join(path.read_text() for path in (ROOT / "gamelog" / "sheets").glob("*.py"))
    return set(re.findall(r'Refused\(\s*"([\w-]+)"', source))


def test_every_refusal_is_in_the_document_and_has_words_on_the_pages() -> None:
    table = (ROOT / "docs" / "paper.md").read_text().split("## Refusals")[1]
    listed = {code for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for code in re.findall(r"`(.*?)`", row)}
    assert listed == codes()
    assert {code for code in codes() if refusal_words(Refused(code, "$", "in English")) == "in English"} == set()


@pytest.mark.django_db
def test_texts_can_be_checked_with_what_the_file_says(sheet: Sheet) -> None:
    act = msgspec.json.decode(files.file_of(sheet))["acts"][0]
    said = {"salt": act["salt"], "words": act["words"]}
    assert rules.digest(rules.canonical(said)) == act["act"]["act"]["words"]
