"""The rows of seasons: which events, of a club or of others, are scored together."""

from __future__ import annotations

import uuid

from django.db import models

from gamelog.clubs.models import Club
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
