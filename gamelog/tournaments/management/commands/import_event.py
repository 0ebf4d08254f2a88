"""Store an event's file in the database, exactly as it is."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.core.management.base import BaseCommand, CommandError

import rules
from gamelog.contest.errors import Refused
from gamelog.games.management.commands._owner import owner
from gamelog.tournaments.errors import EventExists
from gamelog.tournaments.files import event_import


class Command(BaseCommand):
    help = "Check an event's file and store it. The same file twice is the same event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--names", type=Path, help='JSON: names by entrant, {"5": "…", "7.2": "…"}')
        parser.add_argument("--owner", default="", help="user name of one of the staff (default: the first)")
        parser.add_argument("--slug", default="", help="the word in its address (default: from the title)")
        parser.add_argument(
            "--as-recorded", action="store_true", help="take effects as they stand, though rules were mended since"
        )
        parser.add_argument("--private", action="store_true", help="only its people and staff may read it")

    def handle(self, *args: Any, file: Path, names: Path | None, **options: Any) -> None:
        try:
            known = msgspec.json.decode(names.read_bytes(), type=dict[str, str]) if names else {}
            stored = event_import(
                data=file.read_bytes(), owner=owner(options["owner"]), names=known, slug=options["slug"],
                public=not options["private"], as_recorded=options["as_recorded"],
            )  # fmt: skip
        except (OSError, msgspec.MsgspecError, rules.Malformed, Refused, EventExists, PermissionDenied) as error:
            raise CommandError(f"{file}: {error}") from error
        event = stored.tournament
        self.stdout.write(f"/events/{event.slug}/ {event.number} acts{'' if stored.created else ' (stored already)'}")
