"""Reading people: their public name and their opaque id."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from gamelog.people.models import Participant

GUEST = "guest:"
"""The beginning of the user name of somebody without an account. No user name that somebody chooses has a colon."""


class Account(NamedTuple):
    """What of a user its public name is made of: for lists of hundreds of people, whose rows cost more."""

    pk: int
    username: str
    first_name: str
    is_active: bool


def display_name(user: User | Account) -> str:
    """A person's public name; for an erased person a phrase in the reader's language.

    No user name has a space, so these words are never taken for one. A guest has the name that was typed.
    """
    if is_guest(user):
        return user.first_name or (_("erased player") if is_erased(user) else _("guest"))
    return _("erased player") if is_erased(user) else user.username


def is_guest(user: User | Account) -> bool:
    """Whether this is no account: the holder of one seat, or a club's regular, under the name that was typed."""
    return user.username.startswith(GUEST)


def is_erased(user: User | Account) -> bool:
    """Whether this account is the remainder of an erased person; costs no query for an active account."""
    return not user.is_active and Participant.objects.filter(user_id=user.pk, erased__isnull=False).exists()


def participant_id(user: User) -> str:
    """The opaque id that events carry for this person; empty if they have recorded nothing."""
    return Participant.objects.filter(user_id=user.pk).values_list("id", flat=True).first() or ""
