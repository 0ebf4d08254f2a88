"""The Morale phase: break tests, shaking off, nerve tests (document lines 777-825)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Marked, Noted, Turned, Unmarked
from rules.kernel.events import Action
from rules.kernel.geometry import distance
from rules.kernel.lengths import INCH
from rules.kernel.part import Act, Condition, Option, Part, demand, fulfilled
from rules.kernel.rule import Hook
from rules.kernel.state import Model, State
from rules.kernel.telling import Phrase
from rules.kt import words

NERVE_MODIFIERS = Hook("nerve-modifiers", ("model",))
COUNTS_AS_SHAKEN = Hook("counts-as-shaken", ("friend",))

NEAR = 2 * INCH


class Morale(Action, frozen=True, tag="morale"):
    """A side begins its Morale phase: a break test if one is needed, then its shaken models recover."""


class NerveTest(Action, frozen=True, tag="nerve-test"):
    """One model takes its nerve test; the order of the tests is the player's."""

    model: str


NOT_BEGUN = Condition(
    "kt.morale.when", "this side has already begun its Morale phase", lambda state: state.step == "break"
)


def morale(ctx: Context, action: Morale) -> None:
    """Break test and recovery of one side."""
    words.in_phase(ctx, "morale", "kt.morale.when")
    words.on_turn(ctx, "kt.morale.when")
    demand(ctx, (NOT_BEGUN,), ctx.state)
    side = ctx.by
    if needs_break_test(ctx.state, side):
        _break_test(ctx, side)
    for model in ctx.state.alive(side):
        if words.shaken(model):
            ctx.emit(Unmarked(rule="kt.morale.unshake", on=model.id, key=words.SHAKEN, until="game"))
    ctx.emit(Turned(rule="kt.morale.nerve-who", to=side, step="nerve"))


def losses(state: State, side: str) -> tuple[int, int]:
    """Models of a side that are dead, and living ones with flesh wounds."""
    models = [m for m in state.models.values() if m.side == side]
    return sum(m.out for m in models), sum(1 for m in models if not m.out and words.flesh_wounds(m))


def needs_break_test(state: State, side: str) -> bool:
    """More than half of the side's starting models are dead or wounded, and it is not broken yet."""
    dead, wounded = losses(state, side)
    return 2 * (dead + wounded) > state.sides[side].size and not words.broken(state, side)


def _break_test(ctx: Context, side: str) -> None:
    living = ctx.state.alive(side)
    best = max((words.characteristic(m, "Ld") for m in living), default=0)
    rolled = ctx.roll("kt.morale.break-roll", side, 2)
    if rolled.total > best:
        ctx.emit(Marked(rule="kt.morale.broken-effect", on=side, key=words.BROKEN, until="game"))
    else:
        ctx.effects.append(Noted(rule="kt.morale.break-roll", value=best, text="passed"))


def must_test(state: State, model: Model) -> bool:
    """Whether a model still has a nerve test to take in this phase."""
    needed = words.flesh_wounds(model) > 0 or words.broken(state, model.side)
    return needed and not model.out and model.at is not None and words.TESTED not in model.phase


TAKES_TEST = (
    Condition("kt.morale.when", "the break test and recovery come first", lambda state, model: state.step == "nerve"),
    Condition("kt.morale.nerve-who", "{name} does not have to take a nerve test", must_test),
)


def nerve_test(ctx: Context, action: NerveTest) -> None:
    """Roll a D6 with modifiers against Ld; above it the model is shaken."""
    words.in_phase(ctx, "morale", "kt.morale.when")
    words.on_turn(ctx, "kt.morale.when")
    model = ctx.model(action.model)
    name = model.sheet.name
    ctx.require(model.side == ctx.by, "kt.gap.two-players", "{name} belongs to the other side", name=name)
    demand(ctx, TAKES_TEST, ctx.state, model, name=name)
    ctx.place(model)
    extra = nerve_modifiers(ctx, model)
    rolled = ctx.roll("kt.morale.nerve-roll", ctx.by, 1, modifiers=extra, model=model.id)
    ctx.emit(Marked(rule="kt.morale.nerve-who", on=model.id, key=words.TESTED, until="phase"))
    face, leadership = rolled.faces[0], words.characteristic(model, "Ld")
    total = face + sum(amount for _, amount in extra)
    if face == 1:
        ctx.effects.append(Noted(rule="kt.morale.nerve-test.natural-1", model=model.id, text="passed"))
    elif total > leadership:
        ctx.emit(Marked(rule="kt.morale.shaken-effect", on=model.id, key=words.SHAKEN, until="game"))
    else:
        ctx.effects.append(Noted(rule="kt.morale.nerve-roll", model=model.id, value=leadership, text="passed"))


def nerve_modifiers(ctx: Context, model: Model) -> Modifiers:
    """The modifiers to a nerve test: the dead, shaken friends, and friends within 2" that stand firm."""
    dead, _ = losses(ctx.state, model.side)
    friends = [m for m in ctx.state.alive(model.side) if m.id != model.id]
    trembling = [m for m in friends if ctx.value(COUNTS_AS_SHAKEN, words.shaken(m), friend=m)]
    firm = [m for m in friends if m not in trembling and distance(m, model) <= NEAR]
    found = (
        ("kt.morale.nerve-test.modifier-dead", dead),
        ("kt.morale.nerve-test.modifier-shaken", len(trembling)),
        ("kt.morale.nerve-test.modifier-friends", -len(firm)),
    )
    return tuple(ctx.value(NERVE_MODIFIERS, tuple(pair for pair in found if pair[1]), model=model))


def _may_begin(ctx: Context) -> Iterator[Option]:
    if NOT_BEGUN.holds(ctx.state):
        yield Option(ctx.state.to_act, "morale", clause="kt.morale.when")


def _tests(ctx: Context) -> Iterator[Option]:
    for model in ctx.state.alive(ctx.state.to_act):
        if fulfilled(TAKES_TEST, ctx.state, model):
            yield Option(model.side, "nerve-test", model.id, clause="kt.morale.nerve-who")


PART = Part(
    acts=(
        Act(Morale, morale, _may_begin, phases=("morale",),
            told=Phrase("%(side)s begins its Morale phase", "%(side)s начинает фазу морали")),
        Act(NerveTest, nerve_test, _tests, phases=("morale",),
            told=Phrase("%(model)s takes a nerve test", "%(model)s: проверка на нервы")),
    ),
)  # fmt: skip
