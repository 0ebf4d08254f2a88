"""The rows of studies: what somebody writes and draws on the steps of a battle.

A study is no record: it can be changed and deleted, and goes with the account of its owner.
"""

from __future__ import annotations

import uuid
from secrets import token_urlsafe

from django.conf import settings
from django.db import models
from django.utils import timezone

from gamelog.games.models import Game

REASON = 500
"""Characters of the longest reason for hiding something."""


def new_key() -> str:
    """A new word for the address of a study: 128 random bits, so that nobody finds it without having been told."""
    return token_urlsafe(16)


class Visibility(models.TextChoices):
    """Who reads a study: its owner, whoever has the link, everybody who may see the battle."""

    PRIVATE = "private"
    LINK = "link"
    PUBLIC = "public"


class Mark(models.TextChoices):
    """How good an act was. The signs and words are in `frontend.studies.words`."""

    GOOD = "good"
    BRILLIANT = "brilliant"
    MISTAKE = "mistake"
    DOUBTFUL = "doubtful"
    TURNING_POINT = "turning-point"


class Hideable(models.Model):
    """What staff of the site can hide from everybody but its owner; `hidden` is the reason, empty if it is shown."""

    hidden = models.CharField(max_length=REASON, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )  # fmt: skip

    class Meta:
        abstract = True


class Written(models.Model):
    """What somebody wrote. `seen` is the last step of the battle that they saw then: it may tell of any step up to it,
    whichever it is about.
    """

    seen = models.PositiveIntegerField(db_default=0, default=0)

    class Meta:
        abstract = True


class Study(Hideable, Written):
    """Somebody goes through a battle. `number` is its version: it grows with every change by its owner. `seen` is that
    of its title.

    Whoever knows `key` has its address; it is another one after the study was private.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="studies")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="studies")
    title = models.CharField(max_length=120)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE)
    key = models.CharField(max_length=40, unique=True, default=new_key)
    number = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-updated", "id"]
        indexes = [models.Index(fields=["owner", "-updated"], name="studies_newest")]

    def __str__(self) -> str:
        # The key opens the study, so it is in no list and no log line.
        return self.title


class Note(Hideable, Written):
    """What a study says of a step. `text` is Markdown, `drawings` canonical JSON (see `gamelog.studies.drawings`)."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="notes")
    step = models.PositiveIntegerField()
    text = models.TextField(max_length=5000, blank=True)
    mark = models.CharField(max_length=20, choices=Mark.choices, blank=True)
    drawings = models.TextField(default="[]")

    class Meta:
        ordering = ["study", "step"]
        constraints = [models.UniqueConstraint(fields=["study", "step"], name="studies_note_once")]

    def __str__(self) -> str:
        return f"{self.study_id}#{self.step}"


class Chapter(Written):
    """A part of a study, which begins at a step."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="chapters")
    step = models.PositiveIntegerField()
    title = models.CharField(max_length=120)

    class Meta:
        ordering = ["study", "step"]
        constraints = [models.UniqueConstraint(fields=["study", "step"], name="studies_chapter_once")]

    def __str__(self) -> str:
        return f"{self.study_id}#{self.step} {self.title}"
