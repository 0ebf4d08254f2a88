"""Erase a person on request: the account is anonymised; games and results stay, attributed to an opaque id."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from gamelog.accounts import services
from gamelog.games.selectors import games_of


class Command(BaseCommand):
    help = "Erase a person. It cannot be undone; chains, proofs, replays and results stay valid."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--noinput", "--no-input", action="store_true", help="do not ask first")

    def handle(self, *args: Any, username: str, noinput: bool, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError("There is no account of this name. Names are as on the log-in page, in the same case.")
        if not noinput:
            self._ask(user)
        erased = services.person_erase(user=user, by=None)
        self.stdout.write(f"erased: {erased.participant} stays as the opaque id; the account is {user.username}")
        self.stdout.write(f"{erased.rosters} rosters deleted, the name taken out of {erased.titles} titles")
        for game in erased.left:
            self.stdout.write(
                f"the record of game {game.pk} says the name and cannot be changed: it was imported, or is older than "
                "the check. Make the game private if it has to go from sight."
            )

    def _ask(self, user: User) -> None:
        games, rosters = games_of(user).count(), user.rosters.count()
        self.stdout.write(f"{user.username}: {games} games stay, {rosters} rosters go. It cannot be undone.")
        if input("Type the user name to go on: ") != user.username:
            raise CommandError("Nothing was changed.")
