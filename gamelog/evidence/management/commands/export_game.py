"""Write a stored game as a game file."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from gamelog.evidence import services
from gamelog.games.models import Game


class Command(BaseCommand):
    help = "Write a game as a game file, byte for byte as it was recorded or imported."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=UUID)
        parser.add_argument("--states", action="store_true", help="with the digest of the position after every event")
        parser.add_argument("--out", type=Path, help="file to write (default: standard output)")

    def handle(self, *args: Any, game: UUID, out: Path | None, states: bool, **options: Any) -> None:
        found = Game.every.filter(pk=game).first()
        if found is None:
            raise CommandError(f"There is no game {game}.")
        data = services.file_of(found, states=states)
        if out is None:
            sys.stdout.buffer.write(data)
        else:
            out.write_bytes(data)
            self.stderr.write(f"{out}: {found.number} events, head {found.head}")
