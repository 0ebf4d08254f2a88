"""Which steps of a battle belong together, and how much each of them tells.

An activation is what one model or unit does in a phase, with everything that it is asked, and others are asked, on the
way: a charge with the fire at it, the roll and the move; a spell with its dispelling; a combat with its tests. Acts of
a side begin one of their own. Mere bookkeeping goes with what was before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from frontend.games.cast import Cast
from frontend.games.sentences import tag
from rules import Event
from rules.kernel.part import actor
from rules.kernel.state import Decision

BEFALLS, TURNS, SHOWS = 3, 2, 1
"""How much a step tells: somebody was hurt or changed for good; somebody was reached or struck at; dice decided."""


class Placed(NamedTuple):
    """A step as it is placed: round, player turn and phase it was declared in, what was asked before it, its kind."""

    event: Event[Any]
    chapter: tuple[int, str, str]
    asked: Decision | None
    kind: str


class Activations:
    """The activation that is under way, step by step."""

    def __init__(self) -> None:
        self._began = 0
        self._chapter: tuple[int, str, str] | None = None
        self._actor = ""
        self._open = False

    def place(self, cast: Cast, now: Placed) -> int:
        """The number of the step that began the activation to which this one belongs; 0 if this one begins one."""
        answers = now.asked is not None and now.asked.side == now.event.by and now.kind != "ruling"
        apart = answers and now.asked is not None and now.asked.clause in cast.telling.apart
        who = (apart and now.asked and now.asked.model) or acting(cast, now.event, None)
        same = bool(who) and who == self._actor and now.kind != "ruling"
        goes_on = now.kind == "quiet" or same or (answers and self._open and not apart)
        if self._chapter == now.chapter and goes_on:
            # Whoever says that nothing more is done ends what was under way; whatever is asked then is something new.
            self._open = (now.kind != "quiet" and (same or self._open)) or (answers and self._open)
            return self._began
        self._chapter, self._began = now.chapter, now.event.number
        self._open = now.kind not in ("ruling", "quiet")
        self._actor = who if self._open else ""
        return 0


def acting(cast: Cast, event: Event[Any], asked: Decision | None) -> str:
    """Who acts in a step: a unit, or a model where models act for themselves; empty where a side does.

    Whoever answers a question does what it asked of somebody.
    """
    key = actor(event.action) or (asked.model if asked and asked.side == event.by else "")
    return cast.unit_of.get(key) or key


def weight(telling: Any, effects: Iterable[Any], kind: str, outcome: str) -> int:
    """How much a step tells, from 0 on; a story is headed by what tells most."""
    if outcome and any(_befalls(telling, effect) for effect in effects):
        return BEFALLS
    return TURNS if kind in ("charge", "melee") else SHOWS if outcome else 0


def _befalls(telling: Any, effect: Any) -> bool:
    what = tag(effect)
    if what in ("marked", "unmarked"):
        return effect.key in telling.came_to and (what == "marked" or effect.until == "game")
    return (what == "removed" and not effect.back) or (what == "wounds-set" and effect.to < effect.was)
