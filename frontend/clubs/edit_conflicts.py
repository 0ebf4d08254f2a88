"""A form that somebody else was faster with. It brings marks of what it showed: of the whole, which the services hold
against what stands now, and of each field, by which is known what its sender changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from django import forms
from django.http import HttpRequest

from rules import digest

WHOLE = ""
"""The key of the mark of the whole."""
LONGEST = 100_000
"""Characters of marks that are read."""


class Conflict(NamedTuple):
    """What a field is called and what it says, in words."""

    label: str
    text: str


class TextForm(forms.Form):
    """A form over something that is stored: what it says can be compared, and laid over."""

    def says(self) -> dict[str, str]:
        """What every field says now, as the page writes it."""
        # Not by the bound fields: each keeps what it began with, also after something was laid over it.
        return {name: self._says(name, field) for name, field in self.fields.items()}

    def _says(self, name: str, field: forms.Field) -> str:
        value = self.data.get(name) if self.is_bound else self.get_initial_for_field(field, name)
        return "" if value is None else str(value)

    def lay(self, texts: Mapping[str, str]) -> None:
        """Have the fields of a form that nobody sent say this."""
        self.initial.update({name: text for name, text in texts.items() if name in self.fields})

    def conflict(self, name: str, text: str) -> Conflict:
        """A field in words, as if it said `text`."""
        field = self.fields[name]
        choices = dict(getattr(field, "choices", ()))
        return Conflict(str(field.label), str(choices.get(text, text)))


def shown(request: HttpRequest, form: TextForm, whole: str) -> str:
    """The marks that go with a form: those that came with it, else of what it shows; `whole` is the services' own."""
    return request.POST.get("shown") or marks(form, whole)


def marks(form: TextForm, whole: str) -> str:
    """The marks of what a form shows."""
    return json.dumps({WHOLE: whole, **{name: _mark(text) for name, text in form.says().items() if text}})


def whole(text: str) -> str:
    """The mark of the whole; empty where none came. Marks that cannot be read are those of no page."""
    return _read(text).get(WHOLE, "unreadable") if text else ""


def carry_over(mine: TextForm, now: TextForm, text: str) -> list[Conflict]:
    """Have `now`, which shows what stands now, say what was changed in `mine`.

    Returns what stands now of all that both have changed.
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
    """The answer's status; `both` is None where nobody was first."""
    return 409 if both is not None else 400 if form.errors else 200


def _mark(text: str) -> str:
    # Browsers send other ends of lines, and the services take off white space around.
    return digest(text.replace("\r\n", "\n").strip().encode())[:16]


def _read(text: str) -> dict[str, str]:
    try:
        found = json.loads(text[:LONGEST])
    except (ValueError, RecursionError):
        return {}
    return {str(name): str(mark) for name, mark in found.items()} if isinstance(found, dict) else {}
