"""The Fight phase: who fights, pile in, melee attacks, consolidation (document lines 651-758)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.kernel import geometry
from rules.kernel.actions import Modifier
from rules.kernel.context import Context
from rules.kernel.effects import Answered, Marked, Measured, Noted, Turned, Unmarked
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import (
    Act,
    Choice,
    Condition,
    Objections,
    Option,
    Part,
    demand,
    fulfilled,
    objection,
    refuse,
    unread,
)
from rules.kernel.rule import Hook
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Point, State
from rules.kernel.telling import Phrase, either
from rules.kt import hit, move, paths, words, wound
from rules.kt.shoot import Count, attacking, weapon_of
from rules.kt.sight import DECLARED
from rules.kt.words import ENGAGED
from rules.kt.wound import Strike, amount_of, wound_all

ATTACKS = Hook("attacks", ("attacker",))
WEAPON_ATTACKS = Hook("weapon-attacks", ("attacker", "weapon"))
FOUGHT = Hook("fought", ("fighter",))
"""After a model has fought and consolidated, before the other side picks."""

PILE_IN = 3 * INCH
IMPROVISED = Weapon("improvised", "Improvised weapon", {"range": 0, "type": "Melee", "S": "User", "AP": 0, "D": 1})


class Blow(msgspec.Struct, frozen=True):
    """Attacks with one weapon on one target; `improvised` is a weapon every model has.

    One blow may leave `attacks` at 0: it makes all the attacks the others do not, even if A is random.
    """

    weapon: str
    target: str
    attacks: Count = 0


class Fight(Action, frozen=True, tag="fight"):
    """A model fights: it may pile in, then makes its attacks, if it can reach any target.

    Without a map, `unseen` and `across` name the targets it does not see and those with terrain in between.
    """

    model: str
    pile_in: tuple[Point, ...] = ()
    blows: tuple[Blow, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    unseen: tuple[str, ...] = ()
    across: tuple[str, ...] = ()


class Consolidate(Action, frozen=True, tag="consolidate"):
    """After its attacks the model moves up to 3", ending closer to the closest enemy."""

    path: tuple[Point, ...]


def fight(ctx: Context, action: Fight) -> None:
    """Pile in and attack."""
    words.in_phase(ctx, "fight")
    words.on_turn(ctx, "kt.fight.alternate")
    model = words.own(ctx, action.model)
    name = model.sheet.name
    demand(ctx, (NOT_FOUGHT,), model, name=name)
    active = ctx.state.active
    due = ctx.require(active in ("", model.id), words.TURN, "{other} fights first", other=_name(ctx.state, active))
    if not (active and due):
        demand(ctx, (CHARGERS_FIRST,), ctx.state, model, name=name)
    demand(ctx, (ELIGIBLE,), ctx.state, model, name=name)
    refuse(ctx, _said_in_vain(ctx.state, action))
    if action.pile_in:
        towards_closest(ctx, model, action.pile_in, "kt.fight.pile-in")
    too_late(ctx)
    ctx.emit(Marked(rule=words.FOUGHT, on=model.id, key=words.FOUGHT, until="phase"))
    if model.out:
        _done(ctx, model)
        return
    if not action.blows:
        none = not [m for m in ctx.state.alive(ctx.state.enemy(model.side)) if may_strike(ctx.state, model, m)]
        ctx.effects.append(Noted(rule="kt.fight.no-target" if none else "kt.gap.pass", model=model.id))
        _done(ctx, model)
        return
    _attack(ctx, model, action)
    ctx.ask("kt.fight.consolidate", ctx.by, model=model.id)


def _said_in_vain(state: State, action: Fight) -> Objections:
    """Objections to what is said of attacks that are not made, and of lines that a map measures."""
    if not action.blows:
        said = ("modifiers", "unseen", "across")
        yield from unread("kt.fight.attacks-number", action, said, "no attack is declared")
    if state.table.mapped:
        yield from unread("table.fact", action, ("unseen",), "this table has a map, and lines are measured")
    targets = [blow.target for blow in action.blows]
    for field in ("unseen", "across"):
        for key in (key for key in getattr(action, field) if key not in targets):
            yield objection("table.fact", "{field}: {key!r} is not attacked", field=field, key=key)


NOT_FOUGHT = Condition(words.FOUGHT, "{name} has fought this phase", lambda model: words.FOUGHT not in model.phase)
CHARGERS_FIRST = Condition(
    "kt.fight.section-hammer",
    "models that charged fight first, and {name} did not",
    lambda state, model: state.step != "hammer" or words.CHARGED in model.round,
)
ELIGIBLE = Condition(
    "kt.fight.eligible",
    '{name} neither charged nor was charged, and no enemy is within 1"',
    lambda state, model: words.CHARGED in model.round or words.CHARGED_BY in model.round or words.engaged(state, model),
)


def able(state: State, model: Model) -> bool:
    """Whether a model may still fight this phase: it charged, was charged, or is within 1" of an enemy."""
    held = not model.out and model.at is not None and not words.shaken(model)
    return held and bool(NOT_FOUGHT.holds(model)) and fulfilled((ELIGIBLE,), state, model)


def may_fight(state: State, model: Model) -> bool:
    """Whether a model may be chosen in the current section of the Fight phase."""
    return fulfilled((CHARGERS_FIRST,), state, model) and able(state, model)


def _name(state: State, key: str) -> str:
    return state.models[key].sheet.name if key else ""


def _done(ctx: Context, model: Model) -> None:
    """A model has fought."""
    ctx.fire(FOUGHT, fighter=model)
    pass_turn(ctx, words.TURN, model.side)


def pass_turn(ctx: Context, rule: str, side: str) -> None:
    """The other side picks next; after a fight out of turn, the side that would have picked anyway."""
    state = ctx.state
    after = state.models[state.active].phase.get(words.TURN) if state.active else None
    to = after if isinstance(after, str) and after in state.sides else state.enemy(side)
    ctx.emit(Turned(rule=rule, to=to, step=state.step))


def too_late(ctx: Context) -> None:
    """Another model is chosen: it is too late for anything played right after a fight."""
    for side in ctx.state.sides.values():
        if words.TURN in side.phase:
            ctx.emit(Unmarked(rule=words.TURN, on=side.id, key=words.TURN, until="phase"))


def towards_closest(ctx: Context, model: Model, path: tuple[Point, ...], rule: str) -> None:
    """Move up to 3", ending closer to the enemy that was closest before."""
    enemies = ctx.state.alive(ctx.state.enemy(model.side))
    if not ctx.require(enemies, rule, "there is no enemy left to move towards"):
        return
    before = min(geometry.distance(model, m) for m in enemies)
    closest = [m for m in enemies if geometry.distance(model, m) == before]
    move.walk(ctx, model, path, PILE_IN, rule)
    after = min(geometry.distance(model, m) for m in closest)
    ctx.require(
        after < before,
        rule,
        "{name} ends {after} from the closest enemy and was {before} away",
        name=model.sheet.name,
        after=show(after),
        before=show(before),
    )


def consolidate(ctx: Context, action: Consolidate) -> None:
    """Move after the attacks, or stay with an empty path."""
    pending = words.asked(ctx, "kt.fight.consolidate", "fight", "no model of this side has just fought")
    if pending is None:
        return
    model = words.own(ctx, pending.model)
    if action.path:
        towards_closest(ctx, model, action.path, "kt.fight.consolidate")
    ctx.emit(Answered(rule="kt.fight.consolidate"))
    _done(ctx, model)


# attacks


def may_strike(state: State, model: Model, target: Model) -> bool:
    """Whether a model may attack a target: within 1", and after a charge only the targets of that charge."""
    if target.out or target.at is None or geometry.distance(model, target) > ENGAGED:
        return False
    return target.id in allowed_by_charge(model, state) if words.CHARGED in model.round else True


def allowed_by_charge(model: Model, state: State) -> set[str]:
    """Models a charger may attack: those it charged, and those that charged it."""
    named = model.round.get(words.CHARGE_TRIED, ())
    own_targets = set(named) if isinstance(named, tuple) else set()
    return own_targets | {
        m.id
        for m in state.models.values()
        if isinstance(targets := m.round.get(words.CHARGE_TRIED, ()), tuple) and model.id in targets
    }


def _attack(ctx: Context, model: Model, action: Fight) -> None:
    """All hit rolls, then extra attacks, then all wound rolls, then the saves blow by blow."""
    total = amount_of(ctx, model.sheet.profile.get("A", 0), "kt.fight.attacks-number", model.side, model.id)
    total = int(ctx.value(ATTACKS, total, attacker=model))
    strikes = [_aim(ctx, model, action, index) for index in range(len(action.blows))]
    counts = _allot(ctx, model, action.blows, strikes, total)
    extra = [hit.strike_at(ctx, strike, count) for strike, count in zip(strikes, counts, strict=True)]
    for strike, more in zip(strikes, extra, strict=True):
        hit.strike_at(ctx, strike, more)
    with ctx.carrying():
        wound_all(ctx, strikes)


def _allot(ctx: Context, model: Model, blows: tuple[Blow, ...], strikes: list[Strike], total: int) -> list[int]:
    """How many attacks each blow makes. A model may make fewer than A; the record then says how many it left out."""
    pairs = {(blow.weapon, blow.target) for blow in blows}
    ctx.require(len(pairs) == len(blows), "kt.fight.split", "a weapon and a target are named together once")
    counts = [max(0, blow.attacks) for blow in blows]
    left = _left(ctx, model, strikes, counts, total)
    ctx.require(
        left >= 0,
        "kt.fight.split",
        "{name} has {most} attacks; {made} were declared",
        name=model.sheet.name,
        most=total,
        made=total - left,
    )
    rest = [index for index, count in enumerate(counts) if not count]
    ctx.require(len(rest) < 2, "kt.fight.split", "only one blow can take the remaining attacks")
    if rest:
        own = strikes[rest[0]].weapon
        unused = _added(ctx, model, own) - sum(n for s, n in zip(strikes, counts, strict=True) if s.weapon.id == own.id)
        counts[rest[0]] = max(0, left) + max(0, unused)
        ctx.require(counts[rest[0]], "kt.fight.split", "each target gets at least one attack")
    elif left > 0:
        ctx.effects.append(Noted(rule="kt.fight.attacks-number", model=model.id, value=left, text="not made"))
    return counts


def _left(ctx: Context, model: Model, strikes: list[Strike], counts: list[int], total: int) -> int:
    """Attacks of the model's A not yet allotted. A weapon's bonus attacks are made with that weapon and use up none."""
    for weapon in {strike.weapon.id: strike.weapon for strike in strikes}.values():
        made = sum(n for s, n in zip(strikes, counts, strict=True) if s.weapon.id == weapon.id)
        total -= max(0, made - _added(ctx, model, weapon))
    return total


def _added(ctx: Context, model: Model, weapon: Weapon) -> int:
    return int(ctx.value(WEAPON_ATTACKS, 0, attacker=model, weapon=weapon))


def _aim(ctx: Context, model: Model, action: Fight, index: int) -> Strike:
    """Check that a blow is allowed and take its measurements."""
    blow, path = action.blows[index], f"$.action.blows[{index}]"
    weapon = IMPROVISED if blow.weapon == IMPROVISED.id else weapon_of(ctx, model, blow.weapon, path)
    ctx.require(
        weapon.profile.get("type") == "Melee", "kt.fight.weapon", "{weapon} is not a melee weapon", weapon=weapon.name
    )
    target = words.target_of(ctx, blow.target, f"{path}.target")
    reach, name = geometry.distance(model, target), target.sheet.name
    ctx.require(
        reach <= ENGAGED,
        "kt.fight.target",
        '{target} is {reach} away; melee reaches 1"',
        target=name,
        reach=show(reach),
    )
    seen = (
        geometry.sight(ctx.state, model, target).visible if ctx.state.table.mapped else target.id not in action.unseen
    )
    ctx.require(seen, "kt.fight.target", "{name} does not see {target}", name=model.sheet.name, target=name)
    about = words.CHARGED not in model.round or target.id in allowed_by_charge(model, ctx.state)
    ctx.require(about, "kt.fight.target.charger-limit", "{target} was not a target of the charge", target=name)
    kinds = wound.declared(ctx, action.modifiers)
    return Strike(model, weapon, target, 0, False, across=_across(ctx, model, target, action.across), modifiers=kinds)


def _across(ctx: Context, model: Model, target: Model, declared: tuple[str, ...]) -> tuple[str, ...]:
    """The terrain between two fighters, measured or (without a map) declared."""
    mapped = ctx.state.table.mapped
    between = geometry.terrain_between(ctx.state, model, target) if mapped else ()
    said = target.id in declared
    if mapped:
        ctx.require(
            between or not said,
            "table.fact",
            "no terrain lies between {name} and {target}",
            severity="inconsistent",
            name=model.sheet.name,
            target=target.sheet.name,
        )
    elif said:
        between = (DECLARED,)
    if between:
        ctx.effects.append(
            Measured(
                rule="kt.hit.melee.mod-terrain",
                model=model.id,
                target=target.id,
                fact="terrain between",
                declared=not mapped,
                by=between,
            )
        )
    return between


# what is open


def _may_fight(ctx: Context) -> Iterator[Option]:
    state, side = ctx.state, ctx.state.to_act
    for model in state.alive(side):
        if model.id == state.active if state.active else may_fight(state, model):
            targets = tuple(m.id for m in state.alive(state.enemy(side)) if may_strike(state, model, m))
            weapons = tuple(w.id for w in model.sheet.weapons if w.profile.get("type") == "Melee")
            yield Option(side, "fight", model.id, targets, (*weapons, IMPROVISED.id), ENGAGED, "kt.fight.steps")


def _may_consolidate(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    yield Option(asked.side, "consolidate", model=asked.model, limit=PILE_IN, clause=asked.clause)


def _strikes(choice: Choice) -> Iterator[Action]:
    """Strike a target in reach, or else pile in first."""
    model, targets, weapons = choice.model, choice.option.targets, choice.option.weapons
    attacks = model.sheet.profile.get("A", 1)
    count = attacks if isinstance(attacks, int) else 1
    weapon = choice.of(weapons[:-1]) if len(weapons) > 1 else weapons[0]
    if targets:
        first = choice.of(targets)
        yield Fight(model=model.id, blows=_blows(weapon, targets, first, count))
        yield Fight(model=model.id, blows=(Blow(weapon, first, count),))
    for path, target in paths.pile_ins(choice.state, model):
        yield Fight(model=model.id, pile_in=path, blows=(Blow(weapon, target, count),))
    yield Fight(model=model.id)


def _blows(weapon: str, targets: tuple[str, ...], first: str, count: int) -> tuple[Blow, ...]:
    """All attacks on one target, or one of them on a second."""
    second = next((key for key in targets if key != first), "")
    if second and count > 1:
        return (Blow(weapon, first, count - 1), Blow(weapon, second, 1))
    return (Blow(weapon, first, count),)


def _closes_in(choice: Choice) -> Iterator[Action]:
    """Half of the time, move towards the closest enemy, or stay where the straight way is blocked."""
    if choice.dice.below(2):
        model = choice.model
        yield from (Consolidate(path=path) for path, _ in paths.pile_ins(choice.state, model))
        yield Consolidate(path=())


PART = Part(
    acts=(
        Act(Fight, fight, _may_fight, phases=("fight",), propose=_strikes,
            told=either(
                "blows",
                attacking("blows", Phrase("%(model)s fights %(target)s: %(weapon)s",
                                          "%(model)s дерётся, цель %(target)s: %(weapon)s")),
                Phrase("%(model)s fights without attacking anyone",
                       "%(model)s: рукопашная без ударов"))),
        Act(Consolidate, consolidate, _may_consolidate, answers=("kt.fight.consolidate",), propose=_closes_in,
            told=either("path", Phrase("%(model)s consolidates", "%(model)s: консолидация"),
                        Phrase("%(model)s does not consolidate", "%(model)s: без консолидации"))),
    ),
    declines={"kt.fight.consolidate": lambda ctx, asked, action: consolidate(ctx, Consolidate(path=()))},
)  # fmt: skip
