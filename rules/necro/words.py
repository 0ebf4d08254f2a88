"""Necromunda's vocabulary in the engine: the status and conditions of fighters, marks, and questions about them.

A mark's key is the id of the clause that gives it its meaning. Of the statuses `pinned` and `seriously injured` are
marks; a standing fighter is engaged while it touches a standing enemy, and active otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Lifted, Marked, Removed, Unmarked
from rules.kernel.lengths import INCH
from rules.kernel.marks import SIDE, TEXTS, number, on_model, on_side, one_of
from rules.kernel.part import Part
from rules.kernel.state import Lasting, Mark, Model, State
from rules.necro import hooks

SIDES = ("a", "b")
CONTACT = 5
"""Bases at most a twentieth of an inch apart touch: nobody places them more exactly."""
NEAR = INCH

# on fighters, for the game
PINNED = "necro.core.pinned"
INJURED = "necro.core.seriously-injured"
BROKEN = "necro.core.broken"
INSANE = "necro.insane.not-able"
FLED = "necro.core.fled"
FLESH = "necro.core.injury-die"
"""How many flesh wounds a fighter carries, each of which takes 1 from its Toughness."""
# on fighters, for the round
READY = "necro.core.priority"
# on fighters, while they are activated
POINTS = "necro.core.two-actions"
"""The action points left; a fighter that has this mark is being activated."""
DONE = "necro.core.action-types"
"""The Basic actions that it has made."""
CONTROLLED = "necro.insane.table.3-4"
"""The side that controls it in this activation."""
FREE = "necro.core.charge"
"""A free action that it may still make: its tag."""
# on sides, for the game
BOTTLED = "necro.core.bottle"

STATUSES = ("active", "engaged", "pinned", "injured")


def fighters(state: State, side: str = "") -> list[Model]:
    """The fighters on the table and in action; of one side if named."""
    return state.alive(side)


def enemies(state: State, model: Model) -> list[Model]:
    """Whom a fighter has to treat as its enemies: the other gang; everybody, if an opponent controls it in madness."""
    if CONTROLLED in model.phase:
        return [other for other in state.alive() if other.id != model.id]
    return state.alive(state.enemy(model.side))


def friends(state: State, model: Model) -> list[Model]:
    """The other fighters of the same gang, those aside who are its enemies in their madness."""
    return [
        other for other in state.alive(model.side)
        if other.id != model.id and CONTROLLED not in other.phase and CONTROLLED not in model.phase
    ]  # fmt: skip


def standing(model: Model) -> bool:
    """Whether a fighter stands: neither pinned nor seriously injured."""
    return PINNED not in model.game and INJURED not in model.game


def status(state: State, model: Model) -> str:
    """A fighter's status: one of `STATUSES`."""
    if INJURED in model.game:
        return "injured"
    if PINNED in model.game:
        return "pinned"
    return "engaged" if engaged_with(state, model) else "active"


def engaged_with(state: State, model: Model) -> list[Model]:
    """The standing enemies in base contact with a standing fighter."""
    if not standing(model) or model.at is None:
        return []
    foes = [other for other in enemies(state, model) if standing(other)]
    return geometry.within(foes, model, CONTACT)


def able(model: Model) -> bool:
    """Whether a fighter is able: not Insane, not Broken, not Seriously Injured."""
    return not {INSANE, BROKEN, INJURED} & model.game.keys()


def printed(model: Model, name: str) -> int:
    """A characteristic as printed, in hundredths of an inch for M; 0 if the sheet prints none."""
    value = model.sheet.profile.get(name, 0)
    return value if isinstance(value, int) else 0


def controller(state: State, model: Model) -> str:
    """The side that decides what a fighter does now."""
    return str(model.phase.get(CONTROLLED, model.side))


def active(state: State) -> Model | None:
    """The fighter that is being activated."""
    return state.models.get(state.active)


# acting


def acting(ctx: Context, key: str, path: str = "$.action.fighter") -> Model:
    """The fighter that acts: activated, and controlled by the declaring side.

    Raises:
        IllegalAction: `table.present`, or the clause that keeps it from acting.
    """
    model = ctx.model(key, path)
    name = model.sheet.name
    ctx.place(model)
    ctx.require(not model.out, "table.present", "{name} is out of action", name=name, severity="impossible")
    ctx.require(controller(ctx.state, model) == ctx.by, TURN, "{name} is not controlled by side {side}", name=name,
                side=ctx.by)  # fmt: skip
    ctx.require(ctx.state.active == model.id, TURN, "{name} is not being activated", name=name)
    return model


TURN = "necro.core.turn"


def mark(ctx: Context, on: Model | str, key: str, value: Mark = 1, until: Lasting = "game", rule: str = "") -> None:
    """Put a mark on somebody, by the clause it lies under unless another caused it."""
    holder = on if isinstance(on, str) else on.id
    ctx.emit(Marked(rule=rule or key, on=holder, key=key, value=value, until=until))


def unmark(ctx: Context, on: Model | str, key: str, until: Lasting = "game", rule: str = "") -> None:
    """Take a mark from somebody, if it is there."""
    holder = on if isinstance(on, str) else on.id
    ctx.emit(Unmarked(rule=rule or key, on=holder, key=key, until=until))


def pin(ctx: Context, model: Model, rule: str = PINNED) -> None:
    """A standing fighter becomes Pinned."""
    if standing(model):
        mark(ctx, model, PINNED, rule=rule)
        ctx.fire(hooks.FELLED, rule, model=model)


def out(ctx: Context, model: Model, rule: str) -> None:
    """A fighter goes Out of Action."""
    if not model.out:
        ctx.emit(Removed(rule=rule, model=model.id))
        ctx.fire(hooks.DOWN, rule, model=model)


def flee(ctx: Context, model: Model, rule: str) -> None:
    """A fighter flees the battlefield: it is gone, and not Out of Action."""
    mark(ctx, model, FLED, rule=rule)
    ctx.emit(Lifted(rule=rule, model=model.id))


def ids(models: Iterable[Model]) -> tuple[str, ...]:
    """The ids of fighters."""
    return tuple(model.id for model in models)


def names(models: Iterable[Model]) -> str:
    """The names of fighters, for a sentence."""
    return ", ".join(model.sheet.name for model in models)


MARKS = (
    on_model(PINNED, "game", "It is Pinned."),
    on_model(INJURED, "game", "It is Seriously Injured."),
    on_model(BROKEN, "game", "It is Broken."),
    on_model(INSANE, "game", "It is Insane."),
    on_model(FLED, "game", "It has fled the battlefield."),
    on_model(FLESH, "game", "How many flesh wounds it carries.", number(1, 999)),
    on_model(READY, "round", "It has a Ready marker: it has not been activated in this round."),
    on_model(POINTS, "phase", "The action points it has left in its activation.", number(0, 999)),
    on_model(DONE, "phase", "The Basic actions it has made in its activation, by their words in records.", TEXTS),
    on_model(CONTROLLED, "phase", "The side that controls it in this activation.", SIDE),
    on_model(FREE, "phase", "The action that it may still make for nothing in its activation.", one_of("fight")),
    on_side(BOTTLED, "game", "It has bottled."),
    on_side(BOTTLED, "phase", "It has taken its bottle test in this End phase."),
)

PART = Part(marks=MARKS)
