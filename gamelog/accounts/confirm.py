"""Confirmation of irreversible acts: the password has to be entered again."""

from __future__ import annotations

from django.contrib.auth.models import User

WORDS = {"password": "password", "confirm": "user name"}
"""The members of a request, in words."""


def is_meant(user: User, said: str) -> bool:
    """Whether `said` is the account's password, or its user name if it has no password."""
    return user.check_password(said) if user.has_usable_password() else said == user.username
