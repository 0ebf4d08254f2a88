"""Write the whole site into one file while it runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gamelog.management import backups


class Command(BaseCommand):
    help = "Back up the database and the signing keys into one file, while the site runs. Keep the file secret."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="where to write it; must not exist")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            found = backups.take(file)
        except (backups.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {told(found)}")


def told(found: backups.Amount) -> str:
    """What a site holds, in a line."""
    return ", ".join(f"{count} {name}" for name, count in found.counts.items()) + f"; heads {found.heads[:16]}"
