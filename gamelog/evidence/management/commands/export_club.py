"""Write a stored club as a file."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gamelog.clubs.files import NotForEverybody
from gamelog.clubs.models import Club
from gamelog.evidence import clubs


class Command(BaseCommand):
    help = "Write a club as a file, every act byte for byte as it is stored; its head signed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the word in its address")
        parser.add_argument("--public", action="store_true", help="without what is for the club's staff alone")
        parser.add_argument("--out", type=Path, help="file to write (default: standard output)")

    def handle(self, *args: Any, club: str, public: bool, out: Path | None, **options: Any) -> None:
        found = Club.objects.filter(slug=club).first()
        if found is None:
            raise CommandError(f"There is no club {club}.")
        try:
            data = clubs.public_file_of(found) if public else clubs.file_of(found)
        except NotForEverybody as error:
            raise CommandError(f"{club}: all its acts are older than those that everybody may read.") from error
        if out is None:
            sys.stdout.buffer.write(data)
        else:
            out.write_bytes(data)
            self.stderr.write(f"{out}: {found.number} acts, head {found.head}")
