"""Put finished games, or events, under one signed Merkle root."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

import rules
from gamelog.evidence import services
from gamelog.games.models import Game
from gamelog.streams.errors import LogError
from gamelog.tournaments.models import Tournament


class Command(BaseCommand):
    help = "Seal finished games, such as those of a tournament; or, with --events, events that are over."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME")
        parser.add_argument("--events", nargs="+", default=[], metavar="EVENT", help="the words in their addresses")
        parser.add_argument("--title", required=True)

    def handle(self, *args: Any, games: list[UUID], events: list[str], title: str, **options: Any) -> None:
        found, held = Game.objects.in_bulk(games), Tournament.objects.in_bulk(events, field_name="slug")
        missing = [f"game {game}" for game in games if game not in found]
        missing += [f"event {event}" for event in events if event not in held]
        if missing:
            raise CommandError(f"There is no {', '.join(missing)}.")
        chosen = [found[game] for game in games]
        try:
            made = services.seal_create(title=title, games=chosen, events=[held[event] for event in events])
        except (LogError, rules.Malformed, OSError) as error:
            raise CommandError(str(error)) from error
        what = "events" if events else "games"
        self.stdout.write(f"{made.pk} {made.size} {what}, root {made.root}")
