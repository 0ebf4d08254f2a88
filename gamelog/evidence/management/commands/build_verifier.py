"""Build the offline verifier: one file that checks game files with nothing installed but CPython 3.11."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gamelog.evidence import archive
from gamelog.setup.paths import ROOT


class Command(BaseCommand):
    help = "Make the offline verifier in one file, from what is installed here; needs no network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--out", type=Path, default=ROOT / "dist" / "gamelog-verify.pyz")

    def handle(self, *args: Any, out: Path, **options: Any) -> None:
        try:
            made = archive.build(out)
        except (archive.NotBuilt, OSError) as error:
            raise CommandError(f"The verifier could not be made: {error}") from error
        self.stdout.write(f"{made}: {made.stat().st_size // 1024} KiB")
