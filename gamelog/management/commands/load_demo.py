"""Create whatever is missing of the demo: accounts, rosters, battles (one was tampered with), events."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand

from gamelog.deployment import is_public
from gamelog.games import demo
from gamelog.seasons import demo as seasons
from gamelog.tournaments import demo as events


class Command(BaseCommand):
    help = "Load the demo. Running it again changes nothing. Where others reach the site, its passwords open nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        for game in demo.load():
            self.stdout.write(f"/games/{game.pk}/  {game.title}: {game.number} events")
        held = events.load()
        seasons.load(held)
        for event in held:
            self.stdout.write(f"/events/{event.slug}/  {event.title}: {event.number} acts")
        if is_public():
            self.close_accounts()

    def close_accounts(self) -> None:
        """Take away passwords that everybody can read in the program."""
        for username, password, _ in demo.ACCOUNTS:
            user = User.objects.get(username=username)
            if user.check_password(password):
                user.set_unusable_password()
                user.save(update_fields=["password"])
                self.stdout.write(
                    f"{username}: others reach this site (GAMELOG_HOSTS), so the demo's password opens nothing; set "
                    f"one with `manage.py changepassword {username}`"
                )
