"""What clubs refuse, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from gamelog.contest.errors import Refused


def refusal_text(error: Refused) -> str:
    """Why something cannot be done, in the reader's language where it is one of the usual reasons."""
    return {
        "slug-taken": _("This address is taken. Choose another one."),
        "owner-leaves": _("The owner hands the club over to another member first."),
        "no-request": _("Nobody of this name asks to join any more."),
        "no-member": _("This is no member of the club any more."),
        "bad-role": _("A member can be made an editor or a member; the owner hands the club over."),
        "no-post": _("The post was withdrawn meanwhile."),
        "no-season": _("The season was taken away meanwhile."),
    }.get(error.code, error.text)  # fmt: skip
