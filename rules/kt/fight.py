"""The Fight phase: who fights, pile in, melee attacks, consolidation (document lines 651-758)."""

from __future__ import annotations

import msgspec

from rules.kernel import geometry
from rules.kernel.actions import Modifier, modifiers_for
from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Answered, Marked, Measured, Noted, Turned
from rules.kernel.events import Action
from rules.kernel.lengths import show
from rules.kernel.rule import Hook
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Point, State
from rules.kt import move, words
from rules.kt.shoot import HIT_REROLL, hits_of, weapon_of
from rules.kt.words import ENGAGED, INCH
from rules.kt.wound import Strike, amount_of, resolve, roll_wounds

ATTACKS = Hook("attacks", ("attacker",))
WEAPON_ATTACKS = Hook("weapon-attacks", ("attacker", "weapon"))
MELEE_MODIFIERS = Hook("melee-modifiers", ("attacker", "weapon", "target"))
EXTRA_ATTACKS = Hook("extra-attacks", ("attacker", "weapon", "target"))

PILE_IN = 3 * INCH
IMPROVISED = Weapon("improvised", "Improvised weapon", {"range": 0, "type": "Melee", "S": "User", "AP": 0, "D": 1})


class Blow(msgspec.Struct, frozen=True):
    """Attacks with one weapon on one target; `improvised` is a weapon everybody has."""

    weapon: str
    target: str
    attacks: int


class Fight(Action, frozen=True, tag="fight"):
    """A model fights: it may pile in, then makes its attacks. No attacks where nobody can be reached."""

    model: str
    pile_in: tuple[Point, ...] = ()
    blows: tuple[Blow, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    unseen: tuple[str, ...] = ()


class Consolidate(Action, frozen=True, tag="consolidate"):
    """After its attacks the model moves up to 3", ending closer to the closest enemy."""

    path: tuple[Point, ...]


def fight(ctx: Context, action: Fight) -> None:
    """Pile in and attack."""
    words.in_phase(ctx, "fight")
    words.on_turn(ctx, "kt.fight.alternate")
    model = words.own(ctx, action.model)
    name = model.sheet.name
    ctx.require(words.FOUGHT not in model.phase, words.FOUGHT, "{name} has fought this phase", name=name)
    first = ctx.state.step != "hammer" or words.CHARGED in model.round
    ctx.require(first, "kt.fight.section-hammer", "models that charged fight first, and {name} did not", name=name)
    ctx.require(
        able(ctx.state, model),
        "kt.fight.eligible",
        '{name} neither charged nor was charged, and no enemy is within 1"',
        name=name,
    )
    if action.pile_in:
        towards_closest(ctx, model, action.pile_in, "kt.fight.pile-in")
    ctx.emit(Marked(rule=words.FOUGHT, on=model.id, key=words.FOUGHT, until="phase"))
    if not action.blows:
        none = not [m for m in ctx.state.alive(ctx.state.enemy(model.side)) if may_strike(ctx.state, model, m)]
        ctx.effects.append(Noted(rule="kt.fight.no-target" if none else "kt.gap.pass", model=model.id))
        pass_turn(ctx)
        return
    _attack(ctx, model, action)
    if model.out:
        pass_turn(ctx)
    else:
        ctx.ask("kt.fight.consolidate", ctx.by, model=model.id)


def able(state: State, model: Model) -> bool:
    """Whether a model may still fight this phase: it charged, was charged, or is within 1" of an enemy."""
    if model.out or model.at is None or words.shaken(model) or words.FOUGHT in model.phase:
        return False
    return words.CHARGED in model.round or words.CHARGED_BY in model.round or words.engaged(state, model)


def pass_turn(ctx: Context) -> None:
    """The other side picks next."""
    ctx.emit(Turned(rule="kt.fight.alternate", to=ctx.state.enemy(ctx.by), step=ctx.state.step))


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
    pending = ctx.state.pending
    asked = pending is not None and pending.clause == "kt.fight.consolidate" and pending.side == ctx.by
    if not ctx.require(asked, "kt.fight.consolidate", "no model of this side has just fought"):
        return
    assert pending is not None
    model = words.own(ctx, pending.model)
    if action.path:
        towards_closest(ctx, model, action.path, "kt.fight.consolidate")
    ctx.emit(Answered(rule="kt.fight.consolidate"))
    pass_turn(ctx)


# attacks


def may_strike(state: State, model: Model, target: Model) -> bool:
    """Whether a model may attack a target: within 1", and after a charge only those the charge was about."""
    if target.out or target.at is None or geometry.distance(model, target) > ENGAGED:
        return False
    return target.id in allowed_by_charge(model, state) if words.CHARGE_TRIED in model.round else True


def allowed_by_charge(model: Model, state: State) -> set[str]:
    """Models a charger may attack: those it named, and those that named it."""
    named = model.round.get(words.CHARGE_TRIED, ())
    own_targets = set(named) if isinstance(named, tuple) else set()
    return own_targets | {
        m.id
        for m in state.models.values()
        if isinstance(targets := m.round.get(words.CHARGE_TRIED, ()), tuple) and model.id in targets
    }


def _attack(ctx: Context, model: Model, action: Fight) -> None:
    kinds = {kind: modifiers_for(ctx, kind, action.modifiers) for kind in ("hit", "wound", "save", "injury")}
    total = amount_of(ctx, model.sheet.profile.get("A", 0), "kt.fight.attacks-number", model.side, model.id)
    total = int(ctx.value(ATTACKS, total, attacker=model))
    strikes = []
    allowance: dict[str, int] = {}
    for index, blow in enumerate(action.blows):
        strikes.append(_aim(ctx, model, blow, index, kinds, action.unseen))
        weapon = strikes[-1].weapon
        extra = int(ctx.value(WEAPON_ATTACKS, 0, attacker=model, weapon=weapon))
        allowance[weapon.id] = extra
    made = sum(blow.attacks for blow in action.blows)
    most = total + sum(allowance.values())
    ctx.require(
        made <= most,
        "kt.fight.split",
        "{name} has {most} attacks; {made} were declared",
        name=model.sheet.name,
        most=most,
        made=made,
    )
    for strike, blow in zip(strikes, action.blows, strict=True):
        _roll_hits(ctx, strike, max(0, blow.attacks))
    for strike in strikes:
        roll_wounds(ctx, strike)
    for strike in strikes:
        resolve(ctx, strike)


def _aim(
    ctx: Context, model: Model, blow: Blow, index: int, kinds: dict[str, Modifiers], unseen: tuple[str, ...]
) -> Strike:
    path = f"$.action.blows[{index}]"
    weapon = IMPROVISED if blow.weapon == IMPROVISED.id else weapon_of(ctx, model, blow.weapon, path)
    ctx.require(
        weapon.profile.get("type") == "Melee", "kt.fight.weapon", "{weapon} is no melee weapon", weapon=weapon.name
    )
    target = words.target_of(ctx, blow.target, f"{path}.target")
    reach = geometry.distance(model, target)
    ctx.require(
        reach <= ENGAGED,
        "kt.fight.target",
        '{target} is {reach} away; melee reaches 1"',
        target=target.sheet.name,
        reach=show(reach),
    )
    seen = target.id not in unseen if not ctx.state.table.mapped else geometry.sight(ctx.state, model, target).visible
    ctx.require(
        seen, "kt.fight.target", "{name} does not see {target}", name=model.sheet.name, target=target.sheet.name
    )
    about = words.CHARGE_TRIED not in model.round or target.id in allowed_by_charge(model, ctx.state)
    ctx.require(
        about, "kt.fight.target.charger-limit", "{target} was no target of the charge", target=target.sheet.name
    )
    ctx.require(blow.attacks > 0, "kt.fight.split", "each target gets at least one attack")
    return Strike(model, weapon, target, 0, False, modifiers=kinds)


def _roll_hits(ctx: Context, strike: Strike, attacks: int) -> None:
    model, weapon, target = strike.attacker, strike.weapon, strike.target
    roles = {"attacker": model, "weapon": weapon, "target": target}
    if not attacks:
        return
    rolled = ctx.roll(
        "kt.hit.melee.roll",
        model.side,
        attacks,
        needed=words.characteristic(model, "WS") or 7,
        modifiers=melee_modifiers(ctx, strike),
        reroll=ctx.value(HIT_REROLL, None, strike=strike, overwatch=False, **roles),
        model=model.id,
        target=target.id,
    )
    strike.hits = hits_of(ctx, strike, rolled)
    extra = int(ctx.value(EXTRA_ATTACKS, 0, rolled=rolled, strike=strike, **roles))
    if extra:
        more = ctx.roll(
            "kt.hit.melee.roll",
            model.side,
            extra,
            needed=rolled.needed,
            modifiers=rolled.modifiers,
            model=model.id,
            target=target.id,
        )
        strike.hits += sum(more.passed)


def melee_modifiers(ctx: Context, strike: Strike) -> Modifiers:
    """Every modifier of a melee hit roll, with the clause it comes from."""
    model, target = strike.attacker, strike.target
    found: list[tuple[str, int]] = []
    if words.flesh_wounds(model):
        found.append(("kt.hit.melee.mod-flesh-wound", -words.flesh_wounds(model)))
    if words.broken(ctx.state, model.side):
        found.append(("kt.hit.melee.mod-broken", -1))
    between = geometry.terrain_between(ctx.state, model, target)
    if between:
        ctx.effects.append(
            Measured(
                rule="kt.hit.melee.mod-terrain", model=model.id, target=target.id, fact="terrain between", by=between
            )
        )
        found.append(("kt.hit.melee.mod-terrain", -1))
    changed = ctx.value(
        MELEE_MODIFIERS, tuple(found), strike=strike, attacker=model, weapon=strike.weapon, target=target
    )
    return tuple(changed) + strike.modifiers.get("hit", ())
