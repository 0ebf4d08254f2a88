"""The words of the replay's tools: reach, sight, ruler."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def tool_words() -> dict[str, str]:
    """The words of the tools, in the reader's language."""
    return {
        "tools": _("Tools"), "reach": _("Reach"), "sight": _("Line of sight"), "ruler": _("Ruler"), "whose": _("Whose"),
        "from": pgettext("ruler", "From"), "to": pgettext("ruler", "To"), "putAway": _("Close tools"),
        "chooseOne": _("Choose somebody on the table or here"), "measuring": _("Measuring…"),
        "drag": _("Drag over the table, or choose two"), "weapon": _("Weapon"), "weapons": _("Weapons"),
        "target": _("Target"), "distance": _("Distance"), "needed": _("Needed"), "takesOut": _("Takes it out"),
        "countingChance": _("Counting the chances…"),
        "withWeapon": _("With:"),
    }  # fmt: skip
