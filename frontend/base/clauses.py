"""Clauses of a ruleset in the reader's language."""

from __future__ import annotations

from typing import Any

from frontend.base.language import russian


def label(clause: Any) -> str:
    """The label of a clause, or of a section."""
    return str((clause.ru if russian() else clause.en) or clause.en or clause.text)


def text(clause: Any) -> str:
    """The text of a clause."""
    return str(clause.text_ru if russian() else clause.text)


def note(clause: Any) -> str:
    """How an ambiguity of a clause was settled; empty if there was none."""
    return str(clause.note_ru if russian() else clause.note)
