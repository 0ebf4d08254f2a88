"""Write a stored event as a file."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gamelog.evidence.events import file_of
from gamelog.tournaments.models import Tournament


class Command(BaseCommand):
    help = "Write an event as a file, every act byte for byte as it is stored, secrets included; its head signed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the word in its address")
        parser.add_argument("--out", type=Path, help="file to write (default: standard output)")

    def handle(self, *args: Any, event: str, out: Path | None, **options: Any) -> None:
        found = Tournament.objects.filter(slug=event).first()
        if found is None:
            raise CommandError(f"There is no event {event}.")
        data = file_of(found)
        if out is None:
            sys.stdout.buffer.write(data)
        else:
            out.write_bytes(data)
            self.stderr.write(f"{out}: {found.number} acts, head {found.head}")
