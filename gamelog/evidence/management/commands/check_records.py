"""Whether any stored record was changed behind the application's back."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gamelog.clubs.models import Club
from gamelog.evidence import clubs, events, selectors
from gamelog.games.models import Game
from gamelog.sheets import selectors as sheets
from gamelog.sheets.models import Sheet
from gamelog.signing import keys
from gamelog.signing.selectors import keys_published
from gamelog.tournaments.models import Tournament


class Command(BaseCommand):
    help = (
        "Check every stored game, event, club and sheet: entries, signatures, seals. Exit code 1 names what is wrong."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        counts, wrong = [], 0
        kinds = (("games", _games()), ("events", _events()), ("clubs", _clubs()), ("sheets", _sheets()))
        for name, streams in kinds:
            found = list(streams)
            wrong += sum(map(bool, found))
            for line in (line for lines in found for line in lines):
                self.stdout.write(line)
            counts.append(f"{len(found)} {name}")
        for key in sorted(_strange_keys()):
            wrong += 1
            self.stdout.write(f"key {key} stands in the database and is not one of this server's")
        if wrong:
            raise CommandError(f"{', '.join(counts)}, {wrong} with something wrong.")
        self.stdout.write(f"{', '.join(counts)}, nothing wrong.")


def _games() -> Iterator[list[str]]:
    """The errors of each game."""
    for game in Game.objects.order_by("created", "pk").iterator():
        found = selectors.record_findings(game)
        yield [f"{game.pk} step {each.number}: {each.message} [{each.rule}]" for each in found]


def _events() -> Iterator[list[str]]:
    for event in Tournament.objects.order_by("created", "pk").iterator():
        yield [f"event {event.slug} {text}" for text in events.problems(event)]


def _clubs() -> Iterator[list[str]]:
    for club in Club.objects.order_by("created", "pk").iterator():
        yield [f"club {club.slug} {text}" for text in clubs.problems(club)]


def _sheets() -> Iterator[list[str]]:
    for sheet in Sheet.objects.order_by("created", "pk").iterator():
        yield [f"sheet {sheet.pk} {text}" for text in sheets.problems(sheet)]


def _strange_keys() -> set[str]:
    """Public keys in the database whose private half is not here; none if there is no folder of keys."""
    here = keys.public_ids()
    return {key.id for key in keys_published()} - here if here else set()
