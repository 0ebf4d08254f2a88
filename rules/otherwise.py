"""What if the dice of a step had fallen otherwise: with which faces each of its possible results comes out, and which
throws an act reads when it is decided with given faces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rules.kernel.dice import Throw
from rules.kernel.effects import Rolled
from rules.kernel.engine import Decided, decide
from rules.kernel.events import Declaration, Event
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State
from rules.likelihood import NOTED, Fact, Luck, Result, luck
from rules.odds import MAX_RUNS

Faces = tuple[int, ...]


class Fall(NamedTuple):
    """A throw with the faces that it shows; no faces where somebody has yet to say them."""

    throw: Throw
    faces: Faces


class Course(NamedTuple):
    """The throws of an act in the order in which they are read, and its outcome once all faces are known."""

    falls: tuple[Fall, ...]
    decided: Decided | None

    @property
    def dice(self) -> Faces:
        """All faces, as they are declared."""
        return tuple(face for fall in self.falls for face in fall.faces)


class _Waits(Exception):
    """A throw whose faces nobody has said."""

    def __init__(self, throw: Throw) -> None:
        super().__init__(throw.clause)
        self.throw = throw


def course(ruleset: Ruleset, before: State, act: Declaration[Any], said: Sequence[Faces]) -> Course:
    """What an act comes to if its throws fall as `said`, one after the other. A throw whose faces are too few, or none
    of its dice, is the last: it waits. The act's own dice are ignored, and so are paid re-rolls.

    Raises: IllegalAction, Malformed: as `decide`.
    """
    falls: list[Fall] = []

    def draw(throw: Throw) -> Faces:
        faces = said[len(falls)][: throw.count] if len(falls) < len(said) else ()
        if len(faces) < throw.count or not all(1 <= face <= throw.sides for face in faces):
            raise _Waits(throw)
        falls.append(Fall(throw, faces))
        return faces

    return _followed(ruleset, before, act, draw, falls)


def as_fallen(ruleset: Ruleset, before: State, act: Declaration[Any], dice: Sequence[int]) -> Course:
    """What an act comes to with dice as they are declared: one row of faces, whichever throws read them."""
    left, falls = list(dice), list[Fall]()

    def draw(throw: Throw) -> Faces:
        faces, left[: throw.count] = tuple(left[: throw.count]), ()
        if len(faces) < throw.count:
            raise _Waits(throw)
        falls.append(Fall(throw, faces))
        return faces

    return _followed(ruleset, before, act, draw, falls)


def _followed(
    ruleset: Ruleset, before: State, act: Declaration[Any], draw: Callable[[Throw], Faces], falls: Sequence[Fall]
) -> Course:
    """The course of an act whose throws `draw` gives and notes in `falls`, up to the first that waits."""
    try:
        decided = decide(ruleset, before, Declaration(by=act.by, action=act.action), draw=draw)
    except _Waits as waiting:
        return Course((*falls, Fall(waiting.throw, ())), None)
    return Course(tuple(falls), decided)


def unpaid(event: Event[Any]) -> Faces:
    """The dice of a step up to the first roll for which a re-roll was paid: what comes after it depends on that."""
    if not event.rerolls:
        return event.dice
    rolls = [effect for effect in event.effects if isinstance(effect, Rolled)]
    first = min(request.roll for request in event.rerolls)
    before = sum(len(each.faces) + len(each.again) for each in rolls[:first])
    return event.dice[: before + sum(len(each.faces) for each in rolls[first : first + 1])]


def likely(
    ruleset: Ruleset,
    before: State,
    event: Event[Any],
    *,
    most: int = MAX_RUNS,
    go_on: Callable[[], bool] | None = None,
) -> tuple[Luck, tuple[Faces, ...]]:
    """How likely each result of a step was, and beside each of them dice with which it comes out.

    Raises: IllegalAction, Malformed, TooMany, OutOfTime: as `rules.luck`.
    """
    courses: list[tuple[Result, Faces]] = []

    def counted(result: Result, decided: Decided) -> None:
        courses.append((result, decided.dice))

    found = luck(ruleset, before, event, most=most, counted=counted, go_on=go_on)
    varying = {(fact.of, fact.what, fact.value) for each in found.possible for fact in each.facts}
    noted = 1 if any(what == NOTED for _of, what, _value in varying) else 0
    dice: dict[tuple[Fact, ...], Faces] = {}
    for result, faces in courses:
        dice.setdefault(tuple(Fact(*fact) for fact in result[noted] if fact in varying), faces)
    return found, tuple(dice.get(each.facts, ()) for each in found.possible)
