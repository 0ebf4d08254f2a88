"""Tokens for clients other than browsers: stored hashed, one per device, expiring, revocable."""

from __future__ import annotations

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth import authenticate
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from knox.models import AuthToken
from knox.views import LogoutView
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied, Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from gamelog.accounts import attempts
from gamelog.api.authentication import TokenAuthentication
from gamelog.api.bodies import BoundedView
from gamelog.api.documents import refusals
from gamelog.api.serializers import LoginSerializer, TokenSerializer
from gamelog.visitors import address_of


class Login(BoundedView):
    """A token for a name and password."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [AllowAny]
    limit = 16 * 1024

    @extend_schema(
        operation_id="token_create", summary="A token for a password, or for a session of the pages",
        request=LoginSerializer, responses={200: TokenSerializer, **refusals(400, 401, 403, 413)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Issue a token. Refuses wrong passwords and accounts with a second factor."""
        user = self._user(request)
        AuthToken.objects.filter(user=user, expiry__lt=timezone.now()).delete()
        instance, token = AuthToken.objects.create(user=user)
        return Response({"token": token, "expiry": instance.expiry})

    def get_authenticate_header(self, request: Request) -> str:
        # Session authentication has no such header, and without one a wrong password would be answered with 403.
        """The scheme a 401 names."""
        return "Token"

    def _user(self, request: Request) -> Any:
        if request.user.is_authenticated:
            return request.user
        sent = LoginSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        name, address = sent.validated_data["username"], address_of(request._request)
        try:
            taken = attempts.take(*attempts.login(name, address))
        except attempts.TooMany as refused:
            raise Throttled(refused.wait) from refused
        user = authenticate(request._request, **sent.validated_data)
        if user is None:
            raise AuthenticationFailed("user name and password do not match")
        taken.give_back()
        if is_mfa_enabled(user):
            raise PermissionDenied("this account has a second factor: log in on the pages, then ask for a token there")
        return user


class Logout(LogoutView):  # type: ignore[misc]
    """Revoking a token."""

    authentication_classes = [TokenAuthentication]

    @extend_schema(operation_id="token_delete", summary="Revoke the token of this request", request=None,
                   responses={204: None, **refusals(401)})  # fmt: skip
    def post(self, request: Request, format: str | None = None) -> Response:
        """Revoke the token this request came with."""
        answer: Response = super().post(request, format)
        return answer
