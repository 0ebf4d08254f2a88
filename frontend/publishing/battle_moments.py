"""Steps of a game as they are shown elsewhere: the sentence, its outcome, and the positions before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from django.utils.translation import gettext as _

from frontend.games import act_drawing, replay, schematic, sentences, table_poses
from frontend.games.cast import Cast
from frontend.games.replay import ReplayStep
from frontend.games.replay_state import Lens
from gamelog.games import selectors
from gamelog.games.models import Game
from rules import State, scoresheet

MOST = 40
"""So many steps are shown together at most."""
ALONE = 5
"""So many steps come before one that stands alone."""


class Moment(NamedTuple):
    """A step in words, with the positions before and after it. `sides` have each a name and a score; `concerned` are
    the models that act or are acted on. Before the first step there is none.
    """

    number: int
    step: ReplayStep | None
    where: str
    before: State
    state: State
    cast: Cast
    sides: list[tuple[str, str]]
    concerned: frozenset[str]

    @property
    def title(self) -> str:
        """What was done."""
        return self.step.t if self.step else ""

    @property
    def outcome(self) -> str:
        """How the step turned out; empty where there is nothing to say."""
        return self.step.o if self.step else ""

    @property
    def sentence(self) -> str:
        """The step in one sentence."""
        return f"{self.title}: {self.outcome}" if self.outcome else self.title

    def act(self, pixel: float, pose: table_poses.Pose | None = None) -> act_drawing.Act | None:
        """The step as it is drawn on a table of which a pixel shows so many hundredths of an inch."""
        if self.step is None:
            return None
        state, models = schematic.drawn(self.state), self.before.models
        fallen = frozenset(
            key for key, model in state.models.items() if model.out and key in models and not models[key].out
        )
        return act_drawing.Act(self.step, state, pose or table_poses.pose_of(state), fallen, pixel, self.cast)


def moment(game: Game, number: int) -> Moment:
    """A step of a game as recorded, the last one if there are fewer. 0 is before the first.

    Raises:
        rules.Malformed: the game cannot be folded.
    """
    number = max(0, min(number, game.number))
    for found in moments(game, number, number) if number else ():
        return found
    cast, state = Cast(game.rules), selectors.position_at(game, 0)
    cast.meet(state)
    return Moment(0, None, cast.phase(state.phase), state, state, cast, [], frozenset())


def moments(game: Game, first: int, last: int) -> Iterator[Moment]:
    """The steps from `first` to `last` of a game as recorded. Raises: as `moment`."""
    ruleset, cast = game.rules, Cast(game.rules)
    state = selectors.position_at(game, first - 1)
    cast.meet(state)
    lens, unit = Lens(ruleset.telling, state), ruleset.reading.per_point(state)
    for event in selectors.events_of(game, first - 1, last):
        before = state.copied()
        (step,) = replay.steps(ruleset, [event], cast=cast, state=state, lens=lens)
        cast.meet(state)
        named = (getattr(effect, key, "") for effect in event.effects for key in ("model", "target"))
        found = scoresheet.standings(ruleset, state)
        sides = [(cast.side(key), sentences.score(each.score, unit)) for key, each in found.items()]
        phase = cast.phase(before.phase)
        where = f"{_('Round')} {before.round} · {phase}" if before.round else phase
        concerned = frozenset(key for key in named if key in state.models)
        yield Moment(event.number, step, where, before, state.copied(), cast, sides, concerned)


def activation(game: Game, number: int) -> tuple[int, int]:
    """The first and the last step of what one side was about in a step: in the same phase, with the same models,
    without the other side between; at most `MOST` steps. A step that stands alone comes with a few before it.

    Raises: as `moment`.
    """
    if not number:
        return 0, 0
    around = list(moments(game, max(1, number - MOST + 1), min(game.number, number + MOST - 1)))
    at = next(index for index, each in enumerate(around) if each.number == number)
    own = {_about(around[at]), _about(around[at], "")}
    before = list(takewhile(lambda each: _about(each) in own, reversed(around[:at])))
    after = list(takewhile(lambda each: _about(each) in own, around[at + 1 :]))[: max(0, MOST - 1 - len(before))]
    first, last = number - len(before), number + len(after)
    return (first, last) if first < last else (max(1, first - ALONE), last)


def _about(found: Moment, actor: str | None = None) -> tuple[object, ...]:
    """When a step was, whose it was, and who acted in it, if anybody did."""
    step = found.step
    assert step is not None
    first = next((key for key, *_rest in (*step.w, *step.m)), "") if actor is None else actor
    model = found.state.models.get(first)
    return step.r, step.p, step.h, step.s, (model.unit if model else "") or first
