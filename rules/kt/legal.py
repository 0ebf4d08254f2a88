"""What each side may declare now: it drives the recording screen and the autoplayer.

An option names the action, who may do it, and the targets or the distance it has. Everything offered is accepted by
`decide` with some choice of path within the limit.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.lengths import INCH
from rules.kernel.ruleset import Option
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, State
from rules.kt import charge, deploy, fight, game, morale, psychic, shoot, stratagem, words
from rules.kt.specialist import comms
from rules.kt.words import ENGAGED


def options(ctx: Context) -> Iterator[Option]:
    """Every declaration open to a side now."""
    state = ctx.state
    if state.over is not None:
        return
    if state.pending is not None:
        yield from _answers(state)
        return
    yield from _PHASES[state.phase](state)
    if state.to_act and state.phase in ("initiative", "movement", "psychic", "shooting", "fight"):
        yield Option(state.to_act, "pass", state.active, clause="kt.gap.pass")
    for side in state.sides:
        for model, tactic, friends in stratagem.playable(state, side):
            yield Option(side, "stratagem", model.id, friends, limit=tactic.reach, clause=tactic.clause)


def _answers(state: State) -> Iterator[Option]:
    pending = state.pending
    assert pending is not None
    clause, side = pending.clause, pending.side
    if clause == "kt.deploy.roll-off":
        yield Option(side, "choose-zone", targets=deploy.zones_of(state), clause=clause)
    elif clause == "kt.move.advance":
        yield Option(side, "run", model=pending.model, limit=pending.value, clause=clause)
    elif clause == "kt.charge.roll":
        yield Option(side, "charge-roll", model=pending.model, targets=pending.targets, clause=clause)
    elif clause == "kt.charge.success":
        yield Option(side, "charge-move", pending.model, pending.targets, limit=pending.value, clause=clause)
    elif clause == "kt.fight.consolidate":
        yield Option(side, "consolidate", model=pending.model, limit=fight.PILE_IN, clause=clause)
    elif clause == "kt.psychic.deny":
        yield from (Option(side, "deny", model=key, targets=(pending.model,), clause=clause) for key in pending.targets)
    elif clause == "kt.charge.react":
        yield from _reactions(state)
    if clause not in ("kt.deploy.roll-off", "kt.charge.roll"):
        yield Option(side, "pass", model=pending.model if clause != "kt.charge.react" else "", clause=clause)


def _reactions(state: State) -> Iterator[Option]:
    pending = state.pending
    assert pending is not None
    charger = state.models[pending.model]
    for key in pending.targets:
        model = state.models[key]
        weapons = overwatch_weapons(state, model, charger)
        if weapons:
            yield Option(pending.side, "overwatch", key, (charger.id,), weapons, clause="kt.charge.overwatch")
        if charge.may_retreat(state, model):
            yield Option(pending.side, "retreat", key, (charger.id,), limit=charge.RETREAT, clause="kt.charge.retreat")


def overwatch_weapons(state: State, model: Model, charger: Model) -> tuple[str, ...]:
    """Ids of the weapons a model may fire in overwatch at the charging model."""
    if words.CHARGE_TRIED in model.round:
        return ()
    reach = geometry.distance(model, charger)
    weapons = tuple(w.id for w in _usable(state, model, False) if int(w.profile.get("range", 0)) >= reach)
    if weapons and state.table.mapped and not geometry.sight(state, model, charger).visible:
        return ()
    return weapons


def _usable(state: State, model: Model, close: bool) -> Iterator[Weapon]:
    """Weapons a model may fire, apart from range and sight."""
    thrower = state.sides[model.side].phase.get(words.GRENADE, "")
    fired = model.phase.get(words.FIRED, ())
    others = [w for w in model.sheet.weapons if isinstance(fired, tuple) and w.id in fired]
    for weapon in model.sheet.weapons:
        kind = weapon.profile.get("type")
        usable = kind in shoot.RANGED_TYPES and (kind == "Pistol" or not close)
        usable = usable and (words.ADVANCED not in model.round or kind == "Assault")
        thrown = thrower not in ("", model.id) if kind == "Grenade" else thrower == model.id
        if usable and not thrown and shoot.may_follow(weapon, others):
            yield weapon


def _setup(state: State) -> Iterator[Option]:
    yield from (
        Option(side, "muster", clause="kt.roster.definition") for side in deploy.SIDES if side not in state.sides
    )


def _deployment(state: State) -> Iterator[Option]:
    if not state.to_act:
        yield from (Option(side, "roll-off", clause="kt.deploy.roll-off") for side in state.sides)
        return
    zone = str(state.sides[state.to_act].game.get(deploy.ZONE, ""))
    for model in deploy.undeployed(state, state.to_act):
        yield Option(state.to_act, "deploy", model=model.id, targets=(zone,), clause="kt.deploy.zone")


def _initiative(state: State) -> Iterator[Option]:
    if state.active:
        limit = words.characteristic(state.models[state.active], "M")
        yield Option(state.to_act, "move", state.active, limit=limit, clause="kt.move.normal")
        yield Option(state.to_act, "advance", state.active, limit=limit + 6 * INCH, clause="kt.move.advance")
        return
    yield from (Option(side, "initiative", clause="kt.initiative.roll") for side in state.sides)


def _movement(state: State) -> Iterator[Option]:
    side = state.to_act
    for model in state.alive(side):
        if words.ACTED in model.phase or words.shaken(model):
            continue
        yield from _moves(state, side, model)


def _moves(state: State, side: str, model: Model) -> Iterator[Option]:
    limit = words.characteristic(model, "M")
    if words.STARTED_ENGAGED in model.phase:
        yield Option(side, "fall-back", model.id, limit=limit, clause="kt.move.fall-back")
        yield Option(side, "pass", model.id, clause="kt.gap.stand-still")
        return
    yield Option(side, "ready", model.id, clause="kt.move.ready")
    if not words.engaged(state, model):
        yield Option(side, "move", model.id, limit=limit, clause="kt.move.normal")
        yield Option(side, "advance", model.id, limit=limit + 6 * INCH, clause="kt.move.advance")
    targets = tuple(m.id for m in words.enemies_near(state, model, charge.CHARGE_RANGE))
    if targets and words.ADVANCED not in model.round:
        yield Option(side, "charge", model.id, targets, limit=charge.CHARGE_RANGE, clause="kt.charge.declare")


def _psychic(state: State) -> Iterator[Option]:
    side = state.to_act
    for model in state.alive(side):
        if psychic.may_cast(state, model):
            yield Option(side, "manifest", model.id, clause="kt.psychic.psyker")


def _shooting(state: State) -> Iterator[Option]:
    side = state.to_act
    chosen = (
        [state.models[state.active]] if state.active else [m for m in state.alive(side) if game.in_section(state, m)]
    )
    for model in state.alive(side):
        friends = tuple(m.id for m in comms.scanned(state, model) if game.in_section(state, m))
        if friends and not state.active:
            yield Option(side, "comms", model.id, friends, limit=comms.SCAN, clause="kt.specialist.comms.passive")
    for model in chosen:
        close = words.engaged(state, model)
        if close and (words.CHARGE_TRIED in model.round or words.CHARGED_BY in model.round):
            continue
        for weapon in _usable(state, model, close):
            targets = tuple(m.id for m in shooting_targets(state, model, weapon, close))
            if targets:
                yield Option(side, "shoot", model.id, targets, (weapon.id,), clause="kt.shoot.steps")


def shooting_targets(state: State, model: Model, weapon: Weapon, close: bool) -> list[Model]:
    """Enemies a model may shoot at with a weapon: in range, in sight, not in melee with friends."""
    limit = int(weapon.profile.get("range", 0))
    enemies = state.alive(state.enemy(model.side))
    found = [m for m in enemies if geometry.distance(model, m) <= limit]
    if close:
        nearest = min((geometry.distance(model, m) for m in enemies), default=0)
        found = [m for m in found if geometry.distance(model, m) <= nearest]
    else:
        found = [m for m in found if not words.engaged(state, m)]
    return [m for m in found if not state.table.mapped or geometry.sight(state, model, m).visible]


def _fight(state: State) -> Iterator[Option]:
    side = state.to_act
    for model in state.alive(side):
        if model.id == state.active if state.active else game.in_section(state, model):
            targets = tuple(m.id for m in state.alive(state.enemy(side)) if fight.may_strike(state, model, m))
            weapons = tuple(w.id for w in model.sheet.weapons if w.profile.get("type") == "Melee")
            yield Option(side, "fight", model.id, targets, (*weapons, fight.IMPROVISED.id), ENGAGED, "kt.fight.steps")


def _morale(state: State) -> Iterator[Option]:
    side = state.to_act
    if state.step == "break":
        yield Option(side, "morale", clause="kt.morale.when")
        return
    for model in state.alive(side):
        if morale.must_test(state, model):
            yield Option(side, "nerve-test", model.id, clause="kt.morale.nerve-who")


_PHASES = {
    "setup": _setup,
    "deployment": _deployment,
    "initiative": _initiative,
    "movement": _movement,
    "psychic": _psychic,
    "shooting": _shooting,
    "fight": _fight,
    "morale": _morale,
}
