"""After the blows of a combat: its result, flight and pursuit, piling in together, consolidating."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Noted, Turned
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.marks import QuestionKind
from rules.kernel.part import Act, Choice, Condition, Objections, Option, Part, demand, objection, refuse
from rules.kernel.state import Decision, Unit
from rules.kernel.telling import Phrase, going
from rules.wh40k import hooks, options, questions, turn, words
from rules.wh40k.assault import blows, closing, combat, contact
from rules.wh40k.book import FIGHT
from rules.wh40k.morale import checks, fall_back
from rules.wh40k.movement import move
from rules.wh40k.movement.formation import to_goal
from rules.wh40k.movement.trail import ModelMove

RESULT = FIGHT["result"]
SWEEP = FIGHT["sweeping-advance"]
NOT_ALLOWED = FIGHT["sweeping-advance.not-allowed"]
PILE = FIGHT["pile-in"]
CONSOLIDATE = FIGHT["consolidate"]
FLEE = checks.BROKEN
"""The question to a unit that cannot be pursued: it rolls how far it falls back."""
USELESS = FIGHT["our-weapons-are-useless"]


class Sweep(Action, frozen=True, tag="sweep"):
    """The winners make a sweeping advance against a fleeing unit: with these units, or with all that can."""

    unit: str
    pursuers: tuple[str, ...] = ()


class Flee(Action, frozen=True, tag="flee"):
    """A unit that lost its combat and is not pursued falls back: it rolls how far."""

    unit: str


class PileIn(Action, frozen=True, tag="pile-in"):
    """At the end of a combat that goes on, models not in contact move up to 3" towards the enemy."""

    moves: tuple[ModelMove, ...]


class Consolidate(Action, frozen=True, tag="consolidate"):
    """A unit with no enemy left to fight rolls a D6 and may move that many inches (`ConsolidateMove`)."""

    unit: str


class ConsolidateMove(Action, frozen=True, tag="consolidate-move"):
    """A unit consolidates, as far as it has rolled."""

    unit: str
    moves: tuple[ModelMove, ...]


# the result


def result(ctx: Context) -> bool:
    """Add up the Wounds of both sides; every unit of the loser has to check its Morale."""
    state = ctx.state
    took_part = [u for u in state.units.values() if u.phase.get(combat.COMBAT) == state.active]
    totals = {
        side: sum(blows.inflicted(unit) for unit in took_part if unit.side == side) for side in combat.sides(state)
    }
    text = ", ".join(f"{side} {total}" for side, total in totals.items())
    ctx.effects.append(Noted(rule=RESULT, model=state.active, text=text))
    combat.go_to(ctx, combat.MORALE)
    mine, theirs = combat.sides(state)
    if totals[mine] != totals[theirs]:
        loser = min(totals, key=lambda side: totals[side])
        for unit in combat.units(state, loser) if combat.enemies(state, loser) else ():
            checks.lost_combat(ctx, unit, abs(totals[mine] - totals[theirs]))
    return True


def morale_taken(ctx: Context) -> bool:
    """Every check has been taken: units that failed flee."""
    combat.go_to(ctx, combat.SWEEP)
    return True


@FIGHT.at(hooks.MAY_FAIL)
def _useless(ctx: Context, clause: str, *, unit: Unit, check: questions.Check, **_: Any) -> str:
    """A unit that cannot hurt any enemy it is locked with may choose to fail the check for a lost combat."""
    foes = words.locked_with(ctx.state, unit)
    if check.clause == checks.LOST and foes and not any(blows.can_hurt(ctx, unit, foe) for foe in foes):
        return ""
    return clause


# flight and pursuit


def after_flight(ctx: Context) -> bool:
    """The next fleeing unit: its enemies are asked whether they pursue it, or it rolls how far it gets."""
    for unit in combat.units(ctx.state):
        if checks.BROKEN not in unit.phase or unit.id in combat.done(ctx.state):
            continue
        # its enemies may have killed every model they touched
        foes = combat.opposed(ctx, unit) or combat.units(ctx.state, ctx.state.enemy(unit.side))
        able = tuple(foe.id for foe in foes if may_pursue(ctx, foe))
        if able:
            ctx.ask(SWEEP, ctx.state.enemy(unit.side), model=unit.id, targets=able)
        else:
            ctx.ask(FLEE, unit.side, model=unit.id)
        return True
    combat.go_to(ctx, combat.TOGETHER)
    return True


def may_pursue(ctx: Context, unit: Unit) -> bool:
    """Whether a unit may make a sweeping advance: no enemy stays, some model can strike, and it is not fleeing."""
    stays = [foe for foe in combat.opposed(ctx, unit) if checks.BROKEN not in foe.phase]
    able = any(combat.initiative(ctx, model) for model in words.standing(ctx.state, unit))
    return able and not stays and not words.falling_back(unit) and checks.BROKEN not in unit.phase


def _not_pursuing(ctx: Context, unit: Unit) -> Objections:
    """Why a unit may not make a sweeping advance."""
    name = unit.sheet.name
    stays = [foe.sheet.name for foe in combat.opposed(ctx, unit) if checks.BROKEN not in foe.phase]
    if stays:
        yield objection(NOT_ALLOWED, "{name} is still locked with {names}", name=name, names=", ".join(stays))
    elif words.falling_back(unit) or checks.BROKEN in unit.phase:
        yield objection(NOT_ALLOWED, "{name} is falling back itself", name=name)
    else:
        yield objection(NOT_ALLOWED, "{name} may not make a sweeping advance", name=name)


def sweep(ctx: Context, action: Sweep) -> None:
    """Roll for a sweeping advance: a unit that is caught is destroyed, unless a rule saves it."""
    pending = questions.answered(ctx, SWEEP, action.unit, phase="assault")
    if pending is None:
        return
    unit = ctx.unit(action.unit)
    pursuers = [ctx.unit(key, "$.action.pursuers") for key in action.pursuers or pending.targets]
    for pursuer in pursuers:
        may = pursuer.id in pending.targets
        refuse(ctx, () if may else _not_pursuing(ctx, pursuer))
    combat.finish(ctx, unit.id)
    escape = _total(ctx, unit, unit)
    best = max(_total(ctx, pursuer, unit) for pursuer in pursuers)
    if best < escape:
        _falls_back(ctx, unit)
        return
    spared = ctx.value(hooks.SWEPT, "", unit=unit)
    if not spared:
        words.destroy(ctx, unit, SWEEP)
        return
    ctx.effects.append(Noted(rule=spared, model=unit.id, text="caught, and fights on"))
    fall_back.ended(ctx, unit, spared)


def _total(ctx: Context, unit: Unit, loser: Unit) -> int:
    """A D6 plus the unmodified Initiative of a unit and the bonuses from its rules."""
    face = ctx.roll(SWEEP, unit.side, 1, model=unit.id, target=loser.id).total
    total = face + _initiative(ctx, unit) + int(ctx.value(hooks.SWEEP, 0, unit=unit, loser=loser))
    ctx.effects.append(Noted(rule=SWEEP, model=unit.id, target=loser.id, value=total, text="total"))
    return total


def _initiative(ctx: Context, unit: Unit) -> int:
    printed = [words.printed(m, "I") for m in words.standing(ctx.state, unit)]
    if not options.option(ctx.state, options.MAJORITY_SWEEPS):
        return max(printed, default=0)
    return max(printed, key=lambda value: (printed.count(value), value), default=0)


def flee(ctx: Context, action: Flee) -> None:
    """Fall back from a combat without pursuit."""
    if questions.answered(ctx, FLEE, action.unit, phase="assault") is not None:
        unit = ctx.unit(action.unit)
        combat.finish(ctx, unit.id)
        _falls_back(ctx, unit)


def _no_pursuit(ctx: Context, pending: Decision, action: Action) -> None:
    """The winners do not pursue a unit."""
    ctx.answered(SWEEP)
    combat.finish(ctx, pending.model)
    _falls_back(ctx, ctx.unit(pending.model))


def _falls_back(ctx: Context, unit: Unit) -> None:
    fall_back.begin(ctx, unit, checks.BROKEN, combat.units(ctx.state, ctx.state.enemy(unit.side)))


# piling in together


def together(ctx: Context) -> bool:
    """Models still in combat but not in base contact close up, the active side first."""
    for side in combat.sides(ctx.state):
        if side not in combat.done(ctx.state):
            if _loose(ctx, side):
                ctx.ask(PILE, side, model=ctx.state.active, value=combat.PILE_IN)
            else:
                combat.finish(ctx, side)
            return True
    combat.go_to(ctx, combat.FREE)
    return True


def _loose(ctx: Context, side: str) -> list[str]:
    """The models of a side that may still pile in: they touch no enemy, and the combat is not over."""
    foes = combat.enemies(ctx.state, side)
    if not foes:
        return []
    return [
        model.id
        for unit in combat.units(ctx.state, side)
        for model in words.standing(ctx.state, unit)
        if combat.initiative(ctx, model) and not words.falling_back(unit) and not combat.contacts(model, foes)
    ]


def pile_in(ctx: Context, action: PileIn) -> None:
    """Close up at the end of a combat."""
    if questions.answered(ctx, PILE, phase="assault") is None:
        return
    able = [ctx.state.models[key] for key in _loose(ctx, ctx.by)]
    near = {unit.id: len(words.standing(ctx.state, unit)) for unit in _could_touch(ctx, ctx.by)}
    closing.pile_in(ctx, ctx.by, action.moves, able, due=True)
    # a model that falls on the way, in dangerous terrain, has not stayed away
    _closed_up(ctx, [ctx.unit(key) for key, count in near.items() if len(words.standing(ctx.state, key)) == count])
    combat.finish(ctx, ctx.by)


def _stand(ctx: Context, pending: Decision, action: Action) -> None:
    """A side need not close up where its units are locked anyway, or cannot be."""
    _closed_up(ctx, _could_touch(ctx, pending.side))
    ctx.answered(PILE)
    combat.finish(ctx, pending.side)


def _could_touch(ctx: Context, side: str) -> list[Unit]:
    """The units of a side that can reach an enemy of their combat by piling in."""
    return [u for u in combat.units(ctx.state, side) if not words.falling_back(u) and closing.in_reach(ctx, u)]


def _closed_up(ctx: Context, near: list[Unit]) -> None:
    """A combat does not end because a model stays away from it."""
    for unit in near:
        ctx.require(not _stays_away(ctx, unit), PILE, "{name} has to pile in", name=unit.sheet.name)


def _stays_away(ctx: Context, unit: Unit) -> bool:
    return bool(words.standing(ctx.state, unit)) and not combat.opposed(ctx, unit)


def _has_to_close_up(ctx: Context) -> bool:
    """Whether the side asked has a model that may not stay where it is."""
    return any(_stays_away(ctx, unit) for unit in _could_touch(ctx, ctx.pending.side))


# consolidating


def consolidates(ctx: Context) -> bool:
    """The next free unit of the combat may consolidate, those of the side whose turn it is first."""
    for side in combat.sides(ctx.state):
        for unit in combat.units(ctx.state, side):
            if unit.id not in combat.done(ctx.state) and _free(ctx, unit):
                combat.finish(ctx, unit.id)
                ctx.ask(CONSOLIDATE, side, model=unit.id)
                return True
    combat.go_to(ctx, combat.OVER)
    return True


def _free(ctx: Context, unit: Unit) -> bool:
    driven = all(words.is_vehicle(m) and not words.is_(m, "Walker") for m in words.standing(ctx.state, unit))
    return not driven and not words.falling_back(unit) and not combat.opposed(ctx, unit)


def over(ctx: Context) -> bool:
    """The combat has been fought."""
    ctx.emit(Turned(rule=combat.COMBAT, to=ctx.state.turn, step="fight"))
    return True


TO_ROLL = Condition(
    CONSOLIDATE,
    "that has already been rolled",
    lambda asked: asked is None or asked.clause != CONSOLIDATE or not asked.value,
)
ROLLED = Condition(CONSOLIDATE, "the distance has to be rolled first", lambda asked: asked.value)


def _not_consolidating(ctx: Context, key: str) -> Objections:
    """Why a unit is not asked to consolidate."""
    unit = ctx.unit(key)
    if unit.side == ctx.by and words.standing(ctx.state, unit):
        yield from words.in_combat(ctx.state, unit, CONSOLIDATE)
        if words.falling_back(unit):
            yield objection(CONSOLIDATE, "{name} is falling back", name=unit.sheet.name)


def consolidate(ctx: Context, action: Consolidate) -> None:
    """Roll how far a unit may consolidate."""
    demand(ctx, (TO_ROLL,), ctx.state.pending)
    if questions.answered(ctx, CONSOLIDATE, action.unit, _not_consolidating(ctx, action.unit), "assault") is None:
        return
    rolled = ctx.roll(CONSOLIDATE, ctx.by, 1, model=action.unit)
    ctx.ask(CONSOLIDATE, ctx.by, model=action.unit, value=rolled.total * INCH)


def consolidate_move(ctx: Context, action: ConsolidateMove) -> None:
    """Move as far as was rolled."""
    pending = questions.answered(ctx, CONSOLIDATE, action.unit, _not_consolidating(ctx, action.unit), "assault")
    if pending is None or not demand(ctx, (ROLLED,), pending):
        return
    move.walk(ctx, ctx.unit(action.unit), action.moves, pending.value, closing.CONSOLIDATES)


# what is open


def _piles_in(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    loose = tuple(_loose(ctx, asked.side))
    yield Option(asked.side, "pile-in", model=asked.model, targets=loose, limit=asked.value, clause=PILE)


def _rolls(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    if TO_ROLL.holds(asked):
        yield Option(asked.side, "consolidate", model=asked.model, clause=CONSOLIDATE)


def _consolidates(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    if ROLLED.holds(asked):
        yield Option(asked.side, "consolidate-move", model=asked.model, limit=asked.value, clause=CONSOLIDATE)


# what is worth declaring


def _close_up(choice: Choice) -> Iterator[Action]:
    """Every model that can; else one model of each unit that has to."""
    ctx, side = choice.ctx, choice.option.side
    moves = contact.piles_in(ctx, side, [ctx.state.models[key] for key in choice.option.targets], due=True)
    if moves:
        yield PileIn(moves=moves)
    apart = (unit for unit in combat.units(ctx.state, side) if not combat.opposed(ctx, unit))
    ways = tuple(way for unit in apart if (way := closing.way_in(ctx, unit)) is not None)
    yield PileIn(moves=ways)


def _few_steps(choice: Choice) -> Iterator[Action]:
    for moves in to_goal(choice, closing.CONSOLIDATES):
        yield ConsolidateMove(unit=choice.option.model, moves=moves)


PART = Part(
    asks=(QuestionKind(SWEEP, targets=1),),
    acts=(
        questions.reply(Sweep, sweep, SWEEP, targets=True,
            told=Phrase("%(unit)s [is|are] pursued", "%(unit)s: преследование")),
        questions.reply(Flee, flee, FLEE,
            told=Phrase("%(unit)s [breaks|break] from combat", "%(unit)s: бегство из боя")),
        Act(PileIn, pile_in, _piles_in, answers=(PILE,), propose=_close_up,
            told=Phrase("%(side)s piles in", "%(side)s стягивается в бой")),
        Act(Consolidate, consolidate, _rolls, answers=(CONSOLIDATE,),
            told=Phrase("%(unit)s [rolls|roll] to consolidate", "%(unit)s: бросок на объединение")),
        Act(ConsolidateMove, consolidate_move, _consolidates, answers=(CONSOLIDATE,), propose=_few_steps,
            told=going(Phrase("%(unit)s [consolidates|consolidate] %(length)s", "%(unit)s: объединение, до %(length)s"),
                       Phrase("%(unit)s [does|do] not consolidate", "%(unit)s: без объединения"))),
    ),
    declines={SWEEP: _no_pursuit, PILE: _stand, CONSOLIDATE: questions.let_go},
    brings=(turn.Compulsory(PILE, _has_to_close_up),),
)  # fmt: skip
