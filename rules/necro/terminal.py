"""Terminals: hacking one unlocks its door, or starts and stops what else it controls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel import asking
from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.marks import PIECE, TEXTS, QuestionKind, on_table
from rules.kernel.part import Act, Choice, Option, Part, nothing, refuse
from rules.kernel.state import Model, State, Terrain
from rules.kernel.telling import Phrase, Telling
from rules.necro import activation, checks, door, hooks, move, words
from rules.necro.activation import BASIC
from rules.necro.book import TERMINAL

KIND, GENERATOR = "terminal", "generator"
"""The kinds of a terminal: one that belongs to a door, and one that controls something else."""
HACKING = TERMINAL["hack"]
PENALTY = -2
DOORS = (door.CLOSED, door.OPEN, door.DRAWN_LOCKED)
LINKS = TERMINAL["placement"]
"""On the table: the terminals, each `id=door`, without a door for one that controls something else."""
DEVICES = TERMINAL["other-device"]
"""On the table: the devices that have been started and not stopped, each `id of the terminal=side`."""


class AccessTerminal(Action, frozen=True, tag="access-terminal"):
    """A fighter hacks a terminal."""

    fighter: str
    terminal: str


class OperateNow(Action, frozen=True, tag="operate-now"):
    """The fighter that has hacked a terminal operates its door at once."""

    fighter: str


def terminals(state: State) -> list[Terrain]:
    """The terminals of the field."""
    return [piece for piece in state.table.terrain if piece.kind in (KIND, GENERATOR)]


def door_of(state: State, terminal: Terrain) -> str:
    """The id of the door of a terminal; empty if it controls something else.

    That is settled before the battle. A position that begins in the middle of one goes by the name of the terminal, and
    else by which door is the nearest.
    """
    pairs = (each.partition("=") for each in door.listed(state, LINKS))
    known = {name: key for name, _, key in pairs}
    return known[terminal.id] if terminal.id in known else _printed_link(state, terminal)


def _printed_link(state: State, terminal: Terrain) -> str:
    """The door that a terminal's name has after a colon; without a colon the nearest door. A generator has none."""
    _, colon, named = terminal.name.partition(": ")
    doors = {piece.id: piece for piece in state.table.terrain if piece.kind in DOORS}
    if terminal.kind == GENERATOR:
        return ""
    if colon or not doors:
        return named if named in doors else ""
    return min(doors, key=lambda key: (_away(terminal, doors[key]), key))


def _away(a: Terrain, b: Terrain) -> int:
    """The square of how far apart the middles of two pieces are, near enough to compare."""
    (x, y), (u, v) = (_middle(each) for each in (a, b))
    return (x - u) ** 2 + (y - v) ** 2


def _middle(piece: Terrain) -> tuple[int, int]:
    count = len(piece.outline)
    return sum(x for x, _ in piece.outline) // count, sum(y for _, y in piece.outline) // count


@TERMINAL.at(hooks.SET_UP)
def _link(ctx: Context, occasion: object, **_: Any) -> None:
    """Before the battle: which terminal belongs to which door."""
    pairs = tuple(f"{piece.id}={door_of(ctx.state, piece)}" for piece in terminals(ctx.state))
    door.note(ctx, LINKS, pairs)


def access(ctx: Context, action: AccessTerminal) -> None:
    """Take the Intelligence test."""
    model = activation.begun(ctx, action.fighter, "access-terminal", BASIC)
    if model is None or not move.is_status(ctx, model, HACKING, "active"):
        return
    piece = next((each for each in terminals(ctx.state) if each.id == action.terminal), None)
    if not ctx.require(piece, HACKING, "there is no terminal {terminal!r}", terminal=action.terminal) or piece is None:
        return
    if not refuse(ctx, door.far(ctx.state, model, piece, HACKING)):
        return
    activation.spend(ctx, model, "access-terminal", BASIC)
    if checks.taken(ctx, model, HACKING, "Int", ((TERMINAL["hack-modifier"], PENALTY),)):
        _hacked(ctx, model, piece)
    else:
        ctx.effects.append(Noted(rule=TERMINAL["hack-fail"], model=model.id, text=piece.name))


def _hacked(ctx: Context, model: Model, piece: Terrain) -> None:
    """The door is unlocked, and may be operated at once; any other device starts or stops."""
    key = door_of(ctx.state, piece)
    if not key:
        _switch(ctx, model, piece.id)
        return
    door.unlock(ctx, key, TERMINAL["hack-unlocks"])
    own = door.piece_of(ctx.state, key)
    if own is not None and nothing(door.operating(ctx, own)):
        ctx.ask(TERMINAL["hack-free-operate"], words.controller(ctx.state, model), model=model.id,
                about={"door": key})  # fmt: skip


def running(state: State) -> dict[str, str]:
    """The devices that are running, by the id of their terminal, with the side that started them."""
    pairs = (each.rpartition("=") for each in door.listed(state, DEVICES))
    return {name: side for name, _, side in pairs}


def _switch(ctx: Context, model: Model, device: str) -> None:
    """A device that stands still starts, one that runs stops."""
    on = running(ctx.state)
    if device in on:
        del on[device]
    else:
        on[device] = words.controller(ctx.state, model)
    door.note(ctx, DEVICES, tuple(f"{key}={side}" for key, side in sorted(on.items())), HACKING)


def operate_now(ctx: Context, action: OperateNow) -> None:
    """Operate the terminal's door for nothing."""
    asked = asking.answered(ctx, TERMINAL["hack-free-operate"], action.fighter)
    if asked is not None:
        piece = door.piece_of(ctx.state, str(asked.about["door"]))
        assert piece is not None, "the question is only asked about a door that is there"
        door.operated(ctx, piece, asked.clause)


def _may_access(ctx: Context) -> Iterator[Option]:
    model = move.offered(ctx, "access-terminal", BASIC, "active")
    if model is not None:
        near = tuple(piece.id for piece in terminals(ctx.state) if nothing(door.far(ctx.state, model, piece, HACKING)))
        if near:
            yield Option(words.controller(ctx.state, model), "access-terminal", model.id, near, clause=HACKING)


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
    marks=(
        on_table(LINKS, "The terminals, each id=door; without a door for one that controls something else.", TEXTS),
        on_table(DEVICES, "The devices that run, each id=side: of their terminal, and who started them.", TEXTS),
    ),
    asks=(QuestionKind(TERMINAL["hack-free-operate"], named=True, about={"door": PIECE}),),
    telling=Telling(questions={TERMINAL["hack-free-operate"]: Phrase("%(side)s: operate the door at once?",
                                                                     "%(side)s: сразу управлять дверью?")}),
)  # fmt: skip
