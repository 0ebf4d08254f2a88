"""The public keys of this site."""

from __future__ import annotations

from django.db import models

TIME = 20
"""Characters of a time as it is signed: UTC, ISO 8601, to the second."""


class SigningKey(models.Model):
    """A public key of this site. `until` is empty while it is in use; the private key is in a file, never here."""

    id = models.CharField(primary_key=True, max_length=16, editable=False)
    public = models.CharField(max_length=64)
    since = models.CharField(max_length=TIME)
    until = models.CharField(max_length=TIME, blank=True)
    endorsed_by = models.CharField(max_length=16)
    endorsement = models.CharField(max_length=128)

    class Meta:
        db_table = "evidence_signingkey"
        ordering = ["since", "id"]

    def __str__(self) -> str:
        return self.id
