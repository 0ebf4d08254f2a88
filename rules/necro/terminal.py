"""Terminals: hacking one unlocks its door."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import asking
from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.part import Act, Choice, Option, Part, nothing, refuse
from rules.kernel.state import State, Terrain
from rules.kernel.telling import Phrase, Telling
from rules.necro import activation, checks, door, move, words
from rules.necro.activation import BASIC
from rules.necro.book import TERMINAL

KIND = "terminal"
HACK = TERMINAL["hack"]
PENALTY = -2
COST = "necro.core.action-cost.access-terminal"
DEVICES = TERMINAL["other-device"]
"""On the table: the devices that have been started and not stopped."""


class AccessTerminal(Action, frozen=True, tag="access-terminal"):
    """A fighter hacks a terminal."""

    fighter: str
    terminal: str


class OperateNow(Action, frozen=True, tag="operate-now"):
    """The fighter that has hacked a terminal operates its door at once."""

    fighter: str


def terminals(state: State) -> list[Terrain]:
    """The terminals of the field."""
    return [piece for piece in state.table.terrain if piece.kind == KIND]


def linked(state: State, terminal: Terrain) -> Terrain | None:
    """The door of a terminal: the one its name names after a colon, or else the nearest."""
    _, _, named = terminal.name.partition(": ")
    every = door.doors(state)
    chosen = next((piece for piece in every if piece.id == named), None)
    if chosen is not None or not every or named:
        return chosen
    return min(every, key=lambda piece: _away(terminal, piece))


def _away(a: Terrain, b: Terrain) -> int:
    (x, y), (u, v) = (_middle(each) for each in (a, b))
    return (x - u) ** 2 + (y - v) ** 2


def _middle(piece: Terrain) -> tuple[int, int]:
    count = len(piece.outline)
    return sum(x for x, _ in piece.outline) // count, sum(y for _, y in piece.outline) // count


def access(ctx: Context, action: AccessTerminal) -> None:
    """Take the Intelligence test."""
    model = activation.begun(ctx, action.fighter, "access-terminal", BASIC)
    if model is None or not move.is_status(ctx, model, HACK, "active"):
        return
    piece = next((each for each in terminals(ctx.state) if each.id == action.terminal), None)
    if not ctx.require(piece, HACK, "there is no terminal {terminal!r}", terminal=action.terminal) or piece is None:
        return
    if not refuse(ctx, door.far(model, piece)):
        return
    activation.spend(ctx, model, "access-terminal", BASIC)
    passed = checks.taken(ctx, model, HACK, "Int", ((TERMINAL["hack-modifier"], PENALTY),))
    if not passed:
        ctx.effects.append(Noted(rule=TERMINAL["hack-fail"], model=model.id, text=piece.name))
        return
    own = linked(ctx.state, piece)
    if own is None:
        _switch(ctx, piece.id)
        return
    door.unlock(ctx, own.id, TERMINAL["hack-unlocks"])
    if nothing(door.operating(ctx, model, own)):
        ctx.ask(TERMINAL["hack-free-operate"], words.controller(ctx.state, model), model=model.id,
                about={"door": own.id})  # fmt: skip


def _switch(ctx: Context, device: str) -> None:
    on = door.listed(ctx.state, DEVICES)
    anew = tuple(each for each in on if each != device) if device in on else (*on, device)
    door.note(ctx, DEVICES, anew)


def operate_now(ctx: Context, action: OperateNow) -> None:
    """Operate the terminal's door for nothing."""
    asked = asking.answered(ctx, TERMINAL["hack-free-operate"], action.fighter)
    if asked is not None:
        piece = next(each for each in door.doors(ctx.state) if each.id == asked.about["door"])
        door.operated(ctx, ctx.model(asked.model), piece)


def _may_access(ctx: Context) -> Iterator[Option]:
    model = move.offered(ctx, "access-terminal", BASIC, "active")
    if model is not None:
        near = tuple(piece.id for piece in terminals(ctx.state) if nothing(door.far(model, piece)))
        if near:
            yield Option(words.controller(ctx.state, model), "access-terminal", model.id, near, clause=HACK)


def _accesses(choice: Choice) -> Iterator[Action]:
    yield from (AccessTerminal(fighter=choice.option.model, terminal=key) for key in choice.option.targets)


def _operates(choice: Choice) -> Iterator[Action]:
    yield OperateNow(fighter=choice.option.model)


PART = Part(
    acts=(
        Act(AccessTerminal, access, _may_access, phases=("action",), propose=_accesses,
            told=Phrase("%(fighter)s accesses a terminal", "%(fighter)s взламывает терминал")),
        asking.reply(OperateNow, operate_now, TERMINAL["hack-free-operate"], propose=_operates,
            told=Phrase("%(fighter)s operates the door at once", "%(fighter)s сразу управляет дверью")),
    ),
    declines={TERMINAL["hack-free-operate"]: asking.let_go},
    telling=Telling(questions={TERMINAL["hack-free-operate"]: Phrase("%(side)s: operate the door at once?",
                                                                     "%(side)s: сразу управлять дверью?")}),
)  # fmt: skip
