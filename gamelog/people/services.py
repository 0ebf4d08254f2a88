"""Writing people: opaque ids, and guests. Erasure concerns every app: see `gamelog.accounts`."""

from __future__ import annotations

from secrets import token_hex

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied

from gamelog.people.models import Participant
from gamelog.people.selectors import GUEST


def participant_of(user: User | AnonymousUser) -> str:
    """The opaque id of a person, created on first use; two concurrent requests get the same.

    Raises: PermissionDenied: nobody is logged in, or the person was erased in the meantime.
    """
    if not isinstance(user, User):
        raise PermissionDenied("log in to record")
    row, _ = Participant.objects.get_or_create(user=user)
    if row.erased:
        raise PermissionDenied("this account is erased")
    return row.id


def guest_create(name: str) -> User:
    """Somebody without an account, who cannot log in anywhere. The name is kept here alone and never recorded."""
    return User.objects.create_user(f"{GUEST}{token_hex(8)}", first_name=name)


def guest_hand_over(*, guest: User, to: User) -> None:
    """Give a guest's opaque id to an account that has none yet, and forget the name that was typed.

    An account has one opaque id. If it has one already, the guest's stays with the guest, which says nothing any more.
    """
    if not Participant.objects.filter(user=to).exists():
        Participant.objects.filter(user=guest).update(user=to)
    guest.first_name, guest.is_active = "", False
    guest.save(update_fields=["first_name", "is_active"])
