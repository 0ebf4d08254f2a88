"""The rows of what-ifs: games that nobody played, tried out from a step of one that was, and what the engine played on.

A what-if is a game of its own, so that replay, recorder, odds and verification need to know nothing of it. That there
is a row here keeps it out of every list and count (`games.models.not_played`).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from gamelog.games.models import Game, JobState


class Line(models.TextChoices):
    """On which of its two lines the battle was left."""

    CORRECTED = "corrected"
    PLAYED = "played"


class Branch(models.Model):
    """A what-if: it leaves game `of` after step `after`, an event with the hash `head` (0: its header).

    `line` and `seen` say as what its maker saw that battle: on which line, and up to which event. `step` is the step
    that they asked about: the one that comes out otherwise, or after which they go on. `away` is when its maker put it
    away: since then nobody opens it.
    """

    game = models.OneToOneField(Game, models.PROTECT, primary_key=True, related_name="branch")
    of = models.ForeignKey(Game, models.PROTECT, related_name="branches")
    step = models.PositiveIntegerField()
    after = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    line = models.CharField(max_length=10, choices=Line.choices, default=Line.CORRECTED)
    seen = models.PositiveIntegerField()
    maker = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="branches")
    made = models.DateTimeField(default=timezone.now)
    away = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made", "game"]
        indexes = [models.Index(fields=["maker", "-made"], name="branches_of_maker")]

    def __str__(self) -> str:
        return f"{self.of_id}#{self.after}: {self.game_id}"


class Until(models.TextChoices):
    """How far the engine plays on. `roll`: it only rolls the dice of one declared act."""

    ROLL = "roll"
    ACTIVATION = "activation"
    PHASE = "phase"
    ROUND = "round"
    BATTLE = "battle"


class EngineRun(models.Model):
    """Steps of a what-if that the engine declared, or rolled for: the `done` steps after step `first`.

    Dice and choices follow from `seed`. The row is also the job, as reports of verification are: `due` is when the
    sweeper sends it again, `attempts` how often work on it has begun without progress.
    """

    branch = models.ForeignKey(Branch, models.CASCADE, related_name="runs")
    until = models.CharField(max_length=10, choices=Until.choices)
    seed = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    error = models.CharField(max_length=200, blank=True)
    due = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["branch", "id"]
        indexes = [models.Index(fields=["state", "due"], name="branches_run_due")]
        constraints = [
            models.UniqueConstraint(
                fields=["branch"], condition=Q(state__in=["queued", "running"]), name="branches_one_run"
            )
        ]

    def __str__(self) -> str:
        return f"{self.branch_id} {self.until} {self.state}"

    @property
    def last(self) -> int:
        """The last step of it."""
        return self.first + self.done
