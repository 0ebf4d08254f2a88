"""Kill Team's vocabulary in the engine: marks on models and sides, and questions about one model.

A mark's key is the id of the clause that gives it its meaning.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Any

from rules.kernel.context import Context
from rules.kernel.geometry import distance, within
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import COUNT, MODEL, MODELS, SIDE, TEXTS, either, on_model, on_side, one_of
from rules.kernel.part import Objections, Part, objection
from rules.kernel.state import Decision, Model, State

ENGAGED = INCH
"""Within 1" of an enemy, in hundredths."""

# for the game
FLESH = "kt.status.flesh-wound-definition"
SHAKEN = "kt.morale.shaken-effect"
BROKEN = "kt.status.broken-definition"
BROKEN_LOSES = "kt.morale.broken-scenario"
"""The option of missions in which a broken side has lost."""
# for the round
MOVED = "kt.type.heavy.moved"
FELL_BACK = "kt.move.fall-back"
ADVANCED = "kt.move.advance"
READY = "kt.move.ready"
CHARGE_TRIED = "kt.charge.targets"
CHARGED = "kt.charge.success"
CHARGED_BY = "kt.fight.eligible"
RETREATED = "kt.charge.retreat"
CAST = "kt.psychic.one-caster"
DENIED = "kt.psychic.deny.count"
# for the phase
ACTED = "kt.move.one-action"
STARTED_ENGAGED = "kt.move.engaged-start"
SHOT = "kt.shoot.once-per-phase"
FIRED = "kt.shoot.next-weapon"
GRENADE = "kt.type.grenade.one-per-team"
FOUGHT = "kt.fight.once-per-phase"
TURN = "kt.fight.alternate"
"""On a side: its model that has just fought; on a model fighting out of turn: the side that picks afterwards."""
TESTED = "kt.morale.nerve-who"


MARKS = (
    on_model(FLESH, "game", "How many flesh wounds it carries.", COUNT),
    on_model(SHAKEN, "game", "It is shaken, and can do nothing."),
    on_side(BROKEN, "game", "It is broken for the rest of the game."),
    on_model(MOVED, "round", "It moved, fell back, advanced, charged or retreated."),
    on_model(FELL_BACK, "round", "It fell back."),
    on_model(ADVANCED, "round", "It advanced."),
    on_model(READY, "round", "It is ready."),
    on_model(CHARGE_TRIED, "round", "The enemies at which it declared a charge.", MODELS),
    on_model(CHARGED, "round", "The enemies it charged with success.", MODELS),
    on_model(CHARGED_BY, "round", "The enemies that charged it with success.", MODELS),
    on_model(RETREATED, "round", "It retreated from a charge."),
    on_side(CAST, "round", "Its models that have used a psychic power, or `none` if it has passed.",
            either(MODELS, one_of("none"))),
    on_model(DENIED, "round", "How many powers it has tried to deny.", COUNT),
    on_model(ACTED, "phase", "It has finished acting."),
    on_model(STARTED_ENGAGED, "phase", 'It began the phase within 1" of an enemy.'),
    on_model(SHOT, "phase", "It has finished shooting."),
    on_model(FIRED, "phase", "The ids of the weapons it has fired so far, while it is still shooting.", TEXTS),
    on_side(GRENADE, "phase", "Its model that threw a grenade.", MODEL),
    on_model(FOUGHT, "phase", "It has fought."),
    on_side(TURN, "phase", "Its model that has just fought.", MODEL),
    on_model(TURN, "phase", "On a model that fights out of turn: the side that picks afterwards.", SIDE),
    on_model(TESTED, "phase", "It has taken its nerve test."),
)  # fmt: skip
"""Those above. Marks of a single rule are described where it is."""
PART = Part(marks=MARKS)


def flesh_wounds(model: Model) -> int:
    """Flesh wounds the model carries."""
    return int(model.game.get(FLESH, 0))  # type: ignore[arg-type]


def shaken(model: Model) -> bool:
    """Whether a model is shaken and can do nothing (line 817)."""
    return SHAKEN in model.game


def broken(state: State, side: str) -> bool:
    """Whether a side is broken, for the rest of the game (line 791)."""
    return BROKEN in state.sides[side].game


def flies(model: Model) -> bool:
    """Whether a model has the keyword FLY (lines 273, 304, 324)."""
    return "FLY" in model.sheet.keywords


def characteristic(model: Model, name: str) -> int:
    """A characteristic as a number; 0 if the sheet prints a dash."""
    value = model.sheet.profile.get(name, 0)
    return value if isinstance(value, int) else 0


def enemies_near(state: State, model: Model, reach: int = ENGAGED) -> list[Model]:
    """Living enemies whose base is within `reach` hundredths of the model's."""
    return within(state.alive(state.enemy(model.side)), model, reach)


def engaged(state: State, model: Model) -> bool:
    """Whether an enemy is within 1"."""
    return bool(within(state.foes(model.side), model, ENGAGED))


def named_with_nearest(state: State, model: Model) -> dict[str, Any]:
    """The facts `name` and `near` of refusals because of an enemy that is too near; the latter is measured if told."""
    return {"name": model.sheet.name, "near": partial(_nearest, state, model)}


def _nearest(state: State, model: Model) -> str:
    """The nearest enemy with its distance: `Ork Boy, 0.5" away`."""
    apart = {m.id: distance(model, m) for m in state.alive(state.enemy(model.side))}
    nearest = min(apart, key=lambda key: apart[key])
    return f"{state.models[nearest].sheet.name}, {show(apart[nearest])} away"


def own(ctx: Context, key: str, path: str = "$.action.model") -> Model:
    """A model that the declaring side may act with: its own, on the table, in action, not shaken.

    Raises:
        IllegalAction: `table.present`, `kt.morale.shaken-effect`, or `kt.gap.two-players` for another side's model.
    """
    model = ctx.model(key, path)
    name = model.sheet.name
    ctx.require(model.side == ctx.by, "kt.gap.two-players", "{name} belongs to the other side", name=name)
    ctx.require(not model.out, "table.present", "{name} is out of action", name=name, severity="impossible")
    ctx.place(model)
    ctx.require(not shaken(model), SHAKEN, "{name} is shaken and can do nothing this round", name=name)
    return model


def target_of(ctx: Context, key: str, path: str = "$.action.target") -> Model:
    """An enemy model that can be chosen: on the table and in action."""
    model = ctx.model(key, path)
    name = model.sheet.name
    ctx.require(model.side != ctx.by, "kt.gap.two-players", "{name} is on the same side", name=name)
    ctx.require(not model.out, "table.present", "{name} is already out of action", name=name, severity="impossible")
    ctx.place(model)
    return model


def in_phase(ctx: Context, phase: str, clause: str = "kt.game.phases") -> bool:
    """Refuse an act of another phase."""
    return ctx.require(
        ctx.state.phase == phase,
        clause,
        "that belongs to the {phase} phase; it is the {now} phase",
        phase=phase,
        now=ctx.state.phase,
    )


def asked(ctx: Context, clause: str, phase: str, refusal: str, rule: str = "", why: Objections = ()) -> Decision | None:
    """The question of a phase that the declaring side has to answer, as `Context.asked`."""
    now = ctx.state.phase
    late = objection("kt.game.phases", "that belongs to the {phase} phase; it is the {now} phase", phase=phase, now=now)
    return ctx.asked(clause, refusal, rule, chain(() if now == phase else (late,), why))


def on_turn(ctx: Context, clause: str) -> None:
    """Refuse a side whose turn it is not, or any act while a decision is pending."""
    state = ctx.state
    if state.pending is not None:
        refusal = "side {side} has to decide first"
        ctx.require(False, state.pending.clause, refusal, general=True, side=state.pending.side)
    if state.to_act != ctx.by:
        whose = f"side {state.to_act}'s" if state.to_act else "nobody's"
        ctx.require(False, clause, "it is {whose} turn", general=True, whose=whose)
