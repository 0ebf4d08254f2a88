"""The round and its phases: who acts next, command points, how a game ends (document lines 214-257, 777-778)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.kernel import geometry, rolloff
from rules.kernel.context import Context
from rules.kernel.effects import Began, Counted, Ended, Marked, OrderSet, Turned
from rules.kernel.events import Action
from rules.kernel.part import ANY, Act, Option, Part, refuse, unread
from rules.kernel.rule import Hook
from rules.kernel.state import Model, Outcome, State, leader
from rules.kernel.telling import Moment, Phrase, Place, filled
from rules.kt import deploy, fight, morale, move, psychic, shoot, words
from rules.kt.move import PREMOVE
from rules.kt.options import option

ROUND_BEGAN = Hook("round-began", ())

PHASES = ("initiative", "movement", "psychic", "shooting", "fight", "morale")


class Initiative(Action, frozen=True, tag="initiative"):
    """Both players roll for initiative; the higher total goes first this round."""


class Pass(Action, frozen=True, tag="pass"):
    """A side passes on something: a decision it is asked for, one model's act, or (no model) the rest of its turn."""

    model: str = ""


def initiative(ctx: Context, action: Initiative) -> None:
    """Roll for the order of the round."""
    if not words.in_phase(ctx, "initiative", "kt.initiative.roll"):
        return
    moving = ctx.state.active
    ctx.require(not moving, PREMOVE, "{name} moves first", name=moving and ctx.state.models[moving].sheet.name)
    totals = rolloff.until_different(
        ctx, "kt.initiative.roll", "kt.gap.initiative-tie", option(ctx.state, "kt.initiative.roll")
    )
    order = tuple(sorted(totals, key=lambda side: -totals[side]))
    ctx.emit(OrderSet(rule="kt.initiative.order-effect", order=order))
    _begin_movement(ctx)


def decline(ctx: Context, action: Pass) -> None:
    """Decline a decision, a model's act or the rest of a turn."""
    pending = ctx.state.pending
    if pending is not None:
        ctx.require(pending.side == ctx.by, pending.clause, "side {side} has to decide", side=pending.side)
        let_go = ctx.ruleset.declines.get(pending.clause)
        if pending.clause != "kt.charge.react" and action.model != pending.model:
            refuse(ctx, unread(pending.clause, action, ("model",), "what is asked is declined, not a model's act"))
        if ctx.require(let_go, pending.clause, "this decision cannot be declined") and let_go is not None:
            let_go(ctx, pending, action)
        return
    words.on_turn(ctx, "kt.gap.pass")
    chosen = action.model or ctx.state.active
    if ctx.state.phase in ("initiative", "psychic") and action.model != ctx.state.active:
        refuse(ctx, unread("kt.gap.pass", action, ("model",), "the whole side passes"))
    if chosen:
        model = ctx.model(chosen)
        name = model.sheet.name
        ctx.require(
            model.side == ctx.by, "kt.gap.two-players", "{name} belongs to the other side", general=True, name=name
        )
        ctx.require(
            ctx.state.active in ("", chosen), words.FIRED, "another model is still shooting, not {name}", name=name
        )
        idle = ctx.state.active or ctx.state.phase not in ("shooting", "fight") or in_section(ctx.state, model)
        ctx.require(idle, "kt.gap.pass", "{name} cannot be chosen now and has nothing to decline", name=name)
    _PASSED.get(ctx.state.phase, _no_pass)(ctx, chosen)


def _no_pass(ctx: Context, model: str) -> None:
    ctx.require(False, "kt.gap.pass", "there is nothing to decline in the {phase} phase", phase=ctx.state.phase)


def _pass_movement(ctx: Context, model: str) -> None:
    if model:
        move.stand_still(ctx, words.own(ctx, model))
    else:
        for each in ctx.state.alive(ctx.by):
            if words.ACTED not in each.phase:
                ctx.emit(Marked(rule="kt.gap.stand-still", on=each.id, key=words.ACTED, until="phase"))


def _pass_psychic(ctx: Context, model: str) -> None:
    ctx.emit(Marked(rule="kt.psychic.one-caster", on=ctx.by, key=words.CAST, value="none"))


def _pass_section(key: str, able: Callable[[State, Model], bool]) -> Callable[[Context, str], None]:
    def decline_models(ctx: Context, model: str) -> None:
        chosen = [ctx.model(model)] if model else [m for m in ctx.state.alive(ctx.by) if able(ctx.state, m)]
        for each in chosen:
            ctx.emit(Marked(rule="kt.gap.pass", on=each.id, key=key, until="phase"))
        fight.too_late(ctx)
        fight.pass_turn(ctx, "kt.gap.pass", ctx.by)

    return decline_models


# who acts next


def in_section(state: State, model: Model) -> bool:
    """Whether a model may be chosen in the current section of the Shooting or Fight phase."""
    return shoot.may_shoot(state, model) if state.phase == "shooting" else fight.may_fight(state, model)


_PASSED: dict[str, Callable[[Context, str], None]] = {
    "initiative": lambda ctx, model: move.end_premove(ctx),
    "movement": _pass_movement,
    "psychic": _pass_psychic,
    "shooting": _pass_section(words.SHOT, in_section),
    "fight": _pass_section(words.FOUGHT, in_section),
}


def settle(ctx: Context) -> None:
    """After every step: end the game, or go on to the next side, section, phase or round with something to do."""
    state = ctx.state
    if state.over is None:
        _fall_away(ctx)
    while state.over is None and not _wiped_out(ctx) and state.pending is None and not state.active:
        step = ctx.ruleset.settles.get(state.phase)
        if step is None or not step(ctx):
            return


ITS_OWN = ("kt.move.advance", "kt.charge.react", "kt.charge.roll", "kt.charge.success", "kt.fight.consolidate")
"""Decisions about one model, which become void once it can do nothing."""


def _fall_away(ctx: Context) -> None:
    """A decision about a model that is out of action or shaken becomes void, and so do its remaining shots."""
    state, pending = ctx.state, ctx.state.pending
    if pending is not None and pending.clause in ITS_OWN and _helpless(state, pending.model):
        ctx.answered(pending.clause)
        if pending.clause == "kt.fight.consolidate":
            fight.pass_turn(ctx, words.TURN, pending.side)
    if state.active and _helpless(state, state.active):
        _RELEASED.get(state.phase, _release)(ctx)


def _release(ctx: Context) -> None:
    ctx.emit(Turned(rule=words.FIRED, to=ctx.state.enemy(ctx.state.to_act), step=ctx.state.step))


_RELEASED: dict[str, Callable[[Context], None]] = {
    "initiative": move.end_premove,
    "fight": lambda ctx: fight.pass_turn(ctx, words.TURN, ctx.state.to_act),
}
"""How the turn of a model that cannot go on ends, unless the other side is simply next."""


def _helpless(state: State, key: str) -> bool:
    return state.models[key].out or words.shaken(state.models[key])


def _wiped_out(ctx: Context) -> bool:
    """End the game when a side has no models left."""
    state = ctx.state
    if state.phase in ("setup", "deployment", "over") or not option(state, "kt.gap.wiped-out"):
        return state.over is not None
    standing = {m.side for m in state.models.values() if not m.out}
    if standing.issuperset(state.sides):
        return False
    winner = next((side for side in state.sides if side in standing), "")
    ctx.emit(Ended(rule="kt.gap.wiped-out", outcome=Outcome(winner, "kt.gap.wiped-out", score(state))))
    return True


def score(state: State) -> dict[str, int]:
    """The points of enemies each side has taken out: they decide the game unless the mission says otherwise."""
    return {
        side: sum(m.sheet.points for m in state.models.values() if m.out and m.side != side) for side in state.sides
    }


def _settle_setup(ctx: Context) -> bool:
    if len(ctx.state.sides) < len(deploy.SIDES):
        return False
    ctx.emit(Began(rule="kt.deploy.roll-off", phase="deployment", round=0))
    deploy.underdog(ctx)
    return True


def _settle_deployment(ctx: Context) -> bool:
    state = ctx.state
    if not state.to_act or deploy.undeployed(state, state.to_act):
        return False
    other = state.enemy(state.to_act)
    if deploy.undeployed(state, other):
        ctx.emit(Turned(rule="kt.gap.alternation-exhausted", to=other))
    else:
        _begin_round(ctx, 1)
    return True


def _begin_round(ctx: Context, number: int) -> None:
    ctx.emit(Began(rule="kt.game.rounds", phase="initiative", round=number))
    for side in ctx.state.sides:
        ctx.emit(Counted(rule="kt.cp.round-income", side=side, counter="cp", by=1))
    ctx.fire(ROUND_BEGAN)


def _begin_movement(ctx: Context) -> None:
    ctx.emit(Began(rule="kt.game.phases", phase="movement", round=ctx.state.round))
    for model in ctx.state.alive():
        if words.engaged(ctx.state, model):
            ctx.emit(Marked(rule=words.STARTED_ENGAGED, on=model.id, key=words.STARTED_ENGAGED, until="phase"))
    ctx.emit(Turned(rule="kt.move.turn-order", to=ctx.state.order[0]))


def _settle_movement(ctx: Context) -> bool:
    state = ctx.state
    if any(words.ACTED not in m.phase and not words.shaken(m) for m in state.alive(state.to_act)):
        return False
    if state.to_act == state.order[0]:
        ctx.emit(Turned(rule="kt.move.turn-order", to=state.order[-1]))
    else:
        _begin(ctx, "psychic", "")
    return True


def _begin(ctx: Context, phase: str, step: str) -> None:
    ctx.emit(Began(rule="kt.game.phases", phase=phase, round=ctx.state.round))
    ctx.emit(Turned(rule="kt.initiative.order-effect", to=ctx.state.order[0], step=step))


def _settle_psychic(ctx: Context) -> bool:
    state = ctx.state
    if any(psychic.may_cast(state, m) for m in state.alive(state.to_act)):
        return False
    if state.to_act == state.order[0]:
        ctx.emit(Turned(rule="kt.gap.psychic-order", to=state.order[-1]))
    else:
        _begin(ctx, "shooting", "ready")
    return True


def _settle_section(ctx: Context, first: str, second: str, rule: str, after: str) -> bool:
    """Alternate within a section; when neither side can choose, go on to the second section or the next phase."""
    state = ctx.state
    if any(in_section(state, m) for m in state.alive(state.to_act)):
        return False
    other = state.enemy(state.to_act)
    if any(in_section(state, m) for m in state.alive(other)):
        ctx.emit(Turned(rule="kt.gap.alternation-exhausted", to=other, step=state.step))
    elif state.step == first:
        ctx.emit(Turned(rule=rule, to=state.order[0], step=second))
    else:
        _begin(ctx, after, "break" if after == "morale" else "hammer")
    return True


def _settle_shooting(ctx: Context) -> bool:
    return _settle_section(ctx, "ready", "fire-at-will", "kt.shoot.section-fire-at-will", "fight")


def _settle_fight(ctx: Context) -> bool:
    return _settle_section(ctx, "hammer", "lives", "kt.fight.section-lives", "morale")


def _settle_morale(ctx: Context) -> bool:
    state = ctx.state
    if state.step == "break" or any(morale.must_test(state, m) for m in state.alive(state.to_act)):
        return False
    if state.to_act == state.order[0]:
        ctx.emit(Turned(rule="kt.morale.when", to=state.order[-1], step="break"))
    else:
        _end_round(ctx)
    return True


def _end_round(ctx: Context) -> None:
    if _broken_loses(ctx):
        return
    if ctx.state.round < option(ctx.state, "kt.game.round-count"):
        _begin_round(ctx, ctx.state.round + 1)
        return
    totals = score(ctx.state)
    ctx.emit(Ended(rule="kt.game.round-count", outcome=Outcome(leader(totals), "kt.gap.victory", totals)))


def _broken_loses(ctx: Context) -> bool:
    """End the game for a broken side where the mission says so: once both have tested, so that both may be broken."""
    state = ctx.state
    unbroken = [side for side in state.sides if not words.broken(state, side)]
    if not option(state, words.BROKEN_LOSES) or len(unbroken) == len(state.sides):
        return False
    winner = unbroken[0] if unbroken else ""
    ctx.emit(Ended(rule=words.BROKEN_LOSES, outcome=Outcome(winner, words.BROKEN_LOSES, score(state))))
    return True


def _may_roll(ctx: Context) -> Iterator[Option]:
    if not ctx.state.active:
        yield from (Option(side, "initiative", clause="kt.initiative.roll") for side in ctx.state.sides)


def _may_pass(ctx: Context) -> Iterator[Option]:
    """Declining a question, standing still, or ending the turn of a side or of the acting model."""
    state, asked = ctx.state, ctx.state.pending
    if asked is not None:
        if asked.clause in ctx.ruleset.declines:
            about = "" if asked.clause == "kt.charge.react" else asked.model
            yield Option(asked.side, "pass", model=about, clause=asked.clause)
        return
    if state.phase == "movement":
        for model in move.idle(state):
            if move.MAY_FALL_BACK.holds(model):
                yield Option(state.to_act, "pass", model.id, clause="kt.gap.stand-still")
    if state.to_act:
        yield Option(state.to_act, "pass", state.active, clause="kt.gap.pass")


PASSED = Phrase("%(who)s passes: %(rule)s", "%(who)s пасует: %(rule)s")
SHORT = Phrase(
    "%(who)s falls short: needed %(needed)s, rolled %(rolled)s",
    "%(who)s не доходит: нужно %(needed)s, выпало %(rolled)s",
)
GIVEN_UP = Phrase("%(who)s gives up the charge", "%(who)s: чардж отменён")


def _passed(now: Moment) -> str:
    """What is passed over; of a charge that is not made, how far it was and how far the dice reached."""
    asked = now.state.pending
    if asked is None or asked.clause != "kt.charge.success" or now.state.table.sketch:
        return filled(PASSED, who=lambda now: now.cast.holder(now.action.model or now.event.by))(now)
    model, targets = now.state.models[asked.model], [now.state.models[key] for key in asked.targets]
    apart = [geometry.distance(model, each) for each in targets if model.at is not None and each.at is not None]
    needed = min(apart, default=0) - words.ENGAGED
    places: dict[str, Place] = {
        "who": lambda now: now.cast.model(model.id), "needed": lambda now: now.cast.length(needed),
        "rolled": lambda now: now.cast.length(asked.value),
    }  # fmt: skip
    return filled(SHORT if needed > asked.value else GIVEN_UP, **places)(now)


PART = Part(
    acts=(
        Act(Initiative, initiative, _may_roll, phases=("initiative",),
            told=Phrase("Both sides roll for initiative", "Обе стороны бросают на инициативу")),
        Act(Pass, decline, _may_pass, phases=tuple(_PASSED), answers=(ANY,), last=True,
            told=_passed),
    ),
    settles={
        "setup": _settle_setup,
        "deployment": _settle_deployment,
        "movement": _settle_movement,
        "psychic": _settle_psychic,
        "shooting": _settle_shooting,
        "fight": _settle_fight,
        "morale": _settle_morale,
    },
)  # fmt: skip
