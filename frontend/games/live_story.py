"""A battle that is being played, told step by step as the replay page shows it.

A message is a step, exactly as `replay.json` has it, with the labels that it needs:

    step    the step
    rules   labels of its rules, by id; phases: those of phases
    again   1 if what came before looks different since (a ruling, a model or a table that joined): the reader has to
            load `replay.json` again
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

import rules
from frontend.games import game_history, replay, ruling_sentences
from frontend.games.cast import Cast
from frontend.games.replay_state import Lens
from gamelog.games import selectors
from gamelog.games.models import Game, Report

UNREAD = "0"


class Story:
    """The steps of a game so far, as messages, in the language that is active. `mark` says what the report on it
    changes in them: nothing, or what the report with this number found.
    """

    def __init__(self, game: Game, report: Report | None, mark: str) -> None:
        self.mark = mark
        self.messages: list[bytes] = []
        ruleset = game.rules
        self._cast, self._state = Cast(ruleset), rules.empty(ruleset)
        self._lens = Lens(ruleset.telling, self._state)
        self._frame: tuple[Any, ...] = ()
        shown = game_history.history_upto(game, game.number)
        self._ruled = shown.ruled
        read = game_history.read_history(game, shown)
        findings, as_of = game_history.findings_shown(game, report, shown.last)
        self._tell(
            replay.steps(ruleset, read.events, findings, self._cast, self._state, as_of, read.asides, self._lens)
        )

    def go_on(self, game: Game, mark: str) -> bool:
        """Tell the steps that were added. False if earlier steps may look different, so that all has to be told
        anew.
        """
        if game.number < len(self.messages):
            return False
        events = selectors.events_of(game, len(self.messages))
        if mark != self.mark or self._ruled or any(map(ruling_sentences.is_ruling, events)):
            return False
        self._tell(replay.steps(game.rules, events, (), self._cast, self._state, lens=self._lens))
        return True

    def _tell(self, told: Iterable[replay.ReplayStep]) -> None:
        for step in told:
            before, self._frame = self._frame, self._framed()
            again = before != self._frame or step.a in ruling_sentences.CORRECTIONS
            self.messages.append(self._message(step, again))

    def _message(self, step: replay.ReplayStep, again: bool) -> bytes:
        phases = {key: self._cast.phase(key) for key in (step.p, self._state.phase)}
        labels = {key: self._cast.rule(key) for key in sorted(replay.rules_of(step))}
        return msgspec.json.encode({"step": step, "rules": labels, "phases": phases, **({"again": 1} if again else {})})

    def _framed(self) -> tuple[Any, ...]:
        """What the replay's data says once, beside its steps. It is compared by identity first, so this is cheap."""
        state, cast = self._state, self._cast
        return (
            self._lens.base, tuple(cast.models.items()), tuple(cast.sides.items()),
            tuple((key, each.side, each.sheet) for key, each in state.models.items()),
            tuple((key, each.side, each.sheet, each.size) for key, each in state.units.items()),
            tuple((each.faction, each.points, each.size, *sorted(each.counters)) for each in state.sides.values()),
        )  # fmt: skip


def mark_of(game: Game, report: Report | None) -> str:
    """What the newest report changes in the replay: nothing (`0`), or which report does, with `c` while it covers the
    whole game.
    """
    current = report is not None and selectors.is_current(game, report)
    if report is None or (report.findings == "[]" and not (current and report.verdict)):
        return UNREAD
    return f"{report.pk}c" if current else str(report.pk)


def cursor(number: int, mark: str) -> str:
    """Where a reader is: the last step, and what they know of the report."""
    return f"{number}.{mark}"


def read_cursor(text: str) -> tuple[int, str]:
    """Step and mark of a cursor; the mark is empty where only a step is named. Raises: ValueError."""
    number, _dot, mark = text.partition(".")
    if not (number.isascii() and number.isdecimal() and len(number) <= 9):
        raise ValueError(text)
    return int(number), mark[:40]


def framed(cursor_: str, body: bytes, event: str = "step") -> bytes:
    """A message of the stream."""
    return b"id: %b\nevent: %b\ndata: %b\n\n" % (cursor_.encode(), event.encode(), body)
