"""Placing a mark, and what comes of it: a line, a full board, or the other side's turn."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.context import Context
from rules.kernel.effects import Began, Counted, Ended, Placed, Turned
from rules.kernel.events import Action
from rules.kernel.part import Act, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.state import Outcome, State
from rules.kernel.telling import Phrase, Telling

from . import board
from .book import END, MARK

LINES = "lines"


class Mark(Action, frozen=True, tag="mark"):
    """A side places a mark in a square: `b2` is the one in the middle."""

    target: str


def against(state: State, side: str, square: str) -> Iterator[Objection]:
    """What speaks against a mark of a side in a square."""
    if square not in board.SQUARES:
        yield objection(MARK["empty"], "there is no square {square!r}: they are a1 to c3", square=square)
    elif mark := board.filled(state).get(square):
        yield objection(MARK["empty"], "square {square} has a {mark}", square=square, mark=mark.sheet.name.lower())
    if state.phase != "play" or state.to_act != side:
        yield Objection(MARK["turn"], "it is not the turn of {side}", {"side": board.NAMES[side].lower()}, general=True)


def place(ctx: Context, action: Mark) -> None:
    """Place the next mark of a side."""
    if not refuse(ctx, against(ctx.state, ctx.by, action.target)):
        return
    mark = board.next_mark(ctx.state, ctx.by)
    ctx.emit(Placed(rule=MARK["empty"], model=mark, at=board.middle(action.target)))


def _may_place(ctx: Context) -> Iterator[Option]:
    state, side = ctx.state, ctx.state.to_act
    free = tuple(square for square in board.SQUARES if nothing(against(state, side, square)))
    if free:
        yield Option(side, "mark", targets=free, clause=MARK["empty"])


def _go_on(ctx: Context) -> bool:
    """After a mark: the end, or the other side's turn. Returns whether anything happened."""
    state, side, placed = ctx.state, ctx.state.to_act, len(board.filled(ctx.state))
    if found := board.lines_of(state, side):
        ctx.emit(Counted(rule=END["line"], side=side, counter=LINES, by=len(found)))
        ctx.emit(Ended(rule=END["line"], outcome=Outcome(side, END["line"], score(state))))
    elif placed == len(board.SQUARES):
        ctx.emit(Ended(rule=END["full"], outcome=Outcome("", END["full"], score(state))))
    elif state.order[placed % 2] != side:
        ctx.emit(Began(rule=MARK["turn"], phase="play", round=1 + placed // 2, turn=state.order[placed % 2]))
        ctx.emit(Turned(rule=MARK["turn"], to=state.turn))
    else:
        return False
    return True


def score(state: State) -> dict[str, int]:
    """How many lines each side has."""
    return {side: found.counters.get(LINES, 0) for side, found in state.sides.items()}


PART = Part(
    acts=(
        Act(Mark, place, _may_place, phases=("play",), told=Phrase("%(side)s: %(target)s", "%(side)s: %(target)s")),
    ),
    settles={"play": _go_on},
    telling=Telling(
        acts={"mark": Phrase("Place a mark", "Поставить знак")},
        members={"target": Phrase("Square", "Клетка")},
        counters={LINES: Phrase("lines", "линии")},
    ),
)  # fmt: skip
