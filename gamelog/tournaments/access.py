"""Permissions of events. Every event that a request names is fetched through `access_tournament`."""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404

from gamelog.clubs import access as clubs
from gamelog.clubs.models import Club
from gamelog.contest.state import TournamentState
from gamelog.games.access import is_staff
from gamelog.people.selectors import participant_id
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.roles import EVERYBODY, STAFF, Role

Actor: TypeAlias = User | AnonymousUser


def tournaments_visible(actor: Actor) -> QuerySet[Tournament]:
    """The events `actor` may read: announced public ones, and those in which they have a part."""
    if is_staff(actor):
        return Tournament.objects.all()
    seen = Q(public=True) & ~Q(phase="draft")
    if actor.is_authenticated:
        mine = Q(nameplates__user_id=actor.pk) | Q(officers__user_id=actor.pk)
        own = Tournament.objects.filter(mine).values("pk")
        seen |= Q(owner_id=actor.pk) | Q(pk__in=own)
    return Tournament.objects.filter(seen)


def access_tournament(actor: Actor, slug: str) -> Tournament:
    """An event that `actor` may read. Raises: Http404."""
    found = tournaments_visible(actor).select_related("owner", "club").filter(slug=slug).first()
    if found is None:
        raise Http404(f"there is no event {slug}")
    return found


def roles_of(actor: Actor, tournament: Tournament, state: TournamentState) -> frozenset[Role]:
    """Every role of `actor` at an event; everybody is a spectator."""
    if not isinstance(actor, User) or not actor.is_active:
        return frozenset({"spectator"})
    found: set[Role] = {"spectator"}
    if is_staff(actor) or tournament.owner_id == actor.pk:
        found.add("organiser")
    person = participant_id(actor)
    found |= {role for role in state.roles.get(person, []) if role in EVERYBODY}
    if person and any(person in each.people() for each in state.entrants.values()):
        found.add("player")
    if tournament.club_id and clubs.is_editor(actor, tournament.club_id):
        found.add("club-editor")
    return frozenset(found)


def require_role(roles: frozenset[Role], allowed: frozenset[Role], what: str) -> None:
    """Refuse users who have none of the roles. Raises: PermissionDenied."""
    if not roles & allowed:
        raise PermissionDenied(f"{what} is for {', '.join(sorted(allowed))}")


def require_club_editor(actor: Actor, club: Club | None) -> None:
    """Refuse users who may not announce events for a club. Raises: PermissionDenied."""
    if club is not None and not is_staff(actor) and not clubs.is_editor(actor, club.pk):
        raise PermissionDenied("only editors of the club announce its events")


def is_desk(roles: frozenset[Role]) -> bool:
    """Whether `actor` works at the event's desk."""
    return bool(roles & STAFF)
