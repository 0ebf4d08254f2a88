"""The upload form for game files."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from frontend.base.upload_limits import refuse_larger
from gamelog.games import services

GAME_BYTES = 16 * 1024 * 1024


class GameFileForm(forms.Form):
    title = forms.CharField(label=_("Title (optional)"), max_length=services.TITLE_LENGTH, required=False)
    file = forms.FileField(
        label=_("Game file (.jsonl)"), max_length=255,
        widget=forms.FileInput(attrs={"accept": ".jsonl,.ndjson,application/x-ndjson"}),
        error_messages={"required": _("Choose a file first."), "empty": _("This file is empty. Nothing was saved.")},
    )  # fmt: skip

    def clean_file(self) -> Any:
        """Refuse a file that is too large."""
        return refuse_larger(self.cleaned_data["file"], GAME_BYTES)
