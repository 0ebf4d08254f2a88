"""What the pages of a game show of its steps without JavaScript, taken from the data of the replay and kept beside it.

All of it depends on what the tag of the data names and on nothing else, so that it is as secret as they are: each
perspective has its own. The steps are kept a page at a time, because nobody reads all of them.
"""

from __future__ import annotations

from functools import cached_property

import msgspec
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import rules
from frontend.games import game_history, replay_body, standing_text, table_drawing
from frontend.games.cast import Cast
from frontend.games.game_history import STEPS_A_PAGE, ShownHistory
from frontend.games.replay import ReplayStep
from gamelog.games import access, selectors
from gamelog.games.models import Game

FORMAT = 1
"""Another form of what is kept, or another template `_chapters.html`, has another number."""


class Frame(msgspec.Struct):
    """What there is besides the steps: how many they are, the words for the chapters, and where everybody stands at
    their end.
    """

    count: int
    phases: dict[str, str]
    sides: dict[str, str]
    picture: str
    forces: list[standing_text.Force]


class Chapter(msgspec.Struct):
    """Steps of one round, player turn and phase."""

    round: int
    turn: str
    phase: str
    steps: list[ReplayStep]


class _Side(msgspec.Struct):
    id: str
    n: str


class _Data(msgspec.Struct):
    """The part of the replay's data that the pages need. The steps stay undecoded, being most of it."""

    steps: list[msgspec.Raw]
    phases: dict[str, str]
    sides: list[_Side]


_DATA, _FRAME, _STEPS = (
    msgspec.json.Decoder(_Data), msgspec.json.Decoder(Frame), msgspec.json.Decoder(list[ReplayStep])
)  # fmt: skip


class ReplayPage:
    """The steps and the frame of a game as one perspective has them. Raises: rules.Malformed, from every method."""

    def __init__(self, found: Game, shown: ShownHistory, key: str = "", actor: access.Actor = replay_body.NOBODY):
        self._about = (found, shown, key, actor)
        self._name = f"{replay_body.name(*self._about)}:page{FORMAT}"
        self._data: _Data | None = None

    @cached_property
    def frame(self) -> Frame:
        """Everything but the steps."""
        kept: bytes | None = cache.get(self._name)
        if kept is not None:
            return _FRAME.decode(kept)
        made = self._frame()
        cache.set(self._name, msgspec.json.encode(made), replay_body.KEPT)
        return made

    def steps(self, page: int) -> list[ReplayStep]:
        """The steps on a page of them, counted from 1."""
        name = f"{self._name}:{page}"
        kept: bytes | None = cache.get(name)
        if kept is None:
            kept = msgspec.json.encode(self._read().steps[(page - 1) * STEPS_A_PAGE : page * STEPS_A_PAGE])
            cache.set(name, kept, replay_body.KEPT)
        return _STEPS.decode(kept)

    def chapters(self, page: int, staff: bool) -> SafeString:
        """The steps on a page in words, by chapter, as HTML; for `staff` with the ways to rule on them."""
        name = f"{self._name}:{page}:{'staff' if staff else 'all'}"
        kept: str | None = cache.get(name)
        if kept is None:
            shown = {"game": self._about[0], "staff": staff, "chapters": _chapters(self.frame, self.steps(page))}
            kept = str.__str__(render_to_string("frontend/games/_chapters.html", shown))
            cache.set(name, kept, replay_body.KEPT)
        return SafeString(kept)  # What a template made.

    def step(self, number: int) -> ReplayStep | None:
        """A step, or None where the line shown ends before it."""
        return next((each for each in self.steps(game_history.page_of(number)) if each.n == number), None)

    def _frame(self) -> Frame:
        found, shown, *_by = self._about
        data, cast, state = self._read(), Cast(found.rules), _position(found, shown)
        cast.meet(state)
        # As a plain string: `str` of a SafeString is one still, and msgspec takes none.
        picture = str.__str__(table_drawing.table(state, cast, _("The table after the last step")))
        sides = {each.id: each.n for each in data.sides}
        return Frame(len(data.steps), data.phases, sides, picture, standing_text.forces(cast, state))

    def _read(self) -> _Data:
        if self._data is None:
            self._data = _DATA.decode(replay_body.body(*self._about))
        return self._data


def _position(found: Game, shown: ShownHistory) -> rules.State:
    """The position at the end of what is shown. Only corrections make it another than that of the stored events."""
    if shown.ruled:
        return rules.fold(found.rules, game_history.read_history(found, shown).events)
    return selectors.position_at(found, shown.last)


def _chapters(frame: Frame, steps: list[ReplayStep]) -> list[Chapter]:
    """Steps grouped by round, player turn and phase."""
    found: list[Chapter] = []
    last = None
    for step in steps:
        if last is None or (step.r, step.h, step.p) != last:
            last = (step.r, step.h, step.p)
            found.append(Chapter(step.r, frame.sides.get(step.h, step.h), frame.phases[step.p], []))
        found[-1].steps.append(step)
    return found
