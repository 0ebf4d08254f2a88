"""What happens in a step without anybody's doing: what is counted once a turn, a round or the battle is over.

A step is an act that somebody declared, and after it the battle goes on by itself until somebody has to act again: it
counts what is held, and begins the next turn. So a score may change in a step whose act earned nothing. Most often that
is a step in which somebody only said that they have nothing more to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

import msgspec
from django.utils.translation import gettext as _

import rules
from frontend.games import sentences
from frontend.games.cast import Cast
from rules import Event, State, scoresheet

GOES_ON = ("turned", "began", "ended")
"""Effects with which the battle goes on after an act; what follows them in a step is nobody's act."""
COUNTS = "counted"
"""A score that is counted comes before them."""
Gains: TypeAlias = dict[str, tuple[int, int]]
"""By side, by how much its score changed, and how many of its points were lost."""


class Chapter(NamedTuple):
    """Where in the battle a step was declared."""

    round: int
    turn: str
    phase: str
    over: bool


def chapter(state: State) -> Chapter:
    """Where in the battle a position is."""
    return Chapter(state.round, state.turn, state.phase, state.over is not None)


def evolve(state: State, event: Event[Any], ruleset: rules.Ruleset, bookkeeping: bool) -> Gains:
    """Apply an event to the state, in place. Returns what sides gained and lost in it without an act: all of it in a
    step of mere bookkeeping.

    Raises: rules.Malformed as `rules.evolve`.
    """
    if not state.round:
        rules.evolve(state, event)
        return {}
    found: Gains = {}
    for settles, effects in _parts(event, bookkeeping):
        before = scoresheet.standings(ruleset, state) if settles else {}
        rules.evolve(state, msgspec.structs.replace(event, effects=effects))
        after = scoresheet.standings(ruleset, state) if settles else {}
        for side, was in before.items():
            score, lost = found.get(side, (0, 0))
            found[side] = score + after[side].score - was.score, lost + was.points - after[side].points
    return {side: gain for side, gain in found.items() if any(gain)}


def _parts(event: Event[Any], bookkeeping: bool) -> Iterator[tuple[bool, tuple[Any, ...]]]:
    """The effects in order, parted into those of the act and those without one."""
    went_on = bookkeeping
    marked = []
    for effect in event.effects:
        went_on = went_on or sentences.tag(effect) in GOES_ON
        marked.append((went_on or sentences.tag(effect) == COUNTS, effect))
    for settles, part in groupby(marked, key=lambda each: each[0]):
        yield settles, tuple(effect for _settles, effect in part)


def told(cast: Cast, before: Chapter, state: State, gains: Gains) -> str:
    """What was over, and what it gave: `End of round 3: Red scores 4`."""
    per = cast.ruleset.reading.per_point(state)
    given = [_given(cast, side, score, per) for side, (score, _lost) in gains.items() if score]
    return ": ".join([_ended(cast, before, chapter(state)), *([", ".join(given)] if given else [])])


def _ended(cast: Cast, before: Chapter, now: Chapter) -> str:
    if now.over:
        return _("End of the battle")
    if now.round != before.round:
        return _("End of round %(round)d") % {"round": before.round}
    if before.turn and now.turn != before.turn:
        return _("End of the turn of %(side)s") % {"side": cast.side(before.turn)}
    return cast.phase(before.phase)


def _given(cast: Cast, side: str, score: int, per: int) -> str:
    said = {"side": cast.side(side), "points": sentences.score(abs(score), per)}
    return (_("%(side)s scores %(points)s") if score > 0 else _("%(side)s loses %(points)s")) % said
