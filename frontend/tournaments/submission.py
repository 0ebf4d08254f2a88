"""Storing an act from a page while people at sixty other tables declare theirs."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest

from frontend.base.numbers import whole_number
from frontend.tournaments.visit import Visit
from gamelog.contest.acts import rounds
from gamelog.contest.conflicts import concerns
from gamelog.contest.stream import StoredAct
from gamelog.tournaments import selectors, services
from rules import canonical, digest

LONGEST_KEY = 60


class Sent(NamedTuple):
    """The values sent beside a form's fields: how many acts its page showed, its key, the digest of the effect it
    showed.
    """

    expected: int
    key: str = ""
    effect: str = ""


def fresh_key() -> str:
    """An idempotency key for a page: a double tap stores one act."""
    return secrets.token_urlsafe(12)


def sent(request: HttpRequest, otherwise: int) -> Sent:
    """The values sent with a form; `otherwise` is the number of acts its page showed if that cannot be read."""
    key = request.POST.get("key", "")[:LONGEST_KEY]
    return Sent(whole_number(request.POST.get("expected", ""), otherwise), key, request.POST.get("digest", ""))


def put_behind(
    visit: Visit,
    act: Any,
    given: Sent,
    holds: Callable[[Sequence[StoredAct]], bool],
    named: Sequence[services.Named] = (),
) -> services.Appended:
    """Store an act behind whatever was stored since its page was shown, as long as it still `holds` after those acts.

    Raises:
        StaleEvent: it no longer holds, and the user has to look at it again.
        PermissionDenied, EffectChanged, Refused, KeyReused: as `services.act_append`.
    """
    # One page may send several acts, each with its own key; the same one again is a double tap.
    key = f"{given.key}.{digest(canonical(act))[:24]}" if given.key else ""
    return services.act_append(
        tournament=visit.tournament, expected=given.expected, act=act, actor=visit.user, key=key, effect=given.effect,
        named=named, holds=holds,
    )  # fmt: skip


def stored_since(visit: Visit, expected: int) -> list[StoredAct]:
    """The acts stored since a page was shown; none if no page had that number."""
    visit.tournament.refresh_from_db()
    return selectors.entries_of(visit.tournament, after=expected) if 0 <= expected < visit.tournament.number else []


def append(visit: Visit, act: Any, request: HttpRequest, named: Sequence[services.Named] = ()) -> services.Appended:
    """Store an act of the visitor. If it cannot be read what their page showed, everything counts as new.

    Raises:
        StaleEvent: somebody acted on the same entry or table in the meantime; the user has to look at it again.
        PermissionDenied, Refused, KeyReused: as `services.act_append`.
    """
    given = sent(request, otherwise=0)
    if given.expected > visit.tournament.number:
        given = given._replace(expected=0)
    return put_behind(visit, act, given, lambda since: not touched(visit, act, since), named)


def touched(visit: Visit, act: Any, since: Sequence[StoredAct]) -> bool:
    """Whether an act stored `since` is about the same entry or table, or changes the same part of the whole.

    Another registration never conflicts. Once a round is paired again, any of its tables may have other players.
    """
    about = concerns(visit.state, act)
    if not about:
        return any(type(each.act) is type(act) for each in since)
    at_table = any(each.startswith(("table ", "captain ")) for each in about)
    if at_table and any(isinstance(each.act, rounds.RePair | rounds.MoveTable) for each in since):
        return True
    return any((about - {"registration"}) & concerns(visit.state, each.act) for each in since)
