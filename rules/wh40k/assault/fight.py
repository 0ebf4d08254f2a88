"""The Fight sub-phase: choosing a combat, its initiative steps, and the course of the whole Assault phase.

`settle` drives the phase: charges (`charge`), then one combat after the other through its stages; the part after the
blows is in `sweep`. A side with no target and no model to move is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.kernel.context import Context
from rules.kernel.effects import Marked, Turned
from rules.kernel.events import Action
from rules.kernel.marks import COUNT, TEXTS, UNIT, number, on_model, on_side, on_unit, one_of
from rules.kernel.part import Act, Choice, Objections, Option, Part, drawn, objection
from rules.kernel.state import Model, Unit
from rules.kernel.telling import Moment, Phrase
from rules.wh40k import hooks, questions, turn, words
from rules.wh40k.assault import blows, charge, closing, combat, contact, sweep
from rules.wh40k.assault.blows import Blow
from rules.wh40k.assault.closing import CONSOLIDATE as CONSOLIDATE
from rules.wh40k.assault.closing import PILE as PILE
from rules.wh40k.movement.move import ModelMove


class ChooseCombat(Action, frozen=True, tag="choose-combat"):
    """The side whose turn it is chooses the next combat by naming one of its units."""

    unit: str


class Strike(Action, frozen=True, tag="fight"):
    """The models of a side that strike at this initiative step pile in, then strike.

    Models without a declared blow strike too: the first unit they can, with their first melee weapon.
    """

    moves: tuple[ModelMove, ...] = ()
    blows: tuple[Blow, ...] = ()


def settle(ctx: Context) -> bool:
    """The automatic course of the Assault phase."""
    step = ctx.state.step
    if step == "charge":
        return charge.settle(ctx)
    if step == "fight":
        return _fights(ctx)
    if step == "end" and not _ended(ctx):
        ctx.emit(Marked(rule=combat.COMBAT, on=ctx.state.turn, key=combat.COMBAT, until="phase"))
        ctx.fire(hooks.COMBAT_ENDS, ctx.state.turn)
        return True
    if step == "end" and ctx.value(hooks.GOES_ON, False):
        return True
    return turn.settle_phase(ctx)


def _ended(ctx: Context) -> bool:
    return combat.COMBAT in ctx.state.sides[ctx.state.turn].phase


def _fights(ctx: Context) -> bool:
    """Continue the current combat, go to the next, or end the sub-phase after the last."""
    state = ctx.state
    if state.active:
        return STAGES.get(combat.stage(state), _step)(ctx)
    groups = combat.waiting(ctx)
    if not groups:
        turn.end_step(ctx)
    elif len(groups) == 1:
        begin(ctx, groups[0])
    else:
        chosen = tuple(next(u.id for u in group if u.side == state.turn) for group in groups)
        ctx.ask(combat.COMBAT, state.turn, targets=chosen)
    return True


def begin(ctx: Context, group: list[Unit]) -> None:
    """A combat begins at its first initiative step."""
    leader = group[0].id
    for unit in group:
        words.mark(ctx, unit, combat.COMBAT, leader, "phase")
    ctx.emit(Turned(rule=combat.COMBAT, to=ctx.state.turn, step="fight", active=leader))
    _next_step(ctx, 11)


def _next_step(ctx: Context, below: int) -> None:
    at = combat.next_step(ctx, below)
    if at:
        combat.begin_step(ctx, at)
    else:
        combat.go_to(ctx, combat.RESULT)


def choose(ctx: Context, action: ChooseCombat) -> None:
    """Fight this combat next."""
    pending = ctx.state.pending
    unit = ctx.unit(action.unit)
    groups = combat.waiting(ctx)
    group = next((g for g in groups if any(u.id == unit.id for u in g)), None)
    asked = pending is not None and pending.clause == combat.COMBAT
    ctx.require(not asked or group, combat.COMBAT, "{name} is not in a combat still to be fought", name=unit.sheet.name)
    why = () if words.locked(ctx.state, unit) else ((combat.COMBAT, f"{unit.sheet.name} is not locked in combat"),)
    if questions.answered(ctx, combat.COMBAT, why=why, phase="assault") is not None:
        begin(ctx, group or groups[0])


def _step(ctx: Context) -> bool:
    """An initiative step: both sides strike, then the next."""
    for side in combat.sides(ctx.state):
        if side in combat.done(ctx.state):
            continue
        if blows.able(ctx, side) or closing.matters(ctx, side):
            ctx.ask(combat.STEPS, side, model=ctx.state.active, value=combat.step(ctx.state))
        else:
            combat.finish(ctx, side)
        return True
    _next_step(ctx, combat.step(ctx.state))
    return True


def _able(ctx: Context, side: str) -> list[Model]:
    """The models of a side that strike at the current step and still stand."""
    return [m for m in combat.strikers(ctx.state, side) if not m.out]


def _not_striking(ctx: Context) -> Objections:
    """Whose turn to strike it is, where a combat is fought: at which step of Initiative."""
    asked = ctx.state.pending
    if ctx.state.phase == "assault" and ctx.state.step.startswith("charge"):
        yield objection(combat.STEPS, "combats are fought when every charge has been made")
    if asked is not None and asked.clause == combat.STEPS:
        yield objection(combat.STEPS, "side {side} strikes now, at step {step}", side=asked.side, step=asked.value)


def strike(ctx: Context, action: Strike) -> None:
    """Pile in and strike, at one initiative step."""
    if questions.answered(ctx, combat.STEPS, why=_not_striking(ctx), phase="assault") is None:
        return
    if action.moves:
        closing.pile_in(ctx, ctx.by, action.moves, _able(ctx, ctx.by))
    blows.strike(ctx, ctx.by, action.blows)
    combat.finish(ctx, ctx.by)


STAGES: dict[str, Callable[[Context], bool]] = {
    combat.RESULT: sweep.result,
    combat.MORALE: sweep.morale_taken,
    combat.SWEEP: sweep.after_flight,
    combat.TOGETHER: sweep.together,
    combat.FREE: sweep.consolidates,
    combat.OVER: sweep.over,
}
"""What happens at each stage of a combat other than initiative steps."""


def _strikes(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    able = tuple(m.id for m in _able(ctx, asked.side))
    yield Option(asked.side, "fight", model=asked.model, targets=able, limit=combat.PILE_IN, clause=combat.STEPS)


# what is worth declaring


def _piles_in_and_strikes(choice: Choice) -> Iterator[Action]:
    """Pile in and strike with what is there, or say who strikes whom with what."""
    ctx, side = choice.ctx, choice.option.side
    able = [ctx.state.models[key] for key in choice.option.targets]
    moves = contact.piles_in(ctx, side, able)
    if moves:
        yield Strike(moves=moves)
    if choice.dice.below(2):
        yield Strike(blows=tuple(blow for model in able for blow in _any_blows(choice, model)))
    yield Strike()


def _any_blows(choice: Choice, model: Model) -> Iterator[Blow]:
    """The blows of a model: with any of its weapons, at any unit it may strike, now and then at two."""
    targets = tuple(combat.targets(choice.ctx, model))
    weapons = [w for w in model.sheet.weapons if w.profile.get("type") == "Melee"]
    if not targets:
        return
    weapon = choice.of(weapons) if weapons else None
    count = combat.attacks(choice.ctx, model, weapon)
    key, first = weapon.id if weapon is not None else "", choice.of(targets)
    second = next((other for other in targets if other != first), "")
    if second and count > 1:
        yield Blow(model.id, first, key, count - 1)
        yield Blow(model.id, second, key, 1)
    elif count:
        yield Blow(model.id, first, key)


BLOWS = Phrase("%(side)s strikes", "%(side)s: удары")
BLOWS_AT_STEP = Phrase("%(side)s strikes at Initiative %(step)d", "%(side)s: удары с инициативой %(step)d")


def _blows(now: Moment) -> str:
    step = now.state.pending.value if now.state.pending else 0
    return now.cast.say(BLOWS_AT_STEP if step else BLOWS, side=now.cast.side(now.event.by), step=step)


MARKS = (
    on_side(combat.COMBAT, "phase", "The Fight sub-phase has begun."),
    on_unit(combat.COMBAT, "phase", "The leading unit of the combat that it fights or has fought.", UNIT),
    on_unit(combat.STEPS, "phase",
            "On a leading unit: the stage of its combat, then the sides or units that have finished it.", TEXTS),
    on_model(combat.STEPS, "phase", "The Initiative step at which it strikes.", number(1, 10)),
    on_model(combat.ENGAGED, "phase", "The stage of the combat at which it was killed.", one_of(*combat.STAGES)),
    on_unit(combat.INFLICTED, "phase", "The unsaved Wounds that it has inflicted in its combat.", COUNT),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        questions.reply(ChooseCombat, choose, combat.COMBAT, targets=True, propose=drawn,
            told=Phrase("The combat of %(unit)s is fought next", "%(unit)s: разыгрывается ближний бой")),
        Act(Strike, strike, _strikes, answers=(combat.STEPS,), propose=_piles_in_and_strikes,
            told=_blows),
    ),
    settles={"assault": settle},
)  # fmt: skip
