"""Webhooks of an event over HTTP, for its organisers. See docs/webhooks.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from gamelog.api import event_documents as shapes
from gamelog.api.bodies import BoundedView, RawJson
from gamelog.api.documents import refusals
from gamelog.api.event_bodies import asked, body
from gamelog.api.events import JSON
from gamelog.tournaments import access, subscriptions, webhooks
from gamelog.tournaments.models import Tournament, Webhook
from gamelog.tournaments.roles import ORGANISER


class WebhookBody(msgspec.Struct, forbid_unknown_fields=True):
    """A webhook for everything, or for the types of acts in `wants`."""

    url: Annotated[str, msgspec.Meta(max_length=500)]
    wants: Annotated[tuple[str, ...], msgspec.Meta(max_length=60)] = ()


class Done(msgspec.Struct, forbid_unknown_fields=True):
    """An act on a webhook."""

    act: Literal["ping", "switch-on"]


class Again(msgspec.Struct, forbid_unknown_fields=True):
    """The act whose message is sent once more; 0 is that of a `ping`."""

    number: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


WANTED = msgspec.json.Decoder(WebhookBody)
DONE = msgspec.json.Decoder(Done)
AGAIN = msgspec.json.Decoder(Again)


class EventHooks(BoundedView):
    """The webhooks of an event."""

    permission_classes = [IsAuthenticated]
    parser_classes = [RawJson]

    @extend_schema(
        operation_id="tournaments_webhooks", summary="The webhooks of an event (organisers)",
        responses={200: shapes.HOOKS, **refusals(401, 403, 404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Webhooks, oldest first, without their secrets."""
        rows = [hook_json(each) for each in webhooks.webhooks_of(_organised(request, slug))]
        return HttpResponse(msgspec.json.encode({"webhooks": rows}), content_type=JSON)

    @extend_schema(
        operation_id="tournaments_webhooks_create", summary="Add a webhook for an event's acts (organisers)",
        request={JSON: shapes.HOOK_WANTED},
        responses={201: shapes.HOOK_MADE, **refusals(400, 401, 403, 404, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> HttpResponse:
        """The webhook, with the secret that signs its messages."""
        tournament, wanted = _organised(request, slug), body(request, WANTED)
        made = subscriptions.webhook_create(
            tournament=tournament, url=wanted.url, actor=request.user, wants=wanted.wants
        )  # fmt: skip
        answer = {**hook_json(made), "secret": made.secret}
        return HttpResponse(msgspec.json.encode(answer), content_type=JSON, status=201)


class EventHook(BoundedView):
    """One webhook."""

    permission_classes = [IsAuthenticated]
    parser_classes = [RawJson]

    @extend_schema(
        operation_id="tournaments_webhooks_act", summary="Test a webhook, or switch it on again (organisers)",
        description="`ping` sends a message that carries no act; `switch-on` resumes a webhook that was switched off "
                    "after too many failed attempts.",
        request={JSON: shapes.HOOK_ACT}, responses={200: shapes.HOOK, **refusals(400, 401, 403, 404, 413, 415)},
    )  # fmt: skip
    def post(self, request: Request, slug: str, hook_id: UUID) -> HttpResponse:
        """Do it; returns the webhook afterwards."""
        hook = _hook(request, slug, hook_id)
        if body(request, DONE).act == "ping":
            subscriptions.webhook_ping(hook=hook, actor=request.user)
        else:
            subscriptions.webhook_switch_on(hook=hook, actor=request.user)
        hook.refresh_from_db()
        return HttpResponse(msgspec.json.encode(hook_json(hook)), content_type=JSON)

    @extend_schema(
        operation_id="tournaments_webhooks_delete", summary="Remove a webhook (organisers)",
        responses={204: None, **refusals(401, 403, 404)},
    )  # fmt: skip
    def delete(self, request: Request, slug: str, hook_id: UUID) -> HttpResponse:
        """Delete the webhook and its deliveries."""
        subscriptions.webhook_delete(hook=_hook(request, slug, hook_id), actor=request.user)
        return HttpResponse(status=204)


class EventHookDeliveries(BoundedView):
    """The deliveries of a webhook."""

    permission_classes = [IsAuthenticated]
    parser_classes = [RawJson]

    @extend_schema(
        operation_id="tournaments_webhooks_deliveries", summary="The last deliveries of a webhook, newest first",
        responses={200: shapes.DELIVERIES, **refusals(401, 403, 404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str, hook_id: UUID) -> HttpResponse:
        """Each act with the outcome of its delivery."""
        rows = [
            {"number": each.number, "type": kind, "state": each.state, "attempts": each.attempts,
             "status": each.status, "error": each.error, "created": each.created}
            for each, kind in webhooks.deliveries_of(_hook(request, slug, hook_id))
        ]  # fmt: skip
        return HttpResponse(msgspec.json.encode({"deliveries": rows}), content_type=JSON)

    @extend_schema(
        operation_id="tournaments_webhooks_again", summary="Send a message again, under the same id (organisers)",
        request={JSON: shapes.HOOK_AGAIN}, responses={204: None, **refusals(400, 401, 403, 404, 413, 415)},
    )  # fmt: skip
    def post(self, request: Request, slug: str, hook_id: UUID) -> HttpResponse:
        """Send it, unless it is still queued."""
        hook = _hook(request, slug, hook_id)
        number = body(request, AGAIN).number
        found = hook.deliveries.filter(number=number).first()
        if found is None:
            raise Http404(f"nothing was told of act {number}")
        subscriptions.delivery_again(delivery=found, actor=request.user)
        return HttpResponse(status=204)


def _organised(request: Request, slug: str) -> Tournament:
    """An event that the user organises. Raises: Http404, PermissionDenied."""
    found = asked(request, slug)
    access.require_role(found.roles, ORGANISER, "telling other programs")
    return found.tournament


def _hook(request: Request, slug: str, hook_id: UUID) -> Webhook:
    found = (
        Webhook.objects.select_related("tournament").filter(tournament=_organised(request, slug), pk=hook_id).first()
    )
    if found is None:
        raise Http404(f"there is no webhook {hook_id}")
    return found


def hook_json(hook: Webhook) -> dict[str, Any]:
    """A webhook as its organisers see it."""
    return {"id": str(hook.pk), "url": hook.url, "wants": hook.wants.split(), "active": hook.active,
            "failures": hook.failures, "created": hook.created}  # fmt: skip
