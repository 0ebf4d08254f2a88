"""Why no seat was taken, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from gamelog.games.errors import JoinReason


def join_words(reason: JoinReason) -> str:
    """The reason, and what to do."""
    return {
        "unknown": _("No table has this code. Check the other phone, or scan its QR code."),
        "expired": _("This code is no longer valid. Ask the person who started the game for a new one."),
        "full": _("Both seats of this game are taken."),
        "over": _("This game is over."),
        "playing": _("You already play in this game."),
        "gone": _("This seat no longer belongs to a guest."),
        "name": _("Write a name of up to 40 letters, without an address or a telephone number."),
    }[reason]


STATUS = {"unknown": 404, "expired": 410, "full": 409, "over": 409, "playing": 409, "gone": 409, "name": 400}
"""The HTTP status of each reason."""
