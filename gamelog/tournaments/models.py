"""The rows of events: their acts, and the data for lists, names and permissions.

An act's row holds the exact bytes that were hashed. Everything else can be rebuilt from the acts, except the names of
people and teams, which are in `Nameplate` and nowhere else, so that they can be erased.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from gamelog.games.models import Game, JobState, Roster
from gamelog.streams.models import Entry, append_only, constraints

OVER = ("finished", "cancelled")
"""The phases of an event that is over."""


class Tournament(models.Model):
    """An event. `number` counts its acts, `head` is the hash of the last of them; columns from `phase` on are derived
    from them.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="tournaments")
    club = models.ForeignKey("clubs.Club", models.PROTECT, null=True, blank=True, related_name="tournaments")
    public = models.BooleanField(default=True)
    number = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    title = models.CharField(max_length=200)
    phase = models.CharField(max_length=20, default="draft")
    ruleset = models.CharField(max_length=60)
    format = models.CharField(max_length=30)
    round = models.PositiveIntegerField(default=0)
    entrants = models.PositiveIntegerField(default=0)
    capacity = models.PositiveIntegerField(default=0)
    place = models.CharField(max_length=200, blank=True)
    starts = models.DateTimeField(null=True, blank=True)
    ends = models.DateTimeField(null=True, blank=True)
    trf = models.JSONField(null=True, blank=True)
    """What a report file said of the event and its acts do not: `interchange.book.OF_EVENTS`."""
    created = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-starts", "-created", "id"]
        indexes = [models.Index(fields=["-starts", "-created"], name="tournaments_newest")]

    def __str__(self) -> str:
        return self.title

    @property
    def over(self) -> bool:
        """Whether the event is finished or was cancelled; it may be reopened."""
        return self.phase in OVER


class Act(Entry):
    """One stored act. `role` is the role in which its author acted."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="acts")
    type = models.CharField(max_length=40)
    role = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = constraints("tournament", "tournaments_act")
        # The triggers themselves are in migration 0002.
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.tournament_id}#{self.number} {self.type}"


class Nameplate(models.Model):
    """The person or team behind a number: a player, a team (`board` 0), or a member of a team by board.

    `name` is a team's name, or that of somebody without an account; otherwise the account's name counts.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="nameplates")
    number = models.PositiveIntegerField()
    board = models.PositiveIntegerField(default=0)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="nameplates")
    name = models.CharField(max_length=200, blank=True)
    roster = models.ForeignKey(Roster, models.SET_NULL, null=True, blank=True, related_name="nameplates")
    """The roster that was handed in; the act has its digest."""
    trf = models.JSONField(null=True, blank=True)
    """What a report file said of the player beside the name: `interchange.book.OF_PLAYERS`."""

    class Meta:
        ordering = ["tournament", "number", "board"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number", "board"], name="tournaments_nameplate_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"


class Officer(models.Model):
    """A person with an office in an event, as its acts say."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="officers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="offices")
    role = models.CharField(max_length=20)

    class Meta:
        ordering = ["tournament", "role", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user", "role"], name="tournaments_officer_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.role}"


class TableGame(models.Model):
    """The record of a table's game. `read` is the head up to which its result was read into the event.

    There is work to do if the game is finished and has another head; `due` is when the sweeper looks at it again.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="games")
    round = models.PositiveIntegerField()
    table = models.PositiveIntegerField()
    board = models.PositiveIntegerField(default=0)
    game = models.OneToOneField(Game, models.PROTECT, related_name="table")
    swapped = models.BooleanField(default=False)
    read = models.CharField(max_length=64, blank=True)
    due = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["tournament", "round", "table", "board"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round", "table", "board"], name="tournaments_table_game_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.round}/{self.table}"


class Webhook(models.Model):
    """A webhook: an address that receives an event's acts: all, or the types that `wants` names. `secret` signs the
    messages.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=64)
    wants = models.CharField(max_length=500, blank=True)
    active = models.BooleanField(default=True)
    failures = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["created", "id"]

    def __str__(self) -> str:
        return f"{self.tournament_id} -> {self.url}"


class Delivery(models.Model):
    """One act for one address: the job and its outcome. Written in the transaction of the act."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    attempts = models.PositiveIntegerField(default=0)
    due = models.DateTimeField(default=timezone.now)
    status = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=500, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created", "-id"]
        indexes = [models.Index(fields=["state", "due"], name="tournaments_delivery_due")]
        constraints = [models.UniqueConstraint(fields=["webhook", "number"], name="tournaments_delivery_once")]

    def __str__(self) -> str:
        return f"{self.webhook_id}#{self.number} {self.state}"
