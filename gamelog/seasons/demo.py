"""The demo's season, which counts the club's finished events."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.utils import timezone

from gamelog.clubs.models import Club
from gamelog.contest.season import SeasonRules
from gamelog.seasons import services
from gamelog.tournaments.demo import CLUB, PLAYED, RUNNING
from gamelog.tournaments.models import Tournament


def load(events: Sequence[Tournament]) -> None:
    """Create the season once. `events` are those of `gamelog.tournaments.demo.load`."""
    club = Club.objects.select_related("owner").get(slug=CLUB)
    if club.seasons.exists():
        return
    year = timezone.now().year
    counted = [services.Weighed(event, 100) for event in events if event.slug in (PLAYED, RUNNING)]
    terms = services.SeasonTerms(
        f"Season {year}", date(year, 1, 1), date(year, 12, 31), SeasonRules(counted=3), counted
    )
    services.season_set(club=club, actor=club.owner, terms=terms)
