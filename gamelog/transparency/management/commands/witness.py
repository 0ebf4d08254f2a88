"""Keep the transparency logs of other sites, as a witness."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gamelog.transparency import witnesses
from gamelog.transparency.models import WatchedLog
from gamelog.transparency.witnesses import Refused, Unknown


class Command(BaseCommand):
    help = (
        "Fetch the checkpoints of other sites' logs and keep and cosign each that continues the one kept before. Exit "
        "code 1 names a log that was cut, rewritten, or shows others something else."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "urls", nargs="*", metavar="URL", help="addresses of sites, such as https://club.example (default: all)"
        )
        parser.add_argument("--key", default="", help="the id of the key by which a new site is to be known")

    def handle(self, *args: Any, urls: list[str], key: str, **options: Any) -> None:
        wrong = 0
        for url in urls or WatchedLog.objects.order_by("url").values_list("url", flat=True):
            try:
                kept = witnesses.look(url, key)
            except (Refused, Unknown) as error:
                wrong += 1
                self.stdout.write(f"{url}: {error}")
            else:
                self.stdout.write(f"{url}: {kept.size} entries, root {kept.root}, known by key {kept.log.root}")
        if wrong:
            raise CommandError(f"{wrong} not kept.")
