"""The account on whose behalf a command stores something."""

from django.contrib.auth.models import User
from django.core.management.base import CommandError


def owner(name: str) -> User:
    """The user called `name`; without a name the first member of staff. Raises: CommandError if there is none."""
    if name:
        found = User.objects.filter(username=name).first()
        missing = f"There is no account called {name}."
    else:
        found = User.objects.filter(is_staff=True, is_active=True).order_by("pk").first()
        missing = "There is no staff account: name the owner with --owner."
    if found is None:
        raise CommandError(missing)
    return found
