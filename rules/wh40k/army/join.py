"""Independent characters: joining a unit in the Movement phase, and leaving it again.

A character that has joined is a model of that unit; the unit it made up on its own stays, without models, and is what
it goes back to. Joining ends the movement of both for the phase, so that they stand as they do at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Joined
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import Option
from rules.kernel.state import Model, State, Unit
from rules.wh40k import words

JOIN = "wh40k.assumed.unit-of-models.characters"
REACH = 2 * INCH


class Join(Action, frozen=True, tag="join"):
    """An independent character joins a unit of its side within 2"."""

    unit: str
    to: str


class Leave(Action, frozen=True, tag="leave"):
    """An independent character leaves the unit it has joined, before either has moved."""

    model: str


def join(ctx: Context, action: Join) -> None:
    """Let a character join a unit."""
    words.in_phase(ctx, "movement")
    words.on_turn(ctx)
    unit = words.own(ctx, action.unit)
    to = words.own(ctx, action.to, "$.action.to")
    lone = _lone(ctx.state, unit)
    name = unit.sheet.name
    if not ctx.require(lone is not None, JOIN, "{name} is no independent character on its own", name=name):
        return
    assert lone is not None
    host = to.sheet.name
    ctx.require(_takes(ctx.state, to, unit), JOIN, "{name} cannot join {host}", name=name, host=host)
    ctx.require(
        _near(ctx.state, lone, to), JOIN, "{name} is not within {reach} of {host}",
        name=name, host=host, reach=show(REACH),
    )  # fmt: skip
    for nerve in (unit, to):
        steady = not words.falling_back(nerve) and not words.locked(ctx.state, nerve)
        ctx.require(steady, JOIN, "{name} is falling back or locked in combat", name=nerve.sheet.name)
    ctx.emit(Joined(rule=JOIN, model=lone.id, unit=to.id))
    _counted(ctx, to, 1)
    for done in (unit, to):
        if words.ACTED not in done.phase:
            words.mark(ctx, done, words.ACTED, until="phase", rule=JOIN)


def leave(ctx: Context, action: Leave) -> None:
    """Let a character leave its unit."""
    words.in_phase(ctx, "movement")
    words.on_turn(ctx)
    model = ctx.model(action.model)
    unit = words.own(ctx, model.unit)
    model = words.member(ctx, unit, model.id)
    own = home(ctx.state, model)
    name = model.sheet.name
    if not ctx.require(own is not None and own.id != unit.id, JOIN, "{name} has joined no unit", name=name):
        return
    assert own is not None
    ctx.require(words.ACTED not in unit.phase, words.ACTED, "{name} has moved with its unit", name=name)
    steady = not words.falling_back(unit) and not words.locked(ctx.state, unit)
    ctx.require(steady, JOIN, "{name} cannot leave a unit that falls back or is locked in combat", name=name)
    ctx.emit(Joined(rule=JOIN, model=model.id, unit=own.id))
    _counted(ctx, unit, -1)
    words.mark(ctx, own, words.BEGAN_WITH, 1, "phase", rule=JOIN)


def _counted(ctx: Context, unit: Unit, by: int) -> None:
    """Whoever comes or goes is no loss of the phase."""
    began = unit.phase.get(words.BEGAN_WITH)
    if isinstance(began, int):
        words.mark(ctx, unit, words.BEGAN_WITH, began + by, "phase", rule=JOIN)


def home(state: State, model: Model) -> Unit | None:
    """The unit a model is listed in on its roster."""
    return next((u for u in state.units.values() if u.side == model.side and model.sheet.id in u.sheet.models), None)


def _lone(state: State, unit: Unit) -> Model | None:
    """The independent character that makes up a unit on its own."""
    models = words.standing(state, unit)
    single = len(models) == 1 and words.is_(models[0], "Independent Character")
    return models[0] if single and home(state, models[0]) is unit else None


def _takes(state: State, to: Unit, unit: Unit) -> bool:
    """Whether a unit can be joined: another one, without vehicles."""
    return to.id != unit.id and not any(words.is_vehicle(m) for m in words.standing(state, to))


def _near(state: State, model: Model, to: Unit) -> bool:
    return bool(geometry.within(words.standing(state, to), model, REACH))


def offers(ctx: Context) -> Iterator[Option]:
    """Units a character can join from where it stands, and characters that can leave theirs."""
    state = ctx.state
    if state.pending is not None or (state.phase, state.step) != ("movement", ""):
        return
    free = [u for u in words.on_table(state, state.to_act) if not words.falling_back(u) and not words.locked(state, u)]
    for unit in free:
        lone = _lone(state, unit)
        if lone is not None:
            hosts = tuple(u.id for u in free if _takes(state, u, unit) and _near(state, lone, u))
            if hosts:
                yield Option(state.to_act, "join", model=unit.id, targets=hosts, clause=JOIN)
        for model in words.standing(state, unit) if words.ACTED not in unit.phase else ():
            if home(state, model) not in (None, unit) and words.is_(model, "Independent Character"):
                yield Option(state.to_act, "leave", model=model.id, clause=JOIN)


HANDLERS: dict[type[Action], Callable[[Context, Any], None]] = {Join: join, Leave: leave}
