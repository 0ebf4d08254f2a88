"""Independent characters: joining a unit in the Movement phase, and leaving it again.

A character that has joined is a model of that unit; its own unit remains, without models, for it to return to. Joining
ends the movement of both for the phase, so that they stay where they are until its end.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Joined
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import (
    Act,
    Condition,
    Objections,
    Option,
    Part,
    demand,
    drawn,
    fulfilled,
    nothing,
    objection,
    refuse,
)
from rules.kernel.state import Model, State, Unit
from rules.kernel.telling import Phrase
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
    words.in_phase(ctx, "movement", clause=JOIN)
    words.on_turn(ctx)
    unit = words.own(ctx, action.unit)
    to = words.own(ctx, action.to, "$.action.to")
    lone = _lone(ctx.state, unit)
    if not demand(ctx, (ALONE,), ctx.state, unit, name=unit.sheet.name) or lone is None:
        return
    refuse(ctx, _joining(ctx.state, lone, unit, to))
    ctx.emit(Joined(rule=JOIN, model=lone.id, unit=to.id))
    _counted(ctx, to, 1)
    for done in (unit, to):
        if words.ACTED not in done.phase:
            words.mark(ctx, done, words.ACTED, until="phase", rule=JOIN)


def _joining(state: State, lone: Model, unit: Unit, to: Unit) -> Objections:
    """Objections to a character, alone in its unit, joining another unit."""
    name, host = unit.sheet.name, to.sheet.name
    if to.id == unit.id or any(words.is_vehicle(m) for m in words.standing(state, to)):
        yield objection(JOIN, "{name} cannot join {host}", name=name, host=host)
    if not geometry.within(words.standing(state, to), lone, REACH):
        yield objection(JOIN, "{name} is not within {reach} of {host}", name=name, host=host, reach=show(REACH))
    for nerve in (unit, to):
        if not _steady(state, nerve):
            yield objection(JOIN, "{name} is falling back or locked in combat", name=nerve.sheet.name)


def leave(ctx: Context, action: Leave) -> None:
    """Let a character leave its unit."""
    words.in_phase(ctx, "movement", clause=JOIN)
    words.on_turn(ctx)
    model = ctx.model(action.model)
    unit = words.own(ctx, model.unit)
    model = words.member(ctx, unit, model.id)
    own = home(ctx.state, model)
    if not demand(ctx, (HAS_JOINED,), ctx.state, model, name=model.sheet.name) or own is None:
        return
    demand(ctx, MAY_LEAVE, ctx.state, unit, name=model.sheet.name)
    ctx.emit(Joined(rule=JOIN, model=model.id, unit=own.id))
    _counted(ctx, unit, -1)
    words.mark(ctx, own, words.BEGAN_WITH, 1, "phase", rule=JOIN)


def _counted(ctx: Context, unit: Unit, by: int) -> None:
    """Joining or leaving a unit does not count as a loss in the phase."""
    began = unit.phase.get(words.BEGAN_WITH)
    if isinstance(began, int):
        words.mark(ctx, unit, words.BEGAN_WITH, began + by, "phase", rule=JOIN)


def home(state: State, model: Model) -> Unit | None:
    """The unit in which a model is listed on its roster."""
    return next((u for u in state.units.values() if u.side == model.side and model.sheet.id in u.sheet.models), None)


def _lone(state: State, unit: Unit) -> Model | None:
    """The independent character who is a unit on his own."""
    models = words.standing(state, unit)
    single = len(models) == 1 and words.is_(models[0], "Independent Character")
    return models[0] if single and home(state, models[0]) is unit else None


def _steady(state: State, unit: Unit) -> bool:
    return not words.falling_back(unit) and not words.locked(state, unit)


def _has_joined(state: State, model: Model) -> bool:
    own = home(state, model)
    return own is not None and own.id != model.unit


ALONE = Condition(
    JOIN, "{name} is not an independent character on its own", lambda state, unit: _lone(state, unit) is not None
)
HAS_JOINED = Condition(JOIN, "{name} has not joined a unit", _has_joined)
MAY_LEAVE = (
    Condition(words.ACTED, "{name} has moved with its unit", lambda state, unit: words.ACTED not in unit.phase),
    Condition(JOIN, "{name} cannot leave a unit that falls back or is locked in combat", _steady),
)


# what is open


def _may_join(ctx: Context) -> Iterator[Option]:
    """Units a character can join from its position."""
    state = ctx.state
    units = words.on_table(state, state.to_act) if not state.step else []
    for unit in units:
        lone = _lone(state, unit)
        if lone is not None:
            hosts = tuple(u.id for u in units if nothing(_joining(state, lone, unit, u)))
            if hosts:
                yield Option(unit.side, "join", model=unit.id, targets=hosts, clause=JOIN)


def _may_leave(ctx: Context) -> Iterator[Option]:
    state = ctx.state
    for unit in words.on_table(state, state.to_act) if not state.step else ():
        for model in words.standing(state, unit) if fulfilled(MAY_LEAVE, state, unit) else ():
            if HAS_JOINED.holds(state, model):
                yield Option(unit.side, "leave", model=model.id, clause=JOIN)


PART = Part(
    acts=(
        Act(Join, join, _may_join, phases=("movement",), propose=drawn,
            told=Phrase("%(unit)s [joins|join] %(to)s", "%(unit)s: присоединение, %(to)s")),
        Act(Leave, leave, _may_leave, phases=("movement",),
            told=Phrase("%(model)s leaves its unit", "%(model)s покидает свой отряд")),
    ),
)  # fmt: skip
