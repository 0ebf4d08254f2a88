"""What people send in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from gamelog.games import services

GAME_BYTES = 16 * 1024 * 1024


def not_larger(file: Any, limit: int) -> Any:
    """Refuse a file of more bytes. Raises: ValidationError."""
    if file.size > limit:
        text = _("This file is larger than %(size)s MiB; nothing was stored.")
        raise forms.ValidationError(text % {"size": limit // 2**20})
    return file


class RosterForm(forms.Form):
    """A roster file."""

    file = forms.FileField(
        label=_("Roster file (.ros, .rosz or .txt)"), max_length=255,
        widget=forms.FileInput(attrs={"accept": ".ros,.rosz,.txt,application/zip,text/xml,text/plain"}),
        error_messages={"required": _("Choose a file first."), "empty": _("This file is empty; nothing was stored.")},
    )  # fmt: skip

    def clean_file(self) -> Any:
        """Refuse a file that is too large."""
        return not_larger(self.cleaned_data["file"], services.ROSTER_BYTES)


class GameFileForm(forms.Form):
    """A game file."""

    title = forms.CharField(label=_("Title (may be empty)"), max_length=services.TITLE_LENGTH, required=False)
    file = forms.FileField(
        label=_("Game file (.jsonl)"), max_length=255,
        widget=forms.FileInput(attrs={"accept": ".jsonl,.ndjson,application/x-ndjson"}),
        error_messages={"required": _("Choose a file first."), "empty": _("This file is empty; nothing was stored.")},
    )  # fmt: skip

    def clean_file(self) -> Any:
        """Refuse a file that is too large."""
        return not_larger(self.cleaned_data["file"], GAME_BYTES)
