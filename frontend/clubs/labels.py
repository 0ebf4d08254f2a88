"""The fixed words of clubs in the reader's language."""

from __future__ import annotations

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from gamelog.clubs.rating_scale import Certainty, certainty


def role_name(role: str) -> str:
    """A role in a club, in words."""
    return {"owner": _("owner"), "editor": _("editor"), "member": _("member")}.get(role, role)


def certainty_text(sigma: int) -> str:
    """How far a rating can be trusted, in words."""
    return {
        Certainty.VERY_UNCERTAIN: _("very uncertain"), Certainty.SETTLING: _("settling"),
        Certainty.SETTLED: _("settled"),
    }[certainty(sigma)]  # fmt: skip


def weight_text(hundredths: int) -> str:
    """A weight in hundredths: 1.5."""
    text = f"{hundredths // 100}.{hundredths % 100:02d}".rstrip("0").rstrip(".")
    return text.replace(".", get_format("DECIMAL_SEPARATOR"))


def field_name(field: str) -> str:
    """The label of a field of a club's page."""
    return {
        "name": _("Name"), "about": _("About the club"), "city": _("City"), "country": _("Country"),
        "website": _("Website"), "slug": _("Address of the page"),
    }.get(field, field)  # fmt: skip
