"""The Charge Phase: declarations, reactions, the range, and the move into contact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from rules.kernel import asking, convex, geometry, regiment
from rules.kernel.context import Context
from rules.kernel.convex import Flat
from rules.kernel.effects import Measured, Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import QuestionKind, on_unit
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.state import Formation, Unit
from rules.kernel.telling import Moment, Phrase, effects, filled
from rules.t9a import danger, discipline, flight, hooks, movement, shooting, terrain, turn, words
from rules.t9a.book import CHARGES

DECLARE = words.CHARGED
REACTIONS = "t9a.core.charge-reactions"
RANGE = words.CHARGING
FAILED = "t9a.core.charge-failed"
CAUGHT = "t9a.core.caught"
FARTHEST = 12 * INCH
"""The most that the dice of a charge can show."""
SLIDE, STEP = 25, 10
EDGES = {"front": 1, "right": 0, "left": 2, "rear": 3}
"""The edge of a boundary that closes each arc, as `convex.borders` counts them."""

Reaction = Literal["hold", "stand-and-shoot", "flee"]


class DeclareCharge(Action, frozen=True, tag="declare-charge"):
    """A unit declares a charge against an enemy unit. `fly` says whether it flies, for units that can."""

    unit: str
    target: str
    fly: bool | None = None


class React(Action, frozen=True, tag="react"):
    """A unit reacts to a charge that was declared against it."""

    unit: str
    reaction: Reaction


class ChargeMove(Action, frozen=True, tag="charge-move"):
    """A unit that has declared a charge rolls for its range, and moves."""

    unit: str


# declaring


def objections(ctx: Context, unit: Unit, target: Unit, flying: bool) -> Iterator[Objection]:
    """Why a unit may not declare a charge on an enemy."""
    name = unit.sheet.name
    yield from _unable(ctx, unit)
    barred = ctx.value(hooks.MAY_CHARGE, "", unit=unit, target=target)
    if barred:
        yield objection(barred, "{name} may not charge {target}", name=name, target=target.sheet.name)
    middle = _front(words.formation(target))
    if not any(regiment.arc(words.formation(unit), corner) == "front" for corner in (*words.boundary(target), middle)):
        yield objection(DECLARE, "{target} is not in the front arc of {name}", target=target.sheet.name, name=name)
    away, most = words.apart(unit, target), movement.rate(ctx, unit, "Adv", flying) + FARTHEST
    if away > most:
        yield objection(DECLARE, "{target} is {away} away, {most} is the most that {name} can charge", name=name,
                        target=target.sheet.name, away=show(away), most=show(most))  # fmt: skip
    elif not shooting.sees(ctx, unit, target):
        yield objection(DECLARE, "{target} is out of sight of {name}", target=target.sheet.name, name=name)
    elif way(ctx, unit, target, flying) is None:
        yield objection(DECLARE, "there is no way for {name} to reach {target}", name=name, target=target.sheet.name)


def _unable(ctx: Context, unit: Unit) -> Iterator[Objection]:
    name = unit.sheet.name
    yield from words.disordered(unit)
    if words.engaged(ctx.state, unit):
        yield objection(DECLARE, "{name} is engaged in combat", name=name)
    if DECLARE in unit.turn:
        yield objection(DECLARE, "{name} has declared a charge in this turn", name=name)


def declare(ctx: Context, action: DeclareCharge) -> None:
    """Declare a charge: the enemy has to react."""
    fits = turn.now(ctx, "charge", "declare")
    unit, target = words.own(ctx, action.unit), words.enemy(ctx, action.target)
    flies = movement.may_fly(ctx, unit, bool(action.fly))
    may = refuse(ctx, objections(ctx, unit, target, bool(action.fly)))
    if not (fits and flies and may):
        return
    mode = ctx.value(hooks.CHARGE_MODE, "", unit=unit, target=target, flying=action.fly)
    if not ctx.require(not mode, mode, "{name} has to say whether it flies, and to take the likelier way if it must"
                       " charge", name=unit.sheet.name):  # fmt: skip
        return
    words.mark(ctx, unit, DECLARE, target.id)
    if action.fly:
        words.mark(ctx, unit, FLYING)
    ctx.ask(REACTIONS, target.side, model=target.id, targets=(unit.id,))


FLYING = "t9a.fly.declare-with-charge"


def react(ctx: Context, action: React) -> None:
    """Hold, Stand and Shoot, or Flee."""
    pending = ctx.state.pending
    target = ctx.unit(action.unit)
    charger = ctx.state.units.get(pending.targets[0]) if pending is not None and pending.targets else None
    if charger is not None and pending is not None and pending.clause == REACTIONS:
        refuse(ctx, unanswerable(ctx, target, charger, action.reaction))
    asked = asking.answered(ctx, REACTIONS, action.unit, _uncharged(ctx, target), "charge")
    if asked is None or charger is None:
        return
    ctx.effects.append(Noted(rule=REACTIONS, model=target.id, target=charger.id, text=action.reaction))
    if action.reaction == "flee":
        flight.react(ctx, target, charger)
    elif action.reaction == "stand-and-shoot":
        shooting.stand_and_shoot(ctx, target, charger)


def _uncharged(ctx: Context, unit: Unit) -> Iterator[Objection]:
    """Why nobody asks for the reaction of a unit."""
    name = unit.sheet.name
    if not any(other.turn.get(DECLARE) == unit.id for other in words.on_table(ctx.state)):
        yield objection(DECLARE, "nobody has declared a charge on {name}", name=name)
    elif ctx.state.pending is None:
        yield objection(REACTIONS, "{name} has reacted to the charge", name=name)
    if unit.side == ctx.state.turn:
        yield objection(REACTIONS, "{name} belongs to the side whose turn it is: its enemies react", name=name)


def unanswerable(ctx: Context, unit: Unit, charger: Unit, reaction: Reaction) -> Iterator[Objection]:
    """Why a unit may not react to a charge in this way."""
    name = unit.sheet.name
    if words.fleeing(unit) and reaction != "flee":
        yield objection(REACTIONS, "{name} is fleeing: it can only flee", name=name)
    if words.engaged(ctx.state, unit) and reaction != "hold":
        yield objection(REACTIONS, "{name} is engaged in combat: it can only hold", name=name)
    if words.shaken(unit) and reaction == "stand-and-shoot":
        yield objection(words.SHAKEN, "{name} is Shaken", name=name)
    barred = ctx.value(hooks.MAY_REACT, "", unit=unit, reaction=reaction)
    if barred:
        yield objection(barred, "{name} may not choose that reaction: {reaction}", name=name, reaction=reaction)
    if reaction == "stand-and-shoot":
        yield from shooting.cannot_stand(ctx, unit, charger)


# moving


def way(ctx: Context, unit: Unit, target: Unit, flying: bool) -> Formation | None:
    """Where a unit ends in contact with the side of its target that it stands before; None if it cannot get there.

    It keeps to the line straight ahead as far as it can, and brings as much of its front into contact as possible.
    """
    stands, enemy = words.formation(unit), words.formation(target)
    edge = tuple(convex.borders(regiment.boundary(enemy)))[EDGES[regiment.arc(enemy, _front(stands))]]
    for offset in _offsets(stands, edge):
        end = regiment.closed(stands, edge, offset)
        if _clear(ctx, unit, target, end, flying):
            return end
    return None


def _front(formation: Formation) -> Flat:
    """The middle of a front."""
    left, right, _ = regiment.frame(formation)
    return regiment.point(formation, (left + right) // 2, 0)


def _offsets(stands: Formation, edge: tuple[Flat, Flat]) -> Iterator[int]:
    """Where on an edge the left end of a front can come, the best place first: there most of it is in contact."""
    (ax, ay), (bx, by) = edge
    length, wide = geometry.ceil_root((bx - ax) ** 2 + (by - ay) ** 2), regiment.width(stands)
    x, y = _front(stands)
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) // max(1, length) - wide // 2
    least, most = sorted((0, length - wide))
    best = max(least, min(most, along))
    yield best
    for slide in range(SLIDE, length + wide, SLIDE):
        yield from (each for each in (best - slide, best + slide) if -wide < each < length)


def _clear(ctx: Context, unit: Unit, target: Unit, end: Formation, flying: bool) -> bool:
    """Whether a charger can get to its end: nobody but its target is near there, and nothing is in its way."""
    boundary = regiment.boundary(end)
    if not movement.on_table(ctx.state, boundary):
        return False
    others = [u for u in words.on_table(ctx.state) if u.id not in (unit.id, target.id)]
    if any(convex.overlap(boundary, words.boundary(other)) for other in others):
        return False
    blocks = list(terrain.of(ctx.state, "impassable"))
    if terrain.touched(blocks, boundary):
        return False
    ground = convex.stretched((*words.boundary(unit)[1:3], *boundary[1:3]))
    free = ctx.value(hooks.IGNORES_UNITS, "", unit=unit, flying=flying)
    if not free and any(convex.overlap(ground, words.boundary(other)) for other in others):
        return False
    return bool(free or movement.ghostly(ctx, unit) or not terrain.touched(blocks, ground))


def move(ctx: Context, action: ChargeMove) -> None:
    """Roll for the range: the charge arrives if it covers the distance."""
    fits, unit = turn.now(ctx, "charge", "move"), words.own(ctx, action.unit)
    due = ctx.require(pending(unit), DECLARE, "{name} has no charge to make", name=unit.sheet.name)
    if not (fits and due):
        return
    target = ctx.state.units[str(unit.turn[DECLARE])]
    flying = FLYING in unit.turn
    if target.formation is None:
        words.mark(ctx, unit, words.MOVED, "charge")
        ctx.effects.append(Noted(rule=DECLARE, model=unit.id, text="the target is gone"))
        return
    rolled = discipline.two_dice(ctx, RANGE, unit)
    reach, away = movement.rate(ctx, unit, "Adv", flying) + rolled.total * INCH, words.apart(unit, target)
    ctx.effects.append(Measured(rule=RANGE, model=unit.id, target=target.id, fact="distance", value=away))
    ctx.effects.append(Noted(rule=RANGE, model=unit.id, target=target.id, value=reach, text="range"))
    found = way(ctx, unit, target, flying) if reach >= away else None
    if found is None:
        _fails(ctx, unit, rolled.highest * INCH, flying)
    else:
        arrives(ctx, unit, target, found, RANGE, flying)


def pending(unit: Unit) -> bool:
    """Whether a unit has declared a charge that it has not yet made."""
    return DECLARE in unit.turn and words.MOVED not in unit.turn and not words.fleeing(unit)


def arrives(ctx: Context, unit: Unit, target: Unit, end: Formation, clause: str, flying: bool = False) -> None:
    """A unit has come into contact with an enemy: it charges, or catches one that is fleeing."""
    movement.done(ctx, unit, end, "charge", clause, flying)
    if unit.formation is None:
        return
    if words.fleeing(target):
        flight.caught(ctx, target, CAUGHT)
    else:
        words.mark(ctx, unit, RANGE, target.id)


def _fails(ctx: Context, unit: Unit, length: int, flying: bool) -> None:
    """A failed charge: straight ahead by the highest die, as far as there is room, and Shaken."""
    stands = words.formation(unit)
    ahead = (regiment.forward(stands, each) for each in range(length, 0, -STEP))
    after = next((end for end in ahead if movement.room(ctx, unit, stands, end, flying)), stands)
    words.form(ctx, unit, after, FAILED)
    words.mark(ctx, unit, words.MOVED, "charge", rule=FAILED)
    words.mark(ctx, unit, words.SHAKEN, rule=FAILED)
    danger.tests(ctx, unit, stands, after, "failed-charge", flying)


# what is open


def _may_declare(ctx: Context) -> Iterator[Option]:
    if ctx.state.step != "declare":
        return
    for unit in words.on_table(ctx.state, ctx.state.to_act):
        if nothing(_unable(ctx, unit)):
            targets = targets_of(ctx, unit)
            if targets:
                limit = max(movement.rate(ctx, unit, "Adv", flying) for flying in movement.modes(ctx, unit)) + FARTHEST
                yield Option(unit.side, "declare-charge", unit.id, targets, limit=limit, clause=DECLARE)


def targets_of(ctx: Context, unit: Unit) -> tuple[str, ...]:
    """The enemies on which a unit may declare a charge, in one way or another."""
    foes = [u for u in words.on_table(ctx.state) if u.side != unit.side]
    modes = movement.modes(ctx, unit)
    return tuple(foe.id for foe in foes if any(can_reach(ctx, unit, foe, each) for each in modes))


def can_reach(ctx: Context, unit: Unit, target: Unit, flying: bool) -> bool:
    """Whether a unit may declare a charge on an enemy in this way."""
    return nothing(objections(ctx, unit, target, flying))


def can_charge(ctx: Context, unit: Unit) -> bool:
    """Whether a unit may declare a charge on somebody."""
    return nothing(_unable(ctx, unit)) and bool(targets_of(ctx, unit))


def _may_react(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    unit, charger = ctx.state.units[asked.model], ctx.state.units[asked.targets[0]]
    every: tuple[Reaction, ...] = ("hold", "stand-and-shoot", "flee")
    open_ = tuple(each for each in every if nothing(unanswerable(ctx, unit, charger, each)))
    yield Option(asked.side, "react", asked.model, open_, clause=REACTIONS)


def _may_move(ctx: Context) -> Iterator[Option]:
    if ctx.state.step == "move":
        for unit in words.on_table(ctx.state, ctx.state.to_act):
            if pending(unit):
                yield Option(unit.side, "charge-move", unit.id, (str(unit.turn[DECLARE]),), clause=RANGE)


def _charges(choice: Choice) -> Iterator[Action]:
    near = sorted(choice.option.targets, key=lambda key: words.apart(choice.unit, choice.state.units[key]))
    for key in near:
        flies = True in movement.modes(choice.ctx, choice.unit)
        yield DeclareCharge(unit=choice.unit.id, target=key, fly=True if flies else None)
        yield DeclareCharge(unit=choice.unit.id, target=key, fly=False if flies else None)


def _reacts(choice: Choice) -> Iterator[Action]:
    first: Reaction = choice.of(choice.option.targets) if not choice.dice.below(3) else "hold"
    yield React(unit=choice.option.model, reaction=first)
    for key in choice.option.targets:
        other: Any = key
        yield React(unit=choice.option.model, reaction=other)


@CHARGES.at(hooks.MAY_END)
def _unmade(ctx: Context, barred: str, **_: object) -> str:
    """Every charge that was declared has to be made before the step ends."""
    due = ctx.state.step == "move" and any(pending(u) for u in words.on_table(ctx.state, ctx.state.turn))
    return barred or (RANGE if due else "")


REACTED: Mapping[str, Phrase] = {
    "hold": Phrase("%(unit)s [holds|hold]", "%(unit)s: приём нападения"),
    "stand-and-shoot": Phrase("%(unit)s [stands and shoots|stand and shoot]", "%(unit)s: стрельба с места"),
    "flee": Phrase("%(unit)s [flees|flee] from the charge", "%(unit)s: бегство от нападения"),
}
OTHER_REACTION = Phrase("%(unit)s [reacts|react]", "%(unit)s: реакция на нападение")
REACHED = Phrase("%(unit)s [completes|complete] the charge", "%(unit)s: нападение удалось")
FAILED_NEAR = Phrase(
    "The charge of %(unit)s fails: no way to the target", "%(unit)s: нападение не удалось, к цели не пройти"
)
FAILED_SHORT = Phrase(
    "The charge of %(unit)s fails: needed %(needed)s, got %(range)s",
    "%(unit)s: нападение не удалось, нужно %(needed)s, вышло %(range)s",
)


def _reacted(now: Moment) -> str:
    return filled(REACTED.get(now.action.reaction, OTHER_REACTION))(now)


def _charged(now: Moment) -> str:
    """A charge that was made, or how far it was and how far the dice reached."""
    noted = {each.text: each for each in effects(now.event, "noted") if each.rule == RANGE}
    apart = next((each for each in effects(now.event, "measured") if each.rule == RANGE), None)
    reached = noted.get("range")
    if reached is None or apart is None or not any(each.rule == FAILED for each in effects(now.event)):
        return filled(REACHED)(now)
    if reached.value >= apart.value:
        return filled(FAILED_NEAR)(now)
    got, needed = now.cast.length(reached.value), now.cast.length(apart.value)
    return filled(FAILED_SHORT, range=lambda _: got, needed=lambda _: needed)(now)


PART = Part(
    acts=(
        Act(DeclareCharge, declare, _may_declare, phases=("charge",), propose=_charges,
            told=Phrase("%(unit)s [charges|charge] %(target)s", "%(unit)s: нападение, цель — %(target)s")),
        Act(React, react, _may_react, answers=(REACTIONS,), propose=_reacts,
            told=_reacted),
        Act(ChargeMove, move, _may_move, phases=("charge",),
            told=_charged),
    ),
    marks=(on_unit(FLYING, "turn", "It charges in the air."),),
    asks=(QuestionKind(REACTIONS, targets=1, named=True),),
)  # fmt: skip
