"""Prove one whole round against a running platform, over HTTP, as a client that knows nothing of the database."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gamelog.games import proof


class Command(BaseCommand):
    help = "Upload rosters, record a battle round over HTTP, have it verified by a worker, and read it back."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--address", default="http://127.0.0.1:8000")
        parser.add_argument("--seconds", type=float, default=60, help="how long to wait for the worker")

    def handle(self, *args: Any, address: str, seconds: float, **options: Any) -> None:
        try:
            proof.prove(address, seconds=seconds, say=lambda line: self.stdout.write(line))
        except proof.Disproved as failure:
            raise CommandError(str(failure)) from failure
