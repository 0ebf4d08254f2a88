"""Who may see a what-if, and who goes on with it.

Whoever sees the battle it left, as far as it left it, sees the what-if by its link; its maker alone goes on. So a
what-if shows nobody anything that the battle itself does not show them: not a private battle, and not a step that is
still held back from those who could coach.
"""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404

from gamelog.branches.models import Branch
from gamelog.games import access
from gamelog.games.models import Game


def may_see(actor: access.Actor, game: Game) -> bool:
    """Whether somebody may see a what-if: it is not put away, and they see its battle up to where it left it."""
    branch = Branch.objects.filter(game=game, away=None).first()
    return branch is not None and origin_seen(actor, branch) is not None


def origin_seen(actor: access.Actor, branch: Branch) -> Game | None:
    """The battle that a what-if left, as the reader may see it now; None if they may not see it that far."""
    try:
        found = access.access_played(actor, branch.of_id)
    except Http404:
        return None
    return found if found.number >= branch.seen else None


def access_own(actor: access.Actor, game_id: UUID) -> Branch:
    """A what-if of the actor's own. Raises: Http404, PermissionDenied."""
    access.access_game(actor, game_id)
    branch = Branch.objects.select_related("game", "of").filter(game_id=game_id).first()
    if branch is None:
        raise Http404(f"{game_id} is no what-if")
    if not actor.is_authenticated or branch.maker_id != actor.pk:
        raise PermissionDenied("only who made a what-if goes on with it")
    return branch
