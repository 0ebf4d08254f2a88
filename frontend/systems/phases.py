"""What phases are called."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from frontend.systems.system import Text


def phase_name(key: str, own: Mapping[str, Text]) -> str:
    """The name of a phase; `own` are those that a system names itself."""
    names = {
        "setup": _("Set-up"), "deployment": _("Deployment"), "deploy": _("Deployment"), "scouting": _("Scouting"),
        "initiative": _("Initiative"), "movement": _("Movement"), "psychic": _("Psychic"), "shooting": _("Shooting"),
        "fight": _("Fight"), "morale": _("Morale"), "over": _("End of the game"),
    }  # fmt: skip
    return own[key]() if key in own else names.get(key, key.capitalize())
