"""Count the luck of battles anew from their events. The result equals the present rows, unless those were wrong."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from gamelog.games import battle_luck
from gamelog.games.models import Game


class Command(BaseCommand):
    help = "Count the luck of the games named anew, or of all whose luck has been counted."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="*", type=UUID, help="a game; all with luck where none is named")

    def handle(self, *args: Any, game: list[UUID], **options: Any) -> None:
        games = Game.objects.filter(pk__in=game) if game else Game.objects.filter(luck__isnull=False)
        missing = sorted(map(str, set(game) - set(games.values_list("pk", flat=True))))
        if missing:
            raise CommandError(f"there is no game {missing[0]}")
        for each in games:
            battle_luck.rebuild(each)
            found = battle_luck.counted(each)
            assert found
            self.stdout.write(f"{each.pk}: {len(found.rolls)} rolls, {sum(bool(r.why) for r in found.rolls)} left out")
