"""The consequences of a correction, shown before it is stored: steps, the rules they break, the result, and a digest.

Nothing is decided here: `rules.decide` decides the correction, and this describes it. The digest is compared when the
correction is stored, so that what was shown is what is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel import engine, rulings
from rules.kernel.canonical import tag_of
from rules.kernel.effects import AnyEffect
from rules.kernel.errors import Malformed
from rules.kernel.events import Declaration, Event, Ruling, canonical, digest
from rules.kernel.line import corrections, is_nothing, named
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State
from rules.report import Result, points, result


class Changed(msgspec.Struct, frozen=True):
    """A step whose effects change.

    `named`: the correction names it; otherwise it is a consequence. `nothing`: it now has no effects; `was_nothing`: it
    had none before. `breaks` are the clauses it breaks now, `broke` those it broke before; `illegal` says that one of
    them is new.
    """

    number: int
    by: str
    action: str
    named: bool
    nothing: bool
    was_nothing: bool
    illegal: bool
    breaks: tuple[str, ...]
    broke: tuple[str, ...]


class Progress(msgspec.Struct, frozen=True):
    """How far the game is, and its result, as corrected."""

    round: int
    phase: str
    result: Result


class Consequences(msgspec.Struct, frozen=True):
    """The consequences of a correction declared after `number` events.

    `digest` is the SHA-256, in hexadecimal, of the canonical effects that would be stored.
    """

    number: int
    steps: tuple[Changed, ...]
    before: Progress
    after: Progress
    digest: str

    @property
    def illegal(self) -> tuple[Changed, ...]:
        """The steps that become illegal."""
        return tuple(step for step in self.steps if step.illegal)


def consequences(ruleset: Ruleset, history: Sequence[Event[Any]], declaration: Declaration[Any]) -> Consequences:
    """The consequences of a correction after all of `history`. Changes nothing.

    Raises:
        Malformed: it is not a correction, or names something the game does not have; or an event cannot be applied.
        IllegalAction: the rules do not allow it, with the clause.
    """
    if not isinstance(declaration.action, Ruling):
        raise Malformed("$.action", "only a correction has consequences for other steps")
    now = engine.fold(ruleset, history)
    decided = engine.decide(ruleset, now, declaration, history=history)
    return told(ruleset, history, declaration, now, decided)


def told(
    ruleset: Ruleset,
    history: Sequence[Event[Any]],
    declaration: Declaration[Any],
    now: State,
    decided: engine.Decided,
) -> Consequences:
    """The consequences of a correction decided from the position `now`, after all of `history`."""
    return Consequences(
        number=len(history),
        steps=tuple(_changed(ruleset, history, declaration, decided.effects)),
        before=_standing(ruleset, now),
        after=_standing(ruleset, decided.state),
        digest=effects_digest(decided.effects),
    )


def effects_digest(effects: Sequence[AnyEffect]) -> str:
    """`Consequences.digest` of these effects."""
    return digest(canonical(tuple(effects)))


def _standing(ruleset: Ruleset, state: State) -> Progress:
    return Progress(state.round, state.phase, result(ruleset, state))


def _changed(
    ruleset: Ruleset, history: Sequence[Event[Any]], declaration: Declaration[Any], effects: Sequence[AnyEffect]
) -> list[Changed]:
    stored = Event(number=len(history) + 1, by=declaration.by, action=declaration.action, effects=tuple(effects))
    meant = named(stored)
    now = {effect.step: effect for effect in corrections(stored)}
    before = rulings.stand(ruleset, history, set(now))
    return [
        Changed(
            number=number,
            by=history[number - 1].by,
            action=tag_of(history[number - 1].action),
            named=number in meant,
            nothing=is_nothing(effect.effects),
            was_nothing=is_nothing(before[number][0]),
            illegal=not set(effect.against) <= set(before[number][1]),
            breaks=effect.against,
            broke=before[number][1],
        )
        for number, effect in sorted(now.items())
    ]


# in lines, for people


def lines(found: Consequences, sides: Mapping[str, str]) -> Iterator[str]:
    """Consequences as lines of English; `sides` are the names of sides by their ids."""
    yield f"if this were event {found.number + 1}:"
    for step in found.steps:
        yield f"  step {step.number}, {sides.get(step.by, step.by)}, {step.action}: {_came_to(step)}"
    yield f"now:  round {found.before.round}, {found.before.phase}: {came_out(found.before.result, sides)}"
    yield f"then: round {found.after.round}, {found.after.phase}: {came_out(found.after.result, sides)}"
    yield f"digest {found.digest}"


def _came_to(step: Changed) -> str:
    what = "now has no effect" if step.nothing else "is decided again" if step.named else "now has another outcome"
    return f"{what}; it breaks {', '.join(step.breaks)}" if step.breaks else what


def came_out(result: Result, sides: Mapping[str, str]) -> str:
    """A result as a line of English."""
    score = "".join(f", {sides.get(side, side)} {points(n, result.per_point)}" for side, n in result.score.items())
    if result.struck:
        return f"removed by a judge, no result{score}"
    if not result.finished:
        return "not finished"
    winner = f"{sides.get(result.winner, result.winner)} won" if result.winner else "a draw"
    return f"{winner}{score} ({result.reason})"
