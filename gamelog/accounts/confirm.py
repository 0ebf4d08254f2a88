"""Whether somebody means it: what cannot be undone asks for the password again."""

from __future__ import annotations

from django.contrib.auth.models import User

WORDS = {"password": "password", "confirm": "user name"}
"""What each member of a request asks for, in words."""


def is_meant(user: User, said: str) -> bool:
    """Whether `said` is the password of an account, or the user name where the account has no password."""
    return user.check_password(said) if user.has_usable_password() else said == user.username
