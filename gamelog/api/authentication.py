"""Who asks, by a token."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from knox import auth


class TokenAuthentication(auth.TokenAuthentication):  # type: ignore[misc]
    """A token of `knox`, looked up with one statement.

    The library also looks through all other tokens of the person, with every request, for expired ones to delete;
    here that is done when a token is issued (`tokens`).
    """

    def _cleanup_token(self, auth_token: Any) -> bool:
        expired = auth_token.expiry is not None and auth_token.expiry < timezone.now()
        return expired and bool(super()._cleanup_token(auth_token))


class TokenScheme(KnoxTokenScheme):  # type: ignore[no-untyped-call]
    """How the OpenAPI document describes it: as that of the library."""

    target_class = "gamelog.api.authentication.TokenAuthentication"
