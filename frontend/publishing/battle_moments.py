"""One step of a game as it is shown elsewhere: the sentence, its outcome, and the position after it."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

import rules
from frontend.games import narration
from frontend.games.cast import Cast
from gamelog.games import selectors
from gamelog.games.models import Game
from rules import State, scoresheet


class Moment(NamedTuple):
    """A step in words, with the position after it. `sides` have each a name and a score; `concerned` are the models
    that act or are acted on.
    """

    number: int
    title: str
    outcome: str
    where: str
    state: State
    cast: Cast
    sides: list[tuple[str, str]]
    concerned: frozenset[str]

    @property
    def sentence(self) -> str:
        """The step in one sentence."""
        return f"{self.title}: {self.outcome}" if self.outcome else self.title


def moment(game: Game, number: int) -> Moment:
    """A step of a game as recorded, the last one if there are fewer. 0 is before the first.

    Raises:
        rules.Malformed: the game cannot be folded.
    """
    number = max(0, min(number, game.number))
    cast, before = Cast(game.rules), selectors.position_at(game, max(0, number - 1))
    state = selectors.position_at(game, number)
    cast.meet(before)
    cast.meet(state)
    title = outcome = ""
    concerned: frozenset[str] = frozenset()
    for event in selectors.events_of(game, number - 1, number) if number else ():
        title, outcome = narration.title(cast, before, event), narration.outcome(cast, event)
        named = (getattr(effect, key, "") for effect in event.effects for key in ("model", "target"))
        concerned = frozenset(key for key in named if key in state.models)
    found, unit = scoresheet.standings(game.rules, state), game.rules.reading.per_point(state)
    sides = [(cast.side(key), rules.points(each.score, unit).replace("-", "−")) for key, each in found.items()]
    phase = cast.phase(before.phase)
    where = f"{_('Round')} {before.round} · {phase}" if before.round else phase
    return Moment(number, title, outcome, where, state, cast, sides, concerned)
