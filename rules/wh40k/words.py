"""Warhammer 40,000's vocabulary in the engine: marks on units and models, and questions about them.

A mark's key is the id of the clause that gives it its meaning. Where a state lasts "until the end of its next turn",
its mark lasts for the game and holds the number of the player turn at whose end it goes (`turn_number`); the part of
the rule brings such a mark as `Expiring`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Removed, Unmarked
from rules.kernel.errors import IllegalAction
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import COUNT, LENGTH, MODEL, PIECE, TEXTS, TURN, UNIT, UNITS, either, on_model, on_unit, one_of
from rules.kernel.part import Objection, Objections, Part, objection
from rules.kernel.rule import Hook
from rules.kernel.state import Lasting, Mark, Model, State, Unit
from rules.wh40k import hooks

SIDES = ("a", "b")
CONTACT = 10
"""Bases at most a tenth of an inch apart touch: nobody places them more exactly."""
NEAR = INCH
"""A model keeps 1" away from enemies, in hundredths."""
COHERENCY, COHERENCY_UP = 2 * INCH, 6 * INCH

# on units, for the game
FALLING_BACK = "wh40k.fall-back.only-movement"
RESERVE = "wh40k.assumed.reserves.rolls"
"""How a unit off the table will arrive: `reserve`, `deep-strike`, `outflank`, `ongoing`."""
ABOARD = "wh40k.assumed.transport.capacity"
"""The id of the vehicle a unit is in."""
# on units, for the game, until a player turn ends
GROUND = "wh40k.assumed.go-to-ground"
REGROUPED = "wh40k.regroup.shooting"
BLINDED = "wh40k.usr.blind.fail"
# on models, for the game
TEMPORARY = "wh40k.usr.source.temporary"
"""The special rules it was given for some player turns, each with the number of the one at whose end it goes."""
# on units, for the turn
MOVED = "wh40k.assumed.movement.infantry"
"""How far the model of the unit that moved farthest went, in hundredths, at least 1."""
RAN = "wh40k.assumed.run"
TURBO = "wh40k.assumed.turbo-boost"
CHARGED = "wh40k.assumed.charge.bonus"
"""The units it charged, the primary target first."""
TRIED_CHARGE = "wh40k.assumed.charge.declare"
DISORDERED = "wh40k.assumed.charge.disordered"
ARRIVED = "wh40k.assumed.reserves.no-charge"
"""How it came onto the table this turn: as RESERVE."""
DISEMBARKED = "wh40k.assumed.transport.disembark"
"""The vehicle it left this turn."""
REGROUPED_NOW = "wh40k.regroup.no-move"
# on units, for the phase
ACTED = "wh40k.assumed.turn-structure"
SHOT = "wh40k.assumed.shooting.sequence"
BEGAN_WITH = "wh40k.morale.trigger.casualties.baseline"
"""How many models it had when the phase began."""


MANNERS = ("reserve", "deep-strike", "outflank", "ongoing")
MARKS = (
    on_unit(FALLING_BACK, "game", "It is falling back."),
    on_unit(RESERVE, "game", "How it will arrive: it is off the table.", one_of(*MANNERS)),
    on_unit(ABOARD, "game", "The vehicle it is in.", MODEL),
    on_unit(GROUND, "game", "It has gone to ground until the end of this player turn.", TURN),
    on_unit(REGROUPED, "game", "It has regrouped, and fires only Snap Shots until the end of this player turn.", TURN),
    on_unit(BLINDED, "game", "It is blinded until the end of this player turn: WS and BS are 1.", TURN),
    on_model(TEMPORARY, "game", "The rules it was given, each with the number of the last player turn.", TEXTS),
    on_unit(MOVED, "turn", "It moved: how far the model went that moved farthest, at least 1.", LENGTH),
    on_unit(RAN, "turn", "It ran."),
    on_unit(TURBO, "turn", "It turbo-boosted or moved flat out."),
    on_unit(CHARGED, "turn", "The units it charged, the primary target first.", UNITS),
    on_unit(TRIED_CHARGE, "turn", "The units it declared a charge at.", UNITS),
    on_unit(DISORDERED, "turn", "Its charge was disordered: it has no bonus Attack."),
    on_unit(ARRIVED, "turn", "How it came onto the table.", one_of(*MANNERS)),
    on_unit(DISEMBARKED, "turn", "The vehicle it left.", MODEL),
    on_unit(REGROUPED_NOW, "turn", "It regrouped in this turn."),
    on_unit(ACTED, "phase", "It has finished acting."),
    on_unit(SHOT, "phase", "The unit, or the piece of terrain, at which it fired.", either(UNIT, PIECE)),
    on_model(SHOT, "phase", "The unit at which the psyker used its power instead of firing.", UNIT),
    on_unit(BEGAN_WITH, "phase", "How many models it had when the phase began.", COUNT),
)  # fmt: skip
"""Those above. Marks of a single rule are described where it is."""
PART = Part(marks=MARKS)


class Expiring(NamedTuple):
    """A mark for the game that goes at the end of the player turn whose number it holds."""

    key: str


class Because(NamedTuple):
    """What has happened to a unit that a clause bars it from an act: the end of the sentence of a refusal.

    The part of the rule brings it. `told` finds what fills the places of `text`.
    """

    clause: str
    text: str
    told: Callable[[Context, Unit], Mapping[str, object]] = lambda ctx, unit: {}


def because(ctx: Context, clause: str, unit: Unit) -> str:
    """Why a clause bars a unit, for refusals, with a colon before it; empty if the rule does not say."""
    found = next((one for one in ctx.ruleset.brought(Because) if one.clause == clause), None)
    return f": {found.text.format(**found.told(ctx, unit))}" if found is not None else ""


def barred(ctx: Context, hook: Hook, unit: Unit, refusal: str, base: str = "", **roles: object) -> Iterator[Objection]:
    """An objection by each rule that bars a unit at a hook. `refusal` names the unit as {name}."""
    if not ctx.value(hook, base, unit=unit, **roles):
        return
    for clause in ctx.barring(hook, base, unit=unit, **roles):
        why = partial(because, ctx, clause, unit)
        yield objection(clause, refusal + "{because}", name=unit.sheet.name, because=why)


def turn_number(state: State) -> int:
    """The number of the player turn, counted from 1 through both sides' turns."""
    second = bool(state.order) and state.turn != state.order[0]
    return 2 * (state.round - 1) + 1 + int(second)


def next_turn_of(state: State, side: str) -> int:
    """The number of the next player turn of a side after the present one."""
    return turn_number(state) + (2 if state.turn == side else 1)


# units and models


def standing(state: State, unit: Unit | str) -> list[Model]:
    """The models of a unit on the table and in action."""
    key = unit if isinstance(unit, str) else unit.id
    return state.standing(key)


def unit_of(state: State, model: Model) -> Unit:
    """The unit of a model."""
    return state.units[model.unit]


def alive(state: State, unit: Unit) -> bool:
    """Whether a unit has a model in action, on the table or not."""
    return any(m.unit == unit.id and not m.out for m in state.models.values())


def destroyed(state: State, unit: Unit) -> bool:
    """Whether every model a unit is listed with is out of action, whichever unit a character of it has joined."""
    listed = [m for m in state.models.values() if m.side == unit.side and m.sheet.id in unit.sheet.models]
    return all(m.out for m in listed) if listed else not alive(state, unit)


def on_table(state: State, side: str = "") -> list[Unit]:
    """The units with a model on the table; of one side if named."""
    there = {m.unit for m in state.alive()}
    return [u for u in state.units.values() if u.id in there and side in ("", u.side)]


def foes(state: State, side: str) -> list[Model]:
    """The models of the other side on the table and in action."""
    return state.foes(side)


def is_(model: Model, *kinds: str) -> bool:
    """Whether a model is of one of these types: a keyword of its sheet."""
    return any(kind in model.sheet.keywords for kind in kinds)


def is_vehicle(model: Model) -> bool:
    """Whether a model is a vehicle, walkers included."""
    return "Vehicle" in model.sheet.keywords


def vehicle_of(state: State, unit: Unit) -> Model | None:
    """A unit's vehicle on the table; None if it is no vehicle. Of a squadron the first."""
    return next((m for m in standing(state, unit) if is_vehicle(m)), None)


def characters(models: Iterable[Model]) -> list[Model]:
    """The characters among models."""
    return [m for m in models if is_(m, "Character", "Independent Character")]


# how it is with them


def falling_back(unit: Unit) -> bool:
    """Whether a unit is falling back."""
    return FALLING_BACK in unit.game


def gone_to_ground(unit: Unit) -> bool:
    """Whether a unit has gone to ground."""
    return GROUND in unit.game


def touching(state: State, model: Model) -> list[Model]:
    """The enemies a model is in base contact with."""
    return geometry.within(foes(state, model.side), model, CONTACT)


def locked(state: State, unit: Unit) -> bool:
    """Whether a unit is locked in combat: base contact with an enemy, vehicles other than walkers left out."""
    return bool(locked_with(state, unit))


def locked_with(state: State, unit: Unit) -> list[Unit]:
    """The enemy units a unit is locked in combat with."""
    found: tuple[str, ...] = state.known.once(("locked", unit.id), lambda: _locked(state, unit))
    return [state.units[key] for key in found]


def _locked(state: State, unit: Unit) -> tuple[str, ...]:
    fighting = [model for model in standing(state, unit) if _fights(model)]
    found = {other.unit for model in fighting for other in touching(state, model) if _fights(other)}
    return tuple(key for key in state.units if key in found)


def _fights(model: Model) -> bool:
    return not is_vehicle(model) or is_(model, "Walker")


def characteristic(ctx: Context, model: Model, name: str) -> int:
    """A characteristic as it is now: printed, then changed by rules (`hooks.CHARACTERISTIC`), 0 to 10.

    Multiplications come first, then additions, then fixed values (`wh40k.assumed.profile.modifier-order`).
    """
    value = printed(model, name)
    change: hooks.CharacteristicChange = ctx.value(
        hooks.CHARACTERISTIC, hooks.CharacteristicChange(), model=model, name=name
    )
    if change.fixed is not None:
        value = change.fixed
    else:
        value = value * change.times + change.plus
    return max(0, min(10, value))


def printed(model: Model, name: str) -> int:
    """A characteristic as printed; 0 if the sheet prints none."""
    value = model.sheet.profile.get(name, 0)
    return value if isinstance(value, int) else 0


def highest(ctx: Context, unit: Unit, name: str) -> int:
    """The highest value of a characteristic in a unit."""
    return max((characteristic(ctx, m, name) for m in ctx.state.members(unit.id)), default=0)


def majority(ctx: Context, models: Iterable[Model], name: str) -> int:
    """The value of a characteristic that most of the models have; of equally many the highest."""
    counted = Counter(characteristic(ctx, m, name) for m in models)
    return max(counted, key=lambda value: (counted[value], value), default=0)


def strengths(state: State, model: Model, rule: str) -> list[int | str]:
    """Every value under which a model has a special rule, from wherever it has it: of those only the best counts."""
    unit = unit_of(state, model)
    sources: list[Mapping[str, Any]] = [
        model.sheet.has, model.phase, model.turn, model.round, model.game,
        unit.sheet.has, unit.phase, unit.turn, unit.round, unit.game,
    ]  # fmt: skip
    return [source[rule] for source in sources if source.get(rule)]


# acting


def lend(ctx: Context, model: Model, rules: Iterable[str], turns: int) -> None:
    """The special rules that marks for the game give a model go at the end of that many player turns, this one
    included.
    """
    last = turn_number(ctx.state) + turns - 1
    kept = [entry for entry in lent(model) if entry.partition(" ")[0] not in rules]
    mark(ctx, model, TEMPORARY, (*kept, *(f"{rule} {last}" for rule in rules)), "game")


def lent(model: Model) -> tuple[str, ...]:
    """The special rules a model has for some player turns, each with the number of the last."""
    kept = model.game.get(TEMPORARY, ())
    return kept if isinstance(kept, tuple) else ()


def take_back(ctx: Context, model: Model) -> None:
    """Take from a model what it was given until the end of the present player turn."""
    left: list[str] = []
    for entry in lent(model):
        rule, _, last = entry.partition(" ")
        if last.isdigit() and int(last) > turn_number(ctx.state):
            left.append(entry)
        elif rule in model.game:
            unmark(ctx, model, rule, "game", rule=TEMPORARY)
    if len(left) < len(lent(model)):
        if left:
            mark(ctx, model, TEMPORARY, tuple(left), "game")
        else:
            unmark(ctx, model, TEMPORARY, "game")


def own(ctx: Context, key: str, path: str = "$.action.unit") -> Unit:
    """A unit the declaring side may act with: its own, with a model on the table.

    Raises:
        IllegalAction: `table.present`, or `wh40k.assumed.turn-structure` for the other side's unit.
    """
    unit = ctx.unit(key, path)
    ctx.require(unit.side == ctx.by, ACTED, "{name} belongs to the other side", name=unit.sheet.name)
    present(ctx, unit)
    return unit


def enemy(ctx: Context, key: str, path: str = "$.action.target") -> Unit:
    """An enemy unit that can be chosen: with a model on the table."""
    unit = ctx.unit(key, path)
    ctx.require(unit.side != ctx.by, ACTED, "{name} is on the same side", name=unit.sheet.name)
    present(ctx, unit)
    return unit


def present(ctx: Context, unit: Unit) -> None:
    """Stop where a unit has nobody on the table. Raises: IllegalAction `table.present`."""
    if not standing(ctx.state, unit):
        raise IllegalAction("table.present", f"{unit.sheet.name} is not on the table", {"unit": unit.id})


def member(ctx: Context, unit: Unit, key: str, path: str = "$.action") -> Model:
    """A model of a unit that can act: on the table and in action.

    Raises:
        IllegalAction: `table.present`, also for a model of another unit.
    """
    model = ctx.model(key, path)
    if model.unit != unit.id or model.out or model.at is None:
        text = f"{model.sheet.name} is no model of {unit.sheet.name} on the table"
        raise IllegalAction("table.present", text, {"model": key, "unit": unit.id})
    return model


def in_phase(ctx: Context, phase: str, step: str = "", clause: str = "") -> bool:
    """Refuse what belongs to another phase, or another step of it, by the clause that says when it is done."""
    state = ctx.state
    return ctx.require(
        state.phase == phase and state.step == step,
        clause or ACTED,
        "that belongs to the {phase} phase; it is {now}",
        general=not clause,
        phase=f"{phase} {step}".strip(),
        now=f"{state.phase} {state.step}".strip(),
    )


def on_turn(ctx: Context) -> None:
    """Refuse a side that is not to act, or anything while a decision is pending."""
    state = ctx.state
    if state.pending is not None:
        refusal = "side {side} has to decide first"
        ctx.require(False, state.pending.clause, refusal, general=True, side=state.pending.side)
    if state.to_act != ctx.by:
        whose = f"side {state.to_act}'s" if state.to_act else "nobody's"
        ctx.require(False, ACTED, "it is {whose} turn", general=True, whose=whose)


def in_combat(state: State, unit: Unit, clause: str) -> Objections:
    """An objection by a clause to a unit that is locked in combat: with whom."""
    others = locked_with(state, unit)
    if others:
        names = ", ".join(other.sheet.name for other in others)
        yield objection(clause, "{name} is locked in combat with {names}", name=unit.sheet.name, names=names)


def acted(ctx: Context, unit: Unit) -> Objections:
    """Objections to another act of a unit that has acted in this phase: by what it did, as far as its marks tell."""
    name, done = unit.sheet.name, ACTED in unit.phase
    shot, moved = unit.phase.get(SHOT), unit.turn.get(MOVED)
    if SHOT in unit.phase:
        at = f" at {ctx.state.units[shot].sheet.name}" if isinstance(shot, str) and shot in ctx.state.units else ""
        yield objection(SHOT, "{name} has shot{at} in this phase", name=name, at=at)
    for clause, what in ((RAN, "has run"), (TURBO, "has turbo-boosted")):
        if ctx.state.phase == "shooting" and clause in unit.turn:
            yield objection(clause, "{name} {what} this turn instead of shooting", name=name, what=what)
    if done and ctx.state.phase == "movement" and isinstance(moved, int):
        yield objection(MOVED, "{name} has moved {gone} this turn", name=name, gone=show(moved))
    if done:
        yield Objection(ACTED, "{name} has already acted in this phase", {"name": name}, general=True)


def mark(
    ctx: Context, on: Unit | Model | str, key: str, value: Mark = 1, until: Lasting = "turn", rule: str = ""
) -> None:
    """Put a mark on somebody, by the clause it lies under unless another caused it."""
    holder = on if isinstance(on, str) else on.id
    ctx.emit(Marked(rule=rule or key, on=holder, key=key, value=value, until=until))


def unmark(ctx: Context, on: Unit | Model | str, key: str, until: Lasting = "turn", rule: str = "") -> None:
    """Take a mark from somebody."""
    holder = on if isinstance(on, str) else on.id
    ctx.emit(Unmarked(rule=rule or key, on=holder, key=key, until=until))


def kill(ctx: Context, model: Model, rule: str) -> None:
    """Remove a model as a casualty and let rules react to it (`hooks.KILLED`)."""
    if model.out:
        return
    ctx.emit(Removed(rule=rule, model=model.id))
    ctx.fire(hooks.KILLED, rule, model=model)


def destroy(ctx: Context, unit: Unit, rule: str) -> None:
    """Remove a whole unit as casualties, models off the table included."""
    for model in ctx.state.members(unit.id):
        kill(ctx, model, rule)
