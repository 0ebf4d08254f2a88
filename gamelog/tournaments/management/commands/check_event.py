"""Check an event's file without a database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gamelog.contest.errors import Refused
from gamelog.tournaments.files import checked


class Command(BaseCommand):
    help = "Check an event's file: bytes, numbers, links, whether each act could be declared; pairings are made again."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            found, state = checked(file.read_bytes())
        except (OSError, Refused) as error:
            raise CommandError(f"{file}: {error}") from error
        rounds = len(state.rounds)
        self.stdout.write(f"{file}: {state.title}, {state.phase}: {found.header.number} acts hold, the pairings of "
                          f"{rounds} {'round' if rounds == 1 else 'rounds'} come out the same")  # fmt: skip
        self.stdout.write(f"head {found.header.head}")
