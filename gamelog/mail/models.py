"""Mails that wait to be sent."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class Mail(models.Model):
    """A mail that was written and not yet sent. The row is also the job, and is deleted once it is done with.

    `written` is the mail as JSON, `due` the time from which a worker may take it (again), `attempts` how often one has.
    """

    recipients = models.TextField()
    written = models.TextField()
    attempts = models.PositiveIntegerField(default=0)
    due = models.DateTimeField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["due"], name="mail_mail_due")]

    def __str__(self) -> str:
        return f"mail {self.pk}"
