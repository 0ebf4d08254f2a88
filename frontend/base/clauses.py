"""Clauses of a ruleset in the reader's language."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

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


def status_words(status: str) -> str:
    """A status in a reader's words."""
    return {
        "enforced": _("enforced"), "recorded": _("recorded"), "assumed": _("assumed"), "advice": _("advice"),
    }.get(status, status)  # fmt: skip


def card(rule: Any, clause: Any) -> dict[str, str]:
    """A clause as the card of a replay shows it: its label and section, text, source and who decides it."""
    lines = clause.lines if clause.lines not in ("", "-") else ""
    return {
        "label": label(clause), "section": label(rule), "text": text(clause), "note": note(clause),
        "status": status_words(clause.status), "kind": clause.status,
        "source": _("source lines %(lines)s") % {"lines": lines} if lines else "",
    }  # fmt: skip
