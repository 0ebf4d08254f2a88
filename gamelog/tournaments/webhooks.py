"""Delivering an event's acts to other programs. docs/webhooks.md describes messages and signatures.

Deliveries are rows that are written together with the act, so neither a dead worker nor an emptied broker loses any.
Every function may run twice and may be interrupted anywhere: then an act is delivered twice, under the same number.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from http.client import HTTPException
from typing import Any

import msgspec
from django.conf import settings
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from gamelog import messages, outbound
from gamelog.contest.state import TournamentState as EventState
from gamelog.contest.state import seat
from gamelog.games import queues
from gamelog.games.models import OPEN, JobState
from gamelog.streams.store import writing
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Act, Delivery, Tournament, Webhook
from rules import canonical

FORMAT = 1
"""The version of the messages. A new member does not change it; a member with a changed meaning does."""
PING = "ping"
PING_NUMBER = 0
"""Acts are numbered from 1."""
MOST_HOOKS = 10
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 480))
"""How long to wait after each failed attempt; after the last one a delivery is given up."""
TRIES = len(WAITS) + 1
MOST_FAILURES = 24
"""How many consecutive failures, over all deliveries, switch a webhook off."""
SWEPT = 200
KEPT = timedelta(days=30)
"""How long deliveries are kept."""
PLACES = ("round", "table", "board", "entrant")
"""The members of an act that are sent: numbers that say where to look. No act is sent whole: some hold captains' secret
choices, and reasons that are for the desk.
"""

DELIVER = messages.Task("gamelog.tournaments.tasks.deliver")


# selectors


def webhooks_of(tournament: Tournament) -> list[Webhook]:
    """The webhooks of an event, oldest first."""
    return list(Webhook.objects.filter(tournament=tournament).select_related("tournament").order_by("created", "pk"))


def deliveries_of(hook: Webhook, most: int = 20) -> list[tuple[Delivery, str]]:
    """The last deliveries of a webhook, newest first, each with the type of its act."""
    rows = list(hook.deliveries.order_by("-pk")[:most])
    acts = Act.objects.filter(tournament=hook.tournament_id, number__in=[each.number for each in rows])
    types = {PING_NUMBER: PING, **dict(acts.values_list("number", "type"))}
    return [(each, types.get(each.number, "")) for each in rows]


# jobs


def enqueue(tournament: Tournament, act: Act) -> None:
    """Queue an act for every webhook that wants it, once the transaction is committed. Call it within one."""
    for hook in Webhook.objects.filter(tournament=tournament, active=True):
        if not hook.wants or act.type in hook.wants.split():
            queue(hook, act.number)


def queue(hook: Webhook, number: int) -> Delivery:
    """Queue an act for one webhook, once the transaction is committed. Call it within one."""
    row = Delivery.objects.create(webhook=hook, number=number, due=messages.due())
    send(row.pk)
    return row


def send(delivery_id: int) -> None:
    """Wake a worker for a delivery, once the transaction is committed. Call it within one."""
    messages.deliver_on_commit(DELIVER, delivery_id)


def deliver(delivery_id: int) -> None:
    """Deliver an act to a webhook, unless it is done or another worker is at it."""
    row = _taken(delivery_id)
    if row is None:
        return
    body = body_of(row)
    status, error, hopeless = 0, "", False
    try:
        status = outbound.post(row.webhook.url, body, headers_of(row, body), local=settings.WEBHOOKS_LOCAL)
        error = "" if 200 <= status < 300 else _said(status)
    except outbound.Unsendable as refused:
        error, hopeless = str(refused), True
    except (OSError, HTTPException) as failed:
        error = f"{type(failed).__name__}: {failed}"
    _settle(row, status, error, hopeless)


def _said(status: int) -> str:
    return f"it answered {status}" + (": nobody follows a redirect" if 300 <= status < 400 else "")


def _taken(delivery_id: int) -> Delivery | None:
    """Take a delivery on: from now on it counts as an attempt, whatever happens to this worker."""
    with writing():
        rows = Delivery.objects.select_for_update(of=("self",)).select_related("webhook__tournament")
        row = rows.filter(pk=delivery_id, state__in=OPEN).first()
        if row is None or (row.state == JobState.RUNNING and row.due > messages.moment()):
            return None
        heard = row.webhook.active or row.number == PING_NUMBER
        if not heard or row.attempts >= TRIES:
            row.state = JobState.FAILED
            row.error = row.error or ("its workers died" if heard else "the address is switched off")
        else:
            row.state, row.attempts, row.due = JobState.RUNNING, row.attempts + 1, messages.due()
        row.save(update_fields=["state", "attempts", "due", "error"])
    return row if row.state == JobState.RUNNING else None


def _settle(row: Delivery, status: int, error: str, hopeless: bool) -> None:
    """Record the outcome of an attempt, unless another worker has taken the delivery since."""
    last = hopeless or row.attempts >= TRIES
    state = JobState.DONE if not error else JobState.FAILED if last else JobState.QUEUED
    wait = WAITS[min(row.attempts, len(WAITS)) - 1]
    with writing():
        mine = Delivery.objects.filter(pk=row.pk, attempts=row.attempts, state__in=OPEN)
        if not mine.update(state=state, status=status, error=error[:500], due=messages.moment() + wait):
            return
        hook = Webhook.objects.filter(pk=row.webhook_id)
        hook.update(failures=F("failures") + 1 if error else 0)
        if hook.filter(active=True, failures__gte=MOST_FAILURES).update(active=False):
            waiting = Delivery.objects.filter(webhook=row.webhook_id, state=JobState.QUEUED)
            waiting.update(state=JobState.FAILED, error="the address is switched off")


def sweep(now: datetime | None = None) -> int:
    """Send whatever is due, and forget old deliveries. Returns how many were sent."""
    now = now or messages.moment()
    with writing():
        rows = Delivery.objects.select_for_update(skip_locked=True).filter(state__in=OPEN, due__lt=now)
        due = [each.pk for each in rows.order_by("due", "pk")[:SWEPT]]
        # Not due again before a worker has had time: otherwise every sweep would send another copy of the message.
        Delivery.objects.filter(pk__in=due).update(state=JobState.QUEUED, due=messages.due())
    for each in due:
        messages.deliver(DELIVER, each)
    Delivery.objects.filter(created__lt=now - KEPT).exclude(state__in=OPEN).delete()
    return len(due)


# what is sent


def deliveries() -> queues.Queue:
    """What is to be delivered to webhooks."""
    return queues.queue_of("webhook", Delivery.objects.all())


def body_of(row: Delivery) -> bytes:
    """The message as canonical JSON: the same bytes at every attempt, since it depends only on the acts up to its
    own.
    """
    tournament = row.webhook.tournament
    act = Act.objects.filter(tournament=tournament, number=row.number).first()
    told = told_of(tournament, act) if act else {"type": PING, "at": _moment(row.created)}
    return canonical({"format": FORMAT, "event": tournament.slug, "number": row.number, **links_of(tournament), **told})


def told_of(tournament: Tournament, act: Act) -> dict[str, Any]:
    """The content about an act: its type and time, the state of the event after it, and where to look. No names."""
    body = msgspec.json.decode(act.body)["act"]
    state = selectors.state_of(tournament, as_of=act.number)
    about = {name: body[name] for name in PLACES if name in body}
    told = {"type": act.type, "at": _moment(act.recorded_at), "phase": state.phase, "rounds": len(state.rounds)}
    return told | {"about": about} | _result(state, about)


def _result(state: EventState, about: Mapping[str, int]) -> dict[str, Any]:
    """The result at the table that an act is about, if it has one; points are hundredths."""
    if "table" not in about or not 1 <= about["round"] <= len(state.rounds):
        return {}
    found = state.rounds[about["round"] - 1].results.get(seat(about["table"], about.get("board", 0)))
    if found is None:
        return {}
    report = msgspec.to_builtins(found.report)
    return {"result": {"report": report, "shown": selectors.report_said(found.report), "standing": found.standing}}


def links_of(tournament: Tournament) -> dict[str, str]:
    """Links for people and for programs."""
    pages = {"url": "event", "standings": "event-standings-json"}
    return {key: f"{settings.SITE_URL}{reverse(name, args=[tournament.slug])}" for key, name in pages.items()}


def headers_of(row: Delivery, body: bytes) -> dict[str, str]:
    """The headers of a message. The signature covers the time and the body, so that nobody can replay it later."""
    stamp = str(int(timezone.now().timestamp()))
    return {
        "Content-Type": "application/json",
        "User-Agent": "gamelog-webhooks",
        "X-Gamelog-Event": msgspec.json.decode(body)["type"],
        "X-Gamelog-Delivery": str(row.pk),
        "X-Gamelog-Timestamp": stamp,
        "X-Gamelog-Signature": f"sha256={signature(row.webhook.secret, stamp, body)}",
    }


def signature(secret: str, stamp: str, body: bytes) -> str:
    """HMAC-SHA256 with the address's secret over `<timestamp>.<body>`, in hexadecimal."""
    return hmac.new(secret.encode(), f"{stamp}.".encode() + body, sha256).hexdigest()


def _moment(at: datetime) -> str:
    return at.astimezone(timezone.get_default_timezone()).strftime("%Y-%m-%dT%H:%M:%SZ")
