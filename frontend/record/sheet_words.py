"""The words of score sheets in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from gamelog.contest.errors import Refused


def standing_words(standing: str) -> str:
    """How sure a sheet is."""
    return {
        "entered": _("not confirmed by both sides"), "confirmed": _("confirmed by both sides"),
        "disputed": _("disputed"), "withdrawn": _("withdrawn"),
    }.get(standing, standing)  # fmt: skip


def refusal_words(error: Refused) -> str:
    """Why a sheet was not stored, and what to do."""
    return {
        "unknown-ruleset": _("There is no such game system here."),
        "same-player": _("You cannot play against yourself: name the other side."),
        "no-side": _("Enter who played this side."),
        "two-names": _("Either a name or a user name, not both."),
        "unknown-player": _("Nobody here has this user name. Leave it empty and write a name instead."),
        "bad-day": _("The battle was played today or earlier."),
        "no-roster": _("This roster is no longer yours."),
        "other-system": _("This roster is for another game system."),
        "not-in-roster": _("The roster has no such unit."),
        "unit-twice": _("A unit is listed twice: add up its losses."),
        "no-unit": _("Name the unit."),
        "too-many-lost": _("More models are lost than the unit had."),
        "contact": _("Leave out e-mail addresses and telephone numbers: others can read this."),
        "no-reason": _("Give a short reason."),
        "too-long": _("This is too long."),
        "players-stay": _("Only the person who entered the sheet can change who played."),
        "withdrawn": _("The sheet was withdrawn in the meantime."),
    }.get(error.code, error.text)  # fmt: skip
