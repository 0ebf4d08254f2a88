"""Permissions of studies. Every study that a request names is fetched through `access_study`.

Nobody reads a study of a battle that they may not see. Of a battle that is shown late nobody reads of steps that they
do not see yet, nor what was written by somebody who saw them already: that may tell of them, whichever step it is
about. Whether somebody sees a battle late is decided where it is for everything else (`games.access.as_seen`). Beyond
that, a private study is its owner's alone, staff included; one with a link is read by whoever has it, a public one by
everybody. What staff hid is read by its owner and by staff. Only the owner changes a study.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404

from gamelog.games import access as games
from gamelog.games.access import Actor, is_staff
from gamelog.games.models import Game
from gamelog.people.selectors import is_guest
from gamelog.studies.models import Study, Visibility


def studies_known(actor: Actor, **narrowed: Any) -> QuerySet[Study]:
    """The studies `actor` may be told of: their own and public ones, of battles that they may see; newest first.

    `narrowed`: fields and values, such as one battle.
    """
    shown = Q(visibility=Visibility.PUBLIC)
    if not is_staff(actor):
        shown &= Q(hidden="")
    if actor.is_authenticated:
        shown |= Q(owner_id=actor.pk)
    return _seen(actor, **narrowed).filter(shown)


def access_study(actor: Actor, key: str) -> Study:
    """The study with this address, if `actor` may read it. Raises: Http404."""
    found = _seen(actor, key=key).first()
    if found is None or not reads(actor, found):
        raise Http404("there is no such study")
    return found


def reads(actor: Actor, study: Study) -> bool:
    """Whether `actor`, who has the address of a study and sees its battle, may read it."""
    if owns(actor, study):
        return True
    return study.visibility != Visibility.PRIVATE and (not study.hidden or is_staff(actor))


def owns(actor: Actor, study: Study) -> bool:
    """Whether `actor` wrote the study."""
    return bool(actor.is_authenticated and actor.is_active and actor.pk == study.owner_id)


def last_step(actor: Actor, study: Study) -> int:
    """The last step of the battle that `actor` sees now."""
    return games.as_seen(actor, study.game).number


def shown_late(actor: Actor, studies: QuerySet[Study]) -> dict[UUID, int]:
    """The last step that `actor` sees now of those battles of some studies that are shown late to them."""
    of = Game.objects.filter(pk__in=studies.order_by().values("game_id"), finished=False).exclude(delay=0)
    shown = ((game, games.as_seen(actor, game)) for game in of)
    return {game.pk: seen.number for game, seen in shown if seen.number < game.number}


def told(actor: Actor, last: int, of: str = "", study: str = "study__") -> Q:
    """Whether somebody who sees a battle up to step `last` reads what was written about a step: they see the step, and
    all that the author saw; of their own words, only the step counts.

    `of` leads to the rows, `study` to their study.
    """
    seen = Q(**{f"{of}seen__lte": last})
    if actor.is_authenticated:
        seen |= Q(**{f"{study}owner_id": actor.pk})
    return Q(**{f"{of}step__lte": last}) & seen


def writes(actor: Actor) -> bool:
    """Whether somebody can have studies: an account that is no guest's."""
    return isinstance(actor, User) and actor.is_active and not is_guest(actor)


def require_account(actor: Actor) -> User:
    """Refuse guests and whoever is not logged in. Raises: PermissionDenied."""
    if not isinstance(actor, User) or not writes(actor):
        raise PermissionDenied("log in with an account of your own")
    return actor


def require_owner(actor: Actor, study: Study) -> None:
    """Refuse everybody but the owner. Raises: PermissionDenied."""
    if not owns(actor, study):
        raise PermissionDenied("only who wrote a study changes it")


def require_moderator(actor: Actor) -> User:
    """Refuse everybody but staff of the site. Raises: PermissionDenied."""
    if not isinstance(actor, User) or not is_staff(actor):
        raise PermissionDenied("only staff of the site hides what others wrote")
    return actor


def _seen(actor: Actor, **narrowed: Any) -> QuerySet[Study]:
    rows = Study.objects.select_related("game", "owner", "owner__participant")
    rows = rows.filter(games.of_visible(actor), **narrowed).order_by("-updated", "id")
    ahead = Q(pk__in=[])
    for game, last in shown_late(actor, rows).items():
        ahead |= Q(game_id=game, seen__gt=last)
    if actor.is_authenticated:
        ahead &= ~Q(owner_id=actor.pk)
    return rows.exclude(ahead)
