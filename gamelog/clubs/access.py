"""Permissions of clubs. Every club that a request names is fetched through `access_club`.

Everybody reads clubs. Editors change the page, news, seasons and who belongs to it; the owner is an editor who also
appoints editors and may hand the club over. Site staff may do everything.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404

from gamelog.clubs.models import EDITORS, Club, ClubRole, Membership
from gamelog.games.access import Actor, is_staff


def access_club(actor: Actor, slug: str) -> Club:
    """A club that `actor` may read: any. Raises: Http404."""
    found = Club.objects.select_related("owner").filter(slug=slug).first()
    if found is None:
        raise Http404(f"there is no club {slug}")
    return found


def is_editor(actor: Actor, club_id: Any) -> bool:
    """Whether somebody is the owner or an editor of a club."""
    return bool(
        actor.is_authenticated
        and actor.is_active
        and Membership.objects.filter(club_id=club_id, user_id=actor.pk, role__in=EDITORS).exists()
    )


def edits(actor: Actor, club: Club) -> bool:
    """Whether `actor` changes what the club shows: its editors, and site staff."""
    return is_staff(actor) or is_editor(actor, club.pk)


def owns(actor: Actor, club: Club) -> bool:
    """Whether `actor` appoints editors and hands the club over: its owner, and site staff."""
    return is_staff(actor) or (actor.is_authenticated and actor.is_active and club.owner_id == actor.pk)


def require_editor(actor: Actor, club: Club) -> User:
    """Refuse users who may not edit the club. Raises: PermissionDenied."""
    if not isinstance(actor, User) or not edits(actor, club):
        raise PermissionDenied("this is for the editors of the club")
    return actor


def require_owner(actor: Actor, club: Club) -> User:
    """Refuse users who do not own the club. Raises: PermissionDenied."""
    if not isinstance(actor, User) or not owns(actor, club):
        raise PermissionDenied(f"this is for the {ClubRole.OWNER.value} of the club")
    return actor


def require_person(actor: Actor) -> User:
    """Refuse users who are not logged in. Raises: PermissionDenied."""
    if not isinstance(actor, User) or not actor.is_active:
        raise PermissionDenied("log in first")
    return actor
