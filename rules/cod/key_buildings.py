"""Key buildings in the battle: once in a turn each of them serves one unit of its owner.

What it grants is a mark on the unit, for the Shooting phase or for the player turn. It may be declared whenever nothing
waits for a decision, in the enemy's turn too.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.cod import options, ruins
from rules.cod.book import STRATAGEMS
from rules.cod.chosen import Stratagem, Use, declared, has, standing_ruin, stratagems
from rules.kernel.context import Context
from rules.kernel.effects import Marked
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.part import Option
from rules.kernel.state import Lasting, State, Terrain, Unit
from rules.wh40k import turn, words

OWN, STANDS = STRATAGEMS["key-building.own-only"], STRATAGEMS["key-building.concept"]
ONE_UNIT, USED = STRATAGEMS["key-building.one-unit"], STRATAGEMS["key-building.once-per-turn"]
"""USED, on a side for the turn: the key buildings it has used and their effects: `command-centre counter-attack`."""
SERVED = STRATAGEMS["key-building.unit-one-per-turn"]
"""On a unit, for the turn: the key building that served it."""


class UseKeyBuilding(Action, frozen=True, tag="use-key-building"):
    """A key building serves a unit of its owner. `choice` names the effect, where it has several."""

    stratagem: str
    unit: str
    choice: str = ""


def use(ctx: Context, action: UseKeyBuilding) -> None:
    """Let a key building serve a unit."""
    one = stratagems().get(action.stratagem)
    if one is None or not one.uses:
        raise Malformed("$.action.stratagem", f"{action.stratagem!r} is no key building")
    choice = action.choice or next(iter(one.uses))
    if choice not in one.uses or (not action.choice and len(one.uses) > 1):
        raise Malformed("$.action.choice", f"{one.name} gives {' or '.join(one.uses)}, not {action.choice!r}")
    effect = one.uses[choice]
    _in_time(ctx, effect)
    mine = has(ctx.state, ctx.by, one.name)
    ctx.require(mine, OWN, "side {side} has no {building} of its own", side=ctx.by, building=one.name)
    ruin = standing_ruin(ctx.state, ctx.by, one.name)
    if not ctx.require(ruin, STANDS, "the {building} does not stand", building=one.name) or ruin is None:
        return
    unit = words.own(ctx, action.unit)
    _unused(ctx, one, unit)
    near = within(ctx.state, unit, ruin, effect)
    name = unit.sheet.name
    ctx.require(near, ONE_UNIT, "{name} is not near enough to the {building}", name=name, building=one.name)
    grant(ctx, one, choice, unit)


def _in_time(ctx: Context, effect: Use) -> None:
    """Refuse a use while a decision is pending, outside the battle, or in a phase that is not the building's."""
    state = ctx.state
    ctx.require(state.phase in turn.PHASES, USED, "the battle has not begun")
    pending = state.pending
    if pending is not None:
        ctx.require(False, pending.clause, "side {side} has to decide first", side=pending.side)
    if effect.shooting:
        own = state.phase == "shooting" and state.turn == ctx.by
        ctx.require(own, effect.shooting, "that is used in the Shooting phase of side {side}", side=ctx.by)


def _unused(ctx: Context, one: Stratagem, unit: Unit) -> None:
    """Refuse a building that was used this turn, and a unit that one has served."""
    again = one.name in (entry.partition(" ")[0] for entry in used(ctx.state, ctx.by))
    clause = one.rule["choose-one"] if len(one.uses) > 1 else USED
    ctx.require(not again, clause, "the {building} was used this turn", building=one.name)
    before = served(unit)
    ctx.require(not before, SERVED, "{name} was served by the {building} this turn", name=unit.sheet.name,
                building=before)  # fmt: skip


def used(state: State, side: str) -> tuple[str, ...]:
    """What a side has used this turn, each as the building and its effect."""
    holder = state.sides[side]
    found = holder.turn.get(USED) or holder.round.get(USED) or ()
    return found if isinstance(found, tuple) else ()


def served(unit: Unit) -> str:
    """The key building that served a unit this turn; empty where none did."""
    return str(unit.turn.get(SERVED) or unit.round.get(SERVED) or "")


def within(state: State, unit: Unit, ruin: Terrain, effect: Use) -> bool:
    """Whether at least one model of a unit is inside the ruin, or near enough to its outline.

    Ranges are measured from the outline (`cod.gap.key-building-range-origin`).
    """
    reach = effect.reach
    models = words.standing(state, unit)
    if reach is None:
        return any(ruins.inside(state, model, ruin) for model in models)
    return any(ruins.within(model, ruin, reach) for model in models)


def grant(ctx: Context, one: Stratagem, choice: str, unit: Unit) -> None:
    """Give a unit what an effect of a key building grants, and remember that both were used."""
    effect = one.uses[choice]
    # what a turn is here may be agreed (cod.gap.turn-unit)
    once = options.once_until(ctx)
    value = (*used(ctx.state, ctx.by), f"{one.name} {choice}")
    ctx.emit(Marked(rule=effect.clause, on=ctx.by, key=USED, value=value, until=once))
    ctx.emit(Marked(rule=effect.clause, on=unit.id, key=SERVED, value=one.name, until=once))
    lasting: Lasting = "phase" if effect.shooting else "turn"
    for key, mark in effect.grants:
        ctx.emit(Marked(rule=effect.clause, on=unit.id, key=key, value=mark, until=lasting))


HANDLERS = {UseKeyBuilding: use}


def offers(ctx: Context) -> Iterator[Option]:
    """The key buildings that could serve somebody now; the effect is the clause."""
    state = ctx.state
    if state.phase not in turn.PHASES or state.pending is not None:
        return
    for side in state.sides:
        for name in dict.fromkeys(declared(state, side)):
            one, ruin = stratagems()[name], standing_ruin(state, side, name)
            if ruin is None or any(entry.startswith(f"{name} ") for entry in used(state, side)):
                continue
            for choice, effect in one.uses.items():
                units = tuple(
                    u.id for u in words.on_table(state, side) if not served(u) and within(state, u, ruin, effect)
                )
                if units and (not effect.shooting or (state.phase == "shooting" and state.turn == side)):
                    yield Option(side, "use-key-building", targets=units, weapons=(name, choice), clause=effect.clause)
