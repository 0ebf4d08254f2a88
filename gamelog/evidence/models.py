"""What speaks for a record: signed heads, seals, and where an imported game came from.

Times are texts as they are signed: UTC, ISO 8601, to the second. `line`, `body` and `signatures` hold the canonical
bytes that were signed or stood in a file; nothing reads them in another form. All of it is append-only: triggers refuse
changes (migration 0002).
"""

from __future__ import annotations

import uuid

import pgtrigger
from django.db import models

from gamelog.games.models import Game
from gamelog.signing.models import TIME


def _append_only() -> list[pgtrigger.Protect]:
    """Marks a table as append-only for `grant_application`, as that of events."""
    return [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete)]


class Checkpoint(models.Model):
    """A head of a game that was signed here. The other columns are read from `line`, that of a game file."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="checkpoints")
    number = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    finished = models.BooleanField()
    at = models.CharField(max_length=TIME)
    line = models.TextField()

    class Meta:
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "head"], name="evidence_checkpoint_once")]
        triggers = _append_only()

    def __str__(self) -> str:
        return f"{self.game_id}@{self.number}"


class Origin(models.Model):
    """A game that came as a file: how many events that had, and the lines after them, byte for byte."""

    game = models.OneToOneField(Game, models.PROTECT, related_name="origin", primary_key=True)
    number = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    trailers = models.TextField(blank=True)

    class Meta:
        triggers = _append_only()

    def __str__(self) -> str:
        return f"{self.game_id} from a file of {self.number} events"


class Seal(models.Model):
    """One Merkle root over finished games. The other columns are read from `body`."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    title = models.CharField(max_length=200)
    root = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    at = models.CharField(max_length=TIME)
    body = models.TextField()
    signatures = models.TextField()

    class Meta:
        ordering = ["-at", "id"]
        triggers = _append_only()

    def __str__(self) -> str:
        return self.title


class SealedGame(models.Model):
    """A leaf of a seal's tree: the head a game had when it was sealed."""

    seal = models.ForeignKey(Seal, models.PROTECT, related_name="games")
    game = models.ForeignKey(Game, models.PROTECT, related_name="seals")
    index = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    number = models.PositiveIntegerField()

    class Meta:
        ordering = ["seal", "index"]
        constraints = [
            models.UniqueConstraint(fields=["seal", "index"], name="evidence_sealed_index"),
            models.UniqueConstraint(fields=["seal", "game"], name="evidence_sealed_once"),
        ]
        triggers = _append_only()

    def __str__(self) -> str:
        return f"{self.seal_id}: {self.game_id}@{self.number}"
