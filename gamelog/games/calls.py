"""Steps that players dispute, or about which they call a judge. Every function that writes is one transaction."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

import rules
from gamelog.games import access, selectors
from gamelog.games.models import Event, Game, StepCall
from gamelog.games.names import refuse_names_in
from gamelog.games.streams import GAMES, tell_followers
from gamelog.streams.store import writing

LONGEST_REASON = 500


def step_call(*, game_id: UUID, step: int, side: str, kind: str, reason: str, actor: access.Actor) -> StepCall:
    """Dispute a step (`dispute`), or call a judge to it (`judge`). What is open already stays as it is.

    Raises:
        Http404, PermissionDenied: the actor may not see the game, or not declare for this side.
        rules.Malformed: there is no such step, side or kind, or the reason is empty, too long or names people; or it
            is a step of a what-if.
    """
    with writing():
        game = access.access_game(actor, game_id)
        _require(not game.what_if, "$.step", "it is a step of a what-if, which nobody disputes and nobody judges")
        _require(side in game.rules.sides, "$.side", f"the sides are {' and '.join(game.rules.sides)}")
        access.require_declare(actor, game, side)
        game = GAMES.lock(game_id)
        _require(kind in StepCall.Kind.values, "$.kind", f"{kind!r} is none of {', '.join(StepCall.Kind.values)}")
        _require(1 <= step <= game.number, "$.step", f"the game has steps 1 to {game.number}")
        said = reason.strip()
        _require(bool(said), "$.reason", "it is empty")
        _require(len(said) <= LONGEST_REASON, "$.reason", f"longer than {LONGEST_REASON} characters")
        refuse_names_in({"reason": said}, game, actor, selectors.position_at(game, game.number))
        row, created = StepCall.objects.get_or_create(
            game=game, step=step, side=side, kind=kind, closed=None,
            defaults={"reason": said, "user": cast(User, actor)},
        )  # fmt: skip
        if created:
            tell_followers(game)
    return row


def call_close(*, call_id: int, actor: access.Actor, game_id: UUID | None = None) -> StepCall:
    """Settle a call without a ruling, as a judge, or withdraw it, as the side that made it. Twice counts once.

    Raises: Http404, PermissionDenied: there is no such call (of this game), or it is not the actor's to close.
    """
    with writing():
        row = StepCall.objects.select_related("game").filter(pk=call_id).first()
        if row is None or (game_id is not None and row.game_id != game_id):
            raise Http404(f"there is no call {call_id}")
        access.access_game(actor, row.game_id)
        if not (access.is_staff(actor) or row.side in access.own_sides(actor, row.game)):
            raise PermissionDenied("a judge settles it, or the side that called withdraws it")
        game = GAMES.lock(row.game_id)
        if row.closed is None:
            _close(StepCall.objects.filter(pk=row.pk), cast(User, actor), None)
            row.refresh_from_db()
            tell_followers(game)
    return row


def calls_of(game: Game, *, open_only: bool = False) -> QuerySet[StepCall]:
    """The calls on steps of a game, in the order in which they were made."""
    rows = game.calls.filter(step__lte=game.number)
    return rows.filter(closed=None) if open_only else rows


def open_calls(actor: access.Actor) -> QuerySet[StepCall]:
    """Every open call of the games that `actor` may see: judges first, then disputes, the oldest first."""
    rows = StepCall.objects.filter(access.of_visible(actor), closed=None).select_related("game")
    return rows.order_by("-kind", "created", "id")


def ruled(event: Event, declaration: rules.Declaration[Any], actor: User) -> None:
    """Close the calls on the steps that a stored ruling names. Call it within `writing`."""
    rows = StepCall.objects.filter(game_id=event.game_id, closed=None)
    named = [row.pk for row in rows if declaration.action.names(row.step)]
    _close(rows.filter(pk__in=named), actor, event.number)


def taken_back(event: Event, since: int, actor: User) -> None:
    """Close the calls on steps that were taken back with agreement. Call it within `writing`."""
    _close(StepCall.objects.filter(game_id=event.game_id, closed=None, step__gte=since), actor, event.number)


def _close(rows: QuerySet[StepCall], actor: User, ruling: int | None) -> None:
    rows.update(closed=timezone.now(), closed_by=actor, ruling=ruling)


def _require(ok: bool, path: str, reason: str) -> None:
    if not ok:
        raise rules.Malformed(path, reason)
