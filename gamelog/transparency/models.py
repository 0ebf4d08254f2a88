"""The site's transparency log: its leaves, the tiles of its tree and its signed heads; and the logs of other sites.

Leaves, tiles, heads and whatever is kept of other sites are append-only: triggers refuse changes (migration 0001). The
rows of `Subject` and `Mark` only spare work: without them the log would be read from its beginning each time.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from gamelog.streams.models import append_only


class Leaf(models.Model):
    """An entry of the log, number `index` from 0 on. `body` is its canonical JSON, `hash` that of the tree's leaf."""

    index = models.PositiveBigIntegerField(primary_key=True)
    kind = models.CharField(max_length=12)
    subject = models.CharField(max_length=80)
    body = models.TextField()
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["index"]
        indexes = [models.Index(fields=["kind", "subject", "index"], name="transparency_of_subject")]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.index}: {self.kind} {self.subject}"


class TileHash(models.Model):
    """The root over a full tile of the level below; see `rules.merkle.tiled`. Level 0 are the leaves themselves."""

    level = models.PositiveSmallIntegerField()
    index = models.PositiveBigIntegerField()
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["level", "index"]
        constraints = [models.UniqueConstraint(fields=["level", "index"], name="transparency_tile_once")]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.level}/{self.index}"


class LogHead(models.Model):
    """A head of the log, signed when its leaves were added or when the key changed. `note` is the whole checkpoint."""

    size = models.PositiveBigIntegerField()
    root = models.CharField(max_length=64)
    note = models.TextField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-id"]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.size}: {self.root}"


class Subject(models.Model):
    """What the log last said of something. `said` is the digest of that, `salt` goes into what is hashed there."""

    kind = models.CharField(max_length=12)
    key = models.CharField(max_length=80)
    salt = models.CharField(max_length=32)
    said = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="transparency_subject_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Mark(models.Model):
    """How far something was read. The row of that name is also the lock of those who add leaves."""

    name = models.CharField(primary_key=True, max_length=40)
    at = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return f"{self.name}: {self.at}"


class Wrong(models.TextChoices):
    """How the log of another site contradicts what is kept of it."""

    SPLIT = "split"
    ROLLED_BACK = "rolled-back"
    REWRITTEN = "rewritten"


class WatchedLog(models.Model):
    """The log of another site. `keys` are its public keys as it publishes them; all are vouched for by `root`, the id
    of the one by which it was known first.
    """

    url = models.CharField(max_length=300, unique=True)
    origin = models.CharField(max_length=300, unique=True)
    root = models.CharField(max_length=16)
    keys = models.TextField()
    looked = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=500, blank=True)
    """Why nothing could be kept when it was last looked at; empty if all was well."""

    class Meta:
        ordering = ["url"]

    def __str__(self) -> str:
        return self.url


class KeptCheckpoint(models.Model):
    """A checkpoint of another site, byte for byte, with this site's cosignature if it continues those before it."""

    log = models.ForeignKey(WatchedLog, models.PROTECT, related_name="kept")
    size = models.PositiveBigIntegerField()
    root = models.CharField(max_length=64)
    note = models.TextField()
    wrong = models.CharField(max_length=12, choices=Wrong.choices, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-id"]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.log_id}: {self.size}"


class Witness(models.Model):
    """A witness that this site submits its checkpoints to: `url` as of C2SP's tlog-witness, `key` its text."""

    url = models.CharField(max_length=300, unique=True)
    key = models.CharField(max_length=500)
    asked = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=500, blank=True)
    """Why it did not cosign when it was last asked; empty if it did."""

    class Meta:
        ordering = ["url"]

    def __str__(self) -> str:
        return self.url


class Cosignature(models.Model):
    """That a witness keeps a head of this site's log: the line that it signed."""

    size = models.PositiveBigIntegerField()
    root = models.CharField(max_length=64)
    name = models.CharField(max_length=300)
    line = models.TextField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-id"]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.name}: {self.size}"
