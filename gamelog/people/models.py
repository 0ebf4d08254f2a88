"""The authors of records, without names: the opaque ids that events carry.

An id is random and says nothing. The row ties it to an account; when the person is erased, the account loses its name
and everything that identifies them, and the id stays, so that chains, results and exports remain unchanged.
"""

from __future__ import annotations

from secrets import token_hex

from django.conf import settings
from django.db import models
from django.utils import timezone


def opaque_id() -> str:
    """A new id: 64 random bits, so that nobody can count people or guess another id."""
    return f"p{token_hex(8)}"


class Participant(models.Model):
    """A person as the record knows them. `erased` is when they asked to be erased.

    The link to the account outlives the erasure: seats and games point at the account, which no longer says anything,
    and through it results stay attributed to this id. Only a deleted account would cut it.
    """

    id = models.CharField(primary_key=True, max_length=20, default=opaque_id, editable=False)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="participant"
    )
    created = models.DateTimeField(default=timezone.now)
    erased = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["created", "id"]

    def __str__(self) -> str:
        return self.id
