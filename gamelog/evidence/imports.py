"""Imported games: who imported what, and how the staff of the site takes an import down.

A file is a copy of a game and belongs to nobody. Taking it down is an act with its author, reason and time, which is
kept for ever; whether the events are kept for the staff or erased is decided with it. A record that began here is never
taken down.
"""

from __future__ import annotations

from typing import Literal, TypeAlias
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import QuerySet
from django.http import Http404

import rules
from gamelog.evidence.models import Origin, Takedown
from gamelog.games.access import Actor, is_staff
from gamelog.games.models import OPEN, BattleLuck, Event, Game, JobState
from gamelog.games.streams import GAMES, tell_followers
from gamelog.people import names
from gamelog.people.services import participant_of
from gamelog.streams.store import writing

LONGEST_REASON = 500
Bytes: TypeAlias = Literal["kept", "erased"]
"""What becomes of the events: they stay in the database, where nobody reads them by the site, or they are deleted."""


def require_staff(actor: Actor) -> User:
    """Refuse everybody but staff of the site. Raises: PermissionDenied."""
    if not isinstance(actor, User) or not is_staff(actor):
        raise PermissionDenied("only staff of the site takes imports down")
    return actor


def imports() -> QuerySet[Origin]:
    """Every import with its game, the newest first; those that were taken down, too."""
    rows = Origin.objects.filter(game__in=Game.every.filter(copy_of__isnull=False).values("pk"))
    return rows.select_related("game__owner", "game__takedown").order_by("-game__created", "game")


def takedown(*, game_id: UUID, reason: str, data: Bytes, actor: Actor) -> Takedown:
    """Take an import down. Once it is down, it stays as it was taken down first.

    Raises:
        PermissionDenied: the actor is not staff of the site.
        Http404: there is no such import.
        rules.Malformed: there is no reason, or it is too long or has contact data, or `data` is no such word.
    """
    staff, said = require_staff(actor), reason.strip()
    _require(0 < len(said) <= LONGEST_REASON, "$.reason", f"write a reason of up to {LONGEST_REASON} characters")
    _require(said.isprintable() and not any(names.contact(said)), "$.reason", "it has contact data, or is unprintable")
    _require(data in ("kept", "erased"), "$.bytes", f"{data!r} is neither kept nor erased")
    with writing():
        if not imports().filter(game=game_id).exists():
            raise Http404(f"there is no import {game_id}")
        game = GAMES.lock(game_id)
        row, created = Takedown.objects.get_or_create(
            game=game, defaults={"by": participant_of(staff), "reason": said, "erased": data == "erased"}
        )
        if created:
            game.taken_down = True
            game.save(update_fields=["taken_down"])
            game.reports.filter(state__in=OPEN).update(state=JobState.FAILED, error="taken down")
            if row.erased:
                _erase(game)
            tell_followers(game)
    return row


def _erase(game: Game) -> None:
    """Delete the events of an import that was taken down, and what was made of them.

    The header stays with the hashes, so that the same record is not taken in again.
    """
    if connection.vendor == "postgresql":
        # The application's own role may delete no event; this function deletes those of erased imports alone.
        with connection.cursor() as cursor:
            cursor.execute("SELECT evidence_erase(%s)", [game.pk])
    else:
        Event.objects.filter(game=game).delete()
    game.reports.update(findings="[]", summary="{}")
    for rows in (game.moving_pictures, game.take_backs, game.calls, game.secrets, game.join_codes):
        rows.all().delete()
    BattleLuck.objects.filter(game=game).delete()
    game.seats.update(name="", faction="")
    game.title = ""
    game.save(update_fields=["title"])


def _require(ok: bool, path: str, text: str) -> None:
    if not ok:
        raise rules.Malformed(path, text)
