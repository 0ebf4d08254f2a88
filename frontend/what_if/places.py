"""The step from which somebody asks "what if", with what stands before it, as far as they see the battle."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest
from django.urls import reverse

import rules
from frontend.base.numbers import whole_number
from frontend.games import game_history, replay, ruling_sentences
from frontend.games.cast import Cast
from frontend.games.game_history import ShownHistory
from gamelog.branches import selectors
from gamelog.branches.services import Place
from gamelog.games import access
from gamelog.games.models import Game
from gamelog.games.selectors import events_of
from rules.kernel.events import Administrative


class Asked(NamedTuple):
    """A step of a battle as the reader sees it: the event on that line, and the position before it."""

    game: Game
    shown: ShownHistory
    step: int
    event: rules.Event[Any]
    before: rules.State

    @property
    def cast(self) -> Cast:
        """The names of the battle before the step."""
        found = Cast(self.game.rules)
        found.meet(self.before)
        return found

    @property
    def place_before(self) -> Place:
        """Where a what-if leaves the battle that does something else at this step."""
        return self._place(self.step - 1)

    @property
    def place_after(self) -> Place:
        """Where a what-if leaves the battle that goes on after this step."""
        return self._place(self.step)

    def _place(self, after: int) -> Place:
        return Place(self.step, after, self.shown.last, self.shown.line)

    @property
    def back(self) -> str:
        """The address of the step in the replay."""
        return f"{reverse('game', args=[self.game.pk])}{self.shown.query}#{self.step}"

    @property
    def query(self) -> str:
        """What names the step and the history in an address, without its question mark."""
        history = self.shown.query.removeprefix("?")
        return f"step={self.step}&{history}" if history else f"step={self.step}"

    @property
    def begun(self) -> bool:
        """Whether both forces are there before the step, so that something else can be done at it."""
        return sorted(self.before.sides) == sorted(self.game.rules.sides) and self.before.over is None

    @property
    def after(self) -> rules.State:
        """The position after the step."""
        state = self.before.copied()
        rules.evolve(state, self.event)
        return state

    @property
    def goes_on(self) -> bool:
        """Whether somebody can go on after the step."""
        state = self.after
        return sorted(state.sides) == sorted(self.game.rules.sides) and state.over is None

    @property
    def is_act(self) -> bool:
        """Whether the step is an act of the battle, which could have been another."""
        administrative = isinstance(self.event.action, Administrative)
        return self.begun and not administrative and not ruling_sentences.is_ruling(self.event)

    def told(self) -> replay.ReplayStep:
        """The step in words."""
        return told(self, self.event)


def told(asked: Asked, event: rules.Event[Any]) -> replay.ReplayStep:
    """An event in words, from the position before the step."""
    return next(iter(replay.steps(asked.game.rules, [event], (), asked.cast, asked.before.copied())))


def as_event(asked: Asked, declaration: rules.Declaration[Any], decided: rules.Decided) -> rules.Event[Any]:
    """What the record would hold if this had been declared at the step."""
    return rules.make_event(asked.step, msgspec.structs.replace(declaration, dice=decided.dice), decided.effects, "")


def asked_at(request: HttpRequest, game_id: UUID, step: Any) -> Asked:
    """The step that a request names, of a battle that was played. Raises: Http404."""
    game = access.access_played(request.user, game_id)
    shown, number = game_history.requested_history(request, game), whole_number(step)
    if not 1 <= number <= shown.last:
        raise Http404(f"there is no step {number}")
    return Asked(game, shown, number, _event(game, shown, number), _before(game, shown, number))


def _event(game: Game, shown: ShownHistory, step: int) -> rules.Event[Any]:
    if not shown.ruled:
        return events_of(game, step - 1, step)[0]
    found = next((event for event in game_history.read_history(game, shown).events if event.number == step), None)
    if found is None:
        raise Http404(f"there is no step {step} on this line")
    return found


def _before(game: Game, shown: ShownHistory, step: int) -> rules.State:
    return selectors.position_left(game, step - 1, shown.line, shown.last)
