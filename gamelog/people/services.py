"""Writing people: opaque ids. Erasure concerns every app: see `gamelog.accounts`."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied

from gamelog.people.models import Participant


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
