"""Have witnesses cosign the newest head of this site's transparency log."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import rules
from gamelog.transparency import witnesses
from gamelog.transparency.models import Witness
from gamelog.transparency.witnesses import Refused, Unknown
from rules import note


class Command(BaseCommand):
    help = "Submit the newest head of the log to a witness; without one, to all that are known."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", nargs="?", default="", help="its address without /add-checkpoint")
        parser.add_argument("--key", default="", help="the key of a new witness, as it publishes it for cosignatures")

    def handle(self, *args: Any, url: str, key: str, **options: Any) -> None:
        if key:
            try:
                known = note.read_key(key)
            except rules.Malformed as error:
                raise CommandError(f"--key: {error.reason}") from error
            if known.kind != note.COSIGNATURE:
                raise CommandError("--key: it is a log's key, not that of a witness")
            Witness.objects.update_or_create(url=url.rstrip("/"), defaults={"key": known.text()})
        rows = list(Witness.objects.filter(url=url.rstrip("/")) if url else Witness.objects.all())
        if not rows:
            raise CommandError("No such witness is known: name its address and --key.")
        wrong = 0
        for row in rows:
            try:
                made = witnesses.submit(row)
            except (Refused, Unknown) as error:
                wrong += 1
                self.stdout.write(f"{row.url}: {error}")
            else:
                self.stdout.write(f"{row.url}: {made.name} keeps {made.size} entries, root {made.root}")
        if wrong:
            raise CommandError(f"{wrong} not cosigned.")
