"""Who begins: both sides are there at once, and each rolls a die."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.context import Context
from rules.kernel.effects import Began, Mustered, OrderSet, Turned
from rules.kernel.events import Action
from rules.kernel.part import Act, Option, Part
from rules.kernel.rolloff import until_different
from rules.kernel.telling import Phrase, Telling

from . import board
from .book import START


class Roll(Action, frozen=True, tag="roll-for-start"):
    """Each side rolls a die; the higher begins."""


def _set_up(ctx: Context) -> bool:
    for side in board.SIDES:
        ctx.emit(Mustered(rule=START["roll"], side=side, name=board.NAMES[side], models=board.marks(side)))
    ctx.emit(Began(rule=START["roll"], phase="start", round=0))
    return True


def roll(ctx: Context, action: Roll) -> None:
    """Decide who begins."""
    if not ctx.require(ctx.state.phase == "start", START["roll"], "who begins has been rolled for", general=True):
        return
    totals = until_different(ctx, START["roll"], START["tie"])
    order = tuple(sorted(totals, key=lambda side: -totals[side]))
    ctx.emit(OrderSet(rule=START["roll"], order=order))
    ctx.emit(Began(rule=START["roll"], phase="play", round=1, turn=order[0]))
    ctx.emit(Turned(rule=START["roll"], to=order[0]))


def _may_roll(ctx: Context) -> Iterator[Option]:
    for side in ctx.state.sides:
        yield Option(side, "roll-for-start", clause=START["roll"])


PHASES = {"start": Phrase("The roll for the start", "Бросок за первый ход"), "play": Phrase("Play", "Игра")}

PART = Part(
    acts=(
        Act(Roll, roll, _may_roll, phases=("start",), told=Phrase("Who begins?", "Кто начинает?")),
    ),
    settles={"setup": _set_up},
    telling=Telling(phases=PHASES, names=board.WORDS, acts={"roll-for-start": Phrase("Roll", "Бросить кубик")}),
)  # fmt: skip
