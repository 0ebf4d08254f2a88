"""The Melee Phase: who fights whom, blows by Agility, the combat score, Break tests, pursuit.

A combat is fought from the highest Agility to the lowest (`strikes`). Where a model could strike at more than one
target its owner is asked first; the battle waits for that with the combat half fought, and marks remember how far.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.kernel import asking, direction, regiment
from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Measured, Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.marks import COUNT, TEXTS, UNIT, UNITS, QuestionKind, number, on_model, on_unit
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.state import Decision, Facing, Formation, Number, State, Unit
from rules.kernel.telling import Phrase, Telling
from rules.t9a import (
    combat_score,
    contact,
    danger,
    discipline,
    flight,
    hooks,
    movement,
    ranks,
    returning,
    strikes,
    turn,
    words,
)
from rules.t9a.book import MELEE
from rules.t9a.discipline import Check
from rules.t9a.strikes import Strike

HIT = strikes.HIT
SCORE = combat_score.SCORE
BREAK = "t9a.core.break-test"
STEADFAST = "t9a.core.steadfast"
BROKEN = BREAK
"""On units, for the phase: the enemies that they have broken and may pursue."""
FLED = words.FLEEING
"""On units that broke, for the phase: the direction in which they fled, two numbers."""
PURSUIT = "t9a.core.pursuit"
RESTRAIN = "t9a.core.restrain"
FOUGHT = SCORE
"""On units, for the phase: by how many points it lost its combat, 0 if it did not."""
FOES = "t9a.assumed.combat.units"
"""On units, for the phase: the enemies with which it began its combat."""
BEFORE = HIT
"""On units, for the phase: the Health Points with which it began its combat."""
ORDER = "t9a.assumed.combat.order"
"""On units, for the phase: the last Agility at which its combat has been fought."""
ALLOCATION = strikes.ALLOCATION
"""On units, for the phase: the Agility for which it has been said at whom its models strike."""
CONTACT = "t9a.assumed.combat.contact"
FIRST = 10_000
"""More than any Agility."""
FAR = 1_000_000
"""Farther than any table is wide."""


class Fight(Action, frozen=True, tag="fight"):
    """A combat is fought: that of this unit and of everybody it is engaged with, directly or through others."""

    unit: str


class Aimed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Attacks of a model at one target that it reaches: a unit, for its rank and file, or a character.

    `attacks` 0 are all that are left; `weapon` tells parts of a model apart, and may be left out where it has one.
    """

    model: str
    target: str
    attacks: Number = 0
    weapon: str = ""


class Allocate(Action, frozen=True, tag="allocate"):
    """A unit says at whom its models strike at the present Agility. The others strike the rank and file."""

    unit: str
    attacks: tuple[Aimed, ...] = ()


class Pursue(Action, frozen=True, tag="pursue"):
    """A unit pursues an enemy that it has broken. Declined, it has to pass a test to stay where it is.

    `target` may be left out where only one has broken.
    """

    unit: str
    target: str = ""


# a combat, from the highest Agility to the lowest


def combat(state: State, unit: Unit) -> list[Unit]:
    """The units that fight in one combat, sorted as the battle lists them."""
    found, todo = {unit.id}, [unit]
    while todo:
        for other in words.engaged_with(state, todo.pop()):
            if other.id not in found:
                found.add(other.id)
                todo.append(other)
    return [u for u in state.units.values() if u.id in found]


def objections(ctx: Context, unit: Unit) -> Iterator[Objection]:
    """Why a unit has no combat to fight now."""
    if FOUGHT in unit.phase:
        yield objection(HIT, "{name} has fought in this phase", name=unit.sheet.name)
    if not words.engaged(ctx.state, unit):
        yield objection(HIT, "{name} is not engaged in combat", name=unit.sheet.name)


def fight(ctx: Context, action: Fight) -> None:
    """A combat begins."""
    fits, unit = turn.now(ctx, "melee", "fight"), ctx.unit(action.unit)
    words.formation(unit)
    may = refuse(ctx, objections(ctx, unit))
    if not (fits and may):
        return
    for each in combat(ctx.state, unit):
        foes = tuple(foe.id for foe in words.engaged_with(ctx.state, each))
        words.mark(ctx, each, BEFORE, words.health(ctx.state, each), until="phase")
        words.mark(ctx, each, FOES, foes, until="phase")
        words.mark(ctx, each, ORDER, FIRST, until="phase")
    _go_on(ctx)


def fighting(state: State) -> list[Unit]:
    """The units of the combat that is being fought; those of the active side first."""
    units = [u for u in state.units.values() if BEFORE in u.phase and FOUGHT not in u.phase]
    return sorted(units, key=lambda unit: unit.side != state.turn)


def foes_of(ctx: Context, unit: Unit) -> list[Unit]:
    """The enemies with which a unit began its combat."""
    foes, units = unit.phase.get(FOES), ctx.state.units
    return (
        [units[key] for key in foes if key in units] if isinstance(foes, tuple) else words.engaged_with(ctx.state, unit)
    )


def _go_on(ctx: Context) -> None:
    """Blows at one Agility after the other, until somebody has to say at whom it strikes, or all have struck."""
    while found := _next(ctx):
        agility = found[0].agility
        for unit in fighting(ctx.state):
            if unit.phase.get(ALLOCATION) != agility and _chooses(found, unit):
                ctx.ask(ALLOCATION, unit.side, model=unit.id, targets=_targets(found, unit), value=agility)
                return
        ctx.effects.append(Noted(rule=ORDER, value=agility, text="Agility"))
        with ctx.carrying(agility):
            strikes.struck(ctx, found)
        for unit in fighting(ctx.state):
            words.mark(ctx, unit, ORDER, agility, until="phase")
        _forget(ctx)
    _settle(ctx, fighting(ctx.state))


def _next(ctx: Context) -> list[Strike]:
    """Everything that is struck next: what has the highest Agility below the last."""
    every = [
        strike for unit in fighting(ctx.state) if unit.formation is not None for strike in strikes.strikes(ctx, unit)
        if strike.agility < _last(unit)
    ]  # fmt: skip
    best = max((strike.agility for strike in every), default=0)
    return [strike for strike in every if strike.agility == best]


def _last(unit: Unit) -> int:
    last = unit.phase.get(ORDER, FIRST)
    return last if isinstance(last, int) else FIRST


def _chooses(found: list[Strike], unit: Unit) -> bool:
    return any(strike.model.unit == unit.id and len(strike.targets) > 1 for strike in found)


def _targets(found: list[Strike], unit: Unit) -> tuple[str, ...]:
    """Everything that a unit's models reach."""
    return tuple(dict.fromkeys(key for each in found if each.model.unit == unit.id for key in each.targets))


def _forget(ctx: Context) -> None:
    for unit in fighting(ctx.state):
        for model in ctx.state.models.values():
            if model.unit == unit.id and ALLOCATION in model.phase:
                words.unmark(ctx, model, ALLOCATION, until="phase")


# at whom


def allocate(ctx: Context, action: Allocate) -> None:
    """Remember at whom the models of a unit strike, and go on."""
    unit = ctx.unit(action.unit)
    refuse(ctx, _misaimed(ctx, unit, action.attacks))
    if asking.answered(ctx, ALLOCATION, action.unit, _apart(ctx, unit), "melee") is None:
        return
    lines: dict[str, tuple[str, ...]] = {}
    for each in action.attacks:
        strike = _strike(ctx, unit, each)
        if strike is not None:
            line = strikes.written(strike.weapon.id, each.target, each.attacks)
            lines[each.model] = (*lines.get(each.model, ()), line)
    for key, division in lines.items():
        words.mark(ctx, ctx.model(key), ALLOCATION, division, until="phase")
    _allocated(ctx, unit)


def _apart(ctx: Context, unit: Unit) -> Iterator[Objection]:
    """Why nobody asks a unit at whom it strikes."""
    if not words.engaged(ctx.state, unit):
        yield objection(ALLOCATION, "{name} is not engaged in combat", name=unit.sheet.name)


def _allocated(ctx: Context, unit: Unit) -> None:
    found = _next(ctx)
    if found:
        words.mark(ctx, unit, ALLOCATION, found[0].agility, until="phase")
    _go_on(ctx)


def _misaimed(ctx: Context, unit: Unit, attacks: tuple[Aimed, ...]) -> Iterator[Objection]:
    """Why attacks cannot be divided so."""
    spent: dict[tuple[str, str], int] = {}
    for each in attacks:
        model, strike = ctx.model(each.model, "$.action.attacks"), _strike(ctx, unit, each)
        if strike is None:
            yield objection(ORDER, "{name} does not strike now", name=model.sheet.name)
            continue
        if each.target not in strike.targets:
            yield objection(ALLOCATION, "{name} is not in base contact with that target", name=model.sheet.name)
        key = (each.model, strike.weapon.id)
        spent[key] = spent.get(key, 0) + max(each.attacks, 1)
        if each.attacks < 0 or spent[key] > strike.attacks:
            yield objection(ALLOCATION, "{spent} attacks of {name}, it has {most}", name=model.sheet.name,
                            spent=spent[key], most=strike.attacks)  # fmt: skip


def _strike(ctx: Context, unit: Unit, aimed: Aimed) -> Strike | None:
    """What is meant: the strike of that model, and of that weapon if one is named."""
    own = (s for s in _next(ctx) if s.model.unit == unit.id and s.model.id == aimed.model)
    return next((s for s in own if aimed.weapon in ("", s.weapon.id)), None)


def _usual(ctx: Context, asked: Decision, action: Action) -> None:
    """Every model strikes its usual target."""
    ctx.answered(asked.clause)
    _allocated(ctx, ctx.unit(asked.model))


# the score and the Break tests


def _settle(ctx: Context, units: list[Unit]) -> None:
    """The scores of both sides; every unit of the losing side has to take a Break test."""
    lost = {unit.id: _lost(ctx, unit) for unit in units}
    totals = combat_score.totals(ctx, units, lost, {unit.id: foes_of(ctx, unit) for unit in units})
    best = max(totals.values())
    for unit in units:
        behind = best - totals[unit.side]
        words.mark(ctx, unit, FOUGHT, behind, until="phase")
        if behind and unit.formation is not None:
            discipline.due(ctx, unit, BREAK)
    for unit in units:
        _keep_contact(ctx, unit)


def _lost(ctx: Context, unit: Unit) -> int:
    """The Health Points that a unit has lost in its combat."""
    left = words.health(ctx.state, unit)
    began = unit.phase.get(BEFORE, left)
    return began - left if isinstance(began, int) else 0


def _left(ctx: Context, unit: Unit) -> list[Unit]:
    """The enemies with which a unit began its combat and that have not fled or been destroyed."""
    return [foe for foe in foes_of(ctx, unit) if foe.formation is not None and not words.fleeing(foe)]


def _penalty(ctx: Context, unit: Unit) -> Modifiers:
    """The difference of the scores, unless the unit is Steadfast or a rule lets it ignore that."""
    behind = unit.phase.get(FOUGHT, 0)
    assert isinstance(behind, int)
    ignoring = _ignores(ctx, unit)
    return ((ignoring, 0),) if ignoring else ((SCORE, -behind),)


def _ignores(ctx: Context, unit: Unit) -> str:
    foes, deep = _left(ctx, unit), ranks.full(ctx, unit)
    if foes and all(deep > ranks.full(ctx, foe) for foe in foes):
        return STEADFAST
    return str(ctx.value(hooks.BREAK, "", unit=unit))


def _broke(ctx: Context, unit: Unit, passed: bool) -> None:
    if passed:
        return
    winners = _left(ctx, unit)
    for winner in winners:
        words.mark(ctx, winner, BROKEN, (*_broken(winner), unit.id), until="phase")
    foe = min(winners, key=lambda w: words.apart(unit, w)) if winners else None
    away = flight.away_from(unit, foe) if foe else None
    if away is not None:
        words.mark(ctx, unit, FLED, tuple(str(each) for each in away), until="phase", rule=BREAK)
    flight.begin(ctx, unit, "broken", BREAK, away)


def _broken(winner: Unit) -> tuple[str, ...]:
    """The enemies that a unit has broken and may pursue."""
    found = winner.phase.get(BROKEN, ())
    return found if isinstance(found, tuple) else ()


# contact after losses


def _keep_contact(ctx: Context, unit: Unit) -> None:
    """Where two have lost contact through losses, the one that lost more shifts along its front, or else the other."""
    for foe in _left(ctx, unit):
        if unit.formation is None or regiment.contact(words.boundary(unit), words.boundary(foe)):
            continue
        for mover, other in sorted(((unit, foe), (foe, unit)), key=lambda pair: -_lost(ctx, pair[0])):
            after = next(contact.shifts(ctx, mover, other), None)
            if after is not None:
                words.form(ctx, mover, after, CONTACT)
                break


# pursuit


def settle(ctx: Context) -> bool:
    """When all tests are taken and all flights made, each winner is asked whether it pursues."""
    return _ask_pursuit(ctx) or turn.settle_phase(ctx)


def _ask_pursuit(ctx: Context) -> bool:
    for unit in words.on_table(ctx.state):
        targets = tuple(key for key in _broken(unit) if key in ctx.state.units)
        if targets:
            words.unmark(ctx, unit, BROKEN, until="phase")
            if words.shaken(unit):
                ctx.effects.append(Noted(rule=words.SHAKEN, model=unit.id, text="a Shaken unit does not pursue"))
            elif unit.formation is not None and not words.engaged(ctx.state, unit) and not words.fleeing(unit):
                ctx.ask(PURSUIT, unit.side, model=unit.id, targets=targets)
                return True
    return False


def pursue(ctx: Context, action: Pursue) -> None:
    """A pursuit: an enemy that got no farther is destroyed; the pursuer goes the whole way."""
    pending = ctx.state.pending
    if pending is not None and pending.clause == PURSUIT:
        fits = action.target in pending.targets or (not action.target and len(pending.targets) == 1)
        ctx.require(fits, PURSUIT, "one of the units that it has broken is pursued: {targets}",
                    targets=", ".join(pending.targets))  # fmt: skip
    asked = asking.answered(ctx, PURSUIT, action.unit, _stays(ctx, ctx.unit(action.unit)), "melee")
    if asked is not None:
        _pursues(ctx, ctx.unit(asked.model), ctx.unit(action.target or asked.targets[0]))


def _stays(ctx: Context, unit: Unit) -> Iterator[Objection]:
    """Why nobody asks a unit whether it pursues."""
    name = unit.sheet.name
    yield from words.disordered(unit)
    if words.engaged(ctx.state, unit):
        yield objection(PURSUIT, "{name} is still engaged in combat", name=name)
    if not _broken(unit):
        yield objection(PURSUIT, "no enemy that {name} fought flees from it", name=name)


def _pursues(ctx: Context, unit: Unit, target: Unit) -> None:
    fled = target.turn.get(flight.DISTANCE, 0)
    assert isinstance(fled, int)
    length = discipline.two_dice(ctx, PURSUIT, unit).total * INCH
    ctx.effects.append(Measured(rule=flight.DISTANCE, model=target.id, fact="fled", value=fled))
    before = words.formation(unit)
    facing = _after(unit, target)
    if length >= fled and words.alive(ctx.state, target):
        flight.caught(ctx, target, PURSUIT)
    if returning.leaves(ctx, unit, facing, length):
        return
    after = _chase(ctx, unit, facing, length)
    words.form(ctx, unit, after, PURSUIT)
    danger.tests(ctx, unit, before, after, "pursuit", False)


def _after(unit: Unit, target: Unit) -> Facing:
    """The direction of a pursuit: to where the enemy is, or as it fled if it is gone."""
    if target.formation is not None:
        return direction.scaled(flight.away_from(target, unit), regiment.LENGTH)
    way = target.phase.get(FLED)
    if isinstance(way, tuple) and len(way) == 2 and all(each.lstrip("-").isdecimal() for each in way):
        gone = int(way[0]), int(way[1])
        return direction.scaled(gone, regiment.LENGTH) if gone != (0, 0) else words.formation(unit).facing
    return words.formation(unit).facing


def _chase(ctx: Context, unit: Unit, facing: tuple[int, int], length: int) -> Formation:
    """As far as there is room, up to the length rolled."""
    stands = words.formation(unit)
    turned = regiment.reformed(stands, facing, stands.files, stands.stands)
    for each in range(length, 0, -10):
        after = regiment.forward(turned, each)
        if movement.room(ctx, unit, turned, after):
            return after
    return stands


def _restrains(ctx: Context, asked: Decision, action: Action) -> None:
    """A unit that does not want to pursue tests whether it can hold itself back."""
    ctx.answered(asked.clause)
    unit = ctx.unit(asked.model)
    near = min(asked.targets, key=lambda key: _gap(ctx, unit, key))
    words.mark(ctx, unit, RESTRAIN, near, until="phase")
    check = discipline.check_of(ctx, RESTRAIN)
    assert check is not None
    discipline.ask(ctx, unit, check)


def _gap(ctx: Context, unit: Unit, key: str) -> int:
    target = ctx.state.units[key]
    return words.apart(unit, target) if target.formation is not None else FAR


def _held(ctx: Context, unit: Unit, passed: bool) -> None:
    target = str(unit.phase.get(RESTRAIN, ""))
    words.unmark(ctx, unit, RESTRAIN, until="phase")
    if not passed and target:
        _pursues(ctx, unit, ctx.unit(target))


def _may_fight(ctx: Context) -> Iterator[Option]:
    if ctx.state.step == "fight":
        seen: set[str] = set()
        for unit in words.on_table(ctx.state):
            if unit.id not in seen and nothing(objections(ctx, unit)):
                seen |= {each.id for each in combat(ctx.state, unit)}
                yield Option(ctx.state.to_act, "fight", unit.id, clause=HIT)


@MELEE.at(hooks.MAY_END)
def _unfought(ctx: Context, barred: str, **_: object) -> str:
    """Every combat has to be fought."""
    if (ctx.state.phase, ctx.state.step) != ("melee", "fight"):
        return barred
    left = any(FOUGHT not in u.phase and words.engaged(ctx.state, u) for u in words.on_table(ctx.state))
    return barred or (HIT if left else "")


def _allocates(choice: Choice) -> Iterator[Action]:
    """A third of the models that reach a character strike at it."""
    unit, found = choice.unit, _next(choice.ctx)
    able = [s for s in found if s.model.unit == unit.id and len(s.targets) > 1 and not choice.dice.below(3)]
    yield Allocate(unit=unit.id, attacks=tuple(Aimed(s.model.id, s.targets[-1], weapon=s.weapon.id) for s in able))
    yield Allocate(unit=unit.id)


PART = Part(
    acts=(
        Act(Fight, fight, _may_fight, phases=("melee",),
            told=Phrase("The combat of %(unit)s", "Ближний бой: %(unit)s")),
        asking.reply(Allocate, allocate, ALLOCATION, targets=True, propose=_allocates,
            told=Phrase("%(unit)s [strikes|strike] at whom the player chooses", "%(unit)s: удары по выбору игрока")),
        asking.reply(Pursue, pursue, PURSUIT, targets=True,
            told=Phrase("%(unit)s [pursues|pursue]", "%(unit)s: преследование")),
    ),
    brings=(Check(BREAK, _broke, penalty=_penalty), Check(RESTRAIN, _held)),
    declines={PURSUIT: _restrains, ALLOCATION: _usual},
    settles={"melee": settle},
    telling=Telling(
        marks={FOUGHT: Phrase("%(holder)s [has|have] fought", "%(holder)s: бой завершён")},
        questions={
            BREAK: Phrase("%(side)s: %(model)s takes a Break test next",
                          "%(side)s: %(model)s, тест на стойкость в бою"),
            RESTRAIN: Phrase("%(side)s: %(model)s tests whether it can hold back",
                             "%(side)s: %(model)s, тест на удержание от преследования"),
            ALLOCATION: Phrase("%(side)s: at whom do the models of %(model)s strike?",
                               "%(side)s: %(model)s, кого бить?"),
            PURSUIT: Phrase("%(side)s: does %(model)s pursue?", "%(side)s: преследует ли %(model)s?"),
        },
    ),
    marks=(
        on_unit(BEFORE, "phase", "The Health Points with which it began its combat.", COUNT),
        on_unit(FOES, "phase", "The enemies with which it began its combat.", UNITS),
        on_unit(ORDER, "phase", "The last Agility at which its combat has been fought.", number(0, FIRST)),
        on_unit(ALLOCATION, "phase", "The Agility for which it has been said at whom its models strike.",
                number(0, FIRST)),
        on_model(ALLOCATION, "phase", "Its attacks at the present Agility: weapon, target and number.", TEXTS),
        on_unit(FOUGHT, "phase", "By how many points it lost its combat, 0 if it did not.", COUNT),
        on_unit(BROKEN, "phase", "The enemies that it has broken and may pursue.", UNITS),
        on_unit(FLED, "phase", "The direction in which it fled: two numbers.", TEXTS),
        on_unit(RESTRAIN, "phase", "The enemy that it would rather not pursue.", UNIT),
    ),
    asks=(
        QuestionKind(PURSUIT, targets=1, named=True), QuestionKind(ALLOCATION, targets=1, named=True),
    ),
)  # fmt: skip
