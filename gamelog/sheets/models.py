"""The rows of score sheets: battles that nobody recorded, entered from paper afterwards."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from gamelog.streams.models import KEY_LENGTH, Entry, append_only, constraints


class Sheet(models.Model):
    """A score sheet. `number` counts its acts, `head` is the hash of the last of them.

    The columns from `ruleset` on follow from the acts. `a` and `b` are the players who have an account.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="sheets")
    public = models.BooleanField(default=True)
    key = models.CharField(max_length=KEY_LENGTH, blank=True)
    """The idempotency key with which it was entered."""
    number = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    created = models.DateTimeField(default=timezone.now)
    ruleset = models.CharField(max_length=40)
    played = models.DateField()
    standing = models.CharField(max_length=10, default="entered")
    a = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    b = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-played", "-created", "id"]
        constraints = [
            models.UniqueConstraint(fields=["entered_by", "key"], condition=~Q(key=""), name="sheets_entered_once")
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.played}"


class SheetAct(Entry):
    """One act of a sheet: it is entered, corrected, confirmed, disputed, withdrawn."""

    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="acts")

    class Meta:
        ordering = ["sheet", "number"]
        constraints = constraints("sheet", "sheets_act")
        # The refusal itself is in migration 0002.
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.sheet_id}#{self.number} {self.type}"


class SheetWords(models.Model):
    """The texts of act `number`, as canonical JSON, and the salt of their digest.

    Once a name was removed from them, the salt is deleted too, and they are `cleared`.
    """

    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="words")
    number = models.PositiveIntegerField()
    body = models.TextField()
    salt = models.CharField(max_length=32, blank=True)
    cleared = models.BooleanField(default=False)

    class Meta:
        ordering = ["sheet", "number"]
        constraints = [models.UniqueConstraint(fields=["sheet", "number"], name="sheets_words_once")]

    def __str__(self) -> str:
        return f"{self.sheet_id}#{self.number}"
