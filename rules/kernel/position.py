"""Problems with a position of any two-player system: its sides, its phases, whose turn it is, numbers.

Every problem is a sentence; nothing is repaired.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rules.kernel.sheet import wounds_of
from rules.kernel.spelling import meant
from rules.kernel.state import State

MOST_ROUNDS = 99


def course_problems(
    state: State, sides: Sequence[str], steps: Mapping[str, Collection[str]], turns: Collection[str]
) -> Iterator[str]:
    """What does not fit together among sides, phase and turn.

    `steps` are the steps of each phase (empty: any); with `turns` every round has a side whose turn it is.
    """
    phase, joined = state.phase, sorted(state.sides)
    known = steps.get(phase)
    if known is None:
        yield f"there is no phase {phase!r}{meant(phase, steps)}"
    elif known and state.step not in known:
        yield f"the {phase} phase has no step {state.step!r}{meant(state.step, known)}"
    if not set(joined) <= set(sides):
        yield f"the sides are {' and '.join(sides)}, not {', '.join(joined)}"
    if phase not in ("setup", "over") and joined != sorted(sides):
        yield f"both sides have mustered before the {phase} phase"
    if (phase == "over") != (state.over is not None):
        yield "a game that is over has an outcome, and only such a game"
    if phase not in turns:
        return
    if sorted(state.order) != sorted(sides):
        yield f"the {phase} phase has an order of both sides"
    if not state.to_act:
        yield f"it is nobody's turn in the {phase} phase"
    yield from round_problems(state)


def round_problems(state: State) -> Iterator[str]:
    """Whether the round number fits the phase."""
    if not 1 <= state.round <= MOST_ROUNDS:
        yield f"the {state.phase} phase is in a round from 1 on, not {state.round}"


def wound_problems(state: State, least: int = 1) -> Iterator[str]:
    """Models in action with fewer wounds than the least, or more than their sheet prints."""
    for model in state.models.values():
        most = wounds_of(model.sheet)
        if not model.out and not least <= model.wounds <= most:
            yield f"model {model.id} is in action with {model.wounds} wounds; it has {least} to {most}"
        elif not 0 <= model.wounds <= most:
            yield f"model {model.id} has {model.wounds} wounds; {most} are the most"


def twice(what: str, keys: Iterable[str]) -> Iterator[str]:
    """Ids that occur more than once."""
    listed = list(keys)
    yield from (f"{what} {key!r} stands twice" for key in sorted(set(listed)) if listed.count(key) > 1)


def within(value: object, least: int, most: int) -> bool:
    """Whether a value is a whole number within bounds, both included."""
    return isinstance(value, int) and least <= value <= most
