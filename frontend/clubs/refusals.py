"""Refusals of clubs in the reader's language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from frontend.base.language import russian
from frontend.tournaments import identity
from gamelog.contest.errors import Refused

OF_FIELDS = ("bad-club", "bad-post", "bad-season")
"""Refusals of a field of a form."""
SENTENCES: dict[str, Promise] = {
    "slug-taken": _("This address is taken. Choose another one."),
    "owner-leaves": _("The owner must first transfer the club to another member."),
    "no-request": _("This request to join no longer exists."),
    "no-member": _("This person is no longer a member of the club."),
    "bad-club": _("This is missing, too long or not as it should be; a web address begins with https://."),
    "bad-post": _("This is missing, too long or has characters that cannot be shown."),
    "bad-role": _("A member can be an editor or a plain member. To change the owner, transfer the club."),
    "bad-season": _("The season cannot be saved like this: a field is missing, too long or not as it should be."),
    "no-post": _("The post was deleted in the meantime."),
    "no-season": _("The season has been deleted in the meantime."),
}
"""Sentences by the code of the refusal."""


def refusal_text(error: Refused) -> str:
    """The reason for a refusal. In English a wrong field is told in its own words, which say what is wrong with it."""
    if error.code in OF_FIELDS and not russian():
        return error.text[:1].upper() + error.text[1:].rstrip(".") + "."
    known = SENTENCES.get(error.code)
    return str(known) if known else identity.refusal_text(error)
