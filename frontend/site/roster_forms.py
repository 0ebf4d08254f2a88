"""The upload of a roster."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from frontend.base.upload_limits import refuse_larger
from gamelog.games import services


class RosterForm(forms.Form):
    file = forms.FileField(
        label=_("Roster file (.ros, .rosz, .txt, .json or .jsonl)"), max_length=255,
        widget=forms.FileInput(attrs={"accept": ".ros,.rosz,.txt,.json,.jsonl,application/zip,text/xml,text/plain"}),
        error_messages={"required": _("Choose a file first."), "empty": _("This file is empty. Nothing was saved.")},
    )  # fmt: skip

    def clean_file(self) -> Any:
        """Refuse a file that is too large."""
        return refuse_larger(self.cleaned_data["file"], services.ROSTER_BYTES)
