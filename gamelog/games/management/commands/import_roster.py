"""Store roster files for an account."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import rules
from gamelog.games import services
from gamelog.games.management.commands._owner import owner


class Command(BaseCommand):
    help = "Read and store roster files (.ros, .rosz, .txt, .json, .jsonl)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--owner", default="", help="user name (default: the first member of staff)")

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        for path in files:
            try:
                roster, created = services.roster_import(
                    owner=owner(options["owner"]), data=path.read_bytes(), name=path.name
                )
            except (OSError, rules.Malformed) as error:
                raise CommandError(f"{path}: {error}") from error
            what = f"{roster.name}, {roster.faction}: {roster.models_count} models, {roster.points} points"
            self.stdout.write(f"{roster.pk} {what}{'' if created else ' (stored already)'}")
