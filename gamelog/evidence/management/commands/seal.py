"""Put finished games, events, or clubs under one signed Merkle root."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

import rules
from gamelog.clubs.models import Club
from gamelog.evidence import services
from gamelog.games.models import Game
from gamelog.streams.errors import LogError
from gamelog.tournaments.models import Tournament


class Command(BaseCommand):
    help = "Seal finished games, such as those of a tournament; or events that are over, or clubs as they are now."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME")
        parser.add_argument("--events", nargs="+", default=[], metavar="EVENT", help="the words in their addresses")
        parser.add_argument("--clubs", nargs="+", default=[], metavar="CLUB", help="the words in their addresses")
        parser.add_argument("--title", required=True)

    def handle(
        self, *args: Any, games: list[UUID], events: list[str], clubs: list[str], title: str, **options: Any
    ) -> None:
        found, held = Game.objects.in_bulk(games), Tournament.objects.in_bulk(events, field_name="slug")
        known = Club.objects.in_bulk(clubs, field_name="slug")
        missing = [f"game {game}" for game in games if game not in found]
        missing += [f"event {event}" for event in events if event not in held]
        missing += [f"club {club}" for club in clubs if club not in known]
        if missing:
            raise CommandError(f"There is no {', '.join(missing)}.")
        chosen: dict[str, Any] = {
            "games": [found[game] for game in games], "events": [held[event] for event in events],
            "clubs": [known[club] for club in clubs],
        }  # fmt: skip
        try:
            made = services.seal_create(title=title, **chosen)
        except (LogError, rules.Malformed, OSError) as error:
            raise CommandError(str(error)) from error
        what = next(name for name, streams in chosen.items() if streams)
        self.stdout.write(f"{made.pk} {made.size} {what}, root {made.root}")
