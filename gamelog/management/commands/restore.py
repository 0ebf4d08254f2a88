"""Fill an empty site from a backup, and check what is there afterwards."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from gamelog.management import backups
from gamelog.management.commands.backup import told


class Command(BaseCommand):
    help = "Restore a backup into an empty database, then check every record, and the log over all."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            found = backups.restore(file)
        except (backups.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {told(found)}: the heads are those of the backup")
        call_command("migrate", verbosity=0)
        call_command("check_records", stdout=self.stdout)
        call_command("check_log", stdout=self.stdout)
