"""The webhooks of an event, managed by its organisers. See docs/webhooks.md.

Adding a webhook, switching it on again and removing it are acts of the event with their authors. The act holds only the
site's id of the webhook: an address may contain a secret, and acts are for ever.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User

from gamelog import messages, outbound
from gamelog.contest.acts.people import Does, SetWebhook
from gamelog.contest.errors import Refused
from gamelog.games.models import OPEN, JobState
from gamelog.streams.store import writing
from gamelog.tournaments import access, selectors, services
from gamelog.tournaments.models import Delivery, Tournament, Webhook
from gamelog.tournaments.roles import ACTS, ORGANISER
from gamelog.tournaments.webhooks import MOST_HOOKS, PING_NUMBER, queue, send


def webhook_create(*, tournament: Tournament, url: str, actor: access.Actor, wants: Sequence[str] = ()) -> Webhook:
    """Add a webhook for an event's acts: all of them, or those whose types are in `wants`.

    The secret of the returned row is to be shown once, to the user who added it.

    Raises:
        PermissionDenied: the actor does not organise the event.
        Refused: `bad-url`, `unknown-type`, or `too-many` addresses.
    """
    organiser = _organiser(tournament.pk, actor)
    try:
        outbound.require_sendable(url, settings.WEBHOOKS_LOCAL)
    except outbound.Unsendable as error:
        raise Refused("bad-url", "$.url", str(error)) from None
    strange = sorted(set(wants) - set(ACTS))
    if strange:
        raise Refused("unknown-type", "$.wants", f"there are no acts {', '.join(strange)}", known=sorted(ACTS))
    with writing():
        row = _locked(tournament.pk)
        if row.webhooks.count() >= MOST_HOOKS:
            raise Refused("too-many", "$", f"an event tells at most {MOST_HOOKS} addresses")
        hook = Webhook(
            tournament=row, url=url, secret=secrets.token_urlsafe(32), wants=" ".join(sorted(set(wants)))
        )  # fmt: skip
        _record(hook, "added", organiser)
        hook.save(force_insert=True)
    tournament.refresh_from_db()
    return hook


def webhook_delete(*, hook: Webhook, actor: access.Actor) -> None:
    """Remove a webhook and its deliveries. Raises: PermissionDenied."""
    organiser = _organiser(hook.tournament_id, actor)
    with writing():
        _locked(hook.tournament_id)
        if Webhook.objects.filter(pk=hook.pk).delete()[0]:
            _record(hook, "removed", organiser)


def webhook_ping(*, hook: Webhook, actor: access.Actor) -> Delivery:
    """Send a message of the type `ping`, which carries no act; a webhook that is switched off gets it, too.

    Raises: PermissionDenied: the actor does not organise the event.
    """
    _organiser(hook.tournament_id, actor)
    with writing():
        hook.deliveries.filter(number=PING_NUMBER).delete()
        return queue(hook, PING_NUMBER)


def webhook_switch_on(*, hook: Webhook, actor: access.Actor) -> None:
    """Switch a webhook on again; deliveries that were given up before stay so. Raises: PermissionDenied."""
    organiser = _organiser(hook.tournament_id, actor)
    with writing():
        _locked(hook.tournament_id)
        off = Webhook.objects.filter(pk=hook.pk, active=False)
        if off.exists():
            _record(hook, "switched-on", organiser)
            off.update(active=True, failures=0)


def delivery_again(*, delivery: Delivery, actor: access.Actor) -> None:
    """Send again a message that was delivered or given up, under the same number and id. Raises: PermissionDenied."""
    _organiser(delivery.webhook.tournament_id, actor)
    again = {"state": JobState.QUEUED, "attempts": 0, "error": "", "status": 0, "due": messages.due()}
    with writing():
        if Delivery.objects.filter(pk=delivery.pk).exclude(state__in=OPEN).update(**again):
            send(delivery.pk)


def _organiser(tournament_id: UUID, actor: access.Actor) -> User:
    tournament = Tournament.objects.get(pk=tournament_id)
    roles = access.roles_of(actor, tournament, selectors.state_of(tournament))
    access.require_role(roles, ORGANISER, "telling other programs")
    assert isinstance(actor, User), "nobody else has an office"
    return actor


def _locked(tournament_id: UUID) -> Tournament:
    """The event's row, locked before those of its webhooks, in the same order as when an act is stored."""
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def _record(hook: Webhook, does: Does, organiser: User) -> None:
    act = SetWebhook(webhook=str(hook.pk), does=does)
    services.organised(tournament_id=hook.tournament_id, act=act, actor=organiser)
