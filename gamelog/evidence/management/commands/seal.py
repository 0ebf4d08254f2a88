"""Put finished games under one signed Merkle root."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

import rules
from gamelog.evidence import services
from gamelog.games.models import Game
from gamelog.streams.errors import LogError


class Command(BaseCommand):
    help = "Seal finished games, such as those of a tournament."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="+", type=UUID, metavar="GAME")
        parser.add_argument("--title", required=True)

    def handle(self, *args: Any, games: list[UUID], title: str, **options: Any) -> None:
        found = Game.objects.in_bulk(games)
        missing = [str(game) for game in games if game not in found]
        if missing:
            raise CommandError(f"There is no game {', '.join(missing)}.")
        try:
            made = services.seal_create(title=title, games=[found[game] for game in games])
        except (LogError, rules.Malformed, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{made.pk} {made.size} games, root {made.root}")
