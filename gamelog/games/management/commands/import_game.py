"""Store game files in the database, exactly as they are."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import rules
from gamelog.games import services
from gamelog.games.management.commands._owner import owner
from gamelog.streams.errors import LogError


class Command(BaseCommand):
    help = "Store game files (.jsonl). The same file twice is the same game; a broken chain is refused."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--owner", default="", help="user name (default: the first member of staff)")
        parser.add_argument("--title", default="")
        parser.add_argument("--private", action="store_true", help="only the owner, its players and staff may read it")

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        for path in files:
            try:
                game, created = services.game_import(
                    data=path.read_bytes(), owner=owner(options["owner"]), title=options["title"],
                    public=not options["private"],
                )  # fmt: skip
            except (OSError, rules.Malformed, LogError) as error:
                raise CommandError(f"{path}: {error}") from error
            self.stdout.write(f"{game.pk} {game.number} events{'' if created else ' (stored already)'}")
