"""Forms for texts that two people may edit at once.

A form carries digests of what it showed: one of the whole, which the services compare with the stored state, and one of
each field, which tells which fields its sender changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from django import forms
from django.http import HttpRequest

from rules import digest

WHOLE = ""
"""The key under which the digest of the whole is sent."""
LONGEST = 100_000
"""How many characters of sent digests are read."""


class Conflict(NamedTuple):
    """A field that both sides changed: its label and its current content, in words."""

    label: str
    text: str


class TextForm(forms.Form):
    """A form for a stored text, whose content can be compared with another state and merged into it."""

    def says(self) -> dict[str, str]:
        """The content of every field as the page writes it."""
        # Not from the bound fields: each keeps its initial value even after something was laid over it.
        return {name: self._says(name, field) for name, field in self.fields.items()}

    def _says(self, name: str, field: forms.Field) -> str:
        value = self.data.get(name) if self.is_bound else self.get_initial_for_field(field, name)
        return "" if value is None else str(value)

    def lay(self, texts: Mapping[str, str]) -> None:
        """Set the fields of an unsent form to these values."""
        self.initial.update({name: text for name, text in texts.items() if name in self.fields})

    def conflict(self, name: str, text: str) -> Conflict:
        """A field in words, as if it held `text`."""
        field = self.fields[name]
        choices = dict(getattr(field, "choices", ()))
        return Conflict(str(field.label), str(choices.get(text, text)))


def shown(request: HttpRequest, form: TextForm, whole: str) -> str:
    """The digests to send with the form: those that were sent, else those of what it shows; `whole` comes from the
    services.
    """
    return request.POST.get("shown") or marks(form, whole)


def marks(form: TextForm, whole: str) -> str:
    """The digest of every field the form shows."""
    return json.dumps({WHOLE: whole, **{name: _mark(text) for name, text in form.says().items() if text}})


def whole(text: str) -> str:
    """The digest of the whole; empty if none was sent. Unreadable digests match no page."""
    return _read(text).get(WHOLE, "unreadable") if text else ""


def carry_over(mine: TextForm, now: TextForm, text: str) -> list[Conflict]:
    """Carry what was changed in `mine` over into `now`, which shows the stored state.

    Returns the current content of all fields that both sides changed.
    """
    before, fresh, changed = _read(text), now.says(), mine.says()
    texts, both = dict(fresh), []
    for name in {**fresh, **changed}:
        was, here, there = before.get(name, _mark("")), changed.get(name, ""), fresh.get(name, "")
        if _mark(here) != was:
            texts[name] = here
            if _mark(there) not in (was, _mark(here)):
                both.append(now.conflict(name, there))
    now.lay(texts)
    return both


def status(form: TextForm, both: list[Conflict] | None) -> int:
    """The HTTP status of the answer; `both` is None unless there was a conflict."""
    return 409 if both is not None else 400 if form.errors else 200


def _mark(text: str) -> str:
    # Browsers send different line endings, and the services strip white space at the ends.
    return digest(text.replace("\r\n", "\n").strip().encode())[:16]


def _read(text: str) -> dict[str, str]:
    try:
        found = json.loads(text[:LONGEST])
    except (ValueError, RecursionError):
        return {}
    return {str(name): str(mark) for name, mark in found.items()} if isinstance(found, dict) else {}
