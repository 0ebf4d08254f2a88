"""Runs that compare every game of a ruleset with its outcome under another version.

A run reads games and writes only here. A row is also its own job, as reports of verification are.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from gamelog.games.models import Game, JobState


class Change(models.TextChoices):
    """The gravest change in a game, as `rules.compare` names it; gravest first."""

    WINNER = "winner"
    RESULT = "result"
    OPEN = "open"
    STEPS = "steps"
    SAME = "same"


RESULTS = (Change.WINNER, Change.RESULT, Change.OPEN)
"""The changes that affect a result."""


class Run(models.Model):
    """All games of `ruleset`, as they were when they were listed, compared under `version`.

    `total` games were listed; `done` of them have been compared: `changed` would change in some way, `failed` cannot be
    compared. Its games are listed by the `holder`, who has it until `due` (see `games.leases`); `attempts` is how often
    that was begun. `served` grows with each piece of work that a worker takes of any run: those who asked for runs have
    a turn after the other. `summary` is written at the end: JSON, how many steps of how many games each rule has a part
    in.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset = models.CharField(max_length=40)
    version = models.CharField(max_length=40)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="reverifications"
    )
    created = models.DateTimeField(default=timezone.now)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)
    due = models.DateTimeField(default=timezone.now)
    holder = models.UUIDField(null=True, editable=False)
    attempts = models.PositiveIntegerField(default=0)
    served = models.PositiveBigIntegerField(default=0, db_default=0)
    error = models.TextField(blank=True)
    summary = models.TextField(default="{}")

    class Meta:
        ordering = ["-created", "id"]
        indexes = [models.Index(fields=["state", "due"], name="reverify_run_due")]
        constraints = [
            # A request while a run is under way gets that run.
            models.UniqueConstraint(
                fields=["ruleset", "version"], condition=Q(state__in=["queued", "running"]), name="reverify_one_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.version} {self.state}"


class Comparison(models.Model):
    """One game of a run, up to event `number` with the hash `head`, recorded under the version `older`.

    `body` is the comparison as `rules.compare` writes it, JSON; empty until it is done. `rules` are the ids of the
    clauses that have a part in its steps, each between two spaces. The `holder` has it until `due` (see
    `games.leases`); `attempts` counts how often it was begun, `error` says why it is impossible.
    """

    run = models.ForeignKey(Run, models.CASCADE, related_name="comparisons")
    game = models.ForeignKey(Game, models.PROTECT, related_name="comparisons")
    number = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    older = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    due = models.DateTimeField(null=True, blank=True)
    holder = models.UUIDField(null=True, editable=False)
    attempts = models.PositiveIntegerField(default=0)
    change = models.CharField(max_length=10, choices=Change.choices, blank=True)
    result_changed = models.BooleanField(default=False)
    steps_changed = models.PositiveIntegerField(default=0)
    rules = models.TextField(blank=True)
    error = models.TextField(blank=True)
    body = models.TextField(blank=True)

    class Meta:
        ordering = ["run", "id"]
        indexes = [
            models.Index(fields=["run", "state", "change"], name="reverify_by_change"),
            models.Index(fields=["run", "state", "id"], name="reverify_next"),
        ]
        constraints = [models.UniqueConstraint(fields=["run", "game"], name="reverify_game_once")]

    def __str__(self) -> str:
        return f"{self.game_id}@{self.number} {self.state} {self.change}"
