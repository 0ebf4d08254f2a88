"""A new signing key, endorsed by the previous one."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gamelog.signing import services


class Command(BaseCommand):
    help = "Make a new signing key, signed by the present one. What was signed before stays valid."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            key = services.key_rotate()
        except OSError as error:
            raise CommandError(f"The folder of keys cannot be used: {error}") from error
        self.stdout.write(f"{key.pk} signs from {key.since} on; {key.endorsed_by} vouches for it.")
