"""What the document is: recorded for readers, decided by nobody."""

from __future__ import annotations

import pytest

import rules


@pytest.mark.parametrize("key", ["t9a.meta.scope", "t9a.meta.terms"])
def test_what_the_document_covers_is_recorded(key: str) -> None:
    assert rules.load("t9a").clauses[key][1].status == "recorded"
