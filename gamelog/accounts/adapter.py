"""What we do differently from allauth when somebody logs in: attempts are counted by `attempts`."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest

from gamelog.accounts import attempts
from gamelog.visitors import address_of


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Logging in and confirming by a password, within our limits."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that allauth's other limits count by."""
        return address_of(request)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Whose name and password these are. Raises: ValidationError after too many wrong ones."""
        name = str(credentials.get("email") or credentials.get("username") or "")
        try:
            taken = attempts.take(*attempts.login(name, address_of(request)))
        except attempts.TooMany as refused:
            raise self.validation_error("too_many_login_attempts") from refused
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user:
            taken.give_back()
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Nothing: the attempt is counted already."""
