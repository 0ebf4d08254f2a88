"""The judge's rulings in a golden game, and the take-backs of its sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

import rules
from rules import Ruleset
from rules.kernel import line
from rules.kernel.dice import Seeded
from rules.kernel.events import Declaration, Event, Ruling, canonical
from rules.kernel.rulings import JUDGE, Adjust, Amend, Award, Penalty, Strike, TakeBack, Void

Events = Sequence[Event[Any]]
Correction = tuple[int, Callable[[Ruleset, Events], Declaration[Any]]]
"""The number of the event that corrects the game (0: after the end), and what is declared, from the events before."""


def _judged(action: Ruling) -> Declaration[Any]:
    return Declaration(by=JUDGE, action=action)


def _rolled(events: Events) -> Event[Any]:
    """The last shot that was declared with dice."""
    return next(event for event in reversed(events) if event.action.__struct_config__.tag == "shoot" and event.dice)


def voided(ruleset: Ruleset, events: Events) -> Declaration[Any]:
    """The last shot has no effect."""
    why = "the target stood out of sight of every weapon"
    return _judged(Void(rule="log.void", reason=why, steps=(_rolled(events).number,)))


def stands_again(ruleset: Ruleset, events: Events) -> Declaration[Any]:
    """The last shot is restored."""
    return _judged(Amend(rule="log.ruling", reason="the photograph shows it in sight", step=_rolled(events).number))


def misread(ruleset: Ruleset, events: Events) -> Declaration[Any]:
    """The last shot's first die was misread."""
    shot = _rolled(events)
    read = (shot.dice[0] % 6 + 1, *shot.dice[1:])
    declared = msgspec.structs.replace(shot.declaration(), dice=read)
    before = rules.fold(ruleset, line.corrected(events)[: shot.number - 1])
    # Dice beyond those recorded are rolled by the judge.
    decided = rules.decide(ruleset, before, declared, lenient=True, draw=Seeded(b"misread").throw)
    meant = msgspec.json.decode(canonical(msgspec.structs.replace(declared, dice=max(decided.dice, read, key=len))))
    return _judged(Amend(rule="log.amend", reason="the first die was misread", step=shot.number, declaration=meant))


def taken_back(ruleset: Ruleset, events: Events) -> Declaration[Any]:
    """The last step is taken back."""
    agreed = TakeBack(rule="log.take-back", reason="the wrong model was named", since=len(events), agreed=("a", "b"))
    return Declaration(by="a", action=agreed)


def warned(ruleset: Ruleset, events: Events) -> Declaration[Any]:
    """Side b is warned."""
    return _judged(Penalty(rule="log.penalty", reason="slow play", side="b", kind="warning"))


def docked(ruleset: Ruleset, events: Events) -> Declaration[Any]:
    """Side b loses points."""
    return _judged(Penalty(rule="log.penalty", reason="slow play again", side="b", kind="points", points=4))


def adjusted(ruleset: Ruleset, events: Events) -> Declaration[Any]:
    """Points are added for a forgotten objective."""
    return _judged(Adjust(rule="log.adjust", reason="the last objective was not counted", score={"a": -2, "b": 9}))


def lost(ruleset: Ruleset, events: Events) -> Declaration[Any]:
    """Side a loses the game."""
    return _judged(Penalty(rule="log.penalty", reason="left the hall", side="a", kind="game"))


def struck(ruleset: Ruleset, events: Events) -> Declaration[Any]:
    """The game is removed."""
    return _judged(Strike(rule="log.strike", reason="recorded twice"))


def awarded(ruleset: Ruleset, events: Events) -> Declaration[Any]:
    """Side b gets the game after all."""
    return _judged(Award(rule="log.award", reason="the other record was the copy", winner="b"))


def ruled(*numbers: int) -> tuple[Correction, ...]:
    """At least one correction of each kind: five at these numbers of the game, the others after its end."""
    during = zip(numbers, (voided, taken_back, misread, warned, stands_again), strict=True)
    after = (voided, adjusted, docked, misread, stands_again, lost, voided, struck, awarded, stands_again)
    return (*during, *((0, says) for says in after))
