"""Key buildings in the battle: once per turn each of them serves one unit of its owner.

Its effect is a mark on the unit, for the Shooting phase or the player turn. It may be declared whenever no decision is
pending, in the enemy's turn too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.cod import options, ruins, steps
from rules.cod.book import STRATAGEMS
from rules.cod.chosen import Stratagem, Use, declared, has, standing_ruin, stratagems
from rules.cod.stratagems import section
from rules.kernel import footprint
from rules.kernel.context import Context
from rules.kernel.effects import Marked
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import show
from rules.kernel.marks import TEXT, TEXTS, MarkKind
from rules.kernel.part import Act, Choice, Condition, Option, Part, demand, fulfilled
from rules.kernel.state import Lasting, State, Terrain, Unit
from rules.kernel.telling import Badge, Phrase, Telling, filled
from rules.wh40k import turn, words
from rules.wh40k.taste import Wish, seldom

OWN, STANDS = STRATAGEMS["key-building.own-only"], STRATAGEMS["key-building.concept"]
ONE_UNIT, USED = STRATAGEMS["key-building.one-unit"], STRATAGEMS["key-building.once-per-turn"]
"""USED, on a side for the turn: the key buildings it has used and their effects: `command-centre counter-attack`."""
SERVED = STRATAGEMS["key-building.unit-one-per-turn"]
"""On a unit, for the turn: the key building that served it."""
CHOSEN = (
    "cod.stratagem.ammunition-store.reroll-hits", "cod.stratagem.command-centre.choose-one",
    "cod.stratagem.fuel-depot.strength", "cod.stratagem.hospital.feel-no-pain",
    "cod.stratagem.observation-post.night-vision", "cod.stratagem.power-generator.reroll",
    "cod.stratagem.sacred-ground.stubborn",
)  # fmt: skip
"""The marks on a side with the id of its key building."""


class UseKeyBuilding(Action, frozen=True, tag="use-key-building"):
    """A key building serves a unit of its owner. `choice` names the effect, where it has several."""

    stratagem: str
    unit: str
    choice: str = ""


def use(ctx: Context, action: UseKeyBuilding) -> None:
    """Let a key building serve a unit."""
    one = stratagems().get(action.stratagem)
    if one is None or not one.uses:
        raise Malformed("$.action.stratagem", f"{action.stratagem!r} is not a key building")
    choice = action.choice or next(iter(one.uses))
    if choice not in one.uses or (not action.choice and len(one.uses) > 1):
        raise Malformed("$.action.choice", f"{one.name} gives {' or '.join(one.uses)}, not {action.choice!r}")
    effect = one.uses[choice]
    state, side, name = ctx.state, ctx.by, one.name
    demand(ctx, (IN_BATTLE,), state)
    steps.nothing_pending(ctx)
    demand(ctx, (*_in_its_phase(effect), _owned(one)), state, side, side=side, building=name)
    demand(ctx, (_stands(one),), state, side, building=name)
    ruin = standing_ruin(state, side, name)
    if ruin is None:
        return
    unit = words.own(ctx, action.unit)
    demand(ctx, _unused(one), state, side, building=name)
    demand(ctx, (UNSERVED,), state, unit, name=unit.sheet.name, building=served(unit))
    reach = "in it" if effect.reach is None else f"within {show(effect.reach)}"
    apart = partial(_shown_apart, state, unit, ruin)
    demand(ctx, (_near(ruin, effect),), state, unit, name=unit.sheet.name, building=name, apart=apart, reach=reach)
    grant(ctx, one, choice, unit)


IN_BATTLE = Condition(USED, "the battle has not begun", lambda state: state.phase in turn.PHASES)
UNSERVED = Condition(
    SERVED, "{name} has already been served by the {building} this turn", lambda state, unit: not served(unit)
)


def _in_its_phase(effect: Use) -> tuple[Condition, ...]:
    if not effect.shooting:
        return ()
    text = "that can only be used in the Shooting phase of side {side}"
    return (Condition(effect.shooting, text, lambda state, side: (state.phase, state.turn) == ("shooting", side)),)


def _owned(one: Stratagem) -> Condition:
    return Condition(OWN, "side {side} has no {building} of its own", lambda state, side: has(state, side, one.name))


def _stands(one: Stratagem) -> Condition:
    return Condition(
        STANDS, "the {building} has fallen", lambda state, side: standing_ruin(state, side, one.name) is not None
    )


def _unused(one: Stratagem) -> tuple[Condition, ...]:
    text = "the {building} has already been used this turn"
    clauses = (one.rule["choose-one"], USED) if len(one.uses) > 1 else (USED,)
    return tuple(Condition(clause, text, lambda state, side: not _was_used(state, side, one)) for clause in clauses)


def _was_used(state: State, side: str, one: Stratagem) -> bool:
    return one.name in (entry.partition(" ")[0] for entry in used(state, side))


def _near(ruin: Terrain, effect: Use) -> Condition:
    return Condition(
        ONE_UNIT,
        "{name} is {apart} from the {building}, and has to be {reach}",
        lambda state, unit: within(state, unit, ruin, effect),
    )


def used(state: State, side: str) -> tuple[str, ...]:
    """The key buildings a side has used this turn, each with the effect used."""
    holder = state.sides[side]
    found = holder.turn.get(USED) or holder.round.get(USED) or ()
    return found if isinstance(found, tuple) else ()


def served(unit: Unit) -> str:
    """The key building that served a unit this turn; empty if none did."""
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


def _apart(state: State, unit: Unit, ruin: Terrain) -> int:
    """How far the nearest model of a unit is from the outline of a ruin."""
    return min((footprint.distance_to_outline(m, ruin.outline) for m in words.standing(state, unit)), default=0)


def _shown_apart(state: State, unit: Unit, ruin: Terrain) -> str:
    return show(_apart(state, unit, ruin))


def grant(ctx: Context, one: Stratagem, choice: str, unit: Unit) -> None:
    """Give a unit what an effect of a key building grants, and remember that both were used."""
    effect = one.uses[choice]
    # the players may agree what counts as a turn here (cod.gap.turn-unit)
    once = options.once_until(ctx)
    value = (*used(ctx.state, ctx.by), f"{one.name} {choice}")
    ctx.emit(Marked(rule=effect.clause, on=ctx.by, key=USED, value=value, until=once))
    ctx.emit(Marked(rule=effect.clause, on=unit.id, key=SERVED, value=one.name, until=once))
    lasting: Lasting = "phase" if effect.shooting else "turn"
    for key, mark in effect.grants:
        ctx.emit(Marked(rule=effect.clause, on=unit.id, key=key, value=mark, until=lasting))


def _may_use(ctx: Context) -> Iterator[Option]:
    """The key buildings that could serve a unit now; the effect is the clause."""
    for side in ctx.state.sides:
        for name in dict.fromkeys(declared(ctx.state, side)):
            one = stratagems()[name]
            for choice, effect in one.uses.items():
                units = _to_serve(ctx.state, side, one, effect)
                if units:
                    yield Option(side, "use-key-building", targets=units, weapons=(name, choice), clause=effect.clause)


def _to_serve(state: State, side: str, one: Stratagem, effect: Use) -> tuple[str, ...]:
    """The units that an effect of a key building may serve now."""
    ruin = standing_ruin(state, side, one.name)
    if ruin is None or not fulfilled((*_in_its_phase(effect), _owned(one), *_unused(one)), state, side):
        return ()
    wanted = (UNSERVED, _near(ruin, effect))
    return tuple(unit.id for unit in words.on_table(state, side) if fulfilled(wanted, state, unit))


def _anybody(choice: Choice) -> Iterator[Action]:
    """Any effect for any unit."""
    each = choice.of(choice.same)
    name, effect = each.weapons
    yield UseKeyBuilding(stratagem=name, unit=choice.of(each.targets), choice=effect)


MARKS = (
    MarkKind(USED, ("side",), ("turn", "round"), "The key buildings it has used, each with the effect used.", TEXTS),
    MarkKind(SERVED, ("unit",), ("turn", "round"), "The key building that served it.", TEXT),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(UseKeyBuilding, use, _may_use, phases=turn.PHASES, propose=_anybody,
            told=filled(Phrase("%(unit)s [gets|get] help from “%(stratagem)s”", "%(unit)s: помощь, «%(stratagem)s»"),
                        stratagem=section)),
    ),
    brings=(Wish("use-key-building", seldom(3)),),
    telling=Telling(
        terrain_statuses=dict.fromkeys(CHOSEN, "key-building"),
        badges={"key-building": Badge(
            Phrase("key building", "ключевое здание"),
            "M12 3l2.500 6 6.500.500-5 4.200 1.600 6.300-5.600-3.500-5.600 3.500L8 13.700 3 9.500l6.500-.5Z")},
    ),
)  # fmt: skip
