"""Storing what a player declares, though at sixty other tables somebody declares something at the same moment."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from frontend.desk.concerns import concerns
from frontend.events.visit import Visit
from gamelog.tournaments import selectors, services
from gamelog.tournaments.errors import StaleEvent
from rules import canonical, digest

TRIES = 8
"""How often an act is put behind others that are about something else."""


def fresh_key() -> str:
    """A word that makes what a page sends its own: a double tap stores one act."""
    return secrets.token_urlsafe(12)


def append(visit: Visit, act: Any, request: HttpRequest, named: Sequence[services.Named] = ()) -> services.Appended:
    """Store an act of the visitor behind whatever was stored since the page was shown.

    Raises:
        StaleEvent: somebody did something to the same entry or table meanwhile; it has to be looked at again.
        PermissionDenied, Refused, KeyReused: as `services.act_append`.
    """
    sent = request.POST.get("key", "")[:60]
    key = f"{sent}.{digest(canonical(act))[:24]}" if sent else ""
    expected = first = _number(request.POST.get("expected", ""), visit.event.number)
    for _try in range(TRIES):
        try:
            return services.act_append(
                tournament=visit.event, expected=expected, act=act, actor=visit.user, key=key, named=named
            )
        except StaleEvent as error:
            visit.event.refresh_from_db()
            if touched(visit, act, first):
                raise
            expected = error.actual
    raise StaleEvent(first, expected)


def touched(visit: Visit, act: Any, since: int) -> bool:
    """Whether an act after number `since` is about the same entry or table, or changes the same of the whole event.

    Another registration stands in no way.
    """
    about, later = concerns(visit.state, act), selectors.entries_of(visit.event, after=since)
    if not about:
        return any(type(each.act) is type(act) for each in later)
    return any((about - {"registration"}) & concerns(visit.state, each.act) for each in later)


def _number(text: str, last: int) -> int:
    """How many acts the page showed. What cannot be read is none of ours: everything counts as new since."""
    known = text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= last
    return int(text) if known else 0
