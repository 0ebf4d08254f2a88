"""The rows of seasons: which events, of a club or of others, are scored together, and who is behind typed names."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone

from gamelog.clubs.models import Club, Regular
from gamelog.tournaments.models import Tournament


class Season(models.Model):
    """Events that are scored together. `rules` are `gamelog.contest.season.SeasonRules`, JSON."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    slug = models.SlugField(max_length=60)
    title = models.CharField(max_length=120)
    starts = models.DateField()
    ends = models.DateField()
    rules = models.TextField()
    events = models.ManyToManyField(Tournament, through="SeasonEvent", related_name="seasons")

    class Meta:
        db_table = "clubs_season"
        ordering = ["-starts", "-ends", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="clubs_season_slug")]

    def __str__(self) -> str:
        return self.title


class SeasonEvent(models.Model):
    """An event that counts in a season. `weight` is in hundredths: 100 counts once, 150 one and a half times."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="season_events")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="season_events")
    weight = models.PositiveIntegerField(default=100)

    class Meta:
        db_table = "clubs_seasonevent"
        ordering = ["season", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "tournament"], name="clubs_season_event_once")]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.tournament_id}"


class RegularEntry(models.Model):
    """A name that was entered at an event is this regular: a player, or (`board`) a player of a team.

    A row that ended stays as history. `by` and `ended_by` are opaque ids; empty: the site, by the name alone.
    """

    regular = models.ForeignKey(Regular, models.CASCADE, related_name="entries")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="regular_entries")
    number = models.PositiveIntegerField()
    board = models.PositiveIntegerField(default=0)
    by = models.CharField(max_length=20, blank=True)
    since = models.DateTimeField(default=timezone.now)
    ended_by = models.CharField(max_length=20, blank=True)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "number", "board", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number", "board"], condition=models.Q(ended=None), name="seasons_entry_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number} = {self.regular_id}"
