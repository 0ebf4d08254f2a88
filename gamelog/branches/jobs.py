"""The engine plays a what-if on, as a job: some steps a task, until it is as far as its maker wanted.

Every function may run twice and may be interrupted anywhere. The row says how far it is; each step is stored together
with that. If somebody declares something in between, the engine stops: the what-if is its maker's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F
from django.http import Http404

import rules
from gamelog import messages
from gamelog.branches.models import Branch, EngineRun, Until
from gamelog.games import selectors, services
from gamelog.games.errors import StaleGame
from gamelog.games.models import OPEN, JobState
from gamelog.streams.store import writing
from rules.autoplay import Autoplay, Stuck
from rules.kernel.canonical import tag_of
from rules.kernel.part import actor

A_TASK = 25
"""Steps per task: each costs 5 to 60 ms, and the seed of the choices begins anew with each task."""
ATTEMPTS = 5
MOST_STEPS = 2_000
"""The engine adds no steps to a what-if that has so many: no battle lasts that long."""
MOST_OF_AN_ACT = 40
"""An activation that has not ended after so many steps ends for the engine."""

PLAY_ON = messages.Task("gamelog.branches.tasks.play_on")

log = logging.getLogger(__name__)


def send(run: EngineRun) -> None:
    """Tell the workers about a run once the transaction is committed. Call it within one."""
    EngineRun.objects.filter(pk=run.pk).update(due=messages.due(run.attempts))
    messages.deliver_on_commit(PLAY_ON, run.pk)


def work(run_id: int) -> None:
    """Play some steps on, and send the rest."""
    run = _begun(run_id)
    if run is None:
        return
    try:
        more = _some_steps(run)
    except StaleGame:
        # Somebody declared a step, or another worker plays; the next look at the row tells which.
        return
    except Http404:
        # Its maker put the what-if away, which ended the run; or sees its battle no longer, which the sweeper gives up.
        return
    except Stuck as error:
        _end(run, JobState.FAILED, str(error))
        return
    if more:
        with transaction.atomic():
            send(run)
    else:
        _end(run, JobState.DONE)


def _begun(run_id: int) -> EngineRun | None:
    """The run, if there is something to do for it."""
    with transaction.atomic():
        run = EngineRun.objects.select_for_update().filter(pk=run_id, state__in=OPEN).first()
        if run is None:
            return None
        # Read once the row is locked, not along with it: PostgreSQL would give the game as it was before the wait.
        run.branch = Branch.objects.select_related("game", "maker").get(pk=run.branch_id)
        run.attempts += 1
        run.state = JobState.RUNNING
        if run.branch.game.number != run.last:
            run.state, run.error = JobState.DONE, "moved on"
        elif run.attempts > ATTEMPTS:
            run.state, run.error = JobState.FAILED, f"begun {ATTEMPTS} times without a step"
        run.save(update_fields=["state", "error", "attempts"])
    return run if run.state == JobState.RUNNING else None


def _end(run: EngineRun, state: JobState, error: str = "") -> None:
    EngineRun.objects.filter(pk=run.pk, state__in=OPEN).update(state=state, error=error[:200])


class _Begun(NamedTuple):
    """The position in which the engine began, and who acted first in it."""

    state: rules.State
    acting: str


def _some_steps(run: EngineRun) -> bool:
    """Store the next steps. Returns whether there are more. Raises: StaleGame, Stuck."""
    game = run.branch.game
    start = selectors.position_at(game, run.first)
    auto = Autoplay(game.rules, run.seed + run.done, selectors.position_at(game, game.number))
    began = _Begun(start, _acting_first(run))
    for _ in range(A_TASK):
        before = auto.state
        if before.over is not None or game.number >= MOST_STEPS or (run.done and _reached(run, began, before)):
            return False
        step = auto.next()
        if step is None:
            return False
        acting = _acting(game.rules, before, step[0])
        if run.until == Until.ACTIVATION and run.done and acting and began.acting not in ("", acting):
            return False
        began = began if began.acting else began._replace(acting=acting)
        _store(run, step[0])
    return True


def _store(run: EngineRun, declaration: rules.Declaration[Any]) -> None:
    """A step and the progress, in one transaction."""
    game = run.branch.game
    with writing():
        services.event_append(game_id=game.pk, expected=run.last, declaration=declaration, actor=run.branch.maker)
        EngineRun.objects.filter(pk=run.pk).update(done=F("done") + 1, attempts=0, due=messages.due())
    run.done, run.attempts = run.done + 1, 0
    game.refresh_from_db()


def _acting_first(run: EngineRun) -> str:
    """Who acted first among the steps of a run that are stored already."""
    game = run.branch.game
    state = selectors.position_at(game, run.first)
    for event in selectors.events_of(game, run.first, run.last):
        acting = _acting(game.rules, state, event.declaration())
        if acting:
            return acting
        rules.evolve(state, event)
    return ""


def _acting(ruleset: rules.Ruleset, state: rules.State, declaration: rules.Declaration[Any]) -> str:
    """The unit, or the model without one, that an act of the battle is about; empty for mere bookkeeping, and for an
    answer to a question, which belongs to the act that asked.
    """
    if state.pending is not None or tag_of(declaration.action) in ruleset.telling.bookkeeping:
        return ""
    who = actor(declaration.action)
    model = state.models.get(who)
    return (model.unit or model.id) if model else who if who in state.units else ""


def _reached(run: EngineRun, began: _Begun, now: rules.State) -> bool:
    """Whether the engine has played as far as it was asked to."""
    return REACHED[Until(run.until)](run, began, now)


def _course(state: rules.State) -> tuple[int, str, str]:
    return state.round, state.phase, state.turn


def _activation(run: EngineRun, began: _Begun, now: rules.State) -> bool:
    other = _course(now) != _course(began.state) or (now.to_act != began.state.to_act and bool(began.acting))
    return now.pending is None and (other or run.done >= MOST_OF_AN_ACT)


REACHED: dict[Until, Callable[[EngineRun, _Begun, rules.State], bool]] = {
    Until.ROLL: lambda run, began, now: True,
    Until.ACTIVATION: _activation,
    Until.PHASE: lambda run, began, now: _course(now) != _course(began.state),
    Until.ROUND: lambda run, began, now: now.round != began.state.round,
    Until.BATTLE: lambda run, began, now: False,
}


def sweep(now: datetime | None = None) -> int:
    """Send every stalled run again. Returns how many."""
    return messages.send_overdue(EngineRun.objects.filter(state__in=OPEN), send, now)
