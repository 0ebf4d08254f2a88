"""The columns of an entry of a stream. Each app has a table of its own, with a link to the stream of its rows."""

from __future__ import annotations

import pgtrigger
from django.db import models
from django.db.models import Q
from django.utils import timezone

KEY_LENGTH = 200
"""Characters of an idempotency key."""
BY_LENGTH = 20


def column(text: str, length: int) -> str:
    """The part of an external text that fits a column for lists; PostgreSQL stores no NUL. The entry keeps all of
    it.
    """
    return text.replace("\0", "")[:length]


def constraints(owner: str, prefix: str) -> list[models.BaseConstraint]:
    """No number and no idempotency key twice in a stream. `owner` is the field that points at the stream's head."""
    return [
        models.UniqueConstraint(fields=[owner, "number"], name=f"{prefix}_number"),
        models.UniqueConstraint(fields=[owner, "key"], condition=~Q(key=""), name=f"{prefix}_key"),
    ]


def append_only() -> list[pgtrigger.Protect]:
    """Marks a table as append-only for `grant_application`; the refusal that no session can switch off is a migration's
    (`gamelog.append_only`).
    """
    return [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete)]


class Entry(models.Model):
    """One entry of a stream. `body` is its canonical JSON, byte for byte; the other columns are derived from it.

    A concrete table adds the foreign key to the head of the stream, and the constraints that go with it.
    """

    number = models.PositiveIntegerField()
    body = models.TextField()
    hash = models.CharField(max_length=64)
    by = models.CharField(max_length=BY_LENGTH, blank=True)
    type = models.CharField(max_length=60)
    key = models.CharField(max_length=KEY_LENGTH, blank=True)
    request = models.CharField(max_length=64, blank=True)
    """Digest of what came with `key`: the same key with anything else is a mistake."""
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True
