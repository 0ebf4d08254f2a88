"""Whether the database still is what the site's transparency log said of it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gamelog.transparency import checking
from gamelog.transparency.models import Leaf


class Command(BaseCommand):
    help = (
        "Compare the transparency log with its signed heads, and games, events, clubs, sheets and rulings with what it "
        "says of them. Exit code 1 names what is wrong."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        for each in checking.findings():
            count += 1
            self.stdout.write(each.line())
        size = Leaf.objects.count()
        if count:
            raise CommandError(f"{size} entries of the log, {count} findings.")
        self.stdout.write(f"{size} entries of the log, nothing wrong.")
