"""Reading what-ifs."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

import rules
from gamelog.branches.models import Branch, EngineRun, Line
from gamelog.games import queues, selectors
from gamelog.games.models import OPEN, Game


def is_branch() -> Q:
    """The games that are what-ifs."""
    return Q(Exists(Branch.objects.filter(game=OuterRef("pk"))))


def branches_of(user: User, *, all_of_them: bool = False) -> QuerySet[Branch]:
    """The what-ifs that somebody made, newest first; with `all_of_them`, those they put away too."""
    rows = Branch.objects.filter(maker=user).select_related("game", "of")
    rows = rows.prefetch_related("of__seats__user").order_by("-made", "game")
    return rows if all_of_them else rows.filter(away=None)


def branches_from(user: User, game: Game) -> QuerySet[Branch]:
    """The what-ifs that somebody made from a battle, as far as it goes for the reader, by step."""
    return branches_of(user).filter(of=game, step__lte=game.number).order_by("step", "made")


def branch_of(game: Game) -> Branch | None:
    """The row of a what-if; None of a game that was played."""
    return Branch.objects.select_related("of", "maker").filter(game=game).first() if game.what_if else None


def running(branch: Branch) -> EngineRun | None:
    """What the engine is playing on just now."""
    return branch.runs.filter(state__in=OPEN).first()


def position_left(of: Game, after: int, line: str, seen: int) -> rules.State:
    """The position after a step, on a line of the battle as it stood after event `seen`.

    Raises: NoSuchStep; rules.Malformed if a stored event cannot be read.
    """
    if not selectors.corrections_of(of):
        return selectors.position_at(of, after)
    return selectors.position_at(of, after, line="played" if line == Line.PLAYED else "corrected", as_of=seen)


def queue() -> queues.Queue:
    """What the engine is to play on."""
    return queues.queue_of("what-if", EngineRun.objects.all())
