"""Combats of the Fight sub-phase: their units, their progress, and which models can strike which.

A combat is identified by its leader, the first of its units, which is `State.active` while it is fought. Its units have
the leader's id as a mark, and the leader has the stage. Nothing here rolls dice or asks questions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Marked
from rules.kernel.lengths import INCH
from rules.kernel.state import Model, State, Unit
from rules.wh40k import hooks, words
from rules.wh40k.book import FIGHT

COMBAT = FIGHT["combat"]
"""On units, for the phase: the leader of the combat they fight or have fought."""
STEPS = FIGHT["initiative-steps"]
"""On the leader, for the phase: the stage, then the sides that have finished it. On a model: the step it strikes at."""
ENGAGED = FIGHT["engaged"]
"""On a model killed in the fight, for the phase: the stage at which it fell."""
INFLICTED = FIGHT["result"]
"""On units, for the phase: unsaved Wounds they have inflicted in the fight."""
SLOWED = "wh40k.assumed.charge.difficult"
"""On a unit, for the turn: it charged through difficult terrain. On a sheet or weapon: assault grenades."""

FRIEND = 2 * INCH
PILE_IN = 3 * INCH
RESULT, MORALE, SWEEP, TOGETHER, FREE, OVER = "result", "morale", "sweep", "pile-in", "consolidate", "over"
STAGES = (*(str(step) for step in range(10, 0, -1)), RESULT, MORALE, SWEEP, TOGETHER, FREE, OVER)
"""The stages of a combat: the initiative steps, then its end."""


class Extra(msgspec.Struct, frozen=True):
    """Blows of a model at a separate step (`hooks.EXTRA_STEPS`); they hit automatically if `automatic`."""

    step: int
    clause: str
    attacks: int = 1
    strength: int = 0
    ap: int = 0
    automatic: bool = True


# which units


def opposed(ctx: Context, unit: Unit) -> list[Unit]:
    """The enemy units a unit fights with: those it is locked with, and vehicles it charged this turn and touches."""
    found = {other.id for other in words.locked_with(ctx.state, unit)}
    found |= {other.id for other in words.on_table(ctx.state) if _charge_touches(ctx.state, unit, other)}
    found |= {other.id for other in words.on_table(ctx.state) if _charge_touches(ctx.state, other, unit)}
    return [other for key, other in ctx.state.units.items() if key in found]


def _charge_touches(state: State, charger: Unit, target: Unit) -> bool:
    """Whether a unit charged one of these vehicles this turn and is in contact with it."""
    charged = charger.turn.get(words.CHARGED, ())
    if not isinstance(charged, tuple) or target.id not in charged:
        return False
    vehicles = [m for m in words.standing(state, target) if words.is_vehicle(m)]
    return any(geometry.within(vehicles, m, words.CONTACT) for m in words.standing(state, charger))


def waiting(ctx: Context) -> list[list[Unit]]:
    """The combats that are still to be fought in this phase, each with its units in order."""
    found: list[list[Unit]] = []
    seen = {u.id for u in ctx.state.units.values() if COMBAT in u.phase}
    for unit in words.on_table(ctx.state):
        if unit.id in seen:
            continue
        group, reached = {unit.id}, [unit]
        while reached:
            for other in opposed(ctx, reached.pop()):
                if other.id not in group and other.id not in seen:
                    group.add(other.id)
                    reached.append(other)
        seen |= group
        if len(group) > 1:
            found.append([u for key, u in ctx.state.units.items() if key in group])
    return found


def units(state: State, side: str = "") -> list[Unit]:
    """The units of the current combat that have models left on the table; of one side if named."""
    return [u for u in words.on_table(state, side) if u.phase.get(COMBAT) == state.active and state.active]


def sides(state: State) -> tuple[str, str]:
    """The side whose turn it is, and the other."""
    return state.turn, state.enemy(state.turn)


# how far it has come


def stage(state: State) -> str:
    """The stage of the current combat; empty if none is being fought."""
    return _progress(state)[0]


def done(state: State) -> tuple[str, ...]:
    """The sides or units that have finished the current stage."""
    return _progress(state)[1:]


def _progress(state: State) -> tuple[str, ...]:
    leader = state.units.get(state.active)
    kept = leader.phase.get(STEPS) if leader is not None else None
    return kept if isinstance(kept, tuple) and kept else ("",)


def go_to(ctx: Context, name: str) -> None:
    """The current combat reaches a stage."""
    ctx.emit(Marked(rule=STEPS, on=ctx.state.active, key=STEPS, value=(name,), until="phase"))


def finish(ctx: Context, who: str) -> None:
    """A side or unit has finished the current stage."""
    value = (*_progress(ctx.state), who)
    ctx.emit(Marked(rule=STEPS, on=ctx.state.active, key=STEPS, value=value, until="phase"))


def step(state: State) -> int:
    """The initiative step of the current combat; 0 if it is not at one."""
    name = stage(state)
    return int(name) if name.isdigit() else 0


# strikers and targets


def initiative(ctx: Context, model: Model) -> int:
    """The step a model strikes at; 0 if it never does."""
    if words.is_vehicle(model) and not words.is_(model, "Walker"):
        return 0
    unit = words.unit_of(ctx.state, model)
    value = max(1, words.characteristic(ctx, model, "I"))
    if SLOWED in unit.turn and not _grenades(ctx, model):
        value = 1
    return max(1, min(10, int(ctx.value(hooks.INITIATIVE, value, model=model, unit=unit))))


def _grenades(ctx: Context, model: Model) -> bool:
    return bool(model.sheet.has.get(SLOWED)) or any(w.has.get(SLOWED) for w in model.sheet.weapons)


def extras(ctx: Context, model: Model, at: int = 0) -> tuple[Extra, ...]:
    """The blows of a model at separate steps, or at one step if named."""
    found: tuple[Extra, ...] = ctx.value(hooks.EXTRA_STEPS, (), model=model)
    return tuple(extra for extra in found if at in (0, extra.step))


def next_step(ctx: Context, below: int) -> int:
    """The highest initiative step below another at which any model of the combat strikes; 0 if there is none."""
    best = 0
    for model in _standing(ctx.state):
        if STEPS not in model.phase:
            best = max(best, min(initiative(ctx, model), below - 1))
        best = max([best, *(extra.step for extra in extras(ctx, model) if extra.step < below)])
    return best


def begin_step(ctx: Context, at: int) -> None:
    """Models with this Initiative strike at this step, even if they are killed in it."""
    go_to(ctx, str(at))
    for model in _standing(ctx.state):
        if STEPS not in model.phase and initiative(ctx, model) >= at:
            ctx.emit(Marked(rule=STEPS, on=model.id, key=STEPS, value=at, until="phase"))


def _standing(state: State) -> list[Model]:
    return [model for unit in units(state) for model in words.standing(state, unit)]


def strikers(state: State, side: str) -> list[Model]:
    """The models of a side that strike at the current step, including those killed in it."""
    at = step(state)
    return [m for m in fighters(state, side) if m.phase.get(STEPS) == at]


def fighters(state: State, side: str) -> list[Model]:
    """The models of a side in the current combat: alive, or killed at the current stage."""
    now, leader = stage(state), state.active
    return [
        m
        for m in state.models.values()
        if m.side == side and m.at is not None and state.units[m.unit].phase.get(COMBAT) == leader
        if not m.out or m.phase.get(ENGAGED) == now
    ]  # fmt: skip


def enemies(state: State, side: str) -> list[Model]:
    """The enemies a side can strike in the current combat, without those fleeing from it."""
    return [m for u in units(state, state.enemy(side)) if not words.falling_back(u) for m in words.standing(state, u)]


def contacts(model: Model, foes: Iterable[Model]) -> list[Model]:
    """The enemies among `foes` that a model touches, and may strike."""
    return [foe for foe in foes if geometry.near(model, foe, words.CONTACT)]


def targets(ctx: Context, model: Model) -> list[str]:
    """The units a model may strike: those it touches, else those a model of its unit within 2" touches."""
    foes = enemies(ctx.state, model.side)
    own = contacts(model, foes)
    if not own:
        mates = [m for m in fighters(ctx.state, model.side) if m.unit == model.unit and m.id != model.id]
        own = [foe for mate in mates if _supports(ctx, model, mate) for foe in contacts(mate, foes)]
    keys = {foe.unit for foe in own}
    return [key for key in ctx.state.units if key in keys]


def _supports(ctx: Context, model: Model, mate: Model) -> bool:
    """Whether a model strikes with a comrade: within 2" of him, unless a rule measures otherwise."""
    return bool(ctx.value(hooks.SUPPORTS, geometry.near(model, mate, FRIEND), model=model, mate=mate))


def attacks(ctx: Context, model: Model, weapon: Any) -> int:
    """How many attacks a model has with a weapon (None for bare hands)."""
    unit = words.unit_of(ctx.state, model)
    count = words.characteristic(ctx, model, "A")
    count += sum(w.profile.get("type") in ("Melee", "Pistol") for w in model.sheet.weapons) >= 2
    count += words.CHARGED in unit.turn and words.DISORDERED not in unit.turn
    return max(0, int(ctx.value(hooks.ATTACKS, count, model=model, unit=unit, weapon=weapon)))


def to_hit(skill: int, against: int) -> int:
    """The roll needed to hit in close combat: 3+ against a lower Weapon Skill, 5+ against more than double."""
    if skill > against:
        return 3
    return 5 if against > 2 * skill else 4


@FIGHT.at(hooks.KILLED)
def _fell(ctx: Context, cause: str, *, model: Model, **_: Any) -> None:
    """Remember at which stage of its combat a model fell."""
    unit = ctx.state.units.get(model.unit)
    if unit is not None and ctx.state.active and unit.phase.get(COMBAT) == ctx.state.active:
        words.mark(ctx, model, ENGAGED, stage(ctx.state), "phase")
