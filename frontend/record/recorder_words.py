"""The fixed words of the recorder."""

from __future__ import annotations

from django.utils.translation import gettext as _


def recorder_words() -> dict[str, str]:
    """The words of the component, in the reader's language."""
    return {"accept": _("Accept")}
