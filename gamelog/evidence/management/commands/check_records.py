"""Whether any stored record was changed behind the application's back."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gamelog.evidence import selectors
from gamelog.games.models import Game
from gamelog.signing import keys
from gamelog.signing.selectors import keys_published


class Command(BaseCommand):
    help = "Check every stored game's events, header, signatures and seals. Exit code 1 names the games and steps."

    def handle(self, *args: Any, **options: Any) -> None:
        count = wrong = 0
        for game in Game.objects.order_by("created", "pk").iterator():
            count += 1
            found = selectors.record_findings(game)
            wrong += bool(found)
            for finding in found:
                self.stdout.write(f"{game.pk} step {finding.number}: {finding.message} [{finding.rule}]")
        for key in sorted(_strange_keys()):
            wrong += 1
            self.stdout.write(f"key {key} stands in the database and is not one of this server's")
        if wrong:
            raise CommandError(f"{count} games, {wrong} with something wrong.")
        self.stdout.write(f"{count} games, nothing wrong.")


def _strange_keys() -> set[str]:
    """Public keys in the database whose private half is not here; none where there is no folder of keys."""
    here = keys.public_ids()
    return {key.id for key in keys_published()} - here if here else set()
