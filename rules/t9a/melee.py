"""The Melee Phase: who fights whom, blows by Agility, the combat score, Break tests, pursuit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules.kernel import asking, regiment
from rules.kernel.context import Context, Modifiers
from rules.kernel.dice import Needs
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.part import Act, Option, Part
from rules.kernel.sheet import Weapon
from rules.kernel.state import Decision, Formation, Model, State, Unit
from rules.kernel.telling import Phrase
from rules.t9a import danger, discipline, flight, hooks, movement, ranks, returning, shooting, turn, words
from rules.t9a.book import MELEE
from rules.t9a.discipline import Check

HIT = "t9a.core.melee-to-hit"
SCORE = "t9a.core.combat-score"
BREAK = "t9a.core.break-test"
STEADFAST = "t9a.core.steadfast"
PURSUIT = "t9a.core.pursuit"
RESTRAIN = "t9a.core.restrain"
FOUGHT = SCORE
"""On units, for the phase: by how many points it lost its combat, 0 if it did not."""
MOST_RANKS = 3


class Fight(Action, frozen=True, tag="fight"):
    """A combat is fought: that of this unit and of everybody it is engaged with, directly or through others."""

    unit: str


class Pursue(Action, frozen=True, tag="pursue"):
    """A unit pursues the enemy that it has broken. Declined, it has to pass a test to stay where it is."""

    unit: str


class Blow(NamedTuple):
    """Attacks of some models of a unit with one weapon against one enemy unit."""

    unit: Unit
    target: Unit
    weapon: Weapon
    models: tuple[Model, ...]
    agility: int


def combat(state: State, unit: Unit) -> list[Unit]:
    """The units that fight in one combat, sorted as the battle lists them."""
    found, todo = {unit.id}, [unit]
    while todo:
        for other in words.engaged_with(state, todo.pop()):
            if other.id not in found:
                found.add(other.id)
                todo.append(other)
    return [u for u in state.units.values() if u.id in found]


def fight(ctx: Context, action: Fight) -> None:
    """All blows of a combat, then its score."""
    if not turn.on_turn(ctx) or not turn.in_step(ctx, "melee", "fight"):
        return
    unit = ctx.unit(action.unit)
    words.formation(unit)
    ready = words.engaged(ctx.state, unit) and FOUGHT not in unit.phase
    if not ctx.require(ready, HIT, "{name} has no combat to fight now", name=unit.sheet.name):
        return
    units = combat(ctx.state, unit)
    before = {each.id: words.health(ctx.state, each) for each in units}
    bonus = {each.id: _standing_bonus(ctx, each) for each in units}
    _blows(ctx, units)
    _settle(ctx, units, before, bonus)


def _blows(ctx: Context, units: list[Unit]) -> None:
    """Blows by Agility, the highest first; those of the same Agility are struck at the same time."""
    every = [blow for unit in units for blow in blows_of(ctx, unit)]
    for agility in sorted({blow.agility for blow in every}, reverse=True):
        now = [blow for blow in every if blow.agility == agility]
        alive = [blow._replace(models=tuple(m for m in blow.models if not m.out)) for blow in now]
        for blow in alive:
            if blow.models and words.alive(ctx.state, blow.target):
                _struck(ctx, blow)


def blows_of(ctx: Context, unit: Unit) -> Iterator[Blow]:
    """The blows of a unit: of every model in base contact, and one attack of each behind such a model."""
    stands = words.formation(unit)
    foes = words.engaged_with(ctx.state, unit)
    fighting: dict[str, Unit] = {}
    for foe in foes:
        for key in regiment.touching(stands, words.boundary(foe)):
            fighting.setdefault(key, foe)
    groups: dict[tuple[str, str, int], list[Model]] = {}
    for key, foe in fighting.items():
        model = ctx.state.models[key]
        for weapon in arms(model):
            groups.setdefault((foe.id, weapon.id, agility(model, weapon)), []).append(model)
    for (foe_id, weapon_id, quick), models in groups.items():
        weapon = next(w for w in arms(models[0]) if w.id == weapon_id)
        yield Blow(unit, ctx.state.units[foe_id], weapon, tuple(models), quick)


PLAIN = Weapon("hand", "Hand weapon", {})


def arms(model: Model) -> tuple[Weapon, ...]:
    """What a model strikes with: the parts of it that attack, each with its own weapon."""
    return tuple(w for w in model.sheet.weapons if not w.profile.get("Range")) or (PLAIN,)


def _of(model: Model, weapon: Weapon, name: str) -> int:
    value = weapon.profile.get(name)
    return value if isinstance(value, int) else words.printed(model, name)


def agility(model: Model, weapon: Weapon) -> int:
    """The Agility with which a model strikes with a weapon."""
    return _of(model, weapon, "Agi")


def needed(offence: int, defence: int) -> int:
    """What a die needs to hit in close combat."""
    gap = offence - defence
    return 2 if gap >= 4 else 3 if gap >= 1 else 4 if gap >= -3 else 5 if gap >= -7 else 6


def _struck(ctx: Context, blow: Blow) -> None:
    attacker, victim = blow.models[0], words.rank_and_file(ctx.state, blow.target)[0]
    attacks = sum(_of(m, blow.weapon, "Att") for m in blow.models)
    if not attacks:
        return
    modifiers: Modifiers = ctx.value(hooks.TO_HIT, (), attacker=attacker, target=victim)
    value = needed(_of(attacker, blow.weapon, "Off"), words.printed(victim, "Def"))
    rolled = ctx.roll(
        HIT, blow.unit.side, attacks, needed=Needs(value, natural_pass=6), modifiers=modifiers, model=attacker.id,
        target=blow.target.id,
    )  # fmt: skip
    strong, piercing = _of(attacker, blow.weapon, "Str"), _of(attacker, blow.weapon, "AP")
    shooting.harm(ctx, blow.unit, blow.target, sum(rolled.passed), strong, piercing, HIT)


# the score


def _standing_bonus(ctx: Context, unit: Unit) -> tuple[tuple[str, int], ...]:
    """What a unit adds to the score of its side: its charge, its ranks, its standards, the side it attacks from."""
    found = [("charge", int(words.CHARGING in unit.turn))]
    ranked = min(MOST_RANKS, max(0, ranks.full(ctx, unit) - 1))
    found.append(("ranks", ranked))
    members = ctx.state.members(unit.id)
    found.append(("standard", int(any(words.is_(m, "Standard Bearer") for m in members))))
    found.append(("battle standard", int(any(words.is_(m, "Battle Standard Bearer") for m in members))))
    arcs = {"front": 0, "left": 1, "right": 1, "rear": 2}
    best = 0
    for foe in words.engaged_with(ctx.state, unit):
        arc = regiment.arc(words.formation(foe), _front(unit))
        best = max(best, arcs[arc] + int(arc != "front" and ranks.full(ctx, unit) > 0))
    found.append(("flank or rear", best))
    return tuple(each for each in found if each[1])


def _front(unit: Unit) -> tuple[int, int]:
    stands = words.formation(unit)
    left, right, _ = regiment.frame(stands)
    return regiment.point(stands, (left + right) // 2, 0)


def _settle(ctx: Context, units: list[Unit], before: dict[str, int], bonus: dict[str, Any]) -> None:
    """The scores of both sides; every unit of the losing side has to take a Break test."""
    totals = dict.fromkeys(ctx.state.sides, 0)
    for unit in units:
        totals[ctx.state.enemy(unit.side)] += before[unit.id] - words.health(ctx.state, unit)
        for what, amount in bonus[unit.id] if words.alive(ctx.state, unit) else ():
            totals[unit.side] += amount
            ctx.effects.append(Noted(rule=SCORE, model=unit.id, value=amount, text=what))
    for side, total in totals.items():
        ctx.effects.append(Noted(rule=SCORE, model="", target=side, value=total, text="combat score"))
    best = max(totals.values())
    for unit in units:
        if words.alive(ctx.state, unit):
            behind = best - totals[unit.side]
            words.mark(ctx, unit, FOUGHT, behind, until="phase")
            if behind and words.engaged(ctx.state, unit):
                discipline.due(ctx, unit, BREAK)


def _penalty(ctx: Context, unit: Unit) -> Modifiers:
    """The difference of the scores, unless the unit is Steadfast or a rule lets it ignore that."""
    behind = unit.phase.get(FOUGHT, 0)
    assert isinstance(behind, int)
    return () if _ignores(ctx, unit) else ((SCORE, -behind),)


def _ignores(ctx: Context, unit: Unit) -> str:
    foes = words.engaged_with(ctx.state, unit)
    deep = ranks.full(ctx, unit)
    if foes and all(deep > ranks.full(ctx, foe) for foe in foes):
        return STEADFAST
    return str(ctx.value(hooks.BREAK, "", unit=unit))


def _broke(ctx: Context, unit: Unit, passed: bool) -> None:
    if passed:
        return
    winners = words.engaged_with(ctx.state, unit)
    for winner in winners:
        words.mark(ctx, winner, PURSUIT, unit.id, until="phase", rule=BREAK)
    foe = min(winners, key=lambda w: words.apart(unit, w)) if winners else None
    flight.begin(ctx, unit, "broken", BREAK, flight.away_from(unit, foe) if foe else None)


# pursuit


def settle(ctx: Context) -> bool:
    """When all tests are taken and all flights made, each winner is asked whether it pursues."""
    return _ask_pursuit(ctx) or turn.settle_phase(ctx)


def _ask_pursuit(ctx: Context) -> bool:
    for unit in words.on_table(ctx.state):
        if PURSUIT in unit.phase:
            target = str(unit.phase[PURSUIT])
            words.unmark(ctx, unit, PURSUIT, until="phase")
            if not (words.engaged(ctx.state, unit) or words.fleeing(unit) or words.shaken(unit)):
                ctx.ask(PURSUIT, unit.side, model=unit.id, targets=(target,))
                return True
    return False


def pursue(ctx: Context, action: Pursue) -> None:
    """A pursuit: an enemy that got no farther is destroyed; the pursuer goes the whole way."""
    asked = asking.answered(ctx, PURSUIT, action.unit)
    if asked is not None:
        _pursues(ctx, ctx.unit(asked.model), ctx.unit(asked.targets[0]))


def _pursues(ctx: Context, unit: Unit, target: Unit) -> None:
    fled = target.turn.get(flight.DISTANCE, 0)
    assert isinstance(fled, int)
    length = discipline.two_dice(ctx, PURSUIT, unit).total * INCH
    if length >= fled and words.alive(ctx.state, target):
        flight.caught(ctx, target, PURSUIT)
    before = words.formation(unit)
    goal = target.formation
    facing = flight.away_from(target, unit) if goal else before.facing
    if returning.leaves(ctx, unit, facing, length):
        return
    after = _chase(ctx, unit, facing, length)
    words.form(ctx, unit, after, PURSUIT)
    danger.tests(ctx, unit, before, after, "pursuit", False)


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
    words.mark(ctx, unit, RESTRAIN, asked.targets[0], until="phase")
    check = discipline.check_of(ctx, RESTRAIN)
    assert check is not None
    discipline.ask(ctx, unit, check)


def _held(ctx: Context, unit: Unit, passed: bool) -> None:
    target = str(unit.phase.get(RESTRAIN, ""))
    words.unmark(ctx, unit, RESTRAIN, until="phase")
    if not passed and target:
        _pursues(ctx, unit, ctx.unit(target))


def _may_fight(ctx: Context) -> Iterator[Option]:
    if ctx.state.step == "fight":
        seen: set[str] = set()
        for unit in words.on_table(ctx.state):
            if unit.id not in seen and FOUGHT not in unit.phase and words.engaged(ctx.state, unit):
                seen |= {each.id for each in combat(ctx.state, unit)}
                yield Option(ctx.state.to_act, "fight", unit.id, clause=HIT)


@MELEE.at(hooks.MAY_END)
def _unfought(ctx: Context, barred: str, **_: object) -> str:
    """Every combat has to be fought."""
    if (ctx.state.phase, ctx.state.step) != ("melee", "fight"):
        return barred
    left = any(FOUGHT not in u.phase and words.engaged(ctx.state, u) for u in words.on_table(ctx.state))
    return barred or (HIT if left else "")


PART = Part(
    acts=(
        Act(Fight, fight, _may_fight, phases=("melee",),
            told=Phrase("A combat: %(unit)s", "Рукопашная: %(unit)s")),
        asking.reply(Pursue, pursue, PURSUIT, targets=True,
            told=Phrase("%(unit)s pursues", "%(unit)s преследует")),
    ),
    brings=(Check(BREAK, _broke, penalty=_penalty), Check(RESTRAIN, _held)),
    declines={PURSUIT: _restrains},
    settles={"melee": settle},
)  # fmt: skip
