"""Check files of games, events and clubs, without a database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import rules
from gamelog.evidence.offline import checked
from rules.trailers import read_keys


class Command(BaseCommand):
    help = "Check files of games, events and clubs as they come: a line for each, and what is wrong with it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--keys", type=Path, help="the public keys to trust, as the site publishes them")

    def handle(self, *args: Any, files: list[Path], keys: Path | None, **options: Any) -> None:
        try:
            trusted = read_keys(keys.read_bytes()) if keys else ()
            found = [(each, checked(each.read_bytes(), trusted)) for each in files]
        except (OSError, rules.Malformed) as error:
            raise CommandError(str(error)) from error
        for path, verdict in found:
            self.stdout.write("\n  ".join([f"{path}: {verdict.about}", *verdict.wrong]))
        wrong = sum(bool(verdict.wrong) for _, verdict in found)
        if wrong:
            raise CommandError(f"{wrong} of {len(found)} {'file' if len(found) == 1 else 'files'} with findings.")
