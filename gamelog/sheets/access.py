"""Permissions of score sheets. Every sheet that a request names is fetched through `access_sheet`.

Everybody reads public sheets. The person who entered one, its players and staff read it always, and correct it; its
players confirm and dispute it; the person who entered it and staff withdraw it, after which nobody else reads it.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404

from gamelog.games.access import Actor, is_staff
from gamelog.people.selectors import is_guest
from gamelog.sheets.acts import SIDES, Side
from gamelog.sheets.models import Sheet


def sheets_visible(actor: Actor) -> QuerySet[Sheet]:
    """The sheets `actor` may read, newest battle first."""
    rows = Sheet.objects.select_related("entered_by", "a", "b")
    if is_staff(actor):
        return rows
    seen = Q(public=True) & ~Q(standing="withdrawn")
    return rows.filter(seen | _own(actor.pk)) if actor.is_authenticated else rows.filter(seen)


def sheets_of(user: User) -> QuerySet[Sheet]:
    """The sheets that somebody entered or that say they played, newest battle first."""
    return Sheet.objects.select_related("entered_by", "a", "b").filter(_own(user.pk))


def _own(key: Any) -> Q:
    return Q(entered_by_id=key) | Q(a_id=key) | Q(b_id=key)


def access_sheet(actor: Actor, sheet_id: UUID) -> Sheet:
    """A sheet that `actor` may read. Raises: Http404."""
    found = sheets_visible(actor).filter(pk=sheet_id).first()
    if found is None:
        raise Http404(f"there is no sheet {sheet_id}")
    return found


def require_account(actor: Actor) -> User:
    """Refuse guests and whoever is not logged in. Raises: PermissionDenied."""
    if not isinstance(actor, User) or not actor.is_active or is_guest(actor):
        raise PermissionDenied("log in with an account of your own")
    return actor


def side_of(actor: Actor, sheet: Sheet) -> Side | None:
    """The side that `actor` played."""
    own = actor.pk if actor.is_authenticated and actor.is_active else None
    return next((side for side in SIDES if own and getattr(sheet, f"{side}_id") == own), None)


def runs(actor: Actor, sheet: Sheet) -> bool:
    """Whether `actor` entered the sheet, or is staff."""
    return is_staff(actor) or (actor.is_authenticated and actor.is_active and sheet.entered_by_id == actor.pk)


def corrects(actor: Actor, sheet: Sheet) -> bool:
    """Whether `actor` may correct the sheet: as `runs`, and its players."""
    return runs(actor, sheet) or side_of(actor, sheet) is not None


def require_corrects(actor: Actor, sheet: Sheet) -> User:
    """Refuse users who have no part in the sheet. Raises: PermissionDenied."""
    user = require_account(actor)
    if not corrects(user, sheet):
        raise PermissionDenied("only its players and the person who entered it correct a sheet")
    return user


def require_runs(actor: Actor, sheet: Sheet) -> User:
    """Refuse users who did not enter the sheet. Raises: PermissionDenied."""
    user = require_account(actor)
    if not runs(user, sheet):
        raise PermissionDenied("only the person who entered it, or staff, withdraws a sheet")
    return user


def require_side(actor: Actor, sheet: Sheet) -> Side:
    """The side for which `actor` speaks. Raises: PermissionDenied for others."""
    side = side_of(require_account(actor), sheet)
    if side is None:
        raise PermissionDenied("only the players of a battle confirm or dispute its sheet")
    return side
