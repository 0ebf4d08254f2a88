"""Refusals of clubs in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from gamelog.contest.errors import Refused


def refusal_text(error: Refused) -> str:
    """The reason for a refusal: in the reader's language if it is one of the usual reasons."""
    return {
        "slug-taken": _("This address is taken. Choose another one."),
        "owner-leaves": _("The owner must first transfer the club to another member."),
        "no-request": _("This request to join no longer exists."),
        "no-member": _("This person is no longer a member of the club."),
        "bad-role": _("A member can be an editor or a plain member. To change the owner, transfer the club."),
        "no-post": _("The post was deleted in the meantime."),
        "no-season": _("The season has been deleted in the meantime."),
    }.get(error.code, error.text)  # fmt: skip
