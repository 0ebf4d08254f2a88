"""Writing what-ifs. Every function is one transaction; nothing here touches the battle that a what-if leaves."""

from __future__ import annotations

from datetime import timedelta
from secrets import randbelow
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.db.models import QuerySet
from django.utils import timezone

import rules
from gamelog.branches import access, jobs, selectors
from gamelog.branches.errors import BranchRefused
from gamelog.branches.models import Branch, EngineRun, Line, Until
from gamelog.games import services
from gamelog.games.access import Actor
from gamelog.games.models import OPEN, Game, JobState
from gamelog.games.selectors import head_of, position_at
from gamelog.streams.store import writing
from rules.kernel.actions import Begin
from rules.kernel.dice import Seeded

MOST_OPEN = 60
"""So many what-ifs somebody keeps at once. Their steps are never deleted: a what-if is 20 to 200 KiB."""
MOST_A_DAY = 30
"""So many somebody makes within a day, so that putting away and making again fills no disk."""
SEEDS = 2**31 - 1


class Place(NamedTuple):
    """Where a what-if leaves a battle: after step `after` of the line shown, as of event `seen` (see `Branch`)."""

    step: int
    after: int
    seen: int
    line: str = Line.CORRECTED


def branch_create(*, of: Game, place: Place, maker: User) -> Branch:
    """A what-if that goes on from a position of a battle. `of` is the battle as its maker sees it.

    Raises:
        BranchRefused: `early`, `over`, `open`, `today`.
        NoSuchStep: the battle has no such step.
        rules.Malformed: its record cannot be read.
    """
    state = selectors.position_left(of, place.after, place.line, place.seen)
    _require_ongoing(state)
    with writing():
        # One after the other: two requests at once must not both find room for the last one.
        User.objects.select_for_update().get(pk=maker.pk)
        _require_room(maker)
        head = head_of(of, place.after)
        source = rules.Source(game=rules.read_header(of.header).game, after=place.after, head=head)
        game = services.game_create(
            owner=maker, ruleset=of.ruleset, version=of.version, public=of.public, branch=source
        )
        branch = Branch.objects.create(
            game=game, of_id=of.pk, step=place.step, after=place.after, head=head, line=place.line, seen=place.seen,
            maker=maker,
        )  # fmt: skip
        _declare(branch, beginning(state))
    return branch


def _require_ongoing(state: rules.State) -> None:
    """Refuse a position in which nobody can go on. Raises: BranchRefused."""
    ruleset = rules.load(state.ruleset, state.version)
    if state.over is not None:
        raise BranchRefused("over")
    if sorted(state.sides) != sorted(ruleset.sides):
        raise BranchRefused("early")


def beginning(state: rules.State) -> rules.Declaration[Any]:
    """The first event of a what-if: it goes on from a position, without what was written down in secret there."""
    left = state.copied()
    left.sealed = {}
    return rules.Declaration(by="table", action=Begin(position=left))


def _require_room(maker: User) -> None:
    rows = selectors.branches_of(maker, all_of_them=True)
    if rows.filter(away=None).count() >= MOST_OPEN:
        raise BranchRefused("open")
    if rows.filter(made__gt=timezone.now() - timedelta(days=1)).count() >= MOST_A_DAY:
        raise BranchRefused("today")


def _declare(branch: Branch, declaration: rules.Declaration[Any]) -> None:
    game = branch.game
    services.event_append(game_id=game.pk, expected=game.number, declaration=declaration, actor=branch.maker)
    game.refresh_from_db()


def branch_declare(*, of: Game, place: Place, declaration: rules.Declaration[Any], maker: User, roll: bool) -> Branch:
    """A what-if that begins with another act, or with the same act and other dice. With `roll` the engine rolls the
    dice that the declaration has not, from a seed that the what-if names.

    Raises:
        as `branch_create`; rules.IllegalAction, rules.DiceWanted, rules.Malformed: the rules' answer to the act.
    """
    with writing():
        branch = branch_create(of=of, place=place, maker=maker)
        if roll:
            run = EngineRun.objects.create(
                branch=branch, until=Until.ROLL, seed=randbelow(SEEDS), first=branch.game.number, done=1,
                state=JobState.DONE,
            )  # fmt: skip
            declaration = rolled(branch, declaration, run.seed)
        _declare(branch, declaration)
    return branch


def rolled(branch: Branch, declaration: rules.Declaration[Any], seed: int) -> rules.Declaration[Any]:
    """The declaration with the dice that the engine rolls for it. Raises: the rules' answer."""
    game = branch.game
    state = position_at(game, game.number)
    draw = Seeded(str(seed).encode(), "dice").throw
    # What is read includes the dice that it has already.
    return msgspec.structs.replace(declaration, dice=rules.decide(game.rules, state, declaration, draw=draw).dice)


def engine_play(*, game_id: UUID, until: str, actor: Actor) -> EngineRun:
    """Have the engine play a what-if on, in a worker.

    Raises:
        Http404, PermissionDenied: it is no what-if of the actor's.
        BranchRefused: `running`, `over`, `long`.
    """
    with writing():
        branch = access.access_own(actor, game_id)
        if branch.game.finished:
            raise BranchRefused("over")
        if branch.game.number >= jobs.MOST_STEPS:
            raise BranchRefused("long")
        if selectors.running(branch):
            raise BranchRefused("running")
        try:
            run = EngineRun.objects.create(
                branch=branch, until=Until(until), seed=randbelow(SEEDS), first=branch.game.number
            )
        except IntegrityError:
            raise BranchRefused("running") from None
        jobs.send(run)
    return run


def branch_put_away(*, game_id: UUID, actor: Actor) -> None:
    """Nobody opens a what-if any more. Raises: Http404, PermissionDenied."""
    with writing():
        branch = access.access_own(actor, game_id)
        _put_away(Branch.objects.filter(pk=branch.pk))


def person_forget(person: User) -> None:
    """Put away everything that somebody tried out. Call it in a transaction."""
    _put_away(Branch.objects.filter(maker=person, away=None))


def _put_away(branches: QuerySet[Branch]) -> None:
    EngineRun.objects.filter(branch__in=branches, state__in=OPEN).update(state=JobState.FAILED, error="away")
    branches.update(away=timezone.now())
