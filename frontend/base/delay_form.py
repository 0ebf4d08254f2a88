"""How late a battle is shown to spectators, as a question in forms that begin one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

DELAYS = (0, 2, 5, 10, 15)
"""Minutes that are offered; programs may set any other number."""


def delay_field(now: int = 0, least: int = 0) -> forms.TypedChoiceField:
    """The question, with `now` chosen, and nothing below `least` minutes. What is not answered stays as it is."""
    minutes = sorted({each for each in (*DELAYS, now, least) if each >= least})
    return forms.TypedChoiceField(
        label=gettext_lazy("Spectators see it"), choices=[(each, _words(each)) for each in minutes], coerce=int,
        initial=max(now, least), empty_value=max(now, least), required=False,  # type: ignore[arg-type]
        help_text=gettext_lazy(
            "Players and organisers see it live; everybody does once it is over."
        ),
    )  # fmt: skip


def _words(minutes: int) -> str:
    if not minutes:
        return _("at once")
    return ngettext("%(number)d minute later", "%(number)d minutes later", minutes) % {"number": minutes}


class DelayForm(forms.Form):
    """This question alone."""

    def __init__(self, data: Any = None, *, now: int = 0) -> None:
        super().__init__(data)
        self.fields["delay"] = delay_field(now)
