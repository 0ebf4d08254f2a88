"""Reading people: their public name and their opaque id."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from gamelog.people.models import Participant


def display_name(user: User) -> str:
    """A person's public name; for an erased person a phrase in the reader's language.

    No user name has a space, so these words are never taken for one.
    """
    return _("erased player") if is_erased(user) else user.get_username()


def is_erased(user: User) -> bool:
    """Whether this account is the remainder of an erased person; costs no query for an active account."""
    return not user.is_active and Participant.objects.filter(user_id=user.pk, erased__isnull=False).exists()


def participant_id(user: User) -> str:
    """The opaque id that events carry for this person; empty if they have recorded nothing."""
    return Participant.objects.filter(user_id=user.pk).values_list("id", flat=True).first() or ""
