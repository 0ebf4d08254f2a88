"""Make what is missing of the demo: accounts, rosters, a battle, and one that was tampered with."""

from typing import Any

from django.core.management.base import BaseCommand

from gamelog.games import demo


class Command(BaseCommand):
    help = "Load the demo. Running it again changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        for game in demo.load():
            self.stdout.write(f"/games/{game.pk}/  {game.title}: {game.number} events")
