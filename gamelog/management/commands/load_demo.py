"""Create whatever is missing of the demo: accounts, rosters, battles (one was tampered with), events."""

from typing import Any

from django.core.management.base import BaseCommand

from gamelog.games import demo
from gamelog.seasons import demo as seasons
from gamelog.tournaments import demo as events


class Command(BaseCommand):
    help = "Load the demo. Running it again changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        for game in demo.load():
            self.stdout.write(f"/games/{game.pk}/  {game.title}: {game.number} events")
        held = events.load()
        seasons.load(held)
        for event in held:
            self.stdout.write(f"/events/{event.slug}/  {event.title}: {event.number} acts")
