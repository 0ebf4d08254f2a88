"""The Charge sub-phase: a charge is declared, Overwatch is fired, the range is rolled, the unit moves.

During a charge `State.active` is the charging unit; `settle` asks for the next step. The progress of a charge is in
marks on that unit: the targets that may still fire, then the range rolled.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Noted, Turned
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import FACES, LENGTH, QuestionKind, on_unit
from rules.kernel.part import Act, Choice, Objections, Option, Part, nothing, objection, refuse, unread
from rules.kernel.state import Decision, Unit
from rules.kernel.telling import Moment, Phrase, filled, going
from rules.wh40k import hooks, questions, turn, words
from rules.wh40k.assault import closing, contact, overwatch
from rules.wh40k.book import CHARGE
from rules.wh40k.morale import regroup
from rules.wh40k.movement import footing, move, run, trail
from rules.wh40k.movement.formation import Draft
from rules.wh40k.shooting import sight

DECLARE = CHARGE["declare"]
RESTRICTED = CHARGE["restrictions"]
ROLL = CHARGE["roll"]
"""On the charging unit, for the phase: its charge range. Also the question for the roll."""
MOVE = CHARGE["move"]
DIFFICULT = CHARGE["difficult"]
"""On the charging unit, for the phase: its roll allows for difficult terrain; for the turn: it went through some."""
RANGE = 12 * INCH
FLEET = "wh40k.usr.fleet.reroll"
"""The question which dice of the roll are rolled again."""


class Charge(Action, frozen=True, tag="charge"):
    """A unit declares a charge at enemy units within 12", the primary target first.

    `facts` declare what it sees if the table has no terrain map.
    """

    unit: str
    targets: tuple[str, ...]
    facts: tuple[sight.LineOfSight, ...] = ()


class ChargeRoll(Action, frozen=True, tag="charge-roll"):
    """Roll the range of the charge. `difficult`: it goes through difficult terrain.

    `reroll` are the dice to re-roll, counted from 0, if a rule allows it and the players have seen them; their new
    faces follow. Where none are named, the side is asked.
    """

    unit: str
    difficult: bool = False
    reroll: tuple[int, ...] = ()


class ChargeAgain(Action, frozen=True, tag="charge-again"):
    """Which dice of its charge a unit rolls again once they are seen, counted from 0."""

    unit: str
    dice: tuple[int, ...]


class ChargeMove(Action, frozen=True, tag="charge-move"):
    """The charging unit moves, the model nearest to the primary target first. `packs`: it uses its jump packs.

    Without moves it gives up the charge, if the straight path to the target is blocked.
    """

    unit: str
    moves: tuple[move.ModelMove, ...] = ()
    packs: bool = False


# declaring


def charge(ctx: Context, action: Charge) -> None:
    """Declare a charge. The targets may fire Overwatch first."""
    words.in_phase(ctx, "assault", "charge", clause=DECLARE)
    words.on_turn(ctx)
    unit = words.own(ctx, action.unit)
    refuse(ctx, _charging(ctx, unit))
    once = bool(action.targets) and len(set(action.targets)) == len(action.targets)
    if not ctx.require(once, DECLARE, "a charge names at least one target, each once"):
        return
    targets = [_target(ctx, unit, key, n, action.facts) for n, key in enumerate(action.targets)]
    refuse(ctx, sight.unread(action.facts, ctx.state, targets, cover=False))
    words.mark(ctx, unit, words.TRIED_CHARGE, action.targets)
    words.mark(ctx, unit, overwatch.OVERWATCH, action.targets, "phase")
    if len(targets) > 1:
        words.mark(ctx, unit, words.DISORDERED)
    ctx.emit(Turned(rule=DECLARE, to=unit.side, step="charge", active=unit.id))
    for target in targets:
        ctx.fire(hooks.CHARGE_DECLARED, unit.id, target=target, unit=unit)


def _charging(ctx: Context, unit: Unit) -> Objections:
    """Objections to a unit declaring any charge."""
    if words.TRIED_CHARGE in unit.turn:
        yield objection(DECLARE, "{name} has already declared a charge this turn", name=unit.sheet.name)
    yield from _restricted(ctx, unit)
    yield from words.barred(ctx, hooks.MAY_CHARGE, unit, "{name} cannot charge now")


def _restricted(ctx: Context, unit: Unit) -> Objections:
    """Objections by what no rule lifts: vehicles, a run, a turbo-boost, a combat."""
    name = unit.sheet.name
    if _driven(ctx, unit):
        yield objection(RESTRICTED, "{name} is a vehicle, and no walker", name=name)
    for key, what in ((words.RAN, "has run"), (words.TURBO, "has turbo-boosted")):
        if key in unit.turn:
            yield objection(RESTRICTED, "{name} {what} this turn", name=name, what=what)
    yield from words.in_combat(ctx.state, unit, RESTRICTED)


def _driven(ctx: Context, unit: Unit) -> bool:
    there = words.standing(ctx.state, unit)
    return any(words.is_vehicle(m) and not words.is_(m, "Walker") for m in there)


def may_not(ctx: Context, unit: Unit) -> str:
    """The clause that forbids a unit to charge now; empty if it may."""
    if not nothing(_restricted(ctx, unit)):
        return RESTRICTED
    return str(ctx.value(hooks.MAY_CHARGE, "", unit=unit))


def _target(ctx: Context, unit: Unit, key: str, index: int, facts: tuple[sight.LineOfSight, ...]) -> Unit:
    """A unit that can be charged."""
    target = words.enemy(ctx, key, f"$.action.targets[{index}]")
    refuse(ctx, _charging_at(ctx, unit, target, facts))
    return target


def _charging_at(ctx: Context, unit: Unit, target: Unit, facts: tuple[sight.LineOfSight, ...] = ()) -> Objections:
    """Objections to charging a unit: it has to be visible and within 12"."""
    name, models = target.sheet.name, words.standing(ctx.state, unit)
    foes = words.standing(ctx.state, target)
    if not any(geometry.within(foes, model, RANGE) for model in models):
        away = show(closing.nearest(ctx, unit, target)[0])
        yield objection(DECLARE, '{name} is {away} away; 12" is the most', name=name, away=away)
    if not any(sight.sees_unit(ctx, model, target, facts) for model in models):
        yield objection(DECLARE, "nobody sees {name}", name=name)


# going on


def settle(ctx: Context) -> bool:
    """Ask for the next step of a charge. Returns whether one is going on."""
    state = ctx.state
    unit = state.units.get(state.active)
    if unit is None:
        return False
    targets = left(ctx, unit)
    if not words.standing(state, unit) or not targets:
        _over(ctx)
        return True
    asked = overwatch.next_of(ctx, unit)
    if asked is not None:
        ctx.ask(overwatch.OVERWATCH, asked.side, model=asked.id, targets=(unit.id,))
    elif ROLL not in unit.phase:
        ctx.ask(ROLL, unit.side, model=unit.id, targets=tuple(t.id for t in targets))
    elif reached(ctx, unit, targets[0]):
        ctx.ask(MOVE, unit.side, model=unit.id, targets=tuple(t.id for t in targets), value=reach(unit))
    else:
        ctx.effects.append(Noted(rule=DECLARE, model=unit.id, value=reach(unit), text="the charge fails"))
        _over(ctx)
    return True


def left(ctx: Context, unit: Unit) -> list[Unit]:
    """The remaining targets of a unit's charge, the primary first, without those that failed to regroup."""
    declared = unit.turn.get(words.TRIED_CHARGE, ())
    units = [ctx.state.units[key] for key in declared] if isinstance(declared, tuple) else []
    return [u for u in units if words.standing(ctx.state, u) and regroup.DOOMED not in u.turn]


def reach(unit: Unit) -> int:
    """The charge range rolled by a unit, in hundredths."""
    value = unit.phase.get(ROLL, 0)
    return value if isinstance(value, int) else 0


def reached(ctx: Context, unit: Unit, target: Unit) -> bool:
    """Whether any model of a charging unit is within charge range of a target, as the crow flies."""
    return closing.nearest(ctx, unit, target)[0] <= reach(unit) + words.CONTACT - closing.SHORT


def _over(ctx: Context) -> None:
    ctx.emit(Turned(rule=DECLARE, to=ctx.state.turn, step="charge"))


# the roll


def _not_at(ctx: Context, key: str) -> Objections:
    """Where the charge of a unit is, if it is not where it is declared to be."""
    unit, asked = ctx.unit(key), ctx.state.pending
    name, rolled = unit.sheet.name, unit.phase.get(ROLL)
    if unit.side != ctx.by:
        return
    if words.TRIED_CHARGE not in unit.turn:
        yield objection(DECLARE, "{name} has not declared a charge this turn", name=name)
    elif asked is not None and asked.clause == overwatch.OVERWATCH and unit.id in asked.targets:
        refusal = "{target} may fire Overwatch at {name} first"
        yield objection(overwatch.OVERWATCH, refusal, target=ctx.unit(asked.model).sheet.name, name=name)
    elif isinstance(rolled, int):
        yield objection(ROLL, "{name} has rolled {rolled} for its charge", name=name, rolled=show(rolled))
    elif unit.id == ctx.state.active:
        yield objection(ROLL, "the range of the charge of {name} is rolled first", name=name)


def roll(ctx: Context, action: ChargeRoll) -> None:
    """Roll the range of the charge; fleeing targets within it then have to try to regroup."""
    if questions.answered(ctx, ROLL, action.unit, _not_at(ctx, action.unit), "assault") is None:
        return
    unit = ctx.unit(action.unit)
    count, kept = (3, 2) if action.difficult else (2, 2)
    faces = list(ctx.roll(ROLL, unit.side, count, model=unit.id).faces)
    again = action.reroll or _asked_again(ctx, unit, faces)
    if again:
        _again(ctx, unit, again, faces)
    total = INCH * sum(sorted(faces)[:kept])
    words.mark(ctx, unit, ROLL, total, "phase")
    if action.difficult:
        words.mark(ctx, unit, DIFFICULT, until="phase")
    targets = left(ctx, unit)
    several = len(targets) > 1 and not all(words.falling_back(target) for target in targets)
    for target in targets:
        if reached(ctx, unit, target):
            regroup.charged(ctx, target, several)


def _asked_again(ctx: Context, unit: Unit, faces: list[int]) -> tuple[int, ...]:
    """Which dice the side wants to roll again now that it has seen them; none where it may not."""
    if not ctx.value(hooks.CHARGE_REROLL, False, unit=unit):
        return ()
    shown = tuple(str(face) for face in faces)
    wanted = ctx.choice(FLEET, unit.side, model=unit.id, about={"faces": shown})
    return tuple(int(index) for index in wanted) if isinstance(wanted, tuple) else ()


def roll_again(ctx: Context, action: ChargeAgain) -> None:
    """Roll chosen dice of the charge again."""
    asked = ctx.state.pending
    faces = asked.about.get("faces", ()) if asked is not None and asked.clause == FLEET else ()
    count = len(faces) if isinstance(faces, tuple) else 0
    if count and not 0 < len(set(action.dice) & set(range(count))) == len(action.dice):
        raise Malformed("$.action.dice", f"name dice from 0 to {count - 1}, each once")
    questions.chosen(ctx, FLEET, tuple(str(index) for index in action.dice), action.unit)


def _again(ctx: Context, unit: Unit, chosen: tuple[int, ...], faces: list[int]) -> None:
    may = ctx.value(hooks.CHARGE_REROLL, False, unit=unit)
    ctx.require(may, FLEET, "{name} cannot re-roll dice of its charge", name=unit.sheet.name)
    known = len(set(chosen)) == len(chosen) and all(0 <= index < len(faces) for index in chosen)
    if not ctx.require(known, "wh40k.assumed.dice.reroll-once", "each die can be re-rolled only once"):
        return
    second = ctx.roll(FLEET, unit.side, len(chosen), model=unit.id)
    for index, face in zip(chosen, second.faces, strict=True):
        faces[index] = face


# the move


def charge_move(ctx: Context, action: ChargeMove) -> None:
    """Move into contact. The unit has charged every unit it then touches."""
    pending = questions.answered(ctx, MOVE, action.unit, _not_at(ctx, action.unit), "assault")
    if pending is None:
        return
    unit = ctx.unit(action.unit)
    targets = [ctx.state.units[key] for key in pending.targets]
    difficult = DIFFICULT in unit.phase
    used = not action.packs or move.PACKS not in unit.turn
    ctx.require(used, move.PACKS, "{name} has used its packs this turn", name=unit.sheet.name)
    if not action.moves or not any(words.is_(m, *trail.WITH_PACKS) for m in words.standing(ctx.state, unit)):
        refuse(ctx, unread(move.PACKS, action, ("packs",), "nobody moves with a pack"))
    if not action.moves and closing.nearest(ctx, unit, targets[0])[0] > words.CONTACT:
        free = not closing.blocked(ctx, unit, targets, difficult, action.packs)
        ctx.require(not free, MOVE, "{name} can go straight to its target", name=unit.sheet.name)
        ctx.effects.append(Noted(rule=MOVE, model=unit.id, text="the charge is given up"))
        _over(ctx)
        return
    if closing.charge(ctx, unit, action.moves, pending.value, targets, difficult, action.packs):
        words.mark(ctx, unit, DIFFICULT)
    if action.packs:
        words.mark(ctx, unit, move.PACKS)
    made = tuple(t.id for t in targets if _touches(ctx, unit, t))
    if made:
        words.mark(ctx, unit, words.CHARGED, made)
        ctx.fire(hooks.CHARGE_MADE, made, unit=unit)
    _over(ctx)


def _touches(ctx: Context, unit: Unit, target: Unit) -> bool:
    foes = words.standing(ctx.state, target)
    return any(geometry.within(foes, model, words.CONTACT) for model in words.standing(ctx.state, unit))


# what may be declared


def _may_charge(ctx: Context) -> Iterator[Option]:
    """Charges of units that may charge and have not passed."""
    state = ctx.state
    for unit in words.on_table(state, state.to_act) if state.step == "charge" else ():
        if turn.acted(unit) or not nothing(_charging(ctx, unit)):
            continue
        foes = words.on_table(state, state.enemy(unit.side))
        targets = tuple(foe.id for foe in foes if nothing(_charging_at(ctx, unit, foe)))
        if targets:
            yield Option(unit.side, "charge", model=unit.id, targets=targets, limit=RANGE, clause=DECLARE)


# what is worth declaring


def _nearest_targets(choice: Choice) -> Iterator[Action]:
    """At the nearest enemy, now and then at two."""
    ctx, unit = choice.ctx, choice.unit
    targets = sorted(choice.option.targets, key=lambda key: closing.nearest(ctx, unit, ctx.state.units[key])[0])
    if len(targets) > 1 and not choice.dice.below(3):
        yield Charge(unit=unit.id, targets=tuple(targets[:2]))
    yield Charge(unit=unit.id, targets=(targets[0],))


def _rolls(choice: Choice) -> Iterator[Action]:
    """With the lowest dice left out where the way leads through difficult terrain, or might."""
    ctx, unit = choice.ctx, choice.unit
    targets = [ctx.state.units[key] for key in choice.option.targets]
    least = closing.nearest(ctx, unit, targets[0])[0] + words.CONTACT
    models = words.standing(ctx.state, unit)
    mired = any(footing.slowed(ctx, m, ctx.place(m), (ctx.place(m),), "charge", False) for m in models)
    manner = closing.charging(targets)
    open_way = not mired and all(
        contact.closes_in(Draft(ctx, unit, manner, length, through=False), targets) for length in (least, RANGE)
    )
    yield ChargeRoll(unit=unit.id, difficult=not open_way)


def low_dice(asked: Decision) -> tuple[int, ...]:
    """Which dice of the charge that is asked about are worth rolling again, counted from 0."""
    faces = asked.about.get("faces", ())
    return tuple(index for index, face in enumerate(faces if isinstance(faces, tuple) else ()) if int(face) < run.LOW)


def _low_dice(choice: Choice) -> Iterator[Action]:
    """The dice of the charge that show little; the first where none does."""
    yield ChargeAgain(unit=choice.option.model, dice=low_dice(choice.ctx.pending) or (0,))


def _into_contact(choice: Choice) -> Iterator[Action]:
    """Into contact; the charge is given up where the straight way is blocked."""
    ctx, unit, reach, through = choice.ctx, choice.unit, choice.option.limit, DIFFICULT in choice.unit.phase
    targets = [ctx.state.units[key] for key in choice.option.targets]
    jumps = any(words.is_(m, "Jump") for m in words.standing(ctx.state, unit)) and move.PACKS not in unit.turn
    for packs in (True, False) if jumps else (False,):
        draft = Draft(ctx, unit, closing.charging(targets), reach, packs=packs, through=through)
        for moves in contact.charges(draft, targets):
            yield ChargeMove(unit=unit.id, moves=moves, packs=packs)
    yield ChargeMove(unit=unit.id)


MARKS = (
    on_unit(ROLL, "phase", "Its charge range, as rolled.", LENGTH),
    on_unit(DIFFICULT, "phase", "Its charge roll allows for difficult terrain."),
    on_unit(DIFFICULT, "turn", "It charged through difficult terrain."),
)  # fmt: skip


def _rolled_reach(now: Moment) -> str:
    """How far the dice let a charging unit go."""
    return now.cast.length(now.state.pending.value) if now.state.pending else ""


PART = Part(
    asks=(
        QuestionKind(MOVE, targets=1),
        QuestionKind(FLEET, named=True, about={"faces": FACES}),
    ),
    marks=MARKS,
    acts=(
        Act(Charge, charge, _may_charge, phases=("assault",), propose=_nearest_targets,
            told=Phrase("%(unit)s [declares|declare] a charge at %(target)s",
                        "%(unit)s: объявлено нападение, цель — %(target)s")),
        questions.reply(ChargeRoll, roll, ROLL, targets=True, propose=_rolls,
            told=Phrase("%(unit)s [rolls|roll] for the charge", "%(unit)s: бросок дальности нападения")),
        questions.reply(ChargeAgain, roll_again, FLEET, propose=_low_dice,
            told=Phrase("%(unit)s [re-rolls|re-roll] the charge",
                        "%(unit)s: переброс дальности нападения")),
        questions.reply(ChargeMove, charge_move, MOVE, targets=True, limit=True, propose=_into_contact,
            told=going(Phrase("%(unit)s [completes|complete] the charge, %(length)s",
                              "%(unit)s: нападение, до %(length)s"),
                       filled(Phrase("The charge of %(unit)s falls short at %(reach)s",
                                     "%(unit)s: нападение не удалось, выпало %(reach)s"), reach=_rolled_reach))),
    ),
    declines={FLEET: questions.not_chosen},
)  # fmt: skip
