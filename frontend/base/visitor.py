"""The user behind a request."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest


def signed_in_user(request: HttpRequest) -> User:
    """The user who is logged in. Raises: PermissionDenied."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
