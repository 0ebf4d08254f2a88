"""Reading people: their public name and their opaque id."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from gamelog.people.models import Participant

GUEST = "guest:"
"""The beginning of a guest's user name. No user name that somebody chooses has a colon."""


def display_name(user: User) -> str:
    """A person's public name; for an erased person a phrase in the reader's language.

    No user name has a space, so these words are never taken for one. A guest has the name that was typed.
    """
    if is_guest(user):
        return user.first_name or _("guest")
    return _("erased player") if is_erased(user) else user.get_username()


def is_guest(user: User) -> bool:
    """Whether this is no account but the holder of one seat, under the name that was typed there."""
    return user.get_username().startswith(GUEST)


def is_erased(user: User) -> bool:
    """Whether this account is the remainder of an erased person; costs no query for an active account."""
    return not user.is_active and Participant.objects.filter(user_id=user.pk, erased__isnull=False).exists()


def participant_id(user: User) -> str:
    """The opaque id that events carry for this person; empty if they have recorded nothing."""
    return Participant.objects.filter(user_id=user.pk).values_list("id", flat=True).first() or ""
