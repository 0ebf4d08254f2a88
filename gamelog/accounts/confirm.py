"""Confirmation of irreversible acts: the password has to be entered again."""

from __future__ import annotations

from django.contrib.auth.models import User

from gamelog.accounts import attempts

WORDS = {"password": "password", "confirm": "user name"}
"""The members of a request, in words."""


def is_meant(user: User, said: str) -> bool:
    """Whether `said` is the account's password, or its user name if it has no password.

    Raises: attempts.TooMany.
    """
    taken = attempts.take((attempts.CONFIRM, str(user.pk)))
    meant = user.check_password(said) if user.has_usable_password() else said == user.username
    if meant:
        taken.give_back()
    return meant
